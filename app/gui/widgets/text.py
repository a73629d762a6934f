"""Text: labels that carry their role in the style sheet, and the layouts around them."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLayout, QSizePolicy, QVBoxLayout, QWidget

Margins = tuple[int, int, int, int]
# The number of Qt.TextFormat.PlainText: to load the names of all Qt's numbers takes a tenth of the first paint.
_PLAIN = 0
_NONE: Margins = (0, 0, 0, 0)


class Paragraph(QLabel):
    """A label that breaks its lines at any width: a layout may make it as narrow as it likes, and then as high."""

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return one short line; the height for a width is asked for apart."""
        return QSize(24, self.fontMetrics().height())


def label(text: str = "", role: str = "", *, wraps: bool = False, selectable: bool = False) -> QLabel:
    """Return a label in the style of ``role`` (see ``resources/style/window.qss``); it never reads its text as HTML."""
    made = Paragraph(text) if wraps else QLabel(text)
    made.setProperty("textFormat", _PLAIN)
    if role:
        made.setProperty("role", role)
    if wraps:
        made.setWordWrap(True)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        made.setSizePolicy(policy)
    if selectable:
        from PySide6.QtCore import Qt

        made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return made


def column(parent: QWidget | None = None, *, spacing: int = 0, margins: Margins = _NONE) -> QVBoxLayout:
    """Return a layout that goes from top to bottom, the layout of ``parent`` if given."""
    layout = QVBoxLayout() if parent is None else QVBoxLayout(parent)
    layout.setSpacing(spacing)
    layout.setContentsMargins(*margins)
    return layout


def row(parent: QWidget | None = None, *, spacing: int = 0, margins: Margins = _NONE) -> QHBoxLayout:
    """Return a layout that goes from left to right, the layout of ``parent`` if given."""
    layout = QHBoxLayout() if parent is None else QHBoxLayout(parent)
    layout.setSpacing(spacing)
    layout.setContentsMargins(*margins)
    return layout


def frame(kind: str, **properties: str) -> QFrame:
    """Return a surface of one ``kind`` in the style sheet."""
    made = QFrame()
    made.setProperty("kind", kind)
    for name, value in properties.items():
        made.setProperty(name, value)
    return made


def empty(layout: QLayout) -> None:
    """Take everything out of ``layout`` and let it go."""
    while (item := layout.takeAt(0)) is not None:
        if (inner := item.layout()) is not None:
            empty(inner)
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()


def restyle(widget: QWidget, name: str, value: str) -> None:
    """Give ``widget`` another property of the style sheet and show it."""
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    for one in (widget, *widget.findChildren(QWidget)):
        one.style().unpolish(one)
        one.style().polish(one)
