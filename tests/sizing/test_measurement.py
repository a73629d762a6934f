"""Two figures are drawn from the same slots: SAS's own and the strict one."""

from array import array
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sizing.measurement import Outcome, PhaseSeries, Series, Track, is_whole, measure, total_slots
from sizing.plan import Choices, PhaseKind
from sizing.units import GIB, MB, MIB
from tests.sizing.machines import host_of, phase_of, plan_of

PLAN = plan_of(host_of(cores=4), Choices(workers=4))


def series_of(*phases: PhaseSeries, outcome: Outcome = Outcome.COMPLETE) -> Series:
    return Series(outcome, phases)


def test_sas_divides_by_the_mean_time_and_strict_by_the_last() -> None:
    # Four files of 1 GiB in 8, 10, 10 and 12 s: mean 10 s, last 12 s.
    figure = measure(series_of(phase_of(PLAN, PhaseKind.WRITE, 8, 10, 10, 12)), PLAN).figure(PhaseKind.WRITE)
    assert figure is not None
    assert figure.sas_comparable == pytest.approx(102.4 * MIB)
    assert figure.strict_total == pytest.approx(4 * GIB / 12)
    assert figure.strict == pytest.approx(GIB / 12)
    assert (figure.first_done_s, figure.last_done_s, figure.tail_s) == (8, 12, 4)
    assert figure.spread == 1.5
    assert not figure.is_partial


@given(st.lists(st.floats(0.01, 1e6), min_size=4, max_size=4))
def test_the_sas_comparable_figure_is_never_below_the_strict_one(times: list[float]) -> None:
    figure = measure(series_of(phase_of(PLAN, PhaseKind.READ, *times)), PLAN).figure(PhaseKind.READ)
    assert figure is not None
    assert figure.sas_comparable >= figure.strict * (1 - 1e-12)


def test_both_figures_are_per_core_even_where_fewer_workers_ran() -> None:
    plan = plan_of(host_of(cores=4), Choices(workers=2))
    figure = measure(series_of(phase_of(plan, PhaseKind.WRITE, 10, 10)), plan).figure(PhaseKind.WRITE)
    assert figure is not None
    assert figure.strict == pytest.approx(2 * GIB / 10 / 4)
    assert figure.sas_comparable == pytest.approx(figure.strict)


def test_a_failed_run_has_no_figure() -> None:
    assert measure(series_of(phase_of(PLAN, PhaseKind.WRITE, 10), outcome=Outcome.FAILED), PLAN).figures == ()


def test_a_short_file_makes_the_figure_partial() -> None:
    phase = phase_of(PLAN, PhaseKind.WRITE, 10)
    short = replace(phase, tracks=(replace(phase.tracks[0], bytes_moved=MIB, is_complete=False), *phase.tracks[1:]))
    figure = measure(series_of(short), PLAN).figure(PhaseKind.WRITE)
    assert figure is not None
    assert figure.is_partial
    assert figure.bytes_moved == 3 * GIB + MIB


def test_a_missing_worker_makes_the_figure_partial_whatever_the_others_claim() -> None:
    phase = phase_of(PLAN, PhaseKind.WRITE, 10)
    assert is_whole(phase, PLAN)
    assert not is_whole(replace(phase, tracks=phase.tracks[:3]), PLAN)
    assert not is_whole(replace(phase, tracks=()), PLAN)
    double = replace(phase.tracks[0], bytes_moved=2 * GIB)
    assert not is_whole(replace(phase, tracks=(double, *phase.tracks[2:])), PLAN)
    liar = replace(phase.tracks[0], bytes_moved=GIB - 1)
    assert not is_whole(replace(phase, tracks=(liar, *phase.tracks[1:])), PLAN)


def test_a_phase_that_moved_nothing_has_no_figure() -> None:
    idle = tuple(Track(rank, 0, 0, 5.0, 0, is_complete=False) for rank in range(4))
    assert measure(series_of(PhaseSeries(PhaseKind.WRITE, 0, idle)), PLAN).figures == ()
    assert measure(series_of(PhaseSeries(PhaseKind.WRITE, 0, ())), PLAN).figures == ()


def test_a_worker_that_ended_before_it_began_gives_no_figure() -> None:
    phase = phase_of(PLAN, PhaseKind.WRITE, 10)
    odd = replace(phase, tracks=(replace(phase.tracks[0], done_s=-1.0), *phase.tracks[1:]))
    assert measure(series_of(odd), PLAN).figures == ()


def test_phases_are_found_by_their_kind() -> None:
    write = phase_of(PLAN, PhaseKind.WRITE, 10)
    series = series_of(write)
    assert series.phase(PhaseKind.WRITE) is write
    assert series.phase(PhaseKind.READ) is None
    assert measure(series, PLAN).figure(PhaseKind.READ) is None


def test_slots_of_all_workers_are_summed_one_by_one() -> None:
    tracks = (
        Track(0, 0, 1, 1, 50 * MB, array("Q", [10 * MB] * 5)),
        Track(1, 0, 1, 1, 30 * MB, array("Q", [10 * MB] * 3)),
    )
    phase = PhaseSeries(PhaseKind.WRITE, 0, tracks)
    assert total_slots(phase) == [20 * MB] * 3 + [10 * MB] * 2
    assert phase.seconds == 1
    assert total_slots(replace(phase, tracks=())) == []


@pytest.mark.parametrize("number", [float("inf"), float("nan")])
def test_a_track_without_a_real_time_is_refused(number: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        Track(0, 0, 0, number, 1)
