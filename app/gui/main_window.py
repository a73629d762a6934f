"""Main window: the sidebar, the page it leads to, and what must be asked before all is closed."""

from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QTimer, Signal
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QWidget

from app.gui import theme
from app.gui.notices import Notices
from app.gui.sidebar import PAGES, Sidebar
from app.gui.theme import Scheme
from app.gui.visit import Visit
from app.gui.widgets.page import Page
from app.gui.widgets.text import column, row
from app.i18n import tr
from sizing.i18n import N_

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent, QPaintEvent

_SIZE = (1320, 860)
_LEAST = (960, 620)


class MainWindow(QMainWindow):
    """The one window. Pages are made when they are first wanted; nothing slow happens before the first paint."""

    painted = Signal()
    """The window was painted for the first time."""

    def __init__(self, visit: Visit, scheme: Scheme = Scheme.SYSTEM, geometry: str = "") -> None:
        super().__init__()
        self.setWindowTitle("Headroom")
        self.setMinimumSize(*_LEAST)
        self.visit = visit
        self.sidebar = Sidebar()
        self.notices = Notices(visit)
        self._stack = QStackedWidget()
        self._pages: dict[str, Page] = {}
        self._lay_out()
        self._connect()
        self._scheme = scheme
        self.resize(*_SIZE)
        self.restoreGeometry(QByteArray.fromBase64(geometry.encode()))
        self._stack.addWidget(Page(tr(N_("This machine")), tr(N_("Being looked at …"))))
        self.sidebar.show_page("machine")

    def show_page(self, name: str) -> None:
        """Lead to the page ``name``, and to a place on it if one follows a colon: ``"rulebook:write-rate"``."""
        name, _, place = name.partition(":")
        self._stack.setCurrentWidget(self.page(name))
        self.sidebar.show_page(name)
        if place:
            self.page(name).point(place)

    def page(self, name: str) -> Page:
        """Return the page ``name``, made now if it was never shown."""
        if name not in self._pages:
            self._pages[name] = _make(name, self.visit)
            self._stack.addWidget(self._pages[name])
        return self._pages[name]

    def show_scheme(self, name: str) -> None:
        """Show the theme the user chose, now and at the next start."""
        from app.settings import Theme

        scheme = Scheme(name)
        self.sidebar.show_scheme(scheme)
        self.visit.remember(replace(self.visit.settings, theme=Theme(name)))
        theme.apply(theme.choose(scheme))

    def closeEvent(self, event: "QCloseEvent") -> None:  # noqa: N802 - Qt's name
        """Ask before a run is cut off; then end it and leave nothing behind."""
        if self.visit.is_running and not self._may_stop():
            event.ignore()
            return
        geometry = bytes(self.saveGeometry().toBase64().data()).decode()
        self.visit.remember(replace(self.visit.settings, geometry=geometry))
        self.visit.close()
        event.accept()

    def _begin(self) -> None:
        self.sidebar.complete(self._scheme)
        self.painted.emit()
        if not self._pages:
            self.show_page("machine")
        self.visit.look()
        # Loading the plot takes a third of a second: now, while the machine is looked at, nobody waits for it.
        QTimer.singleShot(0, lambda: import_module("app.gui.widgets.plot"))

    def _lay_out(self) -> None:
        body = _Body()
        content = column()
        content.addWidget(self.notices)
        content.addWidget(self._stack, 1)
        line = row(body)
        line.addWidget(self.sidebar)
        line.addLayout(content, 1)
        self.setCentralWidget(body)
        body.painted.connect(self._begin)
        body.setFocus()

    def _connect(self) -> None:
        self.sidebar.wanted.connect(self.show_page)
        self.sidebar.scheme_wanted.connect(self.show_scheme)
        self.visit.page_wanted.connect(self.show_page)
        self.visit.progressed.connect(self._show_progress)
        self.visit.run_changed.connect(self._show_run)

    def _may_stop(self) -> bool:
        from app.gui.questions import ask

        return ask(
            self,
            tr(N_("A measurement is going on.")),
            tr(N_("Closing the window stops it and removes its test files. No figure of it is kept.")),
            tr(N_("Stop and close")),
            tr(N_("Go on measuring")),
        )

    def _show_progress(self, progress: object) -> None:
        from app.benchmark.progress import Progress
        from app.presenters.live import fraction

        if isinstance(progress, Progress):
            share = f"{100 * fraction(progress):.0f} %"
            self.sidebar.status.setText(tr(N_("Measuring: {share} done")).format(share=share))

    def _show_run(self) -> None:
        if not self.visit.is_running:
            self.sidebar.status.clear()


class _Body(QWidget):
    """What all of the window stands on; tells once that it was painted."""

    painted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._was_painted = False

    def paintEvent(self, event: "QPaintEvent") -> None:  # noqa: N802 - Qt's name
        """Tell of the first paint, after it: a timer of 0 ms that was set at the start would fire before it."""
        super().paintEvent(event)
        if not self._was_painted:
            self._was_painted = True
            QTimer.singleShot(0, self.painted.emit)


def _make(name: str, visit: Visit) -> Page:
    """Return a new page; its module is loaded only now."""
    if name not in {page for page, _title, _icon in PAGES}:
        raise LookupError(f"no page {name}")
    module = import_module(f"app.gui.pages.{name}")
    made = getattr(module, f"{name.title()}Page")(visit)
    if not isinstance(made, Page):
        raise TypeError(f"{made!r} is no page")
    return made
