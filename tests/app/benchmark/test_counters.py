"""Counters: which devices are behind a target, and what they moved."""

import os
from pathlib import Path

import pytest

from app.benchmark.counters import Counters
from app.benchmark.diskstat import moved_bytes

SECTOR = 512


def stat_line(read_sectors: int, written_sectors: int) -> str:
    """Return a line as Documentation/block/stat.rst of the kernel describes it: sectors are fields 3 and 7."""
    return f"  11 2 {read_sectors} 4   21 3 {written_sectors} 9   0 5 6 0 0 0 0 0 0\n"


def machine(root: Path, number: str = "8:1") -> Path:
    place = root / "sys/dev/block" / number
    place.mkdir(parents=True)
    return place / "stat"


def test_sectors_count_512_bytes_whatever_the_device_says(tmp_path: Path) -> None:
    stat = tmp_path / "stat"
    stat.write_text(stat_line(10, 20))
    assert moved_bytes([str(stat)]) == (10 * SECTOR, 20 * SECTOR)


def test_a_line_too_short_is_refused(tmp_path: Path) -> None:
    stat = tmp_path / "stat"
    stat.write_text("1 2 3")
    with pytest.raises(ValueError, match="stat"):
        moved_bytes([str(stat)])


def test_samples_count_from_the_start_of_the_phase_and_reach_beyond_its_end(tmp_path: Path) -> None:
    stat = machine(tmp_path)
    stat.write_text(stat_line(0, 100))
    counters = Counters(os.makedev(8, 1), "/data", tmp_path)
    for second, written in enumerate((100, 300, 700, 800)):
        stat.write_text(stat_line(0, written))
        counters.sample(second * 10**9)
    samples = counters.samples(10**9, 1_500_000_000)
    assert [(sample.at_s, sample.written_bytes) for sample in samples] == [(1.0, 400 * SECTOR)]
    assert counters.moved(0, 2 * 10**9) == (0, 600 * SECTOR)
    assert counters.moved(0, 500_000_000) == (0, 100 * SECTOR)


def test_what_was_moved_after_a_gate_opened_belongs_to_the_phase(tmp_path: Path) -> None:
    stat = machine(tmp_path)
    stat.write_text(stat_line(100, 0))
    counters = Counters(os.makedev(8, 1), "/data", tmp_path)
    counters.sample(0)
    counters.add(90_000_000, (120 * SECTOR, 0))
    stat.write_text(stat_line(220, 0))
    counters.sample(190_000_000)
    assert counters.samples(90_000_000, 150_000_000)[-1].read_bytes == 100 * SECTOR


def test_a_device_without_a_number_of_its_own_is_not_guessed(tmp_path: Path) -> None:
    counters = Counters(os.makedev(0, 44), "/data", tmp_path)
    counters.sample(1)
    assert not counters.is_known
    assert counters.samples(0, 10) == ()
    assert counters.moved(0, 10) == (0, 0)


def test_all_devices_of_a_btrfs_count_together(tmp_path: Path) -> None:
    members = tmp_path / "sys/fs/btrfs/11-22/devices"
    for name, written in (("sdb", 5), ("dm-3", 7)):
        (members / name).mkdir(parents=True)
        (members / name / "stat").write_text(stat_line(1, written))
    (tmp_path / "dev/mapper").mkdir(parents=True)
    (tmp_path / "dev/mapper/data").symlink_to("../dm-3")
    (tmp_path / "proc/self").mkdir(parents=True)
    (tmp_path / "proc/self/mountinfo").write_text("30 1 0:44 / /my\\040data rw - btrfs /dev/mapper/data rw\n")
    counters = Counters(os.makedev(0, 45), "/my data", tmp_path)
    counters.sample(1)
    assert counters.at(1) == (2 * SECTOR, 12 * SECTOR)


def test_a_device_that_goes_away_in_mid_run_leaves_what_is_known(tmp_path: Path) -> None:
    stat = machine(tmp_path)
    stat.write_text(stat_line(1, 1))
    counters = Counters(os.makedev(8, 1), "/data", tmp_path)
    counters.sample(0)
    stat.unlink()
    counters.sample(10**9)
    counters.sample(2 * 10**9)
    assert counters.at(3 * 10**9) == (SECTOR, SECTOR)


def test_a_phase_of_many_hours_keeps_a_bounded_number_of_samples(tmp_path: Path) -> None:
    stat = machine(tmp_path)
    stat.write_text(stat_line(1, 1))
    counters = Counters(os.makedev(8, 1), "/data", tmp_path)
    counters.sample(0)
    for tenth in range(1, 20_001):
        counters.add(tenth * 10**8, (SECTOR, tenth * SECTOR))
    samples = counters.samples(0, 2000 * 10**9)
    assert 3000 <= len(samples) <= 6000
    assert samples[-1].written_bytes == 19_999 * SECTOR
