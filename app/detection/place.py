"""Place: where the machine that is looked at lies: here, below another root, or in a recording."""

import os
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final, Protocol

from app.detection.probe import Answer, ask

_PIECE: Final = 16 * 1024**2


class Place(Protocol):
    """The few ways in which detection touches a machine; paths are absolute ones of that machine."""

    def content(self, path: str, limit: int) -> bytes:
        """Return at most ``limit`` bytes of a file.

        Raises:
            OSError: it cannot be read.
        """

    def names(self, path: str) -> tuple[str, ...]:
        """Return the sorted names in a folder.

        Raises:
            OSError: it cannot be listed.
        """

    def link(self, path: str) -> str:
        """Return what a symbolic link says.

        Raises:
            OSError: it is none.
        """

    def ask(self, volumes: Sequence[Sequence[str]], deadline_s: float) -> Iterator[dict[int, Answer]]:
        """Yield what volumes, each given by its mount points, answer; see :func:`app.detection.probe.ask`."""

    def architecture(self) -> str:
        """Return what the kernel calls the processors, for kernels that have no file to say it."""

    def moment(self) -> str:
        """Return when the machine is looked at, as ISO 8601 in UTC."""

    def home(self) -> str:
        """Return the path Headroom runs from on that machine."""

    def gaps(self) -> str:
        """Return in words what of it can no longer be asked; empty where everything can."""


class Here:
    """The machine we run on, or the tree of files below ``root`` that looks like one."""

    def __init__(self, root: str = "/") -> None:
        self._root = root.rstrip("/")

    def content(self, path: str, limit: int) -> bytes:
        """Return the bytes of a file; one of procfs comes in pieces, and a FIFO must not block."""
        descriptor = os.open(self._root + path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        try:
            pieces, left = [], limit
            while left > 0 and (piece := os.read(descriptor, min(left, _PIECE))):
                pieces.append(piece)
                left -= len(piece)
        finally:
            os.close(descriptor)
        return b"".join(pieces)

    def names(self, path: str) -> tuple[str, ...]:
        """Return the sorted names in a folder."""
        return tuple(sorted(os.listdir(self._root + path)))  # noqa: PTH208 - names are wanted, not paths

    def link(self, path: str) -> str:
        """Return what a symbolic link says."""
        return os.readlink(self._root + path)  # noqa: PTH115 - the text is wanted, not a path

    def ask(self, volumes: Sequence[Sequence[str]], deadline_s: float) -> Iterator[dict[int, Answer]]:
        """Yield what volumes answer, asked from children that can be killed."""
        return ask([[self._root + point for point in points] for points in volumes], deadline_s)

    def architecture(self) -> str:
        """Return what uname(2) says."""
        return os.uname().machine

    def moment(self) -> str:
        """Return the time now."""
        return datetime.now(UTC).isoformat(timespec="seconds")

    def home(self) -> str:
        """Return where this file is."""
        return os.path.realpath(__file__)

    def gaps(self) -> str:
        """Return an empty text: everything can be asked."""
        return ""
