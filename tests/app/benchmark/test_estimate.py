"""Estimate: how long a run will still take."""

import pytest

from app.benchmark.estimate import seconds_left

MB = 1_000_000


def test_nothing_is_said_before_a_second_or_before_a_byte() -> None:
    assert seconds_left(0.9, 10 * MB, 100 * MB, 0, [10 * MB]) is None
    assert seconds_left(5, 0, 100 * MB, 0, [0.0]) is None


def test_a_steady_rate_gives_a_narrow_range_around_the_truth() -> None:
    found = seconds_left(10, 1000 * MB, 3000 * MB, 0, [100 * MB, 100 * MB])
    assert found is not None
    low, high = found
    assert low < 20 < high
    assert high - low == pytest.approx(5)


def test_what_the_cache_swallowed_must_still_be_flushed() -> None:
    found = seconds_left(10, 1000 * MB, 1000 * MB, 0, [100 * MB, 20 * MB])
    assert found is not None
    low, high = found
    assert low == 0
    assert high >= 40


def test_a_later_phase_is_counted_with_a_wider_range() -> None:
    found = seconds_left(10, 1000 * MB, 2000 * MB, 2000 * MB, [100 * MB])
    assert found is not None
    low, high = found
    assert low < 10 + 20 < high


def test_a_device_that_moved_nothing_yet_is_no_rate() -> None:
    found = seconds_left(10, 1000 * MB, 2000 * MB, 0, [100 * MB, 0.0])
    assert found is not None
    assert found[1] < 20
