"""Faults: whatever goes wrong, there is no figure, a clear sentence, and nothing left behind."""

import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from app.benchmark import silence
from app.benchmark.progress import Activity
from app.benchmark.run import Run, start
from app.benchmark.target import examine
from app.errors import WorldError
from sizing.measurement import Outcome, Series, measure
from sizing.plan import PhaseKind, Plan
from sizing.units import KIB, MIB
from tests.app.benchmark.conftest import Faulty, Mount, plan_for, poll_to_the_end, poll_until

PARENT = """
import sys, time
from app.benchmark.run import start
from tests.app.benchmark.conftest import plan_for
if __name__ == "__main__":
    run = start(plan_for(sys.argv[1], file_size=4 << 30, block_size=4096))
    try:
        told = False
        while not run.is_over:
            if run.poll().done_bytes and not told:
                told = not print("moving", flush=True)
            time.sleep(0.02)
    except KeyboardInterrupt:
        run.cancel()
        while not run.is_over:
            run.poll()
            time.sleep(0.02)
        print(run.collect().outcome.value)
"""


def failed(run: Run, plan: Plan) -> Series:
    poll_to_the_end(run)
    series = run.collect()
    assert series.outcome is Outcome.FAILED
    assert measure(series, plan).figures == ()
    assert "removed" in series.failure
    assert list(Path(plan.target.resolved).iterdir()) == []
    return series


def refusal(plan: Plan) -> WorldError:
    run = start(plan)
    with pytest.raises(WorldError) as caught:
        poll_to_the_end(run)
    assert run.is_over
    run.close()
    assert caught.value.advice
    return caught.value


def begun(plan: Plan) -> Run:
    """Return a run whose workers have found the target fit."""
    run = start(plan)
    poll_until(run, lambda progress: progress.phase is not None)
    return run


def long_run(mount: Mount) -> tuple[Run, Plan]:
    plan = plan_for(mount("tmpfs", size=16_384 * MIB), file_size=4096 * MIB, block_size=4 * KIB)
    return start(plan), plan


def test_a_link_swapped_after_planning_leads_nowhere(tmp_path: Path) -> None:
    first, second, link = tmp_path / "first", tmp_path / "second", tmp_path / "link"
    first.mkdir()
    second.mkdir()
    link.symlink_to(first)
    plan = plan_for(link)
    link.unlink()
    link.symlink_to(second)
    begun(plan).close()
    assert list(second.iterdir()) == []
    first.rmdir()
    first.symlink_to(second)
    assert "no longer the folder" in refusal(plan).message


def test_another_folder_of_the_same_name_is_refused(tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.mkdir()
    plan = plan_for(place)
    place.rename(tmp_path / "moved")
    place.mkdir()
    assert "no longer the folder" in refusal(plan).message


def test_a_folder_that_became_a_mount_point_is_refused(mount: Mount, tmp_path: Path) -> None:
    plan = plan_for(mount("tmpfs"))
    elsewhere = replace(plan.target, resolved=str(tmp_path))
    assert "no longer the folder" in refusal(replace(plan, target=elsewhere)).message


def test_a_folder_removed_after_planning_is_refused(tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.mkdir()
    plan = plan_for(place)
    place.rmdir()
    assert "no longer the folder" in refusal(plan).message


def test_less_space_than_planned_is_refused(mount: Mount) -> None:
    place = mount("tmpfs", size=64 * MIB)
    plan = plan_for(place, file_size=20 * MIB, free_after=24 * MIB)
    begun(plan).close()
    (place / "somebody's").write_bytes(bytes(30 * MIB))
    assert "less free space" in refusal(plan).message


def test_half_of_the_reserve_may_go_but_not_more(mount: Mount) -> None:
    place = mount("tmpfs", size=100 * MIB)
    plan = plan_for(place, file_size=45 * MIB, free_after=10 * MIB)
    (place / "little").write_bytes(bytes(4 * MIB))
    begun(plan).close()
    (place / "more").write_bytes(bytes(2 * MIB))
    assert "less free space" in refusal(plan).message


def test_two_at_once_on_one_target_are_refused_until_the_first_is_done(mount: Mount) -> None:
    first, plan = long_run(mount)
    poll_until(first, lambda progress: progress.done_bytes > 0)
    assert "Another Headroom" in refusal(plan).message
    assert first.poll().phase is not None
    first.cancel()
    poll_to_the_end(first)
    first.collect()
    begun(plan).close()


def test_a_refused_run_disturbs_nobody_and_leaves_nothing(tmp_path: Path) -> None:
    plan = plan_for(tmp_path, workers=4, free_after=1 << 60)
    short = replace(plan, file_size=1 << 55)
    assert "less free space" in refusal(short).message
    assert list(tmp_path.iterdir()) == []
    begun(plan_for(tmp_path)).close()


def test_starting_returns_at_once_however_many_workers_there_are(tmp_path: Path) -> None:
    began = time.monotonic()
    run = start(plan_for(tmp_path, workers=32, file_size=MIB))
    took = time.monotonic() - began
    seen = [run.poll().activity]
    assert took < 0.5  # a slice and one worker more, on a machine that others use too
    assert seen == [Activity.STARTING]
    poll_to_the_end(run)
    series = run.collect()
    assert series.outcome is Outcome.COMPLETE
    assert [len(phase.tracks) for phase in series.phases] == [32, 32]


def test_a_run_cancelled_while_its_workers_are_being_started_starts_no_more(tmp_path: Path) -> None:
    run = start(plan_for(tmp_path, workers=64))
    run.cancel()
    asked = time.monotonic()
    poll_to_the_end(run)
    assert time.monotonic() - asked < 1.2
    series = run.collect()
    assert (series.outcome, series.phases) == (Outcome.CANCELLED, ())


def test_a_target_that_died_after_planning_holds_up_neither_start_nor_cancel(faulty: Faulty) -> None:
    plan = plan_for(faulty.place)
    faulty.order("stall")
    run = start(plan)
    longest = slowest_poll(run)
    assert run.poll().activity is Activity.STARTING
    run.cancel()
    asked = time.monotonic()
    poll_to_the_end(run)
    assert time.monotonic() - asked < 1.2
    assert run.collect().outcome is Outcome.CANCELLED
    assert longest < 0.2


def test_too_few_processes_are_a_clear_refusal(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (len(list(Path("/proc/self/fd").iterdir())) + 12, before[1]))
    try:
        assert "could not be started" in refusal(plan_for(tmp_path, workers=16)).message
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_too_little_shared_memory_is_a_clear_refusal(tmp_path: Path) -> None:
    with file_size_limit(16 * KIB), pytest.raises(WorldError, match="could not be started"):
        start(plan_for(tmp_path))


def test_a_disk_that_fills_up_in_mid_run_gives_no_figure(mount: Mount) -> None:
    place = mount("tmpfs", size=256 * MIB)
    plan = plan_for(place, file_size=96 * MIB, block_size=512)
    hog = place / "hog"
    run = begun(plan)
    with hog.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, 140 * MIB)
        poll_to_the_end(run)
    hog.unlink()
    assert "filled up" in failed(run, plan).failure
    assert os.statvfs(place).f_bfree == os.statvfs(place).f_blocks


def test_a_run_is_stopped_when_others_take_of_the_space_it_must_leave_free(mount: Mount) -> None:
    place = mount("tmpfs", size=256 * MIB)
    plan = plan_for(place, file_size=24 * MIB, block_size=16, free_after=200 * MIB)
    run = start(plan)
    poll_until(run, lambda progress: progress.phase is PhaseKind.READ)
    hog = place / "hog"
    with hog.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, 256 * MIB - 48 * MIB - 8 * MIB)
        poll_to_the_end(run)
    hog.unlink()
    assert "too little was free" in failed(run, plan).failure


def test_a_limit_on_file_sizes_gives_no_figure(tmp_path: Path) -> None:
    plan = plan_for(tmp_path, file_size=96 * MIB)
    with file_size_limit(16 * MIB + 1000):
        run = start(plan)
    assert "larger than" in failed(run, plan).failure


def test_a_device_that_loses_writes_is_found_out_by_the_flush(mount: Mount) -> None:
    # The image's own file system is too small, so that the loop device fails in the middle.
    small = mount("tmpfs", size=40 * MIB)
    plan = plan_for(mount("ext4", size=256 * MIB, images=small, options="errors=continue"), file_size=64 * MIB)
    run = start(plan)
    poll_to_the_end(run)
    series = run.collect()
    assert series.outcome is Outcome.FAILED
    assert measure(series, plan).figures == ()
    assert "storage" in series.failure or "filled up" in series.failure


def test_a_file_system_that_becomes_read_only_in_mid_run_gives_no_figure(mount: Mount) -> None:
    place = mount("ext4", options="errors=remount-ro")
    number = f"{os.major(place.stat().st_dev)}:{os.minor(place.stat().st_dev)}"
    device = Path("/sys/dev/block", number).resolve().name
    plan = plan_for(place, file_size=128 * MIB, block_size=KIB)
    run = begun(plan)
    trigger = Path("/sys/fs/ext4", device, "trigger_fs_error")
    if not trigger.exists():
        run.close()
        pytest.skip("this kernel cannot be asked for an error of ext4")
    trigger.write_text("a test")
    poll_to_the_end(run)
    series = run.collect()
    assert series.outcome is Outcome.FAILED
    assert "read-only" in series.failure
    assert measure(series, plan).figures == ()
    assert series.left == ()


def test_a_file_system_that_shuts_down_in_mid_run_gives_no_figure(mount: Mount) -> None:
    if shutil.which("xfs_io") is None:
        pytest.skip("needs xfs_io, to shut a file system down")
    place = mount("xfs")
    plan = plan_for(place, file_size=128 * MIB, block_size=KIB)
    run = begun(plan)
    subprocess.run(["xfs_io", "-x", "-c", "shutdown", str(place)], check=True)
    poll_to_the_end(run)
    series = run.collect()
    assert series.outcome is Outcome.FAILED
    assert "Input/output error" in series.failure
    assert series.left == ()


def test_a_killed_worker_gives_no_figure_and_ends_the_others(mount: Mount) -> None:
    run, plan = long_run(mount)
    poll_until(run, lambda progress: progress.done_bytes > 0)
    os.kill(worker_of(os.getpid()), signal.SIGKILL)
    assert "SIGKILL" in failed(run, plan).failure


def test_a_killed_parent_leaves_no_process_file_or_memory(mount: Mount) -> None:
    place = mount("tmpfs", size=16_384 * MIB)
    before = shared_memory()
    with parent_on(place) as parent:
        assert len(session(parent.pid)) >= 3
        parent.kill()
        parent.wait()
        deadline = time.monotonic() + 3
        while session(parent.pid) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert session(parent.pid) == []
    assert list(place.iterdir()) == []
    assert os.statvfs(place).f_bfree == os.statvfs(place).f_blocks
    assert shared_memory() <= before
    begun(plan_for(place)).close()


def test_everything_killed_at_once_leaves_nothing_either(mount: Mount) -> None:
    place = mount("tmpfs", size=16_384 * MIB)
    before = shared_memory()
    with parent_on(place) as parent:
        os.killpg(parent.pid, signal.SIGKILL)
        parent.wait()
        deadline = time.monotonic() + 3
        while session(parent.pid) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert session(parent.pid) == []
    assert list(place.iterdir()) == []
    assert shared_memory() <= before


def test_control_c_reaches_the_parent_alone_which_ends_the_run_in_order(mount: Mount) -> None:
    with parent_on(mount("tmpfs", size=16_384 * MIB)) as parent:
        os.killpg(parent.pid, signal.SIGINT)
        out, err = parent.communicate(timeout=10)
    assert out.splitlines()[-1] == "cancelled"
    assert err == ""


def test_a_file_system_that_stops_answering_holds_up_neither_cancel_nor_close(mount: Mount) -> None:
    place = mount("ext4", size=512 * MIB)
    run = start(plan_for(place, file_size=128 * MIB, block_size=4 * KIB))
    poll_until(run, lambda progress: progress.done_bytes > 0)
    frozen = subprocess.run(["fsfreeze", "--freeze", str(place)], capture_output=True, text=True)
    if frozen.returncode:
        run.close()
        pytest.skip(f"cannot freeze a file system: {frozen.stderr}")
    try:
        assert slowest_poll(run) < 0.1
        asked = time.monotonic()
        run.cancel()
        poll_to_the_end(run)
        assert time.monotonic() - asked < 1.1
        assert run.collect().outcome is Outcome.CANCELLED
        assert time.monotonic() - asked < 3
    finally:
        subprocess.run(["fsfreeze", "--unfreeze", str(place)], check=True)


@pytest.mark.parametrize(
    ("order", "phase", "told"),
    [
        ("eio", PhaseKind.WRITE, "Writing a test file failed: Input/output error."),
        ("eio", PhaseKind.READ, "Reading a test file failed: Input/output error."),
        ("lie", PhaseKind.WRITE, "could not be brought to storage: Input/output error."),
    ],
)
def test_a_device_that_begins_to_fail_gives_no_figure(faulty: Faulty, order: str, phase: PhaseKind, told: str) -> None:
    plan = plan_for(faulty.place, file_size=96 * MIB)
    run = start(plan)
    poll_until(run, lambda progress: progress.phase is phase and progress.phase_bytes > 0)
    faulty.order(order)
    assert told in failed(run, plan).failure


@pytest.mark.parametrize("phase", list(PhaseKind))
def test_a_file_system_that_stops_answering_ends_the_run_as_stalled(
    faulty: Faulty, phase: PhaseKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(silence, "PATIENCE_S", 1.5)
    monkeypatch.setattr(silence, "_SLOWEST_FLUSH", 1e15)
    plan = plan_for(faulty.place, file_size=96 * MIB)
    run = start(plan)
    poll_until(run, lambda progress: progress.phase is phase and progress.phase_bytes > 0)
    faulty.order("stall")
    stalled = time.monotonic()
    assert slowest_poll(run) < 0.2
    seen = poll_to_the_end(run)
    assert 1.5 < time.monotonic() - stalled < 4
    assert max(progress.silent_s for progress in seen) > 1.4
    asked = time.monotonic()
    series = run.collect()
    assert time.monotonic() - asked < 0.2
    assert series.outcome is Outcome.FAILED
    assert "stopped answering" in series.failure
    assert "vanish as soon as" in series.failure
    assert measure(series, plan).figures == ()


@pytest.mark.parametrize("ending", ["cancel", "close", "complete", "kill"])
def test_files_that_may_not_be_removed_are_told_by_their_paths(
    faulty: Faulty, ending: str, capfd: pytest.CaptureFixture[str]
) -> None:
    faulty.order("pin")
    run = start(plan_for(faulty.place, file_size=MIB if ending == "complete" else 256 * MIB))
    poll_until(run, lambda progress: progress.done_bytes > 0)
    if ending == "kill":
        os.kill(worker_of(os.getpid()), signal.SIGKILL)
    elif ending == "close":
        run.close()
    elif ending == "cancel":
        run.cancel()
    if ending != "close":
        poll_to_the_end(run)
    here = sorted(map(str, faulty.place.iterdir()))
    assert len(here) == 2
    assert sorted(run.left) == here
    if ending != "close":
        series = run.collect()
        assert series.left == run.left
        assert series.outcome is {"cancel": Outcome.CANCELLED, "kill": Outcome.FAILED}.get(ending, Outcome.COMPLETE)
        assert ending != "kill" or here[0] in series.failure
    assert capfd.readouterr().err == ""


def test_where_files_must_keep_their_names_they_are_removed_in_the_end(faulty: Faulty) -> None:
    faulty.order("pin")
    run = start(plan_for(faulty.place, file_size=64 * MIB))
    poll_until(run, lambda progress: progress.done_bytes > 0)
    faulty.order("well")
    assert len(list(faulty.place.iterdir())) == 2
    poll_to_the_end(run)
    series = run.collect()
    assert (series.outcome, series.left) == (Outcome.COMPLETE, ())
    assert list(faulty.place.iterdir()) == []


def test_no_target_is_a_raw_device_even_in_a_forged_plan(tmp_path: Path) -> None:
    target = examine(str(tmp_path))
    state = Path("/dev/null").stat()
    forged = replace(target, resolved="/dev/null", device=state.st_dev, inode=state.st_ino)
    assert "no longer the folder" in refusal(plan_for(tmp_path, target=forged)).message


def slowest_poll(run: Run) -> float:
    """Return the seconds of the slowest of twenty looks."""
    slowest = 0.0
    for _ in range(20):
        began = time.monotonic()
        run.poll()
        slowest = max(slowest, time.monotonic() - began)
        time.sleep(0.02)
    return slowest


def shared_memory() -> set[Path]:
    """Return what there is of shared memory that a program of ours can have made."""
    return {*Path("/dev/shm").glob("psm_*"), *Path("/dev/shm").glob("*headroom*")}


def worker_of(parent: int) -> int:
    """Return the process id of a worker: a child that was spawned by multiprocessing."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return next(int(child) for child in children if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text())


def session(leader: int) -> list[int]:
    """Return the living processes of the session that ``leader`` began."""
    found = []
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = place.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == leader and fields[0] != "Z":
            found.append(int(place.parent.name))
    return found


@contextmanager
def parent_on(place: Path) -> Iterator["subprocess.Popen[str]"]:
    """Start a run in a process and session of its own; go on once its workers move bytes."""
    script = place.parent / "parent.py"
    script.write_text(PARENT)
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    parent = subprocess.Popen([sys.executable, str(script), str(place)], env=paths, start_new_session=True, **pipes)  # type: ignore[call-overload]
    with parent:
        try:
            assert parent.stdout.readline() == "moving\n"
            yield parent
        finally:
            for process in session(parent.pid):
                os.kill(process, signal.SIGKILL)


@contextmanager
def file_size_limit(limit: int) -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
