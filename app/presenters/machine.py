"""Machine: what the host is, and what every volume of it sits on."""

from collections.abc import Iterable
from dataclasses import dataclass

from app.i18n import tr
from app.presenters.hardware import (
    NO_TABLE,
    cloud_words,
    device_table,
    disk_words,
    evidence_table,
    hardware_notes,
    remote_words,
    setting_table,
)
from app.presenters.view import Card, Column, Table
from app.presenters.words import STATES, device_words
from sizing.findings import Finding
from sizing.host import Device, DeviceKind, Host, Volume, VolumeState
from sizing.i18n import N_
from sizing.rules import Verdict
from sizing.units import Unit, size_text

_GIGABIT = 1e9 / 8


@dataclass(frozen=True, slots=True)
class MachineView:
    """The machine page. The keys of ``volumes`` are mount points; an unknown figure is shown as ``"?"``."""

    title: str
    subtitle: str
    cards: tuple[Card, ...]
    volumes: Table
    notes: tuple[str, ...]
    devices: Table = NO_TABLE
    settings: Table = NO_TABLE
    evidence: Table = NO_TABLE


def present_machine(host: Host, findings: Iterable[Finding] = ()) -> MachineView:
    """Return the machine page of ``host``; ``findings`` on it colour the card they judge."""
    return MachineView(
        title=host.name,
        subtitle=_subtitle(host),
        cards=(
            _cores(host),
            _memory(host),
            _memory_per_core(host, _verdict(findings, Unit.GIB_PER_CORE)),
            _network(host, _verdict(findings, Unit.GIGABIT_PER_S)),
            _volumes(host),
        ),
        volumes=volume_table(host),
        notes=tuple(_notes(host)),
        devices=device_table(host),
        settings=setting_table(host),
        evidence=evidence_table(host),
    )


def volume_table(host: Host) -> Table:
    """Return the volumes of ``host``, one a row."""
    titles = (
        (tr(N_("Mount point")), False),
        (tr(N_("File system")), False),
        (tr(N_("Size")), True),
        (tr(N_("Free")), True),
        (tr(N_("Behind it")), False),
        (tr(N_("State")), False),
    )
    return Table(
        columns=tuple(Column(title, is_number) for title, is_number in titles),
        rows=tuple(_row(host, volume) for volume in host.volumes),
        keys=tuple(volume.mount_point for volume in host.volumes),
    )


def behind(host: Host, volume: Volume) -> str:
    """Return the devices behind ``volume`` in words, or where it comes from if no device is behind it."""
    kinds: dict[DeviceKind, list[Device]] = {}
    for device in host.stack(volume):
        kinds.setdefault(device.kind, []).append(device)
    if not kinds:
        words = remote_words(volume.remote) if volume.remote else volume.program
        return f"{volume.source} ({words})" if words else volume.source
    words = tr(N_(" on ")).join(device_words(kind, [device.name for device in found]) for kind, found in kinds.items())
    models = sorted({_called(device) for found in kinds.values() for device in found} - {""})
    return f"{words} ({', '.join(models)})" if models else words


def _called(device: Device) -> str:
    return disk_words(device.cloud) if device.cloud else (device.model or "").strip()


def state_words(volume: Volume) -> str:
    """Return how ``volume`` answered, with the reason where it did not."""
    words = tr(STATES[volume.state])
    if volume.state is VolumeState.ANSWERED and volume.read_only:
        return tr(N_("Read-only"))
    return f"{words}: {volume.reason}" if volume.reason else words


def _row(host: Host, volume: Volume) -> tuple[str, ...]:
    return (
        volume.mount_point,
        volume.file_system,
        _size(volume.total_bytes),
        _size(volume.free_bytes),
        behind(host, volume),
        state_words(volume),
    )


def _size(size: int | None) -> str:
    return "?" if size is None else size_text(size)


def _subtitle(host: Host) -> str:
    kernel, cpu = host.kernel, host.cpu
    machine = (
        tr(N_("virtual machine on {hypervisor}")).format(hypervisor=cpu.hypervisor)
        if cpu.hypervisor
        else tr(N_("no hypervisor seen"))
    )
    system = f"{kernel.system} {kernel.release} {cpu.architecture}"
    cloud = cloud_words(host.cloud) if host.cloud else ""
    return " · ".join(part for part in (kernel.distribution, system, cloud, machine, cpu.model) if part)


def _cores(host: Host) -> Card:
    cpu = host.cpu
    sockets = "?" if cpu.sockets is None else str(cpu.sockets)
    detail = tr(N_("sockets: {sockets}, threads: {threads}")).format(sockets=sockets, threads=cpu.threads)
    cores = "?" if cpu.physical_cores is None else str(cpu.physical_cores)
    return Card(tr(N_("Physical cores")), cores, detail=detail)


def _memory(host: Host) -> Card:
    value, unit = split(size_text(host.memory.total_bytes))
    available = tr(N_("{size} available")).format(size=size_text(host.memory.available_bytes))
    return Card(tr(N_("RAM")), value, unit, available)


def _memory_per_core(host: Host, verdict: Verdict | None) -> Card:
    title = tr(N_("RAM per core"))
    cores = host.cpu.physical_cores
    if not cores:
        return Card(title, "?", detail=tr(N_("The number of physical cores could not be read.")))
    value, unit = split(size_text(host.memory.total_bytes / cores))
    return Card(title, value, unit, tr(N_("for each physical core")), verdict)


def _network(host: Host, verdict: Verdict | None) -> Card:
    title = tr(N_("Fastest network"))
    rates = {network.rate: network.name for network in host.networks if network.rate is not None}
    if not rates:
        up = ", ".join(network.name for network in host.networks)
        detail = tr(N_("no link tells its rate: {names}")).format(names=up) if up else tr(N_("no link is up"))
        return Card(title, "?", detail=detail)
    fastest = max(rates)
    return Card(title, f"{fastest / _GIGABIT:g}", "Gb/s", rates[fastest], verdict)


def _volumes(host: Host) -> Card:
    silent = sum(volume.state is VolumeState.NOT_ANSWERING for volume in host.volumes)
    asking = sum(volume.state is VolumeState.ASKING for volume in host.volumes)
    detail = tr(N_("all answer"))
    if asking:
        detail = tr(N_("{count} still being asked")).format(count=asking)
    elif silent:
        detail = tr(N_("{count} not answering")).format(count=silent)
    elif not host.volumes:
        detail = tr(N_("none holds files"))
    return Card(tr(N_("Volumes")), str(len(host.volumes)), detail=detail)


def split(text: str) -> tuple[str, str]:
    """Return a formatted quantity as number and unit: ``"118 MB/s"`` as ``("118", "MB/s")``."""
    value, _, unit = text.partition(" ")
    return value, unit


def _verdict(findings: Iterable[Finding], unit: Unit) -> Verdict | None:
    return next((found.verdict for found in findings if found.limit is not None and found.limit.unit is unit), None)


def _notes(host: Host) -> Iterable[str]:
    cpu = host.cpu
    if cpu.physical_cores is not None and cpu.physical_cores != cpu.threads:
        yield tr(N_("SAS counts physical cores: the {threads} logical CPUs (vCPU) here are {cores} cores.")).format(
            threads=cpu.threads, cores=cpu.physical_cores
        )
    if cpu.usable_threads < cpu.threads:
        yield tr(N_("Headroom may run on {usable} of {threads} logical CPUs only.")).format(
            usable=cpu.usable_threads, threads=cpu.threads
        )
    yield tr(N_("Where the core count comes from: {source}")).format(source=cpu.source)
    yield from hardware_notes(host)
    for gap in host.unread:
        yield tr(N_("{what} could not be read: {why}.")).format(what=gap.what, why=gap.why.rstrip("."))
