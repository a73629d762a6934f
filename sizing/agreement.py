"""Agreement: how far the same rate differs from run to run."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sizing.windows import percentile

AGREEING: Final = 0.05
"""Spread up to which runs agree: the band in which rates count as equal (IOT-009)."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """The strict rates (bytes a second per physical core) of several runs of one phase."""

    rates: tuple[float, ...]
    """That of the run which stands for all first, the others in the order they were made."""
    median: float
    headline: float
    """What counts for all: the median; where running on is the point of it, the last."""

    @property
    def spread(self) -> float:
        """Distance of the highest from the lowest / the median."""
        return (max(self.rates) - min(self.rates)) / self.median

    @property
    def is_close(self) -> bool:
        """Whether the runs agree."""
        return self.spread <= AGREEING


def agreement_of(rates: Sequence[float], *, does_first_count: bool = False) -> Agreement | None:
    """Return how far ``rates`` of several runs agree, or ``None`` if there are not two that moved anything.

    The first counts for all if ``does_first_count``, else the median.
    """
    if len(rates) < 2 or min(rates) <= 0:
        return None
    median = percentile(rates, 0.5)
    return Agreement(tuple(rates), median, rates[0] if does_first_count else median)
