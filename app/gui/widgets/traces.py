"""Traces: rates over time as a plot wants them. Loads numpy, so it is imported late."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sizing.measurement import PhaseSeries
from sizing.plan import PhaseKind
from sizing.units import SLOT_S

Numbers = npt.NDArray[np.float64]
Curve = tuple[Numbers, Numbers]
"""Seconds since the run began, and bytes a second."""
_CALM = ((20.0, 0.2), (120.0, 0.5))
"""Up to how many seconds a point is the mean of how many: single slots of 100 ms are too restless to read."""
_CALMEST_S = 1.0


def curve(rates: Sequence[float] | Numbers, step_s: float, began_s: float) -> Curve:
    """Return ``rates``, each the mean over ``step_s`` seconds, as means over as long as the eye needs."""
    numbers = np.asarray(rates, np.float64)
    window = max(1, round(_calm_s(len(numbers) * step_s) / step_s))
    whole = len(numbers) // window * window
    calm: Numbers = numbers[:whole].reshape(-1, window).sum(axis=1) / window
    span = window * step_s
    seconds: Numbers = began_s + (np.arange(len(calm), dtype=np.float64) + 0.5) * span
    return seconds, calm


def total_curve(phase: PhaseSeries) -> Curve:
    """Return the rate of all workers of a kept phase together."""
    length = max((len(track.slots) for track in phase.tracks), default=0)
    total = np.zeros(length, np.float64)
    for track in phase.tracks:
        total[: len(track.slots)] += np.asarray(track.slots, np.float64)
    return curve(total / SLOT_S, SLOT_S, phase.began_s)


def worker_curves(phase: PhaseSeries) -> tuple[Curve, ...]:
    """Return the rate of every worker of a kept phase, by rank."""
    return tuple(curve(np.asarray(track.slots, np.float64) / SLOT_S, SLOT_S, phase.began_s) for track in phase.tracks)


def device_curve(phase: PhaseSeries) -> Curve:
    """Return the device's own rate between the samples of a kept phase, as means over as long as the eye needs."""
    reads = phase.phase is PhaseKind.READ
    at = np.array([sample.at_s for sample in phase.devices])
    moved = np.array([sample.read_bytes if reads else sample.written_bytes for sample in phase.devices], np.float64)
    if len(at) < 2:
        return np.empty(0), np.empty(0)
    span = _calm_s(float(at[-1] - at[0]))
    grid = np.arange(at[0], at[-1] + span / 2, span)
    return phase.began_s + grid[1:] - span / 2, np.diff(np.interp(grid, at, moved)) / span


def _calm_s(seconds: float) -> float:
    """Return how many seconds a point of a curve stands for that lasts ``seconds``."""
    return next((calm for limit, calm in _CALM if seconds <= limit), _CALMEST_S)


def thin(given: Curve, columns: int) -> Curve:
    """Return ``given`` as the least and the greatest value of each of ``columns``, where it has more points.

    Peaks and dips stay whatever the width, and a plot never draws more than two points a column.
    """
    seconds, rates = given
    chunk = -(-len(rates) // max(1, columns))
    if chunk < 3:
        return given
    whole = len(rates) // chunk * chunk
    blocks, at = rates[:whole].reshape(-1, chunk), seconds[:whole].reshape(-1, chunk)
    least, greatest = blocks.min(axis=1), blocks.max(axis=1)
    falls = blocks.argmax(axis=1) < blocks.argmin(axis=1)
    pairs = np.column_stack((np.where(falls, greatest, least), np.where(falls, least, greatest))).ravel()
    times = np.column_stack((at[:, 0], at[:, chunk // 2])).ravel()
    return np.concatenate((times, seconds[whole:])), np.concatenate((pairs, rates[whole:]))


def joined(curves: Sequence[Curve]) -> Curve:
    """Return curves of successive phases as one, with a gap between them."""
    gap = (np.array([np.nan]), np.array([np.nan]))
    pieces = [piece for one in curves if len(one[0]) for piece in (gap, one)][1:]
    if not pieces:
        return np.empty(0), np.empty(0)
    return np.concatenate([piece[0] for piece in pieces]), np.concatenate([piece[1] for piece in pieces])
