"""Text: eighty columns, aligned, and safe for any terminal."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.report.columns import aligned, wrapped
from app.report.document import compose
from app.report.text import WIDTH, write_text
from sizing.assessment import Assessment

EVERY = ("complete", "partial", "failed", "planned", "host_only", "in_memory", "crowded")


@pytest.mark.parametrize("name", EVERY)
def test_no_line_but_a_command_is_wider_than_eighty_columns(request: pytest.FixtureRequest, name: str) -> None:
    text = write_text(compose(request.getfixturevalue(name)))
    assert [line for line in text.splitlines() if len(line) > WIDTH] == []


@pytest.mark.parametrize("name", [*EVERY, "hostile"])
def test_nothing_in_it_controls_the_terminal(request: pytest.FixtureRequest, name: str) -> None:
    text = write_text(compose(request.getfixturevalue(name)))
    assert {unicodedata.category(char) for char in text if char != "\n"}.isdisjoint({"Cc", "Cf", "Cs", "Zl", "Zp"})


@pytest.mark.parametrize("name", ["complete", "hostile"])
def test_where_only_ascii_can_be_shown_it_is_ascii(request: pytest.FixtureRequest, name: str) -> None:
    text = write_text(compose(request.getfixturevalue(name)), ascii_only=True)
    assert text.isascii()
    assert "[U+" not in text or name == "hostile"


def test_both_figures_stand_side_by_side_with_their_units(complete: Assessment) -> None:
    assert complete.measurement is not None
    figure = complete.measurement.figures[0]
    text = write_text(compose(complete))
    assert f"{figure.strict / 1e6:.1f} MB/s" in text
    assert f"{figure.sas_comparable / 2**20:.1f} MiB/s" in text


def test_every_section_and_the_answer_are_in_it(complete: Assessment) -> None:
    document = compose(complete)
    lines = write_text(document).splitlines()
    assert all(section.title in lines for section in document.sections)
    assert document.answer in " ".join(line.removeprefix("| ") for line in lines)


def test_a_chart_is_drawn_as_high_as_its_rates(complete: Assessment) -> None:
    lines = write_text(compose(complete)).splitlines()
    start = next(index for index, line in enumerate(lines) if "Write: throughput" in line)
    chart = [line.split("|", 1)[1] for line in lines[start + 1 : start + 11]]
    assert [row.startswith("#") for row in chart] == [False, False] + [True] * 8
    assert lines[start + 3].split("|")[0].strip() == "1\u202f600"


def test_numbers_stand_to_the_right_and_words_to_the_left() -> None:
    rows = [("/", "1 GiB"), ("/sasdata", "200 GiB")]
    assert list(aligned(rows, 40, heads=("Mount", "Size"), numbers=frozenset({1}))) == [
        "Mount        Size",
        "--------  -------",
        "/           1 GiB",
        "/sasdata  200 GiB",
    ]


def test_a_wide_letter_takes_two_columns() -> None:
    assert list(aligned([("日本", "x"), ("abcd", "y")], 40)) == ["日本  x", "abcd  y"]


@given(st.text(alphabet="ab \n日e\u0301", max_size=300), st.integers(2, 30))
def test_wrapping_loses_no_letter_and_keeps_to_the_width(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "").replace("\n", "")
    for line in lines:
        wide = sum(1 + (char == "日") for char in line if not unicodedata.combining(char))
        assert wide <= width
