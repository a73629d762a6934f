"""Faults of our own: kept in the log, and worded so that they can be copied and sent."""

import logging
import platform
import sys
import traceback
from types import TracebackType

from PySide6.QtCore import qVersion

from app import __version__
from app.background import BackgroundFailedError

_log = logging.getLogger("headroom")


def describe(task: str, error: BaseException) -> str:
    """Write ``error`` to the log and return the details of it as text."""
    told = "".join(traceback.format_exception(error))
    if isinstance(error, BackgroundFailedError):
        told = str(error)
    _log.error("fault during %s\n%s", task, told)
    system = f"Headroom {__version__}, Python {platform.python_version()}, Qt {qVersion()}, {platform.platform()}"
    return f"{system}\n{task}\n{told}"


def catch(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Take what nobody else caught: into the log, and shown in the window. For ``sys.excepthook``."""
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
        return
    from PySide6.QtWidgets import QApplication

    from app.gui.main_window import MainWindow

    details = describe("window", error.with_traceback(trace))
    windows = [one for one in QApplication.topLevelWidgets() if isinstance(one, MainWindow)]
    if not windows:
        sys.stderr.write(f"{details}\n")
    for window in windows:
        window.notices.fail("window", error)
