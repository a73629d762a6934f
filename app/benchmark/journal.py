"""Journal: notes which test files with names are about to be made, so that whatever happens they can be found again.

Only file systems that know no nameless files need it. One file a run, in the data folder, a line of JSON for each step;
whoever has written to it keeps it locked until the process ends, so that nobody sweeps behind a run that is going on.
"""

import fcntl
import os
from contextlib import suppress
from typing import Final, NamedTuple

from app.benchmark.board import Fault
from app.benchmark.folder import UnfitError

NONCE_BYTES: Final = 16


class Note(NamedTuple):
    """A test file that was about to be made."""

    host: str
    folder: str
    folder_inode: int
    name: str
    nonce: str
    """What the file begins with, in hexadecimal digits."""
    inode: int = 0
    """Of the file; zero if it is not known to have been made."""


class Journal:
    """The journal of a run in the file ``path``, as one worker writes to it about its own file."""

    def __init__(self, path: str, note: Note) -> None:
        self._path = path
        self._note = note
        self._fd = -1

    @property
    def nonce(self) -> bytes:
        """What the file has to begin with."""
        return bytes.fromhex(self._note.nonce)

    def announce(self) -> None:
        """Note that the file is about to be made; returns when that is on disk.

        Raises:
            UnfitError: it cannot be noted.
        """
        try:
            os.makedirs(os.path.dirname(self._path), mode=0o700, exist_ok=True)  # noqa: PTH103, PTH120 - workers load no pathlib
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
            self._fd = os.open(self._path, flags, 0o600)
            with suppress(OSError):  # not every file system can
                fcntl.flock(self._fd, fcntl.LOCK_SH)
            self._add(self._note)
        except OSError as error:
            raise UnfitError(Fault.JOURNAL) from error

    def confirm(self, inode: int) -> None:
        """Note that the file was made and keeps its name."""
        with suppress(OSError):  # its name and nonce are noted
            self._add(self._note._replace(inode=inode))

    def _add(self, note: Note) -> None:
        import json  # here, because most workers need none

        os.write(self._fd, json.dumps(note._asdict()).encode() + b"\n")
        os.fsync(self._fd)


def notes(text: bytes) -> list[Note]:
    """Return the newest note of each file in the ``text`` of a journal; lines that are no whole note are left out."""
    import json

    found: dict[str, Note] = {}
    for line in text.splitlines():
        with suppress(ValueError, TypeError):
            note = Note(**json.loads(line))
            bytes.fromhex(note.nonce)
            if _is_sound(note):
                found[note.name] = note
    return list(found.values())


def _is_sound(note: Note) -> bool:
    texts = (note.host, note.folder, note.name, note.nonce)
    return (
        all(type(text) is str for text in texts)
        and type(note.inode) is type(note.folder_inode) is int
        and len(note.nonce) == 2 * NONCE_BYTES
        and note.folder.startswith("/")
        and note.name.startswith("headroom-")
        and "/" not in note.name
    )
