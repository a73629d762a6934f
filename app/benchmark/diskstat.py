"""Disk statistics: the kernel's counters of one or several block devices, read with next to no imports.

The parent samples them while a run goes on; worker 0 reads them at each gate, when nobody moves anything.
"""

from collections.abc import Iterable
from typing import Final

_SECTOR: Final = 512
"""Bytes of a sector in the kernel's counters, whatever the device's own are."""


def moved_bytes(files: Iterable[str]) -> tuple[int, int]:
    """Return the bytes read and written since the system started, by all devices whose ``stat`` files are given.

    Raises:
        OSError: a device is gone.
        ValueError: a file is no such file.
    """
    read = written = 0
    for name in files:
        with open(name, "rb") as file:  # noqa: PTH123 - pathlib is a heavy import for a worker
            fields = file.read().split()
        if len(fields) < 7:
            raise ValueError(name)
        read += int(fields[2]) * _SECTOR
        written += int(fields[6]) * _SECTOR
    return read, written
