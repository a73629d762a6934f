"""Button: a push button that follows the theme."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QPushButton, QWidget

from app.gui import icons, theme

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent

_INK = {"primary": "accent_text", "stop": "surface", "nav": "muted", "quiet": "muted", "link": "accent"}
_GAP = 8
# The number of Qt.FocusPolicy.TabFocus, for the reason given in text.py.
_TAB_FOCUS = 1


class Button(QPushButton):
    """A push button of one ``kind`` in the style sheet, with an icon beside its word.

    It takes the focus from the keyboard only, so that no ring stays behind a click.
    """

    def __init__(self, text: str, kind: str = "", icon: str = "", tip: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._kind, self._icon, self._tinted = kind, icon, ""
        self.setProperty("kind", kind)
        self.setAccessibleName(text.replace("&", ""))
        self.setAutoDefault(False)
        self.setProperty("focusPolicy", _TAB_FOCUS)
        self.setToolTip(tip)
        self._tint()

    def word(self, text: str, icon: str) -> None:
        """Show another word and icon."""
        self._icon = icon
        self.setText(text)
        self.setAccessibleName(text.replace("&", ""))
        self._tint()

    def changeEvent(self, event: "QEvent") -> None:  # noqa: N802 - Qt's name
        """Tint the icon anew when the theme changes."""
        super().changeEvent(event)
        if self._tinted != theme.current().name:
            self._tint()

    def _tint(self) -> None:
        if not self._icon:
            return
        now = theme.current()
        self._tinted = now.name
        size = 18 if self._kind in ("nav", "stop") else 16
        gap = _GAP if self.text() else 0
        colours = (now.colour(_INK.get(self._kind, "text")), now.colour("accent"), now.colour("device"))
        self.setIcon(icons.button_icon(self._icon, colours, size, self.devicePixelRatioF(), gap))
        self.setIconSize(QSize(size + gap, size))
