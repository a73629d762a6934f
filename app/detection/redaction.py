"""Redaction: a recording without host names, serial numbers, addresses and names of people.

It fails closed three times: a file that no row of ``known_files`` knows is left out, a value that does not look like
what its row expects is left out, and if anything that was replaced is still found anywhere, nothing is written.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from app.detection.known_files import FILES, FOLDERS, LINKS
from app.detection.manifest import written
from app.detection.pseudonyms import PSEUDONYM, Pseudonyms
from app.detection.recorder import Tape
from app.detection.treatments import Treatment
from app.errors import WorldError
from app.i18n import tr
from sizing.i18n import N_

_MACHINE_IDS: Final = ("/etc/machine-id", "/var/lib/dbus/machine-id")
_HOST_NAME: Final = "/proc/sys/kernel/hostname"
_ADDRESSES: Final = (
    re.compile(r"(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.])"),
    re.compile(r"(?<![\w:])(?:[0-9a-fA-F]{2}:){5}[0-9a-fA-F]{2}(?![\w:])"),
    re.compile(r"(?<![\w:])(?:[0-9a-fA-F]{1,4}:){4,7}[0-9a-fA-F]{1,4}(?![\w:])"),
    re.compile(r"(?<![\w:])(?:[0-9a-fA-F]{1,4}:)+:(?:[0-9a-fA-F]|$)"),
    re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]+"),
)
"""IPv4, hardware and IPv6 addresses, and those of people."""
_WORD: Final = re.compile(r"\w+")
_SHORT: Final = 6
"""Letters below which a name is looked for as a whole word only."""
_LEAST: Final = 3


def redacted(tape: Tape) -> Tape:
    """Return ``tape`` with pseudonyms in the place of all that tells whose machine it is.

    Raises:
        WorldError: something could not be made anonymous.
    """
    names = Pseudonyms(_key(tape), *_known(tape))
    clean = Tape(
        contents=dict(_contents(tape, names)),
        folders=dict(_folders(tape, names)),
        links=dict(_links(tape, names)),
        refused={path: number for old, number in tape.refused.items() if (path := _path(old, names)) is not None},
        answers={names.path(point): answer for point, answer in tape.answers.items()},
        home=names.path(tape.home),
    )
    clean = replace(clean, moment=tape.moment, architecture=tape.architecture, is_redacted=True)
    _refuse_leaks(clean, names)
    return clean


def _key(tape: Tape) -> bytes:
    ids = (tape.contents.get(path, b"").strip() for path in _MACHINE_IDS)
    return next((found for found in ids if len(found) > _SHORT), None) or os.urandom(32)


def _known(tape: Tape) -> set[str]:
    """Return the names of this machine and of who runs Headroom on it."""
    host = tape.contents.get(_HOST_NAME, b"").decode("utf-8", "surrogateescape").strip()
    users = {os.environ.get(name, "") for name in ("USER", "LOGNAME", "SUDO_USER", "USERNAME")}
    return {name for name in {host, host.partition(".")[0], host.partition(".")[2], *users} if len(name) >= _LEAST}


def _found(path: str, rows: tuple[tuple[re.Pattern[str], Treatment], ...]) -> tuple[re.Match[str], Treatment] | None:
    found = ((form.fullmatch(path), treatment) for form, treatment in rows)
    return next(((match, treatment) for match, treatment in found if match is not None), None)


def _path(path: str, names: Pseudonyms) -> str | None:
    """Return the path of a file somebody knows how to treat, its variable parts replaced."""
    rows = _found(path, FILES) or _found(path, FOLDERS) or _found(path, LINKS)
    if rows is None:
        return None
    match, _ = rows
    pieces, at = [], 0
    for group, text in enumerate(match.groups(), start=1):
        pieces += [path[at : match.start(group)], names.path(text)]
        at = match.end(group)
    return "".join([*pieces, path[at:]])


def _contents(tape: Tape, names: Pseudonyms) -> Iterator[tuple[str, bytes]]:
    for old, content in tape.contents.items():
        path, row = _path(old, names), _found(old, FILES)
        if path is not None and row is not None:
            text = row[1](content.decode("utf-8", "surrogateescape"), names)
            if text is not None:
                yield path, text.encode("utf-8", "surrogateescape")


def _folders(tape: Tape, names: Pseudonyms) -> Iterator[tuple[str, tuple[str, ...]]]:
    for old, entries in tape.folders.items():
        path, row = _path(old, names), _found(old, FOLDERS)
        if path is not None and row is not None:
            found = (row[1](entry, names) for entry in entries)
            yield path, tuple(sorted(entry for entry in found if entry is not None))


def _links(tape: Tape, names: Pseudonyms) -> Iterator[tuple[str, str]]:
    for old, target in tape.links.items():
        path, row = _path(old, names), _found(old, LINKS)
        if path is not None and row is not None and (new := row[1](target, names)) is not None:
            yield path, new


def _refuse_leaks(tape: Tape, names: Pseudonyms) -> None:
    """Refuse a tape in which something that had to go can still be found."""
    known = {name.lower() for name in names.known}
    long = [secret for secret in names.secrets if len(secret) >= _SHORT]
    short = {secret for secret in names.secrets if _LEAST <= len(secret) < _SHORT and not secret.isdecimal()}
    for where, whole in _texts(tape):
        text = PSEUDONYM.sub("", whole)
        has_known = any(name in text.lower() for name in known if len(name) >= _SHORT)
        if (
            has_known
            or short.intersection(_WORD.findall(text))
            or known.intersection(_WORD.findall(text.lower()))
            or any(secret in text for secret in long)
            or any(form.search(text) for form in _ADDRESSES)
        ):
            raise _leak(where)


def _leak(where: str) -> WorldError:
    words = N_("The recording could not be made anonymous: {where} still tells a name or an address.")
    return WorldError(
        tr(words).format(where=where),
        tr(N_("Nothing was written. Record without --redact, and keep the file to yourself.")),
    )


def _texts(tape: Tape) -> Iterator[tuple[str, str]]:
    """Yield all that others wrote, and where it stands; the fixed parts of paths are our own words."""
    yield "home", tape.home
    for path, content in tape.contents.items():
        yield written(path), content.decode("utf-8", "surrogateescape")
    for path, entries in tape.folders.items():
        yield written(path), "\n".join(entries)
    for path, target in tape.links.items():
        yield written(path), target
    for point in tape.answers:
        yield written(point), point
