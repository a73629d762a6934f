"""Bullet: a figure as a bar, with a mark where the demand is."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.gui import theme

_BAR, _MARK = 8, 16


class Bullet(QWidget):
    """Decoration: the numbers stand beside it as text, so that a screen reader passes it by."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share = self._demand = 0.0
        self._hue = "accent"
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_value(self, value: float, demand: float, token: str) -> None:
        """Show ``value`` against ``demand``, both in one unit, in a colour of the theme."""
        end = max(value, demand, 1.0) * 1.08
        self._share, self._demand, self._hue = value / end, demand / end, token
        self.show()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the height of the mark."""
        return QSize(120, _MARK + 6)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the track, the bar and the mark."""
        now, painter = theme.current(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        track = QRectF(0, (self.height() - _BAR) / 2, self.width(), _BAR)
        painter.setBrush(now.colour("neutral_soft"))
        painter.drawRoundedRect(track, _BAR / 2, _BAR / 2)
        painter.setBrush(now.colour(self._hue))
        bar = QRectF(track)
        bar.setWidth(max(_BAR, self._share * track.width()))
        painter.drawRoundedRect(bar, _BAR / 2, _BAR / 2)
        mark = QRectF(self._demand * self.width() - 1.5, (self.height() - _MARK) / 2, 3, _MARK)
        painter.setBrush(now.colour("surface"))
        painter.drawRect(mark.adjusted(-1.5, 0, 1.5, 0))
        painter.setBrush(now.colour("requirement"))
        painter.drawRoundedRect(mark, 1.5, 1.5)
        painter.end()
