"""Placement: where the partitions of many tables go, counted in whole cycles instead of one by one (SPD-010, SPD-011).

A table's partitions go round the list of paths. Between two moments a path therefore gets the number of whole rounds,
and one more if the rest of the last round reaches it. Only while a file system is full is a table laid path by path.
"""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from sizing.spds.layout import Pattern, Start, order, partitions

_WORD: Final = 2**64 - 1
_STRANDS: Final = 3
"""Whole and part partitions are counted in separate lists: partitions, their bytes, and what the last one lacks."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its size, what it grows by at each later moment, and its PARTSIZE, all in bytes."""

    size: int
    partition: int
    growth: int = 0

    def __post_init__(self) -> None:
        """Refuse sizes that no table has."""
        if self.size < 0 or self.growth < 0 or self.partition < 1:
            raise ValueError("sizes must not be negative, a partition must hold a byte")

    def at(self, moment: int) -> int:
        """Return the size at ``moment``."""
        return self.size + moment * self.growth


@dataclass(frozen=True, slots=True)
class Frame:
    """What lies on each file system at one moment."""

    partitions: tuple[int, ...]
    bytes: tuple[int, ...]
    unplaced: int = 0
    """Partitions that found no file system with room."""
    full: tuple[int, ...] = ()
    """File systems that had no room left for a partition."""


@dataclass(frozen=True, slots=True)
class Case:
    """What is simulated: tables on ``file_systems``, listed as ``pattern`` says, started as ``start`` says."""

    tables: Sequence[Table]
    file_systems: int
    pattern: Pattern
    start: Start = Start.FIXED
    moments: int = 1
    room: Sequence[int] | None = None
    """Bytes free on each file system; ``None`` where that is no concern."""
    seed: int = 0
    """Which of the many random starts; the same number gives the same starts."""

    def __post_init__(self) -> None:
        """Refuse a case without time or with the wrong number of file systems."""
        if self.moments < 1 or self.file_systems < 1:
            raise ValueError("there must be a moment and a file system")
        if self.room is not None and len(self.room) != self.file_systems:
            raise ValueError("there must be one room for each file system")

    @property
    def order(self) -> tuple[int, ...]:
        """The file system behind each entry of the list."""
        return order(self.pattern, self.file_systems)

    @property
    def starts(self) -> list[int]:
        """The entry of the list each table starts at."""
        if self.start is Start.FIXED:
            return [0] * len(self.tables)
        entries = len(self.order)
        return [_scatter(self.seed + number) % entries for number in range(len(self.tables))]


def simulate(case: Case) -> tuple[Frame, ...]:
    """Return what lies where at each moment."""
    starts = case.starts
    if case.room is None:
        return tuple(_unlimited(case, starts, moment) for moment in range(case.moments))
    last = _unlimited(case, starts, case.moments - 1)
    if all(_reserved(case, last, place) <= case.room[place] for place in range(case.file_systems)):
        return tuple(_unlimited(case, starts, moment) for moment in range(case.moments))
    return tuple(_limited(case, starts, case.room))


def expected(case: Case) -> tuple[float, ...]:
    """Return the partitions each file system holds on average over all starts, at the first moment."""
    if case.start is Start.FIXED:
        return tuple(map(float, _unlimited(case, case.starts, 0).partitions))
    total = sum(partitions(table.size, table.partition) for table in case.tables)
    entries = case.order
    return tuple(total * entries.count(place) / len(entries) for place in range(case.file_systems))


def spread(count: int, start: int, entries: Sequence[int], file_systems: int) -> list[int]:
    """Return how many of ``count`` partitions of one table go to each file system."""
    rounds, rest = divmod(count, len(entries))
    found = [0] * file_systems
    if rounds:
        for place in entries:
            found[place] += rounds
    for step in range(start, start + rest):
        found[entries[step % len(entries)]] += 1
    return found


def _scatter(number: int) -> int:
    """Return 64 bits that look random, the same for the same number: splitmix64."""
    bits = (number + 1) * 0x9E3779B97F4A7C15 & _WORD
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB & _WORD
    return bits ^ bits >> 31


def _unlimited(case: Case, starts: Sequence[int], moment: int) -> Frame:
    """Return what lies where when there is room for all: steps up and down along the list, summed up at the end."""
    entries = case.order
    length = len(entries)
    counts, sizes, lacks = ([0] * (2 * length + 1) for _ in range(_STRANDS))
    rounds_in_all = size_in_all = 0
    for table, start in zip(case.tables, starts, strict=True):
        size, partition = table.size + moment * table.growth, table.partition
        count = -(-size // partition)
        rounds, rest = divmod(count, length)
        rounds_in_all += rounds
        size_in_all += rounds * partition
        counts[start] += 1
        counts[start + rest] -= 1
        sizes[start] += partition
        sizes[start + rest] -= partition
        lacks[(start + count - 1) % length] += count * partition - size
    return _summed(case, entries, [rounds_in_all, size_in_all], [counts, sizes, lacks])


def _summed(case: Case, entries: Sequence[int], rounds: Sequence[int], strands: Sequence[list[int]]) -> Frame:
    length = len(entries)
    counts, sizes = (list(accumulate(strand)) for strand in strands[:2])
    held, size = [0] * case.file_systems, [0] * case.file_systems
    for entry, place in enumerate(entries):
        held[place] += rounds[0] + counts[entry] + counts[entry + length]
        size[place] += rounds[1] + sizes[entry] + sizes[entry + length] - strands[2][entry]
    return Frame(tuple(held), tuple(size))


def _reserved(case: Case, frame: Frame, place: int) -> int:
    """Return the bytes that whole partitions would take of a file system, at most."""
    return frame.partitions[place] * max((table.partition for table in case.tables), default=0)


def _limited(case: Case, starts: Sequence[int], room: Sequence[int]) -> Iterator[Frame]:
    """Yield what lies where when a file system fills up: a path without room for a partition is passed over."""
    state = _State(case, room)
    cursors = list(starts)
    for moment in range(case.moments):
        before = moment - 1
        for number, table in enumerate(case.tables):
            old = table.at(before) if moment else 0
            cursors[number] = state.grow(table, number, old, table.at(moment), cursors[number])
        yield state.frame()


class _State:
    """File systems as they fill; room is taken for whole partitions, so that a started one can always be filled."""

    def __init__(self, case: Case, room: Sequence[int]) -> None:
        self._entries = case.order
        self._room = list(room)
        self._count = [0] * case.file_systems
        self._bytes = [0] * case.file_systems
        self._last: list[int | None] = [None] * len(case.tables)
        self._full: dict[int, None] = {}
        self._unplaced = 0

    def grow(self, table: Table, number: int, old: int, new: int, cursor: int) -> int:
        """Let a table grow; return the entry of the list its next partition goes to."""
        before, after = partitions(old, table.partition), partitions(new, table.partition)
        last = self._last[number]
        if last is not None:
            self._bytes[last] += min(new, before * table.partition) - old
        if after == before:
            return cursor
        cursor, self._last[number] = self._place(table.partition, after - before, cursor)
        last = self._last[number]
        if last is not None:
            self._bytes[last] -= after * table.partition - new
        return cursor

    def frame(self) -> Frame:
        """Return how things are now."""
        return Frame(tuple(self._count), tuple(self._bytes), self._unplaced, tuple(self._full))

    def _place(self, partition: int, count: int, cursor: int) -> tuple[int, int | None]:
        """Place partitions: whole rounds while all that have room can take them, single ones around that."""
        last: int | None = None
        while count:
            open_entries = [place for place in self._entries if self._room[place] >= partition]
            if len(open_entries) < len(self._entries):
                self._full |= dict.fromkeys(place for place in self._entries if self._room[place] < partition)
            if not open_entries:
                self._unplaced += count
                return cursor, None
            count -= self._rounds(partition, count, open_entries)
            if not count:
                return cursor, self._before(cursor, set(open_entries))
            for _ in range(min(count, len(open_entries))):
                cursor, last = self._one(partition, cursor)
                count -= last is not None
        return cursor, last

    def _rounds(self, partition: int, count: int, open_entries: Sequence[int]) -> int:
        """Place whole rounds over the entries that have room; return how many partitions that were."""
        if count < len(open_entries):
            return 0
        each = len(self._entries) // len(set(self._entries))
        places = set(open_entries)
        least = min(self._room[place] for place in places) // (partition * each)
        rounds = min(count // len(open_entries), least)
        for place in places:
            self._take(place, partition, rounds * each)
        return rounds * len(open_entries)

    def _before(self, cursor: int, places: Set[int]) -> int:
        """Return the file system that had the last partition of a round ending before ``cursor``."""
        length = len(self._entries)
        steps = (self._entries[(cursor - step) % length] for step in range(1, length + 1))
        return next(place for place in steps if place in places)

    def _one(self, partition: int, cursor: int) -> tuple[int, int | None]:
        """Place one partition on the next file system with room, if there is one."""
        length = len(self._entries)
        for step in range(cursor, cursor + length):
            place = self._entries[step % length]
            if self._room[place] >= partition:
                self._take(place, partition, 1)
                return (step + 1) % length, place
        return cursor, None

    def _take(self, place: int, partition: int, count: int) -> None:
        self._room[place] -= partition * count
        self._count[place] += count
        self._bytes[place] += partition * count
