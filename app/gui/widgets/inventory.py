"""Inventory: a table to be read, folded away below its heading, which is there only once it has rows."""

from PySide6.QtWidgets import QWidget

from app.gui.table import TableView
from app.gui.widgets.fold import Fold
from app.presenters.view import Table

_MOST = 12
_NARROW = 5
"""Columns up to which the last one takes the room that is left; wider tables describe things in the second."""


class Inventory(Fold):
    """A fold that makes its table when there is something to show, so that the first paint need not."""

    def __init__(self, heading: str, hint: str, parent: QWidget | None = None) -> None:
        super().__init__(heading, hint, parent=parent)
        self._view: TableView | None = None
        self.hide()

    def show_table(self, table: Table) -> None:
        """Show ``table``; an empty one hides the whole surface."""
        if table.rows:
            if self._view is None:
                self._view = TableView(self.title, most=_MOST)
                self.content.insertWidget(0, self._view)
            self._view.show_table(table, wide=1 if len(table.columns) > _NARROW else len(table.columns) - 1)
        self.setVisible(bool(table.rows))
