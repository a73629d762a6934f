"""Hardware: the devices behind the volumes, the settings that bear on storage, and the evidence for the cores."""

from collections.abc import Iterable
from typing import Final

from app.i18n import tr
from app.presenters.view import Column, Table
from app.presenters.words import device_words
from sizing.device import CloudDisk, Device, DeviceKind, Raid
from sizing.host import Cloud, Host, Remote, Tunable, Volume
from sizing.i18n import N_
from sizing.units import share_text, size_text

NO_TABLE: Final = Table((), ())
_MOST_DEVICES: Final = 60
"""Rows a reader still reads; the data file has them all."""
_GOOD_STATES: Final = frozenset({None, "running", "live"})
_SHOWN: Final = (
    "vm.dirty_ratio",
    "vm.dirty_background_ratio",
    "vm.dirty_bytes",
    "vm.dirty_background_bytes",
    "vm.swappiness",
    "transparent_hugepage",
    "kernel.numa_balancing",
    "tuned.profile",
    "cpu.governor",
    "limits.nofile",
    "limits.nproc",
    "zfs.arc_max_bytes",
)
"""Settings a reader of the page wants to see; the data file has them all."""
_FAMILIES: Final = ("fstab.", "lustre.")
"""What the names of others begin with, which are shown where there are any."""


def device_table(host: Host) -> Table:
    """Return the devices behind the volumes, without partitions and loop devices, one a row."""
    titles = (
        (tr(N_("Device")), False),
        (tr(N_("What it is")), False),
        (tr(N_("Size")), True),
        (tr(N_("Reached by")), False),
        (tr(N_("Scheduler")), False),
        (tr(N_("Read-ahead")), True),
        (tr(N_("Largest request")), True),
        (tr(N_("State")), False),
    )
    rows = [_device_row(device) for device in _shown_devices(host)[:_MOST_DEVICES]]
    return Table(tuple(Column(title, is_number) for title, is_number in titles), tuple(rows)) if rows else NO_TABLE


def setting_table(host: Host) -> Table:
    """Return the settings of file systems and of the system, with where each was read."""
    titles = (tr(N_("Setting")), tr(N_("Value")), tr(N_("Read from")))
    of_volumes = [
        (f"{setting.name} ({volume.mount_point})", _value(setting), setting.source)
        for volume in host.volumes
        for setting in volume.settings
        if not (setting.name.startswith("xfs.stripe") and setting.value == "0")
    ]
    of_system = [
        (tunable.name, _value(tunable), tunable.source)
        for tunable in host.tunables
        if tunable.name in _SHOWN or (tunable.name.startswith(_FAMILIES) and tunable.value != "none")
    ]
    rows = (*of_system, *of_volumes)
    return Table(tuple(Column(title) for title in titles), rows) if rows else NO_TABLE


def evidence_table(host: Host) -> Table:
    """Return what every source says of the cores, side by side."""
    numbers = (tr(N_("Sockets")), tr(N_("Cores")), tr(N_("Threads")))
    columns = (
        Column(tr(N_("Source"))),
        *(Column(title, is_number=True) for title in numbers),
        Column(tr(N_("Remark"))),
    )
    rows = tuple(
        (side.source, _count(side.sockets), _count(side.cores), _count(side.threads), side.text)
        for side in host.cpu.evidence
    )
    return Table(columns, rows) if rows else NO_TABLE


def hardware_notes(host: Host) -> Iterable[str]:
    """Yield what a storage engineer would point at."""
    yield from host.cpu.conflicts
    if host.memory.limit_bytes is not None:
        yield tr(N_("A control group (container) limits this process to {size} of memory.")).format(
            size=size_text(host.memory.limit_bytes)
        )
    for device in host.devices:
        yield from _troubles(device)
    yield from _lost_on_stop(host)
    yield from _shared(host)
    hidden = len(_shown_devices(host)) - _MOST_DEVICES
    if hidden > 0:
        yield tr(N_("{count} more devices are in the data file.")).format(count=hidden)


def cloud_words(cloud: Cloud) -> str:
    """Return provider, instance type and zone: ``"AWS r5b.8xlarge, eu-west-1b"``."""
    place = cloud.zone if cloud.zone and not cloud.zone.isdecimal() else None
    if cloud.zone and cloud.zone.isdecimal():
        place = tr(N_("{region} zone {zone}")).format(region=cloud.region or "", zone=cloud.zone).strip()
    name = " ".join(filter(None, (cloud.provider, cloud.instance_type)))
    return ", ".join(filter(None, (name, place or cloud.region)))


def disk_words(disk: CloudDisk) -> str:
    """Return what a cloud calls a disk: ``"Amazon EBS vol-0123"``."""
    return " ".join(filter(None, (disk.product, disk.identifier)))


def remote_words(remote: Remote) -> str:
    """Return protocol, version and service: ``"NFS 4.1, Amazon EFS"``."""
    protocol = " ".join(filter(None, (remote.protocol, remote.version)))
    return ", ".join(filter(None, (protocol, remote.service)))


def _shown_devices(host: Host) -> list[Device]:
    """Return the devices behind the volumes, each once, from the top down."""
    behind: dict[str, Device] = {}
    for volume in host.volumes:
        behind.update({device.name: device for device in host.stack(volume)})
    return [device for device in behind.values() if device.kind not in (DeviceKind.PARTITION, DeviceKind.LOOP)]


def _device_row(device: Device) -> tuple[str, ...]:
    return (
        device.name,
        _what(device),
        _size(device.size_bytes),
        device.transport or "",
        device.scheduler or "",
        _size(device.read_ahead_bytes),
        _size(device.max_request_bytes),
        _state(device),
    )


def _what(device: Device) -> str:
    if device.raid is not None:
        return _raid_words(device.raid)
    if device.cloud is not None:
        return disk_words(device.cloud)
    kind = device_words(device.kind, [""]).strip()
    return device.model or kind


def _raid_words(raid: Raid) -> str:
    members = tr(N_("{level}, {count} members")).format(level=raid.level, count=len(raid.members))
    if raid.chunk_bytes is None:
        return members
    return tr(N_("{raid}, chunk {size}")).format(raid=members, size=size_text(raid.chunk_bytes))


def _state(device: Device) -> str:
    raid = device.raid
    if raid is None:
        return device.state or ""
    words = [raid.state]
    if raid.is_degraded:
        words.append(tr(N_("degraded")))
    if raid.is_rebuilding:
        words.append(raid.action + (f" {share_text(raid.progress)}" if raid.progress is not None else ""))
    return ", ".join(filter(None, words))


def _troubles(device: Device) -> Iterable[str]:
    if device.raid is not None and device.raid.is_degraded:
        yield tr(N_("RAID {name} is degraded: {count} of its members are missing.")).format(
            name=device.name, count=device.raid.missing
        )
    if device.raid is not None and device.raid.is_rebuilding:
        yield tr(N_("RAID {name} is busy with {action}; figures measured now are too low.")).format(
            name=device.name, action=device.raid.action
        )
    if device.state not in _GOOD_STATES:
        yield tr(N_("Device {name} is {state}.")).format(name=device.name, state=device.state)


def _lost_on_stop(host: Host) -> Iterable[str]:
    lost = [volume.mount_point for volume in host.volumes if any(_is_ephemeral(disk) for disk in host.disks(volume))]
    if lost:
        words = N_("What lies on {places} is lost when this machine is stopped: fit for WORK and caches only.")
        yield tr(words).format(places=", ".join(lost))


def _is_ephemeral(disk: Device) -> bool:
    return disk.cloud is not None and disk.cloud.is_ephemeral


def _shared(host: Host) -> Iterable[str]:
    """Yield the groups of volumes that compete for the same disks."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for disk, volumes in host.shared_disks().items():
        groups.setdefault(_points(volumes), []).append(disk)
    for points, disks in groups.items():
        yield tr(N_("{volumes} share {disks}: what one does slows the others.")).format(
            volumes=", ".join(points), disks=device_words(DeviceKind.DISK, disks)
        )


def _points(volumes: Iterable[Volume]) -> tuple[str, ...]:
    return tuple(volume.mount_point for volume in volumes)


def _value(setting: Tunable) -> str:
    """Return a value as it was found, and sizes as people read them."""
    if setting.name.endswith("_bytes") and setting.value.isdecimal() and int(setting.value[:30]) > 0:
        return size_text(int(setting.value[:30]))
    return setting.value


def _size(size: int | None) -> str:
    return "" if size is None else size_text(size)


def _count(number: int | None) -> str:
    return "" if number is None else str(number)
