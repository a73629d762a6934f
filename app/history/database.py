"""Database: the one SQLite file of the history, opened with care, its errors in words for people.

A rollback journal rather than a write-ahead log: home folders of SAS users often lie on NFS and are shared by several
hosts, where SQLite's write-ahead log does not work (sqlite.org/wal.html, "Disadvantages").
"""

import errno
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from app.errors import WorldError
from app.history.migrations import APPLICATION_ID, VERSION, migrate, version_of
from app.i18n import tr
from app.paths import make_private
from sizing.i18n import N_

BUSY_S: Final = 5.0
"""How long to wait for another Headroom that is just writing."""
_HEADER: Final = 100
_SETTINGS: Final = (
    "PRAGMA journal_mode = DELETE",
    # FULL, and the folder is synced too, so that what was committed survives a power cut.
    "PRAGMA synchronous = EXTRA",
    "PRAGMA foreign_keys = ON",
    # A file is only data: nothing stored in its schema may run, and damaged pages are noticed.
    "PRAGMA trusted_schema = OFF",
    "PRAGMA cell_size_check = ON",
    # What the user deletes names a customer's hosts: it is overwritten, not just forgotten.
    "PRAGMA secure_delete = ON",
)


def connect(path: Path) -> sqlite3.Connection:
    """Return a connection to the history at ``path``, made or brought up to date where needed.

    Raises:
        WorldError: the file is not ours, damaged, too new, or cannot be written; it is left as it is.
    """
    with worded(path):
        if _is_new(path):
            make_private(path.parent)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        connection = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None)
        try:
            for setting in _SETTINGS:
                connection.execute(setting).fetchall()
            if version_of(connection) != VERSION:
                with writing(connection, path):
                    migrate(connection)
        except BaseException:
            connection.close()
            raise
    return connection


@contextmanager
def writing(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Make what happens inside one transaction: on disk as a whole when this returns, undone by any exception."""
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        if (version := version_of(connection)) > VERSION:
            raise _too_new(path, version)  # another, newer Headroom changed it while we had it open
        yield


@contextmanager
def reading(connection: sqlite3.Connection) -> Iterator[None]:
    """Let all that is read inside be of one moment, whatever another Headroom writes meanwhile."""
    with connection:
        connection.execute("BEGIN")
        yield


@contextmanager
def worded(path: Path) -> Iterator[None]:
    """Turn what the system or SQLite says of the file at ``path`` into an error that tells the user what to do."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise _full(path) from error
        raise _unusable(path, error.strerror or str(error)) from error
    except sqlite3.DatabaseError as error:
        told = _explain(path, error)
        if told is None:
            raise
        raise told from error


def damaged(path: Path) -> WorldError:
    """Return the error for a file, or an assessment in it, that cannot be read any more."""
    return WorldError(
        tr(N_("The history {path} is damaged.")).format(path=path),
        tr(
            N_(
                "Nothing in it was changed. Move it to another folder to begin a new history; keep it, "
                "for the command sqlite3 FILE .recover may still save much of it."
            )
        ),
    )


def _is_new(path: Path) -> bool:
    """Return whether there is nothing at ``path`` yet; refuse what is not ours before SQLite may touch it.

    The header's fields are those of sqlite.org/fileformat.html, section 1.3.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return True
    if not stat.S_ISREG(mode):
        raise _foreign(path)
    with path.open("rb") as file:
        head = file.read(_HEADER)
    if not head:
        return True
    if not head.startswith(b"SQLite format 3\0") or int.from_bytes(head[68:72]) != APPLICATION_ID:
        raise _foreign(path)
    version = int.from_bytes(head[60:64])
    if version > VERSION:
        raise _too_new(path, version)
    return False


def _explain(path: Path, error: sqlite3.DatabaseError) -> WorldError | None:
    """Return what the world did wrong, or ``None`` if the fault is ours. The low byte is SQLite's primary code."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return _full(path)
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return damaged(path)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL):
        return WorldError(
            tr(N_("Another program is writing to the history {path}.")).format(path=path),
            tr(N_("Try again in a moment; if it persists, look for another Headroom that hangs.")),
        )
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_IOERR):
        return _unusable(path, str(error))
    return None


def _foreign(path: Path) -> WorldError:
    return WorldError(
        tr(N_("{path} is not a history of Headroom.")).format(path=path),
        tr(N_("It was left as it is. Move it away, or name another folder in the environment variable HEADROOM_DATA.")),
    )


def _too_new(path: Path, version: int) -> WorldError:
    text = tr(N_("The history {path} is of format {theirs}; this Headroom knows formats up to {ours}."))
    return WorldError(
        text.format(path=path, theirs=version, ours=VERSION),
        tr(
            N_(
                "It was left as it is. Start the newer Headroom that wrote it, "
                "or name another folder in the environment variable HEADROOM_DATA."
            )
        ),
    )


def _full(path: Path) -> WorldError:
    return WorldError(
        tr(N_("The disk is full: the history {path} could not be saved.")).format(path=path),
        tr(N_("What was saved before is still there. Free some space there, then try again.")),
    )


def _unusable(path: Path, reason: str) -> WorldError:
    return WorldError(
        tr(N_("The history {path} cannot be used: {reason}.")).format(path=path, reason=reason),
        tr(N_("Make its folder writable, or name another one in the environment variable HEADROOM_DATA.")),
    )
