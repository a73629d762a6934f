"""Comparison: what two kept assessments say of each other, in words."""

from app.gui.widgets.card import Surface
from app.gui.widgets.text import column, empty, label
from app.i18n import tr
from sizing.i18n import N_


class Comparison(Surface):
    """A small panel below the history, there while two of its rows are chosen."""

    def __init__(self) -> None:
        super().__init__(tr(N_("Is there a difference?")))
        self._sentences = column(spacing=6)
        self.body.addLayout(self._sentences)
        self.hide()

    def wait(self, older: str, newer: str) -> None:
        """Show that ``newer`` is being held against ``older``."""
        self.hint.setText(tr(N_("{newer} against {older}")).format(newer=newer, older=older))
        self.show_sentences((tr(N_("Being compared …")),))
        self.show()

    def show_sentences(self, sentences: tuple[str, ...]) -> None:
        """Show the answer: the first sentences matter, the last say what they rest on."""
        empty(self._sentences)
        for sentence in sentences:
            self._sentences.addWidget(label(sentence, wraps=True, selectable=True))
        self.setAccessibleDescription(" ".join(sentences))
