"""Icons: the bundled drawings, in any colour, sharp at any scale.

Qt's own reader of SVG files draws them: a drawing is told its colour and its size in pixels before it is read. That
spares the classes for painting before the first paint, which take longer to load than all icons to draw.
"""

from functools import lru_cache

from PySide6.QtGui import QColor, QIcon, QPixmap

from app.paths import resource

_GRID = 24
"""Width and height of every drawing, in its own units."""


def pixmap(name: str, colour: QColor, size: int, ratio: float = 1.0, gap: int = 0) -> QPixmap:
    """Return the icon ``name`` in ``colour``, ``size`` device-independent pixels wide on a screen of ``ratio``.

    ``gap`` pixels of nothing follow it: a style sheet leaves a button no other way to keep its text at a distance.
    """
    return _tinted(name, colour.name(), size, ratio, gap)


def button_icon(name: str, colours: tuple[QColor, QColor, QColor], size: int, ratio: float, gap: int) -> QIcon:
    """Return ``name`` as a button wants it: in the first colour, in the second when checked, in the third when off."""
    ordinary, checked, disabled = (pixmap(name, colour, size, ratio, gap) for colour in colours)
    made = QIcon(ordinary)
    made.addPixmap(disabled, QIcon.Mode.Disabled)
    for mode in (QIcon.Mode.Normal, QIcon.Mode.Active, QIcon.Mode.Selected):
        made.addPixmap(checked, mode, QIcon.State.On)
    return made


@lru_cache(maxsize=512)
def _tinted(name: str, colour: str, size: int, ratio: float, gap: int) -> QPixmap:
    width, height = round((size + gap) * ratio), round(size * ratio)
    drawing = _drawing(name).replace("currentColor", colour)
    drawing = drawing.replace(f'width="{_GRID}"', f'width="{width}"').replace(f'height="{_GRID}"', f'height="{height}"')
    box = f'viewBox="0 0 {_GRID * width / height:.4f} {_GRID}"'
    picture = QPixmap()
    if not picture.loadFromData(drawing.replace(f'viewBox="0 0 {_GRID} {_GRID}"', box).encode(), "SVG"):
        raise RuntimeError(f"the icon {name} cannot be drawn: Qt's reader of SVG files is missing")
    picture.setDevicePixelRatio(ratio)
    return picture


@lru_cache(maxsize=128)
def _drawing(name: str) -> str:
    return resource("icons", f"{name}.svg").read_text("utf-8")
