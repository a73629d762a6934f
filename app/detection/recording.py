"""Recording: a machine seen by a recorder, looked at again as if it were here.

A recording comes from elsewhere and is not trusted: it is read into memory within bounds, nothing is unpacked, and
only what our own recorder writes is taken: plain files below one folder.
"""

import errno
import gzip
import os
import tarfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final, TypeVar

from app.detection import manifest
from app.detection.manifest import Manifest, read
from app.detection.probe import Answer
from app.errors import WorldError
from app.i18n import tr
from sizing.codec import CodecError, from_json
from sizing.i18n import N_

_T = TypeVar("_T")
_MOST_BYTES: Final = 128 * 1024**2
"""Unpacked bytes of a recording; the largest machine we composed takes a fortieth."""
_MOST_FILES: Final = 500_000
_LARGEST_FILE: Final = 32 * 1024**2
_LARGEST_MANIFEST: Final = 8 * 1024**2
"""Ten times that of a machine with a thousand devices; its entries take far more memory than its bytes."""
_LARGEST_NUMBER: Final = 2**64
_LARGEST_ERRNO: Final = 4095


class _RefusedError(Exception):
    """Why a file is no recording."""


class Recording:
    """A place that answers from a file."""

    def __init__(self, told: Manifest, contents: Mapping[str, bytes]) -> None:
        self._told = told
        self._contents = contents
        self._folders = {read(path): tuple(map(read, names)) for path, names in told.folders.items()}
        self._links = {read(path): read(target) for path, target in told.links.items()}
        self._refused = {read(path): number for path, number in told.refused.items()}
        self._answers = {read(path): answer for path, answer in told.answers.items()}
        self._missed: set[str] = set()

    def content(self, path: str, limit: int) -> bytes:
        """Return the recorded bytes of a file."""
        return self._seen(self._contents, path)[:limit]

    def names(self, path: str) -> tuple[str, ...]:
        """Return the recorded names in a folder."""
        return self._seen(self._folders, path)

    def link(self, path: str) -> str:
        """Return what a recorded link says."""
        return self._seen(self._links, path)

    def ask(self, volumes: Sequence[Sequence[str]], deadline_s: float) -> Iterator[dict[int, Answer]]:  # noqa: ARG002
        """Yield what volumes answered then; those that did not are missing now too."""
        found = ((index, self._answers.get(points[0]), len(points)) for index, points in enumerate(volumes))
        yield {index: answer for index, answer, count in found if answer is not None and answer.place < count}

    def architecture(self) -> str:
        """Return what the kernel called the processors."""
        return self._told.architecture

    def moment(self) -> str:
        """Return when it was recorded."""
        return self._told.moment

    def home(self) -> str:
        """Return the path Headroom ran from."""
        return read(self._told.home)

    def gaps(self) -> str:
        """Return in words how much of what was asked the recording does not hold."""
        if not self._missed:
            return ""
        words = tr(N_("{count} files that this version of Headroom looks for are not in it."))
        if self._told.redacted:
            words += " " + tr(N_("It is redacted: what could not be made anonymous was left out."))
        return words.format(count=len(self._missed))

    def _seen(self, seen: Mapping[str, _T], path: str) -> _T:
        if path in seen:
            return seen[path]
        if path not in self._refused:
            self._missed.add(path)
        number = self._refused.get(path, errno.ENOENT)
        raise OSError(number, os.strerror(number), path)


def open_recording(file: str) -> Recording:
    """Return the machine recorded in ``file``.

    Raises:
        WorldError: the file cannot be read, or is no recording that this version takes.
    """
    try:
        with gzip.open(file, "rb") as stream:
            return _recording(_files(stream))
    except _RefusedError as refusal:
        why = str(refusal)
    except (gzip.BadGzipFile, tarfile.TarError, zlib.error):
        why = tr(N_("it is no archive of that kind"))
    except EOFError:
        why = tr(N_("it is cut off"))
    except OSError as error:
        raise WorldError(
            tr(N_("{file} could not be read: {why}.")).format(file=file, why=error.strerror or error)
        ) from error
    raise WorldError(
        tr(N_("{file} is no recorded machine: {why}.")).format(file=file, why=why),
        tr(N_("Record the machine again with headroom detect --record.")),
    )


def _files(stream: gzip.GzipFile) -> dict[str, bytes]:
    """Return the contents of an archive by name, refusing all that our recorder does not write."""
    files: dict[str, bytes] = {}
    total = 0
    while (header := _exactly(stream, tarfile.BLOCKSIZE)) != bytes(tarfile.BLOCKSIZE):
        member = tarfile.TarInfo.frombuf(header, "ascii", "backslashreplace")
        _refuse_strange(member, files)
        total += member.size + tarfile.BLOCKSIZE
        if total > _MOST_BYTES or len(files) >= _MOST_FILES:
            raise _RefusedError(tr(N_("it is larger than any machine is")))
        files[member.name] = _exactly(stream, member.size)
        _exactly(stream, -member.size % tarfile.BLOCKSIZE)
    return files


def _refuse_strange(member: tarfile.TarInfo, known: Mapping[str, bytes]) -> None:
    name = ascii(member.name[:80])
    if member.type != tarfile.REGTYPE:
        raise _RefusedError(tr(N_("{name} in it is no plain file")).format(name=name))
    if not 0 <= member.size <= (_LARGEST_MANIFEST if member.name == manifest.NAME else _LARGEST_FILE):
        raise _RefusedError(tr(N_("{name} in it is too large")).format(name=name))
    folder, *below = member.name.split("/")
    is_inside = folder in (manifest.FOLDER, manifest.LONG) and below and not {"", ".", ".."} & set(below)
    if not (is_inside or member.name == manifest.NAME) or member.name in known:
        raise _RefusedError(tr(N_("{name} in it has no place there")).format(name=name))
    if not known and member.name != manifest.NAME:
        raise _RefusedError(tr(N_("it does not begin with a manifest")))


def _exactly(stream: gzip.GzipFile, count: int) -> bytes:
    content = stream.read(count)
    if len(content) != count:
        raise EOFError
    return content


def _recording(files: dict[str, bytes]) -> Recording:
    try:
        told = from_json(files.pop(manifest.NAME), Manifest)
    except KeyError:
        raise _RefusedError(tr(N_("it is empty"))) from None
    except CodecError as error:
        raise _RefusedError(tr(N_("its manifest is broken ({why})")).format(why=error)) from error
    _refuse_unknown(told)
    long = {name: told.long.get(name) for name in files if name.startswith(f"{manifest.LONG}/")}
    if None in long.values():
        raise _RefusedError(tr(N_("its manifest does not know all of its files")))
    paths = {name: long.get(name) or name.removeprefix(manifest.FOLDER) for name in files}
    return Recording(told, {read(paths[name]): content for name, content in files.items()})


def _refuse_unknown(told: Manifest) -> None:
    if told.format != manifest.FORMAT or told.system != "linux":
        raise _RefusedError(
            tr(N_("it is of kind {number} for {system}, which this version does not know")).format(
                number=told.format, system=ascii(told.system[:40])
            )
        )
    numbers = [number for answer in told.answers.values() for number in _numbers(answer)]
    refused = [*told.refused.values(), *(answer.error for answer in told.answers.values())]
    if not all(0 <= number < _LARGEST_NUMBER for number in numbers) or not all(
        0 <= number <= _LARGEST_ERRNO for number in refused
    ):
        raise _RefusedError(tr(N_("it holds numbers that no machine has")))
    with suppress(ValueError):
        if datetime.fromisoformat(told.moment).tzinfo is not None:
            return
    raise _RefusedError(tr(N_("it does not say when it was made")))


def _numbers(answer: Answer) -> tuple[int, ...]:
    return answer.place, answer.number, answer.total_bytes, answer.free_bytes
