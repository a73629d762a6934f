"""Mounts of Linux: /proc/self/mountinfo understood, each file system once.

The format is that of proc_pid_mountinfo(5): fields split by single spaces, optional fields up to a dash, and space,
tab, newline and backslash in names as three octal digits.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from app.detection.filesystems import holds_files, medium
from sizing.host import Medium

_LONGEST_LINE: Final = 64 * 1024
_OCTAL: Final = re.compile(r"\\([01][0-7]{2})")


@dataclass(frozen=True, slots=True)
class Mount:
    """One line of mountinfo. Names that are no UTF-8 hold surrogates, so that they still lead to the place."""

    id: int
    parent: int
    number: str
    """``major:minor`` of the file system."""
    root: str
    """Which folder of the file system is mounted; ``/`` is all of it."""
    point: str
    file_system: str
    source: str
    options: tuple[str, ...]


def parse_mounts(text: str) -> tuple[list[Mount], list[str]]:
    """Return the mounts of a mountinfo file, and the lines that could not be understood."""
    mounts, strange = [], []
    for line in filter(None, text.split("\n")):
        mount = parse_mount(line)
        if mount is None:
            strange.append(line)
        else:
            mounts.append(mount)
    return mounts, strange


def parse_mount(line: str) -> Mount | None:
    """Return the mount a line describes, or ``None`` if it is cut off, overlong or no such line."""
    fields = line.split(" ")
    if len(line) > _LONGEST_LINE or "-" not in fields[6:]:
        return None
    dash = fields.index("-", 6)
    if len(fields) < dash + 4 or not (fields[0].isdecimal() and fields[1].isdecimal()):
        return None
    number, root, point, options = fields[2:6]
    file_system, source, more = fields[dash + 1 : dash + 4]
    if not point.startswith("/") or re.fullmatch(r"\d{1,10}:\d{1,10}", number) is None:
        return None
    return Mount(
        id=int(fields[0][:18]),
        parent=int(fields[1][:18]),
        number=number,
        root=plain(root),
        point=plain(point),
        file_system=plain(file_system),
        source=plain(source),
        options=_options(options, more),
    )


def in_sight(mounts: Iterable[Mount]) -> list[Mount]:
    """Return the mounts whose own files are met at their mount points: what is mounted over is out of sight.

    A mount is in sight if it is the last at its point, and is attached to the one that is in sight above it.
    """
    by_id = {mount.id: mount for mount in mounts}
    last = {mount.point: mount for mount in by_id.values()}
    seen: dict[str, Mount] = {}
    for point in sorted(last, key=_depth):
        carrier = _carrier(last[point], by_id)
        above = next((seen[place] for place in _above(point) if place in seen), None)
        if carrier is None or above is None or carrier.id == above.id:
            seen[point] = last[point]
    return list(seen.values())


def file_systems(mounts: Iterable[Mount]) -> tuple[list[tuple[Mount, ...]], list[Mount]]:
    """Return every file system with its mounts, the main one first, and the mounts that hold nobody's files."""
    groups: dict[tuple[str, str], list[Mount]] = {}
    pseudo = []
    for mount in mounts:
        if holds_files(mount.file_system, mount.point):
            groups.setdefault(_key(mount), []).append(mount)
        else:
            pseudo.append(mount)
    ranked = [tuple(sorted(group, key=_rank)) for group in groups.values()]
    return sorted(ranked, key=lambda group: group[0].point), pseudo


def _key(mount: Mount) -> tuple[str, str]:
    """Return what file systems differ in; exports of one server may share a number and still be two for their users."""
    return mount.number, mount.source if medium(mount.file_system) is Medium.NETWORK else ""


def _rank(mount: Mount) -> tuple[bool, int, int, str]:
    """Return the order of mounts of one file system: the whole of it first, then the shortest way there.

    Where only parts are mounted, as below a changed root, how deep a part lies says nothing of what it is for.
    """
    return mount.root != "/", _depth(mount.point), _depth(mount.root), mount.point


def _depth(path: str) -> int:
    return len([part for part in path.split("/") if part])


def _above(point: str) -> Iterator[str]:
    """Yield the folders above ``point``, the nearest first."""
    while point != "/":
        point = point.rpartition("/")[0] or "/"
        yield point


def _carrier(mount: Mount, by_id: dict[int, Mount]) -> Mount | None:
    """Return the mount that holds the folder ``mount`` is mounted on, below all others at the same point."""
    met = {mount.id}
    carrier = by_id.get(mount.parent)
    while carrier is not None and carrier.point == mount.point and carrier.id not in met:
        met.add(carrier.id)
        carrier = by_id.get(carrier.parent)
    return None if carrier is None or carrier.id in met else carrier


def _options(of_mount: str, of_file_system: str) -> tuple[str, ...]:
    """Return the options of the mount, then those of the file system it does not override or repeat."""
    own = plain(of_mount).split(",")
    more = [option for option in plain(of_file_system).split(",") if option not in ("rw", "ro", *own)]
    return tuple(dict.fromkeys(option for option in [*own, *more] if option))


def plain(text: str) -> str:
    """Return a name without the escapes of the table."""
    return _OCTAL.sub(lambda match: chr(int(match[1], 8)), text)
