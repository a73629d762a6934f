"""Crew: the processes of a run's workers, started together, watched, and ended whatever they are doing."""

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import process as multiprocessing_process
from multiprocessing.context import SpawnProcess, get_spawning_popen
from pathlib import Path
from typing import Any, Final

from app.benchmark.board import Board, Word
from app.benchmark.folder import UnfitError, entered
from app.benchmark.testfile import remove_named
from app.benchmark.worker import Task, work

_GRACE_S: Final = 0.1
_FAREWELL_S: Final = 1.0


class Crew:
    """One process for each of ``tasks``, counting on the board in ``memory``, which stays the caller's.

    They are started by and by, so that nobody waits for 128 of them.
    """

    def __init__(self, tasks: list[Task], memory: int) -> None:
        self._tasks = tasks
        self._memory = os.dup(memory)
        self._processes: list[SpawnProcess] = []
        self._sweeper: SpawnProcess | None = None
        self.is_dismissed = False

    @property
    def is_whole(self) -> bool:
        """Whether every worker was started."""
        return len(self._processes) == len(self._tasks)

    def recruit(self, patience_s: float) -> None:
        """Start workers until all are, or ``patience_s`` is over; at least one.

        Raises:
            OSError: the system refused a process; those before it run.
        """
        until = time.monotonic() + patience_s
        with _interrupts_held():
            while not self.is_whole:
                task = self._tasks[len(self._processes)]
                self._processes.append(_started(work, task, Inherited(self._memory)))
                if time.monotonic() > until:
                    break

    def exit_codes(self) -> list[int | None]:
        """Return how each process ended: ``None`` while it runs, minus the signal that killed it."""
        return [worker.exitcode for worker in self._processes]

    def is_waiting(self) -> bool:
        """Return whether a process is waiting in the kernel, rather than kept from running or stopped by somebody."""
        return any(_state(worker.pid) in ("D", "S") for worker in self._processes if worker.exitcode is None)

    def kill(self) -> None:
        """Kill every process that still runs."""
        for worker in self._processes:
            if worker.exitcode is None:
                worker.kill()

    def has_ended(self, named: Callable[[], list[int]]) -> bool:
        """Return whether every process started has ended and the files of killed ones were seen to.

        ``named`` tells whose files have names.
        """
        if None in self.exit_codes():
            return False
        if self._sweeper is None:
            self._sweep(named())
        return self._sweeper is None or self._sweeper.exitcode is not None

    def dismiss(self, named: Callable[[], list[int]], *, is_patient: bool) -> None:
        """End every process at once; waits a second at most, for one that hangs in the kernel cannot be killed.

        Who is not patient waits for nothing: whoever still runs was given up before.
        """
        deadline = time.monotonic() + (_FAREWELL_S if is_patient else 0.0)
        self._wait(min(deadline, time.monotonic() + _GRACE_S))
        self.kill()
        self._wait(deadline)
        while is_patient and not self.has_ended(named) and time.monotonic() < deadline:
            time.sleep(_GRACE_S / 10)
        for each in (*self._processes, *filter(None, [self._sweeper])):
            if each.exitcode is None:
                # Otherwise multiprocessing waits for it, maybe for ever, when the program ends.
                multiprocessing_process._children.discard(each)  # type: ignore[attr-defined]
        self._processes.clear()
        os.close(self._memory)
        self.is_dismissed = True

    def _wait(self, deadline: float) -> None:
        for worker in self._processes:
            worker.join(max(0.0, deadline - time.monotonic()))

    def _sweep(self, ranks: list[int]) -> None:
        """Remove the files of killed workers, in a process because their file system may hang."""
        if ranks:
            tasks = [self._tasks[rank] for rank in ranks]
            self._sweeper = _started(sweep, tasks, Inherited(self._memory))


class Inherited:
    """A file descriptor that a new process inherits; there it arrives as a plain number."""

    def __init__(self, fd: int) -> None:
        self._fd = fd

    def __reduce__(self) -> tuple[type[int], tuple[int]]:
        starting = get_spawning_popen()
        if starting is None:
            raise RuntimeError("a file descriptor is only inherited by a process that is just being started")
        return int, (starting.duplicate_for_child(self._fd),)


def sweep(tasks: list[Task], memory: int) -> None:
    """Remove the files of ``tasks`` by name, and note on the board in ``memory`` which have gone."""
    board = Board(memory, tasks[0].shape)
    with suppress(OSError, UnfitError):
        folder = entered(tasks[0].place)
        for task in tasks:
            with suppress(OSError):
                remove_named(folder, task.file_name)
                board.control(task.rank)[Word.NAMED] = 0


def _started(function: Callable[..., None], *args: Any) -> SpawnProcess:  # noqa: ANN401 - whatever function takes
    process = multiprocessing.get_context("spawn").Process(target=function, args=args, daemon=True)
    process.start()
    return process


def _state(pid: int | None) -> str:
    """Return the letter of a process's state (proc(5)), ``?`` where it cannot be read."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return "?"


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold back Ctrl-C, which workers inherit, until they have had the time to say that they ignore it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
