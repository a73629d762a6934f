"""Pages fit the terminal they are shown in."""

import pytest

from app.cli.pages import lines_text
from app.presenters.view import Line

SENTENCE = "Whether this storage comes near what SAS needs, within minutes: a first look, not evidence for a contract."


@pytest.mark.parametrize(("columns", "widest"), [("60", 60), ("300", 100), ("5", 40)])
def test_a_paragraph_is_as_wide_as_the_terminal_and_never_wider_than_reads_well(
    monkeypatch: pytest.MonkeyPatch, columns: str, widest: int
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    text = lines_text([Line("Proves", SENTENCE)])
    widths = [len(line) for line in text.splitlines()]
    assert max(widths) <= widest
    assert max(widths) > widest - max(map(len, SENTENCE.split())) - 1
    assert " ".join(text.split()) == f"Proves {SENTENCE}"
