"""A domain on the file systems there are."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sizing.host import Medium
from sizing.spds.design import Design, Place, Remark, Wishes, design
from sizing.spds.generation import check_apart, directories, libnames_text
from sizing.spds.layout import Pattern, Start, Version
from sizing.spds.parmfile import Area, parse_libnames
from sizing.units import GIB


def places(count: int) -> list[Place]:
    return [Place(f"/z{number}", frozenset({f"disk{number}"}), (number + 1) * GIB) for number in range(count)]


def points(found: Design, area: Area) -> list[str]:
    return [place.mount_point for place in found.of(area)]


def test_seven_file_systems_keep_every_area_apart_and_leave_four_for_data() -> None:
    found = design(places(7), Wishes("sales", Version.V4))
    assert points(found, Area.PRIMARY) == ["/z0"]
    assert points(found, Area.INDEX) == ["/z1"]
    assert points(found, Area.WORK) == ["/z2"]
    assert points(found, Area.DATA) == ["/z3", "/z4", "/z5", "/z6"]
    assert found.pattern is Pattern.ZIGZAG


@pytest.mark.parametrize(
    ("version", "start", "pattern"),
    [
        (Version.V4, None, Pattern.ZIGZAG),
        (Version.V5, None, Pattern.SEQUENTIAL),
        (Version.V5, Start.FIXED, Pattern.ZIGZAG),
    ],
)
def test_zigzag_is_proposed_only_where_tables_start_at_the_first_path(
    version: Version, start: Start | None, pattern: Pattern
) -> None:
    assert design(places(7), Wishes("sales", version, start=start)).pattern is pattern


@settings(deadline=None)
@given(st.integers(1, 12), st.sampled_from(Version), st.integers(1, 3), st.integers(1, 3))
def test_every_design_can_be_written_and_read_again(count: int, version: Version, index: int, work: int) -> None:
    found = design(places(count), Wishes("sales", version, index_groups=index, work_groups=work))
    assert found.of(Area.DATA)
    check_apart((*directories(found.domain), *found.work))
    assert parse_libnames(libnames_text([found.domain], version), version).domains == (found.domain,)


def test_file_systems_on_one_disk_count_once_and_the_roomiest_is_taken() -> None:
    shared = [Place("/a", frozenset({"sda"}), GIB), Place("/b", frozenset({"sda"}), 2 * GIB)]
    found = design(shared, Wishes("sales"))
    assert points(found, Area.DATA) == ["/b"]
    assert Remark.ALL_ON_ONE in found.remarks
    assert Remark.ONE_DATA in found.remarks


def test_a_disk_that_joins_two_groups_makes_them_one() -> None:
    joined = [
        Place("/a", frozenset({"sda"}), GIB),
        Place("/b", frozenset({"sdb"}), GIB),
        Place("/c", frozenset({"sda", "sdb"}), 3 * GIB),
    ]
    assert points(design(joined, Wishes("sales")), Area.DATA) == ["/c"]


def test_network_file_systems_carry_no_data() -> None:
    found = design([*places(4), Place("/nfs", frozenset(), 99 * GIB, Medium.NETWORK)], Wishes("sales"))
    assert "/nfs" not in points(found, Area.DATA)
    assert Remark.NETWORK_LEFT_OUT in found.remarks


def test_nothing_to_lay_out_on_is_refused() -> None:
    with pytest.raises(ValueError, match="local"):
        design([], Wishes("sales"))
    with pytest.raises(ValueError, match="name"):
        design(places(3), Wishes("123spds"))
