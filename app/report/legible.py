"""Legible: text of users made fit for paper and terminals, so that nothing in it disappears or takes control."""

import unicodedata
from collections.abc import Callable

NAME_LENGTH = 160
"""Characters of a name that are shown; the data file holds all of it."""


def shortened(text: str, limit: int = NAME_LENGTH) -> str:
    """Return ``text``, its middle cut out and counted where it is longer than ``limit`` characters."""
    if len(text) <= limit:
        return text
    head, tail = limit * 2 // 3, limit // 3
    return f"{text[:head]} [… {len(text) - head - tail} …] {text[-tail:]}"


def legible(text: str, can_show: Callable[[str], bool]) -> str:
    """Return ``text`` with every character that cannot be shown written as its code point: ``[U+202E]``.

    Control characters, direction marks, lone surrogates and private characters are never shown as they are: they
    would change what stands around them. Line breaks stay.
    """
    return "".join(
        char if char == "\n" or (_is_harmless(char) and can_show(char)) else f"[U+{ord(char):04X}]" for char in text
    )


def _is_harmless(char: str) -> bool:
    return unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
