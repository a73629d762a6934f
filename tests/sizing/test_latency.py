"""Latency: what is read from the buckets is the time that was counted, within 2 %."""

from array import array
from math import ceil

from hypothesis import given
from hypothesis import strategies as st

from sizing.latency import OFFSET_NS, bucket, bucket_middle_s, latency, merged
from sizing.measurement import PhaseSeries, Track
from sizing.plan import PhaseKind

TIMES = st.integers(min_value=500, max_value=10**15)
"""Nanoseconds: no call of the system is shorter than half a microsecond, and none lasts twelve days."""


def histogram(times: list[int]) -> "array[int]":
    counts = array("Q", [0] * (1 + max(map(bucket, times), default=-1)))
    for time in times:
        counts[bucket(time)] += 1
    return counts


def phase_of(*workers: list[int]) -> PhaseSeries:
    tracks = (Track(rank, 0.0, 1.0, 1.0, 0, latencies=histogram(times)) for rank, times in enumerate(workers))
    return PhaseSeries(PhaseKind.READ, 0.0, tuple(tracks))


def is_near(found_s: float, exact_ns: int) -> bool:
    return abs(found_s * 1e9 - exact_ns) < 0.02 * exact_ns


@given(TIMES)
def test_a_time_comes_back_within_two_per_cent(time: int) -> None:
    assert is_near(bucket_middle_s(bucket(time)), time)


@given(st.integers(min_value=0, max_value=OFFSET_NS))
def test_even_the_shortest_time_has_a_bucket_and_is_off_by_nanoseconds_only(time: int) -> None:
    assert abs(bucket_middle_s(bucket(time)) * 1e9 - time) <= 2


@given(TIMES, TIMES)
def test_a_longer_time_is_in_the_same_bucket_or_a_later_one(one: int, other: int) -> None:
    assert (bucket(one) <= bucket(other)) or one > other


@given(st.lists(st.lists(TIMES, min_size=1, max_size=50), min_size=1, max_size=4))
def test_percentiles_are_those_of_all_blocks_together_within_two_per_cent(workers: list[list[int]]) -> None:
    times = sorted(time for each in workers for time in each)
    found = latency(phase_of(*workers))
    assert found is not None
    assert found.blocks == len(times)
    for seconds, share in ((found.p50_s, 0.5), (found.p95_s, 0.95), (found.p99_s, 0.99), (found.max_s, 1.0)):
        assert is_near(seconds, times[ceil(share * len(times)) - 1])


@given(st.lists(TIMES, min_size=1, max_size=30), st.lists(TIMES, min_size=1, max_size=30))
def test_it_does_not_matter_which_worker_moved_a_block(one: list[int], other: list[int]) -> None:
    assert latency(phase_of(one, other)) == latency(phase_of(one + other, []))
    assert merged([histogram(one), histogram(other)]) == histogram(one + other)


def test_a_phase_whose_times_nobody_recorded_has_no_latency() -> None:
    assert latency(phase_of([], [])) is None
    assert latency(PhaseSeries(PhaseKind.WRITE, 0.0, ())) is None
