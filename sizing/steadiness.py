"""Steadiness: whether a rate holds, and the knee after which it is another one.

A knee is where a buffer is full: the page cache, the fast part of a flash device, an allowance for bursts. It is found
as the step that explains single seconds best (least squares), and counts only if it explains them better than a
straight line does, which is a rate that sags, and stands out of their noise.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import fsum, sqrt
from typing import Final

BEFORE_S: Final = 2
AFTER_S: Final = 5
"""Seconds there must be before and after a knee: fewer are a hiccup (ours)."""
DROP: Final = 0.2
"""Share by which the rate must fall at a knee (ours): less would hardly change a verdict."""
CLEARNESS: Final = 2.0
"""The step must be this many standard deviations of the seconds around it (ours)."""
ROUNDS: Final = 5
LARGEST_RANGE: Final = 0.2
LARGEST_SLOPE: Final = 0.1
"""A rate is steady if over five rounds it strays by no more than a fifth of its mean, and the line through them rises
or falls by no more than a tenth: the steady state of SNIA's Solid State Storage Performance Test Specification."""
SHORTEST_S: Final = 2 * ROUNDS
"""Seconds below which nothing is said: a round of one second is mostly noise (ours)."""
_FINEST: Final = 4000
"""Seconds of a curve that are looked at one by one; of a longer run, means of several."""


@dataclass(frozen=True, slots=True)
class Steadiness:
    """How the rate of all workers (bytes a second) held. Times in seconds since the phase began."""

    is_steady: bool
    """Whether it held after the knee, or all the time where there is none."""
    after: float
    """Mean rate after the knee, or of all seconds looked at."""
    knee_s: float | None = None
    before: float | None = None
    """Mean rate before the knee."""


def steadiness_of(rates: Sequence[float], began_s: float) -> Steadiness | None:
    """Return how ``rates`` of single seconds held, the first from ``began_s`` on; ``None`` if they are too few."""
    if len(rates) < SHORTEST_S:
        return None
    step = -(-len(rates) // _FINEST)
    points = [_mean(rates[at : at + step]) for at in range(0, len(rates) - step + 1, step)]
    knee = last_knee(points)
    after = points[knee:]
    return Steadiness(
        is_steady=is_steady(after),
        after=_mean(after),
        knee_s=began_s + knee * step if knee else None,
        before=_mean(points[:knee]) if knee else None,
    )


def last_knee(rates: Sequence[float]) -> int:
    """Return the index of the first rate after the last knee, or 0 where there is none."""
    found = 0
    while knee := _knee(rates[found:]):
        found += knee
    return found


def is_steady(rates: Sequence[float]) -> bool:
    """Return whether ``rates`` neither stray nor drift, looked at in five rounds."""
    rounds = _rounds(rates)
    mean = _mean(rounds)
    if mean <= 0:
        return False
    rise = abs(_slope(rounds)) * (len(rounds) - 1)
    return max(rounds) - min(rounds) <= LARGEST_RANGE * mean and rise <= LARGEST_SLOPE * mean


def _knee(rates: Sequence[float]) -> int:
    """Return where ``rates`` fall from one level to another that holds, or 0."""
    length = len(rates)
    if length < BEFORE_S + AFTER_S:
        return 0
    sums = list(accumulate(rates, initial=0.0))
    # Least squares: the step with the largest weighted difference of its levels leaves the least unexplained.
    best = max(range(1, length), key=lambda at: _gain(sums, at))
    if not BEFORE_S <= best <= length - AFTER_S:
        return 0
    before, after = rates[:best], rates[best:]
    fall = _mean(before) - _mean(after)
    rest = _deviation(before) + _deviation(after)
    if fall < DROP * _mean(before) or fall < CLEARNESS * sqrt(rest / length):
        return 0
    return best if rest < _deviation_from_line(rates) else 0


def _gain(sums: Sequence[float], at: int) -> float:
    """Return what a step ``at`` explains of the squares, 0 if it rises."""
    length = len(sums) - 1
    fall = sums[at] / at - (sums[-1] - sums[at]) / (length - at)
    return fall * fall * at * (length - at) / length if fall > 0 else 0.0


def _rounds(rates: Sequence[float]) -> list[float]:
    edges = [round(len(rates) * number / ROUNDS) for number in range(ROUNDS + 1)]
    parts = (rates[start:end] for start, end in pairwise(edges))
    return [_mean(part) for part in parts if part]


def _mean(rates: Sequence[float]) -> float:
    return fsum(rates) / len(rates) if rates else 0.0


def _deviation(rates: Sequence[float]) -> float:
    """Return the sum of the squared distances from the mean."""
    mean = _mean(rates)
    return fsum((rate - mean) ** 2 for rate in rates)


def _slope(rates: Sequence[float]) -> float:
    """Return by how much the line of least squares rises from one of ``rates`` to the next."""
    middle, mean = (len(rates) - 1) / 2, _mean(rates)
    spread = fsum((at - middle) ** 2 for at in range(len(rates)))
    return fsum((at - middle) * (rate - mean) for at, rate in enumerate(rates)) / spread if spread else 0.0


def _deviation_from_line(rates: Sequence[float]) -> float:
    """Return the sum of the squared distances from the line of least squares."""
    middle, slope, mean = (len(rates) - 1) / 2, _slope(rates), _mean(rates)
    return fsum((rate - mean - slope * (at - middle)) ** 2 for at, rate in enumerate(rates))
