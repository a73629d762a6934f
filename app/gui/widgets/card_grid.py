"""Card grid: figure cards side by side, all of one width, in as many columns as the window has room for."""

from collections.abc import Sequence

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from app.gui.widgets.card import FigureCard
from app.presenters.view import Card
from sizing.rules import Verdict

_NARROWEST = 168
_GAP = 16


class CardGrid(QWidget):
    """Cards that are filled again and again."""

    def __init__(self, count: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(_GAP)
        self._columns = 0
        self.cards = tuple(FigureCard(Card("", "")) for _ in range(count))
        self._arrange(count)

    def show_cards(self, cards: Sequence[Card]) -> None:
        """Show ``cards``, no more than there are places."""
        for place, card in zip(self.cards, cards, strict=False):
            place.show_card(card, _word(card.verdict))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Take as many columns as fit, all rows alike."""
        super().resizeEvent(event)
        fitting = max(1, (self.width() + _GAP) // (_NARROWEST + _GAP))
        rows = -(-len(self.cards) // fitting)
        self._arrange(-(-len(self.cards) // rows))

    def _arrange(self, columns: int) -> None:
        if columns == self._columns:
            return
        for column in range(max(columns, self._columns)):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)
        self._columns = columns
        for index, card in enumerate(self.cards):
            self._grid.addWidget(card, *divmod(index, columns))


def _word(verdict: Verdict | None) -> str:
    if verdict is None:
        return ""
    from app.presenters.words import verdict_word

    return verdict_word(verdict)
