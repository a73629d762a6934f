"""Recorder: looks at a machine and keeps all it saw, so that somebody else can look at the same machine."""

import errno
import gzip
import io
import os
import sys
import tarfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from app import __version__
from app.detection import manifest
from app.detection.manifest import Manifest, written
from app.detection.place import Place
from app.detection.probe import Answer
from app.errors import WorldError
from app.i18n import tr
from sizing.codec import to_json
from sizing.i18n import N_

T = TypeVar("T")


@dataclass(slots=True)
class Tape:
    """What was seen, by absolute path; answers by the first mount point of a volume."""

    contents: dict[str, bytes] = field(default_factory=dict)
    folders: dict[str, tuple[str, ...]] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    refused: dict[str, int] = field(default_factory=dict)
    answers: dict[str, Answer] = field(default_factory=dict)
    moment: str = ""
    architecture: str = ""
    home: str = ""
    is_redacted: bool = False


class Recorder:
    """A place that keeps on :attr:`tape` what is asked of another; what is asked twice is answered from there."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self.tape = Tape(moment=place.moment(), architecture=place.architecture(), home=place.home())

    def content(self, path: str, limit: int) -> bytes:
        """Return the bytes of a file."""
        return self._kept(self.tape.contents, path, lambda: self._place.content(path, limit))[:limit]

    def names(self, path: str) -> tuple[str, ...]:
        """Return the names in a folder."""
        return self._kept(self.tape.folders, path, lambda: self._place.names(path))

    def link(self, path: str) -> str:
        """Return what a link says."""
        return self._kept(self.tape.links, path, lambda: self._place.link(path))

    def ask(self, volumes: Sequence[Sequence[str]], deadline_s: float) -> Iterator[dict[int, Answer]]:
        """Yield what volumes answer."""
        for answers in self._place.ask(volumes, deadline_s):
            self.tape.answers.update({volumes[index][0]: answer for index, answer in answers.items()})
            yield answers

    def architecture(self) -> str:
        """Return what the kernel calls the processors."""
        return self.tape.architecture

    def moment(self) -> str:
        """Return when the recording began."""
        return self.tape.moment

    def home(self) -> str:
        """Return the path Headroom runs from."""
        return self.tape.home

    def gaps(self) -> str:
        """Return an empty text: everything can be seen."""
        return self._place.gaps()

    def _kept(self, kept: dict[str, T], path: str, see: Callable[[], T]) -> T:
        if path not in kept:
            try:
                kept[path] = see()
            except OSError as error:
                self.tape.refused[path] = error.errno or errno.EIO
                raise
        return kept[path]


def archive(tape: Tape) -> bytes:
    """Return the recording of ``tape``; the same tape gives the same bytes."""
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as stream:
        long: dict[str, str] = {}
        files = [(_member(path, long), content) for path, content in sorted(tape.contents.items())]
        stream.write(_file(manifest.NAME, to_json(_manifest(tape, long), indent=1)))
        for name, content in files:
            stream.write(_file(name, content))
        stream.write(bytes(2 * tarfile.BLOCKSIZE))
    return packed.getvalue()


def refuse_existing(file: str) -> None:
    """Refuse a place where a file is already, before a long look at the machine.

    Raises:
        WorldError: there is one.
    """
    if os.path.lexists(file):
        raise WorldError(
            tr(N_("{file} exists already.")).format(file=file), tr(N_("Choose another name; nothing was overwritten."))
        )


def save(tape: Tape, file: str) -> None:
    """Write the recording of ``tape`` to a new ``file``, which only its owner can read.

    Raises:
        WorldError: the file exists already, or cannot be written.
    """
    content = archive(tape)
    refuse_existing(file)
    try:
        with open(file, "xb", opener=_private) as stream:
            stream.write(content)
    except OSError as error:
        raise WorldError(
            tr(N_("{file} could not be written: {why}.")).format(file=file, why=error.strerror),
            tr(N_("Choose a folder you may write to.")),
        ) from error


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _manifest(tape: Tape, long: dict[str, str]) -> Manifest:
    return Manifest(
        format=manifest.FORMAT,
        program=__version__,
        system=sys.platform,
        moment=tape.moment,
        architecture=tape.architecture,
        home=written(tape.home),
        redacted=tape.is_redacted,
        folders={written(path): tuple(map(written, names)) for path, names in sorted(tape.folders.items())},
        links={written(path): written(target) for path, target in sorted(tape.links.items())},
        refused={written(path): number for path, number in sorted(tape.refused.items())},
        answers={written(path): answer for path, answer in sorted(tape.answers.items())},
        long=long,
    )


def _member(path: str, long: dict[str, str]) -> str:
    """Return the name of a file in the archive; a path that no header holds is remembered in ``long``."""
    name = manifest.FOLDER + written(path)
    try:
        tarfile.TarInfo(name).tobuf(tarfile.USTAR_FORMAT)
    except ValueError:
        name = f"{manifest.LONG}/{len(long)}"
        long[name] = written(path)
    return name


def _file(name: str, content: bytes) -> bytes:
    """Return a member of the archive with its header and its padding."""
    header = tarfile.TarInfo(name)
    header.size = len(content)
    return header.tobuf(tarfile.USTAR_FORMAT) + content + bytes(-len(content) % tarfile.BLOCKSIZE)
