"""Folder: the target, opened and proved to be the one that was planned, by the workers themselves.

The parent never touches it: a file server that died since would freeze the window. Everything later goes through the
descriptor opened here, so that nothing that happens to the path leads anywhere else.
"""

import fcntl
import os
from contextlib import suppress
from typing import NamedTuple

from app.benchmark.board import Fault


class Place(NamedTuple):
    """The folder as it was planned, and the room a run needs there, in bytes."""

    path: str
    device: int
    inode: int
    peak_bytes: int
    free_after: int
    reserve_part: int
    """One part in this many of the whole file system is the reserve."""


class UnfitError(Exception):
    """The folder is not what it was when the run was planned; ``fault`` says in what."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


def entered(place: Place) -> int:
    """Return a file descriptor of the planned folder.

    Raises:
        UnfitError: it is another one, or none.
    """
    try:
        folder = os.open(place.path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError as error:
        raise UnfitError(Fault.ENTER) from error
    state = os.fstat(folder)
    if (state.st_dev, state.st_ino) != (place.device, place.inode):
        os.close(folder)
        raise UnfitError(Fault.ENTER)
    return folder


def lock(folder: int, *, is_first: bool) -> None:
    """Lock the folder against another Headroom until this process ends; not every file system can.

    The first worker of a run finds out whether anybody else has it, then shares it with the others, so that it stays
    locked until the last of them has gone.

    Raises:
        UnfitError: another Headroom has it.
    """
    for kind in (fcntl.LOCK_EX, fcntl.LOCK_SH)[0 if is_first else 1 :]:
        with suppress(OSError):
            try:
                fcntl.flock(folder, kind | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise UnfitError(Fault.LOCK) from error


def free_bytes(folder: int) -> int:
    """Return what may still be written in the file system of ``folder``."""
    space = os.fstatvfs(folder)
    return space.f_bavail * space.f_frsize


def floor(folder: int, place: Place) -> int:
    """Return below how many free bytes a run must not bring the file system: half of what it is to leave free.

    The other half may go to others while it is planned and carried out.
    """
    space = os.fstatvfs(folder)
    reserve = -(-space.f_blocks * space.f_frsize // place.reserve_part)
    return max(0, min(place.free_after, reserve)) // 2
