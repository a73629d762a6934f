"""Board: the shared memory in which workers count and the parent reads.

A file in memory without a name, handed to the workers by inheritance: it is gone with the last process that holds it,
whatever killed them, it needs no tracker to remove it, and the size of ``/dev/shm`` (64 MB in many containers) does
not limit it. Cells are unsigned 64-bit; each has one writer, so there are no locks. Pages nobody wrote take no memory.
"""

import mmap
import os
from contextlib import suppress
from enum import IntEnum
from typing import Final, NamedTuple

SLOT_NS: Final = 100_000_000
"""Nanoseconds of one slot; :data:`sizing.units.SLOT_S` in the unit of the clock."""
BUCKETS: Final = 1920
"""Cells of a histogram of latencies: 32 for each doubling, as many as a 64-bit number of nanoseconds can need.

:mod:`sizing.latency` says which time belongs to which.
"""
_LINE: Final = 8
"""Cells of a cache line: what has different writers does not share one."""
_PAGE: Final = 512
_NOEXEC_SEAL: Final = 0x0008
"""``MFD_NOEXEC_SEAL`` of Linux's ``memfd.h``, which Python 3.11 does not name."""


class State(IntEnum):
    """What a worker is doing."""

    STARTING = 0
    WAITING = 1
    MOVING = 2
    FLUSHING = 3
    REMOVING = 4
    DONE = 5
    STOPPED = 6
    FAILED = 7


class Fault(IntEnum):
    """What a worker was about when the system refused."""

    NONE = 0
    CREATE = 1
    WRITE = 2
    FLUSH = 3
    READ = 4
    SHORT = 5
    ENTER = 6
    """The folder is another one than planned."""
    LOCK = 7
    """Another Headroom has the folder."""
    ROOM = 8
    """There is less room in it than when the run was planned."""
    JOURNAL = 9
    """A file needs a name, and that cannot be noted."""
    RESERVE = 10
    """Others have taken of the space that a run must leave free."""


class Head(IntEnum):
    """Cells of the whole run. The parent writes the first, worker 0 the others."""

    CANCEL = 0
    FREE = _LINE
    """Bytes free on the target, plus one; zero while unknown."""
    SEIZED = _LINE + 1
    """Whether worker 0 has locked the folder and found room in it."""
    GATES = 2 * _LINE
    """Where the cells :class:`Opening` begin."""


class Opening(IntEnum):
    """Cells of one phase, written by worker 0 when its gate opens."""

    READ = 0
    WRITTEN = 1
    """Bytes the devices had moved since the system started; zero where that cannot be told."""
    WHEN = 2
    """When the phase begins, in nanoseconds of the monotonic clock; zero while its gate is shut."""


class Word(IntEnum):
    """Cells of one worker."""

    STATE = 0
    ERRNO = 1
    FAULT = 2
    ARRIVED = 3
    """How many gates it has come to."""
    NAMED = 4
    """Whether its file may have a name on the target: while it is made, and after where an open file keeps it."""
    STOPPED = 5
    """When it stopped before its end."""


class Clock(IntEnum):
    """Cells of one worker in one phase; times in nanoseconds of the monotonic clock."""

    STARTED = 0
    MOVED = 1
    DONE = 2
    SAMPLED = 3
    RESIDENT = 4
    """Pages found in the page cache just before the phase, out of those looked at."""


class Shape(NamedTuple):
    """How many of everything a board has."""

    workers: int
    phases: int
    slots: int

    @property
    def cells(self) -> int:
        """Cells of the whole board."""
        return self.head + self.workers * self.stride

    @property
    def head(self) -> int:
        """Cells before the first worker's."""
        return _rounded(Head.GATES + self.phases * _LINE, _PAGE)

    @property
    def control(self) -> int:
        """Cells of one worker before its first row."""
        return _rounded((1 + self.phases) * _LINE, _PAGE)

    @property
    def row(self) -> int:
        """Cells of one row, so many that workers share no page."""
        return _rounded(self.slots, _PAGE)

    @property
    def histogram(self) -> int:
        """Cells of one histogram, so many that workers share no page."""
        return _rounded(BUCKETS, _PAGE)

    @property
    def stride(self) -> int:
        """Cells of one worker."""
        return self.control + self.phases * (self.row + self.histogram)


class Board:
    """A board in the memory behind the file descriptor ``fd``, which stays the caller's."""

    def __init__(self, fd: int, shape: Shape) -> None:
        self.shape = shape
        self._map = mmap.mmap(fd, shape.cells * 8)
        self.cells = memoryview(self._map).cast("Q")

    def opening(self, phase: int) -> memoryview:
        """Return the cells :class:`Opening` of one phase."""
        start = Head.GATES + phase * _LINE
        return self.cells[start : start + _LINE]

    def control(self, rank: int) -> memoryview:
        """Return the cells :class:`Word` of one worker."""
        start = self.shape.head + rank * self.shape.stride
        return self.cells[start : start + _LINE]

    def clock(self, rank: int, phase: int) -> memoryview:
        """Return the cells :class:`Clock` of one worker in one phase."""
        start = self.shape.head + rank * self.shape.stride + (1 + phase) * _LINE
        return self.cells[start : start + _LINE]

    def row(self, rank: int, phase: int) -> memoryview:
        """Return the slots of one worker in one phase; the last takes what comes after the end of the row."""
        start = self.shape.head + rank * self.shape.stride + self.shape.control + phase * self.shape.row
        return self.cells[start : start + self.shape.slots]

    def latencies(self, rank: int, phase: int) -> memoryview:
        """Return the histogram of one worker in one phase."""
        shape = self.shape
        rows = shape.control + shape.phases * shape.row
        start = shape.head + rank * shape.stride + rows + phase * shape.histogram
        return self.cells[start : start + BUCKETS]

    def close(self) -> None:
        """Let go of the memory; the workers keep it until they end."""
        self.cells.release()
        self._map.close()


def reserve(shape: Shape) -> int:
    """Return a file descriptor of nameless memory for a board.

    Raises:
        OSError: there is too little.
    """
    fd = _nameless()
    try:
        os.ftruncate(fd, shape.cells * 8)
    except OSError:
        os.close(fd)
        raise
    return fd


def _nameless() -> int:
    """Return a new file in memory, or a temporary one where the system has or allows no such thing."""
    if hasattr(os, "memfd_create"):
        # Kernels from 6.3 on may refuse memory that could be executed; older ones do not know the flag.
        for flags in (os.MFD_CLOEXEC | _NOEXEC_SEAL, os.MFD_CLOEXEC):
            with suppress(OSError):
                return os.memfd_create("headroom", flags)
    import tempfile  # here, because workers start without it

    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def _rounded(cells: int, unit: int) -> int:
    return -(-cells // unit) * unit
