"""Curves: the raw series of a phase reduced to what a chart of a few hundred columns can show."""

from collections.abc import Sequence
from itertools import pairwise, zip_longest
from math import ceil

from app.i18n import tr
from app.report.blocks import Curve, Stroke
from sizing.i18n import N_
from sizing.measurement import DeviceSample, PhaseSeries
from sizing.plan import PhaseKind
from sizing.units import SLOT_S

COLUMNS = 300
"""Most points of a curve: more than a printed chart can tell apart."""
SECOND = 10
"""Slots of a second."""
LONGEST_BAND = 10_000
"""Slots in a point beyond which single seconds are not looked at: a phase of three days and more."""


def totals(phase: PhaseSeries) -> list[int]:
    """Return the bytes all workers moved in each slot."""
    return [sum(moved) for moved in zip_longest(*(track.slots for track in phase.tracks), fillvalue=0)]


def window_of(slots: int) -> int:
    """Return how many slots go into one point of a curve: a second or more, fewer only in a short phase."""
    least = max(-(-slots // COLUMNS), min(SECOND, slots // 20))
    power = 1
    while 10 * power < least:
        power *= 10
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least)


def rates(slots: Sequence[int], window: int, end_s: float) -> list[tuple[float, float]]:
    """Return (middle, bytes a second) of each ``window`` of slots; the last one ends with the phase at ``end_s``.

    The silence between the last slot and the end, while data are flushed, counts: nothing was accepted then.
    """
    points = []
    for first in range(0, _length(slots, end_s), window):
        start = first * SLOT_S
        stop = min((first + window) * SLOT_S, max(end_s, start + SLOT_S / 10))
        points.append(((start + stop) / 2, sum(slots[first : first + window]) / (stop - start)))
    return points


def throughput(phase: PhaseSeries) -> tuple[Curve, ...]:
    """Return the curve of all workers together; in a long phase a band of its slowest and fastest seconds below it."""
    slots = totals(phase)
    window = window_of(_length(slots, phase.seconds))
    colour = "write" if phase.phase is PhaseKind.WRITE else "read"
    line = Curve(tr(N_("all workers")), colour, Stroke.AREA, tuple(rates(slots, window, phase.seconds)))
    if not 2 * SECOND <= window <= LONGEST_BAND:
        return (line,)
    seconds = [rate for _at, rate in rates(slots, SECOND, phase.seconds)]
    count = window // SECOND
    band = tuple(
        (line.points[0][0] + index * window * SLOT_S, min(chunk), max(chunk))
        for index, chunk in enumerate(seconds[first : first + count] for first in range(0, len(seconds), count))
    )
    return (Curve(tr(N_("slowest and fastest second")), colour, Stroke.BAND, band), line)


def device(phase: PhaseSeries) -> Curve | None:
    """Return the device's own rate in the direction of the phase, or ``None`` where it was not sampled."""
    moved = [(sample.at_s, _moved(sample, phase.phase)) for sample in phase.devices]
    span = max(phase.seconds / COLUMNS, window_of(round(phase.seconds / SLOT_S)) * SLOT_S)
    kept = _thinned(moved, span)
    points = tuple(
        ((before[0] + after[0]) / 2, max(after[1] - before[1], 0) / (after[0] - before[0]))
        for before, after in pairwise(kept)
    )
    return Curve(tr(N_("the device itself")), "device", Stroke.LINE, points) if points else None


def device_bytes(phase: PhaseSeries) -> int | None:
    """Return what the device moved in the direction of the phase, or ``None`` where it was not sampled."""
    return _moved(phase.devices[-1], phase.phase) if phase.devices else None


def _moved(sample: DeviceSample, phase: PhaseKind) -> int:
    return sample.written_bytes if phase is PhaseKind.WRITE else sample.read_bytes


def _length(slots: Sequence[int], end_s: float) -> int:
    return max(len(slots), ceil(end_s / SLOT_S - 1e-6))


def _thinned(moved: list[tuple[float, int]], span: float) -> list[tuple[float, int]]:
    """Return the samples that are at least ``span`` seconds apart, beginning with the start of the phase."""
    kept = [(0.0, 0)]
    for at_s, total in moved:
        if at_s - kept[-1][0] >= span * 0.95:
            kept.append((at_s, total))
    return kept
