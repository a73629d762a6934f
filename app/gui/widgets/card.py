"""Cards: a figure that stands out, and a surface with a heading for anything else."""

from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from app.gui.widgets.badge import Badge
from app.gui.widgets.text import column, label, row
from app.presenters.view import Card


class FigureCard(QFrame):
    """A title, a large number with its unit, a detail below, and a badge where it was judged."""

    def __init__(self, card: Card, verdict_word: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._title, self._badge = label("", "label"), Badge()
        self._value, self._unit = label("", "figure"), label("", "unit")
        self._detail = label("", "small", wraps=True)
        head = row(spacing=8)
        head.addWidget(self._title, 1)
        head.addWidget(self._badge)
        figure = row(spacing=6)
        figure.addWidget(self._value)
        figure.addWidget(self._unit)
        figure.addStretch(1)
        body = column(self, spacing=4, margins=(18, 14, 16, 14))
        body.addLayout(head)
        body.addLayout(figure)
        body.addWidget(self._detail)
        body.addStretch(1)
        self.show_card(card, verdict_word)

    def show_card(self, card: Card, verdict_word: str = "") -> None:
        """Show another figure."""
        self._title.setText(card.title)
        self._value.setText(card.value)
        self._unit.setText(card.unit)
        self._unit.setVisible(bool(card.unit))
        self._detail.setText(card.detail)
        self._badge.setVisible(card.verdict is not None)
        if card.verdict is not None:
            self._badge.show_verdict(card.verdict, verdict_word)
        self.setAccessibleName(f"{card.title}: {card.value} {card.unit}".strip())
        self.setAccessibleDescription(card.detail)


class Surface(QFrame):
    """A bordered surface with a heading and whatever is put into :attr:`body`."""

    def __init__(self, heading: str = "", hint: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self.body: QVBoxLayout = column(self, spacing=12, margins=(20, 16, 20, 18))
        self.head = row(spacing=10)
        self.heading: QLabel = label(heading, "heading")
        self.hint: QLabel = label(hint, "small")
        if heading:
            self.head.addWidget(self.heading)
            self.head.addStretch(1)
            self.head.addWidget(self.hint)
            self.body.addLayout(self.head)
            self.setAccessibleName(heading)
