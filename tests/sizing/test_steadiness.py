"""A write cliff is found where it is, and nowhere else: not in noise, not in a sagging rate, not in a hiccup."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sizing.steadiness import is_steady, last_knee, steadiness_of
from sizing.units import MB

NOISE = st.lists(st.floats(0.95, 1.05), min_size=60, max_size=60)


def test_a_cliff_is_found_to_the_second_with_the_rates_on_both_sides() -> None:
    found = steadiness_of([2000 * MB] * 20 + [500 * MB] * 40, 0.2)
    assert found is not None
    assert (found.knee_s, found.before, found.after) == (20.2, 2000 * MB, 500 * MB)
    assert found.is_steady


@given(NOISE, st.integers(3, 55), st.floats(0.05, 0.7))
def test_a_cliff_is_found_in_noise(noise: list[float], at: int, rest: float) -> None:
    rates = [each * (1.0 if second < at else rest) for second, each in enumerate(noise)]
    assert last_knee(rates) == at


@given(st.lists(st.floats(0.9, 1.1), min_size=10, max_size=200))
def test_noise_of_a_tenth_is_no_cliff(noise: list[float]) -> None:
    assert last_knee(noise) == 0


@given(st.lists(st.floats(0.99, 1.01), min_size=20, max_size=100), st.floats(0.0, 0.9))
def test_a_rate_that_sags_evenly_is_not_steady_and_has_no_knee(noise: list[float], loss: float) -> None:
    last = len(noise) - 1
    rates = [each * (1 - loss * at / last) for at, each in enumerate(noise)]
    assert last_knee(rates) == 0
    if loss > 0.3:
        assert not is_steady(rates)


def test_the_last_of_several_cliffs_counts() -> None:
    # The page cache is full after 10 s, the fast part of the flash after 40.
    found = steadiness_of([3000.0] * 10 + [1000.0] * 30 + [200.0] * 60, 0.0)
    assert found is not None
    assert (found.knee_s, found.after) == (40.0, 200.0)


def test_a_hiccup_is_no_cliff() -> None:
    assert last_knee([100.0] * 30 + [0.0, 0.0] + [100.0] * 30) == 0
    assert last_knee([100.0] * 60 + [0.0] * 4) == 0
    assert last_knee([300.0] + [100.0] * 60) == 0


def test_a_rate_that_rises_has_no_knee() -> None:
    assert last_knee([100.0] * 20 + [300.0] * 20) == 0


def test_gusts_are_no_cliff_but_not_steady_either() -> None:
    gusts = ([100.0] * 6 + [20.0] * 6) * 10
    assert last_knee(gusts) == 0
    assert not is_steady([100.0] * 12 + [60.0] * 12 + [100.0] * 36)


@pytest.mark.parametrize(("last", "holds"), [(91.0, True), (89.0, False)])
def test_the_line_through_five_rounds_may_fall_by_a_tenth_of_the_mean(last: float, *, holds: bool) -> None:
    # Five rounds in equal steps from 100 down to last: the line falls by 100 - last, the mean lies half-way.
    step = (100 - last) / 4
    rates = [100 - step * number for number in range(5) for _ in range(4)]
    assert is_steady(rates) is holds


@pytest.mark.parametrize(("low", "holds"), [(85.0, True), (80.0, False)])
def test_no_round_may_stray_by_more_than_a_fifth_of_the_mean(low: float, *, holds: bool) -> None:
    # The line through 100 100 low 100 100 is level.
    assert is_steady([100.0] * 8 + [low] * 4 + [100.0] * 8) is holds


def test_nothing_moved_is_not_steady() -> None:
    assert not is_steady([0.0] * 30)


def test_of_a_few_seconds_nothing_is_said() -> None:
    assert steadiness_of([100.0] * 9, 0.0) is None
    assert steadiness_of([100.0] * 10, 0.0) is not None


def test_a_run_of_days_is_looked_at_in_means_and_its_knee_found_all_the_same() -> None:
    found = steadiness_of([400.0] * 7_000 + [100.0] * 79_400, 1.0)
    assert found is not None
    assert found.knee_s == pytest.approx(7_001, abs=22)
    assert found.after == pytest.approx(100, rel=0.01)


@given(st.lists(st.just(0.0) | st.floats(1, 1e12), min_size=10, max_size=100), st.integers(-10, 10))
def test_the_unit_does_not_matter(rates: list[float], power: int) -> None:
    one, other = steadiness_of(rates, 0.0), steadiness_of([rate * 2.0**power for rate in rates], 0.0)
    assert one is not None
    assert other is not None
    assert (other.after, other.knee_s, other.is_steady) == (one.after * 2.0**power, one.knee_s, one.is_steady)
