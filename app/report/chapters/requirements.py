"""Requirements: every verdict with what was measured, what is demanded and where that is written."""

from collections.abc import Iterator
from typing import Final

from app.i18n import tr
from app.report.blocks import Block, Cell, Column, Item, Items, Paragraph, Section, Table
from app.report.wording import VERDICTS, name, short_name
from sizing.assessment import Assessment
from sizing.findings import Finding, citation, limit_text, value_text
from sizing.i18n import N_
from sizing.rules import Severity, Verdict

_SEVERITIES: Final = {
    Severity.MUST: N_("must"),
    Severity.SHOULD: N_("should"),
    Severity.INFO: N_("for information"),
}
_NAMED: Final = 3
"""Requirements that are named where more have the same reason: a reader wants the reason."""


def compose(assessment: Assessment) -> Section:
    """Return the table of verdicts with citations."""
    title = tr(N_("Requirements: pass or fail"))
    if not assessment.findings:
        return Section(title, (Paragraph(tr(N_("No requirement was judged yet."))),))
    return Section(title, tuple(_blocks(assessment)))


def advise(assessment: Assessment) -> Section:
    """Return what to do about failures, warnings and facts that are missing."""
    title = tr(N_("Remedies"))
    bad = _items(assessment.findings, (Verdict.FAIL, Verdict.WARN))
    missing = _missing(assessment.findings)
    blocks: list[Block] = []
    if bad:
        blocks += [Paragraph(tr(N_("After each change, measure again in the same way and compare."))), Items(bad)]
    else:
        blocks.append(Paragraph(tr(N_("Nothing that was judged calls for a change."))))
    if missing:
        blocks += [Paragraph(tr(N_("What is missing for a whole picture:"))), Items(missing)]
    return Section(title, tuple(blocks))


def _blocks(assessment: Assessment) -> Iterator[Block]:
    yield Paragraph(_count(assessment))
    others = [finding for finding in assessment.findings if finding.verdict is Verdict.NOT_APPLICABLE]
    unknown = [
        finding for finding in assessment.findings if finding.verdict is Verdict.NOT_MEASURED and finding.value is None
    ]
    if judged := [finding for finding in assessment.findings if finding not in (*others, *unknown)]:
        yield _table(judged)
    if unknown:
        yield _open(unknown)
    if others:
        yield _idle(others)


def _count(assessment: Assessment) -> str:
    verdicts = [finding.verdict for finding in assessment.findings]
    counted = [f"{tr(word)}: {verdicts.count(verdict)}" for verdict, word in VERDICTS.items() if verdict in verdicts]
    return tr(N_("Rulebook edition {edition}, {count} rules. {verdicts}.")).format(
        edition=assessment.edition, count=len(verdicts), verdicts=" · ".join(counted)
    )


def _table(findings: list[Finding]) -> Table:
    return Table(
        title=tr(N_("Verdicts with their sources")),
        columns=(
            Column(tr(N_("Requirement, and where it is written")), share=5.6),
            Column(tr(N_("Measured")), share=2.2),
            Column(tr(N_("Demanded")), share=2.3),
        ),
        rows=tuple(_row(finding) for finding in findings),
        verdicts=tuple(finding.verdict for finding in findings),
    )


def _open(findings: list[Finding]) -> Table:
    return Table(
        title=tr(N_("Requirements that could not be judged")),
        columns=(
            Column(tr(N_("Requirement, and where it is written")), share=5),
            Column(tr(N_("What is missing")), share=4),
        ),
        rows=tuple(_reason(note, alike) for note, alike in _by_note(findings).items()),
    )


def _idle(findings: list[Finding]) -> Table:
    """Return in a few lines what does not apply; the whole rulebook is for whoever asks for it."""
    return Table(
        title=tr(N_("Requirements that do not apply here")),
        columns=(Column(tr(N_("Why not")), share=4), Column(tr(N_("Requirements")), share=5)),
        rows=tuple(
            (tr(note), Cell(_names(alike), ", ".join(finding.rule for finding in alike)))
            for note, alike in _by_note(findings).items()
        ),
        is_dense=True,
        note=tr(N_("The command headroom rules explain tells of each where it is written.")),
    )


def _names(findings: list[Finding]) -> str:
    titles = [tr(finding.title) for finding in findings[:_NAMED]]
    if more := len(findings) - len(titles):
        titles.append(tr(N_("and {count} more")).format(count=more))
    return "; ".join(titles)


def _by_note(findings: list[Finding]) -> dict[str, list[Finding]]:
    alike: dict[str, list[Finding]] = {}
    for finding in findings:
        alike.setdefault(finding.note, []).append(finding)
    return alike


def _reason(note: str, findings: list[Finding]) -> tuple[str | Cell, ...]:
    """Return a row for the requirements that share a reason: a single one with its source, several by their names."""
    first, *others = findings
    if not others:
        return Cell(tr(first.title), f"{first.rule} · {citation(first.source)}"), tr(note)
    titles = "; ".join(tr(finding.title) for finding in findings)
    return Cell(titles, ", ".join(f"{finding.rule} [{finding.source.fact}]" for finding in findings)), tr(note)


def _row(finding: Finding) -> tuple[str | Cell, ...]:
    about = f"{short_name(finding.subject)} · {finding.rule} · {tr(_SEVERITIES[finding.severity])}"
    return (
        Cell(tr(finding.title), "\n".join(filter(None, (about, tr(finding.note), citation(finding.source))))),
        Cell(value_text(finding), _seen(finding)),
        limit_text(finding),
    )


def _seen(finding: Finding) -> str:
    seen = name(tr(finding.seen))
    return "" if seen == value_text(finding) else seen


def _items(findings: tuple[Finding, ...], verdicts: tuple[Verdict, ...]) -> tuple[Item, ...]:
    chosen = [finding for verdict in verdicts for finding in findings if finding.verdict is verdict]
    return tuple(
        Item(
            title=tr(finding.title),
            text=tr(finding.remedy) or tr(finding.note),
            detail=f"{short_name(finding.subject)} · {finding.rule}",
            verdict=finding.verdict,
        )
        for finding in chosen
    )


def _missing(findings: tuple[Finding, ...]) -> tuple[Item, ...]:
    """Return the requirements that wait for something to be found out, and what that is."""
    waiting = _by_note([finding for finding in findings if finding.verdict is Verdict.NOT_MEASURED])
    return tuple(Item(_names(alike), tr(note)) for note, alike in waiting.items())
