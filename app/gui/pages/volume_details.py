"""Volume details: the chosen volume from its mount point down to the disks, and what is not known of it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from app.gui.widgets.card import Surface
from app.gui.widgets.glyph import Glyph
from app.gui.widgets.pair import Pair
from app.gui.widgets.text import column, empty, label, row
from app.i18n import tr
from app.presenters.view import Line
from app.presenters.volume import Layer, VolumeView
from sizing.i18n import N_

_STEP_PX = 18
_NARROW = 760


class VolumeDetails(Surface):
    """The stack on the left; mounting, file system and blanks on the right."""

    def __init__(self) -> None:
        super().__init__(" ")
        self._left, self._right = column(spacing=7), column(spacing=7)
        self.body.addWidget(Pair(_piece(self._left), _piece(self._right), (1, 1), narrow=_NARROW))

    def show_volume(self, view: VolumeView) -> None:
        """Show what is known of one volume."""
        self.heading.setText(view.title)
        self.hint.setText(view.subtitle)
        self.setAccessibleName(view.title)
        empty(self._left)
        empty(self._right)
        if view.layers:
            self._left.addWidget(label(tr(N_("What it stands on, from the top down")), "strong"))
        for layer in view.layers:
            self._left.addWidget(_layer(layer))
        # Without devices of this machine the left side would stay empty.
        _add(self._right if view.layers else self._left, tr(N_("How it is mounted")), view.mounting)
        self._left.addStretch(1)
        _add(self._right, tr(N_("Settings of the file system")), view.settings)
        _add(self._right, tr(N_("What is not known, and why")), view.blanks)
        self._right.addStretch(1)


def _piece(layout: QVBoxLayout) -> QWidget:
    piece = QWidget()
    column(piece).addLayout(layout)
    return piece


def _layer(layer: Layer) -> QWidget:
    piece, words = QWidget(), column(spacing=1)
    words.addWidget(label(f"{layer.name} · {layer.what}", wraps=True, selectable=True))
    if layer.facts:
        words.addWidget(label(layer.facts, "small", wraps=True, selectable=True))
    line = row(piece, spacing=8, margins=(layer.depth * _STEP_PX, 0, 0, 0))
    icon = ("triangle-alert", "warn") if layer.is_trouble else ("database", "muted")
    line.addWidget(Glyph(*icon, 16), 0, Qt.AlignmentFlag.AlignTop)
    line.addLayout(words, 1)
    return piece


def _add(place: QVBoxLayout, title: str, lines: tuple[Line, ...]) -> None:
    if not lines:
        return
    if place.count():
        place.addSpacing(6)
    place.addWidget(label(title, "strong"))
    place.addLayout(lines_grid(lines))


def lines_grid(lines: tuple[Line, ...]) -> QGridLayout:
    """Return lines as two columns, labels to the left, both as high as their words need."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(16)
    grid.setVerticalSpacing(5)
    grid.setColumnStretch(0, 2)
    grid.setColumnStretch(1, 5)
    for number, line in enumerate(lines):
        grid.addWidget(label(_breakable(line.label), "muted", wraps=True), number, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(label(line.value, wraps=True, selectable=True), number, 1, Qt.AlignmentFlag.AlignTop)
    return grid


def _breakable(name: str) -> str:
    """Return the name of a setting so that a narrow column may break it at its joints."""
    return name if " " in name else name.replace(".", ".\u200b").replace("_", "_\u200b")
