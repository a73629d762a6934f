"""Rules: the commands that list, search and explain the rulebook, for whoever disagrees with a verdict."""

import argparse
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from app.cli.terminal import Terminal
from app.errors import ExitCode, WorldError
from app.i18n import tr
from sizing.i18n import N_

if TYPE_CHECKING:
    from app.presenters.rulebook import RuleView
    from app.presenters.tuning import TuningView
    from sizing.assessment import Assessment
    from sizing.findings import Finding


def add(commands: Any, command: Callable[..., Any]) -> None:  # noqa: ANN401 - argparse keeps its own types to itself
    """Add the command ``rules`` to ``commands``, made by ``command``."""
    from app.cli.arguments import count

    more = tr(N_("Who says so, since when, for which case, who says otherwise, and what was measured here."))
    added = command(commands, "rules", tr(N_("list, search or explain the rulebook")), list_rules, more=more)
    added.set_defaults(words=[])
    actions = added.add_subparsers(metavar=tr(N_("action")))
    command(actions, "list", tr(N_("list every rule (default)")), list_rules)
    found = command(actions, "search", tr(N_("list the rules that say something")), list_rules)
    found.add_argument("words", metavar="WORD", nargs="+", help=tr(N_("words of a rule, its source or its remedy")))
    tuning = command(actions, "tuning", tr(N_("list what to change: now, recommended, command, undo")), tuning_list)
    tuning.add_argument(
        "id", metavar="ID", nargs="?", default="last", help=tr(N_("an assessment; default: the newest"))
    )
    fit = command(actions, "suitability", tr(N_("say which loads will work on what was measured")), suitability)
    _add_id(fit)
    fit.add_argument("--jobs", type=count, default=8, help=tr(N_("grid jobs at the same time (default: 8)")))
    told = command(actions, "explain", tr(N_("say all there is to one rule, and what was found here")), explain)
    told.add_argument("rule", metavar="RULE", help=tr(N_("id of a rule or of a fact: write-rate, REQ-001")))
    _add_id(told)


def _add_id(added: Any) -> None:  # noqa: ANN401
    added.add_argument("id", metavar="ID", nargs="?", default="last", help=tr(N_("an assessment; default: the newest")))


def list_rules(options: argparse.Namespace, terminal: Terminal) -> int:
    """List the rules, or those that hold all words asked for; unverified statements stand apart."""
    from app.cli.pages import table_text
    from app.presenters.rulebook import present_rules, rules_table, search_hearsay, search_rules
    from sizing.rulebook import EDITION

    wanted = " ".join(options.words)
    rules = search_rules(wanted, present_rules())
    hearsay = search_hearsay(wanted)
    terminal.document({"edition": EDITION, "rules": rules, "unverified": hearsay})
    head = tr(N_("Rulebook {edition}: {count} rules.")).format(edition=EDITION, count=len(rules))
    parts = [head, table_text(rules_table(rules)) if rules else ""]
    if hearsay:
        parts.append(tr(N_("Unverified, so nothing here is judged by it:")))
        parts.append("\n".join(f"  {said.fact}  {tr(said.says)}" for said in hearsay))
    terminal.say("\n\n".join(filter(None, parts)))
    return ExitCode.PASSED


def explain(options: argparse.Namespace, terminal: Terminal) -> int:
    """Explain one rule, with what the newest or the chosen assessment found."""
    from app.presenters.rulebook import present_rules
    from sizing.rulebook import EDITION

    wanted = options.rule.lower()
    rules = [rule for rule in present_rules() if wanted in (rule.id, *(fact.lower() for fact in rule.facts))]
    if not rules:
        raise WorldError(
            tr(N_("There is no rule {rule}.")).format(rule=options.rule), tr(N_("See headroom rules list."))
        )
    assessment = _assessment(options.id)
    shown = [(rule, _finding(rule.id, assessment)) for rule in rules]
    found = [finding for _, finding in shown if finding is not None]
    kept = assessment.id if assessment else None
    terminal.document({"edition": EDITION, "rules": rules, "assessment": kept, "findings": found})
    terminal.say("\n\n".join("\n".join(_page(rule, finding, assessment)) for rule, finding in shown))
    return ExitCode.PASSED


def tuning_list(options: argparse.Namespace, terminal: Terminal) -> int:
    """List what to change on the machine of an assessment, or on this one where nothing was kept; change nothing."""
    from app import job
    from app.detection import detect
    from app.presenters.tuning import present_tuning
    from sizing.rulebook import EDITION

    kept = _assessment(options.id)
    views = present_tuning((kept or job.look(detect())).findings)
    terminal.document({"edition": EDITION, "assessment": kept.id if kept else None, "changes": views})
    terminal.say("\n\n".join("\n".join(_change(view)) for view in views) or tr(N_("Nothing is to be changed.")))
    return ExitCode.PASSED


def suitability(options: argparse.Namespace, terminal: Terminal) -> int:
    """Say which loads will work on what an assessment measured."""
    from app.cli.pages import table_text
    from app.presenters.suitability import present_suitability

    assessment = _assessment(options.id)
    if assessment is None or assessment.plan is None:
        raise WorldError(tr(N_("Nothing was measured yet.")), tr(N_("Measure a folder first: headroom run TARGET.")))
    table = present_suitability(assessment, options.jobs)
    rows = [dict(zip((column.title for column in table.columns), row, strict=True)) for row in table.rows]
    terminal.document({"assessment": assessment.id, "loads": rows})
    terminal.say(table_text(table))
    return ExitCode.PASSED


def _change(view: "TuningView") -> Iterator[str]:
    yield f"{view.title} ({view.subject})"
    yield f"  {view.now} → {view.recommended} · {view.effort}"
    yield f"  {tr(N_('Command'))}: {view.command}"
    yield f"  {tr(N_('Check'))}: {view.verify}"
    yield f"  {tr(N_('Undo'))}: {view.undo}"
    yield f"  {tr(N_('Effect'))}: {view.effect}"
    yield f"  {tr(N_('Risk'))}: {view.risk}"
    yield f"  {tr(N_('Source'))}: {view.source}"


def _assessment(name: str) -> "Assessment | None":
    """Return the assessment called ``name``, judged by the rulebook of today; without a history there is no newest."""
    from app import job
    from app.history.store import open_store

    with open_store() as store:
        if name == "last" and not store.entries(limit=1):
            return None
        return job.judged(store.load(name))


def _finding(rule: str, assessment: "Assessment | None") -> "Finding | None":
    return next((finding for finding in assessment.findings if finding.rule == rule), None) if assessment else None


def _page(rule: "RuleView", finding: "Finding | None", assessment: "Assessment | None") -> Iterator[str]:
    yield f"{rule.id}: {rule.title}"
    yield from _lines(tr(N_("Demands")), rule.demands)
    yield f"  {tr(N_('Weight'))}: {rule.severity} · {rule.scope} · {rule.chapter}"
    yield from _lines(tr(N_("Source")), rule.sources)
    for other in rule.overrides:
        yield f"  {tr(N_('Others say'))}: {other.says}\n    {other.source}\n    {other.why}"
    yield f"  {tr(N_('What to do'))}: {rule.remedy} ({rule.effort})"
    change = (finding.change if finding else None) or rule.change
    if change is not None:
        yield f"  {tr(N_('Command'))}: {change.command}"
        yield f"  {tr(N_('Check'))}: {change.verify}"
        yield f"  {tr(N_('Undo'))}: {change.undo or tr(N_('not possible by a command'))}"
        yield f"  {tr(N_('Effect'))}: {tr(change.effect)}"
        yield f"  {tr(N_('Risk'))}: {tr(change.risk)}"
    yield from _lines(tr(N_("May be told in a policy, [facts]")), rule.questions)
    if finding is not None and assessment is not None:
        yield f"  {tr(N_('Found in {id}')).format(id=assessment.id)}: {_seen(finding)}"


def _seen(finding: "Finding") -> str:
    from app.presenters.words import verdict_word
    from sizing.findings import NOTHING, margin_text, value_text

    figures = [text for text in (value_text(finding), margin_text(finding)) if text != NOTHING]
    parts = (verdict_word(finding.verdict), finding.subject, ", ".join(figures), tr(finding.note))
    return " · ".join(filter(None, parts))


def _lines(label: str, texts: tuple[str, ...]) -> Iterator[str]:
    for text in texts:
        yield f"  {label}: {text}"
