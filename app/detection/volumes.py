"""Volumes of Linux: the mounted file systems as records, and what each answers when it is asked for its size."""

import errno
import os
from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Final

from app.detection.backend import Mounted
from app.detection.devices import device_of, read_kernel_names
from app.detection.filesystems import medium
from app.detection.layout import settings_of
from app.detection.mounts import Mount, file_systems, in_sight, parse_mounts
from app.detection.probe import Answer
from app.detection.remote import program, remote
from app.detection.spans import Spans
from app.detection.sysfs import TABLE, Root, legible
from app.i18n import tr
from sizing.host import Device, Remote, Tunable, Volume, VolumeState
from sizing.i18n import N_

_TABLE_OF_MOUNTS: Final = "/proc/self/mountinfo"
_SILENT: Final = frozenset({errno.ETIMEDOUT, errno.EHOSTDOWN, errno.EHOSTUNREACH})
"""Errors by which a soft-mounted file system says that its server does not answer."""
_SHOWN: Final = 120

Group = tuple[Mount, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a volume before it is asked."""

    device: str | None
    more_devices: tuple[str, ...]
    settings: tuple[Tunable, ...]
    remote: Remote | None
    program: str | None


def read_volumes(root: Root, devices: tuple[Device, ...], deadline_s: float) -> Generator[Mounted, None, None]:
    """Yield what is mounted: at once as it is listed, then as it answers, last with nothing open."""
    groups, left_out = _listed(root)
    by_number = {device.number: device.name for device in devices}
    names = [device_of(group[0].number, group[0].source, by_number, root) for group in groups]
    kernel_names = read_kernel_names(root, devices)
    spans = Spans(root, devices)
    known = [
        _known(root, spans, group[0], name, kernel_names.get(name or ""))
        for group, name in zip(groups, names, strict=True)
    ]
    volumes = {index: _volume(group, 0, known[index]) for index, group in enumerate(groups)}
    yield Mounted(tuple(volumes.values()), tuple(left_out))
    points = [[mount.point for mount in group] for group in groups]
    for answers in root.place.ask(points, deadline_s):
        for index, answer in answers.items():
            volumes[index] = _answered(_volume(groups[index], answer.place, known[index]), answer)
            if answer.error == errno.ENOTDIR:  # a container's /etc/hosts: a mount point that is a file
                left_out += _places(volumes.pop(index))
        yield Mounted(tuple(volumes.values()), tuple(left_out))
    if any(volume.state is VolumeState.ASKING for volume in volumes.values()):
        yield Mounted(tuple(_silent(volume, deadline_s) for volume in volumes.values()), tuple(left_out))


def _listed(root: Root) -> tuple[list[Group], list[str]]:
    """Return the file systems with their mounts, and the mount points of what is none."""
    mounts, strange = parse_mounts(root.text(_TABLE_OF_MOUNTS, limit=TABLE) or "")
    for line in strange:
        root.note(_TABLE_OF_MOUNTS, tr(N_("Not understood: {line}")).format(line=legible(line[:_SHOWN])))
    groups, pseudo = file_systems(in_sight(mounts))
    return groups, [legible(mount.point) for mount in pseudo]


def _places(volume: Volume) -> tuple[str, ...]:
    return volume.mount_point, *volume.also_at


def _known(root: Root, spans: Spans, mount: Mount, device: str | None, kernel_name: str | None) -> Known:
    return Known(
        device=device,
        more_devices=spans.of(mount, kernel_name, device),
        settings=settings_of(root, mount, kernel_name),
        remote=remote(root, mount),
        program=program(mount),
    )


def _volume(group: Group, place: int, known: Known) -> Volume:
    """Return the volume of ``group``, known by its mount number ``place``."""
    main = group[place]
    return Volume(
        mount_point=legible(main.point),
        file_system=legible(main.file_system),
        source=legible(main.source),
        options=tuple(legible(option) for option in main.options),
        medium=medium(main.file_system),
        state=VolumeState.ASKING,
        device=known.device,
        read_only="ro" in main.options,
        also_at=tuple(legible(mount.point) for mount in group if mount is not main),
        more_devices=known.more_devices,
        settings=known.settings,
        remote=known.remote,
        program=known.program,
    )


def _answered(volume: Volume, answer: Answer) -> Volume:
    if answer.error:
        state = VolumeState.NOT_ANSWERING if answer.error in _SILENT else VolumeState.REFUSED
        return replace(volume, state=state, reason=os.strerror(answer.error))
    return replace(
        volume,
        state=VolumeState.ANSWERED,
        number=answer.number,
        total_bytes=answer.total_bytes,
        free_bytes=answer.free_bytes,
        read_only=volume.read_only or answer.read_only,
    )


def _silent(volume: Volume, deadline_s: float) -> Volume:
    """Return ``volume``, given up if it is still asked."""
    if volume.state is not VolumeState.ASKING:
        return volume
    reason = tr(N_("It did not answer within {seconds} s.")).format(seconds=f"{deadline_s:g}")
    return replace(volume, state=VolumeState.NOT_ANSWERING, reason=reason)
