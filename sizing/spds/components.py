"""Components: the files of tables, understood from their names alone (SPD-033)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from sizing.spds.skew import Skew, skew

_NAME: Final = re.compile(
    r"(?P<table>[^.]{1,64})\.dpf\.(?:[^/]{1,200}\.)?(?P<number>\d{1,9})\.\d{1,9}\.spds9", re.IGNORECASE
)
"""``table.dpf.<primary path>.<number>.<updates>.spds9`` (SPD Server 5.x Administrator's Guide, component files);
SPD Engine writes a hexadecimal id instead of the path."""


@dataclass(frozen=True, slots=True)
class Partition:
    """A data partition that was found: its table, its number from 0, its size in bytes and which directory it is in."""

    table: str
    number: int
    size: int
    directory: int


@dataclass(frozen=True, slots=True)
class Spread:
    """Partitions and bytes in each place, and how uneven that is; ``tables`` counts the tables that have any."""

    partitions: tuple[int, ...]
    bytes: tuple[int, ...]
    tables: int
    narrow_tables: int
    """Tables of fewer partitions than places, which no order of the list can spread over all."""
    skew: Skew | None


def parse_name(name: str, size: int, directory: int) -> Partition | None:
    """Return the data partition that a file name tells of; ``None`` for other files."""
    found = _NAME.fullmatch(name)
    return Partition(found["table"].lower(), int(found["number"]), size, directory) if found else None


def spread_of(found: Iterable[Partition], places: Sequence[int]) -> Spread:
    """Return how partitions lie; ``places`` gives for each directory the number, from 0, of its file system."""
    count = max(places, default=-1) + 1
    held, size = [0] * count, [0] * count
    tables: dict[str, int] = {}
    for partition in found:
        held[places[partition.directory]] += 1
        size[places[partition.directory]] += partition.size
        tables[partition.table] = tables.get(partition.table, 0) + 1
    narrow = sum(number < count for number in tables.values())
    return Spread(tuple(held), tuple(size), len(tables), narrow, skew(size))
