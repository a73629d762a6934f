"""Test file: one worker's file, which has no name as soon as the system allows, so that nothing can be left behind."""

import contextlib
import errno
import mmap
import os
from collections.abc import Callable
from typing import Final

from app.benchmark.journal import Journal
from app.benchmark.residency import resident_pages

_DROP_BYTES: Final = 1024**3
"""Bytes the cache is asked to drop at once; a whole file of terabytes would keep a cancelled run waiting."""
_PIECE: Final = 1024 * 1024
"""Bytes moved at once past the cache."""


def name_of(host: str, run: str, rank: int) -> str:
    """Return the name of a worker's file where it must have one; hosts sharing a volume never collide (IOT-011)."""
    plain = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in host)[:60]
    return f"headroom-{plain}-{run}-{rank}.tmp"


class ScratchFile:
    """A file in the folder behind the file descriptor ``folder``, open for writing.

    ``name`` is empty when the file has none on disk, which is the rule. Where it must have one, if only for a moment,
    that is noted in ``journal`` first.

    Raises:
        OSError: it could not be created.
        UnfitError: it could not be noted.
    """

    def __init__(self, folder: int, name: str, journal: Journal) -> None:
        self._folder = folder
        self.fd, self.name = _created(folder, name, journal)
        self.reader: int | None = None

    def reopened(self) -> int:
        """Return a file descriptor for reading from the start, with a read-ahead state of its own where possible."""
        try:
            self.reader = os.open(f"/proc/self/fd/{self.fd}", os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            # Some file systems cannot open a file without a name again.
            os.lseek(self.fd, 0, os.SEEK_SET)
            return self.fd
        return self.reader

    def drop_from_cache(self, size: int, check: Callable[[], None]) -> None:
        """Ask the page cache piece by piece to drop the file; ``check`` may raise between pieces."""
        for start in range(0, size, _DROP_BYTES):
            check()
            with contextlib.suppress(OSError):  # advice that is not taken shows in the residency
                os.posix_fadvise(self.fd, start, _DROP_BYTES, os.POSIX_FADV_DONTNEED)

    def rewrite_past_cache(self, size: int, check: Callable[[], None]) -> None:
        """Write the same bytes over the file by direct I/O, which takes them out of a cache that ignores advice.

        As viya-perf-tool copies its files before it reads them. It ends at once where it turns out to be in vain.
        """
        try:
            past = os.open(f"/proc/self/fd/{self.fd}", os.O_WRONLY | os.O_DIRECT | os.O_CLOEXEC)
        except OSError:
            return
        try:
            piece = memoryview(mmap.mmap(-1, _PIECE))
            whole = size // mmap.PAGESIZE * mmap.PAGESIZE  # direct I/O moves no less
            for start in range(0, whole, _PIECE):
                check()
                length = os.preadv(self.fd, [piece[: whole - start]], start)
                os.pwrite(past, piece[:length], start)
                if start == 0 and resident_pages(self.fd, length)[0]:
                    return
            os.fsync(past)
        except OSError as error:
            if error.errno != errno.EINVAL:  # not every file system that opens for direct I/O can do it
                raise
        finally:
            os.close(past)

    def residency(self, size: int) -> tuple[int, int]:
        """Return how many pages of a sample are in the page cache, and how many were looked at (0: cannot be asked)."""
        return resident_pages(self.fd, size)

    def remove(self) -> None:
        """Close the file and take away its name, if it has one; harmless when repeated."""
        if self.reader is not None:
            os.close(self.reader)
            self.reader = None
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1
        if self.name:
            remove_named(self._folder, self.name)
            self.name = ""


def remove_named(folder: int, name: str) -> None:
    """Take away the name of a test file that had to keep it."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(name, dir_fd=folder)


def _created(folder: int, name: str, journal: Journal) -> tuple[int, str]:
    """Return a new file, and the name it still has."""
    if hasattr(os, "O_TMPFILE"):
        with contextlib.suppress(OSError):  # not every file system can; a real reason comes up again below
            flags = os.O_TMPFILE | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC
            return os.open(".", flags, 0o600, dir_fd=folder), ""
    journal.announce()
    flags = os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_RDWR | os.O_CLOEXEC
    fd = os.open(name, flags, 0o600, dir_fd=folder)
    try:
        os.unlink(name, dir_fd=folder)
    except OSError:
        journal.confirm(os.fstat(fd).st_ino)
        return fd, name
    return fd, ""
