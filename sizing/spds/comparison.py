"""Comparison: the three layouts side by side for the same tables, and what may honestly be advised (SPD-013)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from sizing.spds.layout import Pattern, Start, partitions
from sizing.spds.placement import Case, Frame, expected, simulate
from sizing.spds.skew import Skew, mean_scan_rate, skew

_SAME: Final = 0.01
"""Figures within one per cent are called the same."""


class Advice(StrEnum):
    """What the figures show; a front end words it."""

    ZIGZAG_EVENS = "zigzag evens the load"
    ZIGZAG_CHANGES_NOTHING = "zigzag changes nothing"
    RANDOM_IS_EVEN = "random starts are even on average"
    ZIGZAG_NARROWS_SCANS = "zigzag narrows scans"
    SMALL_TABLES = "small tables stay uneven"
    FILLS_UP = "a file system fills up"
    DOES_NOT_FIT = "not everything fits"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One layout: frames over time, expected partitions, skew of them and of what lies there at the end, scan rate."""

    pattern: Pattern
    frames: tuple[Frame, ...]
    expected: tuple[float, ...]
    expected_skew: Skew | None
    skew: Skew | None
    rate: float
    """Bytes a second of scanning all tables one after the other."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """All layouts, how many tables are too small for any of them, the layout to take and why."""

    outcomes: tuple[Outcome, ...]
    small_tables: int
    """Tables of fewer partitions than file systems."""
    best: Pattern
    advice: tuple[Advice, ...]

    def of(self, pattern: Pattern) -> Outcome:
        """Return the outcome of ``pattern``."""
        return next(outcome for outcome in self.outcomes if outcome.pattern is pattern)


def compare(case: Case, rates: Sequence[float]) -> Comparison:
    """Return all layouts for the tables of ``case``, whose own pattern does not matter; ``rates`` in bytes a second."""
    outcomes = tuple(_outcome(replace(case, pattern=pattern), rates) for pattern in Pattern)
    small = sum(0 < partitions(table.size, table.partition) < case.file_systems for table in case.tables)
    plain, zigzag = outcomes[1], outcomes[2]
    advice = tuple(_advice(case, plain, zigzag, small))
    gains = Advice.ZIGZAG_EVENS in advice and Advice.ZIGZAG_NARROWS_SCANS not in advice
    return Comparison(outcomes, small, Pattern.ZIGZAG if gains else _plainest(case), advice)


def _plainest(case: Case) -> Pattern:
    return Pattern.SINGLE if case.file_systems == 1 else Pattern.SEQUENTIAL


def _outcome(case: Case, rates: Sequence[float]) -> Outcome:
    frames, mean = simulate(case), expected(case)
    return Outcome(case.pattern, frames, mean, skew(mean), skew(frames[-1].bytes), mean_scan_rate(case, rates))


def _advice(case: Case, plain: Outcome, zigzag: Outcome, small: int) -> list[Advice]:
    found = []
    if plain.expected_skew and zigzag.expected_skew:
        gain = _is_less(zigzag.expected_skew.over_mean, plain.expected_skew.over_mean)
        found.append(Advice.ZIGZAG_EVENS if gain else Advice.ZIGZAG_CHANGES_NOTHING)
    if case.start is Start.RANDOM:
        found.append(Advice.RANDOM_IS_EVEN)
    if _is_less(zigzag.rate, plain.rate):
        found.append(Advice.ZIGZAG_NARROWS_SCANS)
    if small and case.start is Start.FIXED:
        found.append(Advice.SMALL_TABLES)
    if plain.frames[-1].full:
        found.append(Advice.FILLS_UP)
    if plain.frames[-1].unplaced:
        found.append(Advice.DOES_NOT_FIT)
    return found


def _is_less(one: float, other: float) -> bool:
    return one < other * (1 - _SAME)
