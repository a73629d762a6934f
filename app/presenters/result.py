"""Result: what a run measured, what of it may be believed, and why."""

from dataclasses import dataclass

from app.i18n import tr
from app.presenters.machine import split
from app.presenters.view import Card, Column, Table
from app.presenters.words import ORIGINS, OUTCOMES, PHASES, STANDINGS
from sizing.assessment import Assessment
from sizing.confidence import MOST
from sizing.i18n import N_
from sizing.measurement import Figure, Outcome
from sizing.plan import PhaseKind, Plan
from sizing.rulebook import RULES
from sizing.rules import Verdict
from sizing.steadiness import Steadiness
from sizing.units import duration_text, rate_text, rate_text_mib, size_text
from sizing.validity import Standing
from sizing.zeros import zeros_sentence


@dataclass(frozen=True, slots=True)
class ResultView:
    """A result: one card a phase, the figures in a table, how even they were in another, and what they are worth.

    ``standing`` is the worst of all phases and ``believed`` the same in words; ``failure`` is empty for a run that
    did not fail. ``origin`` says where the reads came from, ``evidence`` how that is known.
    """

    headline: str
    outcome: str
    failure: str
    cards: tuple[Card, ...]
    figures: Table
    statistics: Table
    standing: Standing
    believed: str
    origin: str
    evidence: str
    reasons: tuple[str, ...]
    stars: int | None
    """How sure the figures are, 1 to 5; ``None`` in an assessment of before there were stars."""
    confidence: str
    missing: tuple[str, ...]
    """Why stars are missing."""
    zeros: str
    """How much zeros flatter this storage, where that was tried."""


def present_result(assessment: Assessment) -> ResultView | None:
    """Return the result of ``assessment``, or ``None`` while nothing was measured and judged."""
    plan, series, validity = assessment.plan, assessment.series, assessment.validity
    if plan is None or series is None or validity is None:
        return None
    standing, sure = validity.standing(), validity.confidence
    figures = () if assessment.measurement is None else assessment.measurement.figures
    return ResultView(
        headline=tr(N_("{path} as {role}")).format(path=plan.target.resolved, role=plan.role.value),
        outcome=tr(OUTCOMES[series.outcome]),
        failure=tr(series.failure) if series.outcome is Outcome.FAILED else "",
        cards=tuple(_card(assessment, phase) for phase in plan.phases),
        figures=_table(figures),
        statistics=_statistics(figures, plan),
        standing=standing,
        believed=tr(STANDINGS[standing]),
        origin=tr(ORIGINS[validity.read_origin]),
        evidence=tr(validity.evidence),
        reasons=tuple(tr(reason.sentence) for reason in validity.reasons),
        stars=sure.stars if sure else None,
        confidence=tr(N_("{stars} of {most} stars")).format(stars=sure.stars, most=MOST) if sure else "",
        zeros=tr(zeros_sentence(assessment.zeros)) if assessment.zeros else "",
        missing=tuple(tr(deduction.sentence) for deduction in sure.deductions) if sure else (),
    )


def verdict_on(assessment: Assessment, phase: PhaseKind) -> Verdict | None:
    """Return what the rulebook says of the rate of ``phase``, or ``None`` if no rule judged it."""
    rules = {rule.id for rule in RULES if rule.phase is phase}
    return next((found.verdict for found in assessment.findings if found.rule in rules), None)


def _card(assessment: Assessment, phase: PhaseKind) -> Card:
    title = tr(PHASES[phase])
    figure = None if assessment.measurement is None else assessment.measurement.figure(phase)
    verdict = verdict_on(assessment, phase)
    if figure is None:
        return Card(title, "–", detail=tr(N_("no figure")), verdict=verdict)
    value, _ = split(rate_text(figure.headline))
    detail = tr(N_("{rate} per core as SAS's script counts")).format(rate=rate_text_mib(figure.sas_comparable))
    if figure.is_partial:
        detail = f"{detail}; {tr(N_('partial'))}"
    return Card(title, value, tr(N_("MB/s per core")), detail, verdict)


def _table(figures: tuple[Figure, ...]) -> Table:
    titles = (
        N_("Strict, per core"),
        N_("SAS-comparable, per core"),
        N_("Strict, all cores"),
        N_("Bytes"),
        N_("Workers"),
        N_("First done"),
        N_("Last done"),
    )
    return Table(
        columns=(Column(tr(N_("Phase"))), *(Column(tr(title), is_number=True) for title in titles)),
        rows=tuple(_row(figure) for figure in figures),
        keys=tuple(figure.phase.value for figure in figures),
    )


def _row(figure: Figure) -> tuple[str, ...]:
    phase = tr(PHASES[figure.phase])
    return (
        tr(N_("{phase}, partial")).format(phase=phase) if figure.is_partial else phase,
        rate_text(figure.strict),
        rate_text_mib(figure.sas_comparable),
        rate_text(figure.strict_total),
        size_text(figure.bytes_moved),
        str(figure.workers),
        duration_text(figure.first_done_s),
        duration_text(figure.last_done_s),
    )


def _statistics(figures: tuple[Figure, ...], plan: Plan) -> Table:
    """Return how even the rates were: over the seconds, and over the workers."""
    titles = (
        N_("Median second, per core"),
        N_("5th percentile, per core"),
        N_("Knee"),
        N_("After the knee, per core"),
        N_("Tail"),
        N_("Spread"),
        N_("Runs, per core"),
    )
    return Table(
        columns=(Column(tr(N_("Phase"))), *(Column(tr(title), is_number=True) for title in titles)),
        rows=tuple(
            (
                tr(PHASES[figure.phase]),
                "–" if figure.seconds is None else rate_text(figure.seconds.median / plan.cores),
                "–" if figure.seconds is None else rate_text(figure.seconds.low / plan.cores),
                *knee_texts(figure.steadiness, plan),
                duration_text(figure.tail_s),
                f"{figure.spread:.2f} ×",
                _runs(figure),
            )
            for figure in figures
        ),
        keys=tuple(figure.phase.value for figure in figures),
    )


def _runs(figure: Figure) -> str:
    """Return how many runs there were and between what they lie: ``"3: 98.2 to 101 MB/s"``."""
    if figure.agreement is None:
        return "1"
    low, _ = split(rate_text(min(figure.agreement.rates)))
    text = tr(N_("{count}: {low} to {high}"))
    return text.format(count=len(figure.agreement.rates), low=low, high=rate_text(max(figure.agreement.rates)))


def knee_texts(held: Steadiness | None, plan: Plan) -> tuple[str, str]:
    """Return when the rate fell, and to what; that it did not where it did not."""
    if held is None:
        return "–", "–"
    if held.knee_s is None:
        return tr(N_("none")), "–"
    return tr(N_("at {time}")).format(time=duration_text(held.knee_s)), rate_text(held.after / plan.cores)
