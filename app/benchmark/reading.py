"""Reading: the board as the parent sees it while workers count on it."""

from itertools import pairwise
from typing import Final

from app.benchmark.board import SLOT_NS, Board, Clock, Head, Opening, State, Word
from app.benchmark.counters import Counters
from app.benchmark.progress import Activity, Fresh
from sizing.plan import PhaseKind

_SETTLED: Final = 1
"""Slots after which a row counts as settled: a worker may be kept from its cell for a while after a block."""
_RECENT: Final = 100


class Reading:
    """Where the phases stand, and which slots were not handed out yet."""

    def __init__(self, board: Board, phases: tuple[PhaseKind, ...], counters: Counters) -> None:
        self._board = board
        self._phases = phases
        self._counters = counters
        self._handed = [0] * len(phases)
        self._totals = [0] * len(phases)
        """Bytes in the slots handed out, so that rows are not summed up from the start each time."""
        self._recent: list[int] = []

    def opened(self, index: int) -> int:
        """Return when the gate of a phase opened, zero while it is shut."""
        return int(self._board.opening(index)[Opening.WHEN])

    def sample(self, now: int, *, is_last: bool = False) -> None:
        """Sample the devices, and take over what worker 0 read of them at gates that opened meanwhile."""
        current = self.current(now)
        for index in range(0 if current is None else current + 1):
            opening = self._board.opening(index)
            self._counters.add(opening[Opening.WHEN], (opening[Opening.READ], opening[Opening.WRITTEN]))
        self._counters.sample(now, is_last=is_last)

    def current(self, now: int) -> int | None:
        """Return the index of the phase going on, ``None`` before the first."""
        begun = [index for index in range(len(self._phases)) if 0 < self.opened(index) <= now]
        return begun[-1] if begun else None

    def moved(self, index: int, now: int) -> int:
        """Return the bytes all workers moved in a phase so far."""
        if not self.opened(index):
            return 0
        first, end = self._handed[index], self._end(index, now)
        rest = sum(sum(self._board.row(rank, index)[first:end]) for rank in self._ranks)
        return self._totals[index] + rest

    def recent_rate(self) -> float:
        """Return the bytes a second of the last ten seconds of slots."""
        return sum(self._recent) / (len(self._recent) * SLOT_NS / 1e9) if self._recent else 0.0

    def free_bytes(self) -> int | None:
        """Return the space left on the target as worker 0 last saw it."""
        return int(self._board.cells[Head.FREE]) - 1 if self._board.cells[Head.FREE] else None

    def activity(self, index: int | None) -> Activity:
        """Return what the slowest of the workers are doing."""
        states = {self._board.control(rank)[Word.STATE] for rank in self._ranks}
        if index is None:
            return Activity.STARTING
        if State.MOVING in states:
            return Activity.WRITING if self._phases[index] is PhaseKind.WRITE else Activity.READING
        if self._phases[index] is PhaseKind.WRITE and states & {State.FLUSHING, State.WAITING}:
            return Activity.FLUSHING
        return Activity.REMOVING

    def fresh(self, now: int, *, is_over: bool) -> tuple[Fresh, ...]:
        """Return the slots completed since the last call, for each phase that has any."""
        current = self.current(now)
        parts = []
        for index in range(len(self._phases)):
            if current is None or index > current:
                break
            end = self._end(index, now)
            if not (is_over or index < current):
                # The last slot of a row may go on growing.
                settled = (now - self.opened(index)) // SLOT_NS - _SETTLED
                end = min(end, settled, self._board.shape.slots - 1)
            if end > self._handed[index]:
                parts.append(self._hand_out(index, end))
        return tuple(parts)

    def _hand_out(self, index: int, end: int) -> Fresh:
        first, self._handed[index] = self._handed[index], end
        rows = tuple(tuple(self._board.row(rank, index)[first:end]) for rank in self._ranks)
        totals = [sum(slot) for slot in zip(*rows, strict=True)]
        self._totals[index] += sum(totals)
        self._recent = (self._recent + totals if first else totals)[-_RECENT:]
        return Fresh(self._phases[index], first, rows, self._device(index, first, end))

    def _device(self, index: int, first: int, end: int) -> tuple[int, ...]:
        if not self._counters.is_known:
            return ()
        way = 1 if self._phases[index] is PhaseKind.WRITE else 0
        begin = self.opened(index)
        edges = [self._counters.at(begin + slot * SLOT_NS)[way] for slot in range(first, end + 1)]
        return tuple(after - before for before, after in pairwise(edges))

    def _end(self, index: int, now: int) -> int:
        """Return the slot after the last one that anybody can have written to."""
        latest = max(self.done(rank, index) or now for rank in self._ranks)
        return min(max(latest - self.opened(index), 0) // SLOT_NS + 1, self._board.shape.slots)

    def done(self, rank: int, index: int) -> int:
        """Return when a worker was done with a phase or stopped, zero while it is not."""
        return int(self._board.clock(rank, index)[Clock.DONE] or self._board.control(rank)[Word.STOPPED])

    @property
    def _ranks(self) -> range:
        return range(self._board.shape.workers)
