"""Advice: what an advisor's page says: a headline, lines, tables, bars and sentences."""

from dataclasses import dataclass

from app.presenters.view import Line, Table


@dataclass(frozen=True, slots=True)
class AdviceView:
    """A page of an advisor; ``bars`` are lines of a picture made of characters."""

    headline: str
    lines: tuple[Line, ...] = ()
    tables: tuple[Table, ...] = ()
    bars: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
