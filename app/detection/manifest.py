"""Manifest: what a recorded machine says that is no content of a file, and how its paths are written.

A recording is a tar archive in gzip. Its first member is the manifest; every other one is a plain file named
``root`` and its path on the machine. Links, listings and refusals stand in the manifest, so that the archive holds
nothing but plain files and can be unpacked anywhere without harm.
"""

import re
from dataclasses import dataclass, field
from typing import Final

from app.detection.probe import Answer

FORMAT: Final = 1
"""Raised when older programs could no longer read what is written."""
NAME: Final = "manifest.json"
FOLDER: Final = "root"
LONG: Final = "long"
"""Folder of the files whose path is too long for a tar header; the manifest has their paths."""
_SIGNS: Final = re.compile(rb"[^ -\[\]-~]|\\")
_ESCAPE: Final = re.compile(rb"\\x([0-9a-f]{2})")


@dataclass(frozen=True, slots=True)
class Manifest:
    """All but the contents of files. Paths and names are :func:`written`; numbers of refusals are errnos."""

    format: int
    program: str
    """Version of Headroom that recorded."""
    system: str
    """``sys.platform`` of the machine."""
    moment: str
    architecture: str
    home: str
    redacted: bool
    folders: dict[str, tuple[str, ...]] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    refused: dict[str, int] = field(default_factory=dict)
    answers: dict[str, Answer] = field(default_factory=dict)
    """What each volume answered, by its first mount point; one that is missing did not answer."""
    long: dict[str, str] = field(default_factory=dict)


def written(text: str) -> str:
    """Return a path or name, which on Linux may be any bytes, in plain ASCII; :func:`read` turns it back."""
    content = text.encode("utf-8", "surrogateescape")
    return _SIGNS.sub(lambda sign: b"\\x%02x" % sign[0][0], content).decode("ascii")


def read(text: str) -> str:
    """Return the path or name that was :func:`written` as ``text``."""
    content = _ESCAPE.sub(lambda escape: bytes([int(escape[1], 16)]), text.encode("utf-8", "replace"))
    return content.decode("utf-8", "surrogateescape")
