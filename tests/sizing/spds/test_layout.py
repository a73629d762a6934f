"""The order of a list of paths, the size of partitions, and how many files that opens."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sizing.spds.layout import (
    Pattern,
    Start,
    Version,
    data_paths,
    open_files,
    order,
    partition_size,
    partitions,
    pattern_of,
    usual_start,
)
from sizing.units import GIB, MIB


def test_a_zigzag_runs_to_the_right_and_back_in_two_directories_each() -> None:
    assert data_paths(Pattern.ZIGZAG, ("/d1", "/d2", "/d3"), "sales") == (
        "/d1/sales/a",
        "/d2/sales/a",
        "/d3/sales/a",
        "/d3/sales/b",
        "/d2/sales/b",
        "/d1/sales/b",
    )


def test_the_plain_list_of_seed_001_runs_once_from_left_to_right() -> None:
    assert data_paths(Pattern.SEQUENTIAL, [f"/z{number}" for number in range(5)], "BIG1") == (
        "/z0/BIG1",
        "/z1/BIG1",
        "/z2/BIG1",
        "/z3/BIG1",
        "/z4/BIG1",
    )


def test_a_single_file_system_takes_everything() -> None:
    assert data_paths(Pattern.SINGLE, ("/z0", "/z1"), "z0") == ("/z0/z0",)


@settings(deadline=None)
@given(st.integers(2, 64), st.sampled_from(Pattern))
def test_a_list_is_known_again_by_its_pattern(file_systems: int, pattern: Pattern) -> None:
    assert pattern_of(order(pattern, file_systems)) is pattern


@pytest.mark.parametrize("places", [[], [1, 1], [1, 2, 1, 2], [1, 2, 2], [1, 2, 3, 3, 1, 2], [1, 1, 1, 1]])
def test_a_list_that_follows_no_pattern_is_not_given_one(places: list[int]) -> None:
    assert pattern_of(places) is None


@pytest.mark.parametrize(
    ("rows", "row_bytes", "file_systems", "megabytes"),
    [
        (1_048_576, 1024, 4, 128),  # 1 GiB over 4 is 256 MiB each, in two partitions
        (1_048_577, 1024, 4, 129),  # one row more begins another MiB, and two halves of 257 are 129
        (33_554_432, 1024, 7, 2341),  # 32 GiB over seven pools: 32,768 / 7 = 4,681.1 -> 4,682, halved
        (1000, 100, 8, 16),  # small tables stop at 16 MiB
    ],
)
def test_a_table_gets_about_two_partitions_a_file_system(
    rows: int, row_bytes: int, file_systems: int, megabytes: int
) -> None:
    assert partition_size(rows, row_bytes, file_systems) == megabytes * MIB


@settings(deadline=None)
@given(st.integers(1, 10**9), st.integers(1, 10**5), st.integers(1, 64))
def test_a_large_table_never_has_more_than_two_partitions_a_file_system(rows: int, row: int, count: int) -> None:
    size = partition_size(rows, row, count)
    assert size >= 16 * MIB
    assert partitions(rows * row, size) <= 2 * count


def test_a_partition_size_of_nothing_means_one_partition() -> None:
    assert partitions(GIB, 0) == 1
    assert partitions(0, 0) == 0


def test_open_files_count_partitions_and_two_files_an_index_for_each_user() -> None:
    assert open_files(tables=10, partitions_each=14, indexes_each=3, users=5) == 10 * (14 + 6) * 5


def test_only_version_5_starts_at_random() -> None:
    assert usual_start(Version.V4) is Start.FIXED
    assert usual_start(Version.V5) is Start.RANDOM


def test_nothing_can_be_laid_out_on_no_file_system() -> None:
    with pytest.raises(ValueError, match="file system"):
        order(Pattern.SEQUENTIAL, 0)
    with pytest.raises(ValueError, match="above 0"):
        partition_size(1, 1, 0)
