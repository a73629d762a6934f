"""Page: a title, a sentence below it, actions to the right, and a body that scrolls."""

from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from app.gui.widgets.text import column, label, row

_WIDEST = 1500
# The numbers of Qt.ScrollBarPolicy.ScrollBarAlwaysOff and Qt.FocusPolicy.NoFocus, for the reason given in text.py.
_ALWAYS_OFF, _NO_FOCUS = 1, 0


class Page(QScrollArea):
    """What all pages have in common; ``body`` is the layout for what makes them different."""

    def __init__(self, title: str, subtitle: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setProperty("horizontalScrollBarPolicy", _ALWAYS_OFF)
        self.setProperty("focusPolicy", _NO_FOCUS)
        self.setAccessibleName(title)
        inner = QWidget()
        inner.setObjectName("page")
        self._title, self._subtitle = label(title, "title"), label(subtitle, "subtitle", wraps=True)
        self.buttons = row(spacing=10)
        self.body = column(spacing=16)
        self._arrange(inner)
        self.setWidget(inner)

    def entitle(self, title: str, subtitle: str) -> None:
        """Show another title and sentence."""
        self._title.setText(title)
        self._subtitle.setText(subtitle)
        self._subtitle.setVisible(bool(subtitle))

    def point(self, place: str) -> None:
        """Show ``place`` on the page; pages without places take no heed."""

    def _arrange(self, inner: QWidget) -> None:
        words = column(spacing=2)
        words.addWidget(self._title)
        words.addWidget(self._subtitle)
        head = row(spacing=24)
        head.addLayout(words, 1)
        head.addLayout(self.buttons)
        content = QWidget()
        content.setMaximumWidth(_WIDEST)
        stacked = column(content, spacing=16, margins=(28, 24, 28, 28))
        stacked.addLayout(head)
        stacked.addLayout(self.body, 1)
        outer = row(inner)
        outer.addWidget(content)
