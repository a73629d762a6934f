"""Storage as bought: how many volumes of which type, and what they deliver for good or in bursts."""

import math
from dataclasses import dataclass

from sizing.catalog import Kind, VolumeType
from sizing.units import GIB


@dataclass(frozen=True, slots=True)
class Allocation:
    """``count`` equal volumes, striped where there are several; ``size`` and ``rate`` are those of each."""

    volume: VolumeType
    count: int
    size: float
    iops: float | None = None
    """I/O operations a second bought for each volume, where the type sells them."""
    rate: float | None = None
    """Throughput bought for each volume, where the type sells it."""
    chunk: int | None = None
    """Bytes of a RAID 0 chunk."""

    def __post_init__(self) -> None:
        """Refuse what nobody can buy."""
        if self.count < 1 or not self.size >= 0 or not math.isfinite(self.size):
            raise ValueError("storage needs at least one volume and a size from 0")

    @property
    def total_size(self) -> float:
        """Bytes of all volumes together."""
        return self.count * self.size

    @property
    def is_shared(self) -> bool:
        """Whether it is reached through the network and several machines may use it."""
        return self.volume.kind in (Kind.SHARED, Kind.OBJECT)


def sells_rate(volume: VolumeType) -> bool:
    """Return whether throughput is bought apart from the size."""
    return volume.rates.included is not None or volume.tariff.rate is not None


def sells_iops(volume: VolumeType) -> bool:
    """Return whether I/O operations are bought apart from the size."""
    return bool(volume.tariff.iops) or (volume.iops.included is not None and volume.rates.max_io is not None)


def iops_of(volume: VolumeType, size: float, bought: float | None) -> float | None:
    """Return the I/O operations a second one volume has for good; ``None`` where the vendor states none."""
    iops = volume.iops
    if iops.per_gib is not None:
        return min(max(iops.per_gib * size / GIB, iops.floor or 0), iops.maximum or math.inf)
    if sells_iops(volume):
        return min(max(bought or 0, iops.included or 0), iops.maximum or math.inf)
    return iops.maximum


def sustained(volume: VolumeType, size: float, iops: float | None, rate: float | None, count: int = 1) -> float | None:
    """Return the bytes a second one of ``count`` volumes delivers for good, in both directions; ``None`` if unknown.

    What a machine gets before any size counts (Google's baseline of a VM) is there once, however many volumes share it.
    """
    rates = volume.rates
    ceilings = [ceiling for ceiling in (rates.maximum, rates.write_maximum) if ceiling is not None]
    if rates.per_byte is not None:
        ceilings.append((rates.floor or 0) / count + rates.per_byte * size)
    if sells_rate(volume):
        ceilings.append(max(rate or 0, rates.included or 0))
    operations = iops_of(volume, size, iops)
    if rates.max_io is not None and operations is not None:
        ceilings.append(operations * rates.max_io)
    elif sells_iops(volume) and rates.per_byte is None:
        return None  # throughput follows the operations by a figure nobody gave
    return min(ceilings, default=None)


def burst(volume: VolumeType, size: float, iops: float | None, rate: float | None) -> float | None:
    """Return the bytes a second one volume reaches while its bucket lasts; ``None`` where it cannot burst."""
    bucket, rates = volume.bucket, volume.rates
    reached = [bucket.rate] if bucket.rate is not None else []
    if bucket.per_byte is not None:
        reached.append(min(bucket.per_byte * size, bucket.maximum or math.inf))
    if volume.iops.burst is not None and rates.max_io is not None:
        reached.append(min(volume.iops.burst * rates.max_io, rates.maximum or math.inf))
    usual = sustained(volume, size, iops, rate)
    best = max(reached, default=None)
    return best if best is not None and usual is not None and best > usual else None


def bucket_size(volume: VolumeType, size: float, baseline: float, peak: float) -> float | None:
    """Return the bytes above the baseline a full bucket holds, of a volume that bursts to ``peak``."""
    bucket = volume.bucket
    if bucket.size is not None:
        return bucket.size
    if bucket.size_per_byte is not None:
        return bucket.size_per_byte * size
    if bucket.seconds is not None and volume.iops.burst is not None and volume.rates.max_io is not None:
        return volume.iops.burst * bucket.seconds * volume.rates.max_io
    return None if bucket.seconds is None else (peak - baseline) * bucket.seconds


def least_iops(rate: float, max_io: int) -> float:
    """Return the I/O operations a second that carry ``rate`` in the largest requests (FACTS AWS-004)."""
    return rate / max_io
