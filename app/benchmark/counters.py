"""Counters: what the block devices behind a target moved, sampled while a run goes on, without touching the target.

The kernel's counters of a partition, LVM, RAID, multipath or loop device are its own, so that the device a file system
sits on tells what that file system moved.
"""

from array import array
from bisect import bisect_right
from pathlib import Path, PurePosixPath
from typing import Final

from app.benchmark.mounts import mounts, number_text
from sizing.measurement import DeviceSample

_SECTOR: Final = 512
"""Bytes of a sector in the kernel's counters, whatever the device's own are."""
_EVERY_NS: Final = 90_000_000
_MOST_SAMPLES: Final = 6000
"""Samples kept of a phase: ten minutes of 100 ms each; a longer phase is thinned out evenly."""


class Counters:
    """Samples of the devices behind one file system; ``is_known`` is false where they cannot be told."""

    def __init__(self, device: int, mount_point: str, root: Path = Path("/")) -> None:
        self._files = _stat_files(device, mount_point, root)
        self._times = array("Q")
        self._moved = (array("Q"), array("Q"))

    @property
    def is_known(self) -> bool:
        """Whether there is anything to count."""
        return bool(self._files)

    def sample(self, now: int) -> None:
        """Read the counters at ``now`` (nanoseconds of the monotonic clock), unless that was done just before."""
        if not self._files or (self._times and now < self._times[-1] + _EVERY_NS):
            return
        try:
            lines = [file.read_text("ascii") for file in self._files]
            read, written = (sum(column) for column in zip(*map(moved_bytes, lines), strict=True))
        except (OSError, ValueError):
            self._files = ()  # the device went away: what is known stays
            return
        self._times.append(now)
        self._moved[0].append(read)
        self._moved[1].append(written)

    def mark(self, when: int) -> None:
        """Note that a phase began at ``when``, after the newest sample: what came since then belongs to the phase.

        Otherwise a part of its first bytes would count as moved before it, in proportion to the time.
        """
        if self._times and when > self._times[-1]:
            self._times.append(when)
            for row in self._moved:
                row.append(row[-1])

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


def moved_bytes(line: str) -> tuple[int, int]:
    """Return bytes read and written from a device's ``stat`` line.

    Raises:
        ValueError: it is no such line.
    """
    fields = line.split()
    if len(fields) < 7:
        raise ValueError(line)
    return int(fields[2]) * _SECTOR, int(fields[6]) * _SECTOR


def _stat_files(device: int, mount_point: str, root: Path) -> tuple[Path, ...]:
    """Return the counters of the devices behind the file system whose files have the ``st_dev`` ``device``."""
    own = root / "sys/dev/block" / number_text(device) / "stat"
    if own.is_file():
        return (own,)
    return _btrfs_stat_files(mount_point, root)


def _btrfs_stat_files(mount_point: str, root: Path) -> tuple[Path, ...]:
    """Return the counters of every device of the btrfs at ``mount_point``: ``st_dev`` names none of them there."""
    sources = [m.source for m in mounts(root) if m.point == mount_point and m.file_system == "btrfs"]
    if not sources:
        return ()
    # /dev/mapper/x is a link to /dev/dm-3, and the kernel knows the device by that name only.
    name = PurePosixPath(root.joinpath(sources[-1].lstrip("/")).resolve()).name
    for members in root.joinpath("sys/fs/btrfs").glob("*/devices"):
        if members.joinpath(name).exists():
            return tuple(sorted(member / "stat" for member in members.iterdir()))
    return ()
