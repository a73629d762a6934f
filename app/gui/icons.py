"""Icons: the bundled drawings, in any colour, sharp at any scale."""

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from app.paths import resource


def pixmap(name: str, colour: QColor, size: int, ratio: float = 1.0, gap: int = 0) -> QPixmap:
    """Return the icon ``name`` in ``colour``, ``size`` device-independent pixels wide on a screen of ``ratio``.

    ``gap`` pixels of nothing follow it: a style sheet leaves a button no other way to keep its text at a distance.
    """
    return _tinted(name, colour.rgba(), size, ratio, gap)


def button_icon(name: str, colours: tuple[QColor, QColor, QColor], size: int, ratio: float, gap: int) -> QIcon:
    """Return ``name`` as a button wants it: in the first colour, in the second when checked, in the third when off."""
    ordinary, checked, disabled = (pixmap(name, colour, size, ratio, gap) for colour in colours)
    made = QIcon(ordinary)
    made.addPixmap(disabled, QIcon.Mode.Disabled)
    for mode in (QIcon.Mode.Normal, QIcon.Mode.Active, QIcon.Mode.Selected):
        made.addPixmap(checked, mode, QIcon.State.On)
    return made


@lru_cache(maxsize=512)
def _tinted(name: str, colour: int, size: int, ratio: float, gap: int) -> QPixmap:
    picture = QPixmap(QSize(size + gap, size) * ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    _drawing(name).render(painter, QRectF(0, 0, size * ratio, size * ratio))
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(picture.rect(), QColor.fromRgba(colour))
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture


@lru_cache(maxsize=128)
def _drawing(name: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(resource("icons", f"{name}.svg").read_bytes()))
