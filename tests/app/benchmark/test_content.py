"""Content: what no storage can shrink."""

import zlib
from itertools import islice

import pytest

from app.benchmark.content import blocks
from sizing.units import KIB, MIB


@pytest.mark.parametrize("block_size", [4 * KIB, 64 * KIB, 256 * KIB, 4 * MIB])
def test_no_two_pages_are_equal_over_hundreds_of_mebibytes(block_size: int) -> None:
    total = 256 * MIB
    pages: set[bytes] = set()
    for block in islice(blocks(block_size, is_random=True), total // block_size):
        # Pages whose first sectors differ are different.
        pages.update(bytes(block[start : start + 512]) for start in range(0, block_size, 4 * KIB))
    assert len(pages) == total // (4 * KIB)


def test_no_two_aligned_sectors_are_equal_before_and_after_the_pool_is_salted_anew() -> None:
    sectors: set[int] = set()
    count = 0
    for block in islice(blocks(64 * KIB, is_random=True), 160 * MIB // (64 * KIB)):
        sectors.update(hash(bytes(block[start : start + 512])) for start in range(0, len(block), 512))
        count += len(block) // 512
    assert len(sectors) == count


def test_two_workers_write_different_data() -> None:
    first, second = (bytes(next(blocks(64 * KIB, is_random=True))) for _ in range(2))
    assert first != second


def test_random_blocks_cannot_be_compressed() -> None:
    data = b"".join(bytes(block) for block in islice(blocks(64 * KIB, is_random=True), 256))
    assert len(zlib.compress(data, 6)) >= len(data)


@pytest.mark.parametrize("block_size", [512, 64 * KIB, 3 * MIB])
def test_zeros_are_zeros(block_size: int) -> None:
    for block in islice(blocks(block_size, is_random=False), 40):
        assert bytes(block) == bytes(block_size)
