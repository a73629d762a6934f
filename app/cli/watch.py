"""Watch: drives a run to its end, shows how far it is, and stops it when asked."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from app.benchmark.progress import Progress
from app.cli.terminal import Terminal
from app.errors import WorldError
from app.history.store import Store
from app.i18n import tr
from app.job import Job
from app.presenters.live import Live, LiveView
from sizing.assessment import Assessment
from sizing.host import Host
from sizing.i18n import N_
from sizing.plan import PhaseKind, Plan

INTERVAL_S: Final = 0.1
_SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)


class Requests:
    """How often the user, or the system, has asked to stop: once cancels, twice ends at once."""

    def __init__(self) -> None:
        self.count = 0

    def take(self, _number: int, _frame: object) -> None:
        """Take a signal."""
        self.count += 1
        if self.count == 2:
            for number in _SIGNALS:
                signal.signal(number, signal.SIG_IGN)
            raise KeyboardInterrupt


def carried_out(host: Host, plan: Plan, store: Store, terminal: Terminal) -> tuple[Assessment, WorldError | None]:
    """Return the assessment that running ``plan`` ended in, and why it could not be kept if it could not.

    Cancelled runs are partial, and kept too.

    Raises:
        WorldError: the run could not begin.
        KeyboardInterrupt: it was asked twice to stop.
    """
    with _taking_requests() as requests:
        job = Job(host, plan, store)
        try:
            _drive(job, plan, requests, terminal)
        except WorldError as error:
            if job.assessment.measurement is None:
                raise
            return job.assessment, error
        finally:
            job.close()
            terminal.clear()
    return job.assessment, None


@contextmanager
def _taking_requests() -> Iterator[Requests]:
    requests = Requests()
    before = {number: signal.signal(number, requests.take) for number in _SIGNALS}
    try:
        yield requests
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _drive(job: Job, plan: Plan, requests: Requests, terminal: Terminal) -> None:
    live = Live(plan)
    stream = Stream(terminal, job.assessment, plan)
    is_cancelled = False
    while not job.is_over:
        progress = job.poll()
        if progress is not None:
            view = live.add(progress)
            stream.add(progress)
            if not job.is_over:
                terminal.progress(view.activity, progress_line(view, progress, plan))
        if (requests.count or not terminal.is_read) and not is_cancelled:
            is_cancelled = True
            job.cancel()
            terminal.note(tr(N_("Cancelling; what was measured is kept. Once more ends at once.")))
        if not job.is_over:
            time.sleep(INTERVAL_S)


def progress_line(view: LiveView, progress: Progress, plan: Plan) -> str:
    """Return what stands behind the activity, the most wanted first."""
    run = tr(N_("run {number}")).format(number=progress.run) if plan.most_runs > 1 or plan.probes_zeros else ""
    left = tr(N_("{range} left")).format(range=view.left) if view.left else ""
    device = tr(N_("device {rate}")).format(rate=view.device) if view.device else ""
    # The device comes last: it is what a narrow terminal may cut off.
    return "  ".join(filter(None, (run, f"{view.fraction:4.0%}", view.rate, left, device)))


class Stream:
    """The events of a run while it goes on."""

    def __init__(self, terminal: Terminal, assessment: Assessment, plan: Plan) -> None:
        self._terminal = terminal
        self._told: set[tuple[int, PhaseKind]] = set()
        terminal.event("start", id=assessment.id, created_at=assessment.created_at, plan=plan)
        for note in plan.notes:
            terminal.event("warn", code=note.code, sentence=tr(note.sentence), phase=None)

    def add(self, progress: Progress) -> None:
        """Tell what is new in ``progress``."""
        for phase in (*(fresh.phase for fresh in progress.fresh), progress.phase):
            # A short one may be over before it was ever looked at.
            if phase is not None and (progress.run, phase) not in self._told:
                self._told.add((progress.run, phase))
                self._terminal.event("phase", phase=phase, run=progress.run, elapsed_s=progress.elapsed_s)
        self._terminal.event(
            "sample",
            activity=progress.activity,
            phase=progress.phase,
            run=progress.run,
            elapsed_s=progress.elapsed_s,
            phase_s=progress.phase_s,
            phase_bytes=progress.phase_bytes,
            done_bytes=progress.done_bytes,
            total_bytes=progress.total_bytes,
            left_s=progress.left_s,
            free_bytes=progress.free_bytes,
            slots=[
                {
                    "phase": fresh.phase,
                    "first": fresh.first,
                    "bytes": [sum(slot) for slot in zip(*fresh.rows, strict=True)],
                }
                for fresh in progress.fresh
            ],
        )
