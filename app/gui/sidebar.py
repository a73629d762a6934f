"""Sidebar: the product's mark, the pages, and the choice of theme."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QWidget

from app import __version__
from app.gui.theme import Scheme
from app.gui.widgets.button import Button
from app.gui.widgets.glyph import Glyph
from app.gui.widgets.text import column, label, row
from app.i18n import tr
from sizing.i18n import N_

PAGES = (
    ("machine", N_("Machine"), "server"),
    ("benchmark", N_("Benchmark"), "gauge"),
    ("findings", N_("Findings"), "clipboard-check"),
    ("history", N_("History"), "history"),
    ("rulebook", N_("Rulebook"), "book-open"),
    ("report", N_("Report"), "file-text"),
)
"""Name, title and icon of each page, in the order of a visit."""
if TYPE_CHECKING:
    from PySide6.QtGui import QAction

_SCHEMES = ((Scheme.SYSTEM, N_("As the system")), (Scheme.LIGHT, N_("Light")), (Scheme.DARK, N_("Dark")))
_WIDTH = 216


class Sidebar(QFrame):
    """The way through the window."""

    wanted = Signal(str)
    """The name of the page the user wants to see."""
    scheme_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sidebar")
        self.setFixedWidth(_WIDTH)
        self._group = QButtonGroup(self)
        self._buttons: dict[str, Button] = {}
        self._actions: dict[str, QAction] = {}
        self.status = label("", "small", wraps=True)
        body = column(self, spacing=4, margins=(12, 20, 12, 14))
        body.addLayout(_brand())
        body.addSpacing(18)
        for number, (name, title, icon) in enumerate(PAGES, start=1):
            body.addWidget(self._page_button(number, name, tr(title), icon))
        body.addStretch(1)
        body.addWidget(self.status)
        self._appearance = Button(tr(N_("Appearance")), "nav", "sun-moon")
        body.addWidget(self._appearance)
        version = label(f"Headroom {__version__}", "small")
        version.setContentsMargins(11, 6, 0, 0)
        self.status.setContentsMargins(11, 0, 0, 6)
        body.addWidget(version)

    def show_page(self, name: str) -> None:
        """Mark the page that is shown."""
        self._buttons[name].setChecked(True)

    def complete(self, scheme: Scheme) -> None:
        """Add what need not be there at the first paint: shortcuts, and the menu of themes with ``scheme`` marked."""
        from PySide6.QtGui import QKeySequence, QShortcut

        for number, (name, _title, _icon) in enumerate(PAGES, start=1):
            shortcut = QShortcut(QKeySequence(f"Ctrl+{number}"), self)
            shortcut.activated.connect(lambda page=name: self.wanted.emit(page))
        self._add_menu()
        self.show_scheme(scheme)

    def show_scheme(self, scheme: Scheme) -> None:
        """Mark the choice of theme."""
        self._actions[scheme.value].setChecked(True)

    def _page_button(self, number: int, name: str, title: str, icon: str) -> Button:
        button = Button(title, "nav", icon, tip=f"{title} (Ctrl+{number})")
        button.setCheckable(True)
        button.clicked.connect(lambda: self.wanted.emit(name))
        self._group.addButton(button)
        self._buttons[name] = button
        return button

    def _add_menu(self) -> None:
        from PySide6.QtCore import QPoint
        from PySide6.QtGui import QActionGroup
        from PySide6.QtWidgets import QMenu

        button = self._appearance
        menu, group = QMenu(button), QActionGroup(button)
        for scheme, title in _SCHEMES:
            action = menu.addAction(tr(title))
            action.setCheckable(True)
            action.triggered.connect(lambda _checked, value=scheme.value: self.scheme_wanted.emit(value))
            group.addAction(action)
            self._actions[scheme.value] = action
        button.clicked.connect(lambda: menu.popup(button.mapToGlobal(QPoint(0, -menu.sizeHint().height() - 4))))


def _brand() -> QHBoxLayout:
    line = row(spacing=10, margins=(10, 0, 0, 0))
    name = label("Headroom")
    name.setObjectName("brand")
    line.addWidget(Glyph("headroom", "accent", 26))
    line.addWidget(name, 1)
    return line
