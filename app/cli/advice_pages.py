"""Pages of the advisors, laid out for a terminal."""

from textwrap import fill

from app.cli.pages import lines_text, page_width, table_text
from app.presenters.advice import AdviceView


def advice_page(view: AdviceView) -> str:
    """Return what an advisor says as text."""
    notes = "\n".join(_note(note) for note in view.notes)
    tables = (table_text(table) for table in view.tables)
    blocks = (view.headline, lines_text(view.lines) if view.lines else "", *tables, "\n".join(view.bars), notes)
    return "\n\n".join(block for block in blocks if block)


def _note(text: str) -> str:
    """Return a sentence in lines that leave paths whole, so that they can be copied."""
    return fill(
        text, page_width(), initial_indent="- ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )
