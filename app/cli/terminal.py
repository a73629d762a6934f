"""Terminal: text fit for whatever it is written to, JSON for programs, and a progress line for who watches."""

import json
import locale
import os
import shutil
import sys
import time
from collections.abc import Mapping
from enum import Enum
from typing import Final, TextIO

from app.report.legible import legible
from sizing.codec import to_json

SCHEMA: Final = 1
"""Number of the schema of the documents and events made here; the assessment inside has a number of its own."""
_PLAIN_EVERY_S: Final = 30.0
_PLAIN: Final = str.maketrans(
    {
        "\u00a0": " ",
        "\u202f": " ",
        "\u2009": " ",
        "–": "-",
        "—": "-",
        "−": "-",
        "·": "|",
        "…": "...",
        "→": "->",
        "×": "x",
        "’": "'",
        "“": '"',
        "”": '"',
        "≥": ">=",
        "≤": "<=",
    }
)


class Form(Enum):
    """What stdout carries."""

    TEXT = "text"
    JSON = "json"
    EVENTS = "events"


class Terminal:
    """Where a command speaks: results on stdout in one form, everything else on stderr."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self.is_read = True
        """Whether somebody still reads stdout."""
        self._shown = 0
        self._said = ""
        self._next_plain = 0.0

    @property
    def is_text(self) -> bool:
        """Whether stdout carries text for people."""
        return self.form is Form.TEXT

    @property
    def can_ask(self) -> bool:
        """Whether there is somebody to ask."""
        return is_terminal(sys.stdin) and is_terminal(sys.stdout if self.is_text else sys.stderr)

    def say(self, text: str) -> None:
        """Write ``text`` on stdout where it carries text."""
        if self.is_text:
            self._out(shown(text, sys.stdout).encode(sys.stdout.encoding, "backslashreplace") + b"\n")

    def show(self, text: str) -> None:
        """Write ``text`` where a person sees it even if stdout carries something else."""
        if self.is_text:
            self.say(text)
        else:
            self.note(text)

    def note(self, text: str) -> None:
        """Write ``text`` on stderr."""
        self.clear()
        _write(sys.stderr, shown(text, sys.stderr) + "\n")

    def data(self, content: bytes) -> None:
        """Write ``content`` on stdout as it is."""
        self._out(content if content.endswith(b"\n") else content + b"\n")

    def document(self, fields: Mapping[str, object]) -> None:
        """Write ``fields`` as the one JSON document on stdout, if stdout carries JSON."""
        if self.form is Form.JSON:
            self.data(to_json({"schema": SCHEMA, **fields}))

    def event(self, kind: str, **fields: object) -> None:
        """Write one line of the stream of events, if stdout carries it."""
        if self.form is Form.EVENTS:
            self.data(to_json({"v": SCHEMA, "t": kind, **fields}))

    def failed(self, code: int, message: str, advice: str) -> None:
        """Say what went wrong: on stderr for people, on stdout for programs; ASCII, so that nothing in it can fail."""
        if self.is_text:
            self.note("\n".join(filter(None, (message, advice))))
        error = {"code": code, "message": message, "advice": advice}
        if self.form is Form.JSON:
            self.data(json.dumps({"schema": SCHEMA, "error": error}).encode())
        if self.form is Form.EVENTS:
            self.data(json.dumps({"v": SCHEMA, "t": "error", **error}).encode())

    def ask(self, question: str) -> bool:
        """Return whether the user answers yes; everything else is no."""
        stream = sys.stdout if self.is_text else sys.stderr
        _write(stream, shown(f"{question} [y/N] ", stream))
        return sys.stdin.readline().strip().casefold() in ("y", "yes")

    def progress(self, activity: str, rest: str) -> None:
        """Show how far things are: one line that is written over and over, or a line now and then in a file."""
        text = f"{activity}  {rest}" if rest else activity
        if is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb":
            line = shown(text, sys.stderr)[: shutil.get_terminal_size().columns - 1]
            _write(sys.stderr, "\r" + line.ljust(self._shown))
            self._shown = len(line)
        elif activity != self._said or time.monotonic() >= self._next_plain:
            _write(sys.stderr, shown(text, sys.stderr) + "\n")
            self._said, self._next_plain = activity, time.monotonic() + _PLAIN_EVERY_S

    def clear(self) -> None:
        """Take the progress line away."""
        if self._shown:
            _write(sys.stderr, "\r" + " " * self._shown + "\r")
            self._shown = 0

    def _out(self, content: bytes) -> None:
        self.clear()
        if not self.is_read:
            return
        try:
            sys.stdout.flush()
            sys.stdout.buffer.write(content)
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            self.is_read = False
            _silence(sys.stdout)


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether ``stream`` is a terminal."""
    return stream is not None and not stream.closed and stream.isatty()


def shown(text: str, stream: TextIO) -> str:
    """Return ``text`` as ``stream`` can show it; what it cannot show, or what would control it, is spelt out."""
    encoding = "ascii" if _is_plain(stream) else stream.encoding
    if encoding.lower().replace("-", "") != "utf8":
        text = "".join(char if _can_encode(char, encoding) else char.translate(_PLAIN) for char in text)
    return legible(text, lambda char: _can_encode(char, encoding))


def _is_plain(stream: TextIO) -> bool:
    """Return whether the user asked for ASCII by ``LC_ALL=C``, which Python takes for UTF-8 (PEP 540)."""
    if not hasattr(locale, "nl_langinfo") or os.environ.get("PYTHONIOENCODING"):
        return False
    return is_terminal(stream) and locale.nl_langinfo(locale.CODESET) in ("ANSI_X3.4-1968", "US-ASCII", "646")


def _can_encode(char: str, encoding: str) -> bool:
    try:
        char.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _write(stream: TextIO, text: str) -> None:
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        _silence(stream)


def _silence(stream: TextIO) -> None:
    """Send what is still to come nowhere, so that the end of the program does not stumble over it either."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
