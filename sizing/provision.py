"""Provisioning: every way to buy storage of a type that delivers a rate and holds a size."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

from sizing.catalog import Kind, VolumeType
from sizing.cost import storage_lines
from sizing.storage import Allocation, sells_iops, sells_rate, sustained
from sizing.units import GIB, KIB, MIB

COUNTS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16)
LEVELS: Final = (1.0, 1.25, 1.5, 2.0)
"""How many times the rate needed: dearer plans that leave headroom, for the Pareto front."""
CHUNK: Final = MIB
"""Of a stripe set on cloud volumes (seed 004: mdadm with a chunk of 1 MiB)."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One way to buy storage: what it delivers for good in all, and what it costs a month."""

    storage: Allocation
    rate: float
    month: float


def tried(volumes: tuple[VolumeType, ...]) -> int:
    """Return how many ways :func:`plans` looks at."""
    return sum(1 for volume in volumes for _ in _ways(volume))


def plans(volumes: tuple[VolumeType, ...], rate: float, size: float, nodes: int = 1) -> list[Plan]:
    """Return every priced plan for ``rate`` bytes a second and ``size`` bytes on each machine, cheapest first.

    A shared service carries all ``nodes`` at once, and ``size`` is then that of all together.
    """
    found: dict[tuple[object, ...], Plan] = {}
    for volume in volumes:
        each = nodes if volume.kind is Kind.SHARED else 1
        for count, level in _ways(volume):
            storage = provision(volume, count, rate * level * each, size)
            if storage is None:
                continue
            key = (volume.name, count, storage.size, storage.iops, storage.rate)
            if (
                key not in found
                and (plan := _priced(storage, nodes)) is not None
                and plan.rate >= rate * each * 0.999999
            ):
                found[key] = plan
    return sorted(found.values(), key=attrgetter("month"))


def usable(volumes: tuple[VolumeType, ...]) -> tuple[VolumeType, ...]:
    """Return those types of the current edition that SAS libraries may lie on and whose price a month can be known.

    What is billed for each request is left out: no demand tells how many there will be.
    """
    return tuple(volume for volume in volumes if volume.is_current and volume.is_priced and _may_hold(volume))


def _may_hold(volume: VolumeType) -> bool:
    return volume.kind in (Kind.BLOCK, Kind.SHARED) and volume.tariff.writes_10k is None


def _ways(volume: VolumeType) -> Iterator[tuple[int, float]]:
    is_fixed = volume.rates.per_byte is None and not sells_rate(volume) and not sells_iops(volume)
    for count in (1,) if volume.kind is Kind.SHARED else COUNTS:
        for level in (1.0,) if is_fixed else LEVELS:
            yield count, level


def _priced(storage: Allocation, nodes: int) -> Plan | None:
    one = sustained(storage.volume, storage.size, storage.iops, storage.rate, storage.count)
    if one is None:
        return None
    month = 0.0
    for line in storage_lines(storage, nodes):
        if line.price is None:
            return None
        month += line.quantity * line.price
    return Plan(storage, one * storage.count, month)


def provision(volume: VolumeType, count: int, rate: float, size: float) -> Allocation | None:
    """Return the least of ``volume``, ``count`` of them, for ``rate`` and ``size``; ``None`` if it cannot be bought."""
    rates, each = volume.rates, rate / count
    if each > min(rates.maximum or math.inf, rates.write_maximum or math.inf):
        return None
    per = max(size / count, volume.size_min or 0, GIB)
    if rates.per_byte:
        per = max(per, (each - (rates.floor or 0) / count) / rates.per_byte)
    if volume.iops.per_gib and rates.max_io:
        per = max(per, each / rates.max_io / volume.iops.per_gib * GIB)
    per = math.ceil(per / GIB - 1e-9) * GIB
    if volume.tariff.whole is not None and volume.size_max is not None:
        if per > volume.size_max:
            return None
        per = volume.size_max  # sold whole
    if per > (volume.size_max or math.inf):
        return None
    iops = _iops(volume, each)
    if iops is not None and iops > (volume.iops.maximum or math.inf):
        return None
    bought = _bought(volume, each)
    return Allocation(volume, count, float(per), iops, bought, CHUNK if count > 1 else None)


def _iops(volume: VolumeType, rate: float) -> float | None:
    if not sells_iops(volume):
        return None
    per_io = volume.rates.max_io or 256 * KIB
    return max(float(math.ceil(rate / per_io)), volume.iops.included or 0)


def _bought(volume: VolumeType, rate: float) -> float | None:
    if not sells_rate(volume):
        return None
    unit = volume.tariff.rate_unit
    return max(math.ceil(rate / unit - 1e-9) * unit, volume.rates.included or 0)
