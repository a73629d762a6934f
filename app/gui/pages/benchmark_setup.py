"""Set-up of a run: what to measure on the left, and on the right what that will do, before it starts."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QGridLayout, QLineEdit, QVBoxLayout, QWidget

from app.errors import WorldError
from app.gui.pages.benchmark_choices import ExpertChoices
from app.gui.visit import Visit
from app.gui.widgets.button import Button
from app.gui.widgets.card import Surface
from app.gui.widgets.combo_box import ComboBox
from app.gui.widgets.field import Field
from app.gui.widgets.glyph import Glyph
from app.gui.widgets.pair import Pair
from app.gui.widgets.text import column, empty, label, restyle, row
from app.i18n import tr
from app.presenters.plan import present_plan
from app.presenters.words import METHODS
from sizing.i18n import N_
from sizing.plan import Choices, Method, Plan
from sizing.workload import STANDARD, WORKLOADS, Role

if TYPE_CHECKING:
    from app.presenters.view import Line

_METHODS = (Method.QUICK, Method.ASSESSMENT, Method.SAS, Method.ENDURANCE, Method.VIYA, Method.IOTEST)
_ROLES = tuple(Role)
_WORKLOADS = tuple(WORKLOADS.values())
_HINTS = {
    Method.QUICK: N_("1 GiB for each core, written and read once: minutes. A first look, not evidence."),
    Method.ASSESSMENT: N_("Files of twice RAM together, read cold, three runs or more until they agree: for reports."),
    Method.SAS: N_("A file as large as RAM for each core, as rhel_iotest.sh does it: hours, and much space."),
    Method.ENDURANCE: N_("Writes and reads for 35 minutes and longer, until allowances for bursts are used up."),
    Method.VIYA: N_("As viya-perf-tool: 40 GiB for each core; for the CAS disk cache twice 20 GiB. Read cold."),
    Method.IOTEST: N_("As iotest.sh, whose own figure does not wait for the storage. Only to compare with that."),
}


class SetUp(QWidget):
    """Makes a plan out of the user's choices, again after each change."""

    changed = Signal()
    """There is a plan now, or none any more."""

    def __init__(self, visit: Visit) -> None:
        super().__init__()
        self._visit = visit
        self.plan: Plan | None = None
        self.folder = QLineEdit(visit.settings.target)
        self.browse = Button(tr(N_("Browse …")), "", "folder-open")
        self.method = ComboBox(tr(N_("Method")))
        self.role = ComboBox(tr(N_("Role of the volume")))
        self.workload = ComboBox(tr(N_("Workload")))
        self.more = ExpertChoices()
        self._fill()
        self._paper = PlanPaper()
        self._lay_out()
        self._connect()
        self.replan()

    def choose_folder(self, path: str) -> None:
        """Take ``path`` as the folder to measure."""
        self.folder.setText(path)
        self.replan()

    def replan(self) -> None:
        """Make the plan anew from what is chosen now."""
        self.plan = None
        self._folder.explain("")
        restyle(self.folder, "wrong", "false")
        method = _METHODS[self.method.currentIndex()]
        self._method.explain(tr(_HINTS[method]))
        self.more.show_method(method)
        path = self.folder.text().strip()
        if not path:
            self._visit.drop_plan()
            self._paper.wait(tr(N_("Choose a folder on the volume you want to measure.")))
        elif self._visit.here is None or self._visit.is_looking:
            self._paper.wait(tr(N_("The plan follows as soon as this machine is known.")))
        else:
            self._paper.wait(tr(N_("Planning …")))
            self._visit.plan(path, self._choices())
        self.changed.emit()

    def remember(self) -> None:
        """Keep what is chosen for the next start."""
        choices = self._choices()
        self._visit.remember(
            replace(
                self._visit.settings,
                target=self.folder.text().strip(),
                method=choices.method,
                role=choices.role,
                workload=choices.workload.name,
            )
        )

    def _fill(self) -> None:
        settings = self._visit.settings
        self.method.addItems([tr(METHODS[method]) for method in _METHODS])
        self.role.addItems([role.value for role in _ROLES])
        self.workload.addItems([tr(workload.title) for workload in _WORKLOADS])
        self.method.setCurrentIndex(_METHODS.index(settings.method))
        self.role.setCurrentIndex(_ROLES.index(settings.role))
        self.workload.setCurrentIndex(_WORKLOADS.index(WORKLOADS.get(settings.workload, STANDARD)))

    def _lay_out(self) -> None:
        form = Surface(tr(N_("What to measure")))
        self.folder.setPlaceholderText(tr(N_("A folder on the volume")))
        self._folder = Field(tr(N_("&Folder")), self.folder, self.browse)
        self._method = Field(tr(N_("&Method")), self.method)
        self._role = Field(tr(N_("&Role of the volume")), self.role)
        self._workload = Field(tr(N_("&Workload")), self.workload)
        for field in (self._folder, self._method, self._role, self._workload):
            form.body.addWidget(field)
        form.body.addWidget(self.more)
        form.body.addStretch(1)
        body = column(self)
        body.addWidget(Pair(form, self._paper, (2, 3), narrow=640))
        body.addStretch(1)

    def _connect(self) -> None:
        self.browse.clicked.connect(self._pick)
        self.folder.editingFinished.connect(self._edited)
        self.folder.textEdited.connect(self._forget)
        for choice in (self.method, self.role, self.workload):
            choice.currentIndexChanged.connect(self.replan)
        self.more.changed.connect(self.replan)
        self._visit.planned.connect(self._take)
        self._visit.host_changed.connect(self._host_changed)

    def _choices(self) -> Choices:
        # By place: Qt hands a text back for data that is an enumeration of texts.
        chosen = Choices(
            _METHODS[self.method.currentIndex()],
            _ROLES[self.role.currentIndex()],
            _WORKLOADS[self.workload.currentIndex()],
        )
        return self.more.refine(chosen)

    def _pick(self) -> None:
        start = self.folder.text().strip()
        path = QFileDialog.getExistingDirectory(self, tr(N_("Folder to measure")), start)
        if path:
            self.choose_folder(path)

    def _edited(self) -> None:
        if self.plan is None or self.plan.target.path != self.folder.text().strip():
            self.replan()

    def _forget(self) -> None:
        self.plan = None
        self._paper.wait(tr(N_("Press Enter to plan.")))
        self.changed.emit()

    def _host_changed(self) -> None:
        if self.plan is None and not self._visit.is_looking and not self._visit.is_running:
            self.replan()

    def _take(self, found: object) -> None:
        if isinstance(found, Plan):
            self.plan = found
            self._paper.show_plan(found)
        elif isinstance(found, WorldError):
            restyle(self.folder, "wrong", "true")
            self._folder.refuse(found.message, found.advice)
            self._paper.wait(tr(N_("There is no plan for this folder.")))
        elif isinstance(found, Exception):
            self._paper.wait(tr(N_("There is no plan: the folder did not answer, or planning failed.")))
            self._visit.failed.emit("plan", found)
        self.changed.emit()


class PlanPaper(Surface):
    """The plan in plain sentences: what it takes, and what its result will be worth."""

    def __init__(self) -> None:
        super().__init__(tr(N_("What will happen")))
        self.body.addWidget(label(tr(N_("Nothing is written before you press Measure.")), "small", wraps=True))
        self._inner: QVBoxLayout = column(spacing=12)
        self.body.addLayout(self._inner)
        self.body.addStretch(1)

    def wait(self, sentence: str) -> None:
        """Show that there is no plan, and why."""
        empty(self._inner)
        self._inner.addWidget(label(sentence, "muted", wraps=True))

    def show_plan(self, plan: Plan) -> None:
        """Show ``plan``."""
        view = present_plan(plan)
        empty(self._inner)
        self._inner.addWidget(label(view.headline, "strong", wraps=True))
        self._inner.addLayout(_lines(view.lines))
        self._inner.addWidget(_worth("circle-check", "pass", tr(N_("What it shows")), view.proves))
        self._inner.addWidget(_worth("circle-minus", "muted", tr(N_("What it does not show")), view.does_not_prove))
        for note in view.notes:
            self._inner.addWidget(_worth("triangle-alert", "warn", "", note))


def _lines(lines: "tuple[Line, ...]") -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(18)
    grid.setVerticalSpacing(7)
    grid.setColumnStretch(1, 1)
    for number, line in enumerate(lines):
        grid.addWidget(label(line.label, "label"), number, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(label(line.value, wraps=True, selectable=True), number, 1)
    return grid


def _worth(icon: str, token: str, title: str, sentence: str) -> QWidget:
    piece = QWidget()
    words = column(spacing=2)
    if title:
        words.addWidget(label(title, "strong"))
    words.addWidget(label(sentence, wraps=True))
    line = row(piece, spacing=10)
    line.addWidget(Glyph(icon, token, 18), 0, Qt.AlignmentFlag.AlignTop)
    line.addLayout(words, 1)
    return piece
