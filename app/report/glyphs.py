"""Glyphs: which characters a font of ours can draw, read from its own table.

A character without a glyph would be drawn as an empty box, which PDF/UA forbids (ISO 14289-1, 7.21.8).
"""

import struct
from functools import cache
from pathlib import Path

from app.paths import resource

FONTS = resource("fonts")


@cache
def shown_by_all() -> frozenset[int]:
    """Return the code points every bundled font can draw."""
    return frozenset.intersection(*(code_points(path) for path in sorted(FONTS.glob("*.otf"))))


def can_show(char: str) -> bool:
    """Return whether every bundled font can draw ``char``."""
    return ord(char) in shown_by_all()


def code_points(font: Path) -> frozenset[int]:
    """Return the code points the OpenType ``font`` maps to a glyph (table ``cmap``, subtable format 12)."""
    data = font.read_bytes()
    cmap = _table(data, b"cmap")
    (count,) = struct.unpack_from(">H", data, cmap + 2)
    for index in range(count):
        (offset,) = struct.unpack_from(">L", data, cmap + 4 + 8 * index + 4)
        (form,) = struct.unpack_from(">H", data, cmap + offset)
        if form == 12:
            return frozenset(_groups(data, cmap + offset))
    raise ValueError(f"{font.name} has no cmap subtable of format 12")


def _table(data: bytes, wanted: bytes) -> int:
    (count,) = struct.unpack_from(">H", data, 4)
    for index in range(count):
        tag, _checksum, offset, _length = struct.unpack_from(">4sLLL", data, 12 + 16 * index)
        if tag == wanted:
            return int(offset)
    raise ValueError(f"the font has no table {wanted!r}")


def _groups(data: bytes, subtable: int) -> set[int]:
    (count,) = struct.unpack_from(">L", data, subtable + 12)
    found: set[int] = set()
    for index in range(count):
        first, last, glyph = struct.unpack_from(">LLL", data, subtable + 16 + 12 * index)
        found.update(range(first + (glyph == 0), last + 1))
    return found
