"""Table: one file of a catalogue, rows below a head that says where every column comes from."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.paths import data_folder, resource
from sizing.catalog import Source, Table

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class File:
    """A table as it was read; ``head`` is everything but the rows."""

    about: Table
    head: Mapping[str, Any]
    rows: tuple[Row, ...]


def shipped(name: str) -> File:
    """Return the table called ``name`` that ships with Headroom."""
    return parse(resource("catalog", f"{name}.json").read_bytes())


def parse(text: bytes) -> File:
    """Return the table written in ``text``, which we wrote ourselves."""
    head = json.loads(text)
    columns, rows = head.pop("columns"), head.pop("rows")
    sources = tuple(Source(*source) for source in head["sources"])
    return File(Table(head["table"], head["date"], sources), head, tuple(dict(zip(columns, row)) for row in rows))  # noqa: B905


def imported(name: str) -> Path:
    """Return where an imported table called ``name`` is kept."""
    return data_folder() / "catalog" / f"{name}.json"


def text_of(file: File) -> bytes:
    """Return ``file`` as it is kept: a row a line."""
    columns = list(dict.fromkeys(column for row in file.rows for column in row))
    head = json.dumps(dict(file.head), ensure_ascii=False)[:-1]
    lines = ",\n".join(_lines(file, columns))
    return f'{head},\n"columns": {json.dumps(columns)},\n"rows": [\n{lines}\n]}}\n'.encode()


def _lines(file: File, columns: list[str]) -> Iterator[str]:
    for row in file.rows:
        yield json.dumps([row.get(column) for column in columns], ensure_ascii=False)
