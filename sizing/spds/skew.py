"""Skew: how unevenly file systems are loaded, and what that costs a scan."""

from collections.abc import Sequence
from dataclasses import dataclass

from sizing.spds.layout import partitions
from sizing.spds.placement import Case, spread


@dataclass(frozen=True, slots=True)
class Skew:
    """``over_mean``: the fullest against the mean, 1 where even; ``gini``: 0 where even, near 1 where one has all."""

    over_mean: float
    gini: float


def skew(loads: Sequence[float]) -> Skew | None:
    """Return the skew of ``loads``; ``None`` where there is no load."""
    total = sum(loads)
    if not total:
        return None
    count = len(loads)
    ranked = sum(rank * load for rank, load in enumerate(sorted(loads), 1))
    return Skew(max(loads) * count / total, 2 * ranked / (count * total) - (count + 1) / count)


def scan_rate(loads: Sequence[float], rates: Sequence[float]) -> float:
    """Return the bytes a second of a scan that reads all file systems at once and ends with the slowest.

    Raises:
        ValueError: a file system that holds something has no rate.
    """
    if any(load and rate <= 0 for load, rate in zip(loads, rates, strict=True)):
        raise ValueError("a rate must be above 0")
    longest = max((load / rate for load, rate in zip(loads, rates, strict=True) if load), default=0.0)
    return sum(loads) / longest if longest else 0.0


def mean_scan_rate(case: Case, rates: Sequence[float]) -> float:
    """Return the rate at which all tables of ``case`` are scanned one after the other, at the first moment.

    Tables of the same partitions and start are laid once.
    """
    alike: dict[tuple[int, int], int] = {}
    for table, start in zip(case.tables, case.starts, strict=True):
        key = partitions(table.size, table.partition), start
        alike[key] = alike.get(key, 0) + table.size
    entries, seconds = case.order, 0.0
    for (count, start), size in alike.items():
        loads = spread(count, start, entries, case.file_systems)
        if count:
            seconds += size / scan_rate(loads, rates)
    total = sum(alike.values())
    return total / seconds if seconds else 0.0
