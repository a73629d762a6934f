"""Fold: a surface whose content is folded away below its heading until somebody wants to see it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.gui.widgets.button import Button
from app.gui.widgets.card import Surface
from app.gui.widgets.text import column, label


class Fold(Surface):
    """A heading that opens and closes what is put into :attr:`content`; a hint says what is in there."""

    def __init__(
        self,
        heading: str,
        hint: str = "",
        *,
        is_open: bool = False,
        is_flat: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent=parent)
        self.title = heading
        self._button = Button(heading, "fold", "chevron-right")
        self._button.setCheckable(True)
        self._hint = label(hint, "small", wraps=True)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._inner = QWidget()
        self.content: QVBoxLayout = column(self._inner, spacing=12)
        self.head.addWidget(self._button)
        self.head.addWidget(self._hint, 1)
        self.body.setContentsMargins(*(0, 0, 0, 0) if is_flat else (20, 10, 20, 10))
        if is_flat:
            self.setProperty("kind", "flat")
        self.body.addLayout(self.head)
        self.body.addWidget(self._inner)
        self.setAccessibleName(heading)
        self._button.setCursor(Qt.CursorShape.PointingHandCursor)
        self._button.toggled.connect(self._show)
        self._button.setChecked(is_open)
        self._show(is_open)

    @property
    def is_open(self) -> bool:
        """Whether the content is to be seen."""
        return self._button.isChecked()

    def open(self, is_open: bool = True) -> None:  # noqa: FBT001, FBT002 - reads as it is meant: open(False)
        """Show or hide the content."""
        self._button.setChecked(is_open)

    def explain(self, hint: str) -> None:
        """Show another hint."""
        self._hint.setText(hint)

    def _show(self, is_open: bool) -> None:  # noqa: FBT001 - Qt's signal
        self._inner.setVisible(is_open)
        self._button.word(self.title, "chevron-down" if is_open else "chevron-right")
        self._button.setAccessibleDescription(self._hint.text())
