"""Domains: what lies at the paths of SPD Server on this machine; names and sizes are read, files never opened."""

import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.errors import WorldError
from app.i18n import tr
from sizing.host import Host, VolumeState
from sizing.i18n import N_
from sizing.spds.audit import PathFact, PathState
from sizing.spds.components import Partition, parse_name
from sizing.spds.design import disks_of

_LARGEST: Final = 64 * 1024**2
"""More than this is no parameter file."""
_MOST_LINKS: Final = 40
"""Links that Linux follows on one path."""


_SILENT: Final = (VolumeState.NOT_ANSWERING, VolumeState.ASKING)


class _NotAnsweringError(Exception):
    """The way leads through a file system that does not answer, so that a look would never end."""


@dataclass(frozen=True, slots=True)
class Tree:
    """Data partitions found below some folders: the folders that hold any, and their file systems, numbered from 0."""

    partitions: tuple[Partition, ...]
    folders: tuple[str, ...]
    places: tuple[int, ...]
    """For each folder the number of its file system."""
    unread: tuple[str, ...]
    """Folders that could not be listed."""


def read_parm(path: str) -> str:
    """Return the text of a parameter file; bytes that are no UTF-8 become U+FFFD.

    Raises:
        WorldError: it cannot be read, is no ordinary file or is too large.
    """
    try:
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:  # noqa: PTH123 - a descriptor
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise WorldError(tr(N_("{path} is no ordinary file.")).format(path=path))
            content = file.read(_LARGEST + 1)
    except OSError as error:
        reason = error.strerror
        raise WorldError(tr(N_("{path} cannot be read: {reason}.")).format(path=path, reason=reason)) from error
    if len(content) > _LARGEST:
        raise WorldError(
            tr(N_("{path} is no parameter file: it is larger than 64 MiB.")).format(path=path),
            tr(N_("Name a libnames.parm, or a folder that holds .dpf files.")),
        )
    return content.decode("utf-8", "replace")


def open_file_limit() -> int | None:
    """Return how many files a process of this user may have open; ``None`` where there is no limit."""
    from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit

    limit = getrlimit(RLIMIT_NOFILE)[0]
    return None if limit == RLIM_INFINITY else limit


def file_size_limit() -> int | None:
    """Return how many bytes a file of this user may grow to; ``None`` where there is no limit (SPD-016)."""
    from resource import RLIM_INFINITY, RLIMIT_FSIZE, getrlimit

    limit = getrlimit(RLIMIT_FSIZE)[0]
    return None if limit == RLIM_INFINITY else limit


def look(paths: Iterable[str], host: Host) -> dict[str, PathFact]:
    """Return what is at each of ``paths``; volumes of ``host`` that do not answer are left alone."""
    dead = _dead_places(host)
    return {path: _fact(path, host, dead) for path in dict.fromkeys(paths)}


def walk(folders: Sequence[str], host: Host) -> Tree:
    """Return the data partitions below ``folders``, without following links or opening a file."""
    partitions: list[Partition] = []
    held: list[str] = []
    numbers: dict[int, int] = {}
    places: list[int] = []
    unread: list[str] = []
    for folder, files in _listed(folders, host, unread):
        found = [part for name, size in files if (part := parse_name(name, size, len(held)))]
        if found:
            partitions += found
            held.append(folder)
            places.append(numbers.setdefault(os.stat(folder).st_dev, len(numbers)))  # noqa: PTH116 - bare text
    return Tree(tuple(partitions), tuple(held), tuple(places), tuple(unread))


def _listed(folders: Sequence[str], host: Host, unread: list[str]) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    """Yield every folder at or below ``folders`` once, with names and sizes of its files."""
    left = [str(Path(folder).absolute()) for folder in reversed(folders)]
    seen: set[tuple[int, int]] = set()
    dead = _dead_places(host)
    while left:
        folder = left.pop()
        try:
            _refuse_dead(folder, host, dead)
            status = os.stat(folder)  # noqa: PTH116 - bare text
            if (status.st_dev, status.st_ino) in seen:
                continue
            seen.add((status.st_dev, status.st_ino))
            files, below = _entries(folder)
        except (OSError, _NotAnsweringError):
            unread.append(folder)
            continue
        left += reversed(below)
        yield folder, files


def _entries(folder: str) -> tuple[list[tuple[str, int]], list[str]]:
    files, below = [], []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                below.append(entry.path)
            elif ".dpf." in entry.name.lower() and entry.is_file(follow_symlinks=False):
                files.append((entry.name, entry.stat(follow_symlinks=False).st_size))
    return files, sorted(below)


def _fact(path: str, host: Host, dead: tuple[str, ...]) -> PathFact:
    try:
        resolved = _resolved(path, host, dead)
        status = os.stat(resolved)  # noqa: PTH116 - bare text
    except _NotAnsweringError:
        return PathFact(PathState.NOT_ANSWERING)
    except NotADirectoryError:
        return PathFact(PathState.NOT_A_DIRECTORY)
    except (FileNotFoundError, ValueError):
        return PathFact(PathState.MISSING)
    except OSError:
        return PathFact(PathState.NOT_READABLE)
    volume = host.volume_of(resolved)
    if volume is None:
        return PathFact(_state(status), resolved, status.st_dev)
    return PathFact(
        _state(status),
        resolved,
        status.st_dev,
        volume.mount_point,
        volume.medium,
        disks_of(host, volume),
        volume.total_bytes,
        volume.free_bytes,
    )


def _state(status: os.stat_result) -> PathState:
    """Return what the rights say: whether the server's account may write, only that account can tell."""
    if not stat.S_ISDIR(status.st_mode):
        return PathState.NOT_A_DIRECTORY
    return PathState.FOUND if status.st_mode & 0o222 else PathState.NOT_WRITABLE


def _resolved(path: str, host: Host, dead: tuple[str, ...]) -> str:
    """Return where ``path`` leads, asking no volume on the way that does not answer.

    Raises:
        OSError: it leads nowhere.
    """
    if not path.startswith("/"):
        raise FileNotFoundError(path)
    left, at, links = [part for part in reversed(path.split("/")) if part not in ("", ".")], "/", 0
    while left:
        part = left.pop()
        if part == "..":
            at = str(Path(at).parent)
            continue
        step = f"{at.rstrip('/')}/{part}"
        _refuse_dead(step, host, dead)
        if not stat.S_ISLNK(os.lstat(step).st_mode):
            at = step
            continue
        links += 1
        if links > _MOST_LINKS:
            raise OSError(step)
        target = os.readlink(step)  # noqa: PTH115 - bare text
        at = "/" if target.startswith("/") else at
        left += [name for name in reversed(target.split("/")) if name not in ("", ".")]
    return at


def _refuse_dead(path: str, host: Host, dead: tuple[str, ...]) -> None:
    """Refuse a path on a volume that does not answer; whatever lies elsewhere is told by a glance at its beginning."""
    if not path.startswith(dead):
        return
    volume = host.volume_of(path)
    if volume is not None and volume.state in _SILENT:
        raise _NotAnsweringError(path)


def _dead_places(host: Host) -> tuple[str, ...]:
    silent = (volume for volume in host.volumes if volume.state in _SILENT)
    return tuple(place for volume in silent for place in (volume.mount_point, *volume.also_at))
