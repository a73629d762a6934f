"""Rule details: what a rule demands, what it found, what to do with command and undo, and who says so."""

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.gui.pages.volume_details import lines_grid
from app.gui.widgets.badge import Badge
from app.gui.widgets.button import Button
from app.gui.widgets.card import Surface
from app.gui.widgets.pair import Pair
from app.gui.widgets.text import column, empty, frame, label, row
from app.i18n import tr
from app.presenters.rule import RuleView
from app.presenters.view import Line
from app.presenters.words import verdict_word
from sizing.i18n import N_

_NARROW = 760


class RuleDetails(Surface):
    """The demand and the remedy on the left, the sources on the right."""

    def __init__(self) -> None:
        super().__init__(" ")
        self._badge = Badge()
        self.head.addWidget(self._badge)
        self._left, self._right = column(spacing=6), column(spacing=6)
        self.body.addWidget(Pair(_piece(self._left), _piece(self._right), (1, 1), narrow=_NARROW))

    def show_rule(self, view: RuleView) -> None:
        """Show one rule."""
        self.heading.setText(view.title)
        self.hint.setText(f"{view.id} · {view.severity} · {view.scope}")
        self.setAccessibleName(view.title)
        self._badge.setVisible(view.verdict is not None)
        if view.verdict is not None:
            self._badge.show_verdict(view.verdict, verdict_word(view.verdict))
        empty(self._left)
        empty(self._right)
        self._fill_left(view)
        self._fill_right(view)
        self._left.addStretch(1)
        self._right.addStretch(1)

    def _fill_left(self, view: RuleView) -> None:
        _say(self._left, tr(N_("What it demands")), view.demand)
        _say(self._left, tr(N_("What it found here")), view.here)
        _say(self._left, tr(N_("What to do where it fails")), view.remedy)
        self._left.addLayout(lines_grid(view.outlook))
        if view.commands:
            hint = tr(N_("For an administrator to read and run; Headroom changes nothing itself."))
            self._left.addWidget(label(hint, "small", wraps=True))
        for line in view.commands:
            self._left.addWidget(_command(line))

    def _fill_right(self, view: RuleView) -> None:
        _say(self._right, tr(N_("Where it is written")), view.source)
        if view.is_derived:
            derived = tr(N_("Derived: our arithmetic on what the document says."))
            self._right.addWidget(label(derived, "small", wraps=True))
        if view.deviation:
            _say(self._right, tr(N_("Changed by the customer's policy")), view.deviation)
        if view.others:
            self._right.addSpacing(4)
            self._right.addWidget(label(tr(N_("Others say otherwise, and why they are not followed")), "strong"))
        for line in view.others:
            self._right.addWidget(label(line.label, wraps=True, selectable=True))
            self._right.addWidget(label(line.value, "small", wraps=True, selectable=True))


def _piece(layout: QVBoxLayout) -> QWidget:
    piece = QWidget()
    column(piece).addLayout(layout)
    return piece


def _say(place: QVBoxLayout, title: str, text: str) -> None:
    if place.count():
        place.addSpacing(4)
    place.addWidget(label(title, "strong"))
    place.addWidget(label(text, wraps=True, selectable=True))


def _command(line: Line) -> QWidget:
    """Return a command with its name, and a button that copies it."""
    piece = frame("sunken")
    copy = Button("", "quiet", "copy", tr(N_("Copy")))
    copy.setAccessibleName(tr(N_("Copy the command: {name}")).format(name=line.label))
    copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(line.value))
    inner = row(piece, spacing=10, margins=(12, 3, 4, 3))
    inner.addWidget(label(line.label, "label"))
    inner.addWidget(label(line.value, "code", wraps=True, selectable=True), 1)
    inner.addWidget(copy)
    return piece
