"""Combo box: a choice of one that follows the theme."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QWidget

from app.gui import icons, theme


class ComboBox(QComboBox):
    """A choice of one, with an arrow that follows the theme. The wheel scrolls the page, not the choice."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(10)

    def wheelEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Leave the wheel to the page."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the field, then the arrow."""
        super().paintEvent(event)
        painter = QPainter(self)
        arrow = icons.pixmap("chevron-down", theme.current().colour("muted"), 16, self.devicePixelRatioF())
        painter.drawPixmap(self.width() - 26, (self.height() - 16) // 2, arrow)
        painter.end()
