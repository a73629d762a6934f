"""Reading: a JSON file from elsewhere, taken apart with the place of everything that is not as it should be."""

import json
import re
from pathlib import Path
from typing import Any, Final, NoReturn

from app.errors import WorldError
from app.i18n import tr
from sizing.i18n import N_

LARGEST_FILE: Final = 256 * 1024**2
"""Far beyond ``az vm list-skus`` for all regions, which is some 60 MiB."""
LARGEST_NUMBER: Final = 1e15
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
_ADVICE: Final = N_(
    "Give what one of these prints as JSON: aws ec2 describe-instance-types, az vm list-skus,"
    " gcloud compute machine-types list."
)


def document(path: str) -> object:
    """Return what the JSON file ``path`` holds.

    Raises:
        WorldError: it cannot be read, is too large, or is no JSON.
    """
    try:
        return json.loads(_text(_content(Path(path))), parse_constant=_refuse_constant)
    except (OSError, ValueError, RecursionError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        if isinstance(error, RecursionError):
            why = tr(N_("it is nested too deeply"))
        sentence = tr(N_("{file} cannot be imported: {why}.")).format(file=path, why=why.rstrip("."))
        raise WorldError(sentence, tr(_ADVICE)) from error


def _content(file: Path) -> bytes:
    if not file.is_file():  # a pipe or a device would be waited for
        raise ValueError(tr(N_("there is no such file")))
    if file.stat().st_size > LARGEST_FILE:
        raise ValueError(tr(N_("it is larger than 256 MiB")))
    return file.read_bytes()


def _text(content: bytes) -> str:
    """Return ``content`` as text; PowerShell writes UTF-16 with a mark in front."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return content.decode("utf-16")
    return content.decode("utf-8-sig")


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(tr(N_("{name} is no number in JSON")).format(name=name))


def refuse(place: str, why: str) -> NoReturn:
    """Refuse the file for what stands at ``place``.

    Raises:
        WorldError: always.
    """
    raise WorldError(tr(N_("At {place}: {why}.")).format(place=place, why=why), tr(_ADVICE))


class Node:
    """A value of the file and where it stands."""

    def __init__(self, value: object, place: str) -> None:
        self.value = value
        self.place = place

    def get(self, *keys: str) -> "Node":
        """Return what stands below ``keys``; a node of ``None`` where one is missing."""
        found, place = self.value, self.place
        for key in keys:
            place = f"{place}.{key}" if place else key
            if found is None:
                continue
            if not isinstance(found, dict):
                refuse(place, tr(N_("an object was expected around it")))
            found = found.get(key)
        return Node(found, place)

    def items(self) -> "list[Node]":
        """Return the items of a list."""
        if not isinstance(self.value, list):
            refuse(self.place or tr(N_("the top")), tr(N_("a list was expected")))
        return [Node(value, f"{self.place}[{number}]") for number, value in enumerate(self.value)]

    def name(self) -> str:
        """Return a name of plain letters, digits, dots, underscores and hyphens."""
        if not isinstance(self.value, str) or not _NAME.fullmatch(self.value):
            refuse(self.place, tr(N_("a plain name was expected")))
        return self.value

    def text(self) -> str | None:
        """Return text of a reasonable length, if there is any."""
        if self.value is None:
            return None
        if not isinstance(self.value, str) or len(self.value) > 200:
            refuse(self.place, tr(N_("short text was expected")))
        return self.value

    def number(self) -> float | int | None:
        """Return a number from 0 on, if there is one; Azure writes its numbers as text."""
        value: Any = self.value
        if value is None or isinstance(value, bool):
            if value is None:
                return None
            refuse(self.place, tr(N_("a number was expected")))
        if isinstance(value, str):
            value = _spelt(value, self.place)
        if not isinstance(value, int | float) or not 0 <= value <= LARGEST_NUMBER:
            refuse(self.place, tr(N_("a number from 0 on was expected")))
        return int(value) if value == int(value) else float(value)

    def whole(self) -> int:
        """Return a whole number from 1 on that must be there."""
        value = self.number()
        if not isinstance(value, int) or not 1 <= value <= 100_000:
            refuse(self.place, tr(N_("a whole number from 1 on was expected")))
        return value

    def flag(self) -> int | None:
        """Return 1 or 0 for a truth value, if there is one; Azure writes it as text."""
        value = self.value.casefold() if isinstance(self.value, str) else self.value
        known = {None: None, "true": 1, "false": 0, "": None}
        if isinstance(value, bool):
            return int(value)
        if (value is not None and not isinstance(value, str)) or value not in known:
            refuse(self.place, tr(N_("true or false was expected")))
        return known[value]


def _spelt(text: str, place: str) -> float | int:
    if len(text) > 40:
        refuse(place, tr(N_("a number was expected")))
    try:
        return float(text)
    except ValueError:
        refuse(place, tr(N_("a number was expected")))
