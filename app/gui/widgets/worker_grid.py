"""Worker grid: one small curve a worker with its rate as text, so that the slow one is seen."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.gui import theme

_HEIGHT, _GAP, _NARROW = 72, 10, 150


@dataclass(frozen=True, slots=True)
class Spark:
    """One worker: its name, its rate in words, and its curves as (x, y) between 0 and 1, each in its colour."""

    name: str
    text: str
    curves: tuple[tuple[str, tuple[tuple[float, float], ...]], ...]


class WorkerGrid(QWidget):
    """As many small curves as there are workers, in as many columns as fit."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sparks: tuple[Spark, ...] = ()
        self._name = name
        self._demand = 0.0
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_sparks(self, sparks: tuple[Spark, ...], demand: float) -> None:
        """Show every worker; ``demand`` (0 to 1) is the height of what one must deliver."""
        grows = len(sparks) != len(self._sparks)
        self._sparks, self._demand = sparks, demand
        self.speak()
        if grows:
            self.updateGeometry()
        self.update()

    @property
    def count(self) -> int:
        """How many workers are shown."""
        return len(self._sparks)

    def show_some(self, first: int, sparks: Sequence[Spark]) -> None:
        """Show ``sparks`` from worker ``first`` on anew; only their cells are painted."""
        last = first + len(sparks)
        self._sparks = (*self._sparks[:first], *sparks, *self._sparks[last:])
        for index in range(first, last):
            self.update(self._cell(index).toAlignedRect())

    def speak(self) -> None:
        """Tell a screen reader what is shown now."""
        texts = "; ".join(f"{spark.name} {spark.text}" for spark in self._sparks)
        self.setAccessibleName(f"{self._name}: {texts}")

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a width for a few workers and the height that goes with it."""
        return QSize(480, self.heightForWidth(self.width() or 480))

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """Return the height of all rows at ``width``."""
        columns = self._columns(width)
        rows = max(1, -(-len(self._sparks) // columns))
        return rows * (_HEIGHT + _GAP) - _GAP

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the cells that are to be seen and have changed."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        region = event.region()
        for index, spark in enumerate(self._sparks):
            room = self._cell(index)
            if region.intersects(room.toAlignedRect()):
                self._draw(painter, room, spark)
        painter.end()

    def _cell(self, index: int) -> QRectF:
        columns = self._columns(self.width())
        width = (self.width() - _GAP * (columns - 1)) / columns
        line, place = divmod(index, columns)
        return QRectF(place * (width + _GAP), line * (_HEIGHT + _GAP), width, _HEIGHT)

    def _columns(self, width: int) -> int:
        fitting = max(1, (width + _GAP) // (_NARROW + _GAP))
        return max(1, min(fitting, max(len(self._sparks), 2)))

    def _draw(self, painter: QPainter, room: QRectF, spark: Spark) -> None:
        now = theme.current()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(now.colour("sunken"))
        painter.drawRoundedRect(room, 6, 6)
        head = room.adjusted(10, 5, -10, 0)
        head.setHeight(18)
        painter.setFont(theme.font(11, QFont.Weight.DemiBold))
        painter.setPen(now.colour("muted"))
        painter.drawText(head, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, spark.name)
        painter.setPen(now.colour("text"))
        painter.drawText(head, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, spark.text)
        field = room.adjusted(10, 26, -10, -7)
        height = field.bottom() - self._demand * field.height()
        painter.setPen(QPen(now.colour("requirement"), 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(field.left(), height), QPointF(field.right(), height))
        for token, points in spark.curves:
            _draw_curve(painter, field, now.colour(token), points)


def _draw_curve(painter: QPainter, field: QRectF, colour: QColor, points: tuple[tuple[float, float], ...]) -> None:
    line = QPolygonF(
        [QPointF(field.left() + x * field.width(), field.bottom() - y * field.height()) for x, y in points]
    )
    if line.isEmpty():
        return
    soft = QColor(colour)
    soft.setAlphaF(0.14)
    ground = QPolygonF(line)
    ground.append(QPointF(line.last().x(), field.bottom()))
    ground.append(QPointF(line.first().x(), field.bottom()))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(soft)
    painter.drawPolygon(ground)
    painter.setPen(QPen(colour, 1))
    painter.drawPolyline(line)
