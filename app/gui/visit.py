"""Visit: what the window works on, and the only way in which pages change it.

The host that is looked at, the run that goes on, the assessment that is shown. Everything slow happens in other
processes; the ticker asks how far they are. What is not needed to paint the first window is imported where it is used.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from app.errors import WorldError
from app.gui.ticker import Ticker

if TYPE_CHECKING:
    from app.background import Background
    from app.gui.errands import Outline, Paper
    from app.history.store import Store
    from app.job import Job
    from app.settings import Settings
    from sizing.assessment import Assessment
    from sizing.host import Host
    from sizing.plan import Choices, Plan

T = TypeVar("T")
_LOOK_S = 60.0
_PLAN_S = 15.0
_PAPER_S = 120.0


class Visit(QObject):
    """The state of the window. Signals say what changed; whoever listens reads the attributes."""

    host_changed = Signal()
    assessment_changed = Signal()
    run_changed = Signal()
    planned = Signal(object)
    """A plan, or the exception that says why there is none."""
    progressed = Signal(object)
    outlined = Signal(object)
    """What the report will say."""
    written = Signal(str)
    """The path of a report that was written."""
    writing_changed = Signal()
    history_changed = Signal()
    page_wanted = Signal(str)
    target_wanted = Signal(str)
    """A folder the user wants to measure."""
    failed = Signal(str, object)
    """What was being done ("look", "plan", "run", "report", "history"), and the exception that ended it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings: Settings | None = None
        self._ticker = Ticker(self)
        self._looking: Background[Host] | None = None
        self._writing: Background[str] | None = None
        self._planning: Background[Plan] | None = None
        self._outlining: Background[Outline] | None = None
        self._store: Store | None = None
        self.here: Host | None = None
        """This machine, as far as it is known yet."""
        self.assessment: Assessment | None = None
        """What is shown: of a finished run, opened from the history, or of this machine alone."""
        self.is_opened = False
        """Whether the assessment comes from the history."""
        self.job: Job | None = None
        self.is_stopping = False

    @property
    def host(self) -> "Host | None":
        """The host that is shown: of the opened assessment, or this machine."""
        return self.assessment.host if self.is_opened and self.assessment else self.here

    @property
    def settings(self) -> "Settings":
        """What the user chose last time, and since."""
        if self._settings is None:
            from app.settings import load

            self._settings = load()
        return self._settings

    @property
    def is_looking(self) -> bool:
        """Whether this machine is being looked at just now."""
        return self._looking is not None

    @property
    def is_running(self) -> bool:
        """Whether a run goes on."""
        return self.job is not None

    @property
    def is_writing(self) -> bool:
        """Whether a report is being written."""
        return self._writing is not None

    def remember(self, settings: "Settings") -> None:
        """Keep the user's choices for the next start; that they cannot be kept is no reason to stop."""
        from app.settings import save

        if settings != self.settings:
            self._settings = settings
            with suppress(WorldError):
                save(settings)

    def look(self) -> None:
        """Begin to look at this machine, anew if it was looked at before."""
        from app.background import Background
        from app.gui import errands

        if self._looking is not None:
            self._looking.close()
        self._looking = Background(errands.look, deadline_s=_LOOK_S)
        self._ticker.add(self._poll_look)
        self.host_changed.emit()

    def plan(self, path: str, choices: "Choices") -> None:
        """Begin to plan a run in the folder ``path`` of this machine; a plan that was begun before is dropped.

        In a process of its own, because a folder may lie on a volume that does not answer any more.
        """
        from app.background import Background
        from app.gui import errands

        self.drop_plan()
        if self.here is not None and not self.is_looking:
            self._planning = Background(errands.plan, self.here, path, choices, deadline_s=_PLAN_S)
            self._ticker.add(self._poll_plan)

    def drop_plan(self) -> None:
        """Forget the plan that is being made."""
        self._ticker.remove(self._poll_plan)
        if self._planning is not None:
            self._planning.close()
            self._planning = None

    def run(self, plan: "Plan") -> None:
        """Begin to measure; the assessment of it is shown from now on."""
        from app.job import Job

        if self.here is None or self.job is not None:
            return
        try:
            self.job = Job(self.here, plan, self.store())
        except Exception as error:
            self.failed.emit("run", error)
            return
        self.is_stopping = False
        self._show(self.job.assessment, is_opened=False)
        self._ticker.add(self._poll_run)
        self.run_changed.emit()

    def stop(self) -> None:
        """Ask the run to end; what was measured until then is kept."""
        if self.job is not None and not self.is_stopping:
            self.is_stopping = True
            self.job.cancel()
            self.run_changed.emit()

    def open(self, name: str) -> None:
        """Show the assessment ``name`` of the history."""
        try:
            assessment = self.store().load(name)
        except Exception as error:
            self.failed.emit("history", error)
            return
        self._show(assessment, is_opened=True)
        self.host_changed.emit()

    def delete(self, name: str) -> None:
        """Remove the assessment ``name`` from the history."""
        try:
            self.store().delete(name)
        except Exception as error:
            self.failed.emit("history", error)
        if self.assessment is not None and self.assessment.id == name:
            self.come_back()
        self.history_changed.emit()

    def come_back(self) -> None:
        """Show this machine again, and what the rulebook says of it alone."""
        from app import job

        self.is_opened = False
        self.assessment = None
        if self.here is not None and not self.is_looking:
            self.assessment = job.look(self.here)
        self.host_changed.emit()
        self.assessment_changed.emit()

    def outline(self) -> None:
        """Begin to put together what the report of the assessment shown will say."""
        from app.background import Background
        from app.gui import errands

        if self._outlining is not None:
            self._outlining.close()
        if self.assessment is not None:
            self._outlining = Background(errands.outline, self.assessment, deadline_s=_PAPER_S)
            self._ticker.add(self._poll_outline)

    def write(self, path: str, paper: "Paper") -> None:
        """Begin to write the report of the assessment shown to ``path``."""
        from app.background import Background
        from app.gui import errands

        if self.assessment is not None and self._writing is None:
            self._writing = Background(errands.write_paper, self.assessment, path, paper, deadline_s=_PAPER_S)
            self._ticker.add(self._poll_writing)
            self.writing_changed.emit()

    def store(self) -> "Store":
        """Return the open history.

        Raises:
            WorldError: it cannot be used.
        """
        from app.history.store import open_store

        if self._store is None:
            self._store = open_store()
        return self._store

    def close(self) -> None:
        """End everything that goes on and leave nothing behind."""
        for poll in (self._poll_look, self._poll_plan, self._poll_run, self._poll_outline, self._poll_writing):
            self._ticker.remove(poll)
        for background in (self._looking, self._planning, self._outlining, self._writing):
            if background is not None:
                background.close()
        self._looking = self._planning = self._outlining = self._writing = None
        if self.job is not None:
            self.job.close()
            self.job = None
        if self._store is not None:
            self._store.close()
            self._store = None

    def _poll_look(self) -> None:
        from app import job

        looking = self._looking
        if looking is None:
            return
        host = self._polled("look", looking.poll)
        if host is not None:
            self.here = host
        if looking.is_over:
            self._looking = None
            self._ticker.remove(self._poll_look)
            if self.here is not None and (self.assessment is None or self.assessment.plan is None):
                self._show(job.look(self.here), is_opened=False)
        if host is not None or looking.is_over:
            self.host_changed.emit()

    def _poll_plan(self) -> None:
        planning = self._planning
        if planning is None:
            return
        try:
            found: object = planning.poll()
        except Exception as error:
            found = error
        if planning.is_over:
            self.drop_plan()
        if found is not None:
            self.planned.emit(found)

    def _poll_run(self) -> None:
        work = self.job
        if work is None:
            return
        try:
            progress = work.poll()
        except Exception as error:
            work.close()
            self._end_run(work)
            self.failed.emit("run", error)
            return
        if progress is not None:
            self.progressed.emit(progress)
        if work.is_over:
            self._end_run(work)

    def _end_run(self, work: "Job") -> None:
        self._ticker.remove(self._poll_run)
        self.job = None
        self.is_stopping = False
        self._show(work.assessment, is_opened=False)
        self.run_changed.emit()
        self.history_changed.emit()

    def _poll_outline(self) -> None:
        outlining = self._outlining
        if outlining is None:
            return
        found = self._polled("report", outlining.poll)
        if outlining.is_over:
            self._outlining = None
            self._ticker.remove(self._poll_outline)
        if found is not None:
            self.outlined.emit(found)

    def _poll_writing(self) -> None:
        writing = self._writing
        if writing is None:
            return
        path = self._polled("report", writing.poll)
        if path is not None:
            self.written.emit(path)
        if writing.is_over:
            self._writing = None
            self._ticker.remove(self._poll_writing)
            self.writing_changed.emit()

    def _polled(self, what: str, poll: Callable[[], T | None]) -> T | None:
        try:
            return poll()
        except Exception as error:
            self.failed.emit(what, error)
            return None

    def _show(self, assessment: "Assessment", *, is_opened: bool) -> None:
        self.assessment, self.is_opened = assessment, is_opened
        self.assessment_changed.emit()
