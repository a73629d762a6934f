"""History page: the assessments kept on this machine, opened and deleted."""

from collections.abc import Sequence

from app.errors import WorldError
from app.gui.pages.comparison import Comparison
from app.gui.table import Mark, TableView
from app.gui.visit import Visit
from app.gui.widgets.badge import TONES
from app.gui.widgets.button import Button
from app.gui.widgets.card import Surface
from app.gui.widgets.empty import EmptyState
from app.gui.widgets.page import Page
from app.history.store import Entry
from app.i18n import tr
from app.presenters.history import present_history
from sizing.i18n import N_

_VERDICT_COLUMN = 8
_MOST = 500
_PAIR = 2


class HistoryPage(Page):
    """A table, newest first. An assessment that is opened fills the whole window."""

    def __init__(self, visit: Visit) -> None:
        super().__init__(tr(N_("History")), tr(N_("Every assessment is kept here, on this machine only.")))
        self._visit = visit
        self._open = Button(tr(N_("Open")), "primary", "folder-open")
        self._delete = Button(tr(N_("Delete …")), "", "trash-2")
        self.table = TableView(tr(N_("Assessments")), most=14)
        self.table.select_several()
        self._kept = Surface(tr(N_("Assessments")))
        self.comparison = Comparison()
        measure = Button(tr(N_("Measure a volume")), "primary", "gauge")
        measure.clicked.connect(lambda: visit.page_wanted.emit("benchmark"))
        self._nothing = EmptyState(
            "history",
            tr(N_("Nothing is kept yet")),
            tr(N_("Each measurement is kept by itself, stage by stage, with its findings and its curves.")),
            measure,
        )
        self._lay_out()
        self._connect()
        self.refresh()

    def refresh(self) -> None:
        """List what is kept now."""
        try:
            entries = self._visit.store().entries(_MOST)
        except WorldError as error:
            self._visit.failed.emit("history", error)
            entries = ()
        table = present_history(entries)
        self.table.show_table(table, {_VERDICT_COLUMN: _marks(entries)}, wide=2, spare=(9, 1, 7, 4))
        self._kept.hint.setText(
            tr(N_("{count} kept, newest first; choose two with Ctrl to compare them")).format(count=len(entries))
        )
        for widget in (self._kept, self._open, self._delete):
            widget.setVisible(bool(entries))
        self._nothing.setVisible(not entries)
        if entries and not self.table.key:
            self.table.select(entries[0].id)
        self._pick()

    def _lay_out(self) -> None:
        self.buttons.addWidget(self._delete)
        self.buttons.addWidget(self._open)
        self._kept.body.addWidget(self.table)
        self.body.addWidget(self._kept)
        self.body.addWidget(self.comparison)
        self.body.addWidget(self._nothing)
        self.body.addStretch(1)

    def _connect(self) -> None:
        self._open.clicked.connect(lambda: self._open_one(self.table.key))
        self._delete.clicked.connect(self._ask_and_delete)
        self.table.chosen.connect(self._open_one)
        self.table.picked.connect(self._pick)
        self._visit.compared.connect(self.comparison.show_sentences)
        self._visit.history_changed.connect(self.refresh)
        self._visit.run_changed.connect(self.refresh)

    def _pick(self) -> None:
        keys = self.table.keys
        for button in (self._open, self._delete):
            button.setEnabled(len(keys) == 1 and not self._visit.is_running)
        if len(keys) == _PAIR:
            newer, older = keys
            self.comparison.wait(older, newer)
            self._visit.compare(older, newer)
        else:
            self._visit.drop_comparison()
            self.comparison.hide()

    def _open_one(self, key: str) -> None:
        if key and not self._visit.is_running:
            self._visit.open(key)
            if self._visit.is_opened:
                self._visit.page_wanted.emit("findings")

    def _ask_and_delete(self) -> None:
        from app.gui.questions import ask

        key = self.table.key
        if key and ask(
            self,
            tr(N_("Delete this assessment?")),
            tr(N_("{id}: its figures, curves and findings are removed for good.")).format(id=key),
            tr(N_("Delete")),
            tr(N_("Keep it")),
        ):
            self._visit.delete(key)


def _marks(entries: Sequence[Entry]) -> list[Mark | None]:
    return [TONES[entry.verdict] if entry.verdict is not None else None for entry in entries]
