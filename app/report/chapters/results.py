"""Results: what was measured, as curves and as figures."""

from dataclasses import replace

from app.i18n import tr
from app.report.blocks import (
    BarChart,
    Block,
    Column,
    Heading,
    Level,
    LineChart,
    Mark,
    Notice,
    Paragraph,
    Section,
    Table,
)
from app.report.chart import MINUTES_FROM_S
from app.report.curves import device, device_bytes, throughput
from app.report.wording import OUTCOMES, PHASES, count_text, seconds_text
from sizing.assessment import Assessment
from sizing.i18n import N_
from sizing.measurement import Figure, Measurement, Outcome, PhaseSeries, Series
from sizing.plan import PhaseKind, Plan
from sizing.rules import Verdict
from sizing.units import MB, rate_text, rate_text_mib, size_text


def compose(assessment: Assessment) -> Section | None:
    """Return what the run of ``assessment`` delivered, or ``None`` if there was none."""
    plan, series = assessment.plan, assessment.series
    if plan is None:
        return None
    title = tr(N_("Results"))
    if series is None:
        text = tr(N_("The run was planned, but it was not carried through: nothing was recorded."))
        return Section(title, (Notice(tr(N_("No results")), text, Verdict.NOT_MEASURED),))
    measurement = assessment.measurement or Measurement(())
    blocks: list[Block] = [_outcome(series)]
    if measurement.figures:
        blocks += [
            _rates(measurement, plan),
            _times(measurement, series),
            *_seconds(measurement, plan),
            *_runs(measurement),
        ]
    for phase in series.phases:
        blocks += _phase(phase, plan, measurement.figure(phase.phase), is_counted=series.outcome is not Outcome.FAILED)
    if series.phases:
        blocks += [Heading(tr(N_("Each worker"))), _workers(series)]
    return Section(title, tuple(blocks))


def _outcome(series: Series) -> Block:
    text = tr(OUTCOMES[series.outcome])
    if series.outcome is Outcome.COMPLETE:
        return Paragraph(text)
    verdict = Verdict.FAIL if series.outcome is Outcome.FAILED else Verdict.WARN
    if series.failure:
        text += " " + tr(series.failure)
    return Notice(tr(N_("Failed run")) if verdict is Verdict.FAIL else tr(N_("Partial run")), text, verdict)


def _rates(measurement: Measurement, plan: Plan) -> Table:
    return Table(
        title=tr(N_("Rates")),
        columns=(
            Column(tr(N_("Phase")), share=2),
            Column(tr(N_("Strict, all cores")), share=2, is_number=True),
            Column(tr(N_("Strict, per core")), share=2, is_number=True),
            Column(tr(N_("Needed, per core")), share=2, is_number=True),
            Column(tr(N_("SAS-comparable, per core")), share=2.4, is_number=True),
        ),
        rows=tuple(
            (
                _phase_name(figure),
                rate_text(figure.strict_total),
                rate_text(figure.strict),
                rate_text(plan.workload.rate_per_core),
                rate_text_mib(figure.sas_comparable),
            )
            for figure in measurement.figures
        ),
        note=tr(N_("MB = 10⁶ bytes, MiB = 2²⁰ bytes; the formulas stand in the chapter on the method.")),
    )


def _phase_name(figure: Figure) -> str:
    word = tr(PHASES[figure.phase])
    return tr(N_("{phase}, partial")).format(phase=word) if figure.is_partial else word


def _times(measurement: Measurement, series: Series) -> Table:
    return Table(
        title=tr(N_("Times and bytes")),
        columns=(
            Column(tr(N_("Phase")), share=2),
            Column(tr(N_("First done")), share=1.6, is_number=True),
            Column(tr(N_("Last done")), share=1.6, is_number=True),
            Column(tr(N_("Tail")), share=1.4, is_number=True),
            Column(tr(N_("Spread")), share=1.2, is_number=True),
            Column(tr(N_("Moved by workers")), share=2, is_number=True),
            Column(tr(N_("Moved by the device")), share=2, is_number=True),
        ),
        rows=tuple(
            (
                _phase_name(figure),
                seconds_text(figure.first_done_s),
                seconds_text(figure.last_done_s),
                seconds_text(figure.tail_s),
                f"{figure.spread:.2f}",
                size_text(figure.bytes_moved),
                _moved(series.phase(figure.phase)),
            )
            for figure in measurement.figures
        ),
        note=tr(
            N_(
                "Spread is the time of the slowest worker ÷ the time of the fastest; above 1.3 the workers were "
                "served unfairly. What the device moved includes the load of others; “–” means its counters "
                "could not be read."
            )
        ),
    )


def _seconds(measurement: Measurement, plan: Plan) -> tuple[Table, ...]:
    """Return what single seconds delivered, where there were enough of them."""
    told = [(figure, figure.seconds) for figure in measurement.figures if figure.seconds is not None]
    if not told:
        return ()
    table = Table(
        title=tr(N_("Rates of single seconds")),
        columns=(
            Column(tr(N_("Phase")), share=2),
            Column(tr(N_("Seconds")), share=1.2, is_number=True),
            Column(tr(N_("Median, per core")), share=2, is_number=True),
            Column(tr(N_("5th percentile, per core")), share=2.2, is_number=True),
            Column(tr(N_("Knee")), share=1.2, is_number=True),
            Column(tr(N_("After the knee, per core")), share=2.2, is_number=True),
        ),
        rows=tuple(
            (
                _phase_name(figure),
                count_text(seconds.count),
                rate_text(seconds.median / plan.cores),
                rate_text(seconds.low / plan.cores),
                *_knee(figure, plan),
            )
            for figure, seconds in told
        ),
        note=tr(
            N_(
                "Of the whole seconds in which all workers were at work; one in twenty was slower than the 5th "
                "percentile. In a write they show what the file system accepted, which at first goes to memory. "
                "A knee is where the rate falls to another that holds, because some buffer is full."
            )
        ),
    )
    return (table,)


def _runs(measurement: Measurement) -> tuple[Table, ...]:
    """Return how far the runs agree, where there were several."""
    told = [(figure, figure.agreement) for figure in measurement.figures if figure.agreement is not None]
    if not told:
        return ()
    heads = (N_("Median"), N_("Lowest"), N_("Highest"), N_("Spread"))
    table = Table(
        title=tr(N_("Strict rates per core of all runs")),
        columns=(
            Column(tr(N_("Phase")), share=2),
            Column(tr(N_("Runs")), share=1, is_number=True),
            *(Column(tr(head), share=1.6, is_number=True) for head in heads),
        ),
        rows=tuple(
            (
                _phase_name(figure),
                count_text(len(agreement.rates)),
                rate_text(agreement.median),
                rate_text(min(agreement.rates)),
                rate_text(max(agreement.rates)),
                f"{agreement.spread * 100:.1f} %",
            )
            for figure, agreement in told
        ),
        note=tr(
            N_(
                "Spread is the distance of the highest from the lowest ÷ the median. The verdicts use the median, or "
                "that of the last quarter of the runs where they went on for a given time. All other tables and the "
                "pictures show one run: that of medium length, or the last."
            )
        ),
    )
    return (table,)


def _knee(figure: Figure, plan: Plan) -> tuple[str, str]:
    held = figure.steadiness
    if held is None:
        return "–", "–"
    if held.knee_s is None:
        return tr(N_("none")), "–"
    return seconds_text(held.knee_s), rate_text(held.after / plan.cores)


def _moved(phase: PhaseSeries | None) -> str:
    moved = device_bytes(phase) if phase is not None else None
    return "–" if moved is None else size_text(moved)


def _phase(phase: PhaseSeries, plan: Plan, figure: Figure | None, *, is_counted: bool) -> list[Block]:
    """Return the pictures of a phase; a failed run has no figures, so none is held against the requirement."""
    title = tr(N_("Write phase")) if phase.phase is PhaseKind.WRITE else tr(N_("Read phase"))
    if not phase.tracks or phase.seconds <= 0:
        return [Heading(title), Paragraph(tr(N_("No worker moved anything in this phase.")))]
    if not is_counted:
        chart = _over_time(phase, plan, None)
        return [
            Heading(title),
            replace(chart, level=None, marks=(), alt=tr(N_("What was recorded until the failure."))),
        ]
    return [Heading(title), _over_time(phase, plan, figure), _by_worker(phase, plan)]


def _over_time(phase: PhaseSeries, plan: Plan, figure: Figure | None) -> LineChart:
    needed = plan.cores * plan.workload.rate_per_core
    curves = throughput(phase)
    own = device(phase)
    word = tr(PHASES[phase.phase])
    return LineChart(
        title=tr(N_("{phase}: throughput of all workers over time")).format(phase=word),
        alt=tr(
            N_(
                "Line chart of throughput over {seconds}. Mean {mean}; highest point {highest}, lowest {lowest}; the "
                "requirement line lies at {needed}."
            )
        ).format(
            seconds=seconds_text(phase.seconds),
            mean=rate_text(phase.bytes_moved / phase.seconds),
            highest=rate_text(max(point[1] for point in curves[-1].points)),
            lowest=rate_text(min(point[1] for point in curves[-1].points)),
            needed=rate_text(needed),
        ),
        x_title=tr(N_("minutes since the phase began")) if phase.seconds > MINUTES_FROM_S else tr(
            N_("seconds since the phase began")
        ),
        y_title="MB/s",
        seconds=phase.seconds,
        curves=curves if own is None else (*curves, own),
        level=Level(tr(N_("needed {rate}")).format(rate=rate_text(needed)), needed),
        marks=_marks(phase, figure),
        note=_device_note(phase),
    )  # fmt: skip


def _marks(phase: PhaseSeries, figure: Figure | None) -> tuple[Mark, ...]:
    marks = []
    if figure is not None and figure.steadiness is not None and figure.steadiness.knee_s is not None:
        marks.append(Mark(tr(N_("knee")), figure.steadiness.knee_s))
    first = min(track.done_s for track in phase.tracks)
    if phase.seconds - first >= 0.02 * phase.seconds and first > 0:
        marks.append(Mark(tr(N_("first worker done")), first))
    return tuple(marks)


def _device_note(phase: PhaseSeries) -> str:
    if not phase.devices:
        return tr(N_("The counters of the device under the volume could not be read, so its own rate is not drawn."))
    if phase.phase is PhaseKind.WRITE:
        return tr(
            N_(
                "The workers' curve shows what the file system accepted, the device's curve what reached the device. "
                "The time counts until the last byte was flushed."
            )
        )
    return tr(N_("Where the device's curve stays below the workers' curve, the difference came from a cache."))


def _by_worker(phase: PhaseSeries, plan: Plan) -> BarChart:
    bars = tuple((track.rank, track.bytes_moved / track.done_s) for track in phase.tracks if track.done_s > 0)
    rates = [rate for _rank, rate in bars] or [0.0]
    needed = plan.cores * plan.workload.rate_per_core / plan.workers
    return BarChart(
        title=tr(N_("{phase}: rate of each worker")).format(phase=tr(PHASES[phase.phase])),
        alt=tr(
            N_("Bar chart of {count} workers. Slowest {lowest}, fastest {highest}; each needs {needed}.")
        ).format(
            count=len(bars), lowest=rate_text(min(rates)), highest=rate_text(max(rates)), needed=rate_text(needed)
        ),
        x_title=tr(N_("worker")),
        y_title="MB/s",
        label=tr(N_("bytes of the worker ÷ its seconds")),
        colour="write" if phase.phase is PhaseKind.WRITE else "read",
        bars=bars,
        level=Level(tr(N_("needed {rate}")).format(rate=rate_text(needed)), needed),
    )  # fmt: skip


def _workers(series: Series) -> Table:
    is_counted = series.outcome is not Outcome.FAILED
    ranks = sorted({track.rank for phase in series.phases for track in phase.tracks})
    columns = [Column(tr(N_("Worker")), share=1)]
    for phase in series.phases:
        word = tr(PHASES[phase.phase])
        columns += [
            Column(tr(N_("{phase}, bytes")).format(phase=word), share=2, is_number=True),
            Column(tr(N_("{phase}, done")).format(phase=word), share=1.5, is_number=True),
        ]
        if is_counted:
            columns.append(Column(tr(N_("{phase}, MB/s")).format(phase=word), share=1.5, is_number=True))
    return Table(
        title=tr(N_("Bytes and times of each worker")),
        columns=tuple(columns),
        rows=tuple(
            (str(rank), *(text for phase in series.phases for text in _track(phase, rank)[: 2 + is_counted]))
            for rank in ranks
        ),
        is_dense=True,
    )


def _track(phase: PhaseSeries, rank: int) -> tuple[str, str, str]:
    track = next((track for track in phase.tracks if track.rank == rank), None)
    if track is None:
        return ("–", "–", "–")
    rate = f"{track.bytes_moved / track.done_s / MB:.1f}" if track.done_s > 0 else "–"
    return (count_text(track.bytes_moved), seconds_text(track.done_s), rate)
