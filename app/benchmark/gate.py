"""Gate: where workers wait for each other between phases, without the parent's help."""

import os
import time
from contextlib import suppress
from typing import Final

from app.benchmark.board import Board, Head, Opening, State, Word
from app.benchmark.diskstat import moved_bytes

_NAP_S: Final = 0.004
_WORKERS_PER_NAP: Final = 8
"""More workers look less often, so that those who wait leave the processor to those who work."""


class StoppedError(Exception):
    """The run was cancelled, or the parent is gone."""


class Gate:
    """The gate as one worker sees it; worker 0 opens it once all have come."""

    def __init__(self, board: Board, rank: int, parent: int, counters: tuple[str, ...]) -> None:
        self._board = board
        self._counters = counters
        self._words = [board.control(other) for other in range(board.shape.workers)]
        self._rank = rank
        self._parent = parent
        self._nap_s = _NAP_S * max(1.0, board.shape.workers / _WORKERS_PER_NAP)

    def check(self) -> None:
        """Raise :class:`StoppedError` if the work is to end here."""
        if self._board.cells[Head.CANCEL] or os.getppid() != self._parent:
            raise StoppedError

    def wait_until_seized(self) -> None:
        """Wait until worker 0 has the folder."""
        while not self._board.cells[Head.SEIZED]:
            self.check()
            time.sleep(self._nap_s)

    def passed(self, phase: int) -> int:
        """Wait until every worker has come to the gate of ``phase``; return when it opened, for all the same."""
        own, opening = self._words[self._rank], self._board.opening(phase)
        own[Word.ARRIVED] = phase + 1
        own[Word.STATE] = State.WAITING
        while not opening[Opening.WHEN]:
            self.check()
            if self._rank == 0 and all(words[Word.ARRIVED] > phase for words in self._words):
                self._open(opening)
            else:
                time.sleep(self._nap_s)
        opened = opening[Opening.WHEN]
        while (left := opened - time.perf_counter_ns()) > 0:
            time.sleep(left / 1e9)
            self.check()
        return opened

    def _open(self, opening: memoryview) -> None:
        if self._counters:
            with suppress(OSError, ValueError):
                opening[Opening.READ], opening[Opening.WRITTEN] = moved_bytes(self._counters)
        # Late enough that everybody has woken from a nap by then.
        opening[Opening.WHEN] = time.perf_counter_ns() + int(2e9 * self._nap_s)
