"""Residency: how much of a file is in the page cache."""

import os
from pathlib import Path

import pytest

from app.benchmark.residency import resident_pages
from sizing.units import MIB
from tests.app.benchmark.conftest import Mount

SIZE = 96 * MIB


def written(place: Path) -> int:
    fd = os.open(place, os.O_TMPFILE | os.O_RDWR, 0o600)
    piece = os.urandom(MIB)
    for _ in range(SIZE // MIB):
        os.write(fd, piece)
    os.fsync(fd)
    return fd


@pytest.mark.parametrize("kind", ["ext4", "xfs", "btrfs"])
def test_a_file_just_written_is_resident_and_one_dropped_is_not_nor_does_asking_warm_it(
    mount: Mount, kind: str
) -> None:
    fd = written(mount(kind))
    try:
        found, looked = resident_pages(fd, SIZE)
        assert found == looked > 10_000
        os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)
        for _ in range(3):
            found, looked = resident_pages(fd, SIZE)
            assert found <= 0.01 * looked
    finally:
        os.close(fd)


def test_a_file_on_tmpfs_stays_resident_whatever_is_advised(mount: Mount) -> None:
    fd = written(mount("tmpfs"))
    try:
        os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)
        found, looked = resident_pages(fd, SIZE)
        assert found == looked > 10_000
    finally:
        os.close(fd)


def test_half_a_file_in_the_cache_is_told_as_half(mount: Mount) -> None:
    fd = written(mount("ext4"))
    try:
        os.posix_fadvise(fd, 0, SIZE // 2, os.POSIX_FADV_DONTNEED)
        found, looked = resident_pages(fd, SIZE)
        assert found / looked == pytest.approx(0.5, abs=0.03)
    finally:
        os.close(fd)


def test_what_cannot_be_mapped_tells_nothing() -> None:
    read, write = os.pipe()
    try:
        assert resident_pages(read, MIB) == (0, 0)
    finally:
        os.close(read)
        os.close(write)


def test_an_empty_file_tells_nothing(tmp_path: Path) -> None:
    with (tmp_path / "empty").open("w+b") as file:
        assert resident_pages(file.fileno(), 0) == (0, 0)
