"""Probe: asks every volume for its size at once, each in a child that can be killed, as a dead NFS server hangs it.

The children are forked, for a hundred mounts must not cost a hundred starts of Python; the caller must have one
thread only (``snapshot`` sees to it). A child keeps no file of its parent open, dies with it, and is never waited for:
one that sleeps in the kernel may not even die of SIGKILL before its server is back.
"""

import errno
import os
import select
import signal
import stat
import struct
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Final

_WIRE: Final = struct.Struct("=IIiQQQB")
"""Volume, place, errno, st_dev, total, free, read-only: far below PIPE_BUF, so that answers never mix."""
_CHUNK: Final = _WIRE.size * 256
_QUIET_S: Final = 0.25
"""Seconds between two sets of answers, so that four hundred volumes do not make four hundred snapshots."""
_GRACE_S: Final = 0.1
"""Seconds killed children have to end; those that sleep in the kernel need longer, and get no more."""
_MOST_FILES: Final = 65536
_PR_SET_PDEATHSIG: Final = 1
_INTERRUPTS: Final = (signal.SIGINT, signal.SIGTERM)
_stubborn: set[int] = set()
"""Children of this process that were killed but had not ended yet."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a volume said of itself. ``error`` is an errno, 0 if there was none; sizes in bytes."""

    place: int
    """Which of its places answered."""
    error: int
    number: int
    total_bytes: int
    free_bytes: int
    read_only: bool


def ask(volumes: Sequence[Sequence[str]], deadline_s: float) -> Iterator[dict[int, Answer]]:
    """Yield the new answers by number of volume, until all have answered or ``deadline_s`` seconds are over.

    A volume is given by the places it is mounted at, of which the first that is a folder answers for it; ``ENOTDIR``
    means that none is one. A volume missing at the end has not answered.
    """
    end = time.monotonic() + deadline_s
    _bury(0)
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    bind = _death_bond()
    children: dict[int, int] = {}
    try:
        refused = {}
        with _interrupts_later():
            for index, places in enumerate(volumes):
                try:
                    children[index] = _fork(writer, index, places, bind)
                except OSError as error:
                    refused[index] = Answer(0, error.errno or errno.EAGAIN, 0, 0, 0, read_only=False)
        os.close(writer)
        writer = -1
        if refused:
            yield refused
        yield from _collect(reader, children, end)
    finally:
        if writer >= 0:
            os.close(writer)
        os.close(reader)
        _end(children.values())


@contextmanager
def _interrupts_later() -> Iterator[None]:
    """Keep Ctrl-C from running the parent's clean-up in a child that has just been forked."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPTS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _collect(reader: int, children: dict[int, int], end: float) -> Iterator[dict[int, Answer]]:
    """Yield answers, taking the children that gave one off the list."""
    poll = select.poll()
    poll.register(reader, select.POLLIN)
    new: dict[int, Answer] = {}
    show_at = time.monotonic() + _QUIET_S
    while children and (left := end - time.monotonic()) > 0:
        wait = min(left, max(0.0, show_at - time.monotonic())) if new else left
        if poll.poll(wait * 1000):
            content = os.read(reader, _CHUNK)
            if not content:
                break
            for index, answer in map(_unpack, _WIRE.iter_unpack(content)):
                new[index] = answer
                os.waitpid(children.pop(index), 0)
        if new and (not children or time.monotonic() >= show_at):
            yield new
            new, show_at = {}, time.monotonic() + _QUIET_S
    if new:
        yield new


def _unpack(fields: tuple[int, int, int, int, int, int, int]) -> tuple[int, Answer]:
    index, place, error, number, total, free, read_only = fields
    return index, Answer(place, error, number, total, free, read_only=bool(read_only))


def _fork(writer: int, index: int, places: Sequence[str], bind: Callable[[], object]) -> int:
    parent = os.getpid()
    child = os.fork()
    if child:
        return child
    try:
        for number in _INTERRUPTS:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _INTERRUPTS)
        bind()
        if os.getppid() == parent:
            os.dup2(writer, 0)
            os.closerange(1, _MOST_FILES)
            os.write(0, _WIRE.pack(index, *_look(places)))
    finally:
        os._exit(0)


def _look(places: Sequence[str]) -> tuple[int, int, int, int, int, bool]:
    """Return the fields of an answer, from the first place that is a folder, else why the first one gave none."""
    first_error = 0
    for place, path in enumerate(places):
        try:
            status = os.stat(path)  # noqa: PTH116 - no import and no object more than needed after a fork
            if stat.S_ISDIR(status.st_mode):
                return place, 0, status.st_dev, *_space(path)
            error = errno.ENOTDIR
        except OSError as refusal:
            error = refusal.errno or errno.EIO
        first_error = first_error or error
    return 0, first_error, 0, 0, 0, False


def _space(path: str) -> tuple[int, int, bool]:
    """Return total bytes, bytes this user may still write, and whether it is read-only."""
    found = os.statvfs(path)
    unit = found.f_frsize or found.f_bsize
    # Where less is free than is reserved, some file systems count below zero, which statvfs cannot say.
    free = found.f_bavail if found.f_bavail <= found.f_blocks else 0
    return _cell(found.f_blocks * unit), _cell(free * unit), bool(found.f_flag & os.ST_RDONLY)


def _cell(number: int) -> int:
    """Return ``number``, or the largest an answer can hold where a file system claims more."""
    return min(number, 2**64 - 1)


def _death_bond() -> Callable[[], object]:
    """Return a function by which a child asks to be killed when its parent ends, prepared before the fork."""
    import ctypes

    prctl = ctypes.CDLL(None).prctl
    return lambda: prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _end(children: Iterable[int]) -> None:
    """Kill the children that have not answered; one that cannot die now is buried at the next occasion."""
    for child in children:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        _stubborn.add(child)
    _bury(_GRACE_S)


def _bury(grace_s: float) -> None:
    """Collect the children that have ended, waiting ``grace_s`` seconds at most."""
    until = time.monotonic() + grace_s
    while True:
        for child in tuple(_stubborn):
            with suppress(ChildProcessError):
                if os.waitpid(child, os.WNOHANG)[0] == 0:
                    continue
            _stubborn.discard(child)
        if not _stubborn or time.monotonic() >= until:
            return
        time.sleep(0.005)
