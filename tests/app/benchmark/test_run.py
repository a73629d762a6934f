"""Run: what a run records when nothing goes wrong, and when it is cancelled."""

import os
import time
from itertools import pairwise
from pathlib import Path

import pytest

from app.benchmark.progress import Activity
from app.benchmark.run import start
from sizing.latency import bucket_middle_s
from sizing.measurement import Outcome, Series, measure
from sizing.plan import Pattern, PhaseKind, Plan
from sizing.units import KIB, MIB
from tests.app.benchmark.conftest import Mount, plan_for, poll_to_the_end, poll_until


def measured(plan: Plan) -> Series:
    run = start(plan)
    try:
        poll_to_the_end(run)
        return run.collect()
    finally:
        run.close()


def assert_consistent(series: Series, plan: Plan) -> None:
    for phase in series.phases:
        assert len(phase.tracks) == plan.workers
        for track in phase.tracks:
            assert sum(track.slots) == track.bytes_moved <= plan.file_size
            assert sum(track.latencies) * plan.block_size == track.bytes_moved
            assert 0 <= track.started_s <= track.moved_s <= track.done_s
            assert len(track.slots) <= track.done_s / 0.1 + 1
        for before, after in pairwise(phase.devices):
            assert before.at_s < after.at_s
            assert before.read_bytes <= after.read_bytes
            assert before.written_bytes <= after.written_bytes


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("pattern", list(Pattern))
def test_every_worker_writes_and_reads_its_whole_file(tmp_path: Path, workers: int, pattern: Pattern) -> None:
    plan = plan_for(tmp_path, workers=workers, pattern=pattern)
    series = measured(plan)
    assert series.outcome is Outcome.COMPLETE
    assert series.failure == ""
    assert [phase.phase for phase in series.phases] == [PhaseKind.WRITE, PhaseKind.READ]
    assert all(phase.is_complete and phase.bytes_moved == plan.phase_bytes for phase in series.phases)
    assert_consistent(series, plan)
    assert all(figure.strict > 0 for figure in measure(series, plan).figures)
    assert list(tmp_path.iterdir()) == []


def test_phases_follow_each_other_and_nobody_starts_before_the_gate_opens(tmp_path: Path) -> None:
    series = measured(plan_for(tmp_path, workers=3))
    write, read = series.phases
    assert read.began_s >= write.began_s + write.seconds
    assert all(track.started_s < 1 for phase in series.phases for track in phase.tracks)


def test_what_progress_hands_out_adds_up_to_what_is_collected(tmp_path: Path) -> None:
    plan = plan_for(tmp_path, file_size=64 * MIB, block_size=16 * KIB)
    run = start(plan)
    seen = poll_to_the_end(run)
    series = run.collect()
    for phase in series.phases:
        parts = [fresh for progress in seen for fresh in progress.fresh if fresh.phase is phase.phase]
        assert [part.first for part in parts[1:]] == [part.first + len(part.rows[0]) for part in parts[:-1]]
        for track in phase.tracks:
            rows = [part.rows[track.rank] for part in parts]
            assert [slot for row in rows for slot in row][: len(track.slots)] == list(track.slots)
    assert seen[-1].done_bytes == seen[-1].total_bytes == 2 * plan.phase_bytes
    assert all(before.done_bytes <= after.done_bytes for before, after in pairwise(seen))
    assert seen[0].activity is Activity.STARTING
    assert seen[-1].activity is Activity.OVER


def test_the_free_space_is_told_while_files_grow(mount: Mount) -> None:
    place = mount("tmpfs", size=256 * MIB)
    run = start(plan_for(place))
    seen = poll_to_the_end(run)
    run.collect()
    known = [progress.free_bytes for progress in seen if progress.free_bytes is not None]
    assert known
    assert all(192 * MIB <= free <= 256 * MIB for free in known)


@pytest.mark.parametrize("kind", ["ext4", "xfs", "btrfs"])
def test_cold_reads_come_from_the_device_and_its_counters_say_so(mount: Mount, kind: str) -> None:
    plan = plan_for(mount(kind), file_size=48 * MIB)
    series = measured(plan)
    write, read = series.phases
    assert_consistent(series, plan)
    assert read.resident_share is not None
    assert read.resident_share < 0.01
    assert write.resident_share is None
    assert write.devices[-1].written_bytes == pytest.approx(write.bytes_moved, rel=0.05)
    assert read.devices[-1].read_bytes == pytest.approx(read.bytes_moved, rel=0.05)


def test_warm_reads_are_told_by_the_page_cache_and_by_a_device_that_does_nothing(mount: Mount) -> None:
    series = measured(plan_for(mount("ext4"), file_size=48 * MIB, cold_reads=False))
    read = series.phases[1]
    assert read.resident_share == 1.0
    assert read.devices[-1].read_bytes < 0.05 * read.bytes_moved


def test_a_tmpfs_is_all_cache_and_has_no_device(mount: Mount) -> None:
    series = measured(plan_for(mount("tmpfs")))
    read = series.phases[1]
    assert read.resident_share == 1.0
    assert read.devices == ()


def test_the_devices_of_fresh_slots_add_up_to_what_was_moved(mount: Mount) -> None:
    run = start(plan_for(mount("ext4"), file_size=64 * MIB))
    seen = poll_to_the_end(run)
    series = run.collect()
    for phase in series.phases:
        moved = sum(sum(fresh.device) for progress in seen for fresh in progress.fresh if fresh.phase is phase.phase)
        assert moved == pytest.approx(phase.bytes_moved, rel=0.1)


def test_cancel_ends_within_a_second_and_keeps_what_was_measured(mount: Mount) -> None:
    place = mount("tmpfs", size=8192 * MIB)
    plan = plan_for(place, file_size=4096 * MIB, block_size=4 * KIB)
    run = start(plan)
    poll_until(run, lambda progress: progress.done_bytes > 16 * MIB)
    asked = time.monotonic()
    run.cancel()
    poll_to_the_end(run)
    assert time.monotonic() - asked < 1
    series = run.collect()
    assert series.outcome is Outcome.CANCELLED
    assert [phase.phase for phase in series.phases] == [PhaseKind.WRITE]
    assert series.phases[0].bytes_moved > 16 * MIB
    assert not series.phases[0].is_complete
    assert_consistent(series, plan)
    figure = measure(series, plan).figure(PhaseKind.WRITE)
    assert figure is not None
    assert figure.is_partial
    assert list(place.iterdir()) == []


def test_a_run_cancelled_before_its_workers_are_up_is_over_within_a_second(tmp_path: Path) -> None:
    run = start(plan_for(tmp_path))
    run.cancel()
    asked = time.monotonic()
    poll_to_the_end(run)
    assert time.monotonic() - asked < 1
    series = run.collect()
    assert series.outcome is Outcome.CANCELLED
    assert series.phases == ()


def test_cancelling_or_closing_a_run_that_is_over_changes_nothing(tmp_path: Path) -> None:
    run = start(plan_for(tmp_path))
    last = poll_to_the_end(run)[-1]
    run.cancel()
    series = run.collect()
    run.close()
    run.close()
    assert run.collect() is series
    assert run.poll() == last
    assert series.outcome is Outcome.COMPLETE


def test_closing_in_the_middle_ends_everything_at_once(mount: Mount) -> None:
    place = mount("tmpfs", size=8192 * MIB)
    run = start(plan_for(place, file_size=4096 * MIB, block_size=4 * KIB))
    poll_until(run, lambda progress: progress.done_bytes > 0)
    began = time.monotonic()
    run.close()
    assert time.monotonic() - began < 1.5
    assert run.is_over
    assert os.statvfs(place).f_bfree == os.statvfs(place).f_blocks


def test_latencies_add_up_to_the_time_the_blocks_were_moved_in(tmp_path: Path) -> None:
    for phase in measured(plan_for(tmp_path, workers=1, file_size=128 * MIB)).phases:
        (track,) = phase.tracks
        times = [bucket_middle_s(index) * count for index, count in enumerate(track.latencies)]
        assert sum(times) == pytest.approx(track.moved_s - track.started_s, rel=0.05)


def test_a_worker_stopped_in_the_middle_has_told_the_latencies_of_all_its_blocks(mount: Mount) -> None:
    place = mount("tmpfs", size=8192 * MIB)
    plan = plan_for(place, file_size=4096 * MIB, block_size=4 * KIB)
    run = start(plan)
    poll_until(run, lambda progress: progress.done_bytes > 16 * MIB)
    run.cancel()
    poll_to_the_end(run)
    for track in run.collect().phases[0].tracks:
        assert abs(sum(track.latencies) - track.bytes_moved // plan.block_size) <= 1


def test_collecting_too_early_is_our_own_mistake(tmp_path: Path) -> None:
    run = start(plan_for(tmp_path))
    with pytest.raises(RuntimeError):
        run.collect()
    run.close()


def test_the_time_left_is_a_range_that_shrinks(mount: Mount) -> None:
    run = start(plan_for(mount("tmpfs", size=8192 * MIB), file_size=2048 * MIB, block_size=KIB, workers=1))
    seen = poll_until(run, lambda progress: progress.left_s is not None)
    assert seen[-1].left_s is not None
    low, high = seen[-1].left_s
    assert 0 < low < high < 600
    assert all(progress.left_s is None for progress in seen if progress.phase_s < 1)
    run.close()
