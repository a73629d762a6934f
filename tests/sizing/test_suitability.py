"""Whether a load will work follows from what was measured and may be believed, and from nothing else."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from sizing.plan import PhaseKind
from sizing.rules import Facts
from sizing.suitability import LOADS, Answer, Prospect, prospects
from sizing.units import GB, MB
from sizing.validity import Reason, Standing, Validity
from tests.sizing.cases import measured
from tests.sizing.machines import facts_of, host_of, plan_of, run_of

RANK = {Answer.UNKNOWN: -1, Answer.NO: 0, Answer.TIGHT: 1, Answer.YES: 2}


def by_name(facts: Facts, jobs: int = 8) -> dict[str, Prospect]:
    assert facts.plan is not None
    rows = prospects(facts.measurement, facts.validity, facts.plan.cores, jobs)
    return {row.load.name: row for row in rows}


def test_each_load_needs_what_its_source_says_for_16_cores() -> None:
    need = {name: row.need for name, row in by_name(measured(100, 100), jobs=20).items()}
    assert need == {
        "batch": 1600 * MB,
        "ad-hoc": 2000 * MB,
        "cas-load": 1600 * MB,
        "heavy": 2400 * MB,
        "spds-ten": GB,
        "grid": 2000 * MB,
    }
    assert all(load.source.fact and load.source.is_derived for load in LOADS)


def test_a_volume_at_the_demand_serves_batch_and_not_heavy_analytics() -> None:
    answers = {name: row.answer for name, row in by_name(measured(101, 101)).items()}
    assert answers["batch"] is Answer.YES
    assert answers["ad-hoc"] is Answer.TIGHT
    assert answers["heavy"] is Answer.NO


def test_the_slower_direction_decides_unless_a_load_only_reads() -> None:
    rows = by_name(measured(50, 200))
    assert rows["batch"].answer is Answer.NO
    assert rows["cas-load"].answer is Answer.YES


def test_a_limited_figure_never_says_a_plain_yes() -> None:
    plan = plan_of(host_of())
    limited = facts_of(host_of(), plan, run_of(plan, 200, 200, share=0.85))
    assert limited.validity is not None
    assert limited.validity.standing(PhaseKind.READ) is Standing.LIMITED
    assert by_name(limited)["cas-load"].answer is Answer.TIGHT


def test_without_a_figure_nothing_is_said() -> None:
    nothing = prospects(None, None, 16)
    assert {row.answer for row in nothing} == {Answer.UNKNOWN}
    assert all(row.have is None and row.margin is None for row in nothing)


@settings(deadline=None, max_examples=40)
@given(st.floats(1, 900), st.floats(1, 900))
def test_a_faster_volume_never_serves_less(one: float, other: float) -> None:
    low, high = sorted((one, other))
    slow, fast = by_name(measured(low, low)), by_name(measured(high, high))
    assert all(RANK[slow[name].answer] <= RANK[fast[name].answer] for name in slow)


@settings(deadline=None, max_examples=20)
@given(st.floats(1, 5000))
def test_an_invalid_run_never_says_yes(rate: float) -> None:
    facts = measured(rate, rate)
    assert facts.validity is not None
    spoilt = Validity((Reason("run-failed", Standing.INVALID, "It failed."),), facts.validity.read_origin, None, "")
    rows = by_name(replace(facts, validity=spoilt))
    assert {row.answer for row in rows.values()} == {Answer.UNKNOWN}
