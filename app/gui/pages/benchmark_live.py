"""Live view of a run: large numbers, the phases, the curves, and what is left."""

from PySide6.QtWidgets import QWidget

from app.benchmark.progress import Activity, Progress
from app.gui.pages.run_chart import RunChart
from app.gui.widgets.card import Surface
from app.gui.widgets.card_grid import CardGrid
from app.gui.widgets.phase_bar import PhaseBar, Stretch
from app.gui.widgets.text import column, label
from app.i18n import tr
from app.presenters.live import Live
from app.presenters.machine import split
from app.presenters.view import Card
from app.presenters.words import PHASES
from sizing.i18n import N_
from sizing.plan import PhaseKind, Plan
from sizing.units import duration_text, rate_text, size_text

_WORKERS_A_TURN = 12
"""Workers drawn anew in a tick. Ticks take turns: one draws the total, the next some workers, so that none is long."""


class LiveView(QWidget):
    """What is seen while the workers work."""

    def __init__(self) -> None:
        super().__init__()
        self._cards = CardGrid(4)
        self._bar = PhaseBar()
        self._facts = label("", "muted", wraps=True)
        self.chart = RunChart()
        self._plan: Plan | None = None
        self._live: Live | None = None
        self._began: dict[PhaseKind, float] = {}
        self._ticks = 0
        self._run = 1
        phases = Surface()
        phases.body.addWidget(self._bar)
        phases.body.addWidget(self._facts)
        body = column(self, spacing=16)
        body.addWidget(self._cards)
        body.addWidget(phases)
        body.addWidget(self.chart, 1)

    def begin(self, plan: Plan) -> None:
        """Make ready for a run of ``plan``."""
        self._plan, self._live, self._began, self._ticks = plan, Live(plan), {}, 0
        self._run = 1
        self.chart.begin(plan)
        self._show_cards(None, "", "")
        self._show_phases(None)
        self._facts.setText(tr(N_("Starting the workers …")))

    def take(self, progress: Progress) -> None:
        """Show ``progress``; nothing is drawn while nobody can see it, but nothing is lost either."""
        if self._live is None or self._plan is None:
            return
        view = self._live.add(progress)
        if progress.run != self._run:  # each run of several begins with an empty picture
            self._run, self._began = progress.run, {}
            self.chart.begin(self._plan)
        if progress.phase is not None and progress.phase_s > 0:
            self._began.setdefault(progress.phase, progress.elapsed_s - progress.phase_s)
        self._ticks += 1
        if not self.isVisible():
            return
        self._show_cards(progress, view.rate, view.left)
        self._show_phases(progress)
        self._facts.setText(self._sentence(progress, view.activity))
        is_over = progress.activity is Activity.OVER
        if is_over:
            self.chart.feed(self._live.curves, self._began)
            self.chart.feed_workers(self._live.curves, self._began)
        elif self._ticks % 2:
            self.chart.feed(self._live.curves, self._began)
        else:
            turns = 1 + self._plan.workers // _WORKERS_A_TURN
            self.chart.feed_workers(self._live.curves, self._began, self._ticks // 2 % turns, turns)

    def _show_cards(self, progress: Progress | None, now: str, left: str) -> None:
        assert self._plan is not None and self._live is not None  # noqa: S101 - begin() came first
        mean, core, need = "–", "–", ""
        if progress is not None and progress.phase in self._live.curves and progress.phase_s > 0:
            rate = progress.phase_bytes / progress.phase_s
            mean, core = rate_text(rate), rate_text(rate / self._plan.cores)
        if self._live.requirement is not None:
            need = tr(N_("required: {rate}")).format(rate=rate_text(self._live.requirement))
        each = tr(N_("{cores} physical cores")).format(cores=self._plan.cores)
        self._cards.show_cards(
            (
                _figure(tr(N_("Throughput now")), now or "–", tr(N_("in the last second"))),
                _figure(tr(N_("Mean of this phase")), mean, need),
                _figure(tr(N_("Mean per core")), core, each),
                Card(tr(N_("Time left")), left or "–", detail=self._space(progress)),
            )
        )

    def _space(self, progress: Progress | None) -> str:
        if progress is None or progress.free_bytes is None:
            return " "
        return tr(N_("space left: {size}")).format(size=size_text(progress.free_bytes))

    def _show_phases(self, progress: Progress | None) -> None:
        assert self._plan is not None  # noqa: S101 - begin() came first
        current = progress.phase if progress is not None else None
        kinds = self._plan.phases
        place = kinds.index(current) if current in kinds else -1
        stretches = []
        for index, kind in enumerate(kinds):
            share = 1.0 if index < place else 0.0
            if index == place and progress is not None:
                share = min(1.0, progress.phase_bytes / self._plan.phase_bytes)
            moved = size_text(share * self._plan.phase_bytes)
            text = f"{100 * share:.0f} %  ·  {moved} / {size_text(self._plan.phase_bytes)}"
            stretches.append(Stretch(tr(PHASES[kind]), text, share, kind.value, index == place))
        self._bar.show_stretches(tuple(stretches))

    def _sentence(self, progress: Progress, activity: str) -> str:
        elapsed = tr(N_("{time} since the start")).format(time=duration_text(progress.elapsed_s))
        run = tr(N_("run {number}")).format(number=progress.run)
        parts = (run, activity, elapsed) if self._plan is not None and self._plan.most_runs > 1 else (activity, elapsed)
        return " · ".join(parts)


def _figure(title: str, text: str, detail: str) -> Card:
    value, unit = split(text)
    return Card(title, value, unit, detail)
