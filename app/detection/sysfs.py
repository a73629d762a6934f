"""Sysfs, procfs and other small files of the system, read at a place that tests and recordings can move."""

import errno
import os
from typing import Final

from app.detection.place import Here, Place
from app.i18n import tr
from sizing.host import Unread
from sizing.i18n import N_
from sizing.units import LARGEST_SIZE

SMALL: Final = 64 * 1024
"""More bytes than any single value in sysfs has."""
TABLE: Final = 16 * 1024**2
"""More bytes than the tables of procfs have on the largest machines."""
_MOST_UNREAD: Final = 200
_ABSENT: Final = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ENODEV, errno.ENXIO, errno.EINVAL, errno.EOPNOTSUPP})
"""How the kernel says that there is no such value, or that the device has just gone."""


def legible(text: str) -> str:
    """Return ``text`` such that it can be written as UTF-8: a byte that is none becomes its hexadecimal escape."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


class Root:
    """Where reading starts. Whatever cannot be read gives ``None``, and a note in :attr:`unread` says why."""

    def __init__(self, place: Place | str = "/") -> None:
        self.place: Final[Place] = Here(place) if isinstance(place, str) else place
        self._unread: dict[str, str] = {}

    @property
    def unread(self) -> tuple[Unread, ...]:
        """What could not be read until now."""
        return tuple(Unread(what, why) for what, why in self._unread.items())

    def note(self, what: str, why: str) -> None:
        """Keep that ``what`` could not be read, and why; a broken machine fills no report with it."""
        if len(self._unread) < _MOST_UNREAD:
            self._unread.setdefault(legible(what), why)

    def text(self, path: str, *, limit: int = SMALL) -> str | None:
        """Return the text of a file that ought to be there, without space at its ends.

        What is no UTF-8 comes as surrogates; what goes beyond ``limit`` bytes is cut off, and noted.
        """
        return self._read(path, limit, is_expected=True)

    def value(self, path: str) -> str | None:
        """Return the text of a small file that not every machine has; its absence is not noted, nor is emptiness."""
        return self._read(path, SMALL, is_expected=False) or None

    def number(self, path: str) -> int | None:
        """Return the whole number in a file that not every machine has; none is larger than the largest size."""
        text = self.value(path)
        if text is None:
            return None
        try:
            return max(-LARGEST_SIZE, min(int(text[:32]), LARGEST_SIZE))
        except ValueError:
            self.note(path, tr(N_("It holds no number.")))
            return None

    def names(self, path: str) -> tuple[str, ...]:
        """Return the sorted names in a folder; none where there is no such folder."""
        try:
            return self.place.names(path)
        except OSError as error:
            self._refused(path, error, is_expected=False)
            return ()

    def link(self, path: str) -> str | None:
        """Return what a symbolic link says; ``None`` where there is none."""
        try:
            return self.place.link(path)
        except OSError as error:
            self._refused(path, error, is_expected=False)
            return None

    def raw(self, path: str) -> bytes | None:
        """Return the bytes of a small file that not every machine has."""
        return self._bytes(path, SMALL, is_expected=False)

    def _read(self, path: str, limit: int, *, is_expected: bool) -> str | None:
        content = self._bytes(path, limit, is_expected=is_expected)
        return None if content is None else content.decode("utf-8", "surrogateescape").strip(" \t\n\0")

    def _bytes(self, path: str, limit: int, *, is_expected: bool) -> bytes | None:
        try:
            content = self.place.content(path, limit + 1)
        except OSError as error:
            self._refused(path, error, is_expected=is_expected)
            return None
        if len(content) > limit:
            self.note(path, tr(N_("It is longer than {limit} bytes; the rest was not read.")).format(limit=limit))
        return content[:limit]

    def _refused(self, path: str, error: OSError, *, is_expected: bool) -> None:
        if is_expected or error.errno not in _ABSENT:
            self.note(path, os.strerror(error.errno or 0))
