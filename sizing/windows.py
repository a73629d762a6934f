"""Windows: the rates of single seconds, and what they say that a mean hides.

Only seconds in which all workers were at work are looked at: before and after, fewer of them share the storage, so that
those seconds say nothing of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from sizing.units import SLOT_S

SLOTS_A_SECOND: Final = round(1 / SLOT_S)
FEWEST: Final = 5
"""Seconds below which neither a median nor a slowest twentieth means anything (ours)."""
LOW_SHARE: Final = 0.05
"""The slow seconds: the slowest twentieth."""


@dataclass(frozen=True, slots=True)
class Seconds:
    """What whole seconds delivered while all workers were at work; rates of all workers, in bytes a second.

    In a write they tell what the file system accepted, which at first is what the page cache takes.
    """

    count: int
    median: float
    """Half of the seconds were faster, half slower."""
    low: float
    """The 5th percentile: one second in twenty was slower than this."""


def whole_seconds(slots: Sequence[int], start_s: float, end_s: float) -> list[float]:
    """Return the rate (bytes a second) of each whole second of 100 ms ``slots`` between two moments.

    What is left of a second at the end is not told.
    """
    # A little off the edges, for 0.3 / 0.1 is less than 3.
    first = max(0, ceil(start_s / SLOT_S - 1e-6))
    last = min(len(slots), int(end_s / SLOT_S + 1e-6))
    ends = range(first + SLOTS_A_SECOND, last + 1, SLOTS_A_SECOND)
    return [float(sum(slots[end - SLOTS_A_SECOND : end])) for end in ends]


def seconds_of(rates: Sequence[float]) -> Seconds | None:
    """Return what ``rates`` of single seconds say, or ``None`` where there are too few."""
    if len(rates) < FEWEST:
        return None
    return Seconds(len(rates), percentile(rates, 0.5), percentile(rates, LOW_SHARE))


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which ``share`` (0 to 1) of ``values`` lie, in proportion between two neighbours.

    Of the definitions in use it is number 7 of Hyndman and Fan (1996), the one most programs take.
    """
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])
