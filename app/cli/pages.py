"""Pages: what presenters say, laid out for a terminal."""

import shutil
from collections.abc import Iterable
from textwrap import fill

from app.i18n import tr
from app.presenters.findings import FindingsView, FindingView
from app.presenters.machine import MachineView
from app.presenters.plan import PlanView
from app.presenters.result import ResultView
from app.presenters.view import Card, Line, Table
from app.presenters.words import verdict_word
from sizing.findings import NOTHING
from sizing.i18n import N_
from sizing.rules import Verdict

_INDENT = "  "
_WIDEST = 100
"""Columns a paragraph may take: wider ones are hard to read."""
_NARROWEST = 40


def page_width() -> int:
    """Return the columns a paragraph may take in this terminal, or of a page that goes elsewhere."""
    columns = shutil.get_terminal_size((_WIDEST, 24)).columns
    return max(_NARROWEST, min(_WIDEST, columns))


def machine_page(view: MachineView) -> str:
    """Return the machine page as text."""
    return _joined(
        f"{view.title}\n{view.subtitle}",
        lines_text(_card_line(card) for card in view.cards),
        *(table_text(table) for table in (view.volumes, view.devices, view.evidence, view.settings) if table.rows),
        _list(view.notes),
    )


def plan_page(view: PlanView) -> str:
    """Return the plan as text."""
    worth = (
        Line(tr(N_("Proves")), view.proves),
        Line(tr(N_("Does not prove")), view.does_not_prove),
    )
    return _joined(view.headline, lines_text((*view.lines, *worth)), _list(view.notes))


def result_page(view: ResultView) -> str:
    """Return the result as text: both figures side by side, and what they are worth."""
    return _joined(
        f"{view.headline}: {view.outcome}",
        view.failure,
        table_text(view.figures) if view.figures.rows else tr(N_("There is no figure.")),
        table_text(view.statistics) if view.statistics.rows else "",
        "\n".join(filter(None, (view.believed, _sentence(view.origin, view.evidence)))),
        _list(reason for reason in view.reasons if reason != view.failure),
        _confidence(view),
        fill(view.zeros, page_width()) if view.zeros else "",
    )


def _confidence(view: ResultView) -> str:
    if view.stars is None:
        return ""
    head = tr(N_("Confidence: {stars}.")).format(stars=view.confidence)
    return "\n".join(filter(None, (head, _list(sentence for sentence in view.missing if sentence != view.failure))))


def findings_page(view: FindingsView) -> str:
    """Return the findings as text, worst first."""
    head = f"{verdict_word(view.verdict)}: {view.headline}"
    edition = tr(N_("Rulebook {edition}. {counts}.")).format(edition=view.edition, counts=view.counts)
    weighty = (_finding(row) for row in view.rows if row.verdict is not Verdict.NOT_APPLICABLE)
    idle = (f"{row.title}: {row.note}" for row in view.rows if row.verdict is Verdict.NOT_APPLICABLE)
    left_out = _list(idle)
    title = verdict_word(Verdict.NOT_APPLICABLE)
    return _joined(f"{head}\n{edition}", *weighty, f"{title}:\n{left_out}" if left_out else "")


def table_text(table: Table) -> str:
    """Return ``table`` as aligned columns, numbers to the right."""
    rows = [tuple(column.title for column in table.columns), *table.rows]
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column.is_number else cell.ljust(width)
            for cell, width, column in zip(row, widths, table.columns, strict=True)
        ).rstrip()
        for row in rows
    )


def lines_text(lines: Iterable[Line]) -> str:
    """Return labels and values in two columns."""
    lines = tuple(lines)
    width = max((len(line.label) for line in lines), default=0)
    margin = " " * (len(_INDENT) + width + 2)
    return "\n".join(
        fill(line.value, page_width(), initial_indent=f"{_INDENT}{line.label.ljust(width)}  ", subsequent_indent=margin)
        for line in lines
    )


def _card_line(card: Card) -> Line:
    value = f"{card.value} {card.unit}".strip()
    return Line(card.title, f"{value} ({card.detail})" if card.detail else value)


def _finding(view: FindingView) -> str:
    parts = [f"{verdict_word(view.verdict)}: {view.title}", _indented(_seen(view))]
    if view.note:
        parts.append(_indented(view.note))
    if view.verdict in (Verdict.FAIL, Verdict.WARN) and view.remedy:
        parts.append(_indented(tr(N_("What to do: {remedy}")).format(remedy=view.remedy)))
    parts.append(_indented(tr(N_("Source: {source}")).format(source=view.source)))
    return "\n".join(parts)


def _seen(view: FindingView) -> str:
    """Return what was seen, what is demanded and by how much they differ: each where there is one."""
    demanded = ", ".join(text for text in (view.limit, view.margin) if text != NOTHING)
    return " ".join(
        filter(
            None,
            (
                view.subject if view.value == NOTHING else f"{view.subject}: {view.value}",
                f"({demanded})" if demanded else "",
            ),
        )
    )


def _indented(text: str, first: str = _INDENT) -> str:
    return fill(
        text,
        page_width(),
        initial_indent=first,
        subsequent_indent=_INDENT,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _sentence(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _list(sentences: Iterable[str]) -> str:
    return "\n".join(_indented(sentence, "- ") for sentence in sentences)


def _joined(*blocks: str) -> str:
    return "\n\n".join(block for block in blocks if block)
