"""Measurement: the raw series of a run, and the figures drawn from it.

Two figures stand side by side (FACTS.md 1.1 and IOT-008):

- *SAS-comparable*: file size / mean worker time, as rhel_iotest.sh computes it; SAS's script prints it in MiB/s.
- *strict*: all bytes / wall clock from the opening of the gate until the last worker is done and its data are flushed.
"""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise, zip_longest
from math import fsum, isfinite
from typing import TYPE_CHECKING, Final

from sizing.agreement import Agreement, agreement_of
from sizing.plan import PhaseKind, Plan
from sizing.steadiness import Steadiness, steadiness_of
from sizing.units import check_sizes
from sizing.windows import Seconds, seconds_of, whole_seconds

if TYPE_CHECKING:
    Slots = array[int]
else:
    Slots = array  # array takes no type parameter before Python 3.12


class Outcome(StrEnum):
    """How a run ended."""

    COMPLETE = "complete"
    CANCELLED = "cancelled"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Track:
    """One worker in one phase. Times in seconds since the phase's gate opened."""

    rank: int
    started_s: float
    moved_s: float
    """When its last block was moved."""
    done_s: float
    """When it was done, its data flushed: what the figures use."""
    bytes_moved: int
    slots: Slots = field(default_factory=lambda: array("Q"))
    """Bytes moved in each 100 ms since the gate opened."""
    is_complete: bool = True
    """Whether it moved the whole file."""
    latencies: Slots = field(default_factory=lambda: array("Q"))
    """Blocks counted by how long each took, as :func:`sizing.latency.bucket` sorts them; empty if not recorded."""

    def __post_init__(self) -> None:
        """Refuse a track, read from elsewhere, that no worker can have left."""
        check_sizes(self.bytes_moved)
        if not all(map(isfinite, (self.started_s, self.moved_s, self.done_s))):
            raise ValueError("a track needs finite times")


@dataclass(frozen=True, slots=True)
class DeviceSample:
    """What the device under the volume had moved since the phase began, at ``at_s`` seconds into the phase."""

    at_s: float
    read_bytes: int
    written_bytes: int

    def __post_init__(self) -> None:
        """Refuse counts no device has."""
        check_sizes(self.read_bytes, self.written_bytes)


@dataclass(frozen=True, slots=True)
class PhaseSeries:
    """All workers through one phase, and what the device did meanwhile."""

    phase: PhaseKind
    began_s: float
    """Seconds from the start of the run to the opening of the gate."""
    tracks: tuple[Track, ...]
    devices: tuple[DeviceSample, ...] = ()
    """Empty where the device's counters cannot be read."""
    resident_share: float | None = None
    """Share of the files found in the page cache just before a read phase; ``None`` where it cannot be asked."""

    @property
    def bytes_moved(self) -> int:
        """Bytes all workers moved."""
        return sum(track.bytes_moved for track in self.tracks)

    @property
    def seconds(self) -> float:
        """Seconds until the last worker was done and flushed."""
        return max((track.done_s for track in self.tracks), default=0.0)

    @property
    def is_complete(self) -> bool:
        """Whether every worker moved its whole file."""
        return bool(self.tracks) and all(track.is_complete for track in self.tracks)


@dataclass(frozen=True, slots=True)
class Series:
    """Everything a run recorded; phases that never began are missing."""

    outcome: Outcome
    phases: tuple[PhaseSeries, ...]
    failure: str = ""
    """What went wrong, in a sentence, where something did."""
    left: tuple[str, ...] = ()
    """Paths of test files that could not be removed."""

    def phase(self, kind: PhaseKind) -> PhaseSeries | None:
        """Return the series of one phase, if it began."""
        return next((phase for phase in self.phases if phase.phase is kind), None)


@dataclass(frozen=True, slots=True)
class Figure:
    """What one phase delivered. Rates in bytes a second, times in seconds."""

    phase: PhaseKind
    bytes_moved: int
    workers: int
    sas_comparable: float
    """Rate per physical core by SAS's formula: file size / mean worker time; where the plan does not count the flush,
    the time ends before it."""
    strict: float
    """Rate per physical core: all bytes / time until the last worker was done and flushed."""
    strict_total: float
    """The strict rate of all cores together."""
    first_done_s: float
    last_done_s: float
    is_partial: bool
    """Whether the phase was cut short, so that the figure covers only what was moved until then."""
    seconds: Seconds | None = None
    """What single seconds delivered; ``None`` where there were too few."""
    steadiness: Steadiness | None = None
    """Whether the rate held, and the knee if it fell; ``None`` where there were too few seconds to tell."""
    agreement: Agreement | None = None
    """The strict rates of all runs, where there were several; all else is of the one that stands for them."""

    @property
    def headline(self) -> float:
        """The strict rate per core that counts: that of all runs where there were several."""
        return self.agreement.headline if self.agreement else self.strict

    @property
    def tail_s(self) -> float:
        """Seconds between the first worker done and the last."""
        return self.last_done_s - self.first_done_s

    @property
    def spread(self) -> float:
        """Time of the slowest worker / time of the fastest (above 1.3: unfair scheduling or NUMA, IOT-008)."""
        return self.last_done_s / self.first_done_s if self.first_done_s > 0 else 1.0


@dataclass(frozen=True, slots=True)
class Measurement:
    """The figures of a run; a phase without a figure moved nothing that could be counted."""

    figures: tuple[Figure, ...]

    def figure(self, kind: PhaseKind) -> Figure | None:
        """Return the figure of one phase, if there is one."""
        return next((figure for figure in self.figures if figure.phase is kind), None)


def measure(series: Series, plan: Plan, repeats: Sequence[Series] = ()) -> Measurement:
    """Return the figures of ``series``, and how far those of ``repeats`` agree with them.

    A failed run has none, for a failed worker spoils every sum (IOT-014).
    """
    if series.outcome is Outcome.FAILED:
        return Measurement(())
    figures = (_figure(phase, plan, (series, *repeats)) for phase in series.phases)
    return Measurement(tuple(figure for figure in figures if figure is not None))


def whole_runs(runs: Iterable[Series]) -> tuple[Series, ...]:
    """Return those of ``runs`` that went to their end."""
    return tuple(run for run in runs if run.outcome is Outcome.COMPLETE)


def strict_rates(runs: Iterable[Series], kind: PhaseKind, plan: Plan) -> list[float]:
    """Return the strict rate per core of one phase in each of ``runs`` that went to its end."""
    phases = (run.phase(kind) for run in whole_runs(runs))
    return [phase.bytes_moved / phase.seconds / plan.cores for phase in phases if phase and phase.seconds > 0]


def is_whole(phase: PhaseSeries, plan: Plan) -> bool:
    """Return whether every planned worker moved its whole file; a single short file spoils the figure (IOT-014)."""
    return phase.is_complete and len(phase.tracks) == plan.workers and phase.bytes_moved == plan.phase_bytes


def _figure(phase: PhaseSeries, plan: Plan, runs: Sequence[Series]) -> Figure | None:
    times = [track.done_s for track in phase.tracks]
    counted = times if plan.counts_flush else [track.moved_s for track in phase.tracks]
    if not times or min(*times, *counted) <= 0 or phase.bytes_moved == 0:
        return None
    mean_file = phase.bytes_moved / len(times)
    mean_time = fsum(counted) / len(counted)
    total = phase.bytes_moved / max(times)
    rates = busy_seconds(phase)
    return Figure(
        phase=phase.phase,
        bytes_moved=phase.bytes_moved,
        workers=len(times),
        sas_comparable=mean_file / mean_time * len(times) / plan.cores,
        strict=total / plan.cores,
        strict_total=total,
        first_done_s=min(times),
        last_done_s=max(times),
        is_partial=not is_whole(phase, plan),
        seconds=seconds_of(rates),
        steadiness=steadiness_of(rates, busy_since(phase)),
        agreement=agreement_of(strict_rates(runs, phase.phase, plan), is_last_first=plan.lasts_s > 0),
    )


def busy_seconds(phase: PhaseSeries) -> list[float]:
    """Return the rate of all workers (bytes a second) in each whole second in which all of them were at work."""
    end = min((track.moved_s for track in phase.tracks), default=0.0)
    return whole_seconds(total_slots(phase), busy_since(phase), end)


def device_seconds(phase: PhaseSeries) -> list[float]:
    """Return what the device moved in the phase's direction (bytes a second) in each whole second until the end.

    Empty where its counters could not be read often enough.
    """
    told = [(0.0, 0), *((sample.at_s, _moved_by(sample, phase.phase)) for sample in phase.devices)]
    last = min(phase.seconds, told[-1][0])
    if len(told) <= 2 * last or last >= _LONGEST_TOLD_S:
        return []
    totals, place = [], 0
    for second in range(int(last) + 1):
        while told[place + 1 : place + 2] and told[place + 1][0] <= second:
            place += 1
        totals.append(_between(told[place], told[min(place + 1, len(told) - 1)], second))
    return [max(0.0, after - before) for before, after in pairwise(totals)]


_LONGEST_TOLD_S: Final = 3600.0
"""Seconds of a phase beyond which the counters are kept too seldom to tell single ones."""


def _moved_by(sample: DeviceSample, kind: PhaseKind) -> int:
    return sample.written_bytes if kind is PhaseKind.WRITE else sample.read_bytes


def _between(before: tuple[float, int], after: tuple[float, int], at_s: float) -> float:
    """Return what was moved until ``at_s``, between two samples in proportion."""
    if after[0] <= before[0]:
        return float(before[1])
    return before[1] + (after[1] - before[1]) * (at_s - before[0]) / (after[0] - before[0])


def busy_since(phase: PhaseSeries) -> float:
    """Return when all workers were at work, in seconds since the gate opened."""
    return max((track.started_s for track in phase.tracks), default=0.0)


def total_slots(phase: PhaseSeries) -> list[int]:
    """Return the bytes all workers moved in each 100 ms since the gate opened."""
    return [sum(moved) for moved in zip_longest(*(track.slots for track in phase.tracks), fillvalue=0)]
