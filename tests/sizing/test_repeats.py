"""A plan is run again until its runs agree or its time is over, and one run stands for them all."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sizing.agreement import agreement_of
from sizing.measurement import Outcome, Series, measure
from sizing.metrics import write_rate
from sizing.plan import PhaseKind, Plan
from sizing.repeats import in_order, is_enough, seconds_of_runs
from sizing.validity import Standing, judge
from tests.sizing.machines import facts_of, host_of, plan_of, run_of

HOST = host_of()
ONCE = plan_of(HOST)
PLAN = replace(ONCE, fewest_runs=3, most_runs=5)
LONG = replace(ONCE, most_runs=50, lasts_s=100_000.0)
CUT = Series(Outcome.CANCELLED, ())
BROKEN = Series(Outcome.FAILED, (), "It broke.")


def runs(*writes: float, plan: Plan = PLAN) -> list[Series]:
    """Return whole runs that wrote at ``writes`` MB/s a core and read at 100."""
    return [run_of(plan, write, 100) for write in writes]


def test_a_plan_of_one_run_needs_no_other() -> None:
    assert is_enough(ONCE, runs(100))


def test_runs_that_agree_are_enough_and_others_go_on_to_the_cap() -> None:
    assert not is_enough(PLAN, runs(100, 100))
    assert is_enough(PLAN, runs(98, 100, 102))
    assert not is_enough(PLAN, runs(97, 100, 103))
    assert is_enough(PLAN, runs(97, 100, 103, 50, 100))


def test_a_run_that_did_not_go_to_its_end_is_the_last() -> None:
    assert is_enough(PLAN, [*runs(100), CUT])
    assert is_enough(LONG, [BROKEN])


def test_a_plan_of_some_length_goes_on_whether_its_runs_agree_or_not() -> None:
    # 256 GiB for each core take 2749 s at 100 MB/s, written and read 5498 s: 19 runs for 100 000 s.
    assert not is_enough(LONG, runs(*[100] * 18))
    assert is_enough(LONG, runs(*[100] * 19))


def test_the_run_of_medium_length_stands_for_all() -> None:
    slow, fast, middle = runs(50, 150, 100)
    assert in_order(PLAN, [slow, fast, middle]) == (middle, slow, fast)
    assert in_order(PLAN, [slow, fast]) == (fast, slow)
    assert in_order(PLAN, [slow, CUT]) == (slow, CUT)
    assert in_order(PLAN, [CUT]) == (CUT,)


def test_of_a_plan_that_lasts_the_last_whole_run_stands_for_all_and_counts() -> None:
    begun, middle, ended = runs(200, 150, 80)
    assert in_order(LONG, [begun, middle, ended]) == (ended, begun, middle)
    assert in_order(LONG, [begun, middle, CUT]) == (middle, begun, CUT)
    series, *repeats = in_order(LONG, [begun, middle, ended])
    measurement = measure(series, LONG, repeats)
    figure = measurement.figure(PhaseKind.WRITE)
    assert figure is not None
    assert figure.headline == pytest.approx(80e6)
    told = [reason.sentence for reason in judge(HOST, LONG, series, measurement, repeats).reasons]
    range_told = "The 3 runs of the write gave between 80 MB/s and 200 MB/s per core"
    assert f"{range_told}; what counts is their last quarter: 80 MB/s." in told


def test_the_median_counts_even_where_another_run_stands_for_all() -> None:
    # By length the second is in the middle: it reads in the time of both. Of the write it is not.
    first, second, third = run_of(PLAN, 100, 50), run_of(PLAN, 90, 60), run_of(PLAN, 110, 200)
    series, *repeats = in_order(PLAN, [first, second, third])
    assert series is second
    figure = measure(series, PLAN, repeats).figure(PhaseKind.WRITE)
    assert figure is not None
    assert figure.strict == pytest.approx(90e6)
    assert figure.headline == pytest.approx(100e6)
    facts = replace(facts_of(HOST, PLAN, series), measurement=measure(series, PLAN, repeats))
    assert write_rate(facts) == pytest.approx(100)


def test_a_run_that_failed_stands_before_all_others() -> None:
    (whole,) = runs(100)
    assert in_order(PLAN, [whole, BROKEN]) == (BROKEN, whole)


@given(st.lists(st.floats(1, 1000), min_size=1, max_size=6))
def test_no_run_is_lost_when_they_are_put_in_order(writes: list[float]) -> None:
    all_of_them = runs(*writes)
    ordered = in_order(PLAN, all_of_them)
    assert sorted(map(id, ordered)) == sorted(map(id, all_of_them))
    assert [run for run in all_of_them if run is not ordered[0]] == list(ordered[1:])


def test_the_figure_carries_the_rates_of_all_whole_runs_and_their_median() -> None:
    first, *others = runs(100, 90, 104)
    figure = measure(first, PLAN, (*others, CUT)).figure(PhaseKind.WRITE)
    assert figure is not None
    assert figure.agreement is not None
    assert figure.agreement.rates == pytest.approx((100e6, 90e6, 104e6))
    assert figure.agreement.median == pytest.approx(100e6)
    assert figure.agreement.spread == pytest.approx(0.14)
    assert not figure.agreement.is_close
    alone = measure(first, PLAN).figure(PhaseKind.WRITE)
    assert alone is not None
    assert alone.agreement is None


def test_of_eight_runs_the_last_two_count_where_the_end_is_the_point() -> None:
    # In time: 200 200 200 100 100 90 70 80, the last run first.
    found = agreement_of([80.0, 200.0, 200.0, 200.0, 100.0, 100.0, 90.0, 70.0], is_last_first=True)
    assert found is not None
    assert (found.headline, found.median) == (75.0, 100.0)


def test_runs_that_moved_nothing_cannot_agree() -> None:
    assert agreement_of([0.0, 1.0]) is None
    assert agreement_of([1.0]) is None


def test_runs_that_differ_limit_the_figure_and_cost_a_star() -> None:
    first, *others = runs(100, 80, 100)
    validity = judge(HOST, PLAN, first, measure(first, PLAN, others), others)
    (found,) = [reason for reason in validity.reasons if reason.code == "repeats-differ"]
    assert (found.standing, found.phase) == (Standing.LIMITED, PhaseKind.WRITE)
    assert found.sentence == "The 3 runs of the write gave between 80 MB/s and 100 MB/s per core."
    assert validity.confidence is not None
    assert [deduction.code for deduction in validity.confidence.deductions] == ["moment", "disturbed"]


def test_three_runs_that_agree_bring_back_the_star_for_repeats() -> None:
    first, *others = runs(100, 101, 99)
    validity = judge(HOST, PLAN, first, measure(first, PLAN, others), others)
    assert validity.reasons == ()
    assert validity.confidence is not None
    assert validity.confidence.stars == 4


def test_a_plan_that_did_not_last_is_told_so() -> None:
    first, *others = runs(100, 100)
    validity = judge(HOST, LONG, first, measure(first, LONG, others), others)
    assert "too-brief" in {reason.code for reason in validity.reasons}
    assert seconds_of_runs((first, *others)) == pytest.approx(4 * 2748.78, rel=1e-4)


@pytest.mark.parametrize(
    "numbers", [{"fewest_runs": 0}, {"fewest_runs": 3, "most_runs": 2}, {"most_runs": 10**6}, {"lasts_s": float("inf")}]
)
def test_a_plan_without_an_end_of_its_runs_is_refused(numbers: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="end of its runs"):
        replace(ONCE, **numbers)  # type: ignore[arg-type]
