"""Layout: in which order a domain lists its file systems, and how large its partitions are (FACTS.md 5.2)."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from sizing.units import MIB

SMALLEST_PARTITION: Final = 16 * MIB
"""MINPARTSIZE unless spdsserv.parm says otherwise (SPD-016)."""
FILES_PER_INDEX: Final = 2
"""An index is a .idx and a .hbx file at least (SPD-033)."""


class Version(StrEnum):
    """The generations of SPD Server whose files differ (SPD-001, SPD-004)."""

    V4 = "4.x"
    V5 = "5.x"


class Pattern(StrEnum):
    """How DATAPATH runs over the file systems: the three configurations of the X4500 study (SPD-012)."""

    SINGLE = "single"
    SEQUENTIAL = "sequential"
    ZIGZAG = "zigzag"


class Start(StrEnum):
    """Where the first partition of a table goes: the first path (4.x, NORANDOMPLACEDPF) or a random one (SPD-011)."""

    FIXED = "fixed"
    RANDOM = "random"


def usual_start(version: Version) -> Start:
    """Return where ``version`` starts a table unless told otherwise (SPD-011)."""
    return Start.RANDOM if version is Version.V5 else Start.FIXED


def order(pattern: Pattern, file_systems: int) -> tuple[int, ...]:
    """Return the file system behind each entry of DATAPATH, counted from 0.

    Raises:
        ValueError: there is no file system.
    """
    if file_systems < 1:
        raise ValueError("a layout needs a file system")
    plain = tuple(range(file_systems))
    return {Pattern.SINGLE: (0,), Pattern.SEQUENTIAL: plain, Pattern.ZIGZAG: plain + plain[::-1]}[pattern]


def data_paths(pattern: Pattern, mount_points: Sequence[str], domain: str) -> tuple[str, ...]:
    """Return the directories of DATAPATH for ``domain``.

    A zigzag gets two directories a file system, as nobody documents that one may be listed twice (SPD-014).
    """
    places = order(pattern, len(mount_points))
    homes = [f"{point.rstrip('/')}/{domain}" for point in mount_points]
    if pattern is not Pattern.ZIGZAG:
        return tuple(homes[place] for place in places)
    half = len(mount_points)
    return tuple(f"{homes[place]}/{'a' if entry < half else 'b'}" for entry, place in enumerate(places))


def pattern_of(file_systems: Sequence[object]) -> Pattern | None:
    """Return the pattern that a list of file systems follows, or ``None`` if it follows none."""
    if len(file_systems) == 1:
        return Pattern.SINGLE
    if len(set(file_systems)) == len(file_systems):
        return Pattern.SEQUENTIAL if file_systems else None
    half, odd = divmod(len(file_systems), 2)
    first = list(file_systems[:half])
    mirrored = not odd and first == list(file_systems[half:])[::-1] and len(set(first)) == half
    return Pattern.ZIGZAG if mirrored and half > 1 else None


def partition_size(rows: int, row_bytes: int, file_systems: int) -> int:
    """Return PARTSIZE in bytes that gives a table about two partitions a file system (SPD-015).

    Raises:
        ValueError: a number is not above 0.
    """
    if min(rows, row_bytes, file_systems) < 1:
        raise ValueError("rows, row bytes and file systems must be above 0")
    megabytes = -(-rows * row_bytes // (file_systems * MIB))
    return max(SMALLEST_PARTITION, -(-megabytes // 2) * MIB)


def partitions(size: int, partition: int) -> int:
    """Return how many partitions hold ``size`` bytes; a ``partition`` of 0 means one for all (SPD-017)."""
    if size <= 0:
        return 0
    return -(-size // partition) if partition else 1


def open_files(tables: int, partitions_each: int, indexes_each: int, users: int) -> int:
    """Return the files open when ``users`` each use ``tables`` at once (SPD-018)."""
    return tables * (partitions_each + FILES_PER_INDEX * indexes_each) * users
