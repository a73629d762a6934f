"""Columns: rows of text set side by side, wrapped within their columns, for terminals."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

GAP: Final = 2
NARROWEST: Final = 6


def wrapped(text: str, width: int) -> list[str]:
    """Return ``text`` in lines of at most ``width`` columns; words too long for a line are broken."""
    lines = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            piece = word
            if line and _columns(line) + 1 + _columns(piece) > width:
                lines.append(line)
                line = ""
            while _columns(piece) > width:
                head = _head(piece, width)
                lines.append(head)
                piece = piece[len(head) :]
            line = f"{line} {piece}" if line else piece
        lines.append(line)
    return [line for line in lines if line]


def aligned(
    rows: Iterable[Sequence[str]],
    width: int,
    *,
    heads: Sequence[str] = (),
    numbers: frozenset[int] = frozenset(),
    fixed: int | None = None,
) -> Iterator[str]:
    """Yield ``rows`` in aligned columns, ``numbers`` to the right; ``fixed`` sets the width of the first column."""
    table = [list(row) for row in rows]
    if not table:
        return
    widths = _widths(table, heads, width, numbers) if fixed is None else [fixed, width - fixed - GAP]
    if heads:
        yield from _row(heads, widths, numbers)
        yield (" " * GAP).join("-" * column for column in widths)
    is_tall = any("\n" in text for row in table for text in row)
    for index, row in enumerate(table):
        if is_tall and index:
            yield ""
        yield from _row(row, widths, numbers)


def _widths(table: list[list[str]], heads: Sequence[str], width: int, numbers: frozenset[int]) -> list[int]:
    """Return the width of each column: what its longest text needs, the widest made narrower until all fit.

    The heading of a column of numbers may be wrapped, its numbers not.
    """
    wanted = [max(_longest(row[index]) for row in table) for index in range(len(table[0]))]
    for index, head in enumerate(heads):
        wanted[index] = max(wanted[index], _longest(head.replace(" ", "\n") if index in numbers else head))
    room = width - GAP * (len(wanted) - 1)
    while sum(wanted) > room and max(wanted) > NARROWEST:
        widest = wanted.index(max(wanted))
        wanted[widest] -= 1
    return wanted


def _longest(text: str) -> int:
    return max(_columns(line) for line in text.split("\n"))


def _row(row: Sequence[str], widths: Sequence[int], numbers: frozenset[int]) -> Iterator[str]:
    cells = [wrapped(text, width) for text, width in zip(row, widths, strict=True)]
    for line in range(max(1, *(len(cell) for cell in cells))):
        parts = []
        for index, (cell, width) in enumerate(zip(cells, widths, strict=True)):
            text = cell[line] if line < len(cell) else ""
            blank = " " * max(width - _columns(text), 0)
            parts.append(blank + text if index in numbers else text + blank)
        yield (" " * GAP).join(parts).rstrip()


def _head(text: str, width: int) -> str:
    """Return the beginning of ``text`` that fills ``width`` columns: one character at the least."""
    taken = 0
    for index, char in enumerate(text):
        taken += _columns(char)
        if taken > width:
            return text[: max(index, 1)]
    return text


def _columns(text: str) -> int:
    """Return how many columns a terminal gives ``text``: two for wide East Asian characters and emoji."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )
