"""Curves: reducing a series to columns loses no bytes and invents none."""

from array import array
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.report.blocks import Stroke
from app.report.curves import COLUMNS, device, device_bytes, rates, throughput, totals, window_of
from sizing.measurement import DeviceSample, PhaseSeries, Track
from sizing.plan import PhaseKind
from sizing.units import MB


def phase_of(*rows: list[int], done_s: float, samples: tuple[DeviceSample, ...] = ()) -> PhaseSeries:
    tracks = tuple(Track(rank, 0, done_s, done_s, sum(row), array("Q", row)) for rank, row in enumerate(rows))
    return PhaseSeries(PhaseKind.WRITE, 0, tracks, samples)


def test_workers_of_different_lengths_are_added_slot_by_slot() -> None:
    assert totals(phase_of([1, 2, 3], [10], done_s=0.3)) == [11, 2, 3]


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=400), st.integers(1, 50), st.floats(0, 5))
def test_rates_times_their_seconds_are_the_bytes(slots: list[int], window: int, silence: float) -> None:
    end = len(slots) * 0.1 + silence
    points = rates(slots, window, end)
    starts = [index * window * 0.1 for index in range(len(points))]
    ends = [*starts[1:], end]
    moved = sum(rate * (stop - start) for (_at, rate), start, stop in zip(points, starts, ends, strict=True))
    assert moved == pytest.approx(sum(slots), rel=1e-6)


def test_the_silence_while_data_are_flushed_is_drawn() -> None:
    (curve,) = throughput(phase_of([100 * 2**20] * 20, done_s=4.0))
    assert curve.points[-1][1] == 0
    assert curve.points[-1][0] == pytest.approx(4.0, abs=0.1)


@pytest.mark.parametrize("slots", [1, 19, 40, 300, 2999, 3001, 36_000, 864_000, 10**13])
def test_no_curve_has_more_points_than_a_chart_has_columns(slots: int) -> None:
    assert -(-slots // window_of(slots)) <= COLUMNS


def test_a_phase_that_claims_to_have_lasted_ten_thousand_years_is_still_drawn() -> None:
    curves = throughput(phase_of([5], done_s=3e11))
    assert all(len(curve.points) <= COLUMNS for curve in curves)


def test_in_a_long_phase_a_band_spans_the_slowest_and_the_fastest_second() -> None:
    slots = [MB if second % 7 else 9 * MB for second in range(1200) for _ in range(10)]
    band, line = throughput(phase_of(slots, done_s=1200.0))
    assert band.stroke is Stroke.BAND
    assert len(band.points) == len(line.points)
    for (at, low, high), (middle, mean) in zip(band.points, line.points, strict=True):
        assert at == pytest.approx(middle)
        assert low <= mean * 1.0001
        assert mean <= high * 1.0001
    assert max(point[2] for point in band.points) == pytest.approx(90 * MB)


def test_the_rate_of_the_device_is_the_slope_of_its_counter_in_the_direction_of_the_phase() -> None:
    samples = tuple(DeviceSample(at / 2, 10**12, at * 50 * MB) for at in range(1, 41))
    phase = phase_of([10 * MB] * 200, done_s=20.0, samples=samples)
    curve = device(phase)
    assert curve is not None
    assert [rate for _at, rate in curve.points] == pytest.approx([100 * MB] * len(curve.points))
    assert all(before[0] < after[0] for before, after in pairwise(curve.points))
    assert device_bytes(phase) == 2000 * MB


def test_a_device_that_was_not_sampled_has_no_curve() -> None:
    phase = phase_of([1] * 50, done_s=5.0)
    assert device(phase) is None
    assert device_bytes(phase) is None
