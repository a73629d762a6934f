"""Findings: what the rulebook says, worst first, each with what to do and where it is written."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from app.i18n import tr
from app.presenters.words import VERDICTS, WORST_FIRST
from sizing.assessment import Assessment
from sizing.findings import NOTHING, Finding, citation, limit_text, margin_text, overall, value_text
from sizing.i18n import N_
from sizing.rules import Effort, Severity, Verdict


@dataclass(frozen=True, slots=True)
class FindingView:
    """One finding in words; texts are empty where there is nothing to say."""

    rule: str
    title: str
    verdict: Verdict
    severity: Severity
    subject: str
    value: str
    limit: str
    margin: str
    note: str
    remedy: str
    source: str


@dataclass(frozen=True, slots=True)
class FindingsView:
    """The findings page: the ``verdict`` on all, a sentence on it, how many of each, and the findings worst first."""

    verdict: Verdict
    headline: str
    counts: str
    edition: str
    groups: tuple[tuple[Verdict, tuple[FindingView, ...]], ...]

    @property
    def rows(self) -> tuple[FindingView, ...]:
        """All findings, worst first."""
        return tuple(row for _, rows in self.groups for row in rows)


_SHOWN = 8
"""Rules named where many share a reason: the command ``rules`` lists all."""
_HEADLINES = {
    Verdict.PASS: N_("Everything that could be judged is as SAS needs it."),
    Verdict.WARN: N_("Usable, but some of it should be improved."),
    Verdict.FAIL: N_("Not as SAS needs it: {count} demands are not met."),
    Verdict.NOT_APPLICABLE: N_("No rule applies here."),
    Verdict.NOT_MEASURED: N_("Nothing could be judged yet."),
}


def present_findings(assessment: Assessment) -> FindingsView:
    """Return what the rulebook says in ``assessment``."""
    findings = assessment.findings
    verdict = overall(findings)
    count = Counter(found.verdict for found in findings)
    groups = ((kind, tuple(_views(_worst(findings, kind)))) for kind in WORST_FIRST)
    return FindingsView(
        verdict=verdict,
        headline=_headline(verdict, count),
        counts=", ".join(f"{tr(VERDICTS[kind])}: {count[kind]}" for kind in WORST_FIRST if count[kind]),
        edition=assessment.edition,
        groups=tuple((kind, rows) for kind, rows in groups if rows),
    )


def _headline(verdict: Verdict, count: Counter[Verdict]) -> str:
    if verdict is Verdict.FAIL and count[verdict] == 1:
        return tr(N_("Not as SAS needs it: one demand is not met."))
    return tr(_HEADLINES[verdict]).format(count=count[verdict])


def _worst(findings: Iterable[Finding], verdict: Verdict) -> Iterable[Finding]:
    """Return the findings of one verdict: the largest effect first, and of equal ones the least effort."""
    gravest, least = tuple(Severity), tuple(Effort)
    found = (finding for finding in findings if finding.verdict is verdict)
    return sorted(found, key=lambda finding: (gravest.index(finding.severity), least.index(finding.effort)))


def _views(findings: Iterable[Finding]) -> Iterator[FindingView]:
    """Yield the findings, those without a figure that give the same reason in one."""
    alike: dict[str, list[Finding]] = {}
    for finding in findings:
        is_idle = finding.verdict in (Verdict.NOT_APPLICABLE, Verdict.NOT_MEASURED) and finding.value is None
        alike.setdefault(finding.note if is_idle else finding.rule, []).append(finding)
    for found in alike.values():
        yield _view(found[0]) if len(found) == 1 else _together(found)


def _together(findings: list[Finding]) -> FindingView:
    """Return findings that share their reason as one: the reason as its title, what they are about as its note."""
    view = _view(findings[0])
    return replace(
        view,
        rule=", ".join(finding.rule for finding in findings),
        title=view.note.removesuffix("."),
        limit=NOTHING,
        note=_titles(findings),
        remedy="",
        source=tr(N_("{count} rules; headroom rules explain RULE tells where each is written.")).format(
            count=len(findings)
        ),
    )


def _titles(findings: list[Finding]) -> str:
    titles = [tr(finding.title) for finding in findings[:_SHOWN]]
    if more := len(findings) - len(titles):
        titles.append(tr(N_("and {count} more")).format(count=more))
    return "; ".join(titles)


def _view(finding: Finding) -> FindingView:
    return FindingView(
        rule=finding.rule,
        title=tr(finding.title),
        verdict=finding.verdict,
        severity=finding.severity,
        subject=finding.subject,
        value=value_text(finding),
        limit=limit_text(finding),
        margin=margin_text(finding),
        note=tr(finding.note),
        remedy=tr(finding.remedy),
        source=citation(finding.source),
    )
