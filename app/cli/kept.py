"""Kept: the commands on assessments of the history: check, report, list, show, delete."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.arguments import UsageError
from app.cli.terminal import Terminal
from app.errors import ExitCode
from app.i18n import tr
from sizing.i18n import N_

if TYPE_CHECKING:
    from sizing.assessment import Assessment

_FORMATS = {".pdf": "pdf", ".txt": "text", ".json": "json"}


def check(options: argparse.Namespace, terminal: Terminal) -> int:
    """Judge a kept assessment, or this machine alone, with today's rulebook; what is kept stays as it is."""
    from app.cli import papers
    from app.cli.pages import findings_page
    from app.cli.verdict import exit_code
    from app.presenters.findings import present_findings

    assessment = _by_policy(options, _to_judge(options))
    if terminal.is_text:
        terminal.say(f"{_title(assessment)}\n\n{findings_page(present_findings(assessment))}")
    else:
        terminal.data(papers.data(assessment))
    return exit_code(assessment)


def report(options: argparse.Namespace, terminal: Terminal) -> int:
    """Write the report on a kept assessment."""
    from app.cli import papers
    from app.history.store import open_store

    output = options.output
    kind = options.format or _FORMATS.get(Path(output or "").suffix.lower(), "pdf")
    with open_store() as store:
        assessment = _by_policy(options, store.load(options.id))
    if output is None and kind == "pdf":
        output = str(papers.folder() / f"headroom-{assessment.id}.pdf")
    content = {"pdf": papers.pdf, "text": papers.text, "json": papers.data}[kind](assessment)
    if output not in (None, "-"):
        path = Path(output).absolute()
        papers.save(path, content)
        terminal.document({"assessment": assessment.id, "format": kind, "path": str(path)})
        terminal.say(tr(N_("Report written: {path}")).format(path=path))
    elif terminal.is_text and kind == "text":
        terminal.say(content.decode().rstrip("\n"))
    elif terminal.is_text or kind == "json":
        terminal.data(content)
    else:
        raise UsageError(tr(N_("With --json, only the format json goes to stdout.")), tr(N_("Name a file with -o.")))
    return ExitCode.PASSED


def history(options: argparse.Namespace, terminal: Terminal) -> int:
    """List what was kept."""
    from app.cli.pages import table_text
    from app.history.store import open_store
    from app.presenters.history import present_history

    with open_store() as store:
        entries = store.entries(limit=options.limit)
        terminal.document({"path": str(store.path), "entries": entries})
        terminal.say(table_text(present_history(entries)) if entries else tr(N_("Nothing was kept yet.")))
    return ExitCode.PASSED


def show(options: argparse.Namespace, terminal: Terminal) -> int:
    """Show one kept assessment as it was judged then."""
    from app.cli import papers
    from app.cli.pages import findings_page, plan_page, result_page
    from app.history.store import open_store
    from app.presenters.findings import present_findings
    from app.presenters.plan import present_plan
    from app.presenters.result import present_result

    with open_store() as store:
        assessment = store.load(options.id)
    if not terminal.is_text:
        terminal.data(papers.data(assessment))
        return ExitCode.PASSED
    result = present_result(assessment)
    pages = (
        _title(assessment),
        plan_page(present_plan(assessment.plan)) if assessment.plan else "",
        result_page(result) if result else "",
        findings_page(present_findings(assessment)) if assessment.findings else "",
    )
    terminal.say("\n\n".join(filter(None, pages)))
    return ExitCode.PASSED


def delete(options: argparse.Namespace, terminal: Terminal) -> int:
    """Delete one kept assessment for good."""
    from app.history.store import open_store

    with open_store() as store:
        assessment = store.load(options.id)
        if not options.yes:
            if not terminal.can_ask:
                raise UsageError(tr(N_("There is nobody to ask.")), tr(N_("Give --yes to delete without asking.")))
            if not terminal.ask(tr(N_("Delete {title} for good?")).format(title=_title(assessment))):
                return ExitCode.CANCELLED
        store.delete(assessment.id)
    terminal.document({"deleted": assessment.id})
    terminal.say(tr(N_("Deleted: {id}")).format(id=assessment.id))
    return ExitCode.PASSED


def _to_judge(options: argparse.Namespace) -> "Assessment":
    from app import job
    from app.detection import detect
    from app.history.store import open_store

    if options.host and options.id:
        raise UsageError(tr(N_("Give an ID or --host, not both.")))
    if options.machine and options.id:
        raise UsageError(tr(N_("Give an ID or --machine, not both.")))
    if not (options.host or options.machine):
        with open_store() as store:
            if options.id or store.entries(limit=1):
                return job.judged(store.load(options.id or "last"))
    return job.look(detect(machine=options.machine))


def _by_policy(options: argparse.Namespace, assessment: "Assessment") -> "Assessment":
    """Return ``assessment`` as a customer's policy judges it, where one was given."""
    if not options.policy:
        return assessment
    from app.catalog.lookup import answers
    from app.policy import judged_by, read_policy

    return judged_by(read_policy(options.policy), assessment, answers(assessment.host))


def _title(assessment: "Assessment") -> str:
    from app.presenters.history import moment_text

    where = f" {assessment.plan.target.resolved}" if assessment.plan else ""
    return f"{assessment.id}  {moment_text(assessment.created_at)}  {assessment.host.name}{where}"
