"""Legible: nothing of a user's text disappears, and nothing of it takes control."""

import pytest

from app.report.glyphs import FONTS, can_show, code_points, shown_by_all
from app.report.legible import legible, shortened


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("/données/été", "/données/été"),
        ("gnp\u202eexe.", "gnp[U+202E]exe."),
        ("\x1b[31m\x07\x00", "[U+001B][31m[U+0007][U+0000]"),
        ("a\udcffb", "a[U+DCFF]b"),
        ("a\u2028b", "a[U+2028]b"),
        ("two\nlines", "two\nlines"),
    ],
)
def test_what_controls_a_terminal_or_a_line_is_shown_as_its_code_point(text: str, shown: str) -> None:
    assert legible(text, lambda _char: True) == shown


def test_a_letter_our_fonts_lack_is_shown_as_its_code_point() -> None:
    assert legible("café 😀 \u05d0", can_show) == "café [U+1F600] [U+05D0]"


def test_our_fonts_can_draw_what_reports_say() -> None:
    assert all(map(can_show, "ABCxyz0189 éèêçœÀ–—·×÷≥≤→…“”’\u202f−⁶²⁰✓"))


def test_all_weights_draw_the_same_characters() -> None:
    fonts = sorted(FONTS.glob("*.otf"))
    assert len(fonts) == 4
    assert all(code_points(font) == shown_by_all() for font in fonts)


def test_a_long_name_keeps_its_ends_and_says_how_much_is_left_out() -> None:
    text = "a" * 5000 + "b" * 5000
    short = shortened(text, 90)
    assert short.startswith("a" * 60)
    assert short.endswith("b" * 30)
    assert "9910" in short


def test_a_short_name_stays_as_it_is() -> None:
    assert shortened("/sasdata") == "/sasdata"
