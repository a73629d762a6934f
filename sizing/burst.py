"""Burst forecast: how long a rate above the baseline lasts, and what is left then."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sizing.capacity import machine_limit
from sizing.catalog import InstanceType
from sizing.storage import Allocation, bucket_size, burst, sustained

VM_BURST_S: Final = 1800.0
"""How long a machine reaches its full burst from a full bucket: EBS-optimised sizes 30 minutes at least once a day (EC2
documentation), Azure about 30 minutes (FACTS AZ-006)."""


class Bursting(StrEnum):
    """Who bursts."""

    VOLUMES = "volumes"
    MACHINE = "machine"


@dataclass(frozen=True, slots=True)
class Forecast:
    """What becomes of ``asked`` bytes a second. All rates are those of everything together."""

    who: Bursting
    asked: float
    baseline: float
    peak: float
    bucket: float | None
    """Bytes above the baseline in a full bucket; ``None`` where the vendor does not say."""
    lasts_s: float | None
    """Seconds until the baseline is all there is; ``None`` if unknown, infinite if what is asked needs no burst."""

    @property
    def is_burst(self) -> bool:
        """Whether what is asked is more than the baseline."""
        return self.asked > self.baseline

    def is_run_burst(self, seconds: float) -> bool:
        """Return whether a run of ``seconds`` shows the burst and not what remains (FACTS IOT-027)."""
        return self.is_burst and (self.lasts_s is None or seconds < self.lasts_s)


def forecasts(machine: InstanceType, storage: Allocation, asked: float) -> tuple[Forecast, ...]:
    """Return a forecast for everything on the way that can burst, if SAS asks for ``asked`` bytes a second."""
    return tuple(_all(machine, storage, asked))


def _all(machine: InstanceType, storage: Allocation, asked: float) -> Iterator[Forecast]:
    size, count = storage.size, storage.count
    base = sustained(storage.volume, size, storage.iops, storage.rate, storage.count)
    peak = burst(storage.volume, size, storage.iops, storage.rate)
    if base is not None and peak is not None:
        bucket = bucket_size(storage.volume, size, base, peak)
        held = None if bucket is None else bucket * count
        yield forecast(Bursting.VOLUMES, asked, base * count, peak * count, held)
    limit = None if storage.is_shared else machine_limit(machine, storage.volume)
    if limit is not None and limit.burst is not None and limit.rate is not None and limit.burst > limit.rate:
        held = (limit.burst - limit.rate) * VM_BURST_S
        yield forecast(Bursting.MACHINE, asked, limit.rate, limit.burst, held)


def forecast(who: Bursting, asked: float, baseline: float, peak: float, bucket: float | None) -> Forecast:
    """Return how long ``bucket`` bytes carry what is ``asked`` above ``baseline``, at most ``peak``."""
    drain = min(asked, peak) - baseline
    lasts = float("inf") if drain <= 0 else None if bucket is None else bucket / drain
    return Forecast(who, asked, baseline, peak, bucket, lasts)
