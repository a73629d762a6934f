"""Units are decided once, and every text names the one it uses."""

import pytest

from sizing.units import (
    GIB,
    KIB,
    LARGEST_SIZE,
    MB,
    MIB,
    TIB,
    check_sizes,
    duration_text,
    rate_text,
    rate_text_mib,
    share_text,
    size_text,
)


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "0 B"),
        (1023, "1023 B"),
        (64 * KIB, "64 KiB"),
        (384 * GIB, "384 GiB"),
        (1.5 * TIB, "1.5 TiB"),
        (4224 * GIB, "4.12 TiB"),
        (-2 * GIB, "-2 GiB"),
        (2000 * TIB, "2\u202f000 TiB"),
    ],
)
def test_a_size_is_told_in_binary_units(size: float, text: str) -> None:
    assert size_text(size) == text


def test_the_same_rate_reads_differently_in_mb_and_in_mib() -> None:
    assert rate_text(100 * MIB) == "105 MB/s"
    assert rate_text_mib(100 * MIB) == "100 MiB/s"
    assert rate_text(4.2 * MB) == "4.2 MB/s"


def test_mb_and_mib_differ_by_nearly_five_per_cent() -> None:
    assert pytest.approx(1.0486, abs=5e-5) == MIB / MB


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(4.25, "4.2 s"), (45, "45 s"), (89.4, "89 s"), (720, "12 min"), (8400, "2 h 20 min"), (7260, "2 h 01 min")],
)
def test_a_duration_is_told_in_words_for_people(seconds: float, text: str) -> None:
    assert duration_text(seconds) == text


def test_a_share_is_told_in_per_cent() -> None:
    assert share_text(0.064) == "6 %"


@pytest.mark.parametrize("size", [-1, LARGEST_SIZE + 1])
def test_a_size_no_machine_has_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match="size must lie between"):
        check_sizes(None, 5, size)
