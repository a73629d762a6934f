"""Visit: what the window works on, and the only way in which pages change it.

The host that is looked at, the run that goes on, the assessment that is shown. Everything slow happens in other
processes; the ticker asks how far they are. What is not needed to paint the first window is imported where it is used.
"""

from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.errors import WorldError
from app.gui.errand import Errand
from app.gui.ticker import Ticker

if TYPE_CHECKING:
    from app.gui.errands import Paper
    from app.history.store import Store
    from app.job import Job
    from app.settings import Settings
    from sizing.assessment import Assessment
    from sizing.host import Host
    from sizing.plan import Choices, Plan

_LOOK_S = 60.0
_PLAN_S = 15.0
_PAPER_S = 120.0
_COMPARE_S = 60.0


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
    compared = Signal(object)
    """What one kept assessment shows against another, in sentences."""
    written = Signal(object)
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
        self._looking = self._errand("look", _LOOK_S)
        self._planning = self._errand("", _PLAN_S)
        self._outlining = self._errand("report", _PAPER_S)
        self._writing = self._errand("report", _PAPER_S)
        self._comparing = self._errand("history", _COMPARE_S)
        self._connect()
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
        return self._looking.is_going_on

    @property
    def is_running(self) -> bool:
        """Whether a run goes on."""
        return self.job is not None

    @property
    def is_writing(self) -> bool:
        """Whether a report is being written."""
        return self._writing.is_going_on

    def remember(self, settings: "Settings") -> None:
        """Keep the user's choices for the next start; that they cannot be kept is no reason to stop."""
        from app.settings import save

        if settings != self.settings:
            self._settings = settings
            with suppress(WorldError):
                save(settings)

    def look(self) -> None:
        """Begin to look at this machine, anew if it was looked at before."""
        from app.gui import errands

        self._looking.begin(errands.look)
        self.host_changed.emit()

    def plan(self, path: str, choices: "Choices") -> None:
        """Begin to plan a run in the folder ``path`` of this machine; a plan that was begun before is dropped.

        In a process of its own, because a folder may lie on a volume that does not answer any more.
        """
        from app.gui import errands

        self.drop_plan()
        if self.here is not None and not self.is_looking:
            self._planning.begin(errands.plan, self.here, path, choices)

    def drop_plan(self) -> None:
        """Forget the plan that is being made."""
        self._planning.drop()

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
        from app.gui import errands

        if self.assessment is not None:
            self._outlining.begin(errands.outline, self.assessment)

    def compare(self, first: str, second: str) -> None:
        """Begin to compare two kept assessments; a comparison that was begun before is dropped."""
        from app.gui import errands

        self._comparing.begin(errands.compare, first, second)

    def drop_comparison(self) -> None:
        """Forget the comparison that is being made."""
        self._comparing.drop()

    def write(self, path: str, paper: "Paper") -> None:
        """Begin to write the report of the assessment shown to ``path``."""
        from app.gui import errands

        if self.assessment is not None and not self.is_writing:
            self._writing.begin(errands.write_paper, self.assessment, path, paper)
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
        for errand in (self._looking, self._planning, self._outlining, self._writing, self._comparing):
            errand.drop()
        self._ticker.remove(self._poll_run)
        if self.job is not None:
            self.job.close()
            self.job = None
        if self._store is not None:
            self._store.close()
            self._store = None

    def _errand(self, name: str, deadline_s: float) -> Errand:
        """Return an errand whose failures are said under ``name``, if it has one."""
        errand = Errand(self._ticker, deadline_s, self)
        if name:
            errand.failed.connect(lambda error: self.failed.emit(name, error))
        return errand

    def _connect(self) -> None:
        self._looking.came.connect(self._take_host)
        self._looking.ended.connect(self._end_look)
        self._planning.came.connect(self.planned)
        self._planning.failed.connect(self.planned)
        self._outlining.came.connect(self.outlined)
        self._comparing.came.connect(self.compared)
        self._writing.came.connect(self.written)
        self._writing.ended.connect(self.writing_changed)

    def _take_host(self, host: "Host") -> None:
        self.here = host
        self.host_changed.emit()

    def _end_look(self) -> None:
        from app import job

        if self.here is not None and (self.assessment is None or self.assessment.plan is None):
            self._show(job.look(self.here), is_opened=False)
        self.host_changed.emit()

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
            self._look_if_changed(error)
            return
        if progress is not None:
            self.progressed.emit(progress)
        if work.is_over:
            self._end_run(work)

    def _look_if_changed(self, error: Exception) -> None:
        """Look at the machine again if a run could not begin: what the plan was made from is no longer so."""
        from app.benchmark.target import RunRefusedError

        if isinstance(error, RunRefusedError):
            self.look()

    def _end_run(self, work: "Job") -> None:
        self._ticker.remove(self._poll_run)
        self.job = None
        self.is_stopping = False
        self._show(work.assessment, is_opened=False)
        self.run_changed.emit()
        self.history_changed.emit()

    def _show(self, assessment: "Assessment", *, is_opened: bool) -> None:
        self.assessment, self.is_opened = assessment, is_opened
        self.assessment_changed.emit()
