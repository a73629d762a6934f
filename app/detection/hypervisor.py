"""Hypervisor: whether this is a virtual machine, and whose."""

from typing import Final

from app.detection.sysfs import Root, legible
from app.i18n import tr
from sizing.i18n import N_

_DMI: Final = "/sys/class/dmi/id"
_AZURE_TAG: Final = "7783-7084-3265-9085-8269-3286-77"
"""The asset tag every Azure machine carries (Microsoft's documentation of cloud-init's data source)."""
_VENDORS: Final = (
    ("Amazon EC2", "Amazon EC2"),
    ("Google", "Google Compute Engine"),
    ("Alibaba Cloud", "Alibaba Cloud"),
    ("DigitalOcean", "DigitalOcean"),
    ("OpenStack", "OpenStack"),
    ("VMware", "VMware"),
    ("Microsoft Corporation", "Hyper-V"),
    ("Nutanix", "Nutanix AHV"),
    ("oVirt", "oVirt"),
    ("Xen", "Xen"),
    ("innotek", "VirtualBox"),
    ("Parallels", "Parallels"),
    ("QEMU", "KVM"),
)
_MACHINES: Final = ("Virtual Machine", "VMware Virtual Platform", "VirtualBox", "KVM", "HVM domU", "RHEV Hypervisor")
"""Product names that no real machine has, for processors without a flag."""
_CLOCKS: Final = (("kvm-clock", "KVM"), ("hyperv", "Hyper-V"), ("xen", "Xen"))


def hypervisor(root: Root, *, flags: str) -> str | None:
    """Return the name of the hypervisor, or ``None`` on bare metal.

    ``flags`` are those of /proc/cpuinfo: on x86 the flag "hypervisor" decides, because clouds put their name into DMI
    on their bare metal too. On ARM, where there is no such flag, a name that only virtual machines have must do.
    """
    vendor = root.value(f"{_DMI}/sys_vendor") or ""
    product = root.value(f"{_DMI}/product_name") or ""
    if flags:
        is_virtual = "hypervisor" in flags.split() and not _is_first_domain(root)
    else:
        is_virtual = any(name in product for name in _MACHINES) or _is_virtual_arm(root, vendor, product)
    if not is_virtual:
        return None
    if is_azure(root):
        return "Microsoft Azure"
    named = next((name for start, name in _VENDORS if vendor.startswith(start)), None)
    return named or _by_interface(root) or legible(product) or tr(N_("unknown"))


def is_azure(root: Root) -> bool:
    """Whether this is a machine of Microsoft's cloud."""
    return root.value(f"{_DMI}/chassis_asset_tag") == _AZURE_TAG


def _is_first_domain(root: Root) -> bool:
    """Whether this is the domain of Xen that sees the real machine."""
    return "control_d" in (root.value("/proc/xen/capabilities") or "")


def _is_virtual_arm(root: Root, vendor: str, product: str) -> bool:
    if vendor == "Amazon EC2":
        return not product.endswith(".metal")
    if vendor == "QEMU" or root.value("/sys/hypervisor/type") is not None:
        return True
    return root.value("/proc/device-tree/hypervisor/compatible") is not None


def _by_interface(root: Root) -> str | None:
    """Return the hypervisor that offers this machine its services, where there is no DMI to name it."""
    if root.value("/sys/hypervisor/type") == "xen":
        return "Xen"
    clocks = root.value("/sys/devices/system/clocksource/clocksource0/available_clocksource") or ""
    return next((name for start, name in _CLOCKS if start in clocks), None)
