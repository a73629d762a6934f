"""Badge: a verdict by word, shape and colour, never by colour alone."""

from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from app.gui.widgets.glyph import Glyph
from app.gui.widgets.text import restyle, row
from sizing.rules import Verdict

TONES = {
    Verdict.PASS: ("pass", "circle-check"),
    Verdict.WARN: ("warn", "triangle-alert"),
    Verdict.FAIL: ("fail", "octagon-x"),
    Verdict.NOT_APPLICABLE: ("neutral", "circle-minus"),
    Verdict.NOT_MEASURED: ("neutral", "circle-dashed"),
}
"""Colour and shape of each verdict."""


class Badge(QFrame):
    """A pill with an icon and a word in one of the tones pass, warn, fail, neutral and accent."""

    def __init__(self, word: str = "", tone: str = "neutral", icon: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "badge")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._glyph, self._word = Glyph("", "neutral", 14), QLabel()
        line = row(self, spacing=5, margins=(8, 0, 10, 0))
        line.addWidget(self._glyph)
        line.addWidget(self._word)
        self.show_word(word, tone, icon)

    def show_word(self, word: str, tone: str, icon: str = "") -> None:
        """Say ``word`` in ``tone``."""
        self._word.setText(word)
        self._glyph.setVisible(bool(icon))
        self._glyph.show_icon(icon, tone)
        self.setAccessibleName(word)
        restyle(self, "tone", tone)

    def show_verdict(self, verdict: Verdict, word: str) -> None:
        """Say ``word`` in the colour and shape of ``verdict``."""
        tone, icon = TONES[verdict]
        self.show_word(word, tone, icon)
