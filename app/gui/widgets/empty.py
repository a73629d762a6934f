"""Empty state: what a page says while it has nothing to show, and the way out of that."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QWidget

from app.gui.widgets.button import Button
from app.gui.widgets.glyph import Glyph
from app.gui.widgets.text import column, label


class EmptyState(QFrame):
    """An icon, a title, a sentence that teaches, and at most one button."""

    def __init__(
        self, icon: str, title: str, sentence: str, button: Button | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self.setAccessibleName(title)
        self._title, self._sentence = label(title, "heading"), label(sentence, "muted")
        self._title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence.setWordWrap(True)
        self._sentence.setFixedWidth(440)
        body = column(self, spacing=8, margins=(24, 56, 24, 56))
        body.addStretch(1)
        for piece in (Glyph(icon, "device", 40), self._title, self._sentence):
            body.addWidget(piece, 0, Qt.AlignmentFlag.AlignHCenter)
        if button is not None:
            body.addSpacing(10)
            body.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        body.addStretch(1)

    def say(self, title: str, sentence: str) -> None:
        """Say something else."""
        self._title.setText(title)
        self._sentence.setText(sentence)
        self.setAccessibleName(title)
