"""Volume: one of them from its mount point down to the disks, and for each blank why it is blank."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from app.i18n import tr
from app.presenters.hardware import cloud_words, disk_words
from app.presenters.view import Line
from app.presenters.words import device_words
from sizing.device import Device, DeviceKind, Raid
from sizing.host import Host, Medium, Volume
from sizing.i18n import N_
from sizing.units import share_text, size_text

MOST_LAYERS: Final = 24
"""Layers a reader still follows; a bundle of a hundred paths is cut."""
_NO_MODEL: Final = frozenset({"virtio", "xen"})
"""Virtual disks whose interface has no field for a model."""
_MEDIA: Final = {
    Medium.LOCAL: N_("on block devices of this machine"),
    Medium.NETWORK: N_("reached through the network"),
    Medium.FUSE: N_("served by a program (FUSE)"),
    Medium.MEMORY: N_("in memory, not on storage"),
    Medium.OVERLAY: N_("an overlay: what is written goes to the folder above"),
}


@dataclass(frozen=True, slots=True)
class Layer:
    """A device on the way down: how deep it lies, its name, what it is, and what the kernel says of it."""

    depth: int
    name: str
    what: str
    facts: str
    is_trouble: bool = False
    is_lowest: bool = False
    """Whether it is built on no other device."""


@dataclass(frozen=True, slots=True)
class VolumeView:
    """All that is known of one volume; ``blanks`` says of each thing that is not known why it is not."""

    title: str
    subtitle: str
    layers: tuple[Layer, ...]
    mounting: tuple[Line, ...]
    settings: tuple[Line, ...]
    blanks: tuple[Line, ...]


def present_volume(host: Host, mount_point: str) -> VolumeView | None:
    """Return what is known of the volume at ``mount_point``, or ``None`` if there is none."""
    volume = next((one for one in host.volumes if one.mount_point == mount_point), None)
    if volume is None:
        return None
    layers = _joined(_layers(host, volume))
    more = len(layers) - MOST_LAYERS
    cut = (Layer(0, "…", tr(N_("{count} more devices")).format(count=more), ""),) if more > 0 else ()
    return VolumeView(
        title=volume.mount_point,
        subtitle=f"{volume.file_system} · {tr(_MEDIA[volume.medium])}",
        layers=(*layers[:MOST_LAYERS], *cut),
        mounting=tuple(Line(tr(label), value) for label, value in _mounting(host, volume) if value),
        settings=tuple(_settings(volume)),
        blanks=tuple(_blanks(host, volume)),
    )


def _layers(host: Host, volume: Volume) -> Iterator[Layer]:
    seen: set[str] = set()
    for name in (volume.device, *volume.more_devices):
        yield from _below(host, name, 0, seen)


def _joined(layers: Iterable[Layer]) -> tuple[Layer, ...]:
    """Return ``layers`` with neighbours of one kind as one: the paths of a bundle, the members of a stripe."""
    found: list[Layer] = []
    for layer in layers:
        if found and layer.is_lowest and replace(found[-1], name=layer.name) == layer:
            found[-1] = replace(layer, name=f"{found[-1].name}, {layer.name}")
        else:
            found.append(layer)
    return tuple(found)


def _below(host: Host, name: str | None, depth: int, seen: set[str]) -> Iterator[Layer]:
    device = host.device(name)
    if device is None or device.name in seen:
        return
    seen.add(device.name)
    yield Layer(depth, device.name, _what(device), " · ".join(_facts(device)), _is_trouble(device), not device.lower)
    for lower in device.lower:
        yield from _below(host, lower, depth + 1, seen)


def _what(device: Device) -> str:
    kind = device_words(device.kind, [""]).strip()
    if device.raid is not None:
        kind = tr(N_("{kind}, {level}")).format(kind=kind, level=device.raid.level)
    called = disk_words(device.cloud) if device.cloud is not None else (device.model or "").strip()
    return f"{kind}, {called}" if called and device.raid is None else kind


def _facts(device: Device) -> Iterator[str]:
    if device.size_bytes is not None:
        yield size_text(device.size_bytes)
    if device.raid is not None:
        yield from _raid(device.raid)
    if device.kind is DeviceKind.DISK and device.transport:
        yield device.transport
    if device.kind is DeviceKind.DISK and device.rotational is not None:
        yield tr(N_("says it spins")) if device.rotational else tr(N_("says it is flash"))
    if device.scheduler:
        yield tr(N_("scheduler {name}")).format(name=device.scheduler)
    for words, size in (
        (N_("read-ahead {size}"), device.read_ahead_bytes),
        (N_("requests up to {size}"), device.max_request_bytes),
    ):
        if size is not None:
            yield tr(words).format(size=size_text(size))
    if device.logical_block_bytes and device.physical_block_bytes:
        yield tr(N_("sectors of {logical}/{physical} bytes")).format(
            logical=device.logical_block_bytes, physical=device.physical_block_bytes
        )
    if device.write_cache:
        yield device.write_cache
    if device.state:
        yield device.state


def _raid(raid: Raid) -> Iterator[str]:
    if raid.chunk_bytes is not None:
        yield tr(N_("chunk {size}")).format(size=size_text(raid.chunk_bytes))
    if raid.is_degraded:
        yield tr(N_("{count} members missing")).format(count=raid.missing)
    if raid.is_rebuilding:
        yield raid.action + (f" {share_text(raid.progress)}" if raid.progress is not None else "")
    yield raid.state


def _is_trouble(device: Device) -> bool:
    raid = device.raid
    return device.state == "offline" or (raid is not None and (raid.is_degraded or raid.is_rebuilding))


def _mounting(host: Host, volume: Volume) -> Iterator[tuple[str, str]]:
    yield N_("Comes from"), volume.source
    yield N_("Served by"), volume.program or ""
    if volume.remote is not None:
        yield N_("Protocol"), " ".join(filter(None, (volume.remote.protocol, volume.remote.version)))
        yield N_("Server"), volume.remote.server or ""
        yield N_("Export"), volume.remote.path
        yield N_("Service"), volume.remote.service or ""
    yield N_("Mount options"), ", ".join(volume.options)
    yield N_("Also mounted at"), ", ".join(volume.also_at)
    sharing = {one.mount_point for shared in _shared(host, volume) for one in shared} - {volume.mount_point}
    yield N_("Shares its disks with"), ", ".join(sorted(sharing))
    if volume.mount_point == host.runs_from:
        yield N_("To mind"), tr(N_("Headroom itself runs from here: SAS advises to measure another volume."))


def _shared(host: Host, volume: Volume) -> Iterator[tuple[Volume, ...]]:
    disks = {disk.name for disk in host.disks(volume)}
    return (volumes for name, volumes in host.shared_disks().items() if name in disks)


def _settings(volume: Volume) -> Iterator[Line]:
    for setting in volume.settings:
        value = setting.value
        if setting.name.endswith("_bytes") and value.isdecimal():
            number = int(value[:30])
            value = size_text(number) if number else tr(N_("none"))
        yield Line(setting.name, f"{value}  ({setting.source})")


def _blanks(host: Host, volume: Volume) -> Iterator[Line]:
    """Yield what is not known, each with the reason."""
    if volume.total_bytes is None or volume.free_bytes is None:
        yield Line(tr(N_("Size and free space")), volume.reason or tr(N_("it has not answered yet")))
    if volume.medium is Medium.LOCAL and not host.stack(volume):
        yield Line(tr(N_("Devices behind it")), tr(N_("the system names none that could be found below /sys")))
    if volume.remote is not None:
        yield from _remote_blanks(volume)
    for disk in host.disks(volume)[:MOST_LAYERS]:
        yield from _disk_blanks(disk)
    names = {device.name for device in host.stack(volume)} | {volume.mount_point, volume.source}
    for gap in host.unread:
        if names & set(gap.what.replace(",", " ").replace(":", " ").split()):
            yield Line(gap.what, gap.why)


def _remote_blanks(volume: Volume) -> Iterator[Line]:
    assert volume.remote is not None  # noqa: S101 - asked only of what comes from elsewhere
    if volume.remote.server is None:
        yield Line(tr(N_("Server")), tr(N_("the mount names none")))
    if volume.remote.version is None:
        yield Line(tr(N_("Version of the protocol")), tr(N_("the mount options name none")))
    yield Line(tr(N_("Disks of the server")), tr(N_("a client is not told what the server keeps its files on")))


def _disk_blanks(disk: Device) -> Iterator[Line]:
    missing = [
        tr(words)
        for words, value in (
            (N_("model"), disk.model if disk.transport not in _NO_MODEL else ""),
            (N_("size"), disk.size_bytes),
            (N_("spinning or flash"), disk.rotational),
            (N_("scheduler"), disk.scheduler),
            (N_("read-ahead"), disk.read_ahead_bytes),
        )
        if value is None
    ]
    if disk.kind is DeviceKind.DISK and disk.model is None and disk.transport in _NO_MODEL:
        words = N_("{transport} disks have no field for it; ask whoever runs the host below")
        yield Line(tr(N_("{name}: model")).format(name=disk.name), tr(words).format(transport=disk.transport))
    if disk.kind is DeviceKind.DISK and missing:
        yield Line(f"{disk.name}: {', '.join(missing)}", tr(N_("the kernel shows none below /sys/class/block")))


def present_basis(host: Host) -> tuple[Line, ...]:
    """Return what the machine runs on: hypervisor, cloud, memory nodes and limits, or why that is not known."""
    cpu, cloud = host.cpu, host.cloud
    nodes = ", ".join(f"{node.number}: {node.cpus}" for node in cpu.numa_nodes)
    told = tr(N_("told by {source}")).format(source=cloud.source) if cloud is not None else ""
    lines = (
        (N_("Hypervisor"), cpu.hypervisor or tr(N_("none is seen; one may hide itself"))),
        (
            N_("Cloud"),
            f"{cloud_words(cloud)} ({told})" if cloud else tr(N_("none: the firmware does not bear the mark of one")),
        ),
        (N_("NUMA nodes, with their logical CPUs"), nodes or tr(N_("the kernel lists none"))),
        (N_("CPUs this process may use"), cpu.cpuset or tr(N_("all"))),
        (
            N_("CPU limit of the container"),
            tr(N_("none is set")) if cpu.quota is None else tr(N_("{count:g} logical CPUs")).format(count=cpu.quota),
        ),
        (
            N_("Memory limit of the container"),
            tr(N_("none is set")) if host.memory.limit_bytes is None else size_text(host.memory.limit_bytes),
        ),
    )
    return tuple(Line(tr(label), value) for label, value in lines)
