"""Failure: why a run gave no figures, in a sentence."""

import errno
import os
import signal
from typing import Final

from app.benchmark.board import Fault
from app.i18n import tr
from sizing.i18n import N_
from sizing.units import duration_text

_CAUSES: Final = {
    errno.ENOSPC: N_("The file system filled up during the run."),
    errno.EDQUOT: N_("The disk quota was used up during the run."),
    errno.EROFS: N_("The file system became read-only during the run."),
    errno.EFBIG: N_("The test files are larger than the file system or this user's limit (ulimit -f) allows."),
    errno.EMFILE: N_("A worker could not open its file: too many open files (ulimit -n)."),
    errno.EACCES: N_("A test file could not be created: permission was denied."),
    errno.ESTALE: N_("The file server no longer knows the test files (stale file handle)."),
}
_ACTIONS: Final = {
    Fault.CREATE: N_("A test file could not be created: {reason}."),
    Fault.WRITE: N_("Writing a test file failed: {reason}."),
    Fault.FLUSH: N_("The written data could not be brought to storage: {reason}."),
    Fault.READ: N_("Reading a test file failed: {reason}."),
}
_FINDINGS: Final = {
    Fault.SHORT: N_("A test file came back shorter than it was written."),
    Fault.RESERVE: N_("Others wrote to the file system during the run, until too little was free: it was stopped."),
}
_REMOVED: Final = N_("All test files were removed; there is no figure, because the sum of the workers is not whole.")
_HELD: Final = N_(
    "The test files have no names, and vanish as soon as the file system answers again; there is no figure."
)
_LEFT: Final = N_("These test files could not be removed, please remove them: {names}.")


def refused(fault: Fault, number: int) -> str:
    """Return what the system refused a worker: ``number`` is its ``errno``."""
    if fault in _FINDINGS:
        return tr(_FINDINGS[fault])
    if number in _CAUSES:
        return tr(_CAUSES[number])
    return tr(_ACTIONS[fault]).format(reason=os.strerror(number))


def stalled(seconds: float) -> str:
    """Return that the file system stopped answering, ``seconds`` ago."""
    text = tr(N_("The file system stopped answering: for {time} nothing was written, read or flushed."))
    return text.format(time=duration_text(seconds))


def died(exit_code: int) -> str:
    """Return how a silent worker's process ended: ``exit_code``, or minus the signal that killed it."""
    if exit_code >= 0:
        return tr(N_("A worker process ended unexpectedly (exit code {code}).")).format(code=exit_code)
    text = tr(N_("A worker process was killed ({signal}).")).format(signal=_signal_name(-exit_code))
    if -exit_code == signal.SIGKILL:
        text += " " + tr(N_("The system does that when memory runs out."))
    return text


def whole(cause: str, left: tuple[str, ...], *, are_held: bool) -> str:
    """Return ``cause`` with what became of the test files.

    ``left`` names those that are still there; others without a name ``are_held`` by workers that hang in the kernel.
    """
    if left:
        return f"{cause} {tr(_LEFT).format(names=', '.join(left))}"
    return f"{cause} {tr(_HELD if are_held else _REMOVED)}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
