"""Work in the background reports, fails and dies without ever stopping the foreground."""

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pytest

from app.background import Background, BackgroundFailedError
from app.errors import ExitCode, WorldError

ROOT = Path(__file__).parents[2]
T = TypeVar("T")
FAR = 60.0


class SpecialError(WorldError):
    """An error of the world with a code of its own."""

    exit_code = ExitCode.LEFT_BEHIND


def count(to: int) -> Iterator[int]:
    yield from range(to)


def refuse(text: str) -> Iterator[int]:
    yield 1
    raise SpecialError(text, "what to do")


def crash() -> Iterator[int]:
    yield 1
    raise ZeroDivisionError("so that is that")


def hang(folder: str) -> Iterator[str]:
    """Fork a child that sleeps, say both numbers, and sleep deaf to every polite signal."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    child = os.fork()
    if child == 0:
        time.sleep(FAR)
        os._exit(0)
    Path(folder, "pids").write_text(f"{os.getpid()} {child}")
    yield "hanging"
    time.sleep(FAR)


def die(number: int) -> Iterator[int]:
    yield 1
    os.kill(os.getpid(), number)


def die_forked() -> Iterator[int]:
    """Die by the hand of another while a forked child holds every pipe open."""
    child = os.fork()
    if child == 0:
        time.sleep(FAR)
        os._exit(0)
    yield child
    os.kill(os.getpid(), signal.SIGKILL)


def stop_within_a_message(folder: str) -> Iterator[bytes]:
    """Be stopped by the system while a message that fills the pipe is on its way."""
    child = os.fork()
    if child == 0:
        time.sleep(0.3)
        os.kill(os.getppid(), signal.SIGSTOP)
        Path(folder, "stopped").touch()
        os._exit(0)
    yield bytes(50_000_000)


def send(size: int) -> Iterator[bytes]:
    yield os.urandom(1) * size


def flood() -> Iterator[int]:
    number = 0
    while True:
        yield number
        number += 1


def chatter() -> Iterator[int]:
    print("this is no JSON")
    sys.stdout.flush()
    yield 1


def interrupted() -> Iterator[str]:
    """Send Ctrl-C to this process."""
    os.kill(os.getpid(), signal.SIGINT)
    yield "still here"


def unpicklable() -> Iterator[object]:
    yield lambda: None


def drain(background: Background[T]) -> list[T]:
    """Return every value seen until the work is over."""
    seen = []
    while not background.is_over:
        if (value := background.poll()) is not None:
            seen.append(value)
        time.sleep(0.005)
    return seen


def first(background: Background[T]) -> T:
    """Return the first value that comes."""
    while (value := background.poll()) is None:
        time.sleep(0.005)
    return value


def gone(pid: int) -> bool:
    """Return whether the process has ended within two seconds; an orphan may wait for long to be buried."""
    for _ in range(200):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return True
        if state == "Z":
            return True
        time.sleep(0.01)
    return False


@pytest.fixture(autouse=True)
def _nothing_left_behind() -> Iterator[None]:
    """Check that a test leaves no open file behind."""
    with closing(Background(count, 1, deadline_s=FAR)) as warm:  # multiprocessing's own helper stays from here on
        drain(warm)
    before = sorted(Path("/proc/self/fd").iterdir())
    yield
    assert sorted(Path("/proc/self/fd").iterdir()) == before


def test_the_last_value_is_the_result() -> None:
    background = Background(count, 5, deadline_s=FAR)
    assert drain(background)[-1] == 4
    assert background.poll() is None


def test_work_without_a_value_ends() -> None:
    assert drain(Background(count, 0, deadline_s=FAR)) == []


def test_an_error_of_the_world_crosses_the_border_with_both_texts_and_its_kind() -> None:
    background = Background(refuse, "no such thing", deadline_s=FAR)
    assert first(background) == 1
    with pytest.raises(SpecialError, match="no such thing") as caught:
        drain(background)
    assert (caught.value.advice, caught.value.exit_code) == ("what to do", ExitCode.LEFT_BEHIND)
    assert background.is_over


def test_a_value_that_came_before_the_failure_is_handed_over_first() -> None:
    background = Background(crash, deadline_s=FAR)
    for process in multiprocessing.active_children():
        process.join()  # so that both are there at the first look
    assert background.poll() == 1
    assert not background.is_over
    with pytest.raises(BackgroundFailedError):
        background.poll()
    assert background.is_over
    assert background.poll() is None


def test_a_crash_brings_its_traceback() -> None:
    with pytest.raises(BackgroundFailedError, match=r"(?s)test_background.py.*ZeroDivisionError: so that is that"):
        drain(Background(crash, deadline_s=FAR))


def test_a_value_that_cannot_travel_is_a_crash() -> None:
    with pytest.raises(BackgroundFailedError, match="pickle"):
        drain(Background(unpicklable, deadline_s=FAR))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV])
def test_a_killed_process_is_told_of_with_its_signal(number: signal.Signals) -> None:
    with pytest.raises(BackgroundFailedError, match=rf"died \({-number}\)"):
        drain(Background(die, number, deadline_s=FAR))


def test_a_death_is_noticed_even_if_a_forked_child_holds_the_pipe_open() -> None:
    background = Background(die_forked, deadline_s=FAR)
    child = first(background)
    with pytest.raises(BackgroundFailedError, match="died"):
        drain(background)
    assert gone(child)


def test_work_that_does_not_end_in_time_is_killed_with_what_it_forked(tmp_path: Path) -> None:
    background = Background(hang, str(tmp_path), deadline_s=1.5)
    with pytest.raises(BackgroundFailedError, match="did not end in time"):
        drain(background)
    assert all(gone(int(pid)) for pid in (tmp_path / "pids").read_text().split())


def test_closing_ends_work_that_hangs_at_once(tmp_path: Path) -> None:
    background = Background(hang, str(tmp_path), deadline_s=FAR)
    assert first(background) == "hanging"
    began = time.monotonic()
    background.close()
    background.close()
    assert time.monotonic() - began < 0.5
    assert background.is_over
    assert all(gone(int(pid)) for pid in (tmp_path / "pids").read_text().split())


def test_closing_right_after_the_start_leaves_no_process() -> None:
    before = children()
    for _ in range(5):
        Background(count, 1, deadline_s=FAR).close()
    assert children() == before


def children() -> str:
    """Return the numbers of this process's children, zombies too."""
    return Path(f"/proc/self/task/{os.getpid()}/children").read_text()


def test_a_large_value_arrives_whole() -> None:
    (value,) = drain(Background(send, 5_000_000, deadline_s=FAR))
    assert len(value) == 5_000_000


def test_a_writer_stopped_in_the_middle_of_a_message_does_not_stop_the_reader(tmp_path: Path) -> None:
    background = Background(stop_within_a_message, str(tmp_path), deadline_s=FAR)
    while not (tmp_path / "stopped").exists():  # the pipe holds far less than the message
        time.sleep(0.01)
    longest = 0.0
    for _ in range(20):
        began = time.monotonic()
        assert background.poll() is None
        longest = max(longest, time.monotonic() - began)
    background.close()
    assert longest < 1


def test_a_flood_of_values_does_not_hold_up_the_reader() -> None:
    background = Background(flood, deadline_s=FAR)
    first(background)
    time.sleep(0.2)
    began = time.monotonic()
    assert background.poll() is not None
    assert time.monotonic() - began < 0.5
    background.close()


def test_what_the_work_prints_does_not_reach_our_standard_output(capfd: pytest.CaptureFixture[str]) -> None:
    drain(Background(chatter, deadline_s=FAR))
    printed = capfd.readouterr()
    assert printed.out == ""
    assert "this is no JSON" in printed.err


def test_ctrl_c_does_not_end_the_work() -> None:
    assert drain(Background(interrupted, deadline_s=FAR)) == ["still here"]


def test_a_start_that_fails_leaves_nothing_open() -> None:
    with pytest.raises(Exception, match="pickle"):
        Background(lambda: [1], deadline_s=FAR)


PARENT = """
    import sys, time
    from app.background import Background
    from tests.app.test_background import first, hang

    if __name__ == "__main__":
        background = Background(hang, sys.argv[1], deadline_s=60)
        first(background)
        print("started", flush=True)
        time.sleep(60)
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_work_ends_with_its_parent_however_that_ends(tmp_path: Path, number: signal.Signals) -> None:
    script = tmp_path / "parent.py"
    script.write_text(textwrap.dedent(PARENT))
    with subprocess.Popen(
        [sys.executable, script, tmp_path],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"started\n"
        parent.send_signal(number)
        parent.wait(10)
    assert all(gone(int(pid)) for pid in (tmp_path / "pids").read_text().split())


@pytest.fixture
def dead_mount(tmp_path: Path) -> Iterator[Path]:
    """A mount that takes every request and answers none: who asks it cannot even be killed until it is gone."""
    point = tmp_path / "dead"
    point.mkdir()
    if os.geteuid() != 0 or not Path("/dev/fuse").exists():
        pytest.skip("a mount that does not answer needs root and /dev/fuse")
    program = Path(__file__).parent / "detection" / "deadmount.py"
    with subprocess.Popen([sys.executable, program, point, "taking"], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        mounted = server.stdout.readline() == "mounted\n"
        if mounted:
            yield point
        server.kill()
    subprocess.run(["umount", "-l", point], check=mounted)
    if not mounted:
        pytest.skip("FUSE mounts are not allowed here")


STUCK = """
    import sys, time
    from app.background import Background
    from tests.app.test_background import first, stick

    if __name__ == "__main__":
        background = Background(stick, sys.argv[1], deadline_s=60)
        print(first(background), flush=True)
        time.sleep(0.3)
        began = time.monotonic()
        background.close()
        print(time.monotonic() - began, flush=True)
"""


def stick(path: str) -> Iterator[int]:
    yield os.getpid()
    Path(path).stat()


def test_work_that_nothing_can_kill_holds_up_neither_close_nor_the_end_of_the_program(
    tmp_path: Path, dead_mount: Path
) -> None:
    script = tmp_path / "parent.py"
    script.write_text(textwrap.dedent(STUCK))
    done = subprocess.run(
        [sys.executable, script, dead_mount / "work"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,  # which the stuck process must not hold open either
        stderr=subprocess.DEVNULL,
        text=True,
        timeout=20,
        check=True,
    )
    pid, took = done.stdout.split()
    assert Path(f"/proc/{pid}").exists()  # it is stuck until the fixture ends the mount
    assert float(took) < 1
