"""Application: sets up Qt, shows the window, and ends with an exit code."""

import os
import signal
import sys
from collections.abc import Sequence
from types import TracebackType

from PySide6.QtCore import QSocketNotifier
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from app import __version__
from app.gui import icons, theme
from app.gui.glimpse import glimpse
from app.gui.main_window import MainWindow
from app.gui.theme import Scheme
from app.gui.visit import Visit


def main(argv: Sequence[str] = ()) -> int:
    """Show the window until it is closed; return the exit code."""
    scheme, geometry = glimpse()
    application = set_up(["headroom", *argv], scheme)
    sys.excepthook = _catch
    window = MainWindow(Visit(), scheme, geometry)
    _end_on_signals(application, window)
    window.painted.connect(_keep_log)
    window.show()
    return application.exec()


def set_up(argv: list[str], scheme: Scheme = Scheme.SYSTEM) -> QApplication:
    """Return the application, with our fonts, colours and name; the one there is if there is one."""
    found = QApplication.instance()
    application = found if isinstance(found, QApplication) else QApplication(argv)
    application.setApplicationName("Headroom")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("headroom")
    application.setStyle("Fusion")
    theme.load_fonts(application)
    theme.apply(theme.choose(scheme))
    application.setWindowIcon(QIcon(icons.pixmap("headroom", theme.themes()["light"].colour("accent"), 128)))
    application.styleHints().colorSchemeChanged.connect(_follow)
    return application


def _catch(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    from app.gui.faults import catch

    catch(kind, error, trace)


def _keep_log() -> None:
    """Begin the log file. Only now, because loading what writes it would hold up the first paint."""
    from app.log import to_file

    to_file()
    sys.excepthook = _catch


def _follow(_scheme: object) -> None:
    """Change with the desktop, if that is what the user chose."""
    from app.settings import Theme, load

    if load().theme is Theme.SYSTEM:
        theme.apply(theme.choose(Scheme.SYSTEM))


def _end_on_signals(application: QApplication, window: MainWindow) -> None:
    """Let Ctrl+C and ``kill`` end a run cleanly: Qt's loop alone would not notice a signal until the next event."""
    ours, theirs = os.pipe()
    os.set_blocking(theirs, False)
    signal.set_wakeup_fd(theirs)
    notifier = QSocketNotifier(ours, QSocketNotifier.Type.Read, application)

    def end(*_: object) -> None:
        window.visit.close()
        application.quit()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    notifier.activated.connect(end)

    def forget() -> None:
        signal.set_wakeup_fd(-1)
        os.close(ours)
        os.close(theirs)

    application.aboutToQuit.connect(forget)
