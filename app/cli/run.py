"""Run: the commands that measure, with the question before and the report after."""

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.arguments import ROLES, UsageError
from app.cli.terminal import Form, Terminal
from app.errors import ExitCode, WorldError
from app.i18n import tr
from sizing.i18n import N_

if TYPE_CHECKING:
    from sizing.assessment import Assessment
    from sizing.host import Host
    from sizing.plan import Choices, Plan

Place = Callable[[str], Path]
"""Where the PDF goes, by the id of the assessment, which is known only when the run begins."""


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    """Measure a folder, judge and keep what was measured."""
    from app import job
    from app.cli import papers
    from app.detection import detect

    _refuse_silence(options, terminal, is_writing=not options.dry_run)
    papers.refuse_unless_possible(options.pdf)
    host = detect()
    plan = job.prepare(host, options.target, chosen(options))
    if options.dry_run:
        _show_plan(plan, terminal)
        terminal.document({"plan": plan})
        terminal.event("start", plan=plan)
        terminal.event("end", exit_code=int(ExitCode.PASSED))
        terminal.say("\n" + tr(N_("Nothing was written.")))
        return ExitCode.PASSED
    if not _agreed(options, plan, terminal):
        return _declined(terminal)
    return _measure(host, plan, partial(papers.place, options.pdf) if options.pdf else None, terminal)


def visit(options: argparse.Namespace, terminal: Terminal) -> int:
    """Look at the machine, measure a folder quickly, judge, and write the PDF."""
    from app import job
    from app.cli import papers
    from app.cli.pages import machine_page
    from app.detection import detect
    from app.presenters.machine import present_machine

    _refuse_silence(options, terminal, is_writing=True)
    papers.refuse_unless_possible(options.pdf)
    host = detect()
    terminal.say(machine_page(present_machine(host)) + "\n")
    paper = partial(papers.place, options.pdf)
    try:
        plan = job.prepare(host, options.target, chosen(options))
    except WorldError as error:
        return _judge_host(host, error, paper, terminal)
    goes = tr(N_("The report will be written to {path}.")).format(path=options.pdf or papers.folder())
    if not _agreed(options, plan, terminal, goes):
        return _declined(terminal)
    return _measure(host, plan, paper, terminal)


def _refuse_silence(options: argparse.Namespace, terminal: Terminal, *, is_writing: bool) -> None:
    """Refuse to write where nobody agreed and nobody can be asked."""
    if is_writing and not options.yes and not terminal.can_ask:
        raise UsageError(
            tr(N_("Headroom asks before it writes, and there is no terminal to ask on.")),
            tr(N_("Look at the plan with run --dry-run, then give --yes.")),
        )


def chosen(options: argparse.Namespace) -> "Choices":
    """Return what was chosen on the command line, and the usual for the rest."""
    from sizing.plan import BLOCK_SIZE, Choices, Method, Pattern
    from sizing.workload import WORKLOADS

    given = vars(options)
    block_size = BLOCK_SIZE if given.get("block_size") is None else given["block_size"]
    blocks, minutes = given.get("blocks"), given.get("minutes")
    return Choices(
        method=Method(given.get("method", "quick")),
        role=ROLES[options.role],
        workload=WORKLOADS[options.workload],
        workers=given.get("workers"),
        block_size=block_size,
        file_size=given.get("file_size") if blocks is None else blocks * block_size,
        pattern=Pattern(given.get("data", "random")),
        lasts_s=None if minutes is None else minutes * 60.0,
        probes_zeros=given.get("probe_zeros", False),
    )


def _show_plan(plan: "Plan", terminal: Terminal, *more: str) -> None:
    from app.cli.pages import plan_page
    from app.presenters.plan import present_plan

    terminal.show("\n\n".join((plan_page(present_plan(plan)), *more)))


def _agreed(options: argparse.Namespace, plan: "Plan", terminal: Terminal, *more: str) -> bool:
    if terminal.is_text or not options.yes:
        _show_plan(plan, terminal, *more)
    if options.yes:
        return True
    question = tr(N_("Write test files to {path} and remove them again?")).format(path=plan.target.resolved)
    return terminal.ask(f"\n{question}")


def _declined(terminal: Terminal) -> int:
    message = tr(N_("Nothing was written."))
    terminal.failed(ExitCode.CANCELLED, message, "")
    terminal.event("end", exit_code=int(ExitCode.CANCELLED))
    return ExitCode.CANCELLED


def _measure(host: "Host", plan: "Plan", paper: Place | None, terminal: Terminal) -> int:
    from app.cli.sweep import tidy
    from app.cli.verdict import exit_code
    from app.cli.watch import carried_out
    from app.history.store import open_store

    tidy(terminal)
    with open_store() as store:
        assessment, not_kept = carried_out(host, plan, store, terminal)
        kept = tr(N_("Kept in the history as {id} ({path}).")).format(id=assessment.id, path=store.path)
    _tell(assessment, terminal)
    if assessment.left:
        terminal.note(tr(N_("These test files could not be removed; please remove them:")))
        terminal.note("\n".join(assessment.left))
    terminal.show("\n" + kept if not_kept is None else f"\n{not_kept.message}\n{not_kept.advice}")
    code = exit_code(assessment)
    return _close(assessment, code if not_kept is None else code or not_kept.exit_code, paper, terminal)


def _judge_host(host: "Host", error: WorldError, paper: Place, terminal: Terminal) -> int:
    """Judge the machine alone where its storage cannot be measured, and say why."""
    from app import job
    from app.history.store import open_store

    terminal.show("\n".join(filter(None, (tr(N_("Not measured: {why}")).format(why=error.message), error.advice))))
    assessment = job.look(host)
    with open_store() as store:
        store.save(assessment)
    _tell(assessment, terminal)
    return _close(assessment, error.exit_code, paper, terminal)


def _tell(assessment: "Assessment", terminal: Terminal) -> None:
    from app.cli.pages import findings_page, result_page
    from app.presenters.findings import present_findings
    from app.presenters.result import present_result

    result = present_result(assessment)
    pages = (result_page(result) if result else "", findings_page(present_findings(assessment)))
    terminal.say("\n" + "\n\n".join(filter(None, pages)))
    for reason in assessment.validity.reasons if assessment.validity else ():
        terminal.event("warn", code=reason.code, sentence=tr(reason.sentence), phase=reason.phase)
    for finding in assessment.findings:
        terminal.event("verdict", finding=finding)


def _close(assessment: "Assessment", code: ExitCode, paper: Place | None, terminal: Terminal) -> int:
    """Write the report, say where it is, and end the document or stream."""
    from app.cli import papers

    written = None
    if paper is not None:
        try:
            path = paper(assessment.id)
            papers.save(path, papers.pdf(assessment))
            written = str(path)
            terminal.show(tr(N_("Report written: {path}")).format(path=written))
        except WorldError as error:
            terminal.note(f"{error.message}\n{error.advice}")
            code = code or error.exit_code
    terminal.event(
        "end",
        exit_code=int(code),
        id=assessment.id,
        outcome=assessment.series.outcome if assessment.series else None,
        left=assessment.left,
        measurement=assessment.measurement,
        validity=assessment.validity,
        report=written,
    )
    if terminal.form is Form.JSON:
        terminal.data(papers.data(assessment))
    return code
