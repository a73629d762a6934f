"""Errands: what the window has done in a process of its own. No Qt here: that process would load it too."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from sizing.assessment import Assessment
from sizing.host import Host
from sizing.plan import Choices, Plan
from sizing.rules import Verdict


class Paper(StrEnum):
    """What a report can be written as; the value ends the file's name."""

    PDF = "pdf"
    TEXT = "txt"
    DATA = "json"


@dataclass(frozen=True, slots=True)
class Outline:
    """What the report will say, in short."""

    assessment: str
    title: str
    subject: str
    status: str
    answer: str
    verdict: Verdict
    cover: tuple[tuple[str, str], ...]
    chapters: tuple[str, ...]


def look() -> Iterator[Host]:
    """Yield the host, again and again while its volumes answer; the last is the whole of it."""
    from app.detection import watch

    yield from watch()


def plan(host: Host, path: str, choices: Choices) -> Iterator[Plan]:
    """Yield the plan for measuring the folder ``path``, which may lie on a volume that has died since."""
    from app.job import prepare

    yield prepare(host, path, choices)


def compare(first: str, second: str) -> Iterator[tuple[str, ...]]:
    """Yield what the kept assessment ``second`` shows against ``first``, in sentences."""
    from app.history.store import open_store
    from app.presenters.comparison import present_comparison
    from sizing import comparison

    store = open_store()
    try:
        yield present_comparison(comparison.compare(store.load(first), store.load(second)))
    finally:
        store.close()


def outline(assessment: Assessment) -> Iterator[Outline]:
    """Yield what the report of ``assessment`` will say."""
    from app.report.document import compose

    document = compose(assessment)
    yield Outline(
        assessment=assessment.id,
        title=document.title,
        subject=document.subject,
        status=document.status,
        answer=document.answer,
        verdict=document.verdict,
        cover=document.cover,
        chapters=tuple(section.title for section in document.sections),
    )


def write_paper(assessment: Assessment, path: str, paper: Paper) -> Iterator[str]:
    """Write the report of ``assessment`` to ``path``, whole or not at all, and yield the path."""
    from app.report.data import write_data
    from app.report.document import compose
    from app.report.pdf import write_pdf
    from app.report.save import save
    from app.report.text import write_text

    if paper is Paper.PDF:
        content = write_pdf(compose(assessment))
    elif paper is Paper.TEXT:
        content = write_text(compose(assessment)).encode()
    else:
        content = write_data(assessment)
    save(Path(path), content)
    yield path
