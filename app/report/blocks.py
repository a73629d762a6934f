"""Blocks: the plain, frozen pieces a document is made of, already worded; nothing here knows how they are drawn."""

from dataclasses import dataclass
from enum import StrEnum

from sizing.rules import Verdict


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    text: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the reader must not miss; ``verdict`` gives it its colour and shape."""

    title: str
    text: str
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Lines:
    """Labels, each with what it says."""

    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Card:
    """One figure that stands out."""

    title: str
    value: str
    unit: str
    detail: str
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Cards:
    """Figures side by side."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A column's heading, its share of the width (0: as wide as its text), and whether it holds numbers."""

    title: str
    share: float = 0
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell with a smaller line of ``detail`` below its text."""

    text: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows below headings; where there are ``verdicts``, one a row, they stand in a last column of their own."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str | Cell, ...], ...]
    verdicts: tuple[Verdict, ...] = ()
    note: str = ""
    is_dense: bool = False
    """Whether it holds raw numbers, to be set small."""


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a numbered list."""

    title: str
    text: str
    detail: str = ""
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Items:
    """A numbered list."""

    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Formula:
    """How a figure is calculated: ``text`` is the formula itself, ``detail`` what it means."""

    title: str
    text: str
    detail: str


@dataclass(frozen=True, slots=True)
class Code:
    """Something to type or to save, letter by letter."""

    title: str
    text: str


class Stroke(StrEnum):
    """How a curve is drawn."""

    AREA = "area"
    LINE = "line"
    BAND = "band"


@dataclass(frozen=True, slots=True)
class Curve:
    """A rate over time: ``points`` of (seconds, bytes a second); a band has (seconds, lowest, highest)."""

    label: str
    colour: str
    """Name of a colour in resources/style/tokens.toml."""
    stroke: Stroke
    points: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Level:
    """A line across a chart: ``value`` in bytes a second."""

    label: str
    value: float


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment on the time axis."""

    label: str
    at_s: float


@dataclass(frozen=True, slots=True)
class LineChart:
    """Rates over time, from zero to ``seconds``."""

    title: str
    alt: str
    """What the picture shows, in words, for those who cannot see it."""
    x_title: str
    y_title: str
    seconds: float
    curves: tuple[Curve, ...]
    level: Level | None = None
    marks: tuple[Mark, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class BarChart:
    """A rate for each worker: ``bars`` of (rank, bytes a second)."""

    title: str
    alt: str
    x_title: str
    y_title: str
    label: str
    colour: str
    bars: tuple[tuple[int, float], ...]
    level: Level | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading within a section."""

    title: str


Block = Paragraph | Notice | Lines | Cards | Table | Items | Formula | Code | LineChart | BarChart | Heading


@dataclass(frozen=True, slots=True)
class Section:
    """One chapter; ``title`` carries its number once the document is composed."""

    title: str
    blocks: tuple[Block, ...]
    on_new_page: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """Everything a report says, in the order it says it."""

    title: str
    subject: str
    """Host and volume assessed."""
    language: str
    created_at: str
    """ISO 8601, UTC."""
    author: str
    """The program that made it."""
    status: str
    """Whether the report stands on a whole measurement, in a few words."""
    answer: str
    """The plain answer, in one sentence."""
    verdict: Verdict
    cover: tuple[tuple[str, str], ...]
    footer: str
    sections: tuple[Section, ...]
