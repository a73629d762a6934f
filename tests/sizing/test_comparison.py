"""A difference is called one only where it can be shown, and what cannot be compared is refused with the reason."""

from array import array
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sizing.assessment import Assessment
from sizing.comparison import Basis, Comparison, Difference, PhaseComparison, compare
from sizing.host import Host, Medium
from sizing.measurement import Outcome, PhaseSeries, Series, Track, measure
from sizing.plan import Choices, Method, Pattern, PhaseKind, Plan
from sizing.units import GIB, KIB, MB
from sizing.validity import judge
from tests.sizing.machines import ROOT, VOLUME, delivered, host_of, plan_of, run_of

HOST = host_of()
PLAN = plan_of(HOST)
WRITE, READ = PhaseKind.WRITE, PhaseKind.READ


def assessed(*runs: Series, plan: Plan = PLAN, host: Host = HOST, name: str = "20261121-000001") -> Assessment:
    first, *repeats = runs
    measurement = measure(first, plan, repeats)
    validity = judge(host, plan, first, measurement, repeats)
    return Assessment(
        name, "", "", "", host, plan, first, measurement, validity, repeats=tuple(repeats)
    )  # fmt: skip


def runs(*writes: float) -> Assessment:
    """Return an assessment whose runs wrote at ``writes`` MB/s a core and read at 100."""
    return assessed(*(run_of(PLAN, write, 100) for write in writes))


def swaying(rate: float, sway: float, size: int = 10_000 * MB) -> Assessment:
    """Return one run at ``rate`` MB/s a core, for four seconds in eight faster by ``sway``, else slower."""
    slots: list[int] = []
    while (left := size - sum(slots)) > 0:
        is_fast = len(slots) // 40 % 2
        slots.append(min(left, int(rate * MB / 10 * (1 + (sway if is_fast else -sway)))))
    end = len(slots) / 10
    tracks = tuple(Track(rank, 0.0, end, end, size, array("Q", slots)) for rank in range(PLAN.workers))
    phases = (PhaseSeries(WRITE, 0.0, tracks), delivered(PhaseSeries(READ, 0.0, tracks), 1.0))
    return assessed(Series(Outcome.COMPLETE, phases), plan=replace(PLAN, file_size=size))


def phase(found: Comparison, kind: PhaseKind) -> PhaseComparison:
    return next(one for one in found.phases if one.phase is kind)


def test_runs_that_all_lie_above_the_others_are_faster_and_the_range_says_by_how_much() -> None:
    found = compare(runs(100, 101, 99), runs(110, 111.1, 108.9))
    write = phase(found, WRITE)
    assert (write.difference, write.basis) == (Difference.FASTER, Basis.RUNS)
    assert write.change == pytest.approx(0.10)
    # The slowest of the second against the fastest of the first, and the other way round.
    assert write.low == pytest.approx(108.9 / 101 - 1)
    assert write.high == pytest.approx(111.1 / 99 - 1)
    assert write.coverage == pytest.approx(0.9)
    assert write.before == pytest.approx(100 * MB)
    assert write.after == pytest.approx(110 * MB)
    assert phase(found, READ).difference is Difference.NOT_SHOWN
    assert phase(found, READ).change == 0


def test_turned_round_the_faster_one_makes_the_other_slower() -> None:
    assert phase(compare(runs(110, 111, 109), runs(100, 101, 99)), WRITE).difference is Difference.SLOWER


def test_runs_that_overlap_show_no_difference() -> None:
    assert phase(compare(runs(100, 90, 110), runs(108, 98, 118)), WRITE).difference is Difference.NOT_SHOWN


def test_of_single_runs_the_seconds_tell_how_far_the_rate_swayed() -> None:
    found = phase(compare(swaying(100, 0.02), swaying(120, 0.02)), WRITE)
    assert (found.basis, found.difference) == (Basis.SECONDS, Difference.FASTER)
    assert found.change == pytest.approx(0.2, abs=5e-3)
    assert found.low is not None
    assert found.high is not None
    assert 0.2 - 0.05 < found.low < found.change < found.high < 0.2 + 0.05


def test_single_runs_that_differ_by_less_than_runs_do_anyway_show_nothing() -> None:
    found = phase(compare(swaying(100, 0.001), swaying(104, 0.001)), WRITE)
    assert found.low is not None
    assert found.low > 0
    assert found.difference is Difference.NOT_SHOWN


def test_a_rate_that_sways_widely_shows_nothing_either() -> None:
    assert phase(compare(swaying(100, 0.3), swaying(110, 0.3)), WRITE).difference is Difference.NOT_SHOWN


def test_the_range_lies_around_the_strict_figures_for_those_count_the_flush() -> None:
    one, other = swaying(100, 0.01), swaying(100, 0.01)
    assert other.series is not None
    assert other.plan is not None
    write = other.series.phases[0]
    flushed = replace(write, tracks=tuple(replace(track, done_s=200.0) for track in write.tracks))
    late = assessed(replace(other.series, phases=(flushed, other.series.phases[1])), plan=other.plan)
    found = phase(compare(one, late), WRITE)
    assert found.change == pytest.approx(-0.5, abs=0.01)
    assert found.difference is Difference.SLOWER


def test_a_few_seconds_are_told_without_a_range() -> None:
    found = phase(compare(swaying(100, 0.0, 1900 * MB), swaying(150, 0.0, 1900 * MB)), WRITE)
    assert (found.basis, found.low, found.difference) == (Basis.NOTHING, None, Difference.NOT_SHOWN)
    assert found.change == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize(
    ("choices", "reason"),
    [
        (Choices(method=Method.QUICK, file_size=256 * GIB), "The method differs: sas and quick."),
        (Choices(method=Method.SAS, block_size=256 * KIB), "The block size differs: 64 KiB and 256 KiB."),
        (Choices(method=Method.SAS, workers=8), "The number of workers differs: 16 and 8."),
        (Choices(method=Method.SAS, pattern=Pattern.ZEROS), "The data differs: random and zeros."),
        (Choices(method=Method.SAS, file_size=128 * GIB), "The files differ in size: 256 GiB and 128 GiB."),
    ],
)
def test_measurements_made_in_other_ways_are_refused_with_the_reason(choices: Choices, reason: str) -> None:
    plan = plan_of(HOST, choices)
    found = compare(runs(100), assessed(run_of(plan, 100, 100), plan=plan))
    assert found.refusals == (reason,)
    assert found.phases == ()


def test_volumes_of_other_kinds_are_refused() -> None:
    host = host_of(ROOT, replace(VOLUME, medium=Medium.NETWORK, file_system="nfs4"))
    plan = plan_of(host, Choices(method=Method.SAS, file_size=256 * GIB))
    found = compare(runs(100), assessed(run_of(plan, 100, 100), plan=plan, host=host))
    assert found.refusals == ("One was made on a local volume, the other on a network one.",)


def test_what_is_no_measurement_is_refused() -> None:
    alone = Assessment("1", "", "", "", HOST)
    assert compare(alone, runs(100)).refusals
    assert compare(runs(100), replace(runs(100), series=None)).refusals


def test_a_phase_that_may_not_be_believed_is_left_out_with_the_reason() -> None:
    cached = assessed(run_of(PLAN, 100, 900, share=0.0), name="20261121-00000c")
    found = compare(runs(100), cached)
    assert [one.phase for one in found.phases] == [WRITE]
    assert found.left_out == (
        "The read of 20261121-00000c may not be believed: The read came from a cache, not from storage.",
    )
    cut = Series(Outcome.CANCELLED, (run_of(PLAN, 100, 100).phases[0],))
    assert compare(runs(100), assessed(cut)).left_out == ("The read of 20261121-000001 has no whole figure.",)


@given(st.lists(st.floats(50, 150), min_size=3, max_size=5), st.lists(st.floats(50, 150), min_size=3, max_size=5))
def test_a_difference_is_shown_only_where_its_range_leaves_nothing_out(one: list[float], other: list[float]) -> None:
    found = phase(compare(runs(*one), runs(*other)), WRITE)
    assert found.low is not None
    assert found.high is not None
    assert found.low <= found.change <= found.high
    expected = (
        Difference.FASTER if found.low > 0 else Difference.SLOWER if found.high < 0 else Difference.NOT_SHOWN
    )  # fmt: skip
    assert found.difference is expected


@given(st.lists(st.floats(50, 150), min_size=1, max_size=5))
def test_nothing_differs_from_itself(writes: list[float]) -> None:
    same = runs(*writes)
    assert {one.difference for one in compare(same, same).phases} == {Difference.NOT_SHOWN}
