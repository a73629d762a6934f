"""PDF: sets a document with typst, as PDF/A-2a and PDF/UA-1, with our fonts embedded.

This is the one home of typst. User text travels as JSON, never as markup; the template is resources/report/report.typ.
"""

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from app.i18n import tr
from app.paths import resource
from app.report.blocks import BarChart, Block, Code, Document, LineChart
from app.report.chart import bar_chart, line_chart, palette
from app.report.glyphs import FONTS, can_show
from app.report.legible import legible
from app.report.save import save
from app.report.wording import VERDICTS, moment
from sizing.i18n import N_

STANDARDS: Final = ("a-2a", "ua-1")
_LONG_NAME: Final = re.compile(r"\S{18}(?=\S)")
_LONG_LINE: Final = re.compile(r"\S{60}(?=\S)")
"""Pieces of a name, or of a line of code, after which a line may be broken although there is no blank."""


class PdfError(Exception):
    """The template did not compile cleanly: a fault of ours."""


def write_pdf(document: Document) -> bytes:
    """Return ``document`` as a PDF file; the same document gives the same bytes.

    Raises:
        PdfError: typst refused the template or warned of something, such as a missing font.
    """
    import typst

    folder = resource("report")
    try:
        pdf, warnings = typst.compile_with_warnings(
            folder / "report.typ",
            root=folder,
            font_paths=[FONTS],
            ignore_system_fonts=True,
            sys_inputs={"data": json.dumps(_data(document))},
            pdf_standards=list(STANDARDS),
            timestamp=int(moment(document.created_at).timestamp()),
        )
    except typst.TypstError as error:
        raise PdfError(error.diagnostic) from error
    if warnings:
        raise PdfError("\n".join(str(warning) for warning in warnings))
    return bytes(pdf)


def write(document: Document, path: Path) -> None:
    """Write ``document`` as a PDF file to ``path``, whole or not at all.

    Raises:
        WorldError: the file cannot be written there.
    """
    save(path, write_pdf(document))


def _data(document: Document) -> dict[str, Any]:
    """Return what the template reads: plain values, every text legible, charts drawn."""
    when = moment(document.created_at)
    data = asdict(document) | {
        "sections": [
            {
                "title": section.title,
                "on_new_page": section.on_new_page,
                "blocks": [_block(block) for block in section.blocks],
            }
            for section in document.sections
        ],
        "date": [when.year, when.month, when.day, when.hour, when.minute, when.second],
        "colours": palette(),
        "verdict_words": {verdict.value: tr(word) for verdict, word in VERDICTS.items()},
        "words": {"contents": tr(N_("Contents")), "verdict": tr(N_("Verdict"))},
    }
    return {key: _legible(value, _LONG_NAME) for key, value in data.items() if key != "sections"} | {
        "sections": data["sections"]
    }


def _block(block: Block) -> dict[str, Any]:
    kind = type(block).__name__
    if isinstance(block, LineChart | BarChart):
        svg = line_chart(block) if isinstance(block, LineChart) else bar_chart(block)
        words = {"title": block.title, "alt": block.alt, "note": block.note}
        return {"kind": "Chart", "svg": legible(svg, can_show), **_legible(words, _LONG_NAME)}
    long = _LONG_LINE if isinstance(block, Code) else _LONG_NAME
    return {"kind": kind, **_legible(asdict(block), long)}


def _legible(value: Any, long: re.Pattern[str]) -> Any:  # noqa: ANN401 - whatever JSON is made of
    """Return ``value`` with every text in it legible, and a place to break a line after each ``long`` piece."""
    if isinstance(value, str):
        return long.sub("\\g<0>\u200b", legible(value, can_show))
    if isinstance(value, dict):
        return {key: _legible(inner, long) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_legible(inner, long) for inner in value]
    return value
