"""Finding: a rule applied to this host, self-contained so that it reads the same years later."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from shlex import quote
from typing import Final

from sizing.host import Medium
from sizing.i18n import N_
from sizing.plan import PhaseKind
from sizing.rules import Change, Effort, Facts, Limit, Rule, Scope, Severity, Source, Verdict
from sizing.units import MB, MIB, Unit
from sizing.validity import Standing

NOTHING: Final = "–"
"""Printed where there is no value, no limit or no margin."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one rule says. ``value`` and ``limit`` are in the limit's unit; ``note`` explains the verdict."""

    rule: str
    title: str
    verdict: Verdict
    severity: Severity
    subject: str
    """The host's name, or the mount point and role judged."""
    value: float | None
    limit: Limit | None
    seen: str
    note: str
    remedy: str
    source: Source
    effort: Effort = Effort.PURCHASE
    change: Change | None = None
    """The remedy as commands for this host."""
    asks: tuple[str, ...] = ()
    """The questions whose answers were missing."""
    deviation: str = ""
    """How a customer's policy changed the rule, and why."""


def check(rules: Iterable[Rule], facts: Facts) -> tuple[Finding, ...]:
    """Return what every rule says of ``facts``, in the order of the rules."""
    return tuple(_finding(rule, facts) for rule in rules)


def overall(findings: Iterable[Finding]) -> Verdict:
    """Return the worst verdict: fail, warn, not measured, pass; rules that only explain or do not apply are left out.

    A recommendation of which nothing is known, and a question nobody was asked yet, leave what is known standing.
    Nothing left means that nothing was measured.
    """
    found = {finding.verdict for finding in findings if _weighs(finding)}
    order = (Verdict.FAIL, Verdict.WARN, Verdict.NOT_MEASURED, Verdict.PASS)
    return next((verdict for verdict in order if verdict in found), Verdict.NOT_MEASURED)


def _weighs(finding: Finding) -> bool:
    """Tell whether a finding takes part in the verdict on all."""
    if finding.verdict is Verdict.NOT_MEASURED:
        return finding.severity is Severity.MUST and not finding.asks
    return finding.severity is not Severity.INFO


def _finding(rule: Rule, facts: Facts) -> Finding:
    if rule.is_off:
        return _worded(rule, facts, Verdict.NOT_APPLICABLE, note=_SWITCHED_OFF)
    if rule.scope is Scope.VOLUME and facts.volume is None:
        return _worded(rule, facts, Verdict.NOT_MEASURED, note=NO_VOLUME)
    reason = rule.applies(facts)
    if reason is not None:
        return _worded(rule, facts, Verdict.NOT_APPLICABLE, note=reason)
    value = rule.metric(facts)
    if value is None:
        return _worded(rule, facts, Verdict.NOT_MEASURED, note=_why_missing(rule, facts))
    limit = rule.limit_for(facts)
    verdict, note = _believed(rule, facts, limit.judge(value))
    if verdict is not Verdict.NOT_MEASURED:
        note = " ".join(
            filter(None, (note, unit_note(limit, value), _limited_by(rule, facts, value), _told(rule, facts)))
        )
    return _worded(rule, facts, verdict, note=note, value=value)


def _worded(rule: Rule, facts: Facts, verdict: Verdict, *, note: str, value: float | None = None) -> Finding:
    if rule.deviation:
        note = " ".join(filter(None, (note, N_("By the customer's policy: {reason}").format(reason=rule.deviation))))
    return Finding(
        rule=rule.id,
        title=rule.title,
        verdict=verdict,
        severity=rule.severity,
        subject=_subject(rule, facts),
        value=value,
        limit=None if verdict is Verdict.NOT_APPLICABLE else rule.limit_for(facts),
        seen=rule.seen(facts) if rule.seen and value is not None else "",
        note=note,
        remedy=rule.remedy,
        source=rule.source_for(facts),
        effort=rule.effort,
        change=None if verdict is Verdict.NOT_APPLICABLE else _change(rule, facts, value),
        asks=_unanswered(rule, facts) if verdict is Verdict.NOT_MEASURED else (),
        deviation=rule.deviation,
    )


def _unanswered(rule: Rule, facts: Facts) -> tuple[str, ...]:
    return tuple(name for name in rule.asks if facts.setting(name) is None)


def _limited_by(rule: Rule, facts: Facts, value: float) -> str:
    """Return a note where a known cap explains a measured rate, so that nobody tunes what is capped."""
    if rule.phase is None or rule.limit_for(facts).unit is not Unit.MB_PER_S_PER_CORE or facts.plan is None:
        return ""
    if not _is_remote_disk(facts):
        return ""
    known = [(found.number, note) for name, note in _CAPS.items() if (found := facts.setting(name))]
    rate = value * facts.plan.cores
    lowest = min(((cap, note) for cap, note in known if cap), default=None)
    return lowest[1] if lowest and AT_CAP <= rate / lowest[0] <= ABOVE_CAP else ""


def _is_remote_disk(facts: Facts) -> bool:
    """Tell whether the volume may lie behind the caps of a cloud: on disks that are not inside the machine."""
    if facts.volume is None or facts.volume.medium is not Medium.LOCAL:
        return False
    return not any(disk.cloud and disk.cloud.is_ephemeral for disk in facts.host.disks(facts.volume))


AT_CAP: Final = 0.95
"""Share of a known cap from which on the cap explains the figure (FACTS.md Appendix A4, ours)."""
ABOVE_CAP: Final = 1.05
"""Share of a known cap above which the cap cannot be what limits: units and rounding explain no more (IOT-009)."""
_CAPS: Final = {
    "cloud.remote_mb_s": N_("Limited by the cap of the machine: tuning and faster disks will change nothing."),
    "cloud.disks_mb_s": N_("Limited by the caps of the disks: tuning will change nothing."),
}


def _told(rule: Rule, facts: Facts) -> str:
    """Return a note where the verdict stands on what people or the catalogue said rather than on what was read."""
    if any(name in facts.told for name in rule.asks):
        return N_("As it was told, not read here.")
    return N_("As the catalogue of machines says.") if any(name in facts.looked_up for name in rule.asks) else ""


def _change(rule: Rule, facts: Facts, value: float | None) -> Change | None:
    """Return the change of ``rule`` with the commands for this host, each value quoted for a shell."""
    change = rule.change
    if change is None or "{" not in f"{change.command}{change.undo}{change.verify}":
        return change
    volume = facts.volume
    device = f"/dev/{volume.device}" if volume and volume.device else "DEVICE"
    found = facts.setting(rule.asks[0]) if rule.asks else None
    values = {
        "{now}": quote(found.value) if found else "PREVIOUS" if value is None else f"{value:g}",
        "{place}": quote(volume.mount_point) if volume else "MOUNTPOINT",
        "{device}": quote(device),
    }

    def filled(command: str) -> str:
        return _BLANK.sub(lambda match: values[match[0]], command)

    return replace(change, command=filled(change.command), undo=filled(change.undo), verify=filled(change.verify))


_BLANK: Final = re.compile(r"\{(?:now|place|device)\}")
NO_VOLUME: Final = N_("No volume was chosen: choose a folder and say what SAS uses it for.")
"""Why no rule on volumes can be judged where only the host is looked at."""
_SWITCHED_OFF: Final = N_("Switched off by the customer's policy.")


def _subject(rule: Rule, facts: Facts) -> str:
    if rule.scope is Scope.HOST or facts.volume is None:
        return facts.host.name
    place = facts.volume.mount_point
    return f"{place} ({facts.role.value})" if facts.role else place


def _why_missing(rule: Rule, facts: Facts) -> str:
    """Return why there is no value: what spoilt the phase, if it was spoilt, else what the rule itself says."""
    if rule.phase and facts.validity and facts.validity.standing(rule.phase) is Standing.INVALID:
        return _doubt(rule.phase, facts)
    return rule.missing


def _believed(rule: Rule, facts: Facts, verdict: Verdict) -> tuple[Verdict, str]:
    """Return the verdict that the standing of the figure allows, and a note why."""
    phase, validity = rule.phase, facts.validity
    if phase is None:
        return verdict, ""
    if validity is None:
        return Verdict.NOT_MEASURED, N_("Whether the figure may be believed was not judged.")
    standing = validity.standing(phase)
    if standing is Standing.INVALID:
        if verdict is Verdict.FAIL and validity.only_flatters(phase):
            return verdict, N_("It fails although the figure is flattered. {why}").format(why=_doubt(phase, facts))
        return Verdict.NOT_MEASURED, _doubt(phase, facts)
    if standing is Standing.LIMITED:
        return verdict, N_("Limited: {why}").format(why=_doubt(phase, facts))
    return verdict, ""


def _doubt(phase: PhaseKind, facts: Facts) -> str:
    """Return the gravest reason against the figure of ``phase``, in its sentence."""
    reasons = facts.validity.concerning(phase) if facts.validity else ()
    return reasons[0].sentence if reasons else ""


def unit_note(limit: Limit, value: float) -> str:
    """Return a note if reading the demand in MiB/s instead of MB/s would change the verdict on ``value``."""
    if limit.unit is not Unit.MB_PER_S_PER_CORE:
        return ""
    other = limit.judge(value * MB / MIB)
    if other is limit.judge(value):
        return ""
    return N_(
        "The unit decides: the demand is read in MB/s. In MiB/s, as SAS's scripts count, the figure is {value} and "
        "the verdict would be {verdict}."
    ).format(value=_number(value * MB / MIB, limit, fewest=1), verdict=other.value)


def value_text(finding: Finding) -> str:
    """Return the value with its unit, rounded so that it never contradicts the verdict: ``"118 MB/s per core"``."""
    if finding.value is None or finding.limit is None:
        return NOTHING
    if finding.limit.unit is Unit.YES:
        return finding.seen or (N_("yes") if finding.value >= finding.limit.passes else N_("no"))
    return _with_unit(_number(finding.value, finding.limit), finding.limit.unit)


def limit_text(finding: Finding) -> str:
    """Return what is demanded: ``"at least 100 MB/s per core"``."""
    limit = finding.limit
    if limit is None:
        return NOTHING
    if limit.unit is Unit.YES:
        return N_("required") if finding.severity is Severity.MUST else N_("recommended")
    number = _with_unit(_rounded(limit.passes, 4), limit.unit)
    return (N_("at most {number}") if limit.at_most else N_("at least {number}")).format(number=number)


def margin_text(finding: Finding) -> str:
    """Return by how much the value is better (+) or worse (−) than what is demanded: ``"+18 %"``.

    A figure that may not be believed has no margin.
    """
    value, limit = finding.value, finding.limit
    if finding.verdict is Verdict.NOT_MEASURED or value is None or limit is None:
        return NOTHING
    if limit.unit in (Unit.YES, Unit.COUNT) or limit.passes <= 0:
        return NOTHING
    margin = (value / limit.passes - 1) * 100 * (-1 if limit.at_most else 1)
    text = f"{abs(margin):.1f}" if abs(margin) < 9.95 else f"{abs(margin):,.0f}".replace(",", "\u202f")
    return f"{'−' if margin < 0 else '+'}{text} %"


def citation(source: Source) -> str:
    """Return where a demand is written, in one line: document, year where it has one, place, id of the fact."""
    year = f" ({source.year})" if source.year else ""
    derived = N_(", derived") if source.is_derived else ""
    return f"{source.document}{year}, {source.place} [{source.fact}{derived}]"


def _number(value: float, limit: Limit, fewest: int | None = None) -> str:
    """Return ``value`` with as few digits (``fewest`` or more) as still give the verdict of the exact number."""
    if fewest is None:
        fewest = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    for digits in range(fewest, 6):
        if limit.judge(round(value, digits)) is limit.judge(value):
            return _rounded(value, digits)
    return repr(value)


def _rounded(value: float, digits: int) -> str:
    text = f"{value:,.{digits}f}".replace(",", "\u202f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _with_unit(number: str, unit: Unit) -> str:
    if unit is Unit.COUNT:
        return number
    return f"{number} {'×' if unit is Unit.RATIO else unit.value}"
