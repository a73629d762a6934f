"""Text: the report for terminals and mails, 80 columns wide, readable where nothing but letters can be shown."""

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

from app.i18n import tr
from app.report.blocks import (
    BarChart,
    Block,
    Cards,
    Cell,
    Code,
    Document,
    Formula,
    Heading,
    Items,
    LineChart,
    Lines,
    Notice,
    Paragraph,
    Section,
    Stroke,
    Table,
)
from app.report.chart import number, scale_top
from app.report.columns import aligned, wrapped
from app.report.legible import legible
from app.report.wording import VERDICTS
from sizing.i18n import N_
from sizing.rules import Verdict
from sizing.units import MB

WIDTH: Final = 80
_ROWS: Final = 10
"""Lines of a chart."""
_SPELLED: Final = str.maketrans(
    {
        "\u202f": " ", "\u00a0": " ", "–": "-", "−": "-", "—": "-", "·": "|", "×": "x", "÷": "/", "→": "->",
        "≥": ">=", "≤": "<=", "…": "...", "“": '"', "”": '"', "‘": "'", "’": "'", "⁶": "^6", "²": "^2", "⁰": "0",
    }
)  # fmt: skip


def write_text(document: Document, *, ascii_only: bool = False) -> str:
    """Return ``document`` as lines of at most 80 columns, except for commands, which are never broken.

    With ``ascii_only`` signs are spelled, accents dropped, and other letters written as their code points.
    """
    text = "\n".join(line.rstrip() for line in _lines(document))
    if not ascii_only:
        return legible(text, _is_shown) + "\n"
    spelled = unicodedata.normalize("NFKD", text.translate(_SPELLED))
    return legible("".join(char for char in spelled if not unicodedata.combining(char)), str.isascii) + "\n"


def _is_shown(char: str) -> bool:
    """Return whether a terminal shows ``char``; narrow and fixed spaces are not "printable" to Python."""
    return char.isprintable() or unicodedata.category(char) == "Zs"


def _lines(document: Document) -> Iterator[str]:
    yield from (document.title.upper(), *wrapped(document.subject, WIDTH), "")
    yield from _pairs(document.cover)
    for section in document.sections:
        yield from _section(section)
    yield from ("", document.footer)


def _section(section: Section) -> Iterator[str]:
    yield from ("", "", section.title, "=" * min(len(section.title), WIDTH))
    for block in section.blocks:
        yield ""
        yield from _block(block)


def _block(block: Block) -> Iterable[str]:
    match block:
        case Paragraph():
            return wrapped(block.text, WIDTH)
        case Heading():
            return (block.title, "-" * min(len(block.title), WIDTH))
        case Notice():
            return _notice(block)
        case Lines():
            return _pairs(block.lines)
        case Cards():
            return _cards(block)
        case Table():
            return _table(block)
        case Items():
            return _items(block)
        case Formula():
            return (f"{block.title}:", *_indented(block.text), *_indented(block.detail))
        case Code():
            return (f"{block.title}:", "", *(f"    {line}" for line in block.text.split("\n")))
        case LineChart():
            return _line_chart(block)
        case BarChart():
            return (*wrapped(block.title, WIDTH), *_indented(block.alt))


def _notice(notice: Notice) -> Iterator[str]:
    for paragraph in (notice.title, notice.text):
        for line in wrapped(paragraph, WIDTH - 2):
            yield f"| {line}"


def _pairs(pairs: Iterable[tuple[str, str]]) -> Iterable[str]:
    return aligned(((label, value) for label, value in pairs), WIDTH, fixed=24)


def _cards(cards: Cards) -> Iterator[str]:
    for card in cards.cards:
        verdict = f" [{_word(card.verdict)}]" if card.verdict else ""
        yield f"{card.title}: {card.value} {card.unit}{verdict}"
        yield from _indented(card.detail)


def _items(items: Items) -> Iterator[str]:
    for index, item in enumerate(items.items, 1):
        verdict = f" [{_word(item.verdict)}]" if item.verdict else ""
        first, *rest = wrapped(f"{item.title}{verdict}", WIDTH - 4)
        yield f"{index:>2}. {first}"
        yield from (f"    {line}" for line in rest)
        yield from _indented(item.text)
        yield from _indented(item.detail)


def _table(table: Table) -> Iterator[str]:
    yield from wrapped(table.title, WIDTH)
    heads = [column.title for column in table.columns]
    rows = [[_cell(cell) for cell in row] for row in table.rows]
    if table.verdicts:
        heads.append(tr(N_("Verdict")))
        for row, verdict in zip(rows, table.verdicts, strict=True):
            row.append(f"[{_word(verdict)}]")
    numbers = frozenset(index for index, column in enumerate(table.columns) if column.is_number)
    yield from aligned(rows, WIDTH, heads=heads, numbers=numbers)
    yield from wrapped(table.note, WIDTH)


def _cell(cell: str | Cell) -> str:
    if isinstance(cell, str):
        return cell
    return "\n".join(filter(None, (cell.text, cell.detail)))


def _line_chart(chart: LineChart) -> Iterator[str]:
    """Yield ``chart`` as columns of ``#`` below the requirement line, then what it shows in words."""
    yield from wrapped(f"{chart.title} ({chart.y_title})", WIDTH)
    points = next(curve.points for curve in chart.curves if curve.stroke is Stroke.AREA)
    columns = min(len(points), WIDTH - 12)
    means = [_mean(points, index, columns) for index in range(columns)]
    level = chart.level.value if chart.level else 0.0
    top = scale_top(max([*means, level, MB]))
    needed = round(level / top * _ROWS)
    for row in range(_ROWS, 0, -1):
        blank = "-" if chart.level and row == needed else " "
        bars = "".join("#" if mean / top * _ROWS >= row - 0.5 else blank for mean in means)
        label = number(round(top * row / _ROWS / MB, 1)) if row % 2 == 0 else ""
        yield f"{label:>9} |{bars}"
    yield f"{'0':>9} +{'-' * columns}"
    yield f"{'':>11}{chart.x_title}: 0 … {number(round(chart.seconds, 1))} s"
    yield from _indented(f"{chart.alt} {chart.note}")


def _mean(points: tuple[tuple[float, ...], ...], index: int, columns: int) -> float:
    chunk = points[index * len(points) // columns : (index + 1) * len(points) // columns]
    return sum(point[1] for point in chunk) / len(chunk)


def _indented(text: str) -> Iterator[str]:
    for line in wrapped(text, WIDTH - 4):
        yield f"    {line}"


def _word(verdict: Verdict) -> str:
    return tr(VERDICTS[verdict])
