"""Latency: how long blocks took, from histograms whose buckets grow with the time they stand for.

Each worker counts its blocks into buckets, 32 for each doubling of the time, so that what is read from them is off by
less than 2 %, from half a microsecond to centuries, without keeping every single time.
"""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from sizing.measurement import PhaseSeries, Slots

STEPS: Final = 32
"""Buckets for each doubling."""
OFFSET_NS: Final = 64
"""Added to each time before it is sorted in, so that no time is too short to have a bucket."""
_BITS: Final = STEPS.bit_length()


@dataclass(frozen=True, slots=True)
class Latency:
    """How long the blocks of a phase took, in seconds: the time 50, 95 and 99 % of them kept to, and the longest."""

    blocks: int
    p50_s: float
    p95_s: float
    p99_s: float
    max_s: float


def bucket(nanoseconds: int) -> int:
    """Return the bucket of a block that took ``nanoseconds``."""
    value = nanoseconds + OFFSET_NS
    shift = value.bit_length() - _BITS
    return STEPS * shift + (value >> shift)


def bucket_middle_s(index: int) -> float:
    """Return the seconds in the middle of a bucket."""
    shift = max(0, index // STEPS - 1)
    first = (index - STEPS * shift) << shift
    return max(0.0, first + ((1 << shift) - 1) / 2 - OFFSET_NS) / 1e9


def latency(phase: PhaseSeries) -> Latency | None:
    """Return how long the blocks of all workers took, ``None`` where that was not recorded.

    A block's time is that from the return of the call before it to the return of its own.
    """
    counts = merged(track.latencies for track in phase.tracks)
    blocks = sum(counts)
    if not blocks:
        return None
    until = list(accumulate(counts))
    p50, p95, p99, most = (_quantile(until, share) for share in (0.5, 0.95, 0.99, 1.0))
    return Latency(blocks, p50, p95, p99, most)


def merged(histograms: Iterable[Slots]) -> Slots:
    """Return the sum of several histograms."""
    total: Slots = array("Q")
    for histogram in histograms:
        total.extend([0] * (len(histogram) - len(total)))
        for index, count in enumerate(histogram):
            total[index] += count
    return total


def _quantile(until: list[int], share: float) -> float:
    """Return the time that ``share`` of the blocks kept to; ``until`` counts those up to each bucket."""
    wanted = max(1.0, share * until[-1])
    return bucket_middle_s(next(index for index, count in enumerate(until) if count >= wanted))
