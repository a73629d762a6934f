"""Swatch: a short line in a curve's colour, for a legend."""

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.gui import theme


class Swatch(QWidget):
    """A line as the plot draws it, whole or dashed."""

    def __init__(self, token: str, *, dashed: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._token = token
        self._style = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room of a short line."""
        return QSize(18, 16)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the line."""
        painter = QPainter(self)
        pen = QPen(theme.current().colour(self._token), 3 if self._style is Qt.PenStyle.SolidLine else 2, self._style)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.drawLine(QPointF(0, self.height() / 2), QPointF(self.width(), self.height() / 2))
        painter.end()
