"""Live: a run while it goes on, as curves and as numbers beside them.

A curve holds at most :data:`MOST_POINTS` points. When it is full, neighbours are merged and each point stands for
twice the time, so that an hour of 64 workers costs no more to keep or to draw than two minutes of them.
"""

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.benchmark.progress import Activity, Fresh, Progress
from app.i18n import tr
from app.presenters.plan import range_text
from app.presenters.view import Line
from app.presenters.words import ACTIVITIES
from sizing.i18n import N_
from sizing.plan import PhaseKind, Plan
from sizing.units import SLOT_S, duration_text, rate_text, size_text
from sizing.workload import HEAVY_TRAFFIC

if TYPE_CHECKING:
    Rates = array[float]
else:
    Rates = array  # array takes no type parameter before Python 3.12

MOST_POINTS: Final = 1200
"""Points of a curve, at most: two minutes of 100 ms slots, and more than a window has columns for."""
_RECENT_SLOTS: Final = 10
"""Slots the current rate is the mean of: one second, as single slots are too restless to read."""


class Curve:
    """Rates (bytes a second) of one stream of bytes; point ``i`` is the mean from ``i`` to ``i + 1`` times a step."""

    __slots__ = ("_moved", "_slots", "rates", "slots_a_point")

    def __init__(self) -> None:
        self.rates: Rates = array("d")
        self.slots_a_point = 1
        self._moved = 0
        self._slots = 0

    @property
    def step_s(self) -> float:
        """Seconds each point stands for."""
        return self.slots_a_point * SLOT_S

    def add(self, moved: int) -> None:
        """Append one 100 ms slot in which ``moved`` bytes were moved."""
        self._moved += moved
        self._slots += 1
        if self._slots == self.slots_a_point:
            self.rates.append(self._moved / self.step_s)
            self._moved = self._slots = 0
            if len(self.rates) == MOST_POINTS:
                self._halve()

    def _halve(self) -> None:
        pairs = zip(self.rates[::2], self.rates[1::2], strict=True)
        self.rates = array("d", [(one + other) / 2 for one, other in pairs])
        self.slots_a_point *= 2


class PhaseCurves:
    """One phase: the curve of all workers together, of each worker, and of the device where it can be told."""

    __slots__ = ("device", "moved", "recent", "recent_device", "recent_rows", "slots", "total", "workers")

    def __init__(self, workers: int) -> None:
        self.total = Curve()
        self.workers = tuple(Curve() for _ in range(workers))
        self.device = Curve()
        self.slots = 0
        """Slots seen so far."""
        self.moved = 0
        """Bytes of all workers in them."""
        self.recent: list[int] = []
        """Bytes of all workers in each slot of the last second."""
        self.recent_rows: list[tuple[int, ...]] = []
        self.recent_device: list[int] = []

    def add(self, fresh: Fresh) -> None:
        """Append the slots of ``fresh``."""
        slots = list(zip(*fresh.rows, strict=True))
        for slot in slots:
            moved = sum(slot)
            self.moved += moved
            self.total.add(moved)
            self.recent.append(moved)
        for curve, row in zip(self.workers, fresh.rows, strict=True):
            for moved in row:
                curve.add(moved)
        for moved in fresh.device:
            self.device.add(moved)
        self.recent_device = [*self.recent_device, *fresh.device][-_RECENT_SLOTS:]
        self.slots += len(slots)
        self.recent_rows = (self.recent_rows + slots)[-_RECENT_SLOTS:]
        del self.recent[:-_RECENT_SLOTS]

    @property
    def rate(self) -> float:
        """Rate of all workers in the last second."""
        return _mean(self.recent)

    @property
    def device_rate(self) -> float | None:
        """Rate of the device in the last second, where it can be told."""
        return _mean(self.recent_device) if self.recent_device else None

    @property
    def worker_rates(self) -> list[float]:
        """Rate of each worker in the last second."""
        if not self.recent_rows:
            return []
        seconds = len(self.recent_rows) * SLOT_S
        return [sum(row) / seconds for row in zip(*self.recent_rows, strict=True)]


@dataclass(frozen=True, slots=True)
class LiveView:
    """The numbers beside the curves. ``fraction`` is 0 to 1; texts are empty while there is nothing to say.

    ``rate`` is what the workers moved in the last second, ``device`` what the device below them did: while the page
    cache takes writes, or is flushed, the two differ. Both are empty, as ``left`` is, while nothing is to be moved.
    """

    activity: str
    phase: PhaseKind | None
    fraction: float
    rate: str
    device: str
    mean: str
    left: str
    free: str
    lines: tuple[Line, ...]


class Live:
    """What a run showed so far: curves by phase, fed by every progress."""

    def __init__(self, plan: Plan) -> None:
        self.curves: dict[PhaseKind, PhaseCurves] = {}
        self.requirement: float | None = None
        """Bytes a second all cores together must have; ``None`` for a role no such demand is made of."""
        if plan.role in HEAVY_TRAFFIC:
            self.requirement = plan.cores * plan.workload.rate_per_core
        self._workers = plan.workers
        self._run = 1

    def add(self, progress: Progress) -> LiveView:
        """Take in ``progress`` and return its numbers in words; each run has curves of its own."""
        if progress.run != self._run:
            self._run = progress.run
            self.curves.clear()
        for fresh in progress.fresh:
            self._phase(fresh.phase).add(fresh)
        is_still = progress.activity is Activity.REMOVING
        curves = None if progress.phase is None or is_still else self._phase(progress.phase)
        left = left_text(progress)
        free = "" if progress.free_bytes is None else size_text(progress.free_bytes)
        rate = device = mean = ""
        if curves is not None and curves.recent:
            rate = rate_text(curves.rate)
            device = "" if curves.device_rate is None else rate_text(curves.device_rate)
        if progress.phase_bytes and progress.phase_s > 0:
            mean = rate_text(progress.phase_bytes / progress.phase_s)
        return LiveView(
            activity=tr(ACTIVITIES[progress.activity]),
            phase=progress.phase,
            fraction=fraction(progress),
            rate=rate,
            device=device,
            mean=mean,
            left=left,
            free=free,
            lines=tuple(self._lines(progress, curves, rate, device, mean, left, free)),
        )

    def _phase(self, phase: PhaseKind) -> PhaseCurves:
        return self.curves.setdefault(phase, PhaseCurves(self._workers))

    def _lines(
        self, progress: Progress, curves: PhaseCurves | None, rate: str, device: str, mean: str, left: str, free: str
    ) -> list[Line]:
        lines = [(N_("Now"), rate), (N_("Device now"), device), (N_("Mean of this phase"), mean)]
        if self.requirement is not None:
            lines.append((N_("Required"), rate_text(self.requirement)))
        rates = [] if curves is None else curves.worker_rates
        if len(rates) > 1:
            lines += [(N_("Slowest worker"), rate_text(min(rates))), (N_("Fastest worker"), rate_text(max(rates)))]
        moved = tr(N_("{done} of {total}")).format(
            done=size_text(progress.done_bytes), total=size_text(progress.total_bytes)
        )
        lines += [
            (N_("Moved"), moved),
            (N_("Free space"), free),
            (N_("Elapsed"), duration_text(progress.elapsed_s)),
            (N_("Left"), left),
        ]
        return [Line(tr(label), value) for label, value in lines if value]


def _mean(slots: list[int]) -> float:
    return sum(slots) / (len(slots) * SLOT_S) if slots else 0.0


def fraction(progress: Progress) -> float:
    """Return the share of the planned bytes that were moved, 0 to 1."""
    if progress.activity is Activity.OVER:
        return 1.0
    return min(1.0, progress.done_bytes / progress.total_bytes) if progress.total_bytes else 0.0


def left_text(progress: Progress) -> str:
    """Return the time left as a range in words, or nothing where there is none or it cannot be told."""
    if progress.left_s is None or progress.activity in (Activity.REMOVING, Activity.OVER):
        return ""
    return range_text(*progress.left_s)
