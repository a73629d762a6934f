"""Sweep: removes test files that a killed run left behind, and nothing that is not proved to be one.

Proof is the journal, which names folder and file; the inodes of both; that the file is a plain one of this user with no
other name; and the nonce it begins with. A file that is still empty has none, and is ours by its name and inode.
"""

import fcntl
import os
import platform
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from app.benchmark.journal import NONCE_BYTES, Note, notes
from app.i18n import tr
from app.paths import data_folder
from sizing.i18n import N_


@dataclass(frozen=True, slots=True)
class Remnant:
    """A test file that a journal names and that is still there, or may be; ``reason`` says why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Swept:
    """Paths of the test files that were removed, and those that were not."""

    removed: tuple[str, ...] = ()
    left: tuple[Remnant, ...] = ()


def journal_folder() -> Path:
    """Return where journals are."""
    return data_folder() / "journal"


def is_due() -> bool:
    """Return whether there is any journal; only our own data folder is looked at."""
    return any(journal_folder().glob("*.jsonl"))


def sweeping() -> Iterator[Swept]:
    """Sweep what every journal names, and yield what came of it: for a background process, as it may hang."""
    removed: list[str] = []
    left: list[Remnant] = []
    for path in sorted(journal_folder().glob("*.jsonl")):
        found = _sweep(path)
        removed += found.removed
        left += found.left
        yield Swept(tuple(removed), tuple(left))


def _sweep(path: Path) -> Swept:
    """Sweep what one journal names, and remove it when nothing of that is left."""
    try:
        journal = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return Swept()
    try:
        fcntl.flock(journal, fcntl.LOCK_EX | fcntl.LOCK_NB)
        removed, left = [], []
        for note in notes(os.pread(journal, os.fstat(journal).st_size, 0)):
            place = str(Path(note.folder, note.name))
            try:
                removed += [place] if _removed(note) else []
            except OSError as error:
                left.append(Remnant(place, os.strerror(error.errno) if error.errno else str(error)))
        if not left:
            path.unlink()
        return Swept(tuple(removed), tuple(left))
    except OSError:
        return Swept()  # locked: a run that is going on looks after its own files
    finally:
        os.close(journal)


def _removed(note: Note) -> bool:
    """Remove the file; return whether there was one.

    Raises:
        OSError: it is not proved to be ours, or the system will not remove it.
    """
    if note.host != platform.node():
        raise OSError(tr(N_("another host, {name}, made it")).format(name=note.host))
    try:
        folder = os.open(note.folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        raise OSError(tr(N_("its folder is not there now"))) from None
    try:
        if os.fstat(folder).st_ino != note.folder_inode:
            raise OSError(tr(N_("its folder is another one now")))
        with suppress(FileNotFoundError):
            _prove(note, folder)
            os.unlink(note.name, dir_fd=folder)
            return True
        return False
    finally:
        os.close(folder)


def _prove(note: Note, folder: int) -> None:
    """Raise :class:`OSError` unless the file is the one that was noted."""
    file = os.open(note.name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    try:
        state = os.fstat(file)
        is_plain = stat.S_ISREG(state.st_mode) and state.st_uid == os.geteuid() and state.st_nlink == 1
        is_same = note.inode in (0, state.st_ino)
        is_marked = state.st_size == 0 or os.pread(file, NONCE_BYTES, 0) == bytes.fromhex(note.nonce)
        if not (is_plain and is_same and is_marked):
            raise OSError(tr(N_("it is not the file that was made")))
    finally:
        os.close(file)
