"""Syntax: words, quotes and semicolons of SPD Server's parameter files, each with the place where it stands."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from sizing.spds.fault import Fault, FaultKind, quoted

MOST_FAULTS: Final = 100
"""Faults after which a file is given up: who sees a hundred has the wrong file."""
MOST_ITEMS: Final = 1000
"""Options a statement may have before it is taken for rubbish."""

_EMPTY: Final = re.compile(r"[\s;]*")
_BLANK: Final = re.compile(r"\s+")
_KEY: Final = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)\s*(=?)\s*")
_BARE: Final = re.compile(r"[^\s;'\"()=]+")
_QUOTED: Final = re.compile(r"\"([^\";]*)\"|'([^';]*)'")
_STRANGE: Final = re.compile(r"[^;\s]+")


@dataclass(frozen=True, slots=True)
class Word:
    """A piece of text and the offset it begins at."""

    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Item:
    """``key=value`` or a key alone (``value`` is ``None``); the key in capitals."""

    key: str
    at: int
    value: Word | None
    is_quoted: bool = False
    members: tuple[Word, ...] = ()
    """What stands in parentheses, where the value is a list."""


@dataclass(slots=True)
class Reader:
    """The text of a file, read once from beginning to end; faults are kept with line and column."""

    text: str
    at: int = 0
    faults: list[Fault] = field(default_factory=list)
    outer: "Reader | None" = None
    """The reader of the file that this text is quoted in."""
    base: int = 0
    """Where this text begins in that file."""
    _lines: list[int] = field(default_factory=list)

    def inside(self, word: Word) -> "Reader":
        """Return a reader of a quoted text, which tells places in the file it stands in."""
        return Reader(word.text, outer=self, base=word.at)

    def items(self) -> Iterator[Item]:
        """Yield what stands in a text without semicolons."""
        while self._skip() and self.text[self.at] != ";":
            item = self._item()
            if item:
                yield item

    def statements(self) -> Iterator[tuple[Item, ...]]:
        """Yield what stands between semicolons; what makes no sense is a fault and passed over."""
        while len(self.faults) < MOST_FAULTS:
            if found := _EMPTY.match(self.text, self.at):
                self.at = found.end()
            items, ended = self._statement()
            if items:
                yield items
            if not ended:
                return
        line, column = self.place(self.at)
        self.faults.append(Fault(FaultKind.GIVEN_UP, line, column))

    def fault(self, kind: FaultKind, at: int, subject: str = "", other: str = "") -> None:
        """Keep a fault at the offset ``at``, unless there are too many."""
        if self.outer:
            self.outer.fault(kind, self.base + at, subject, other)
            return
        if len(self.faults) < MOST_FAULTS:
            line, column = self.place(at)
            self.faults.append(Fault(kind, line, column, quoted(subject), quoted(other)))

    def place(self, at: int) -> tuple[int, int]:
        """Return line and column of an offset, in the file."""
        if self.outer:
            return self.outer.place(self.base + at)
        if not self._lines:
            self._lines += [0, *(found.end() for found in re.finditer("\n", self.text))]
        line = bisect_right(self._lines, at)
        return line, at - self._lines[line - 1] + 1

    def _statement(self) -> tuple[tuple[Item, ...], bool]:
        items = list(islice(self.items(), MOST_ITEMS))
        if len(items) == MOST_ITEMS:
            self._strange()
        ended = self.at < len(self.text)
        if not ended and items:
            self.fault(FaultKind.UNFINISHED, items[0].at, items[0].key)
        self.at += 1
        return tuple(items), ended

    def _skip(self) -> bool:
        """Pass blanks and comments; return whether anything is left."""
        while self.at < len(self.text):
            if found := _BLANK.match(self.text, self.at):
                self.at = found.end()
            elif self.text.startswith("/*", self.at):
                end = self.text.find("*/", self.at + 2)
                if end < 0:
                    self.fault(FaultKind.UNCLOSED_COMMENT, self.at)
                self.at = end + 2 if end >= 0 else len(self.text)
            else:
                return True
        return False

    def _item(self) -> Item | None:
        found = _KEY.match(self.text, self.at)
        if found is None:
            self._strange()
            return None
        at, self.at = self.at, found.end()
        key = found[1].upper()
        return self._valued(key, at) if found[2] else Item(key, at, None)

    def _valued(self, key: str, at: int) -> Item | None:
        begin = self.text[self.at : self.at + 1]
        if begin in ("'", '"') and begin:
            word = self._quoted()
            return Item(key, at, word, is_quoted=True) if word else None
        if begin == "(":
            return self._list(key, at)
        found = _BARE.match(self.text, self.at)
        if found is None:
            self._strange(key, at)
            return None
        self.at = found.end()
        return Item(key, at, Word(found[0], found.start()))

    def _quoted(self) -> Word | None:
        """Read a quoted text; one without an end before the next semicolon lost its quote."""
        found = _QUOTED.match(self.text, self.at)
        if found is None:
            self.fault(FaultKind.UNCLOSED_QUOTE, self.at, self.text[self.at : self.at + 61].split("\n")[0])
            self._to_semicolon()
            return None
        begin = self.at + 1
        self.at = found.end()
        return Word(found[1] if found[1] is not None else found[2], begin)

    def _list(self, key: str, at: int) -> Item | None:
        begin = self.at
        self.at += 1
        members: list[Word] = []
        while self._skip() and self.text[self.at] not in ");":
            word = self._member()
            if word is None:
                return None
            members.append(word)
        if not self.text.startswith(")", self.at):
            self.fault(FaultKind.UNCLOSED_PARENTHESIS, begin, key)
            return None
        self.at += 1
        return Item(key, at, Word("", begin), members=tuple(members))

    def _member(self) -> Word | None:
        if self.text[self.at] in "'\"":
            return self._quoted()
        found = _BARE.match(self.text, self.at)
        if found is None:
            self._strange()
            return None
        self.at = found.end()
        return Word(found[0], found.start())

    def _strange(self, key: str = "", at: int | None = None) -> None:
        """Keep what makes no sense as a fault and pass over it, up to the next semicolon."""
        found = _STRANGE.match(self.text, self.at)
        self.fault(FaultKind.UNEXPECTED, self.at if at is None else at, found[0] if found else key)
        self._to_semicolon()

    def _to_semicolon(self) -> None:
        end = self.text.find(";", self.at)
        self.at = len(self.text) if end < 0 else end
