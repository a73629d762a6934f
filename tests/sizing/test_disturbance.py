"""What else the device did is told from its counters, and a stall from the slots: the machine's or the storage's."""

from array import array
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sizing.disturbance import disturbances, foreign_bytes, longest_stall
from sizing.measurement import DeviceSample, PhaseSeries, Track
from sizing.plan import PhaseKind
from sizing.units import MB
from tests.sizing.machines import VOLUME

WRITE, READ = PhaseKind.WRITE, PhaseKind.READ
BTRFS = replace(VOLUME, file_system="btrfs")


def moved(kind: PhaseKind, read: int, written: int) -> PhaseSeries:
    """Return a phase in which the workers moved 1000 MB, and the device what is given (MB)."""
    slots = array("Q", [10 * MB] * 100)
    track = Track(0, 0.0, 10.0, 10.0, 1000 * MB, slots)
    return PhaseSeries(kind, 0.0, (track,), (DeviceSample(10.0, read * MB, written * MB),))


def stalled(idle_s: int, *, samples: bool, device: int = 0, every_s: float = 0.1) -> PhaseSeries:
    """Return a phase in which nothing moved from second 5 on for ``idle_s``, but ``device`` MB a second on the device.

    The counters were sampled all the time, or not during the stall.
    """
    slots = array("Q", [MB] * 50 + [0] * (10 * idle_s) + [MB] * 50)
    end = len(slots) / 10
    times = [number * every_s for number in range(1, round(end / every_s) + 1)]
    kept = [at_s for at_s in times if samples or not 5 < at_s < 5 + idle_s]
    devices = tuple(DeviceSample(at_s, int(max(0.0, min(at_s, 5 + idle_s) - 5) * device * MB), 0) for at_s in kept)
    return PhaseSeries(READ, 0.0, (Track(0, 0.0, end, end, 100 * MB, slots),), devices)


def codes(phase: PhaseSeries) -> list[str]:
    return [reason.code for reason in disturbances(phase, VOLUME)]


@pytest.mark.parametrize(
    ("phase", "foreign"),
    [
        (moved(WRITE, 0, 1000), 0),
        (moved(WRITE, 30, 1200), 230),
        (moved(READ, 1200, 30), 230),
        (moved(READ, 900, 30), 30),
        (replace(moved(READ, 0, 0), devices=()), 0),
    ],
)
def test_foreign_is_what_the_device_moved_beyond_the_workers_and_all_the_other_way(
    phase: PhaseSeries, foreign: int
) -> None:
    assert foreign_bytes(phase, VOLUME) == foreign * MB


def test_a_file_system_that_writes_twice_is_no_neighbour() -> None:
    assert foreign_bytes(moved(WRITE, 0, 2000), BTRFS) == 0
    assert foreign_bytes(moved(WRITE, 0, 2000), replace(VOLUME, options=("rw", "data=journal"))) == 0
    assert foreign_bytes(moved(WRITE, 100, 2000), BTRFS) == 100 * MB
    assert foreign_bytes(moved(READ, 2000, 0), BTRFS) == 1000 * MB


@pytest.mark.parametrize(("others", "is_noisy"), [(149, False), (151, True)])
def test_a_neighbour_is_named_from_fifteen_per_cent_on(others: int, *, is_noisy: bool) -> None:
    assert (codes(moved(READ, 1000, others)) == ["other-load"]) is is_noisy


def test_the_sentence_tells_how_much() -> None:
    (reason,) = disturbances(moved(WRITE, 1000, 1000), VOLUME)
    assert reason.sentence == "During the write the device moved 954 MiB more than the 954 MiB of the workers."
    assert reason.phase is WRITE


def test_storage_that_does_not_answer_for_seconds_is_told() -> None:
    assert codes(stalled(6, samples=True)) == ["stalled"]
    assert codes(stalled(4, samples=True)) == []


def test_a_device_busy_with_what_it_took_before_is_no_stall() -> None:
    assert codes(stalled(8, samples=True, device=100)) == ["other-load"]
    assert "stalled" in codes(stalled(8, samples=True, device=0))


def test_a_machine_that_stood_still_did_not_look_at_its_counters_either() -> None:
    assert codes(stalled(30, samples=False)) == ["stood-still"]


def test_counters_that_are_kept_seldom_do_not_look_like_a_machine_that_stood_still() -> None:
    assert codes(stalled(30, samples=True, every_s=2.5)) == ["stalled"]


def test_without_counters_a_stall_is_told_as_one() -> None:
    assert codes(replace(stalled(7, samples=True), devices=())) == ["stalled"]


def test_only_while_all_workers_are_at_work_a_pause_is_a_stall() -> None:
    slots = array("Q", [0] * 80 + [MB] * 20)
    late = Track(0, 8.0, 10.0, 90.0, 20 * MB, slots)
    assert longest_stall(PhaseSeries(WRITE, 0.0, (late,))) == (0, 0)
    assert longest_stall(PhaseSeries(WRITE, 0.0, ())) == (0, 0)


@given(st.lists(st.integers(0, 2), max_size=120), st.floats(0, 13), st.floats(0, 13))
def test_a_stall_lies_where_nothing_moved(slots: list[int], began: float, ended: float) -> None:
    track = Track(0, began, ended, ended, sum(slots), array("Q", slots))
    start, end = longest_stall(PhaseSeries(READ, 0.0, (track,)))
    assert start <= end
    assert sum(slots[round(start * 10) : round(end * 10)]) == 0
