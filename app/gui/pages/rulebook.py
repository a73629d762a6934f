"""Rulebook page: every rule there is, what each demands and where that is written, and what it found here."""

from PySide6.QtWidgets import QLineEdit

from app.gui.pages.rule_details import RuleDetails
from app.gui.table import TableView
from app.gui.visit import Visit
from app.gui.widgets.badge import TONES
from app.gui.widgets.card import Surface
from app.gui.widgets.page import Page
from app.i18n import tr
from app.presenters.rule import HERE_COLUMN, counts_text, present_rule, rule_table
from sizing.i18n import N_

_MOST = 7
_SPARE = (6, 3, 5, 2)
"""Columns that may go where there is no room: the details show them all."""


class RulebookPage(Page):
    """A list that is searched, and the chosen rule below it."""

    def __init__(self, visit: Visit) -> None:
        super().__init__(tr(N_("Rulebook")), tr(N_("Every demand, with the document that makes it.")))
        self._visit = visit
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr(N_("Search: a word, a document, an id such as REQ-001")))
        self.search.setAccessibleName(tr(N_("Search the rulebook")))
        self.search.setClearButtonEnabled(True)
        self.table = TableView(tr(N_("Rules")), most=_MOST)
        self.details = RuleDetails()
        self._list = Surface(tr(N_("Rules")))
        self._list.body.addWidget(self.search)
        self._list.body.addWidget(self.table)
        self.body.addWidget(self._list)
        self.body.addWidget(self.details)
        self.body.addStretch(1)
        self.search.textChanged.connect(self._list_rules)
        self.table.pointed.connect(self._show_rule)
        visit.assessment_changed.connect(self._list_rules)
        visit.host_changed.connect(self._list_rules)
        self._list_rules()

    def point(self, place: str) -> None:
        """Show the rule ``place``; of several ids, parted by commas, only those."""
        self.search.setText(place if "," in place else "")
        self.table.select(place.split(",")[0].strip())
        self.ensureWidgetVisible(self.details)

    def _list_rules(self) -> None:
        chosen = self.table.key
        table, verdicts = rule_table(self._visit.assessment, self._visit.host, self.search.text())
        marks = {HERE_COLUMN: [TONES[verdict] if verdict is not None else None for verdict in verdicts]}
        self.table.show_table(table, marks, spare=_SPARE)
        self._list.hint.setText(counts_text(len(table.rows)))
        self.table.select(chosen if chosen in table.keys else next(iter(table.keys), ""))
        self._show_rule(self.table.key)

    def _show_rule(self, name: str) -> None:
        view = present_rule(name, self._visit.assessment, self._visit.host) if name else None
        self.details.setVisible(view is not None)
        if view is not None:
            self.details.show_rule(view)
