"""What machine is this: detect() waits for the full answer, watch() shows it as it comes."""

from collections.abc import Iterator
from typing import Final

from sizing.host import Host

DEADLINE_S: Final = 5.0
"""Seconds a file system has to answer before it is reported as not answering."""


def watch(deadline_s: float = DEADLINE_S, root: str = "/") -> Iterator[Host]:
    """Yield the host as it is known, better each time; the last one holds no volume that is still asked.

    The first comes at once, with every volume in ``VolumeState.ASKING``; the last after ``deadline_s`` seconds at
    most. ``root`` moves everything that is read, for recorded machines. Fit for ``Background`` and for a loop.

    Raises:
        WorldError: this system is not supported, or does not even tell how much memory it has.
    """
    from app.detection.snapshot import snapshots

    return snapshots(deadline_s, root)


def detect(deadline_s: float = DEADLINE_S, root: str = "/") -> Host:
    """Return the host once every volume has answered or has had ``deadline_s`` seconds to.

    Raises:
        WorldError: this system is not supported, or does not even tell how much memory it has.
    """
    host = None
    for host in watch(deadline_s, root):  # noqa: B007 - the last one is the answer
        pass
    if host is None:
        raise AssertionError("watch() yields at least one host")
    return host
