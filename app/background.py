"""Background work: one slow function in a process of its own, polled, with a deadline, and killed if need be."""

import atexit
import multiprocessing
import multiprocessing.process
import multiprocessing.util
import os
import pickle
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any, Final, Generic, TypeVar

from app.errors import WorldError

T = TypeVar("T")
_GRACE_S: Final = 0.25
"""How long to wait for a killed process; only one stuck inside the kernel takes longer."""
_PATIENCE_S: Final = 0.02
"""How long one look may take when very much arrives; the rest is read at the next."""
_PIECE: Final = getattr(select, "PIPE_BUF", 512) - 8
"""Messages travel in pieces this small because those are written whole or not at all (POSIX, write, PIPE_BUF): where
a piece can be seen it can be read without waiting, even if the writer hangs or dies in the middle of a message."""
_MORE: Final = b"+"
_LAST: Final = b"."


class BackgroundFailedError(Exception):
    """The work crashed or was killed; the message holds its traceback where there is one."""


class Background(Generic[T]):
    """A running function that yields values; the newest is the one that counts, the last one is the result.

    ``work`` must be importable by name and its arguments and values picklable. It runs in a session of its own: what
    it forks ends with it, Ctrl-C does not reach it, and it ends when this process does, however that ends.
    """

    def __init__(self, work: Callable[..., Iterable[T]], *args: object, deadline_s: float) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, child = context.Pipe(duplex=False)
        self._process = context.Process(target=_run, args=(child, work, args), daemon=True)
        try:
            with _deaf():
                self._process.start()
        except BaseException:
            self._pipe.close()
            raise
        finally:
            child.close()
        self._deadline = time.monotonic() + deadline_s
        self._pieces: list[bytes] = []
        self._failure: Exception | None = None
        self._closed = False
        _open.add(self)

    @property
    def is_over(self) -> bool:
        """Whether no further value will come, and no failure is left to be raised."""
        return self._closed and self._failure is None

    def poll(self) -> T | None:
        """Return the newest value that came since the last call, or ``None``; never waits.

        Raises:
            WorldError: the work ended with one.
            BackgroundFailedError: the work crashed, died, or did not end before its deadline.
        """
        newest: T | None = None
        for kind, value in self._arrived():
            if kind == "value":
                newest = value
            elif kind == "end":
                self.close()
            else:
                self._fail(value if kind == "world" else BackgroundFailedError(value))
        if not self._closed and time.monotonic() > self._deadline:
            self._fail(BackgroundFailedError("the background process did not end in time"))
        if self._failure is not None and newest is None:  # what came before a failure is handed over first
            failure, self._failure = self._failure, None
            raise failure
        return newest

    def close(self) -> None:
        """Stop the work, whatever it is doing; harmless when it is over."""
        self._failure = None
        if self._closed:
            return
        self._closed = True
        _open.discard(self)
        self._kill()
        self._process.join(_GRACE_S)
        self._pipe.close()
        if self._process.exitcode is None:
            _stuck.add(self._process)  # inside the kernel, by a dead file server: it dies when it gets out
        else:
            self._process.close()

    def _fail(self, failure: Exception) -> None:
        self.close()
        self._failure = failure

    def _arrived(self) -> Iterator[tuple[str, Any]]:
        """Yield the messages that are there, until none is left or patience ends."""
        until = time.monotonic() + _PATIENCE_S
        while not self._closed and time.monotonic() < until:
            # Asked before looking into the pipe, so that the last words of the dead are heard. A process it forked
            # may hold the pipe open.
            dead = self._process.exitcode
            if not self._pipe.poll():
                if dead is not None:
                    yield "crash", f"the background process died ({dead})"
                return
            try:
                piece = self._pipe.recv_bytes()
            except (EOFError, OSError):
                self._process.join(_GRACE_S)
                yield "crash", f"the background process died ({self._process.exitcode})"
                return
            self._pieces.append(piece[1:])
            if piece.startswith(_LAST):
                message, self._pieces = b"".join(self._pieces), []
                yield pickle.loads(message)  # noqa: S301 - our own child wrote it

    def _kill(self) -> None:
        """Kill the process and whatever it started."""
        if sys.platform != "win32" and self._process.pid is not None:
            # No such group: it had not come so far yet, or all of it is dead.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()


_open: Final[set[Background[Any]]] = set()
_stuck: Final[set[multiprocessing.process.BaseProcess]] = set()


@atexit.register
def _end_all() -> None:
    """Kill what is still at work when this process ends.

    multiprocessing, which comes after this, only asks its children politely, and then waits for ever for each that
    does not end (``multiprocessing.util._exit_function``).
    """
    for background in tuple(_open):
        background.close()
    children: set[multiprocessing.process.BaseProcess] = getattr(multiprocessing.process, "_children", set())
    children.difference_update(_stuck)


@contextmanager
def _deaf() -> Iterator[None]:
    """Keep Ctrl-C from a process that is started inside, until it has made itself deaf; ours is only delayed."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _run(pipe: Connection, work: Callable[..., Iterable[object]], args: tuple[object, ...]) -> None:
    _stand_alone()
    try:
        _tell(pipe, *_outcome(pipe, work, args))
    except OSError:
        return  # nobody listens any more


def _outcome(
    pipe: Connection, work: Callable[..., Iterable[object]], args: tuple[object, ...]
) -> tuple[str, WorldError | str | None]:
    try:
        for value in work(*args):
            _tell(pipe, "value", value)
    except WorldError as error:
        return "world", error
    except Exception:
        return "crash", traceback.format_exc()
    return "end", None


def _tell(pipe: Connection, kind: str, value: object) -> None:
    message = pickle.dumps((kind, value), pickle.HIGHEST_PROTOCOL)
    for start in range(0, len(message), _PIECE):
        piece = message[start : start + _PIECE]
        pipe.send_bytes((_MORE if start + _PIECE < len(message) else _LAST) + piece)


def _stand_alone() -> None:
    """Leave the terminal's reach, and die with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):
        os.dup2(2, 1)  # stdout belongs to the parent's document
    if sys.platform == "win32":
        return
    import fcntl

    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    os.setsid()
    _leave_tracker()
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    # The pipe that closes with the parent signals our whole session: SIGIO ends a process by default. A thread that
    # waits for it would make forking unsafe.
    fcntl.fcntl(parent.sentinel, fcntl.F_SETOWN, -os.getpgrp())
    fcntl.fcntl(parent.sentinel, fcntl.F_SETFL, os.O_ASYNC | fcntl.fcntl(parent.sentinel, fcntl.F_GETFL))
    if select.select([parent.sentinel], [], [], 0)[0]:
        os._exit(1)  # the parent was gone before we listened


def _leave_tracker() -> None:
    """Let go of multiprocessing's resource tracker, which lives until the last who holds it and holds our stdout.

    Otherwise a process stuck in the kernel keeps ``headroom detect | less`` from ending.
    """
    from multiprocessing import resource_tracker

    tracker = resource_tracker._resource_tracker
    held: int | None = getattr(tracker, "_fd", None)
    if held is not None:
        os.close(held)
        tracker._fd = None  # type: ignore[attr-defined]
