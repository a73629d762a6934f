"""Table: the presenters' tables as Qt shows them, without grid, numbers to the right, rows that can be chosen."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from app.gui import icons, theme
from app.presenters.view import Table

Index = QModelIndex | QPersistentModelIndex
Mark = tuple[str, str]
"""Colour token and icon before a cell's text."""
_MARK = Qt.ItemDataRole.UserRole
_PAD = 12
_ROW, _HEAD = 40, 36
_WIDE = 190
"""Least width of the column that takes what room there is."""


class TableModel(QAbstractTableModel):
    """A view's table, with marks before the cells of some columns."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.table = Table((), ())
        self.marks: Mapping[int, Sequence[Mark | None]] = {}

    def show_table(self, table: Table, marks: Mapping[int, Sequence[Mark | None]]) -> None:
        """Show another table; the same shape is changed in place so that the chosen row stays chosen."""
        same = table.columns == self.table.columns and table.keys == self.table.keys
        same = same and len(table.rows) == len(self.table.rows)
        if not same:
            self.beginResetModel()
        self.table, self.marks = table, marks
        if not same:
            self.endResetModel()
        elif table.rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(table.rows) - 1, len(table.columns) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's own signature
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self.table.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's own signature
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(self.table.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text, its place, its mark, and the text again as a tip where it may be cut off."""
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.table.rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(index.column())
        if role == _MARK:
            marks = self.marks.get(index.column())
            return marks[index.row()] if marks else None
        return None

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return a column's heading, over its cells."""
        if orientation is not Qt.Orientation.Horizontal or section >= len(self.table.columns):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.table.columns[section].title
        return self._alignment(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def _alignment(self, column: int) -> Qt.AlignmentFlag:
        side = Qt.AlignmentFlag.AlignRight if self.table.columns[column].is_number else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter


class _Cell(QStyledItemDelegate):
    """Draws a cell: a mark, the text, and a hair line below the row."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802 - Qt's name
        """Return the room a cell needs, with its mark and padding."""
        room = option.fontMetrics.horizontalAdvance(str(index.data())) + 2 * _PAD + (22 if index.data(_MARK) else 0)
        return QSize(room + 2, _ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one cell in the theme's colours."""
        now, view = theme.current(), option.widget
        painter.save()
        painter.setFont(theme.font())
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = isinstance(view, TableView) and view.hovered_row == index.row()
        if chosen:
            painter.fillRect(option.rect, now.colour("accent_soft"))
        elif hovered:
            painter.fillRect(option.rect, theme.mix(now.colour("surface"), now.colour("text"), 0.035))
        line = QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1)
        painter.fillRect(line, now.colour("border"))
        self._draw_text(painter, option.rect.adjusted(_PAD, 0, -_PAD, 0), index)
        painter.restore()

    def _draw_text(self, painter: QPainter, room: QRect, index: Index) -> None:
        now, ink = theme.current(), theme.current().colour("text")
        if mark := index.data(_MARK):
            token, name = mark
            picture = icons.pixmap(name, now.colour(token), 16, painter.device().devicePixelRatioF())
            painter.drawPixmap(room.left(), room.center().y() - 7, picture)
            room = room.adjusted(22, 0, 0, 0)
            ink = now.colour(token)
        side = index.data(Qt.ItemDataRole.TextAlignmentRole)
        text = painter.fontMetrics().elidedText(str(index.data()), Qt.TextElideMode.ElideMiddle, room.width())
        painter.setPen(ink)
        painter.drawText(room, int(side), text)


class TableView(QTableView):
    """A table as high as its rows (``most`` of them), chosen from by click, Enter or Space."""

    chosen = Signal(str)
    """The key of the row that was opened by double click, Enter or Space."""
    picked = Signal()
    """Other rows are selected than before."""
    pointed = Signal(str)
    """The key of the row that is selected now; empty for none."""

    def __init__(self, name: str, most: int = 12, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model, self._most = TableModel(self), most
        self.hovered_row, self._wide = -1, 0
        self._spare: tuple[int, ...] = ()
        self.setModel(self._model)
        self.setItemDelegate(_Cell(self))
        self.setAccessibleName(name)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setCornerButtonEnabled(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(_ROW)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setFixedHeight(_HEAD)
        self.horizontalHeader().setMinimumSectionSize(56)
        self.entered.connect(self._hover)
        self.doubleClicked.connect(lambda index: self._choose(index.row()))
        self.selectionModel().selectionChanged.connect(lambda *_: self.picked.emit())
        self.selectionModel().currentRowChanged.connect(lambda index, _old: self.pointed.emit(self._key(index.row())))

    @property
    def key(self) -> str:
        """Key of the selected row; empty for none."""
        rows = self.selectionModel().selectedRows()
        return self._key(rows[0].row()) if rows else ""

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of all selected rows, from the top down."""
        return tuple(self._key(row) for row in sorted(index.row() for index in self.selectionModel().selectedRows()))

    def select_several(self) -> None:
        """Let more than one row be selected, with Ctrl or Shift."""
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)

    def select(self, key: str) -> None:
        """Select the row with ``key``, if there is one."""
        if key in self._model.table.keys:
            self.selectRow(self._model.table.keys.index(key))

    @property
    def table(self) -> Table:
        """What is shown now."""
        return self._model.table

    def show_table(
        self,
        table: Table,
        marks: Mapping[int, Sequence[Mark | None]] | None = None,
        wide: int = 0,
        spare: Sequence[int] = (),
    ) -> None:
        """Show ``table``; ``wide`` takes the room the other columns leave; those in ``spare`` go if there is none."""
        self._wide, self._spare = wide, tuple(spare)
        self._model.show_table(table, marks or {})
        header = self.horizontalHeader()
        for column in range(len(table.columns)):
            mode = QHeaderView.ResizeMode.Stretch if column == wide else QHeaderView.ResizeMode.ResizeToContents
            header.setSectionResizeMode(column, mode)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Leave out what there is no room for."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Hide as many of the spare columns as it takes to show the others whole."""
        header, columns = self.horizontalHeader(), range(len(self._model.table.columns))
        needs = {place: max(self.sizeHintForColumn(place), header.sectionSizeHint(place)) for place in columns}
        needs[self._wide] = min(needs.get(self._wide, 0), _WIDE)
        room = self.viewport().width() - sum(needs.values())
        for place in columns:
            if place not in self._spare:
                self.showColumn(place)
        for place in self._spare:
            self.setColumnHidden(place, room < 0)
            room += needs.get(place, 0) if room < 0 else 0
        # A bar to scroll sideways gets a place of its own: on the last row it would ask for another one.
        spared = needs[self._wide] - self.horizontalHeader().minimumSectionSize() if self._wide in needs else 0
        bar = self.horizontalScrollBar().sizeHint().height() if room + spared < 0 else 0
        rows = max(1, min(len(self._model.table.rows), self._most))
        self.setFixedHeight(rows * _ROW + _HEAD + 2 + bar)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Open the current row on Enter and Space."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.currentIndex().isValid():
            self._choose(self.currentIndex().row())
            return
        super().keyPressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Forget the row under the pointer."""
        self.hovered_row = -1
        self.viewport().update()
        super().leaveEvent(event)

    def _hover(self, index: QModelIndex) -> None:
        self.hovered_row = index.row()
        self.viewport().update()

    def _choose(self, row: int) -> None:
        if key := self._key(row):
            self.chosen.emit(key)

    def _key(self, row: int) -> str:
        keys = self._model.table.keys
        return keys[row] if 0 <= row < len(keys) else ""
