"""Benchmark page: set up, measure, and see what came of it; one after the other on one page."""

from PySide6.QtWidgets import QWidget

from app.benchmark.progress import Progress
from app.gui.pages.benchmark_live import LiveView
from app.gui.pages.benchmark_result import ResultPanel
from app.gui.pages.benchmark_setup import SetUp
from app.gui.visit import Visit
from app.gui.widgets.button import Button
from app.gui.widgets.empty import EmptyState
from app.gui.widgets.page import Page
from app.i18n import tr
from app.presenters.words import METHODS
from sizing.i18n import N_
from sizing.plan import Plan


class BenchmarkPage(Page):
    """One primary action at a time: Measure, then Stop, then Findings."""

    def __init__(self, visit: Visit) -> None:
        super().__init__(tr(N_("Benchmark")), "")
        self._visit = visit
        self.measure = Button(tr(N_("Measure")), "primary", "play")
        self.stop = Button(tr(N_("Stop")), "stop", "circle-stop")
        self.again = Button(tr(N_("Measure again")), "", "refresh-cw")
        self.report = Button(tr(N_("Report")), "", "file-text")
        self.findings = Button(tr(N_("See the findings")), "primary", "clipboard-check")
        self.setup = SetUp(visit)
        self.live = LiveView()
        self.result = ResultPanel()
        self._nothing = EmptyState(
            "gauge", tr(N_("Nothing was measured")), tr(N_("This assessment looked at the host alone."))
        )
        self._panel: QWidget = self.setup
        self._lay_out()
        self._connect()
        self._show_state()

    def _lay_out(self) -> None:
        for button in (self.again, self.report, self.findings, self.measure, self.stop):
            self.buttons.addWidget(button)
        panels: tuple[QWidget, ...] = (self.setup, self.live, self.result, self._nothing)
        for panel in panels:
            panel.setVisible(panel is self._panel)
            self.body.addWidget(panel, 1)

    def _connect(self) -> None:
        visit = self._visit
        self.measure.clicked.connect(self._begin)
        self.stop.clicked.connect(visit.stop)
        self.again.clicked.connect(self._set_up_again)
        self.findings.clicked.connect(lambda: visit.page_wanted.emit("findings"))
        self.report.clicked.connect(lambda: visit.page_wanted.emit("report"))
        self.setup.changed.connect(self._show_actions)
        visit.target_wanted.connect(self._choose)
        visit.progressed.connect(self._take)
        visit.run_changed.connect(self._show_state)
        visit.assessment_changed.connect(self._show_state)

    def _choose(self, path: str) -> None:
        if not self._visit.is_running:
            self._show(self.setup)
            self.setup.choose_folder(path)

    def _begin(self) -> None:
        if self.setup.plan is not None:
            self.setup.remember()
            self._visit.run(self.setup.plan)

    def _set_up_again(self) -> None:
        if self._visit.is_opened:
            self._visit.come_back()
        self._show(self.setup)
        self.setup.replan()

    def _take(self, progress: Progress) -> None:
        self.live.take(progress)

    def _show_state(self) -> None:
        visit, shown = self._visit, self._visit.assessment
        if visit.is_running and shown is not None and shown.plan is not None:
            if self._panel is not self.live:
                self.live.begin(shown.plan)
            self._show(self.live)
        elif shown is not None and shown.series is not None:
            self.result.show_result(shown)
            self._show(self.result)
        else:
            self._show(self._nothing if visit.is_opened else self.setup)

    def _show(self, panel: QWidget) -> None:
        self._panel.hide()
        self._panel = panel
        panel.show()
        plan = self._visit.assessment.plan if self._visit.assessment is not None else None
        if panel is self.setup or plan is None:
            self.entitle(tr(N_("Benchmark")), tr(N_("Measure what the storage below a folder really delivers.")))
        elif panel is self.live:
            self.entitle(tr(N_("Measuring {path}")).format(path=plan.target.resolved), _terms(plan))
        else:
            self.entitle(tr(N_("Result for {path}")).format(path=plan.target.resolved), _terms(plan))
        self._show_actions()

    def _show_actions(self) -> None:
        panel = self._panel
        self.measure.setVisible(panel is self.setup)
        self.measure.setEnabled(self.setup.plan is not None)
        self.stop.setVisible(panel is self.live)
        stopping = self._visit.is_stopping
        self.stop.setEnabled(not stopping)
        self.stop.word(tr(N_("Stopping …")) if stopping else tr(N_("Stop")), "circle-stop")
        for button in (self.findings, self.report):
            button.setVisible(panel is self.result)
        self.again.setVisible(panel in (self.result, self._nothing))


def _terms(plan: Plan) -> str:
    return f"{plan.role.value} · {tr(METHODS[plan.method])} · {tr(plan.workload.title)}"
