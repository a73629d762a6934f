"""Views: plain, frozen pieces of a page that a front end only has to draw."""

from dataclasses import dataclass

from sizing.rules import Verdict


@dataclass(frozen=True, slots=True)
class Card:
    """One figure that stands out: ``value`` and ``unit`` large, ``title`` above, ``detail`` below."""

    title: str
    value: str
    unit: str = ""
    detail: str = ""
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A label and what it says."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Column:
    """A column's heading; numbers stand to the right."""

    title: str
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text below headings; ``keys`` identifies each row where it can be chosen."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    keys: tuple[str, ...] = ()
