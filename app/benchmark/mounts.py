"""Mounts: which file system a file is on, from the kernel's own table."""

import os
from pathlib import Path
from typing import NamedTuple


class Mount(NamedTuple):
    """A line of ``/proc/self/mountinfo``; ``number`` is ``major:minor`` of its files."""

    number: str
    point: str
    file_system: str
    source: str


def parse(text: str) -> list[Mount]:
    """Return the mounts in the order of ``text``; lines that make no sense are left out."""
    mounts = []
    for line in text.splitlines():
        head, separator, tail = line.partition(" - ")
        fields, rest = head.split(" "), tail.split(" ")
        if separator and len(fields) > 5 and len(rest) > 1:
            mounts.append(Mount(fields[2], _plain(fields[4]), rest[0], _plain(rest[1])))
    return mounts


def mounts(root: Path = Path("/")) -> list[Mount]:
    """Return the mounts of this process, none where the table cannot be read."""
    try:
        return parse(root.joinpath("proc/self/mountinfo").read_text("utf-8", "surrogateescape"))
    except OSError:
        return []


def number_text(device: int) -> str:
    """Return ``st_dev`` as ``major:minor``."""
    return f"{os.major(device)}:{os.minor(device)}"


def _plain(field: str) -> str:
    """Return a path as it is: the kernel writes blanks and backslashes as octal numbers."""
    for code, letter in (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")):
        field = field.replace(code, letter)
    return field
