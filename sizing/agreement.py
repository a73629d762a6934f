"""Agreement: how far the same rate differs from run to run."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from sizing.windows import percentile

AGREEING: Final = 0.05
"""Spread up to which runs agree: the band in which rates count as equal (IOT-009)."""
AT_END: Final = 0.25
"""Share of the runs that shows what is left at the end (ours)."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """The strict rates (bytes a second per physical core) of several runs of one phase."""

    rates: tuple[float, ...]
    """That of the run which stands for all first, the others in the order they were made."""
    median: float
    headline: float
    """What counts for all: the median; where running on is the point of it, that of the last quarter of the runs."""

    @property
    def spread(self) -> float:
        """Distance of the highest from the lowest / the median."""
        return (max(self.rates) - min(self.rates)) / self.median

    @property
    def is_close(self) -> bool:
        """Whether the runs agree."""
        return self.spread <= AGREEING


def agreement_of(rates: Sequence[float], *, is_last_first: bool = False) -> Agreement | None:
    """Return how far ``rates`` of several runs agree, or ``None`` if there are not two that moved anything.

    The end of the runs counts if ``is_last_first``: then the first rate is that of the last run.
    """
    if len(rates) < 2 or min(rates) <= 0:
        return None
    median = percentile(rates, 0.5)
    in_time = (*rates[1:], rates[0])
    at_end = in_time[-ceil(len(rates) * AT_END) :]
    return Agreement(tuple(rates), median, percentile(at_end, 0.5) if is_last_first else median)
