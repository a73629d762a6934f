"""Snapshot: one Host after another, from the first fast facts to the answer of the last volume."""

import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Final

from app.detection.backend import Backend, Mounted, this_backend
from sizing.host import Host

_POLL_S: Final = 0.02
_START_S: Final = 30.0
"""Seconds a process of our own may take beyond the deadline, on a machine that is busy."""


def snapshots(deadline_s: float, root: str) -> Iterator[Host]:
    """Yield snapshots of the host; file systems are always asked from a process with one thread.

    The children that ask are forked, and a fork of a process with several threads may inherit a lock nobody will
    ever open. A window therefore runs this in a background process; where somebody forgets, it is done for them.
    """
    if _has_threads():
        return _from_background(deadline_s, root)
    return snapshots_of(this_backend(root), deadline_s)


def replayed(file: str, deadline_s: float) -> Iterator[Host]:
    """Yield snapshots of the machine recorded in ``file``."""
    from app.detection.linux import LinuxBackend
    from app.detection.recording import open_recording

    return snapshots_of(LinuxBackend(open_recording(file)), deadline_s)


def recorded(file: str, deadline_s: float, root: str, *, redact: bool) -> Iterator[Host]:
    """Yield snapshots of the host, then keep in ``file`` all that was read for them.

    With ``redact`` the last one shows the host as the file tells it, and nothing else is shown.
    """
    from app.detection.linux import LinuxBackend
    from app.detection.place import Here
    from app.detection.recorder import Recorder, refuse_existing, save
    from app.detection.redaction import redacted

    this_backend(root)  # refuses systems whose files nobody could read
    refuse_existing(file)
    recorder = Recorder(Here(root))
    hosts = list(snapshots_of(LinuxBackend(recorder), deadline_s))
    save(redacted(recorder.tape) if redact else recorder.tape, file)
    return replayed(file, deadline_s) if redact else iter(hosts)


def snapshots_of(backend: Backend, deadline_s: float) -> Iterator[Host]:
    """Yield snapshots of what ``backend`` finds."""
    devices = backend.devices()
    host = Host(
        name=backend.name(),
        identity=backend.identity(),
        detected_at=backend.moment(),
        kernel=backend.kernel(),
        cpu=backend.cpu(),
        memory=backend.memory(),
        volumes=(),
        devices=devices,
        networks=backend.networks(),
        tunables=backend.tunables(),
        cloud=backend.cloud(),
    )
    with closing(backend.mounted(devices, deadline_s)) as answers:
        for mounted in answers:
            yield _with_volumes(host, mounted, backend)


def _with_volumes(host: Host, mounted: Mounted, backend: Backend) -> Host:
    host = replace(host, volumes=mounted.volumes, left_out=mounted.left_out, unread=backend.unread())
    home = host.volume_of(backend.home())
    return replace(host, runs_from=home.mount_point if home else None)


def _has_threads() -> bool:
    """Whether this process has more than one thread; where that cannot be told, Python's own are counted."""
    try:
        return len(list(Path("/proc/self/task").iterdir())) > 1
    except OSError:
        import threading

        return threading.active_count() > 1


def _from_background(deadline_s: float, root: str) -> Iterator[Host]:
    from app.background import Background
    from app.detection import watch

    background = Background(watch, deadline_s, root, deadline_s=deadline_s + _START_S)
    try:
        while not background.is_over:
            if (host := background.poll()) is not None:
                yield host
            time.sleep(_POLL_S)
    finally:
        background.close()
