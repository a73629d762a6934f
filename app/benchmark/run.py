"""Run: one execution of a plan, from the first worker started to the series they leave."""

import os
import platform
import secrets
from contextlib import suppress
from pathlib import Path
from time import perf_counter_ns
from typing import Final

from app.benchmark import failure
from app.benchmark.board import SLOT_NS, Board, Fault, Head, Shape, State, Word, reserve
from app.benchmark.counters import Counters
from app.benchmark.crew import Crew
from app.benchmark.estimate import seconds_left
from app.benchmark.harvest import Harvest
from app.benchmark.progress import Activity, Progress
from app.benchmark.reading import Reading
from app.benchmark.silence import Silence, patience_s
from app.benchmark.sweep import journal_folder
from app.benchmark.target import RunRefusedError, place_of, refusal
from app.benchmark.testfile import name_of
from app.benchmark.worker import Task
from app.errors import WorldError
from app.i18n import tr
from sizing.i18n import N_
from sizing.measurement import Outcome, Series
from sizing.plan import Pattern, PhaseKind, Plan

_SLOTS_PER_S: Final = 1_000_000_000 // SLOT_NS
_ROW_FACTOR: Final = 16
_ROW_LEAST_S: Final = 3600
_ROW_MOST_S: Final = 3 * 24 * 3600
_KILL_AFTER_NS: Final = 400_000_000
_GIVE_UP_AFTER_NS: Final = 800_000_000
_SLICE_S: Final = 0.04
"""How long one look may spend on starting workers: a window stays smooth, and 128 are up within seconds."""


def start(plan: Plan, root: Path = Path("/")) -> "Run":
    """Begin to start the workers of ``plan``, and return at once; the kernel's files are read below ``root``.

    The target is touched by the workers alone. What they find wrong with it is raised by :meth:`Run.poll`.

    Raises:
        WorldError: there is too little memory.
    """
    try:
        return Run(plan, root)
    except OSError as error:
        raise _not_started(error) from error


class Run:
    """A run going on. :meth:`poll` is its only clock, and touches nothing but memory and the kernel's counters."""

    def __init__(self, plan: Plan, root: Path) -> None:
        self._plan = plan
        self._began = perf_counter_ns()
        shape = Shape(plan.workers, len(plan.phases), _slots(plan))
        self._counters = Counters(plan.target.device, plan.mount_point, root)
        self._counters.sample(self._began)
        self._tasks = _tasks(plan, shape, self._counters.files)
        memory = reserve(shape)
        try:
            self._board = Board(memory, shape)
            self._crew = Crew(self._tasks, memory)
        finally:
            os.close(memory)
        self._reading = Reading(self._board, plan.phases, self._counters)
        self._stopping = 0
        self._ended = 0
        self._failure = ""
        self._left: tuple[str, ...] = ()
        self._silence = Silence()
        self._silent_s = 0.0
        self._moved = 0
        self._refusal: WorldError | None = None
        self._outcome = Outcome.COMPLETE
        self._series: Series | None = None
        self._last: Progress | None = None
        self._recruit()

    @property
    def is_over(self) -> bool:
        """Whether all workers have ended, or were given up after they were killed."""
        return self._ended > 0

    @property
    def left(self) -> tuple[str, ...]:
        """Paths of test files that could not be removed, once the run is over."""
        return self._left

    def poll(self) -> Progress:
        """Return where the run stands, and do what is due: look after the workers, sample the device. Never waits.

        Raises:
            RunRefusedError: the run could not begin and is over: the target is not what was planned for or is in use,
                or there are too few processes for the workers.
        """
        if self._last is not None:
            return self._last
        self._recruit()
        now = perf_counter_ns()
        self._reading.sample(now)
        self._watch(now)
        if self._refusal is not None and self.is_over:
            raise self._refusal
        progress = self._progress(now)
        if self.is_over:
            self._last = progress
        return progress

    def cancel(self) -> None:
        """Ask the workers to stop; the run is over within a second, and what was measured is kept."""
        if not self._stopping and not self.is_over:
            self._outcome = Outcome.CANCELLED
            self._stop()

    def collect(self) -> Series:
        """Return all that was recorded, and let go of everything; only once the run is over."""
        if self._series is None:
            if not self.is_over:
                raise RuntimeError("the run is not over")
            harvest = Harvest(self._plan, self._board, self._reading, self._counters)
            phases = harvest.phases(self._began, self._ended)
            self.close()
            self._series = Series(self._outcome, phases, self._failure, self._left)
        return self._series

    def close(self) -> None:
        """End the run at once if it is going on, and leave nothing behind; harmless when repeated."""
        if not self._crew.is_dismissed:
            self._board.cells[Head.CANCEL] = 1
            self._crew.dismiss(self._named, is_patient=not self.is_over)
            self._ended = self._ended or perf_counter_ns()
            self._note_left()
            self._board.close()

    def _recruit(self) -> None:
        if self._stopping or self._crew.is_whole:
            return
        try:
            self._crew.recruit(_SLICE_S)
        except OSError as error:
            self._refuse(_not_started(error))

    def _refuse(self, refusal: WorldError) -> None:
        self._refusal = refusal
        self._stop()

    def _stop(self) -> None:
        self._stopping = perf_counter_ns()
        self._board.cells[Head.CANCEL] = 1

    def _watch(self, now: int) -> None:
        self._silent_s = 0.0 if self.is_over else self._silence.lasts(now, self._signs())
        if not self._stopping:
            self._look_for_trouble()
        if not self._stopping:
            self._look_for_a_stall()
        if self._stopping and now > self._stopping + _KILL_AFTER_NS:
            self._crew.kill()
        has_ended = (self._stopping or self._crew.is_whole) and self._crew.has_ended(self._named)
        if has_ended or (self._stopping and now > self._stopping + _GIVE_UP_AFTER_NS):
            self._ended = now
            self._reading.sample(now, is_last=True)
            self._note_left()
            if self._failure:
                self._failure = failure.whole(self._failure, self._left, are_held=None in self._crew.exit_codes())

    def _look_for_trouble(self) -> None:
        """Stop the run if it cannot begin or gives no figures any more."""
        for rank, exit_code in enumerate(self._crew.exit_codes()):
            words = self._board.control(rank)
            if words[Word.STATE] == State.FAILED:
                fault = Fault(words[Word.FAULT])
                if unfit := refusal(self._plan, fault, self._reading.free_bytes()):
                    self._refuse(unfit)
                else:
                    self._fail(failure.refused(fault, words[Word.ERRNO]))
                return
            if exit_code is not None and (exit_code or words[Word.STATE] != State.DONE):
                self._fail(failure.died(exit_code))
                return

    def _signs(self) -> tuple[object, ...]:
        """Return all that changes while a run goes on."""
        return self._moved, self._states(), self._counters.latest, len(self._crew.exit_codes())

    def _states(self) -> list[int]:
        return [self._board.control(rank)[Word.STATE] for rank in range(self._plan.workers)]

    def _look_for_a_stall(self) -> None:
        """Stop a run whose workers wait in the kernel for a file system that does not answer."""
        states = self._states()
        is_unseen = State.FLUSHING in states and not self._counters.is_known
        if self._silent_s <= patience_s(self._plan, is_unseen=is_unseen) or not self._crew.is_waiting():
            return
        if {*states} <= {State.REMOVING, State.DONE}:
            self._stop()  # all was measured; only the files do not go
        else:
            self._fail(failure.stalled(self._silent_s))

    def _fail(self, cause: str) -> None:
        self._outcome, self._failure = Outcome.FAILED, cause
        self._stop()

    def _note_left(self) -> None:
        folder = Path(self._plan.target.resolved)
        self._left = tuple(str(folder / self._tasks[rank].file_name) for rank in self._named())
        if not self._left:
            with suppress(OSError):
                os.unlink(self._tasks[0].journal)  # noqa: PTH108 - it is text for the workers

    def _named(self) -> list[int]:
        """Return the workers whose files have names."""
        return [rank for rank in range(self._plan.workers) if self._board.control(rank)[Word.NAMED]]

    def _progress(self, now: int) -> Progress:
        fresh = self._reading.fresh(now, is_over=self.is_over)
        index = self._reading.current(now)
        moved = [self._reading.moved(phase, now) for phase in range(len(self._plan.phases))]
        opened = self._reading.opened(index) if index is not None else now
        phase_s = (now - opened) / 1e9
        self._moved = sum(moved)
        return Progress(
            activity=Activity.OVER if self.is_over else self._reading.activity(index),
            phase=None if index is None else self._plan.phases[index],
            elapsed_s=(now - self._began) / 1e9,
            phase_s=phase_s,
            phase_bytes=moved[index] if index is not None else 0,
            done_bytes=self._moved,
            total_bytes=self._plan.phase_bytes * len(moved),
            left_s=None if index is None or self._stopping else self._seconds_left(index, moved[index], now),
            free_bytes=self._reading.free_bytes(),
            fresh=fresh,
            silent_s=self._silent_s,
        )

    def _seconds_left(self, index: int, moved: int, now: int) -> tuple[float, float] | None:
        if self.is_over:
            return (0.0, 0.0)
        opened = self._reading.opened(index)
        phase_s = (now - opened) / 1e9
        rates = [moved / phase_s, self._reading.recent_rate()]
        if self._plan.phases[index] is PhaseKind.WRITE and self._counters.is_known:
            rates.append(self._counters.moved(opened, now)[1] / phase_s)
        later = self._plan.phase_bytes * (len(self._plan.phases) - index - 1)
        return seconds_left(phase_s, moved, self._plan.phase_bytes, later, rates)


def _not_started(error: OSError) -> RunRefusedError:
    return RunRefusedError(
        tr(N_("The workers could not be started: {reason}.")).format(reason=os.strerror(error.errno or 0)),
        tr(N_("Free some memory, raise the limits on processes and open files (ulimit), or use fewer workers.")),
    )


def _slots(plan: Plan) -> int:
    """Return how many slots a row has: far more than planned, for they cost nothing until they are used."""
    seconds = min(max(_ROW_FACTOR * plan.seconds_high, _ROW_LEAST_S), _ROW_MOST_S)
    return int(seconds * _SLOTS_PER_S)


def _tasks(plan: Plan, shape: Shape, counters: tuple[str, ...]) -> list[Task]:
    run, host = secrets.token_hex(8), platform.node()
    return [
        Task(
            rank=rank,
            parent=os.getpid(),
            shape=shape,
            place=place_of(plan),
            phases=tuple(phase.value for phase in plan.phases),
            block_size=plan.block_size,
            file_size=plan.file_size,
            is_random=plan.pattern is Pattern.RANDOM,
            cold_reads=plan.cold_reads,
            counters=counters,
            file_name=name_of(host, run, rank),
            host=host,
            journal=str(journal_folder() / f"{run}.jsonl"),
        )
        for rank in range(plan.workers)
    ]
