"""Hand-over: the commands a scenario means, as text with comments and undo. Nothing here is ever executed."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from sizing.catalog import Cloud, Kind
from sizing.cost import IOPS
from sizing.i18n import N_
from sizing.units import GIB, KIB, MB, MIB
from sizing.whatif import Scenario

_NAME = re.compile(r"[^a-z0-9]+")
CHECK_DEVICES = N_("Check the names of the devices first: these are the usual ones, and mkfs erases what they hold.")


@dataclass(frozen=True, slots=True)
class Script:
    """One text to hand over: ``title`` says what it is, ``undo`` takes it back."""

    title: str
    language: str
    text: str
    undo: str


def scripts(scenario: Scenario, mount_point: str = "/sasdata") -> tuple[Script, ...]:
    """Return what to hand over for ``scenario``; ``mount_point`` is where its file system goes.

    Raises:
        ValueError: the mount point is no plain absolute path.
    """
    if not re.fullmatch(r"(/[A-Za-z0-9_.-]+)+", mount_point) or ".." in mount_point:
        raise ValueError("a mount point must be an absolute path of plain letters")
    return tuple(_all(scenario, mount_point))


def _all(scenario: Scenario, mount_point: str) -> Iterator[Script]:
    storage, machine = scenario.storage, scenario.machine
    if machine.cloud is Cloud.AWS and storage.volume.kind is Kind.BLOCK:
        yield from _aws(scenario)
    if machine.cloud is Cloud.GCP and storage.volume.kind is Kind.BLOCK:
        yield Script("Terraform", "hcl", _google(scenario), "terraform destroy\n")
    if machine.cloud is Cloud.AZURE and storage.volume.kind is Kind.BLOCK:
        yield _bicep(scenario)
    if storage.volume.kind is Kind.BLOCK:
        yield from _linux(scenario, mount_point)


def _aws(scenario: Scenario) -> Iterator[Script]:
    storage = scenario.storage
    if storage.iops is not None and storage.volume.tariff.iops:
        yield Script(
            IOPS,
            "sh",
            "# Run once for each volume; it takes effect while the volume is in use.\n"
            "aws ec2 modify-volume --volume-id VOLUME_ID"
            f" --volume-type {storage.volume.name} --iops {_iops(scenario)}\n",
            "# The volume can be changed again after six hours.\n"
            "aws ec2 modify-volume --volume-id VOLUME_ID --iops IOPS_BEFORE\n",
        )
    yield Script("Terraform", "hcl", _terraform(scenario), "terraform destroy\n")


def _iops(scenario: Scenario) -> int:
    return math.ceil(scenario.storage.iops or 0)


def _terraform(scenario: Scenario) -> str:
    storage, name = scenario.storage, _plain(scenario.name)
    lines = [
        f'resource "aws_ebs_volume" "{name}" {{',
        f"  count             = {storage.count}",
        "  availability_zone = var.availability_zone # the zone of the machine",
        f'  type              = "{storage.volume.name}"',
        f"  size              = {math.ceil(storage.size / GIB)} # GiB",
    ]
    if storage.iops is not None:
        lines.append(f"  iops              = {_iops(scenario)}")
    if storage.rate is not None:
        lines.append(f"  throughput        = {math.ceil(storage.rate / MIB)} # MiB/s")
    return "\n".join([*lines, "}", ""])


def _google(scenario: Scenario) -> str:
    storage, name = scenario.storage, _plain(scenario.name)
    lines = [
        f'resource "google_compute_disk" "{name}" {{',
        f"  count = {storage.count}",
        f'  name  = "{name.replace("_", "-")}-${{count.index}}"',
        f'  type  = "{storage.volume.name.removesuffix("-regional")}"',
        "  zone  = var.zone # the zone of the machine",
        f"  size  = {math.ceil(storage.size / GIB)} # GiB",
    ]
    if storage.iops is not None:
        lines.append(f"  provisioned_iops = {_iops(scenario)}")
    if storage.rate is not None:
        lines.append(f"  provisioned_throughput = {math.ceil(storage.rate / MIB)} # MiB/s")
    return "\n".join([*lines, "}", ""])


def _bicep(scenario: Scenario) -> Script:
    storage, name = scenario.storage, _plain(scenario.name)
    kinds = {"premium-v2": "PremiumV2_LRS", "ultra": "UltraSSD_LRS"}
    zrs = "ZRS" if storage.volume.name.endswith("-zrs") else "LRS"
    usual = {"P": "Premium", "E": "StandardSSD", "S": "Standard"}.get(storage.volume.name[:1], "Premium")
    lines = [
        f"resource {name} 'Microsoft.Compute/disks@2024-03-02' = [for number in range(0, {storage.count}): {{",
        f"  name: '{name}-${{number}}'",
        "  location: resourceGroup().location",
        f"  sku: {{ name: '{kinds.get(storage.volume.name, f'{usual}_{zrs}')}' }}",
        "  zones: [ '1' ] // the zone of the machine",
        "  properties: {",
        "    creationData: { createOption: 'Empty' }",
        f"    diskSizeGB: {math.ceil(storage.size / GIB)}",
    ]
    if storage.iops is not None:
        lines.append(f"    diskIOPSReadWrite: {_iops(scenario)}")
    if storage.rate is not None:
        lines.append(f"    diskMBpsReadWrite: {math.ceil(storage.rate / MB)}")
    undo = f"# After unmounting and detaching:\naz disk delete --resource-group GROUP --name {name}-0\n"
    return Script("Bicep", "bicep", "\n".join([*lines, "  }", "}]", ""]), undo)


def _linux(scenario: Scenario, mount_point: str) -> Iterator[Script]:
    count = scenario.storage.count
    devices = [f"/dev/nvme{number}n1" for number in range(1, count + 1)]
    place = devices[0]
    if count > 1:
        place = "/dev/md0"
        chunk = (scenario.storage.chunk or MIB) // KIB
        yield Script(
            "RAID 0",
            "sh",
            f"# {CHECK_DEVICES}\nlsblk -o NAME,SIZE,SERIAL,MOUNTPOINT\n"
            f"mdadm --create /dev/md0 --level=0 --chunk={chunk} --raid-devices={count} {' '.join(devices)}\n"
            "mdadm --detail --scan >> /etc/mdadm.conf # /etc/mdadm/mdadm.conf on Debian and Ubuntu\n",
            f"umount {mount_point}\nmdadm --stop /dev/md0\nmdadm --zero-superblock {' '.join(devices)}\n",
        )
    yield Script(
        "XFS",
        "sh",
        f"# {CHECK_DEVICES}\nmkfs.xfs {place}\nmkdir -p {mount_point}\nmount -o noatime {place} {mount_point}\n",
        f"umount {mount_point}\nwipefs --all {place} # erases the file system\n",
    )
    yield Script(
        "/etc/fstab",
        "fstab",
        f"# UUID from: blkid -s UUID -o value {place}\nUUID=UUID_FROM_BLKID {mount_point} xfs noatime,nofail 0 0\n",
        f"# Delete the line of {mount_point}, then: systemctl daemon-reload\n",
    )
    yield _read_ahead(place)


def _read_ahead(place: str) -> Script:
    kernel = place.removeprefix("/dev/")
    pattern = kernel if kernel.startswith("md") else "nvme[0-9]*n[0-9]*"
    return Script(
        "/etc/udev/rules.d/99-sas-read-ahead.rules",
        "udev",
        "# 256 KiB, the largest request of an io2 volume; measure before and after.\n"
        f'ACTION=="add|change", SUBSYSTEM=="block", KERNEL=="{pattern}", ATTR{{queue/read_ahead_kb}}="256"\n',
        "rm /etc/udev/rules.d/99-sas-read-ahead.rules\nudevadm control --reload\n"
        "# The value of before returns with the next start.\n",
    )


def _plain(name: str) -> str:
    """Return ``name`` as the languages of the clouds allow it: small letters and digits, a letter first."""
    plain = _NAME.sub("_", name.casefold()).strip("_")[:40]
    return plain if plain[:1].isalpha() and plain.isascii() else f"sas_{plain}".rstrip("_")
