"""Audit: the paths of domains against what was found at them: devices, file systems, space (SPD-005, 006, 019, 020)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sizing.host import Medium
from sizing.spds.fault import Fault, FaultKind
from sizing.spds.layout import Pattern, pattern_of
from sizing.spds.parmfile import Area, ListedPath

FULL_FROM: Final = 0.8
"""Share of the primary path's file system in use from which it is reported (SPD-006)."""


class PathState(StrEnum):
    """What was met at a path."""

    FOUND = "found"
    MISSING = "missing"
    NOT_A_DIRECTORY = "not a directory"
    NOT_READABLE = "not readable"
    NOT_WRITABLE = "not writable"
    NOT_ANSWERING = "not answering"


@dataclass(frozen=True, slots=True)
class PathFact:
    """What was found at a path: where it leads, its file system and the disks behind it; sizes in bytes."""

    state: PathState
    resolved: str = ""
    file_system: int | None = None
    """``st_dev``: two paths with one number are on one file system."""
    mount_point: str = ""
    medium: Medium | None = None
    disks: frozenset[str] = frozenset()
    """Names of the lowest devices known; empty where none are."""
    total_bytes: int | None = None
    free_bytes: int | None = None


_STATES: Final = {
    PathState.MISSING: FaultKind.MISSING,
    PathState.NOT_A_DIRECTORY: FaultKind.NOT_A_DIRECTORY,
    PathState.NOT_READABLE: FaultKind.NOT_READABLE,
    PathState.NOT_WRITABLE: FaultKind.NOT_WRITABLE,
    PathState.NOT_ANSWERING: FaultKind.NOT_ANSWERING,
}
_MEDIA: Final = {Medium.NETWORK: FaultKind.NETWORK, Medium.FUSE: FaultKind.FUSE, Medium.MEMORY: FaultKind.MEMORY}


def audit(paths: Sequence[ListedPath], facts: Mapping[str, PathFact]) -> tuple[Fault, ...]:
    """Return what is wrong with ``paths``; ``facts`` holds what was found at each, by the path as it is listed."""
    found = [
        *_overlaps(paths, {path.path: path.path for path in paths}),
        *_hidden_overlaps(paths, facts),
        *(fault for path in paths if path.path in facts for fault in _alone(path, facts[path.path])),
        *_shared(paths, facts),
    ]
    return tuple(sorted(dict.fromkeys(found), key=lambda fault: (fault.line, fault.column)))


def layouts(paths: Sequence[ListedPath], facts: Mapping[str, PathFact]) -> dict[str, Pattern | None]:
    """Return for each domain with DATAPATH the pattern its file systems follow, where all of them are known."""
    domains: dict[str, list[object]] = {}
    for path in paths:
        if path.area is Area.DATA:
            fact = facts.get(path.path)
            domains.setdefault(path.domain, []).append(fact.file_system if fact else None)
    return {name: pattern_of(held) for name, held in domains.items() if None not in held}


def _at(kind: FaultKind, path: ListedPath, other: str = "") -> Fault:
    return Fault(kind, path.line, path.column, path.path, other)


def _overlaps(paths: Sequence[ListedPath], real: Mapping[str, str]) -> Iterator[Fault]:
    """Yield paths that are another one or lie in it; ``real`` says where each leads."""
    first: dict[str, ListedPath] = {}
    for path in paths:
        known = first.setdefault(real[path.path].replace("\\", "/").rstrip("/") + "/", path)
        if known is not path:
            yield _at(FaultKind.DUPLICATE_PATH, path, known.path)
    # In this order whatever lies in a directory follows it at once, so that a stack knows all that are open.
    above: list[str] = []
    for place in sorted(first):
        while above and not place.startswith(above[-1]):
            above.pop()
        if above:
            yield _at(FaultKind.NESTED_PATH, first[place], first[above[-1]].path)
        above.append(place)


def _hidden_overlaps(paths: Sequence[ListedPath], facts: Mapping[str, PathFact]) -> Iterator[Fault]:
    """Yield overlaps that links hide."""
    real = {path: fact.resolved for path, fact in facts.items() if fact.resolved}
    if any(path != resolved for path, resolved in real.items()):
        yield from _overlaps([path for path in paths if path.path in real], real)


def _alone(path: ListedPath, fact: PathFact) -> Iterator[Fault]:
    """Yield what one path has wrong with it."""
    if fact.state in _STATES:
        yield _at(_STATES[fact.state], path)
    kind = _MEDIA.get(fact.medium) if fact.medium else None
    if kind and not (kind is FaultKind.NETWORK and path.area is Area.PRIMARY):
        yield _at(kind, path, fact.mount_point)
    if path.area is Area.PRIMARY and fact.total_bytes and fact.free_bytes is not None:
        used = 1 - fact.free_bytes / fact.total_bytes
        if used >= FULL_FROM:
            yield _at(FaultKind.PRIMARY_FILLING, path, f"{used:.0%}".replace("%", " %"))


def _shared(paths: Sequence[ListedPath], facts: Mapping[str, PathFact]) -> Iterator[Fault]:
    """Yield paths on disks that an earlier path of the same domain uses; a zigzag's second round is meant so."""
    domains: dict[str, list[ListedPath]] = {}
    for path in paths:
        if path.path in facts:
            domains.setdefault(path.domain, []).append(path)
    patterns = layouts(paths, facts)
    for name, listed in domains.items():
        zigzag = patterns.get(name) is Pattern.ZIGZAG
        first: dict[object, ListedPath] = {}
        for path in listed:
            for kind, other in _collisions(path, facts[path.path], first):
                again = facts[other.path].file_system == facts[path.path].file_system
                if not (zigzag and again and path.area is other.area is Area.DATA):
                    yield _at(kind, path, other.path)


def _collisions(
    path: ListedPath, fact: PathFact, first: dict[object, ListedPath]
) -> Iterator[tuple[FaultKind, ListedPath]]:
    """Yield the first path of the same area on the same disks, or else of another area."""
    keys: list[object] = list(fact.disks) or ([] if fact.file_system is None else [fact.file_system])
    alike = [first.setdefault((path.area, key), path) for key in keys]
    across = [first.setdefault(key, path) for key in keys]
    same = next((known for known in alike if known is not path), None)
    other = next((known for known in across if known.area is not path.area), None)
    if same:
        yield FaultKind.SHARED_DEVICE, same
    elif other:
        yield FaultKind.AREAS_SHARE_DEVICE, other
