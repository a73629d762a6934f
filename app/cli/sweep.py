"""Sweep: the command that removes test files which a killed run left, as every run does before it begins."""

import argparse
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from app.cli.terminal import Terminal
from app.errors import ExitCode
from app.i18n import tr
from sizing.i18n import N_

if TYPE_CHECKING:
    from app.benchmark.sweep import Swept

_PATIENCE_S: Final = 60.0
_BEFORE_A_RUN_S: Final = 10.0
_NAP_S: Final = 0.02


def add(commands: Any, command: Callable[..., argparse.ArgumentParser]) -> None:  # noqa: ANN401 - argparse's own
    """Add the command to the command line."""
    more = tr(
        N_("Only what the journal, the inodes and a mark in the file prove to be a test file of yours is removed.")
    )
    command(commands, "sweep", tr(N_("remove test files that a killed run left")), sweep, more=more)


def sweep(_: argparse.Namespace, terminal: Terminal) -> int:
    """Remove what is left of killed runs, and name what stays."""
    found, is_whole = _swept(_PATIENCE_S)
    _tell(found, terminal)
    if not is_whole:
        terminal.note(tr(_SILENT))
    if not (found.removed or found.left) and is_whole:
        terminal.say(tr(N_("No test file was left behind.")))
    terminal.document({"removed": found.removed, "left": found.left, "is_whole": is_whole})
    return ExitCode.LEFT_BEHIND if found.left or not is_whole else ExitCode.PASSED


def tidy(terminal: Terminal) -> None:
    """Remove what is left of killed runs before a new one begins, if there is anything."""
    from app.benchmark.sweep import is_due

    if is_due():
        found, is_whole = _swept(_BEFORE_A_RUN_S)
        _tell(found, terminal)
        if not is_whole:
            terminal.note(tr(_SILENT))


_SILENT: Final = N_("A file system with test files of an earlier run does not answer; try headroom sweep later.")


def _swept(patience_s: float) -> "tuple[Swept, bool]":
    """Return what came of a sweep, and whether it came to its end."""
    from app.background import Background, BackgroundFailedError
    from app.benchmark.sweep import Swept, sweeping

    work = Background(sweeping, deadline_s=patience_s)
    found = Swept()
    try:
        while not work.is_over:
            found = work.poll() or found
            time.sleep(_NAP_S)
    except BackgroundFailedError:
        return found, False
    finally:
        work.close()
    return found, True


def _tell(found: "Swept", terminal: Terminal) -> None:
    for path in found.removed:
        terminal.note(tr(N_("Removed a test file of an earlier run: {path}")).format(path=path))
    for remnant in found.left:
        text = tr(N_("Still there, please look at it: {path} ({reason})"))
        terminal.note(text.format(path=remnant.path, reason=remnant.reason))
