"""Phase bar: how far a run is, one stretch a phase, with the figure as text."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.gui import theme

_BAR, _TEXT, _GAP = 8, 20, 24


@dataclass(frozen=True, slots=True)
class Stretch:
    """One phase: its name, what is said beside it, the share done (0 to 1) and its colour token."""

    name: str
    text: str
    share: float
    token: str
    is_current: bool = False


class PhaseBar(QWidget):
    """All phases of a run side by side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stretches: tuple[Stretch, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_stretches(self, stretches: tuple[Stretch, ...]) -> None:
        """Show where the run is."""
        if stretches == self._stretches:
            return
        self._stretches = stretches
        self.setAccessibleName("; ".join(f"{one.name}: {one.text}" for one in stretches))
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the height of a line of text and the bar."""
        return QSize(240, _TEXT + _BAR + 2)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw name and text above, the bar below."""
        if not self._stretches:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = (self.width() - _GAP * (len(self._stretches) - 1)) / len(self._stretches)
        for index, stretch in enumerate(self._stretches):
            _draw(painter, QRectF(index * (width + _GAP), 0, width, self.height()), stretch)
        painter.end()


def _draw(painter: QPainter, room: QRectF, stretch: Stretch) -> None:
    now = theme.current()
    ink = "text" if stretch.is_current or stretch.share >= 1 else "muted"
    text = QRectF(room.left(), room.top(), room.width(), _TEXT - 4)
    painter.setFont(theme.font(weight=QFont.Weight.DemiBold if stretch.is_current else QFont.Weight.Normal))
    painter.setPen(now.colour(ink))
    painter.drawText(text, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, stretch.name)
    painter.setFont(theme.font())
    painter.setPen(now.colour("muted"))
    painter.drawText(text, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, stretch.text)
    track = QRectF(room.left(), room.top() + _TEXT, room.width(), _BAR)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(now.colour("neutral_soft"))
    painter.drawRoundedRect(track, _BAR / 2, _BAR / 2)
    if stretch.share > 0:
        track.setWidth(max(_BAR, track.width() * min(1.0, stretch.share)))
        painter.setBrush(now.colour(stretch.token))
        painter.drawRoundedRect(track, _BAR / 2, _BAR / 2)
