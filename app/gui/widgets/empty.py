"""Empty state: what a page says while it has nothing to show, and the way out of that."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QWidget

from app.gui.widgets.button import Button
from app.gui.widgets.glyph import Glyph
from app.gui.widgets.text import column, label, row

_WIDEST = 460


class EmptyState(QFrame):
    """An icon, a title, a sentence that teaches, and at most one button."""

    def __init__(
        self, icon: str, title: str, sentence: str, button: Button | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self.setAccessibleName(title)
        self._title, self._sentence = label(title, "heading"), label(sentence, "muted", wraps=True)
        self._title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence.setMaximumWidth(_WIDEST)
        line = row()
        line.addStretch(1)
        line.addWidget(self._sentence, 100)
        line.addStretch(1)
        body = column(self, spacing=8, margins=(24, 56, 24, 56))
        body.addStretch(1)
        for piece in (Glyph(icon, "device", 40), self._title):
            body.addWidget(piece, 0, Qt.AlignmentFlag.AlignHCenter)
        body.addLayout(line)
        if button is not None:
            body.addSpacing(10)
            body.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        body.addStretch(1)

    def say(self, title: str, sentence: str) -> None:
        """Say something else."""
        self._title.setText(title)
        self._sentence.setText(sentence)
        self.setAccessibleName(title)
