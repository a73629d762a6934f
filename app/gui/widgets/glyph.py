"""Glyph: an icon that follows the theme."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.gui import icons, theme


class Glyph(QWidget):
    """One icon in a colour of the theme; decoration only, so that a screen reader passes it by."""

    def __init__(self, name: str, token: str, size: int = 18, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._token, self._size = name, token, size
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_icon(self, name: str, token: str) -> None:
        """Show another icon or colour."""
        self._name, self._token = name, token
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the size of the icon."""
        return QSize(self._size, self._size)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the icon in the colour the theme has now."""
        if not self._name:
            return
        colour = theme.current().colour(self._token)
        painter = QPainter(self)
        painter.drawPixmap(0, 0, icons.pixmap(self._name, colour, self._size, self.devicePixelRatioF()))
        painter.end()
