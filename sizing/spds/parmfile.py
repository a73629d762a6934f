"""Parameter files: the domains that a libnames.parm declares, and what a spdsserv.parm sets (SPD-001 to SPD-008)."""

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from sizing.spds.fault import Fault, FaultKind
from sizing.spds.layout import Version
from sizing.spds.syntax import Item, Reader, Word

LONGEST_PATH: Final = 4096
"""PATH_MAX of Linux, with the final zero."""


class Area(StrEnum):
    """What a path of a domain holds, by the name of its option."""

    PRIMARY = "PATHNAME"
    META = "METAPATH"
    DATA = "DATAPATH"
    INDEX = "INDEXPATH"
    WORK = "WORKPATH"


@dataclass(frozen=True, slots=True)
class Domain:
    """A domain: its name, its primary path, the paths of its areas, and ``owner``, if it has one."""

    name: str
    primary: str
    meta: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    index: tuple[str, ...] = ()
    owner: str = ""


@dataclass(frozen=True, slots=True)
class ListedPath:
    """A path, what it is for, and where it stands in the file."""

    area: Area
    path: str
    line: int
    column: int
    domain: str = ""


@dataclass(frozen=True, slots=True)
class Statement:
    """A domain as a file declares it."""

    domain: Domain
    line: int
    column: int
    paths: tuple[ListedPath, ...]
    options: tuple[tuple[str, str], ...] = ()
    """Other options, such as LIBACLINHERIT, as they were given."""


@dataclass(frozen=True, slots=True)
class Libnames:
    """A libnames.parm: its statements and what is wrong in it."""

    statements: tuple[Statement, ...]
    faults: tuple[Fault, ...]

    @property
    def domains(self) -> tuple[Domain, ...]:
        """The domains alone."""
        return tuple(statement.domain for statement in self.statements)

    @property
    def paths(self) -> tuple[ListedPath, ...]:
        """All paths, in the order of the file."""
        return tuple(path for statement in self.statements for path in statement.paths)


@dataclass(frozen=True, slots=True)
class ServerParm:
    """A spdsserv.parm: its options by name, in capitals, the paths of WORKPATH, and what is wrong in it."""

    options: tuple[tuple[str, str], ...]
    work: tuple[ListedPath, ...]
    faults: tuple[Fault, ...]


_AREAS: Final = {area.value: area for area in Area if area is not Area.PRIMARY}
_PLAIN: Final = frozenset({"OWNER", "LIBACLINHERIT", "DYNLOCK", "BACKUP"})
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,7}")
_ABSOLUTE: Final = re.compile(r"/|[A-Za-z]:[\\/]|\\\\")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")


def is_name(text: str) -> bool:
    """Return whether ``text`` may name a domain: a SAS libref of at most eight characters (SPD-005)."""
    return _NAME.fullmatch(text) is not None


def is_path(text: str) -> bool:
    """Return whether ``text`` is an absolute path that a system can hold."""
    if len(text.encode(errors="replace")) >= LONGEST_PATH or text != text.strip():
        return False
    return bool(_ABSOLUTE.match(text)) and not _CONTROL.search(text)


def parse_libnames(text: str, version: Version | None = None) -> Libnames:
    """Return the domains of a libnames.parm and every fault that the text alone shows.

    Without ``version`` nothing is held against a file that only the other version takes.
    """
    reader = Reader(text)
    _not_text(reader)
    collected = _Domains(reader, version)
    for items in reader.statements():
        collected.take(items)
    collected.finish()
    return Libnames(tuple(collected.statements), _sorted(reader.faults))


def parse_server(text: str) -> ServerParm:
    """Return the options of a spdsserv.parm; other faults than those of quotes and semicolons are not looked for."""
    reader = Reader(text)
    _not_text(reader)
    options, work = [], []
    for item in (item for items in reader.statements() for item in items):
        if item.key == Area.WORK and item.members:
            work += [_listed(reader, Area.WORK, word, "") for word in item.members]
        elif item.members:
            options.append((item.key, " ".join(word.text for word in item.members)))
        else:
            options.append((item.key, item.value.text if item.value else ""))
    return ServerParm(tuple(options), tuple(work), _sorted(reader.faults))


def _not_text(reader: Reader) -> None:
    """Tell where bytes stood that are no text: the reader of the file puts U+FFFD there."""
    at = reader.text.find("\ufffd")
    if at >= 0:
        reader.fault(FaultKind.NOT_TEXT, at)


def _sorted(faults: list[Fault]) -> tuple[Fault, ...]:
    return tuple(sorted(faults, key=lambda fault: (fault.line, fault.column)))


def _listed(reader: Reader, area: Area, word: Word, domain: str) -> ListedPath:
    line, column = reader.place(word.at)
    return ListedPath(area, word.text, line, column, domain)


@dataclass(slots=True)
class _Declared:
    """What has been read of one domain."""

    name: Word
    at: int
    values: dict[str, str] = field(default_factory=dict)
    paths: dict[Area, list[ListedPath]] = field(default_factory=dict)
    has_options: bool = False


class _Domains:
    """The statements of a libnames.parm as they come."""

    def __init__(self, reader: Reader, version: Version | None) -> None:
        self.statements: list[Statement] = []
        self._reader = reader
        self._version = version
        self._open: _Declared | None = None
        self._names: set[str] = set()
        self._kind = ""

    def take(self, items: tuple[Item, ...]) -> None:
        """Take one statement in."""
        if items[0].key in ("OPTIONS", "ROPTIONS") and self._open and not self._open.has_options:
            self._reader.fault(FaultKind.STRAY_SEMICOLON, items[0].at, items[0].key, self._open.name.text)
        elif items[0].key != "LIBNAME" or items[0].value is None:
            self._reader.fault(FaultKind.UNEXPECTED, items[0].at, items[0].key)
            return
        else:
            self.finish()
            self._open = _Declared(items[0].value, items[0].at)
            items = items[1:]
        if self._open is not None:
            for item in items:
                self._option(self._open, item)

    def finish(self) -> None:
        """Close the domain that was read last."""
        declared, self._open = self._open, None
        if declared is None:
            return
        self._check_name(declared)
        if not declared.paths.get(Area.PRIMARY):
            self._reader.fault(FaultKind.NO_PRIMARY, declared.at, declared.name.text)
        line, column = self._reader.place(declared.at)
        paths = tuple(path for area in Area for path in declared.paths.get(area, ()))
        others = tuple((key, value) for key, value in declared.values.items() if key != "OWNER")
        self.statements.append(Statement(_domain(declared), line, column, paths, others))

    def _check_name(self, declared: _Declared) -> None:
        name = declared.name.text
        if not is_name(name):
            self._reader.fault(FaultKind.BAD_NAME, declared.name.at, name)
        if name.upper() in self._names:
            self._reader.fault(FaultKind.DUPLICATE_NAME, declared.name.at, name)
        self._names.add(name.upper())

    def _option(self, declared: _Declared, item: Item) -> None:
        if item.key == Area.PRIMARY and item.value and not item.members:
            if declared.paths.get(Area.PRIMARY):
                self._reader.fault(FaultKind.TWICE, item.at, item.key, declared.name.text)
            _add_path(self._reader, declared, Area.PRIMARY, item.value)
        elif item.key in ("OPTIONS", "ROPTIONS") and item.value and not item.members:
            self._options(declared, item, item.value)
        elif item.key in _PLAIN and item.value and not item.members:
            self._plain(declared, item, item.value)
        else:
            self._reader.fault(FaultKind.UNKNOWN_OPTION, item.at, item.key, declared.name.text)

    def _plain(self, declared: _Declared, item: Item, value: Word) -> None:
        if item.key in declared.values:
            self._reader.fault(FaultKind.TWICE, item.at, item.key, declared.name.text)
        if item.key == "BACKUP" and self._version is Version.V4:
            self._reader.fault(FaultKind.BACKUP_IN_4, item.at, declared.name.text)
        declared.values[item.key] = value.text

    def _options(self, declared: _Declared, item: Item, value: Word) -> None:
        """Read a list of options: of one kind in the whole file, and in 5.x of the reserved kind only."""
        self._kind = self._kind or item.key
        if item.key != self._kind:
            self._reader.fault(FaultKind.BOTH_OPTIONS, item.at, item.key, self._kind)
        elif item.key == "OPTIONS" and self._version is Version.V5:
            self._reader.fault(FaultKind.OPTIONS_IN_5, item.at, declared.name.text)
        if declared.has_options:
            self._reader.fault(FaultKind.TWICE, item.at, item.key, declared.name.text)
        declared.has_options = True
        inner = self._reader.inside(value)
        for listed in inner.items():
            _take_area(inner, declared, listed)


def _take_area(reader: Reader, declared: _Declared, item: Item) -> None:
    area = _AREAS.get(item.key)
    words = item.members or ((item.value,) if item.value and item.value.text else ())
    if area is None or not words:
        reader.fault(FaultKind.UNKNOWN_OPTION, item.at, item.key, declared.name.text)
        return
    if area is Area.WORK:
        reader.fault(FaultKind.WORK_IN_DOMAIN, item.at, declared.name.text)
    if declared.paths.get(area):
        reader.fault(FaultKind.TWICE, item.at, item.key, declared.name.text)
    for word in words:
        _add_path(reader, declared, area, word)


def _add_path(reader: Reader, declared: _Declared, area: Area, word: Word) -> None:
    if is_path(word.text):
        declared.paths.setdefault(area, []).append(_listed(reader, area, word, declared.name.text))
    else:
        reader.fault(FaultKind.UNUSABLE_PATH, word.at, word.text, declared.name.text)


def _domain(declared: _Declared) -> Domain:
    held = {area: tuple(path.path for path in declared.paths.get(area, ())) for area in Area}
    return Domain(
        declared.name.text,
        next(iter(held[Area.PRIMARY]), ""),
        held[Area.META],
        held[Area.DATA],
        held[Area.INDEX],
        declared.values.get("OWNER", ""),
    )
