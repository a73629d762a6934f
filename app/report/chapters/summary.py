"""Summary: the plain answer, the figures it stands on and the verdicts, on one page."""

from typing import Final

from app.i18n import tr
from app.report.blocks import Block, Card, Cards, Column, Item, Items, Notice, Paragraph, Section, Table
from app.report.status import answer_of, reservations_of, status_of, tone_of
from app.report.wording import PHASES
from sizing.assessment import Assessment
from sizing.confidence import MOST, Confidence
from sizing.findings import Finding, limit_text, margin_text, value_text
from sizing.i18n import N_
from sizing.measurement import Figure
from sizing.rulebook import RULES
from sizing.rules import Severity, Verdict
from sizing.units import rate_text, rate_text_mib

ROWS: Final = 14
"""Verdicts that fit on the page together with the rest."""
_ORDER: Final = (Verdict.FAIL, Verdict.WARN, Verdict.PASS, Verdict.NOT_MEASURED, Verdict.NOT_APPLICABLE)
_PASS: Final = _ORDER.index(Verdict.PASS)
_ADVICE: Final = 3


def compose(assessment: Assessment) -> Section:
    """Return the management summary of ``assessment``."""
    blocks: list[Block] = [
        Notice(answer_of(assessment), reservations_of(assessment) or status_of(assessment), tone_of(assessment))
    ]
    if cards := _cards(assessment):
        blocks.append(Cards(cards))
    if assessment.validity is not None and assessment.validity.confidence is not None:
        blocks.append(Paragraph(_confidence(assessment.validity.confidence)))
    if assessment.findings:
        blocks.append(_verdicts(assessment))
    blocks += _advice(assessment)
    return Section(tr(N_("Management summary")), tuple(blocks), on_new_page=True)


def _confidence(sure: Confidence) -> str:
    """Return the stars; which ones are missing, and why, stands in the chapter on validity."""
    text = tr(N_("Confidence: {stars} of {most} stars.")).format(stars=sure.stars, most=MOST)
    why = sure.deductions[0].sentence if sure.deductions else ""
    return " ".join(filter(None, (text, tr(why), tr(_MORE) if len(sure.deductions) > 1 else "")))


_MORE: Final = N_("All that is missing stands in the chapter on validity.")


def _cards(assessment: Assessment) -> tuple[Card, ...]:
    plan, measurement = assessment.plan, assessment.measurement
    if plan is None or measurement is None:
        return ()
    need = rate_text(plan.workload.rate_per_core)
    return tuple(_card(figure, need, _verdict_on(assessment, figure)) for figure in measurement.figures)


def _verdict_on(assessment: Assessment, figure: Figure) -> Verdict | None:
    """Return what the rulebook says of the rate of a phase, or ``None`` if no row of today judges it."""
    rules = {rule.id for rule in RULES if rule.phase is figure.phase}
    return next((finding.verdict for finding in assessment.findings if finding.rule in rules), None)


def _card(figure: Figure, need: str, verdict: Verdict | None) -> Card:
    value, unit = rate_text(figure.headline).rsplit(" ", 1)
    title = tr(N_("{phase}, partial")) if figure.is_partial else "{phase}"
    return Card(
        title=title.format(phase=tr(PHASES[figure.phase])),
        value=value,
        unit=tr(N_("{unit} per core, strict")).format(unit=unit),
        detail="\n".join(
            (
                tr(N_("needed: {rate} per core")).format(rate=need),
                tr(N_("SAS-comparable: {rate} per core")).format(rate=rate_text_mib(figure.sas_comparable)),
            )
        ),
        verdict=verdict,
    )


def _verdicts(assessment: Assessment) -> Table:
    findings = assessment.findings
    ranked = sorted(findings, key=lambda finding: _rank(finding, was_measured=assessment.plan is not None))
    judged = [finding for finding in ranked if finding.verdict is not Verdict.NOT_APPLICABLE]
    shown = judged[:ROWS]
    left_out = len(findings) - len(shown)
    note = tr(N_("{count} more stand in the chapter on requirements.")).format(count=left_out) if left_out else ""
    return Table(
        title=tr(N_("Verdicts, the worst first")),
        columns=(
            Column(tr(N_("Requirement")), share=4.3),
            Column(tr(N_("Measured")), share=2.3),
            Column(tr(N_("Demanded")), share=2.9),
            Column(tr(N_("Margin")), share=1.4, is_number=True),
        ),
        rows=tuple(_row(finding) for finding in shown),
        verdicts=tuple(finding.verdict for finding in shown),
        note=note,
    )


def _rank(finding: Finding, *, was_measured: bool) -> tuple[float, int]:
    """Return where a finding stands, the worst first and the gravest of them before the others."""
    gravity = tuple(Severity).index(finding.severity)
    # A demand still open after a run comes before what is met. Any other blank comes after it: a dozen settings that
    # nobody could read would hide the rates.
    is_open = finding.verdict is Verdict.NOT_MEASURED and finding.severity is Severity.MUST and was_measured
    return (_PASS - 0.5 if is_open else _ORDER.index(finding.verdict)), gravity


def _row(finding: Finding) -> tuple[str, ...]:
    return (
        tr(finding.title),
        value_text(finding),
        limit_text(finding),
        margin_text(finding),
    )


def _advice(assessment: Assessment) -> list[Block]:
    ranked = sorted(assessment.findings, key=lambda finding: _ORDER.index(finding.verdict))
    wanted = [finding for finding in ranked if finding.verdict in (Verdict.FAIL, Verdict.WARN) and finding.remedy]
    items = [*_measuring(assessment), *(Item(tr(finding.title), tr(finding.remedy)) for finding in wanted)]
    return [Paragraph(tr(N_("What to do first:"))), Items(tuple(items[:_ADVICE]))] if items else []


def _measuring(assessment: Assessment) -> list[Item]:
    """Return the advice to measure, where no volume has been measured and judged."""
    if assessment.plan is None:
        return [Item(tr(N_("Measure a volume")), tr(N_("Without a measurement nothing can be said of its rates.")))]
    if tone_of(assessment) is not Verdict.NOT_MEASURED:
        return []
    text = tr(N_("The rates were not all measured in a way that can be believed: see the chapter on validity."))
    return [Item(tr(N_("Measure again")), text)]
