"""Devices of Linux: block devices as sysfs shows them, and what each is built on."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from app.detection.clouddisk import cloud_disk
from app.detection.disk import read_queue, serial, state, transport
from app.detection.hypervisor import is_azure
from app.detection.raid import read_raid
from app.detection.sysfs import Root, legible
from app.i18n import tr
from sizing.host import Device, DeviceKind
from sizing.i18n import N_
from sizing.units import LARGEST_SIZE

_FOLDER: Final = "/sys/class/block"
_SECTOR: Final = 512
"""Bytes of a sector in sysfs, whatever the device's own are (kernel: Documentation/ABI/stable/sysfs-block)."""
_MAPPED: Final = (
    ("LVM-", DeviceKind.LVM),
    ("CRYPT-", DeviceKind.CRYPT),
    ("mpath-", DeviceKind.MULTIPATH),
    ("part", DeviceKind.PARTITION),
)
"""What the device mapper's users write in front of its ``uuid``; kpartx writes ``part1-mpath-...``."""
_SHOWN: Final = 12
_NO_VENDORS: Final = frozenset({"", "ATA", "NVMe"})
"""What stands in the field for the vendor where the model already says all."""


def read_devices(root: Root) -> tuple[Device, ...]:
    """Return the block devices that have a size; a device that vanishes meanwhile is left out."""
    kernel_names = root.names(_FOLDER)
    names = _names(root, kernel_names)
    on_azure = is_azure(root)
    found = (_device(root, kernel_name, names, on_azure=on_azure) for kernel_name in kernel_names)
    devices = tuple(device for device in found if device is not None)
    spread = [device.name for device in devices if device.kind is DeviceKind.LVM and len(device.lower) > 1]
    if spread:
        what = tr(N_("whether these LVM volumes are striped: {names}")).format(names=", ".join(spread[:_SHOWN]))
        root.note(what, tr(N_("Only root may ask (lvs -o +stripes,stripesize).")))
    return devices


def read_kernel_names(root: Root, devices: Iterable[Device]) -> dict[str, str]:
    """Return the kernel's names of ``devices`` by their own."""
    names = _names(root, root.names(_FOLDER))
    wanted = {device.name for device in devices}
    return {name: kernel_name for kernel_name, name in names.items() if name in wanted}


def device_of(number: str, source: str, by_number: dict[str, str], root: Root) -> str | None:
    """Return the name of the device a file system sits on, by its number, else by what was mounted.

    ``by_number`` gives the names of the devices by their ``major:minor``.
    btrfs gives its file systems numbers of no device, but its source is the path of one.
    """
    if number in by_number:
        return by_number[number]
    if not source.startswith("/dev/"):
        return None
    linked = (root.link(source) or source).rpartition("/")[2]
    return by_number.get(root.value(f"{_FOLDER}/{linked}/dev") or "") or _by_name(source, by_number.values())


def _by_name(source: str, names: Iterable[str]) -> str | None:
    name = legible(source).rpartition("/")[2]
    return name if name in names else None


def _names(root: Root, kernel_names: Iterable[str]) -> dict[str, str]:
    """Return the name of each device by the kernel's: a mapped device is known by the name it was mapped with."""
    taken = set(kernel_names)
    names = {}
    for kernel_name in sorted(taken):
        mapped = legible(root.value(f"{_FOLDER}/{kernel_name}/dm/name") or "") if kernel_name.startswith("dm-") else ""
        is_free = bool(mapped) and mapped not in taken
        names[kernel_name] = mapped if is_free else legible(kernel_name)
        taken.add(names[kernel_name])
    return names


def _device(root: Root, kernel_name: str, names: dict[str, str], *, on_azure: bool) -> Device | None:
    folder = f"{_FOLDER}/{kernel_name}"
    number, sectors = root.value(f"{folder}/dev"), root.number(f"{folder}/size")
    if number is None or sectors == 0 or root.value(f"{folder}/hidden") == "1":
        return None
    disk = _disk_of_partition(root, kernel_name)
    whole = f"{_FOLDER}/{disk}" if disk else folder
    rotational = root.value(f"{whole}/queue/rotational")
    lower = (disk,) if disk else root.names(f"{folder}/slaves")
    found = Device(
        name=names[kernel_name],
        kind=_kind(root, kernel_name, is_partition=disk is not None),
        number=legible(number),
        size_bytes=None if sectors is None or sectors < 0 else min(sectors * _SECTOR, LARGEST_SIZE),
        model=_model(root, folder),
        rotational={"0": False, "1": True}.get(rotational or ""),
        lower=tuple(names.get(name, legible(name)) for name in lower),
    )
    return found if disk else _whole(root, kernel_name, found, names, on_azure=on_azure)


def _whole(root: Root, kernel_name: str, device: Device, names: dict[str, str], *, on_azure: bool) -> Device:
    """Return ``device``, which is no partition, with what is known of it as a whole."""
    queue = read_queue(root, kernel_name)
    way = root.link(f"{_FOLDER}/{kernel_name}") or ""
    number = serial(root, kernel_name)
    return replace(
        device,
        transport=transport(root, kernel_name, way),
        serial=number,
        state=state(root, kernel_name),
        scheduler=queue.scheduler,
        read_ahead_bytes=queue.read_ahead,
        max_request_bytes=queue.max_request,
        requests=queue.requests,
        logical_block_bytes=queue.logical_block,
        physical_block_bytes=queue.physical_block,
        write_cache=queue.write_cache,
        raid=read_raid(root, kernel_name, lambda member: names.get(member, legible(member))),
        cloud=cloud_disk(kernel_name, device.model, number, way, on_azure=on_azure),
    )


def _disk_of_partition(root: Root, kernel_name: str) -> str | None:
    """Return the disk a partition is on: the folder above its own in the tree of devices."""
    if root.value(f"{_FOLDER}/{kernel_name}/partition") is None:
        return None
    parts = (root.link(f"{_FOLDER}/{kernel_name}") or "").split("/")
    return parts[-2] if len(parts) > 1 else None


def _kind(root: Root, kernel_name: str, *, is_partition: bool) -> DeviceKind:
    if is_partition:
        return DeviceKind.PARTITION
    if kernel_name.startswith("dm-"):
        uuid = root.value(f"{_FOLDER}/{kernel_name}/dm/uuid") or ""
        return next((kind for start, kind in _MAPPED if uuid.startswith(start)), DeviceKind.MAPPED)
    if kernel_name.startswith("loop"):
        return DeviceKind.LOOP
    if root.value(f"{_FOLDER}/{kernel_name}/md/level") is not None:
        return DeviceKind.RAID
    return DeviceKind.DISK


def _model(root: Root, folder: str) -> str | None:
    """Return vendor and model, or the RAID level of an md device."""
    vendor, model = root.value(f"{folder}/device/vendor") or "", root.value(f"{folder}/device/model")
    if model is None:
        level = root.value(f"{folder}/md/level")
        return legible(level) if level else None
    # virtio and others give a PCI number where SCSI gives a name.
    named = model if vendor in _NO_VENDORS or vendor.startswith("0x") else f"{vendor} {model}"
    return legible(" ".join(named.split()))
