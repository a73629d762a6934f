"""Ranks: by how much one set of values is larger than another, without a guess at how they are spread.

The shift is the median of all differences between the two sets (Hodges and Lehmann 1963); its interval takes from the
sorted differences as many as the rank sum test of Wilcoxon, Mann and Whitney leaves. Nothing in it is random, so that
the same two sets always get the same answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from math import comb
from typing import Final

from sizing.windows import percentile

LEVEL: Final = 0.95
"""Share of cases in which an interval shall hold the true shift; with fewer than four values each it cannot."""


@dataclass(frozen=True, slots=True)
class Shift:
    """By how much the second set is larger, and between what that lies in ``coverage`` (0 to 1) of cases."""

    estimate: float
    low: float
    high: float
    coverage: float


def shift_of(first: Sequence[float], second: Sequence[float]) -> Shift:
    """Return by how much ``second`` is larger than ``first``; each needs a value."""
    differences = sorted(after - before for before in first for after in second)
    left_out, coverage = _left_out(len(first), len(second))
    estimate = percentile(differences, 0.5)
    return Shift(estimate, differences[left_out], differences[-1 - left_out], coverage)


@cache
def _left_out(first: int, second: int) -> tuple[int, float]:
    """Return how many differences may be left out at each end so that :data:`LEVEL` still holds, and what then holds.

    Where even all of them do not reach it, none is left out.
    """
    arrangements = comb(first + second, first)
    best = 0
    below = list(accumulate(rank_sums(first, second)))
    while 2 * below[best + 1] <= (1 - LEVEL) * arrangements:
        best += 1
    return best, max(0.0, 1 - 2 * below[best] / arrangements)


def rank_sums(first: int, second: int) -> list[int]:
    """Return for 0, 1, 2 ... how many arrangements of two sets have so many pairs in the wrong order.

    They are the coefficients of a Gaussian binomial: the product of (1 - q^(second + i)) / (1 - q^i) for i up to first.
    """
    length = first * second + 1
    counts = [1] + [0] * (length - 1)
    for number in range(1, first + 1):
        for at in range(length - 1, second + number - 1, -1):
            counts[at] -= counts[at - second - number]
        for at in range(number, length):
            counts[at] += counts[at - number]
    return counts
