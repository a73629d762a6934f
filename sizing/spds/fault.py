"""Fault: what is wrong in a parameter file or with the directories it names, and where it stands."""

from dataclasses import dataclass
from enum import StrEnum

from sizing.rules import Severity


class FaultKind(StrEnum):
    """What can be wrong; a front end words it."""

    NOT_TEXT = "not text"
    UNCLOSED_QUOTE = "unclosed quote"
    UNCLOSED_COMMENT = "unclosed comment"
    UNCLOSED_PARENTHESIS = "unclosed parenthesis"
    UNFINISHED = "no final semicolon"
    UNEXPECTED = "unexpected text"
    GIVEN_UP = "too many faults"
    TWICE = "option twice"
    UNKNOWN_OPTION = "unknown option"
    STRAY_SEMICOLON = "stray semicolon"
    NO_PRIMARY = "no PATHNAME"
    BAD_NAME = "bad domain name"
    DUPLICATE_NAME = "duplicate domain name"
    BOTH_OPTIONS = "both OPTIONS and ROPTIONS"
    OPTIONS_IN_5 = "OPTIONS in 5.x"
    BACKUP_IN_4 = "BACKUP in 4.x"
    WORK_IN_DOMAIN = "WORKPATH in libnames.parm"
    UNUSABLE_PATH = "unusable path"
    DUPLICATE_PATH = "duplicate path"
    NESTED_PATH = "nested path"
    SHARED_DEVICE = "shared device"
    AREAS_SHARE_DEVICE = "areas share a device"
    MISSING = "missing directory"
    NOT_A_DIRECTORY = "not a directory"
    NOT_WRITABLE = "not writable"
    NOT_READABLE = "not readable"
    NOT_ANSWERING = "not answering"
    NETWORK = "network file system"
    FUSE = "FUSE file system"
    MEMORY = "memory file system"
    PRIMARY_FILLING = "primary path filling up"


_SHOULD = frozenset(
    {FaultKind.STRAY_SEMICOLON, FaultKind.UNKNOWN_OPTION, FaultKind.AREAS_SHARE_DEVICE, FaultKind.SHARED_DEVICE}
)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong at ``line`` and ``column``, both counted from 1; 0 where no file says it.

    ``subject`` is the text, name or path concerned, ``other`` what it collides with.
    """

    kind: FaultKind
    line: int = 0
    column: int = 0
    subject: str = ""
    other: str = ""

    @property
    def severity(self) -> Severity:
        """How much it weighs: what keeps the server from working must be mended, the rest should."""
        return Severity.SHOULD if self.kind in _SHOULD else Severity.MUST


def quoted(text: str) -> str:
    """Return the beginning of ``text``, enough to find it by."""
    return text if len(text) <= 60 else text[:59] + "…"
