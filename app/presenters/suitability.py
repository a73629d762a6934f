"""Suitability page: will it work, in a table a manager understands."""

from typing import Final

from app.i18n import tr
from app.presenters.view import Column, Table
from sizing.assessment import Assessment
from sizing.findings import NOTHING
from sizing.i18n import N_
from sizing.suitability import GRID_JOBS, Answer, Prospect, prospects
from sizing.units import rate_text, share_text

ANSWERS: Final = {
    Answer.YES: N_("yes"),
    Answer.TIGHT: N_("only just"),
    Answer.NO: N_("no"),
    Answer.UNKNOWN: N_("not measured"),
}


def present_suitability(assessment: Assessment, jobs: int = GRID_JOBS) -> Table:
    """Return what each kind of load needs and what was measured in ``assessment``; no rows without a plan."""
    plan = assessment.plan
    rows = prospects(assessment.measurement, assessment.validity, plan.cores, jobs) if plan else ()
    columns = (
        Column(tr(N_("Load"))),
        Column(tr(N_("Needs")), is_number=True),
        Column(tr(N_("Measured")), is_number=True),
        Column(tr(N_("Margin")), is_number=True),
        Column(tr(N_("Will it work?"))),
        Column(tr(N_("Fact"))),
    )
    return Table(columns, tuple(_row(row, jobs) for row in rows), tuple(row.load.name for row in rows))


def _row(row: Prospect, jobs: int) -> tuple[str, ...]:
    title = f"{tr(row.load.title)} ({jobs})" if row.load.per_job else tr(row.load.title)
    have = NOTHING if row.have is None else rate_text(row.have)
    return (title, rate_text(row.need), have, _margin(row), tr(ANSWERS[row.answer]), row.load.source.fact)


def _margin(row: Prospect) -> str:
    if row.margin is None:
        return NOTHING
    return f"{'−' if row.margin < 0 else '+'}{share_text(abs(row.margin))}"
