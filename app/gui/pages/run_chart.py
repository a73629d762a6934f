"""Run chart: throughput of a run over time, of all workers and of each, with the figures as text beside it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from app.gui.widgets.card import Surface
from app.gui.widgets.swatch import Swatch
from app.gui.widgets.text import column, label, row
from app.gui.widgets.worker_grid import Spark, WorkerGrid
from app.i18n import tr
from app.presenters.words import PHASES
from sizing.i18n import N_
from sizing.plan import PhaseKind, Plan
from sizing.units import duration_text, rate_text
from sizing.workload import HEAVY_TRAFFIC

if TYPE_CHECKING:
    from app.gui.widgets.plot import Knee
    from app.gui.widgets.traces import Curve
    from app.presenters.live import PhaseCurves
    from sizing.assessment import Assessment

_SPARK_POINTS = 40
_MOST_WORKERS = 64


class RunChart(QWidget):
    """Two surfaces: the total with the line of what is demanded, and one small curve a worker."""

    def __init__(self) -> None:
        super().__init__()
        from app.gui.widgets.plot import RatePlot

        name = tr(N_("Throughput of all workers, in MB/s"))
        self._plot = RatePlot(name)
        self._workers = WorkerGrid(tr(N_("Throughput of each worker")))
        self._legend: dict[str, Legend] = {}
        self._totals: dict[PhaseKind, Curve] = {}
        self._rows: dict[PhaseKind, list[Curve]] = {}
        self._demand: float | None = None
        self._cores = 1
        total = self._total = Surface(name)
        self._keys: QHBoxLayout = row(spacing=22)
        for kind in PhaseKind:
            self._add(kind.value, tr(PHASES[kind]), kind.value, fills=True)
        self._add("device", tr(N_("The device itself")), "device")
        self._required = Legend("requirement", tr(N_("Required")), dashed=True)
        self._keys.addWidget(self._required)
        self._keys.addStretch(1)
        total.body.addLayout(self._keys)
        total.body.addWidget(self._plot, 1)
        self._plot.setMinimumHeight(230)
        each = Surface(tr(N_("Each worker, in MB/s")))
        each.body.addWidget(self._workers)
        body = column(self, spacing=16)
        body.addWidget(total, 1)
        body.addWidget(each)

    def begin(self, plan: Plan) -> None:
        """Forget what was drawn and make ready for a run of ``plan``."""
        self._plot.clear()
        self._totals, self._rows, self._cores = {}, {}, plan.cores
        self._demand = plan.cores * plan.workload.rate_per_core if plan.role in HEAVY_TRAFFIC else None
        self._required.setVisible(self._demand is not None)
        for legend in self._legend.values():
            legend.say("")
        if self._demand is not None:
            text = rate_text(self._demand)
            self._required.say(text)
            self._plot.show_demand(self._demand, tr(N_("required {rate}")).format(rate=text))
        self._workers.show_sparks((), 0.0)
        self._plot.fit()

    def feed(self, curves: "Mapping[PhaseKind, PhaseCurves]", began: Mapping[PhaseKind, float]) -> None:
        """Draw the total so far; ``began`` says when each phase's gate opened, in seconds into the run."""
        from app.gui.widgets.traces import curve, joined

        devices = []
        for kind, phase in curves.items():
            start = began.get(kind, 0.0)
            self._totals[kind] = curve(phase.total.rates, phase.total.step_s, start)
            devices.append(curve(phase.device.rates, phase.device.step_s, start))
            self._legend[kind.value].say(self._now(phase))
        self._draw(joined(devices))

    def feed_workers(
        self, curves: "Mapping[PhaseKind, PhaseCurves]", began: Mapping[PhaseKind, float], turn: int = 0, turns: int = 1
    ) -> None:
        """Draw the workers whose ``turn`` of ``turns`` it is: all of many at once would hold up the window."""
        from app.gui.widgets.traces import curve

        count = max((len(phase.workers) for phase in curves.values()), default=0)
        share = -(-min(count, _MOST_WORKERS) // turns)
        ranks = range(turn * share, min((turn + 1) * share, count, _MOST_WORKERS))
        for kind, phase in curves.items():
            start = began.get(kind, 0.0)
            rows = self._rows.setdefault(kind, [curve((), 1.0, start) for _ in phase.workers[:_MOST_WORKERS]])
            for rank in ranks:
                one = phase.workers[rank]
                rows[rank] = curve(one.rates, one.step_s, start)
        texts = [rate_text(rate) for rate in _newest(curves)]
        if turns == 1 or self._workers.count != self._count:
            self._draw_workers(texts)
        else:
            self._workers.show_some(ranks.start, self._sparks(ranks, texts))
            if turn == turns - 1:
                self._workers.speak()

    def show_run(self, assessment: "Assessment") -> None:
        """Draw a run that is over."""
        from app.gui.widgets.traces import device_curve, joined, total_curve, worker_curves

        if assessment.plan is None or assessment.series is None:
            return
        self.begin(assessment.plan)
        phases = assessment.series.phases
        for phase in phases:
            self._totals[phase.phase] = total_curve(phase)
            self._rows[phase.phase] = list(worker_curves(phase)[:_MOST_WORKERS])
            if phase.seconds > 0:
                mean = rate_text(phase.bytes_moved / phase.seconds)
                self._legend[phase.phase.value].say(tr(N_("{rate} mean")).format(rate=mean))
        self._plot.show_knees(_knees(assessment))
        self._draw(joined([device_curve(phase) for phase in phases]))
        self._draw_workers(_ends(assessment))

    def _add(self, key: str, title: str, token: str, *, fills: bool = False) -> None:
        self._plot.add(key, token, fills=fills)
        self._legend[key] = Legend(token, title)
        self._keys.addWidget(self._legend[key])

    def _now(self, phase: "PhaseCurves") -> str:
        return rate_text(phase.moved / (phase.slots * 0.1)) if phase.slots else ""

    def _draw(self, device: "Curve") -> None:
        for kind, total in self._totals.items():
            self._plot.show_curve(kind.value, total)
        self._plot.show_curve("device", device)
        self._legend["device"].setVisible(len(device[0]) > 0)
        peak = self._plot.fit()
        cut = tr(N_("A peak of {rate} leaves the scale.")).format(rate=rate_text(peak)) if peak else ""
        self._total.hint.setText(cut)

    def _draw_workers(self, texts: Sequence[str]) -> None:
        each = 0.0 if self._demand is None else self._demand / self._cores
        self._workers.show_sparks(tuple(self._sparks(range(self._count), texts)), each / self._top_of_each)

    @property
    def _count(self) -> int:
        return max((len(rows) for rows in self._rows.values()), default=0)

    @property
    def _top_of_each(self) -> float:
        return self._plot.top / max(1, self._count)

    def _sparks(self, ranks: Iterable[int], texts: Sequence[str]) -> list[Spark]:
        curves = [one for rows in self._rows.values() for one in rows if len(one[1])]
        end = max((float(one[0][-1]) for one in curves), default=1.0)
        top = self._top_of_each
        sparks = []
        for rank in ranks:
            lines = tuple(
                (kind.value, _points(rows[rank], end, top)) for kind, rows in self._rows.items() if rank < len(rows)
            )
            text = texts[rank] if rank < len(texts) else ""
            sparks.append(Spark(tr(N_("Worker {number}")).format(number=rank + 1), text, lines))
        return sparks


class Legend(QWidget):
    """A colour, what it stands for, and its figure."""

    def __init__(self, token: str, title: str, *, dashed: bool = False) -> None:
        super().__init__()
        self._figure: QLabel = label("", "strong")
        line = row(self, spacing=7)
        line.addWidget(Swatch(token, dashed=dashed))
        line.addWidget(label(title, "muted"))
        line.addWidget(self._figure)

    def say(self, figure: str) -> None:
        """Show ``figure``."""
        self._figure.setText(figure)
        self._figure.setVisible(bool(figure))


def _points(curve: "Curve", end: float, top: float) -> tuple[tuple[float, float], ...]:
    from app.gui.widgets.traces import thin

    seconds, rates = thin(curve, _SPARK_POINTS)
    return tuple(zip((seconds / end).tolist(), (rates / top).clip(0, 1).tolist(), strict=True))


def _knees(assessment: "Assessment") -> "list[Knee]":
    """Return where the rates of a run that is over fell for good."""
    from app.gui.widgets.plot import Knee

    knees = []
    for phase in assessment.series.phases if assessment.series is not None else ():
        figure = assessment.measurement.figure(phase.phase) if assessment.measurement is not None else None
        held = figure.steadiness if figure is not None else None
        if held is not None and held.knee_s is not None:
            words = tr(N_("{phase}: knee after {time}, then {rate}")).format(
                phase=tr(PHASES[phase.phase]), time=duration_text(held.knee_s), rate=rate_text(held.after)
            )
            knees.append(Knee(phase.began_s + held.knee_s, phase.began_s + phase.seconds, held.after, words))
    return knees


def _newest(curves: "Mapping[PhaseKind, PhaseCurves]") -> list[float]:
    phases = [phase for phase in curves.values() if phase.slots]
    return phases[-1].worker_rates if phases else []


def _ends(assessment: "Assessment") -> list[str]:
    """Return the mean rates of each worker, one phase after the other."""
    words: dict[int, list[str]] = {}
    for phase in assessment.series.phases if assessment.series is not None else ():
        for track in phase.tracks:
            rate = rate_text(track.bytes_moved / track.done_s) if track.done_s > 0 else "–"
            words.setdefault(track.rank, []).append(rate.removesuffix(" MB/s"))
    return [" · ".join(words[rank]) for rank in sorted(words)]
