"""Comparison: whether a second measurement is faster than a first, or only looks so.

Where each was run three times or more, the strict rates of the runs are compared. Of a single run there are only its
seconds: they tell how much the rate swayed within the run, and nothing of the next one, so that a difference counts
only beyond the share by which runs differ anyway.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import exp, log
from typing import Final

from sizing.agreement import AGREEING
from sizing.assessment import Assessment
from sizing.host import Volume
from sizing.i18n import N_
from sizing.measurement import Figure, busy_seconds, strict_rates
from sizing.plan import PhaseKind, Plan
from sizing.ranks import Shift, shift_of
from sizing.reason import Standing
from sizing.units import size_text

FEWEST_RUNS: Final = 3
MOST_STRETCHES: Final = 20
FEWEST_STRETCHES: Final = 5
SHORTEST_STRETCH_S: Final = 4
"""Seconds taken together as one value: neighbouring seconds resemble each other, stretches hardly (ours)."""


class Basis(StrEnum):
    """What a difference was judged by."""

    RUNS = "runs"
    SECONDS = "seconds"
    NOTHING = "nothing"


class Difference(StrEnum):
    """What could be shown."""

    FASTER = "faster"
    SLOWER = "slower"
    NOT_SHOWN = "not shown"


@dataclass(frozen=True, slots=True)
class PhaseComparison:
    """One phase of both; rates in bytes a second per physical core, changes as shares (0.11 is 11 % faster)."""

    phase: PhaseKind
    before: float
    after: float
    change: float
    low: float | None
    high: float | None
    """Between what the change lies in ``coverage`` (0 to 1) of cases; ``None`` where nothing tells."""
    coverage: float | None
    basis: Basis
    difference: Difference


@dataclass(frozen=True, slots=True)
class Comparison:
    """The second of two assessments against the first; with ``refusals`` nothing of them was compared."""

    first: str
    second: str
    refusals: tuple[str, ...]
    phases: tuple[PhaseComparison, ...] = ()
    left_out: tuple[str, ...] = ()
    """Why phases are missing."""


def compare(first: Assessment, second: Assessment) -> Comparison:
    """Return how ``second`` differs from ``first``, or why they cannot be compared."""
    refusals = tuple(_refusals(first, second))
    if refusals or first.plan is None:
        return Comparison(first.id, second.id, refusals)
    phases, left_out = [], []
    for kind in first.plan.phases:
        doubts = [*_doubts(first, kind), *_doubts(second, kind)]
        left_out += doubts
        if not doubts:
            phases.append(_phase(first, second, kind))
    return Comparison(first.id, second.id, (), tuple(phases), tuple(dict.fromkeys(left_out)))


def _refusals(first: Assessment, second: Assessment) -> Iterator[str]:
    if first.plan is None or second.plan is None or first.series is None or second.series is None:
        yield N_("Only measurements can be compared, and one of the two is none.")
        return
    yield from _plan_refusals(first.plan, second.plan)
    kinds = [volume.medium.value if volume else "" for volume in (_volume(first), _volume(second))]
    if kinds[0] != kinds[1]:
        yield N_("One was made on a {first} volume, the other on a {second} one.").format(
            first=kinds[0] or N_("unknown"), second=kinds[1] or N_("unknown")
        )


def _plan_refusals(first: Plan, second: Plan) -> Iterator[str]:
    compared = (
        (N_("method"), first.method.value, second.method.value),
        (N_("block size"), size_text(first.block_size), size_text(second.block_size)),
        (N_("number of workers"), str(first.workers), str(second.workers)),
        (N_("data"), first.pattern.value, second.pattern.value),
    )
    for what, one, other in compared:
        if one != other:
            yield N_("The {what} differs: {first} and {second}.").format(what=what, first=one, second=other)
    if abs(log(first.file_size / second.file_size)) > log(1 + AGREEING):
        yield N_("The files differ in size: {first} and {second}.").format(
            first=size_text(first.file_size), second=size_text(second.file_size)
        )


def _volume(assessment: Assessment) -> Volume | None:
    return assessment.host.volume_of(assessment.plan.target.resolved) if assessment.plan else None


def _doubts(assessment: Assessment, kind: PhaseKind) -> Iterator[str]:
    """Yield why a phase of an assessment cannot be compared with anything."""
    figure, validity = _figure(assessment, kind), assessment.validity
    if figure is None or figure.is_partial or validity is None:
        yield N_("The {phase} of {id} has no whole figure.").format(phase=kind.value, id=assessment.id)
    elif validity.standing(kind) is Standing.INVALID:
        yield N_("The {phase} of {id} may not be believed: {why}").format(
            phase=kind.value, id=assessment.id, why=validity.concerning(kind)[0].sentence
        )


def _figure(assessment: Assessment, kind: PhaseKind) -> Figure | None:
    return assessment.measurement.figure(kind) if assessment.measurement else None


def _phase(first: Assessment, second: Assessment, kind: PhaseKind) -> PhaseComparison:
    rates = [_runs(assessment, kind) for assessment in (first, second)]
    before, after = (_headline(assessment, kind) for assessment in (first, second))
    change = log(after / before)
    if min(map(len, rates)) >= FEWEST_RUNS:
        shift = shift_of([log(rate) for rate in rates[0]], [log(rate) for rate in rates[1]])
        return _compared(kind, before, after, shift, Basis.RUNS)
    values = [_stretches(assessment, kind) for assessment in (first, second)]
    if min(map(len, values)) < FEWEST_STRETCHES:
        return PhaseComparison(
            kind, before, after, after / before - 1, None, None, None, Basis.NOTHING, Difference.NOT_SHOWN
        )
    swayed = shift_of(*values)
    # The seconds only tell how far the strict figures may have been off, for those count the flush as well.
    off = change - swayed.estimate
    shift = Shift(change, swayed.low + off, swayed.high + off, swayed.coverage)
    return _compared(kind, before, after, shift, Basis.SECONDS)


def _compared(kind: PhaseKind, before: float, after: float, shift: Shift, basis: Basis) -> PhaseComparison:
    least = log(1 + AGREEING) if basis is Basis.SECONDS else 0.0
    difference = Difference.NOT_SHOWN
    if shift.low > least:
        difference = Difference.FASTER
    elif shift.high < -least:
        difference = Difference.SLOWER
    return PhaseComparison(
        kind,
        before,
        after,
        exp(shift.estimate) - 1,
        exp(shift.low) - 1,
        exp(shift.high) - 1,
        shift.coverage,
        basis,
        difference,
    )


def _runs(assessment: Assessment, kind: PhaseKind) -> list[float]:
    plan = assessment.plan
    return [rate for rate in strict_rates(assessment.runs, kind, plan) if rate > 0] if plan else []


def _headline(assessment: Assessment, kind: PhaseKind) -> float:
    figure = _figure(assessment, kind)
    if figure is None:
        raise ValueError("a phase without a figure was compared")
    return figure.headline


def _stretches(assessment: Assessment, kind: PhaseKind) -> list[float]:
    """Return the logarithms of the mean rates of equal stretches of the run that stands for all."""
    phase = assessment.series.phase(kind) if assessment.series else None
    seconds = busy_seconds(phase) if phase else []
    length = max(SHORTEST_STRETCH_S, -(-len(seconds) // MOST_STRETCHES))
    means = [_mean(seconds[at : at + length]) for at in range(0, len(seconds) - length + 1, length)]
    return [log(mean) for mean in means if mean > 0]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
