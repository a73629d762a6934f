"""Banner: something that happened, said in place, with what to do about it."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QWidget

from app.errors import WorldError
from app.gui.widgets.button import Button
from app.gui.widgets.glyph import Glyph
from app.gui.widgets.text import column, label, restyle, row
from app.i18n import tr
from sizing.i18n import N_

_ICONS = {"fail": "octagon-x", "warn": "triangle-alert", "pass": "circle-check", "neutral": "info"}


class Banner(QFrame):
    """A message and an advice across the page; hidden while there is nothing to say."""

    dismissed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "banner")
        self._details = ""
        self._glyph = Glyph("info", "neutral", 20)
        self._message = label("", "strong", wraps=True, selectable=True)
        self._advice = label("", wraps=True, selectable=True)
        self._copy = Button(tr(N_("Copy details")), "quiet", "copy")
        self._copy.clicked.connect(self._copy_details)
        close = Button("", "quiet", "x")
        close.setAccessibleName(tr(N_("Dismiss this message")))
        close.clicked.connect(self.clear)
        words = column(spacing=2)
        words.addWidget(self._message)
        words.addWidget(self._advice)
        line = row(self, spacing=12, margins=(16, 12, 10, 12))
        line.addWidget(self._glyph)
        line.addLayout(words, 1)
        line.addWidget(self._copy)
        line.addWidget(close)
        self.hide()

    @property
    def text(self) -> str:
        """What is said now, message and advice."""
        return f"{self._message.text()}\n{self._advice.text()}".strip()

    def say(self, message: str, advice: str = "", tone: str = "neutral", details: str = "") -> None:
        """Show ``message`` and ``advice``; ``details`` can be copied."""
        self._message.setText(message)
        self._advice.setText(advice)
        self._advice.setVisible(bool(advice))
        self._details = details
        self._copy.setVisible(bool(details))
        self._glyph.show_icon(_ICONS[tone], tone)
        restyle(self, "tone", tone)
        self.setAccessibleName(self.text)
        self.show()

    def refuse(self, error: WorldError) -> None:
        """Show what is wrong with the world."""
        self.say(error.message, error.advice, "fail")

    def clear(self) -> None:
        """Say nothing any more."""
        self.hide()
        self.dismissed.emit()

    def _copy_details(self) -> None:
        QGuiApplication.clipboard().setText(f"{self.text}\n\n{self._details}")
