"""Glyph: an icon that follows the theme."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLabel, QWidget

from app.gui import icons, theme

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent


class Glyph(QLabel):
    """One icon in a colour of the theme; decoration only, so that a screen reader passes it by."""

    def __init__(self, name: str, token: str, size: int = 18, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._token, self._size = name, token, size
        self._tinted = ""
        self.setFixedSize(size, size)
        self._tint()

    def show_icon(self, name: str, token: str) -> None:
        """Show another icon or colour."""
        self._name, self._token = name, token
        self._tint()

    def changeEvent(self, event: "QEvent") -> None:  # noqa: N802 - Qt's name
        """Tint the icon anew when the theme changes."""
        super().changeEvent(event)
        if self._tinted != theme.current().name:
            self._tint()

    def _tint(self) -> None:
        now = theme.current()
        self._tinted = now.name
        if self._name:
            self.setPixmap(icons.pixmap(self._name, now.colour(self._token), self._size, self.devicePixelRatioF()))
