"""Errand: one thing done in a process of its own, asked by the ticker how far it is."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.gui.ticker import Ticker

if TYPE_CHECKING:
    from app.background import Background


class Errand(QObject):
    """Begins, hands over what comes, and ends; never waits."""

    came = Signal(object)
    """A value, the newest since the last tick."""
    failed = Signal(object)
    """The exception that ended it."""
    ended = Signal()
    """It is over, well or not; not said of one that was dropped."""

    def __init__(self, ticker: Ticker, deadline_s: float, parent: QObject) -> None:
        super().__init__(parent)
        self._ticker, self._deadline_s = ticker, deadline_s
        self._background: Background[object] | None = None

    @property
    def is_going_on(self) -> bool:
        """Whether it has begun and not ended."""
        return self._background is not None

    def begin(self, work: Callable[..., Iterable[object]], *args: object) -> None:
        """Begin ``work`` anew; what was begun before is dropped."""
        from app.background import Background

        self.drop()
        self._background = Background(work, *args, deadline_s=self._deadline_s)
        self._ticker.add(self._poll)

    def drop(self) -> None:
        """Stop it, if it goes on, and forget it."""
        self._ticker.remove(self._poll)
        if self._background is not None:
            self._background.close()
            self._background = None

    def _poll(self) -> None:
        background = self._background
        if background is None:
            return
        try:
            value = background.poll()
        except Exception as error:
            self.drop()
            self.failed.emit(error)
            self.ended.emit()
            return
        is_over = background.is_over
        if is_over:
            self.drop()
        if value is not None:
            self.came.emit(value)
        if is_over:
            self.ended.emit()
