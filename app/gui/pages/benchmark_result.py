"""Result of a run: verdicts first, then what they are worth and why, then the curves."""

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from app.gui.pages.belief import Belief
from app.gui.pages.run_chart import RunChart
from app.gui.table import TableView
from app.gui.widgets.banner import Banner
from app.gui.widgets.bullet import Bullet
from app.gui.widgets.card import Surface
from app.gui.widgets.card_grid import CardGrid
from app.gui.widgets.pair import Pair
from app.gui.widgets.text import column
from app.i18n import tr
from app.presenters.doubts import latency_lines
from app.presenters.machine import split
from app.presenters.result import ResultView, present_result
from app.presenters.view import Line
from sizing.assessment import Assessment
from sizing.i18n import N_
from sizing.measurement import Figure, Outcome
from sizing.plan import PhaseKind, Plan
from sizing.units import duration_text, rate_text, rate_text_mib
from sizing.workload import HEAVY_TRAFFIC


class ResultPanel(QWidget):
    """What a run found."""

    def __init__(self) -> None:
        super().__init__()
        self._failure = Banner()
        self._cards = CardGrid(2)
        self._belief = Belief()
        self._pair = Pair(self._cards, self._belief, (1, 1), narrow=900)
        self._figures = TableView(tr(N_("Figures")), most=6)
        self._statistics = TableView(tr(N_("How even it was")), most=6)
        self.chart = RunChart()
        self._table = Surface(tr(N_("Figures")), tr(N_("Strict: until the last worker's last byte is on storage.")))
        self._table.body.addWidget(self._figures)
        self._even = Surface(tr(N_("How even it was")), tr(N_("Over the seconds of a phase, and over its workers.")))
        self._even.body.addWidget(self._statistics)
        body = column(self, spacing=16)
        body.addWidget(self._failure)
        body.addWidget(self._pair)
        body.addWidget(self.chart, 1)
        body.addWidget(self._table)
        body.addWidget(self._even)

    def show_result(self, assessment: Assessment) -> None:
        """Show what ``assessment`` measured, or that it measured nothing."""
        view = present_result(assessment)
        self._say_outcome(assessment, view)
        for part in (self._pair, self.chart, self._table, self._even):
            part.setVisible(view is not None)
        if view is None:
            return
        self._cards.show_cards(
            [replace(card, detail=_meaning(assessment)) if card.unit else card for card in view.cards]
        )
        for place, kind in zip(self._cards.cards, assessment.plan.phases if assessment.plan else (), strict=False):
            place.show_lines(_lines(assessment, kind))
            _show_bullet(place.bullet, assessment, kind)
        self._belief.show_result(view, assessment)
        self._show_tables(view)
        has_curves = assessment.series is not None and bool(assessment.series.phases)
        self.chart.setVisible(has_curves)
        if has_curves:
            self.chart.show_run(assessment)

    def _say_outcome(self, assessment: Assessment, view: ResultView | None) -> None:
        series = assessment.series
        left = series.left if series is not None else ()
        if left:
            files = tr(N_("Remove them by hand: {paths}")).format(paths=", ".join(left))
            self._failure.say(tr(N_("Some test files could not be removed.")), files, "fail")
        elif view is None:
            self._failure.say(tr(N_("This run has no result: it was cut off before it could be judged.")), tone="warn")
        elif view.failure:
            self._failure.say(view.failure, tr(N_("Nothing of it is counted as a figure.")), "fail")
        elif series is not None and series.outcome is Outcome.CANCELLED:
            advice = tr(N_("The figures cover only what was moved until then, and are judged as not measured."))
            self._failure.say(view.outcome, advice, "warn")
        else:
            self._failure.hide()

    def _show_tables(self, view: ResultView) -> None:
        for surface, table, content in (
            (self._table, self._figures, view.figures),
            (self._even, self._statistics, view.statistics),
        ):
            surface.setVisible(bool(content.rows))
            table.show_table(content)


def _meaning(assessment: Assessment) -> str:
    """Return by which formula the large figures are drawn."""
    plan = assessment.plan
    if plan is not None and plan.lasts_s and len(assessment.runs) > 1:
        return tr(N_("strict, median of the last runs"))
    if len(assessment.runs) > 1:
        return tr(N_("strict, median of all runs"))
    return tr(N_("strict: until the last byte is on storage"))


def _lines(assessment: Assessment, kind: PhaseKind) -> tuple[Line, ...]:
    """Return what stands below the strict figure of a phase: its twin by SAS's formula, the demand, the total."""
    plan = assessment.plan
    figure = assessment.measurement.figure(kind) if assessment.measurement is not None else None
    if plan is None or figure is None:
        return ()
    demand = rate_text(plan.workload.rate_per_core) if plan.role in HEAVY_TRAFFIC else "–"
    return (
        Line(tr(N_("Required")), demand),
        Line(tr(N_("By SAS's formula")), rate_text_mib(figure.sas_comparable)),
        *_runs(figure),
        *_seconds(figure, plan),
        Line(tr(N_("All cores together")), rate_text(figure.headline * plan.cores)),
        Line(
            tr(N_("First · last worker")), f"{duration_text(figure.first_done_s)} · {duration_text(figure.last_done_s)}"
        ),
        *latency_lines(assessment, kind),
    )


def _runs(figure: Figure) -> tuple[Line, ...]:
    """Return between what several runs lie."""
    if figure.agreement is None:
        return ()
    rates = figure.agreement.rates
    low, _ = split(rate_text(min(rates)))
    count = tr(N_("{count} runs")).format(count=len(rates))
    return (Line(count, tr(N_("{low} to {high}")).format(low=low, high=rate_text(max(rates)))),)


def _seconds(figure: Figure, plan: Plan) -> tuple[Line, ...]:
    """Return what single seconds delivered, where there were enough of them, and the rate after a knee."""
    lines = []
    if figure.seconds is not None:
        lines += [
            Line(tr(N_("Median second")), rate_text(figure.seconds.median / plan.cores)),
            Line(tr(N_("Slow second (5 %)")), rate_text(figure.seconds.low / plan.cores)),
        ]
    if figure.steadiness is not None and figure.steadiness.knee_s is not None:
        lines.append(Line(tr(N_("After the knee")), rate_text(figure.steadiness.after / plan.cores)))
    return tuple(lines)


def _show_bullet(bullet: Bullet, assessment: Assessment, kind: PhaseKind) -> None:
    plan = assessment.plan
    figure = assessment.measurement.figure(kind) if assessment.measurement is not None else None
    if plan is not None and figure is not None and plan.role in HEAVY_TRAFFIC:
        bullet.show_value(figure.headline, plan.workload.rate_per_core, kind.value)
    else:
        bullet.hide()
