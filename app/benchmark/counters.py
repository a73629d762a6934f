"""Counters: what the block devices behind a target moved, sampled while a run goes on, without touching the target.

The kernel's counters of a partition, LVM, RAID, multipath or loop device are its own, so that the device a file system
sits on tells what that file system moved.
"""

from array import array
from bisect import bisect_right
from pathlib import Path, PurePosixPath
from typing import Final

from app.benchmark.diskstat import moved_bytes
from app.benchmark.mounts import mounts, number_text
from sizing.measurement import DeviceSample

_EVERY_NS: Final = 90_000_000
_MOST_SAMPLES: Final = 6000
"""Samples kept of a phase: ten minutes of 100 ms each; a longer phase is thinned out evenly."""


class Counters:
    """Samples of the devices behind one file system; ``is_known`` is false where they cannot be told."""

    def __init__(self, device: int, mount_point: str, root: Path = Path("/")) -> None:
        self.files = _stat_files(device, mount_point, root)
        self._times = array("Q")
        self._moved = (array("Q"), array("Q"))

    @property
    def is_known(self) -> bool:
        """Whether there is anything to count."""
        return bool(self._times)

    @property
    def latest(self) -> tuple[int, int]:
        """The bytes read and written until the last sample."""
        return (self._moved[0][-1], self._moved[1][-1]) if self._times else (0, 0)

    def sample(self, now: int, *, is_last: bool = False) -> None:
        """Read the counters at ``now`` (nanoseconds of the monotonic clock), unless that was done just before."""
        if not self.files or (not is_last and self._times and now < self._times[-1] + _EVERY_NS):
            return
        try:
            self._append(now, moved_bytes(self.files))
        except (OSError, ValueError):
            self.files = ()  # the device went away: what is known stays

    def add(self, when: int, moved: tuple[int, int]) -> None:
        """Add what worker 0 read at the gate of a phase that began at ``when``, the border between two phases."""
        if self._times and when > self._times[-1]:
            self._append(when, moved)

    def _append(self, when: int, moved: tuple[int, int]) -> None:
        self._times.append(when)
        for row, count in zip(self._moved, moved, strict=True):
            row.append(max(count, row[-1] if row else 0))

    def at(self, when: int) -> tuple[int, int]:
        """Return the bytes read and written until ``when``, between two samples in proportion."""
        if not self._times:
            return 0, 0
        after = bisect_right(self._times, when)
        if after in (0, len(self._times)):
            edge = min(after, len(self._times) - 1)
            return self._moved[0][edge], self._moved[1][edge]
        start, end = self._times[after - 1], self._times[after]
        share = (when - start) / (end - start)
        read, written = (int(row[after - 1] + share * (row[after] - row[after - 1])) for row in self._moved)
        return read, written

    def moved(self, start: int, end: int) -> tuple[int, int]:
        """Return the bytes read and written from ``start`` to ``end``."""
        before, after = self.at(start), self.at(end)
        return after[0] - before[0], after[1] - before[1]

    def samples(self, start: int, end: int) -> tuple[DeviceSample, ...]:
        """Return the samples from ``start`` until the first after ``end``, counted from ``start``."""
        if not self._times:
            return ()
        first, last = bisect_right(self._times, start), bisect_right(self._times, end)
        chosen = range(first, min(last + 1, len(self._times)))
        step = max(1, -(-len(chosen) // _MOST_SAMPLES))
        read, written = self.at(start)
        return tuple(
            DeviceSample((self._times[i] - start) / 1e9, self._moved[0][i] - read, self._moved[1][i] - written)
            for i in chosen[::-step][::-1]
        )


def _stat_files(device: int, mount_point: str, root: Path) -> tuple[str, ...]:
    """Return the counters of the devices behind the file system whose files have the ``st_dev`` ``device``."""
    own = root / "sys/dev/block" / number_text(device) / "stat"
    return (str(own),) if own.is_file() else _btrfs_stat_files(mount_point, root)


def _btrfs_stat_files(mount_point: str, root: Path) -> tuple[str, ...]:
    """Return the counters of every device of the btrfs at ``mount_point``: ``st_dev`` names none of them there."""
    sources = [m.source for m in mounts(root) if m.point == mount_point and m.file_system == "btrfs"]
    if not sources:
        return ()
    # /dev/mapper/x is a link to /dev/dm-3, and the kernel knows the device by that name only.
    name = PurePosixPath(root.joinpath(sources[-1].lstrip("/")).resolve()).name
    for members in root.joinpath("sys/fs/btrfs").glob("*/devices"):
        if members.joinpath(name).exists():
            return tuple(sorted(str(member / "stat") for member in members.iterdir()))
    return ()
