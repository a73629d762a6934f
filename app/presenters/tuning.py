"""Tuning page: the checklist as a difference, from what is set now to what is recommended; nothing is changed here."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from app.i18n import tr
from sizing.findings import Finding, citation, limit_text, value_text
from sizing.i18n import N_
from sizing.rules import Effort, Severity, Verdict

_TO_CHANGE: Final = (Verdict.FAIL, Verdict.WARN)


@dataclass(frozen=True, slots=True)
class TuningView:
    """One line of the checklist in words; commands as they are typed, empty where there is none."""

    rule: str
    title: str
    subject: str
    now: str
    recommended: str
    command: str
    verify: str
    undo: str
    effect: str
    risk: str
    effort: str
    source: str


def present_tuning(findings: Iterable[Finding]) -> tuple[TuningView, ...]:
    """Return what to change, the largest effect first and of equal ones the least effort."""
    wanted = (finding for finding in findings if finding.verdict in _TO_CHANGE and finding.change is not None)
    return tuple(_view(finding) for finding in sorted(wanted, key=_rank))


def _rank(finding: Finding) -> tuple[int, int, int]:
    places = (_TO_CHANGE.index(finding.verdict), tuple(Severity).index(finding.severity))
    return (*places, tuple(Effort).index(finding.effort))


def _view(finding: Finding) -> TuningView:
    change = finding.change
    if change is None:
        raise ValueError("a finding without a change has no place in the checklist")
    return TuningView(
        rule=finding.rule,
        title=tr(finding.title),
        subject=finding.subject,
        now=value_text(finding),
        recommended=limit_text(finding),
        command=change.command,
        verify=change.verify,
        undo=change.undo or tr(N_("not possible by a command")),
        effect=tr(change.effect),
        risk=tr(change.risk),
        effort=tr(finding.effort.value),
        source=citation(finding.source),
    )
