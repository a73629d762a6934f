"""Old notice: says that an assessment of the history is shown, and leads back."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame

from app.gui.widgets.button import Button
from app.gui.widgets.glyph import Glyph
from app.gui.widgets.text import label, row
from app.i18n import tr
from app.presenters.history import moment_text
from sizing.i18n import N_


class OldNotice(QFrame):
    """One line across the window."""

    left = Signal()
    """The user wants to see this machine again."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "banner")
        self._text = label("", wraps=True)
        back = Button(tr(N_("Back to this machine")), "", "server")
        back.clicked.connect(self.left)
        line = row(self, spacing=12, margins=(16, 8, 8, 8))
        line.addWidget(Glyph("history", "neutral", 20))
        line.addWidget(self._text, 1)
        line.addWidget(back)

    def say(self, host: str, created_at: str) -> None:
        """Say which assessment is shown."""
        words = tr(N_("From the history: {host}, assessed {when}. All pages show that assessment."))
        self._text.setText(words.format(host=host, when=moment_text(created_at)))
        self.setAccessibleName(self._text.text())
