"""What a running measurement shows."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.benchmark.progress import Activity, Fresh, Progress
from app.presenters.live import MOST_POINTS, Curve, Live, LiveView, PhaseCurves
from sizing.plan import Choices, Method, PhaseKind
from sizing.units import MB
from sizing.workload import HEAVY, Role
from tests.sizing.machines import host_of, plan_of

PLAN = plan_of(host_of(cores=2), Choices(method=Method.QUICK))
RUNNING = Progress(
    activity=Activity.WRITING,
    phase=PhaseKind.WRITE,
    elapsed_s=3.0,
    phase_s=2.0,
    phase_bytes=int(400 * MB),
    done_bytes=int(400 * MB),
    total_bytes=int(1600 * MB),
    left_s=(4.0, 20.0),
    free_bytes=None,
)


def line(view: LiveView, label: str) -> str:
    return next((line.value for line in view.lines if line.label == label), "")


def test_each_slot_becomes_a_rate() -> None:
    curve = Curve()
    for moved in (10_000_000, 0, 20_000_000):
        curve.add(moved)
    assert list(curve.rates) == pytest.approx([100e6, 0.0, 200e6])
    assert curve.step_s == pytest.approx(0.1)


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=3 * MOST_POINTS))
def test_a_curve_keeps_its_mean_and_never_outgrows_its_points(slots: list[int]) -> None:
    curve = Curve()
    for moved in slots:
        curve.add(moved)
    covered = len(curve.rates) * curve.slots_a_point
    assert len(curve.rates) < MOST_POINTS
    assert len(slots) - covered < curve.slots_a_point
    assert sum(curve.rates) * curve.step_s == pytest.approx(sum(slots[:covered]))


def test_an_hour_of_64_workers_is_kept_in_as_many_points_as_two_minutes() -> None:
    curves = PhaseCurves(64)
    second = tuple((1_000_000,) * 10 for _ in range(64))
    for index in range(3600):
        curves.add(Fresh(PhaseKind.WRITE, index * 10, second))
    assert curves.slots == 36_000
    assert curves.moved == 64 * 36_000 * 1_000_000
    assert all(len(curve.rates) < MOST_POINTS for curve in (curves.total, *curves.workers))
    assert min(curves.total.rates) == max(curves.total.rates) == pytest.approx(640e6)


def test_the_current_rate_is_the_mean_of_the_last_second() -> None:
    curves = PhaseCurves(2)
    curves.add(Fresh(PhaseKind.READ, 0, ((90_000_000,) * 30, (0,) * 30)))
    curves.add(Fresh(PhaseKind.READ, 30, ((10_000_000,) * 10, (20_000_000,) * 10)))
    assert curves.rate == pytest.approx(300e6)
    assert curves.worker_rates == pytest.approx([100e6, 200e6])


def test_the_device_has_a_curve_of_its_own() -> None:
    curves = PhaseCurves(1)
    curves.add(Fresh(PhaseKind.WRITE, 0, ((5, 5),), device=(10_000_000, 30_000_000)))
    assert list(curves.device.rates) == pytest.approx([100e6, 300e6])


def test_a_flush_shows_what_the_device_does_while_the_workers_wait() -> None:
    flushing = Fresh(PhaseKind.WRITE, 0, ((0,), (0,)), device=(20_000_000,))
    view = Live(PLAN).add(replace(RUNNING, activity=Activity.FLUSHING, fresh=(flushing,)))
    assert view.rate == "0 MB/s"
    assert view.device == line(view, "Device now") == "200 MB/s"


def test_a_device_that_does_not_tell_is_not_mentioned() -> None:
    view = Live(PLAN).add(replace(RUNNING, fresh=(Fresh(PhaseKind.WRITE, 0, ((1,), (1,))),)))
    assert view.device == ""
    assert line(view, "Device now") == ""


def test_while_files_are_removed_there_is_neither_a_rate_nor_a_time_left() -> None:
    live = Live(PLAN)
    live.add(replace(RUNNING, fresh=(Fresh(PhaseKind.WRITE, 0, ((10_000_000,), (30_000_000,)), device=(5,)),)))
    view = live.add(replace(RUNNING, activity=Activity.REMOVING, left_s=(0.0, 0.0)))
    assert (view.rate, view.device, view.left) == ("", "", "")
    assert line(view, "Now") == line(view, "Slowest worker") == line(view, "Left") == ""


def test_the_requirement_is_that_of_all_cores_together() -> None:
    heavy = replace(PLAN, workload=HEAVY)
    assert Live(heavy).requirement == pytest.approx(2 * 150e6)


def test_a_role_without_a_demand_has_no_requirement() -> None:
    live = Live(replace(PLAN, role=Role.HOME))
    assert live.requirement is None
    assert line(live.add(RUNNING), "Required") == ""


def test_the_numbers_beside_the_curves_are_the_same_measurement() -> None:
    view = Live(PLAN).add(replace(RUNNING, fresh=(Fresh(PhaseKind.WRITE, 0, ((10_000_000,), (30_000_000,))),)))
    assert view.rate == "400 MB/s"
    assert view.mean == "200 MB/s"
    assert view.fraction == pytest.approx(0.25)
    assert view.left == "4.0 s to 20 s"
    assert line(view, "Slowest worker") == "100 MB/s"
    assert line(view, "Fastest worker") == "300 MB/s"


def test_nothing_is_claimed_before_anything_was_counted() -> None:
    starting = replace(
        RUNNING, activity=Activity.STARTING, phase=None, phase_s=0.0, phase_bytes=0, done_bytes=0, left_s=None
    )
    view = Live(PLAN).add(starting)
    assert (view.rate, view.mean, view.left, view.free) == ("", "", "", "")
    assert view.fraction == 0.0


def test_what_is_over_is_whole_and_has_no_time_left() -> None:
    over = replace(RUNNING, activity=Activity.OVER, left_s=(0.0, 0.0))
    view = Live(PLAN).add(over)
    assert view.fraction == 1.0
    assert view.left == ""


def test_each_phase_has_curves_of_its_own() -> None:
    live = Live(PLAN)
    live.add(replace(RUNNING, fresh=(Fresh(PhaseKind.WRITE, 0, ((1,), (1,))),)))
    live.add(replace(RUNNING, phase=PhaseKind.READ, fresh=(Fresh(PhaseKind.READ, 0, ((1, 1), (1, 1))),)))
    assert live.curves[PhaseKind.WRITE].slots == 1
    assert live.curves[PhaseKind.READ].slots == 2
