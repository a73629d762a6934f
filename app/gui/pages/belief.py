"""Belief: whether a result is of the storage or of a cache, how sure it is, and what would change our mind."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.gui.widgets.badge import Badge
from app.gui.widgets.card import Surface
from app.gui.widgets.glyph import Glyph
from app.gui.widgets.pair import Pair
from app.gui.widgets.stars import Stars
from app.gui.widgets.text import column, empty, label, row
from app.i18n import tr
from app.presenters.doubts import mind_changers
from app.presenters.result import ResultView
from sizing.assessment import Assessment
from sizing.confidence import MOST
from sizing.i18n import N_
from sizing.validity import Origin, Standing

_STANDINGS = {
    Standing.VALID: ("pass", "shield-check", N_("Valid")),
    Standing.LIMITED: ("warn", "triangle-alert", N_("Limited")),
    Standing.INVALID: ("fail", "octagon-x", N_("Invalid")),
}
_ORIGINS = {
    Origin.STORAGE: ("pass", N_("Storage")),
    Origin.MIXED: ("warn", N_("Partly cache")),
    Origin.CACHE: ("fail", N_("Cache")),
    Origin.UNKNOWN: ("neutral", N_("Not known")),
}
_NARROW = 520


class Belief(Surface):
    """Four questions a reader asks of every figure, with their answers."""

    def __init__(self) -> None:
        super().__init__(tr(N_("Can it be believed?")))
        self._badge, self._origin = Badge(), Badge()
        self.head.addWidget(self._badge)
        self._believed = label("", "muted", wraps=True)
        self._evidence, self._reasons = label("", wraps=True, selectable=True), column(spacing=5)
        self._stars, self._sure = Stars(MOST), label("", "strong")
        self._missing, self._steps = column(spacing=5), column(spacing=5)
        self._changing = label(tr(N_("What would change our mind")), "strong", wraps=True)
        self.body.setSpacing(8)
        self.body.addWidget(self._believed)
        self.body.addWidget(Pair(self._left(), self._right(), (1, 1), narrow=_NARROW))
        self.body.addSpacing(2)
        self.body.addWidget(self._changing)
        self.body.addLayout(self._steps)
        self.body.addStretch(1)

    def show_result(self, view: ResultView, assessment: Assessment) -> None:
        """Show what ``view`` says of ``assessment``."""
        tone, icon, word = _STANDINGS[view.standing]
        self._badge.show_word(tr(word), tone, icon)
        self._believed.setText(view.believed)
        if assessment.validity is not None:
            tone, word = _ORIGINS[assessment.validity.read_origin]
            self._origin.show_word(tr(word), tone)
        self._evidence.setText(f"{view.origin} {view.evidence}".strip())
        told = (view.zeros, *view.reasons)
        _fill(self._reasons, "info", [reason for reason in told if reason and reason not in view.missing])
        has_stars = view.stars is not None
        self._stars.setVisible(has_stars)
        self._stars.show_stars(view.stars or 0, view.confidence)
        self._sure.setText(view.confidence or tr(N_("not rated")))
        _fill(self._missing, "star", view.missing)
        steps = mind_changers(assessment)
        self._changing.setVisible(bool(steps))
        _fill(self._steps, "chevron-right", steps)

    def _left(self) -> QWidget:
        piece, head = QWidget(), row(spacing=8)
        head.addWidget(label(tr(N_("Storage or cache?")), "strong"))
        head.addWidget(self._origin)
        head.addStretch(1)
        body = column(piece, spacing=6)
        body.addLayout(head)
        body.addWidget(self._evidence)
        body.addLayout(self._reasons)
        body.addStretch(1)
        return piece

    def _right(self) -> QWidget:
        piece, head = QWidget(), row(spacing=8)
        head.addWidget(label(tr(N_("How sure?")), "strong"))
        head.addWidget(self._stars)
        head.addWidget(self._sure)
        head.addStretch(1)
        head.addStrut(22)
        body = column(piece, spacing=6)
        body.addLayout(head)
        body.addLayout(self._missing)
        body.addStretch(1)
        return piece


def _fill(place: QVBoxLayout, icon: str, sentences: "list[str] | tuple[str, ...]") -> None:
    empty(place)
    for sentence in sentences:
        place.addLayout(_line(icon, sentence))


def _line(icon: str, sentence: str) -> QHBoxLayout:
    line = row(spacing=8)
    line.addWidget(Glyph(icon, "muted", 15), 0, Qt.AlignmentFlag.AlignTop)
    line.addWidget(label(sentence, "small", wraps=True, selectable=True), 1)
    return line
