"""Document: everything the paper says of an assessment, worded and numbered, with nothing in it of how it is drawn."""

from dataclasses import replace

from app.i18n import tr
from app.report.blocks import BarChart, Block, Document, LineChart, Section, Table
from app.report.chapters import (
    appendix,
    credibility,
    environment,
    method,
    reproduce,
    requirements,
    results,
    scope,
    summary,
)
from app.report.data import fingerprint
from app.report.status import answer_of, status_of, tone_of
from app.report.wording import date_text, name, short_name
from sizing.assessment import Assessment
from sizing.i18n import N_


def compose(assessment: Assessment) -> Document:
    """Return what the report on ``assessment`` says; the same assessment gives the same document."""
    host, plan = short_name(assessment.host.name), assessment.plan
    subject = (
        host if plan is None else tr(N_("{place} on {host}")).format(place=short_name(plan.mount_point), host=host)
    )
    title = tr(N_("Storage assessment")) if plan else tr(N_("Host assessment"))
    return Document(
        title=title,
        subject=subject,
        language="en",
        created_at=assessment.created_at,
        author=assessment.tool,
        status=status_of(assessment),
        answer=answer_of(assessment),
        verdict=tone_of(assessment),
        cover=_cover(assessment),
        footer=tr(N_("{tool} · report {id}")).format(tool=assessment.tool, id=assessment.id),
        sections=_numbered(_sections(assessment)),
    )


def _cover(assessment: Assessment) -> tuple[tuple[str, str], ...]:
    plan = assessment.plan
    measured = (
        ((tr(N_("Target")), name(plan.target.resolved)), (tr(N_("Role and workload")), _load(assessment)))
        if plan
        else ()
    )
    return (
        (tr(N_("Host")), name(assessment.host.name)),
        *measured,
        (tr(N_("Date")), date_text(assessment.created_at)),
        (tr(N_("Status")), status_of(assessment)),
        (tr(N_("Rulebook edition")), assessment.edition),
        (tr(N_("Made with")), assessment.tool),
        (tr(N_("Report")), assessment.id),
        (tr(N_("Data file (SHA-256)")), fingerprint(assessment)),
    )


def _load(assessment: Assessment) -> str:
    plan = assessment.plan
    return f"{plan.role.value} · {tr(plan.workload.title)}" if plan else ""


def _sections(assessment: Assessment) -> list[Section]:
    sections = [
        summary.compose(assessment),
        scope.compose(assessment),
        method.compose(assessment),
        environment.compose(assessment),
        results.compose(assessment),
        credibility.compose(assessment),
        requirements.compose(assessment),
        requirements.advise(assessment),
        reproduce.compose(assessment),
        appendix.raw_data(assessment),
        appendix.glossary(),
    ]
    return [section for section in sections if section is not None]


def _numbered(sections: list[Section]) -> tuple[Section, ...]:
    """Return the sections with numbers before their titles, and their tables and figures counted through."""
    tables = figures = 0
    numbered = []
    for number, section in enumerate(sections, 1):
        blocks: list[Block] = []
        for block in section.blocks:
            if isinstance(block, Table):
                tables += 1
                block = replace(block, title=tr(N_("Table {number}. {title}")).format(number=tables, title=block.title))
            elif isinstance(block, LineChart | BarChart):
                figures += 1
                title = tr(N_("Figure {number}. {title}")).format(number=figures, title=block.title)
                block = replace(block, title=title)
            blocks.append(block)
        numbered.append(replace(section, title=f"{number}  {section.title}", blocks=tuple(blocks)))
    return tuple(numbered)
