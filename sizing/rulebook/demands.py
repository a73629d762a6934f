"""Demands: limits that rows share. What is only recommended warns, however far the figure is off."""

from typing import Final

from sizing.rules import Limit
from sizing.units import Unit

REQUIRED: Final = Limit(Unit.YES, passes=1.0)
ADVISED: Final = Limit(Unit.YES, passes=1.0, warns=0.0)


def advised(unit: Unit, least: float) -> Limit:
    """Return a limit that recommends at least ``least``."""
    return Limit(unit, passes=float(least), warns=0.0)


def advised_at_most(unit: Unit, most: float) -> Limit:
    """Return a limit that recommends at most ``most``."""
    return Limit(unit, passes=float(most), at_most=True, never_fails=True)
