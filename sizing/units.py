"""Units: bytes and seconds inside, MB and MiB only at the edges, always labelled.

SAS's scripts print MiB/s and call it "megabytes/second"; clouds quote decimal MB/s (FACTS.md, Units). The
two differ by 4.86 %, so every text made here names the unit it uses.
"""

from enum import StrEnum
from typing import Final

KIB: Final = 1024
MIB: Final = 1024**2
GIB: Final = 1024**3
TIB: Final = 1024**4
MB: Final = 1000**2
GB: Final = 1000**3

SLOT_S: Final = 0.1
"""Seconds of one slot of a series."""


class Unit(StrEnum):
    """What a number that judges is counted in, as printed beside it."""

    MB_PER_S_PER_CORE = "MB/s per core"
    GIB_PER_CORE = "GiB per core"
    GIGABIT_PER_S = "Gb/s"
    RATIO = "ratio"
    COUNT = "count"
    YES = "yes or no"
    PERCENT = "%"
    SECONDS = "s"
    MINUTES = "min"
    KIB = "KiB"
    GIB = "GiB"
    TERABYTES = "TB"
    IOPS = "IOPS"


LARGEST_SIZE: Final = 2**96
"""Beyond what any system reports: statvfs multiplies a 64-bit count of blocks, which some file systems fill with ones,
by the size of a block."""


def check_sizes(*sizes: int | None) -> None:
    """Refuse byte counts, read from elsewhere, that no machine has.

    Raises:
        ValueError: a size is negative or above :data:`LARGEST_SIZE`.
    """
    if not all(size is None or 0 <= size <= LARGEST_SIZE for size in sizes):
        raise ValueError("a size must lie between 0 and 2**96 bytes")


def size_text(size: float) -> str:
    """Return ``size`` bytes in the binary unit a storage team uses: ``"384 GiB"``, ``"1.5 TiB"``, ``"64 KiB"``."""
    for unit, name in ((TIB, "TiB"), (GIB, "GiB"), (MIB, "MiB"), (KIB, "KiB")):
        if abs(size) >= unit:
            return f"{_short(size / unit)} {name}"
    return f"{size:.0f} B"


def rate_text(rate: float) -> str:
    """Return ``rate`` bytes a second in decimal megabytes: ``"118 MB/s"``, ``"4.2 MB/s"``."""
    return f"{_short(rate / MB)} MB/s"


def rate_text_mib(rate: float) -> str:
    """Return ``rate`` bytes a second in binary megabytes, the unit of SAS's scripts: ``"112 MiB/s"``."""
    return f"{_short(rate / MIB)} MiB/s"


def share_text(share: float) -> str:
    """Return ``share`` (0 to 1) in per cent: ``"12 %"``."""
    return f"{share * 100:.0f} %"


def duration_text(seconds: float) -> str:
    """Return ``seconds`` in words for people: ``"45 s"``, ``"12 min"``, ``"2 h 20 min"``."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60:02d} min"


def _short(number: float) -> str:
    """Return ``number`` with three significant digits or more, thousands separated by a narrow space."""
    if abs(number) >= 100:
        return f"{number:,.0f}".replace(",", "\u202f")
    digits = 1 if abs(number) >= 10 else 2
    text = f"{number:.{digits}f}"
    return text.rstrip("0").rstrip(".")
