"""Space is counted as SAS's script counts it; each expected number is worked out by hand from FACTS.md 1.1."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sizing.host import Medium
from sizing.space import allocsize, allowance, fit, free_space, needed, reserve, usable
from sizing.units import GIB, KIB, MIB, TIB
from tests.sizing.machines import VOLUME, host_of

EXT4 = replace(VOLUME, file_system="ext4")
HINTED = replace(VOLUME, options=("rw", "allocsize=64m"))


def test_sixteen_cores_with_256_gib_need_4224_gib_on_xfs() -> None:
    assert needed(256 * GIB, 16, VOLUME) == 4224 * GIB


def test_the_same_host_needs_4096_gib_on_ext4() -> None:
    assert needed(256 * GIB, 16, EXT4) == 4096 * GIB


def test_a_mount_option_sets_the_allowance_of_xfs() -> None:
    assert needed(256 * GIB, 16, HINTED) == 16 * (256 * GIB + 64 * MIB)


def test_a_file_below_8_gib_may_double_while_it_grows_on_xfs() -> None:
    assert allowance(3 * GIB, VOLUME) == 3 * GIB
    assert allowance(9 * GIB, VOLUME) == 8 * GIB


def test_allocsize_is_read_only_where_it_stands_for_a_number() -> None:
    options = {"allocsize=64k": 64 * KIB, "allocsize=1048576": MIB, "allocsize=1G": GIB}
    for option, size in options.items():
        assert allocsize(replace(VOLUME, options=(option,))) == size
    for option in ("allocsize=", "allocsize=m", "allocsize=-1", "noallocsize=4k", "allocsize=\u0664k"):
        assert allocsize(replace(VOLUME, options=(option,))) is None


@pytest.mark.parametrize(
    ("wanted", "share", "expected"),
    [
        # All fits: 256 + 8 GiB into a share of 264.
        (256, 264, 256),
        # One GiB short: share - 8.
        (256, 263, 255),
        # Share of at most 16 GiB: half of it is file, half allowance.
        (256, 16, 8),
        (256, 10, 5),
        # Just above: share - 8 is the larger branch.
        (256, 17, 9),
        # A small file fits with an allowance as large as itself.
        (4, 8, 4),
    ],
)
def test_without_a_mount_option_xfs_shrinks_the_file_in_two_branches(wanted: int, share: int, expected: int) -> None:
    assert fit(wanted * GIB, share * GIB, VOLUME) == expected * GIB


def test_with_a_mount_option_xfs_takes_it_off_the_share() -> None:
    assert fit(256 * GIB, 100 * GIB, HINTED) == 100 * GIB - 64 * MIB


def test_other_file_systems_use_the_whole_share() -> None:
    assert fit(256 * GIB, 100 * GIB, EXT4) == 100 * GIB
    assert fit(256 * GIB, 300 * GIB, EXT4) == 256 * GIB


def test_a_tenth_of_the_whole_file_system_stays_free() -> None:
    assert reserve(10 * TIB) == TIB
    assert reserve(101) == 11
    assert usable(host_of(), replace(VOLUME, free_bytes=3 * TIB)) == 2 * TIB


def test_a_full_volume_leaves_nothing_to_use() -> None:
    assert usable(host_of(), replace(VOLUME, free_bytes=TIB // 2)) == 0


def test_space_that_could_not_be_read_is_not_guessed() -> None:
    assert usable(host_of(), replace(VOLUME, free_bytes=None)) is None
    assert usable(host_of(), replace(VOLUME, total_bytes=None)) is None


def test_a_volume_in_memory_gives_no_more_than_ram_has_to_spare() -> None:
    memory = replace(VOLUME, medium=Medium.MEMORY, file_system="tmpfs", free_bytes=200 * GIB)
    assert free_space(host_of(ram=64 * GIB), memory) == 32 * GIB


@given(wanted=st.integers(1, 2**45), share=st.integers(0, 2**45), option=st.sampled_from(["", "allocsize=1g"]))
def test_a_file_that_was_fitted_fits_with_its_allowance(wanted: int, share: int, option: str) -> None:
    volume = replace(VOLUME, options=(option,))
    size = fit(wanted, share, volume)
    assert size <= wanted
    assert size < 0 or size + allowance(size, volume) <= share
