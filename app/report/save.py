"""Saving: a file appears under its name whole or not at all."""

import contextlib
import errno
import os
import secrets
import stat
from pathlib import Path
from typing import Final

from app.errors import WorldError
from app.i18n import tr
from sizing.i18n import N_

_ADVICE: Final = {
    errno.ENOSPC: N_("Free some space there, or choose another folder."),
    errno.EDQUOT: N_("Your quota there is used up: free some space, or choose another folder."),
    errno.EACCES: N_("Choose a folder you may write to."),
    errno.EPERM: N_("Choose a folder you may write to."),
    errno.EROFS: N_("The file system is read-only: choose another folder."),
    errno.ENOENT: N_("The folder does not exist: make it first, or choose another."),
    errno.ENOTDIR: N_("A part of the path is not a folder: choose another place."),
    errno.ENAMETOOLONG: N_("The name is too long: choose a shorter one."),
}


def save(path: Path, content: bytes) -> None:
    """Write ``content`` to a new file beside ``path``, flush it to storage and give it the name ``path``.

    A regular file of that name is replaced; through a symbolic link, the file it names.

    Raises:
        WorldError: there is something else under that name, or the file cannot be written; nothing has changed then.
    """
    try:
        final = path.resolve()
        _refuse_other_kinds(final)
        _replace(final, content)
    except (OSError, ValueError, RuntimeError) as error:
        # ValueError: a NUL in the name. RuntimeError: a loop of symbolic links.
        number = error.errno if isinstance(error, OSError) else None
        why = os.strerror(number) if number else str(error)
        raise WorldError(
            tr(N_("{path} could not be written: {why}.")).format(path=path, why=why),
            tr(_ADVICE.get(number or 0, N_("Choose another place."))),
        ) from error


def _refuse_other_kinds(path: Path) -> None:
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(mode):
        raise WorldError(
            tr(N_("{path} is not a file that may be overwritten.")).format(path=path),
            tr(N_("Give the name of a file, in a folder you may write to.")),
        )


def _replace(path: Path, content: bytes) -> None:
    beside = path.with_name(f".headroom-{secrets.token_hex(8)}.part")
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    _flush_folder(path.parent)


def _flush_folder(folder: Path) -> None:
    """Make the new name survive a power failure, where the system lets folders be flushed."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
