"""Environment: the machine as it was read, and what could not be read and why."""

from app.i18n import tr
from app.report.blocks import Block, Cell, Column, Heading, Lines, Paragraph, Section, Table
from app.report.wording import KINDS, MEDIA, STATES, date_text, name, sentence, stack_text
from sizing.assessment import Assessment
from sizing.host import Device, Host, Network, Volume, VolumeState
from sizing.i18n import N_
from sizing.units import GB, size_text


def compose(assessment: Assessment) -> Section:
    """Return the disclosure of the environment of ``assessment``."""
    host = assessment.host
    blocks: list[Block] = [_machine(host)]
    measured = host.volume_of(assessment.plan.target.resolved) if assessment.plan else None
    if measured is not None:
        blocks += [Heading(tr(N_("The volume measured"))), _volume(host, measured)]
    blocks += [Heading(tr(N_("Storage"))), _volumes(host)]
    if host.devices:
        blocks.append(_devices(host.devices))
    blocks += [_networks(host.networks), Heading(tr(N_("What could not be read"))), _unread(host)]
    return Section(tr(N_("Environment")), tuple(blocks))


def _machine(host: Host) -> Lines:
    cpu, memory = host.cpu, host.memory
    return Lines(
        (
            (tr(N_("Host")), name(host.name)),
            (tr(N_("Looked at")), date_text(host.detected_at)),
            (tr(N_("Operating system")), f"{name(host.kernel.distribution)}, {name(host.kernel.system)} "
             f"{name(host.kernel.release)}"),
            (tr(N_("Processor")), f"{name(cpu.model)} ({name(cpu.architecture)})"),
            (tr(N_("Physical cores")), _cores(host)),
            (tr(N_("Evidence of the cores")), sentence(cpu.source)),
            (tr(N_("Virtual machine")), name(cpu.hypervisor) if cpu.hypervisor else tr(N_("no hypervisor was seen"))),
            (tr(N_("RAM")), tr(N_("{total}, of which {free} available")).format(
                total=size_text(memory.total_bytes), free=size_text(memory.available_bytes)
            )),
        )
    )  # fmt: skip


def _cores(host: Host) -> str:
    cpu = host.cpu
    unknown = tr(N_("could not be read"))
    text = tr(N_("{cores} physical cores, sockets: {sockets}, threads: {threads}")).format(
        cores=cpu.physical_cores or unknown, sockets=cpu.sockets or unknown, threads=cpu.threads
    )
    if cpu.usable_threads != cpu.threads:
        text += tr(N_(", of which this program may use {count}")).format(count=cpu.usable_threads)
    return text


def _volume(host: Host, volume: Volume) -> Lines:
    lines = [
        (tr(N_("Mount point")), name(volume.mount_point)),
        (tr(N_("File system")), f"{name(volume.file_system)} ({tr(MEDIA[volume.medium])})"),
        (tr(N_("Source")), name(volume.source)),
        (tr(N_("Devices behind it")), stack_text(host, volume)),
        (tr(N_("Size")), _size(volume.total_bytes)),
        (tr(N_("Free before the run")), _size(volume.free_bytes)),
        (tr(N_("Mount options")), sentence(", ".join(volume.options))),
    ]
    if volume.also_at:
        lines.append((tr(N_("Also mounted at")), name(", ".join(volume.also_at))))
    return Lines(tuple(lines))


def _size(size: int | None) -> str:
    return tr(N_("could not be read")) if size is None else size_text(size)


def _volumes(host: Host) -> Block:
    if not host.volumes:
        return Paragraph(tr(N_("No mounted volume was found.")))
    return Table(
        title=tr(N_("Mounted volumes")),
        columns=(
            Column(tr(N_("Mount point")), share=3.4),
            Column(tr(N_("File system")), share=1.7),
            Column(tr(N_("Size")), is_number=True),
            Column(tr(N_("Free")), is_number=True),
            Column(tr(N_("Behind it")), share=4.2),
        ),
        rows=tuple(_row(host, volume) for volume in host.volumes),
    )


def _row(host: Host, volume: Volume) -> tuple[str | Cell, ...]:
    notes = [tr(N_("read-only"))] if volume.read_only else []
    if volume.state is not VolumeState.ANSWERED:
        notes += [tr(STATES[volume.state]), *([sentence(tr(volume.reason))] if volume.reason else [])]
    return (
        Cell(name(volume.mount_point), " · ".join(notes)),
        Cell(name(volume.file_system), tr(MEDIA[volume.medium])),
        "–" if volume.total_bytes is None else size_text(volume.total_bytes),
        "–" if volume.free_bytes is None else size_text(volume.free_bytes),
        stack_text(host, volume),
    )


def _devices(devices: tuple[Device, ...]) -> Table:
    return Table(
        title=tr(N_("Block devices")),
        columns=(
            Column(tr(N_("Device")), share=2),
            Column(tr(N_("Kind")), share=1.6),
            Column(tr(N_("Size")), is_number=True),
            Column(tr(N_("Model")), share=2.6),
            Column(tr(N_("Medium")), share=1.4),
            Column(tr(N_("Built on")), share=2.2),
        ),
        rows=tuple(
            (
                Cell(name(device.name), device.number),
                tr(KINDS[device.kind]),
                "–" if device.size_bytes is None else size_text(device.size_bytes),
                name(device.model or "–"),
                {None: "–", True: tr(N_("rotating")), False: tr(N_("solid state"))}[device.rotational],
                name(", ".join(device.lower) or "–"),
            )
            for device in devices
        ),
    )


def _networks(networks: tuple[Network, ...]) -> Block:
    if not networks:
        return Paragraph(tr(N_("No network interface was up, or none could be read.")))
    return Table(
        title=tr(N_("Network interfaces that are up")),
        columns=(Column(tr(N_("Interface")), share=3), Column(tr(N_("Link rate")), share=2)),
        rows=tuple((name(network.name), _link(network.rate)) for network in networks),
    )


def _link(rate: float | None) -> str:
    return tr(N_("the driver does not tell")) if rate is None else f"{rate * 8 / GB:g} Gb/s"


def _unread(host: Host) -> Block:
    if not host.unread:
        return Paragraph(tr(N_("Everything that was asked for could be read.")))
    return Table(
        title=tr(N_("Not read, and why")),
        columns=(Column(tr(N_("What")), share=2), Column(tr(N_("Why")), share=3)),
        rows=tuple((name(tr(unread.what)), sentence(tr(unread.why))) for unread in host.unread),
    )
