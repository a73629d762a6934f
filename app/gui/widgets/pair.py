"""Pair: two pieces side by side, or one below the other where the window is narrow."""

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

_GAP = 16


class Pair(QWidget):
    """Shares its width between ``one`` and ``other``; below ``narrow`` pixels each has all of it."""

    def __init__(self, one: QWidget, other: QWidget, shares: tuple[int, int], narrow: int) -> None:
        super().__init__()
        self._narrow = narrow
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(_GAP)
        self._box.addWidget(one, shares[0])
        self._box.addWidget(other, shares[1])

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Turn the pair when the window crosses the width."""
        super().resizeEvent(event)
        beside = event.size().width() >= self._narrow
        direction = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        if direction != self._box.direction():
            self._box.setDirection(direction)
