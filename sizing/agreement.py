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
    median: float

    @property
    def spread(self) -> float:
        """Distance of the highest from the lowest / the median."""
        return (max(self.rates) - min(self.rates)) / self.median

    @property
    def is_close(self) -> bool:
        """Whether the runs agree."""
        return self.spread <= AGREEING


def agreement_of(rates: Sequence[float]) -> Agreement | None:
    """Return how far ``rates`` of several runs agree, or ``None`` if there are not two that moved anything."""
    if len(rates) < 2 or min(rates) <= 0:
        return None
    return Agreement(tuple(rates), percentile(rates, 0.5))
