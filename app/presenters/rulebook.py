"""Rulebook: every rule in words, found by what it says: what it demands, who says so, since when, and who disagrees."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from app.i18n import tr
from app.presenters.view import Column, Table
from sizing.findings import Finding, citation, limit_text
from sizing.host import Cpu, Host, Kernel, Memory
from sizing.i18n import N_
from sizing.questions import QUESTIONS
from sizing.rulebook import CHAPTERS
from sizing.rulebook.unverified import HEARSAY, Hearsay
from sizing.rules import Change, Facts, Rule, Scope, Severity, Verdict
from sizing.workload import WORKLOADS


@dataclass(frozen=True, slots=True)
class OverrideView:
    """What another document says of the same matter, and why the rule does not follow it."""

    says: str
    source: str
    why: str


@dataclass(frozen=True, slots=True)
class RuleView:
    """One rule in words; ``demands`` has one entry a workload where the workload decides."""

    id: str
    title: str
    chapter: str
    scope: str
    severity: str
    demands: tuple[str, ...]
    remedy: str
    effort: str
    sources: tuple[str, ...]
    facts: tuple[str, ...]
    questions: tuple[str, ...]
    change: Change | None
    overrides: tuple[OverrideView, ...]


SCOPES: Final = {Scope.HOST: N_("host"), Scope.VOLUME: N_("volume")}
SEVERITIES: Final = {
    Severity.MUST: N_("must"),
    Severity.SHOULD: N_("should"),
    Severity.INFO: N_("for information"),
}
_NOWHERE: Final = Host(
    "", "", "", Kernel("Linux", "", "", ""), Cpu("", "", None, None, 0, 0, ""), Memory(0, 0), (), (), ()
)
"""A host of which nothing is known: what a rule demands before it meets one."""


def present_rules() -> tuple[RuleView, ...]:
    """Return all rules in the order of the rulebook."""
    return tuple(_view(rule, _chapter(chapter.__name__)) for chapter in CHAPTERS for rule in chapter.RULES)


def search_rules(wanted: str, rules: Iterable[RuleView]) -> tuple[RuleView, ...]:
    """Return the rules that hold every word of ``wanted`` anywhere in what they say."""
    words = wanted.lower().split()
    return tuple(rule for rule in rules if all(word in _text(rule) for word in words))


def search_hearsay(wanted: str) -> tuple[Hearsay, ...]:
    """Return the unverified statements that hold every word of ``wanted``."""
    words = wanted.lower().split()
    return tuple(said for said in HEARSAY if all(word in f"{said.fact} {tr(said.says)}".lower() for word in words))


def rules_table(rules: Iterable[RuleView]) -> Table:
    """Return ``rules`` as a table, one a row."""
    columns = (
        Column(tr(N_("Rule"))),
        Column(tr(N_("Weight"))),
        Column(tr(N_("Fact"))),
        Column(tr(N_("Demand"))),
        Column(tr(N_("What it is about"))),
    )
    rows = [(rule.id, rule.severity, rule.facts[0], rule.demands[0], rule.title) for rule in rules]
    return Table(columns, tuple(rows), tuple(row[0] for row in rows))


def _view(rule: Rule, chapter: str) -> RuleView:
    facts = [Facts(_NOWHERE, workload) for workload in WORKLOADS.values()]
    sources = [rule.source_for(each) for each in facts]
    return RuleView(
        id=rule.id,
        title=tr(rule.title),
        chapter=chapter,
        scope=tr(SCOPES[rule.scope]),
        severity=tr(SEVERITIES[rule.severity]),
        demands=tuple(dict.fromkeys(_demand(rule, each) for each in facts)),
        remedy=tr(rule.remedy),
        effort=tr(rule.effort.value),
        sources=tuple(dict.fromkeys(map(citation, sources))),
        facts=tuple(dict.fromkeys(source.fact for source in sources)),
        questions=tuple(f"{name}: {tr(QUESTIONS[name].asked)}" for name in rule.asks),
        change=rule.change,
        overrides=tuple(OverrideView(tr(o.says), citation(o.source), tr(o.why)) for o in rule.overrides),
    )


def _demand(rule: Rule, facts: Facts) -> str:
    """Return what the rule demands, worded as a finding words it."""
    finding = Finding(
        rule=rule.id,
        title=rule.title,
        verdict=Verdict.NOT_MEASURED,
        severity=rule.severity,
        subject="",
        value=None,
        limit=rule.limit_for(facts),
        seen="",
        note="",
        remedy=rule.remedy,
        source=rule.source_for(facts),
    )
    return limit_text(finding)


def _chapter(name: str) -> str:
    return name.rpartition(".")[2].replace("_", " ")


def _text(rule: RuleView) -> str:
    others = (part for other in rule.overrides for part in (other.says, other.source, other.why))
    parts = (rule.id, rule.title, rule.chapter, rule.remedy, *rule.demands, *rule.sources, *rule.questions, *others)
    return " ".join(parts).lower()
