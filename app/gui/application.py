"""Application: sets up Qt, shows the window, and ends with an exit code."""

import signal
import socket
import sys
from collections.abc import Sequence

from PySide6.QtCore import QSocketNotifier, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from app import __version__
from app.gui import icons, theme
from app.gui.main_window import MainWindow
from app.gui.visit import Visit
from app.log import to_file
from app.settings import Theme as Scheme
from app.settings import load, save


def main(argv: Sequence[str] = ()) -> int:
    """Show the window until it is closed; return the exit code."""
    from app.gui.faults import catch

    to_file()
    application = set_up(["headroom", *argv])
    sys.excepthook = catch
    window = MainWindow(Visit(load(), save))
    _end_on_signals(application, window)
    window.show()
    return application.exec()


def set_up(argv: list[str]) -> QApplication:
    """Return the application, with our fonts, colours and name; the one there is if there is one."""
    found = QApplication.instance()
    application = found if isinstance(found, QApplication) else QApplication(argv)
    application.setApplicationName("Headroom")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("headroom")
    application.setStyle("Fusion")
    theme.load_fonts(application)
    theme.apply(theme.choose(load().theme))
    application.setWindowIcon(QIcon(icons.pixmap("headroom", theme.themes()["light"].colour("accent"), 128)))
    application.styleHints().colorSchemeChanged.connect(_follow)
    return application


def _follow(_scheme: Qt.ColorScheme) -> None:
    """Change with the desktop, if that is what the user chose."""
    if load().theme is Scheme.SYSTEM:
        theme.apply(theme.choose(Scheme.SYSTEM))


def _end_on_signals(application: QApplication, window: MainWindow) -> None:
    """Let Ctrl+C and ``kill`` end a run cleanly: Qt's loop alone would not notice a signal until the next event."""
    ours, theirs = socket.socketpair()
    ours.settimeout(0)
    theirs.settimeout(0)
    signal.set_wakeup_fd(theirs.fileno())
    notifier = QSocketNotifier(ours.fileno(), QSocketNotifier.Type.Read, application)

    def end(*_: object) -> None:
        window.visit.close()
        application.quit()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    notifier.activated.connect(end)

    def forget() -> None:
        signal.set_wakeup_fd(-1)
        ours.close()
        theirs.close()

    application.aboutToQuit.connect(forget)
