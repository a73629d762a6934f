"""Background work: one slow function in a process of its own, polled, with a deadline, and killed if need be."""

import multiprocessing
import time
import traceback
from collections.abc import Callable, Iterable
from multiprocessing.connection import Connection
from typing import Generic, TypeVar

from app.errors import WorldError

T = TypeVar("T")
_GRACE_S = 1.0


class BackgroundFailedError(Exception):
    """The work crashed or was killed; the message holds its traceback where there is one."""


class Background(Generic[T]):
    """A running function that yields values; the newest is the one that counts, the last one is the result.

    ``work`` must be importable by name and its arguments and values picklable.
    """

    def __init__(self, work: Callable[..., Iterable[T]], *args: object, deadline_s: float) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, child = context.Pipe(duplex=False)
        self._process = context.Process(target=_run, args=(child, work, args), daemon=True)
        self._process.start()
        child.close()
        self._deadline = time.monotonic() + deadline_s
        self._over = False

    @property
    def is_over(self) -> bool:
        """Whether no further value will come."""
        return self._over

    def poll(self) -> T | None:
        """Return the newest value that came since the last call, or ``None``; never waits.

        Raises:
            WorldError: the work ended with one.
            BackgroundFailedError: the work crashed, died, or did not end before its deadline.
        """
        newest: T | None = None
        while not self._over and self._pipe.poll():
            try:
                kind, value = self._pipe.recv()
            except EOFError:
                self.close()
                raise BackgroundFailedError("the background process died") from None
            if kind == "value":
                newest = value
                continue
            self.close()
            if kind == "world":
                raise value
            if kind == "crash":
                raise BackgroundFailedError(value)
        if not self._over and time.monotonic() > self._deadline:
            self.close()
            raise BackgroundFailedError("the background process did not end in time")
        return newest

    def close(self) -> None:
        """Stop the work, whatever it is doing; harmless when it is over."""
        if self._process.is_alive():
            self._process.join(_GRACE_S if self._over else 0)
            self._process.kill()
        self._process.join(_GRACE_S)
        self._pipe.close()
        self._over = True


def _run(pipe: Connection, work: Callable[..., Iterable[object]], args: tuple[object, ...]) -> None:
    try:
        for value in work(*args):
            pipe.send(("value", value))
        pipe.send(("end", None))
    except WorldError as error:
        pipe.send(("world", error))
    except Exception:
        pipe.send(("crash", traceback.format_exc()))
