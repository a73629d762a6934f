"""Log: what happened, for those who mend the program; never on stdout, which belongs to results."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.errors import WorldError
from app.paths import data_folder, make_private

if TYPE_CHECKING:
    import logging
    from types import TracebackType

LEVELS: Final = ("debug", "info", "warning", "error")
FILE_NAME: Final = "headroom.log"
_DEFAULT: Final = "warning"
_FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_LARGEST: Final = 1024**2
_KEPT: Final = 2


def to_stderr(level: str | None = None) -> None:
    """Send messages of ``level`` and above to stderr; without one, ``HEADROOM_LOG`` or ``"warning"`` decides."""
    import logging

    _send(logging.StreamHandler(sys.stderr), level, _DEFAULT)


def to_file(level: str | None = None) -> Path | None:
    """Send messages to a file in the user's data folder as well, which is kept small, and crashes with them.

    Without ``level``, ``HEADROOM_LOG`` or ``"info"`` decides. Returns the file, or ``None`` where it cannot be written:
    that is said on stderr and is no reason to stop.
    """
    import logging
    from logging.handlers import RotatingFileHandler

    try:
        path = data_folder() / FILE_NAME
        make_private(path.parent)
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
        handler = RotatingFileHandler(
            path, maxBytes=_LARGEST, backupCount=_KEPT, encoding="utf-8", errors="backslashreplace"
        )
    except (OSError, WorldError) as error:
        to_stderr(level)
        logging.getLogger(__name__).warning("no log file: %s", error)
        return None
    _send(handler, level, "info")
    sys.excepthook = _record_crash
    return path


def _send(handler: "logging.Handler", level: str | None, default: str) -> None:
    import logging

    asked = level or os.environ.get("HEADROOM_LOG", "").lower()
    known = asked if asked in LEVELS else default
    handler.setFormatter(logging.Formatter(_FORMAT))
    handler.setLevel(known.upper())
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(min(handler.level for handler in root.handlers))
    if asked and asked != known:
        logging.getLogger(__name__).warning("%r is no log level; there are %s", asked, ", ".join(LEVELS))


def _record_crash(kind: type[BaseException], error: BaseException, trace: "TracebackType | None") -> None:
    import logging

    if not issubclass(kind, KeyboardInterrupt):
        logging.getLogger("crash").critical("the program crashed", exc_info=(kind, error, trace))
    sys.__excepthook__(kind, error, trace)
