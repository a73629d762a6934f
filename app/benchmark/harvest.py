"""Harvest: the series of a run, read from the board once nobody writes on it any more."""

from array import array

from app.benchmark.board import SLOT_NS, Board, Clock
from app.benchmark.counters import Counters
from app.benchmark.reading import Reading
from sizing.measurement import PhaseSeries, Slots, Track
from sizing.plan import Plan


class Harvest:
    """What the workers of ``plan`` left on the board, and the counters what the devices did meanwhile."""

    def __init__(self, plan: Plan, board: Board, reading: Reading, counters: Counters) -> None:
        self._plan = plan
        self._board = board
        self._reading = reading
        self._counters = counters

    def phases(self, began: int, ended: int) -> tuple[PhaseSeries, ...]:
        """Return all phases that began between these moments, in nanoseconds of the monotonic clock."""
        opened = [self._reading.opened(index) for index in range(len(self._plan.phases))]
        return tuple(
            self._phase(index, when, began, ended) for index, when in enumerate(opened) if when and when <= ended
        )

    def _phase(self, index: int, opened: int, began: int, ended: int) -> PhaseSeries:
        tracks = tuple(self._track(rank, index, opened, ended) for rank in range(self._plan.workers))
        clocks = [self._board.clock(rank, index) for rank in range(self._plan.workers)]
        sampled = sum(clock[Clock.SAMPLED] for clock in clocks)
        end = opened + int(max(track.done_s for track in tracks) * 1e9)
        return PhaseSeries(
            phase=self._plan.phases[index],
            began_s=(opened - began) / 1e9,
            tracks=tracks,
            devices=self._counters.samples(opened, end),
            resident_share=sum(clock[Clock.RESIDENT] for clock in clocks) / sampled if sampled else None,
        )

    def _track(self, rank: int, index: int, opened: int, ended: int) -> Track:
        clock = self._board.clock(rank, index)
        done = max(self._reading.done(rank, index) or ended, opened)
        slots = array("Q", self._board.row(rank, index)[: (done - opened) // SLOT_NS + 1])
        moved = sum(slots)
        return Track(
            rank=rank,
            started_s=((clock[Clock.STARTED] or done) - opened) / 1e9,
            moved_s=((clock[Clock.MOVED] or done) - opened) / 1e9,
            done_s=(done - opened) / 1e9,
            bytes_moved=moved,
            slots=slots,
            latencies=_trimmed(self._board.latencies(rank, index)),
            is_complete=bool(clock[Clock.DONE]) and moved == self._plan.file_size,
        )


def _trimmed(cells: memoryview) -> Slots:
    """Return ``cells`` without the zeros at their end."""
    counts = array("Q", cells)
    last = next((index for index in range(len(counts), 0, -1) if counts[index - 1]), 0)
    return counts[:last]
