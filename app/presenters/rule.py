"""Rule: the rows of the rulebook in words, searched, and explained with what they found here."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from app.i18n import tr
from app.presenters.view import Column, Line, Table
from app.presenters.words import verdict_word
from sizing.assessment import Assessment
from sizing.findings import NOTHING, Finding, citation, limit_text, value_text
from sizing.host import Host
from sizing.i18n import N_
from sizing.rulebook import EDITION, RULES
from sizing.rules import Change, Effort, Facts, Limit, Rule, Scope, Severity, Source, Verdict
from sizing.workload import STANDARD

SEVERITIES: Final = {Severity.MUST: N_("Must"), Severity.SHOULD: N_("Should"), Severity.INFO: N_("For information")}
SCOPES: Final = {Scope.HOST: N_("Host"), Scope.VOLUME: N_("Volume")}
EFFORTS: Final = {
    Effort.COMMAND: N_("a command"),
    Effort.RESTART: N_("a restart or a new mount"),
    Effort.REBUILD: N_("a rebuild of the volume"),
    Effort.PURCHASE: N_("other storage or another machine"),
}
HERE_COLUMN: Final = 4
"""Place of the verdict on this machine in :func:`rule_table`."""


@dataclass(frozen=True, slots=True)
class RuleView:
    """One rule in words. ``commands`` are to be run by an administrator: Headroom runs none of them."""

    id: str
    title: str
    severity: str
    scope: str
    verdict: Verdict | None
    """What it said of the assessment shown; ``None`` where it was not asked."""
    here: str
    demand: str
    remedy: str
    commands: tuple[Line, ...]
    outlook: tuple[Line, ...]
    source: str
    is_derived: bool
    others: tuple[Line, ...]
    """What other documents say, and why they are not followed."""
    deviation: str


def rule_table(assessment: Assessment | None, host: Host | None, query: str = "") -> tuple[Table, list[Verdict | None]]:
    """Return the rules that match ``query``, one a row with its id as key, and the verdict each gave."""
    titles = (
        N_("Rule"),
        N_("Demand"),
        N_("Severity"),
        N_("Scope"),
        N_("Here"),
        N_("Source"),
        N_("Id"),
    )
    facts = _facts(host, assessment)
    found = [(rule, _found(assessment, rule)) for rule in RULES]
    rows = [(rule, one, _row(rule, facts, one)) for rule, one in found]
    rows = [row for row in rows if _matches(query, f"{' '.join(row[2])} {_more_words(row[0], facts)}")]
    table = Table(
        tuple(Column(tr(title)) for title in titles),
        tuple(texts for _rule, _one, texts in rows),
        tuple(rule.id for rule, _one, _texts in rows),
    )
    return table, [one.verdict if one is not None else None for _rule, one, _texts in rows]


def counts_text(shown: int) -> str:
    """Return how many rules are shown of how many, and of which edition."""
    words = tr(N_("{shown} of {count} rules · edition {edition}"))
    return words.format(shown=shown, count=len(RULES), edition=EDITION)


def present_rule(name: str, assessment: Assessment | None, host: Host | None) -> RuleView | None:
    """Return the rule called ``name``, with what it said of ``assessment``, or ``None`` if there is none."""
    rule = next((rule for rule in RULES if rule.id == name), None)
    if rule is None:
        return None
    facts, found = _facts(host, assessment), _found(assessment, rule)
    source = _source(rule, facts)
    change = found.change if found is not None and found.change is not None else rule.change
    return RuleView(
        id=rule.id,
        title=tr(rule.title),
        severity=tr(SEVERITIES[rule.severity]),
        scope=tr(SCOPES[rule.scope]),
        verdict=found.verdict if found is not None else None,
        here=_here(rule, found),
        demand=_demand(rule, facts),
        remedy=tr(rule.remedy),
        commands=_commands(change),
        outlook=_outlook(rule, change),
        source=citation(source) if source is not None else tr(_DEPENDS),
        is_derived=source is not None and source.is_derived,
        others=tuple(_other(rule)),
        deviation=tr(found.deviation if found is not None else rule.deviation),
    )


_DEPENDS: Final = N_("depends on the machine")


def _facts(host: Host | None, assessment: Assessment | None) -> Facts | None:
    plan = assessment.plan if assessment is not None else None
    return None if host is None else Facts(host, plan.workload if plan is not None else STANDARD)


def _found(assessment: Assessment | None, rule: Rule) -> Finding | None:
    findings = assessment.findings if assessment is not None else ()
    return next((finding for finding in findings if finding.rule == rule.id), None)


def _matches(query: str, text: str) -> bool:
    """Tell whether all words of one of the wishes in ``query``, parted by commas, are in ``text``."""
    text = text.casefold()
    wishes = [wish.split() for wish in query.casefold().split(",") if wish.strip()]
    return not wishes or any(all(word in text for word in wish) for wish in wishes)


def _more_words(rule: Rule, facts: Facts | None) -> str:
    """Return what a rule can be found by that its row does not show."""
    source = _source(rule, facts)
    return " ".join((tr(rule.remedy), citation(source) if source is not None else ""))


def _row(rule: Rule, facts: Facts | None, found: Finding | None) -> tuple[str, ...]:
    source = _source(rule, facts)
    return (
        tr(rule.title),
        _demand(rule, facts),
        tr(SEVERITIES[rule.severity]),
        tr(SCOPES[rule.scope]),
        verdict_word(found.verdict) if found is not None else NOTHING,
        tr(_DEPENDS) if source is None else source.fact,
        rule.id,
    )


def _demand(rule: Rule, facts: Facts | None) -> str:
    """Return what is demanded on the machine shown, in words."""
    limit, source = _limit(rule, facts), _source(rule, facts)
    if limit is None or source is None:
        return tr(_DEPENDS)
    asked = Finding(rule.id, "", Verdict.NOT_MEASURED, rule.severity, "", None, limit, "", "", "", source)
    return tr(limit_text(asked))


def _limit(rule: Rule, facts: Facts | None) -> Limit | None:
    if isinstance(rule.limit, Limit):
        return rule.limit
    return rule.limit(facts) if facts is not None else None


def _source(rule: Rule, facts: Facts | None) -> Source | None:
    if isinstance(rule.source, Source):
        return rule.source
    return rule.source(facts) if facts is not None else None


def _other(rule: Rule) -> Iterator[Line]:
    for other in rule.overrides:
        yield Line(f"{tr(other.says).rstrip('.')}. {tr(other.why)}", citation(other.source))


def _here(rule: Rule, found: Finding | None) -> str:
    if found is None:
        return tr(N_("Not asked yet: look at a machine or open an assessment."))
    value = value_text(found)
    seen = "" if value == NOTHING else tr(N_("Found: {value}.")).format(value=value)
    return " ".join(filter(None, (seen, tr(found.note)))) or tr(rule.missing)


def _commands(change: Change | None) -> tuple[Line, ...]:
    if change is None:
        return ()
    steps = ((N_("Do"), change.command), (N_("Check"), change.verify), (N_("Undo"), change.undo))
    return tuple(Line(tr(label), command) for label, command in steps if command)


def _outlook(rule: Rule, change: Change | None) -> tuple[Line, ...]:
    lines = [(N_("Takes"), tr(EFFORTS[rule.effort]))]
    if change is not None:
        lines += [(N_("Effect"), tr(change.effect)), (N_("Risk"), tr(change.risk))]
    return tuple(Line(tr(label), text) for label, text in lines if text)
