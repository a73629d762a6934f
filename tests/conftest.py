"""What every test gets: a data folder of its own, and a look afterwards at whether it left anything behind."""

import multiprocessing
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing import resource_tracker
from pathlib import Path

import psutil
import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

_PATIENCE_S = 2.0
_SHARED_MEMORY = Path("/dev/shm")
_OURS = ("psm_", "headroom", "sem.mp-")


@dataclass(frozen=True, slots=True)
class Traces:
    """What this process, and others in its name, hold of the system."""

    children: frozenset[int]
    shared: frozenset[str]
    mounts: frozenset[str]

    def since(self, before: "Traces") -> tuple[str, ...]:
        """Return a line for each thing that was not there before."""
        return (
            *(f"process {_command(pid)}" for pid in sorted(self.children - before.children)),
            *(f"shared memory {name}" for name in sorted(self.shared - before.shared) if not _is_anothers(name)),
            *(f"mount {point}" for point in sorted(self.mounts - before.mounts)),
        )


def pytest_configure() -> None:
    """Let Ctrl-C reach what the tests start, also where a shell began them in the background and so had it ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take ``--chroot``: the tests that set Headroom up on a bare system, which need minutes, root and the network."""
    parser.addoption("--chroot", action="store_true", help="also set Headroom up on bare systems, in chroots")


@pytest.fixture(autouse=True)
def nothing_left_behind(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Give the test a data folder of its own; fail it when it leaves a process, shared memory, mount or file."""
    base, elsewhere = tmp_path_factory.getbasetemp(), tmp_path / "data-home"
    monkeypatch.setenv("HEADROOM_DATA", str(tmp_path / "headroom-data"))
    monkeypatch.setenv("XDG_DATA_HOME", str(elsewhere))
    before = _traces(base)
    yield
    monkeypatch.undo()  # a test may have given this process another platform, which must not mislead the look
    left = _once_settled(lambda: _traces(base).since(before))
    for pid in _children() - before.children:
        psutil.Process(pid).kill()
    if (elsewhere / "headroom").exists():
        left += (f"files in {elsewhere / 'headroom'}, although HEADROOM_DATA names another folder",)
    assert not left, f"left behind: {'; '.join(left)}"


@pytest.fixture(scope="session", autouse=True)
def nobody_lives_on(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Fail the run when a process of a test outlives it, even one whose parent was killed, or a loop device does."""
    yield
    base = str(tmp_path_factory.getbasetemp())
    left = _once_settled(lambda: (*_heirs(base), *_loops(base)))
    assert not left, f"left behind by the whole run: {'; '.join(left)}"


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Let a failed check of ``installer/test.sh`` fail the run as a failed test would."""
    if "FAILED" in os.environ.get("HEADROOM_CHECKS", "") and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say last of all what was not run here, and how the checks before the tests ended."""
    checks = os.environ.get("HEADROOM_CHECKS", "").splitlines()
    if checks:
        terminalreporter.section("checks before the tests")
        for line in checks:
            terminalreporter.line(line, red="FAILED" in line, yellow="not run" in line)
    reasons = Counter(_reason(report) for report in terminalreporter.getreports("skipped"))
    if reasons:
        terminalreporter.section("NOT RUN HERE")
        for reason, count in reasons.most_common():
            terminalreporter.line(f"NOT RUN HERE: {count} x {reason}", yellow=True)


def _reason(report: object) -> str:
    told = getattr(report, "longrepr", "")
    return str(told[2] if isinstance(told, tuple) else told).removeprefix("Skipped: ")


def _traces(base: Path) -> Traces:
    return Traces(_children(), _shared(), _mounts(base))


def _once_settled(look: Callable[[], tuple[str, ...]]) -> tuple[str, ...]:
    """Return what ``look`` finds, after a moment's patience with what is just about to go."""
    deadline = time.monotonic() + _PATIENCE_S
    while (found := look()) and time.monotonic() < deadline:
        multiprocessing.active_children()  # collects those that have ended
        time.sleep(0.02)
    return found


def _children() -> frozenset[int]:
    """Return the living children of this process and theirs, but for the tracker that Python keeps to the end."""
    if sys.platform != "linux":
        found = {child.pid for child in psutil.Process().children(recursive=True)}
    else:
        found = _below(os.getpid())
    return frozenset(found - {getattr(resource_tracker._resource_tracker, "_pid", None)})


def _below(pid: int) -> set[int]:
    """Return the descendants of ``pid``: the kernel's own list, as walking through all processes takes milliseconds."""
    found: set[int] = set()
    for listing in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in _text(listing).split():
            if ") Z " not in _text(Path(f"/proc/{child}/stat")):
                found |= {int(child)} | _below(int(child))
    return found


def _shared() -> frozenset[str]:
    if not _SHARED_MEMORY.is_dir():
        return frozenset()
    return frozenset(name for name in os.listdir(_SHARED_MEMORY) if name.startswith(_OURS))  # noqa: PTH208


def _is_anothers(name: str) -> bool:
    """Return whether a living process that is no relation of ours uses this shared memory, or it is gone already."""
    ours = _children() | {os.getpid()}
    path = str(_SHARED_MEMORY / name)
    return not Path(path).exists() or any(
        path in _text(maps) for maps in Path("/proc").glob("[0-9]*/maps") if int(maps.parent.name) not in ours
    )


def _mounts(base: Path) -> frozenset[str]:
    points = (line.split()[4] for line in _text(Path("/proc/self/mountinfo")).splitlines())
    return frozenset(point for point in points if point.startswith(str(base)))


def _heirs(base: str) -> tuple[str, ...]:
    """Return the processes that were started by a test of this run, told by the data folder in their environment."""
    mark = f"HEADROOM_DATA={base}"
    environments = Path("/proc").glob("[0-9]*/environ")
    heirs = (int(place.parent.name) for place in environments if mark in _text(place))
    tracker = getattr(resource_tracker._resource_tracker, "_pid", None)
    return tuple(f"process {_command(pid)}" for pid in heirs if pid not in (os.getpid(), tracker))


def _loops(base: str) -> tuple[str, ...]:
    backings = {place.parent.parent.name: _text(place) for place in Path("/sys/block").glob("loop*/loop/backing_file")}
    return tuple(f"loop device {name}" for name, backing in backings.items() if backing.startswith(base))


def _command(pid: int) -> str:
    words = _text(Path(f"/proc/{pid}/cmdline")).replace("\0", " ").strip()
    return f"{pid} ({words or 'ended just now'})"


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""
