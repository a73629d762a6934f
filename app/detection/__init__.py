"""What machine is this: detect() waits for the full answer, watch() shows it as it comes, record() keeps it."""

from collections.abc import Iterator
from typing import Final

from sizing.host import Host

DEADLINE_S: Final = 5.0
"""Seconds a file system has to answer before it is reported as not answering."""


def watch(deadline_s: float = DEADLINE_S, root: str = "/", machine: str | None = None) -> Iterator[Host]:
    """Yield the host as it is known, better each time; the last one holds no volume that is still asked.

    The first comes at once, with every volume in ``VolumeState.ASKING``; the last after ``deadline_s`` seconds at
    most. ``root`` moves everything that is read; ``machine`` is the file of a recorded machine to look at instead of
    this one. Fit for ``Background`` and for a loop.

    Raises:
        WorldError: this system is not supported, or does not even tell how much memory it has; the file is no
            recording.
    """
    from app.detection.snapshot import replayed, snapshots

    return snapshots(deadline_s, root) if machine is None else replayed(machine, deadline_s)


def detect(deadline_s: float = DEADLINE_S, root: str = "/", machine: str | None = None) -> Host:
    """Return the host once every volume has answered or has had ``deadline_s`` seconds to.

    Raises:
        WorldError: as :func:`watch`.
    """
    return _last(watch(deadline_s, root, machine))


def record(file: str, deadline_s: float = DEADLINE_S, root: str = "/", *, redact: bool = False) -> Host:
    """Return the host and keep all that was read of it in the new ``file``, without names if ``redact`` is given.

    To be called where there is one thread only, as file systems are asked by forked children.

    Raises:
        WorldError: as :func:`watch`; the file exists or cannot be written; something could not be made anonymous.
    """
    from app.detection.snapshot import recorded

    return _last(recorded(file, deadline_s, root, redact=redact))


def _last(hosts: Iterator[Host]) -> Host:
    host = None
    for host in hosts:  # noqa: B007 - the last one is the answer
        pass
    if host is None:
        raise AssertionError("there is one host at least")
    return host
