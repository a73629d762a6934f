"""Pools of bare disks, balanced over controllers."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sizing.spds.pools import Disk, box, make_pools


def test_the_x4500_of_seed_001_comes_out_with_seven_pools_of_six_and_four_spares() -> None:
    found = make_pools(box(controllers=6, disks_each=8))
    assert len(found.root) == 2
    assert len(found.spares) == 4
    assert len(found.pools) == 7
    for pool in found.pools:
        assert sorted(disk.controller for disk in pool) == ["c0", "c1", "c2", "c3", "c4", "c5"]


def test_the_mirror_of_the_system_spans_two_controllers() -> None:
    first, second = make_pools(box(6, 8)).root
    assert first.controller != second.controller


@settings(deadline=None)
@given(st.lists(st.integers(1, 12), min_size=1, max_size=8), st.integers(0, 3), st.integers(0, 2))
def test_every_disk_has_one_job_and_every_pool_is_balanced(counts: list[int], spares: int, root: int) -> None:
    disks = [Disk(f"{c}-{d}", str(c)) for c, held in enumerate(counts) for d in range(held)]
    try:
        found = make_pools(disks, spares=spares, root=root)
    except ValueError:
        # Each controller but those of the mirror must have a disk, or two where it is alone, and the spares be left.
        assert len(disks) - root - spares < max(2, len(counts)) or min(counts) <= 2
        return
    jobs = [*found.root, *found.spares, *(disk for pool in found.pools for disk in pool)]
    assert sorted(disk.name for disk in jobs) == sorted(disk.name for disk in disks)
    assert len(found.spares) >= spares
    for pool in found.pools:
        given_by = [sum(disk.controller == str(c) for disk in pool) for c in range(len(counts))]
        assert set(given_by) == {found.per_controller}


def test_fewer_pools_take_more_disks_of_each_controller() -> None:
    found = make_pools(box(6, 8), wanted=3)
    assert [len(pool) for pool in found.pools] == [12, 12, 12]
    assert len(found.spares) == 48 - 2 - 36


def test_a_single_controller_gives_pairs_that_can_be_mirrors() -> None:
    found = make_pools(box(1, 12))
    assert [len(pool) for pool in found.pools] == [2, 2, 2, 2]
    assert len(found.spares) == 2


@pytest.mark.parametrize("wanted", [0, 8, -1])
def test_more_pools_than_the_disks_allow_are_refused(wanted: int) -> None:
    with pytest.raises(ValueError, match="too few"):
        make_pools(box(6, 8), wanted=wanted)


def test_no_disks_make_no_pools() -> None:
    with pytest.raises(ValueError, match="too few"):
        make_pools([])


def test_two_disks_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="one name"):
        make_pools([Disk("a", "x"), Disk("a", "y")])
