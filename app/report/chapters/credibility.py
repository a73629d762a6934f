"""Credibility: whether the measurement may be believed, with reasons and evidence."""

from app.i18n import tr
from app.report.blocks import Block, Cell, Column, Heading, Lines, Notice, Paragraph, Section, Table
from app.report.wording import ORIGINS, PHASES, STANDINGS
from sizing.assessment import Assessment
from sizing.confidence import MOST, Confidence
from sizing.i18n import N_
from sizing.measurement import PhaseSeries
from sizing.plan import PhaseKind
from sizing.rules import Verdict
from sizing.validity import Reason, Validity
from sizing.zeros import zeros_sentence


def compose(assessment: Assessment) -> Section | None:
    """Return the chapter on validity, or ``None`` if nothing was planned."""
    if assessment.plan is None:
        return None
    title = tr(N_("Validity"))
    if assessment.validity is None:
        text = tr(N_("There is no finished measurement whose validity could be judged."))
        return Section(title, (Notice(tr(N_("Not judged")), text, Verdict.NOT_MEASURED),))
    return Section(title, _blocks(assessment, assessment.validity))


def _blocks(assessment: Assessment, validity: Validity) -> tuple[Block, ...]:
    word, verdict = STANDINGS[validity.standing()]
    blocks: list[Block] = [Notice(tr(word), _meaning(verdict), verdict)]
    if validity.reasons:
        blocks.append(_reasons(validity.reasons))
    if validity.confidence is not None:
        blocks += _confidence(validity.confidence)
    if assessment.zeros is not None:
        sentence = tr(zeros_sentence(assessment.zeros))
        blocks += [Heading(tr(N_("Zeros against random data"))), Paragraph(sentence)]
    read = assessment.series.phase(PhaseKind.READ) if assessment.series else None
    return (*blocks, Heading(tr(N_("Where the reads came from"))), *_origin(validity, read))


def _meaning(verdict: Verdict) -> str:
    return {
        Verdict.PASS: tr(N_("Nothing was found that speaks against the figures.")),
        Verdict.WARN: tr(N_("The figures may be used with the limits named below.")),
    }.get(verdict, tr(N_("The figures concerned may not be used: a figure named below never passes a requirement.")))


def _reasons(reasons: tuple[Reason, ...]) -> Table:
    return Table(
        title=tr(N_("Reasons")),
        columns=(
            Column(tr(N_("Standing")), share=1.1),
            Column(tr(N_("Concerns")), share=1.1),
            Column(tr(N_("Reason")), share=5),
        ),
        rows=tuple(
            (
                tr(STANDINGS[reason.standing][0]),
                tr(PHASES[reason.phase]) if reason.phase else tr(N_("All phases")),
                Cell(tr(reason.sentence), reason.code),
            )
            for reason in reasons
        ),
    )


def _confidence(sure: Confidence) -> list[Block]:
    text = tr(N_("{stars} of {most} stars: one for each thing that makes figures sure.")).format(
        stars=sure.stars, most=MOST
    )
    blocks: list[Block] = [Heading(tr(N_("Confidence"))), Paragraph(text)]
    if sure.deductions:
        rows = tuple((Cell(tr(deduction.sentence), deduction.code),) for deduction in sure.deductions)
        blocks.append(Table(title=tr(N_("Why stars are missing")), columns=(Column(tr(N_("Reason"))),), rows=rows))
    return blocks


def _origin(validity: Validity, read: PhaseSeries | None) -> list[Block]:
    if read is None:
        return [Paragraph(tr(N_("There was no read phase.")))]
    unknown = tr(N_("could not be told"))
    return [
        Paragraph(tr(ORIGINS[validity.read_origin])),
        Lines(
            (
                (tr(N_("Evidence")), tr(validity.evidence) or unknown),
                (tr(N_("Share not read from the device")), _share(validity.cached_share) or unknown),
                (tr(N_("Files in the page cache before the read")), _share(read.resident_share) or unknown),
            )
        ),
    ]


def _share(share: float | None) -> str:
    return "" if share is None else tr(N_("{percent} % of the bytes")).format(percent=f"{share * 100:.1f}")
