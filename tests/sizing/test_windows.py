"""Single seconds tell what a mean hides: the usual second and the slow one."""

from array import array
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sizing.measurement import Outcome, PhaseSeries, Series, Track, busy_seconds, measure
from sizing.plan import Choices, PhaseKind
from sizing.units import MB
from sizing.windows import FEWEST, percentile, seconds_of, whole_seconds
from tests.sizing.machines import host_of, phase_of, plan_of

RATES = st.lists(st.floats(0, 1e12), min_size=FEWEST, max_size=60)


def track(rank: int, started: float, moved: float, *slots: int) -> Track:
    return Track(rank, started, moved, moved + 0.5, sum(slots), array("Q", slots))


def test_a_second_is_ten_slots_and_what_is_left_over_is_not_told() -> None:
    slots = [1] * 10 + [2] * 10 + [3] * 9
    assert whole_seconds(slots, 0.0, 2.9) == [10, 20]
    assert whole_seconds(slots, 0.0, 9.9) == [10, 20]
    assert whole_seconds(slots, 0.31, 1.4) == [6 + 2 * 4]
    assert whole_seconds(slots, 0.3, 0.9) == []
    assert whole_seconds([], 0.0, 5.0) == []


def test_only_seconds_in_which_all_workers_were_at_work_count() -> None:
    # The second worker starts after 0.2 s, the first is done after 2.2 s: 2 s in which both were at work.
    both = (track(0, 0.0, 2.2, *[MB] * 22), track(1, 0.2, 4.0, 0, 0, *[2 * MB] * 38))
    assert busy_seconds(PhaseSeries(PhaseKind.READ, 0.0, both)) == [30 * MB, 30 * MB]
    assert busy_seconds(PhaseSeries(PhaseKind.READ, 0.0, ())) == []


def test_the_median_and_the_slow_twentieth_of_twenty_one_seconds() -> None:
    # 21 values: the 5th percentile is the second smallest, the median the eleventh.
    seconds = seconds_of([float(rate) for rate in range(100, 121)])
    assert seconds is not None
    assert (seconds.count, seconds.low, seconds.median) == (21, 101.0, 110.0)


def test_between_two_values_the_percentile_lies_in_proportion() -> None:
    assert percentile([40, 10, 20, 30], 0.5) == 25
    assert percentile([40, 10, 20, 30], 0.05) == pytest.approx(11.5)
    assert percentile([7], 0.05) == 7


def test_a_handful_of_seconds_says_nothing() -> None:
    assert seconds_of([1.0] * (FEWEST - 1)) is None
    assert seconds_of([1.0] * FEWEST) is not None


@given(RATES)
def test_the_slow_second_is_never_faster_than_the_usual_one(rates: list[float]) -> None:
    seconds = seconds_of(rates)
    assert seconds is not None
    assert min(rates) <= seconds.low <= seconds.median <= max(rates)


@given(RATES, st.integers(1, 1000))
def test_twice_the_rate_is_twice_the_statistic(rates: list[float], factor: int) -> None:
    one, other = seconds_of(rates), seconds_of([rate * factor for rate in rates])
    assert one is not None
    assert other is not None
    assert other.median == pytest.approx(one.median * factor)
    assert other.low == pytest.approx(one.low * factor)


@given(st.lists(st.integers(0, 10**9), max_size=200), st.floats(0, 25), st.floats(0, 25))
def test_whole_seconds_never_tell_more_than_was_moved(slots: list[int], start: float, end: float) -> None:
    told = whole_seconds(slots, start, end)
    assert sum(told) <= sum(slots)
    assert len(told) <= max(0.0, end - start) + 1e-3


def test_the_figure_of_a_phase_carries_its_seconds() -> None:
    plan = plan_of(host_of(cores=4), Choices(workers=4))
    bare = phase_of(plan, PhaseKind.WRITE, 10.0)
    slots = array("Q", [plan.file_size // 100] * 100)
    told = replace(bare, tracks=tuple(replace(each, slots=slots) for each in bare.tracks))
    with_slots = measure(Series(Outcome.COMPLETE, (told,)), plan).figure(PhaseKind.WRITE)
    without = measure(Series(Outcome.COMPLETE, (bare,)), plan).figure(PhaseKind.WRITE)
    assert with_slots is not None
    assert with_slots.seconds is not None
    assert with_slots.seconds.count == 10
    assert with_slots.seconds.median == pytest.approx(with_slots.strict_total, rel=1e-6)
    assert without is not None
    assert without.seconds is None
