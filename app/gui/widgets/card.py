"""Cards: a figure that stands out, and a surface with a heading for anything else."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.gui.widgets.badge import Badge
from app.gui.widgets.bullet import Bullet
from app.gui.widgets.text import column, empty, label, restyle, row
from app.presenters.view import Card, Line

_LONG = 10
"""Characters a large figure has room for; more are words, and set smaller."""


class FigureCard(QFrame):
    """A title, a large number with its unit, a detail below, and a badge where it was judged."""

    def __init__(self, card: Card, verdict_word: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._title, self._badge = label("", "label", wraps=True), Badge()
        self._value, self._unit = label("", "figure"), label("", "unit")
        self._detail = label("", "small", wraps=True)
        head = row(spacing=8)
        head.addWidget(self._title, 1)
        head.addStrut(22)
        head.addWidget(self._badge)
        self._figure = figure = row(spacing=6)
        figure.addWidget(self._value)
        figure.addWidget(self._unit)
        figure.addStretch(1)
        body = column(self, spacing=4, margins=(18, 14, 16, 14))
        body.addLayout(head)
        body.addLayout(figure)
        body.addWidget(self._detail)
        self.bullet = Bullet()
        body.addWidget(self.bullet)
        self._lines = QGridLayout()
        self._lines.setHorizontalSpacing(12)
        self._lines.setVerticalSpacing(5)
        self._lines.setColumnStretch(0, 1)
        body.addLayout(self._lines)
        body.addStretch(1)
        self.show_card(card, verdict_word)

    def show_card(self, card: Card, verdict_word: str = "") -> None:
        """Show another figure."""
        self._title.setText(card.title)
        is_long = len(card.value) > _LONG
        restyle(self._value, "role", "words" if is_long else "figure")
        self._value.setWordWrap(is_long)
        self._figure.setStretch(0, 100 if is_long else 0)
        self._value.setText(card.value)
        self._unit.setText(card.unit)
        self._unit.setVisible(bool(card.unit))
        self._detail.setText(card.detail)
        self._detail.setVisible(bool(card.detail))
        self._badge.setVisible(card.verdict is not None)
        if card.verdict is not None:
            self._badge.show_verdict(card.verdict, verdict_word)
        self.setAccessibleName(f"{card.title}: {card.value} {card.unit}".strip())
        self.setAccessibleDescription(card.detail)

    def show_lines(self, lines: Sequence[Line]) -> None:
        """Show smaller figures below the large one, labels to the left, values to the right."""
        empty(self._lines)
        self._lines.setContentsMargins(0, 6 if lines else 0, 0, 0)
        for number, line in enumerate(lines):
            value = label(line.value, "strong", selectable=True)
            value.setAlignment(Qt.AlignmentFlag.AlignRight)
            self._lines.addWidget(label(line.label, "muted", wraps=True), number, 0)
            self._lines.addWidget(value, number, 1, Qt.AlignmentFlag.AlignTop)


class Surface(QFrame):
    """A bordered surface with a heading and whatever is put into :attr:`body`."""

    def __init__(self, heading: str = "", hint: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self.body: QVBoxLayout = column(self, spacing=12, margins=(20, 16, 20, 18))
        self.head = row(spacing=10)
        self.heading: QLabel = label(heading, "heading", wraps=True)
        self.hint: QLabel = label(hint, "small")
        if heading:
            self.head.addWidget(self.heading, 1)
            self.head.addWidget(self.hint)
            self.body.addLayout(self.head)
            self.setAccessibleName(heading)
