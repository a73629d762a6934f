"""Choices of an expert: only those the chosen method leaves open, folded away until somebody wants them."""

from dataclasses import replace
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QLineEdit, QWidget

from app.gui.widgets.combo_box import ComboBox
from app.gui.widgets.field import Field
from app.gui.widgets.fold import Fold
from app.i18n import tr
from sizing.choices import BLOCK_SIZE, Choices, Pattern
from sizing.i18n import N_
from sizing.methods import Method
from sizing.units import GIB, KIB, MIB, duration_text, size_text

_BLOCKS: Final = (BLOCK_SIZE, 128 * KIB, 256 * KIB, 512 * KIB, MIB, 4 * MIB, 8 * KIB, 4 * KIB)
_FILES: Final = (None, 256 * MIB, GIB, 4 * GIB, 10 * GIB, 20 * GIB, 40 * GIB, 100 * GIB, 256 * GIB)
_LASTING: Final = (None, 3600.0, 2 * 3600.0, 4 * 3600.0, 8 * 3600.0, 24 * 3600.0)
_DATA: Final = (
    (Pattern.RANDOM, False, N_("Random: nothing can shrink it")),
    (Pattern.RANDOM, True, N_("Random, then a short comparison with zeros")),
    (Pattern.ZEROS, False, N_("Zeros, as SAS's scripts write them")),
)
_MOST_WORKERS: Final = 4096
_WORKERS, _BLOCK, _FILE, _DATUM, _TIME = "workers", "block size", "file size", "data", "time"
_OPEN: Final = {
    Method.QUICK: (_WORKERS, _BLOCK, _FILE, _DATUM),
    Method.ASSESSMENT: (_BLOCK, _DATUM),
    Method.SAS: (_DATUM,),
    Method.ENDURANCE: (_TIME, _BLOCK, _DATUM),
    Method.VIYA: (_DATUM,),
    Method.IOTEST: (_WORKERS, _BLOCK, _FILE, _DATUM),
}
"""What each method leaves open: the rest is what makes it that method."""


class ExpertChoices(Fold):
    """Everything stays as the method has it until it is changed here."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__(tr(N_("More choices")), is_flat=True)
        self.workers, self.block = QLineEdit(), ComboBox(tr(N_("Block size")))
        self.file, self.data = ComboBox(tr(N_("File size"))), ComboBox(tr(N_("Data")))
        self.time = ComboBox(tr(N_("Lasts")))
        self._fill()
        self._fields: dict[str, QWidget] = {
            _WORKERS: Field(tr(N_("Wor&kers at once")), self.workers),
            _BLOCK: Field(tr(N_("&Block size")), self.block),
            _FILE: Field(tr(N_("F&ile of each worker")), self.file),
            _TIME: Field(tr(N_("&Lasts")), self.time),
            _DATUM: Field(tr(N_("&Data")), self.data, hint=tr(N_("Storage that compresses looks fast with zeros."))),
        }
        for field in self._fields.values():
            self.content.addWidget(field)
        self.workers.editingFinished.connect(self.changed)
        for choice in (self.block, self.file, self.data, self.time):
            choice.currentIndexChanged.connect(self.changed)

    def show_method(self, method: Method) -> None:
        """Show only what ``method`` leaves open."""
        for name, field in self._fields.items():
            field.setVisible(name in _OPEN[method])

    def refine(self, choices: Choices) -> Choices:
        """Return ``choices`` with what was chosen here, as far as their method leaves it open."""
        left_open, kept = _OPEN[choices.method], choices
        pattern, probes, _words = _DATA[self.data.currentIndex()]
        if _WORKERS in left_open:
            kept = replace(kept, workers=int(self.workers.text() or 0) or None)
        if _BLOCK in left_open:
            kept = replace(kept, block_size=_BLOCKS[self.block.currentIndex()])
        if _FILE in left_open:
            kept = replace(kept, file_size=_FILES[self.file.currentIndex()])
        if _TIME in left_open:
            kept = replace(kept, lasts_s=_LASTING[self.time.currentIndex()])
        return replace(kept, pattern=pattern, probes_zeros=probes) if _DATUM in left_open else kept

    def _fill(self) -> None:
        as_method = tr(N_("As the method has it"))
        self.workers.setValidator(QIntValidator(1, _MOST_WORKERS, self))
        self.workers.setPlaceholderText(tr(N_("One for each physical core")))
        self.block.addItems([size_text(size) for size in _BLOCKS])
        self.file.addItems([as_method if size is None else size_text(size) for size in _FILES])
        self.time.addItems([as_method if time is None else duration_text(time) for time in _LASTING])
        self.data.addItems([tr(words) for _pattern, _probes, words in _DATA])
