"""Ticker: the one timer of the window. It rests while nobody listens."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

PERIOD_MS = 100


class Ticker(QObject):
    """Calls its listeners every 100 ms, in the order they came, until they leave."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._listeners: list[Callable[[], None]] = []
        self._timer = QTimer(self)
        self._timer.setInterval(PERIOD_MS)
        self._timer.timeout.connect(self._tick)

    @property
    def is_resting(self) -> bool:
        """Whether nobody listens, so that the window uses no processor time at all."""
        return not self._timer.isActive()

    def add(self, listener: Callable[[], None]) -> None:
        """Call ``listener`` at every tick from now on; once only, however often it is added."""
        if listener not in self._listeners:
            self._listeners.append(listener)
        self._timer.start()

    def remove(self, listener: Callable[[], None]) -> None:
        """Leave ``listener`` alone from now on."""
        if listener in self._listeners:
            self._listeners.remove(listener)
        if not self._listeners:
            self._timer.stop()

    def _tick(self) -> None:
        for listener in tuple(self._listeners):
            if listener in self._listeners:
                listener()
