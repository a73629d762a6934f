"""Stars: how sure a figure is, as full and empty stars; the number stands beside them as text."""

import math

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.gui import theme

_WIDTH, _GAP = 18, 4
_INNER = 0.45
"""Where the edges of a star meet, as a share of its radius."""


class Stars(QWidget):
    """So many stars of so many."""

    def __init__(self, most: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._most, self._full = most, 0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_stars(self, full: int, words: str) -> None:
        """Show ``full`` stars; ``words`` is what a screen reader says."""
        self._full = full
        self.setAccessibleName(words)
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room of all stars."""
        return QSize(self._most * (_WIDTH + _GAP) - _GAP, _WIDTH)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the full stars, then the empty ones."""
        now, painter = theme.current(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for index in range(self._most):
            is_full = index < self._full
            token = "accent" if is_full else "device"
            painter.setPen(QPen(now.colour(token), 1.2))
            painter.setBrush(now.colour(token) if is_full else Qt.BrushStyle.NoBrush)
            painter.drawPolygon(_star(index * (_WIDTH + _GAP) + _WIDTH / 2, self.height() / 2 + 0.5))
        painter.end()


def _star(x: float, y: float) -> QPolygonF:
    radius = _WIDTH / 2 - 0.8
    points = []
    for corner in range(10):
        reach = radius * (_INNER if corner % 2 else 1.0)
        angle = math.pi * corner / 5
        points.append(QPointF(x + reach * math.sin(angle), y - reach * math.cos(angle)))
    return QPolygonF(points)
