"""Throttle: a block device held to a known rate by the kernel's blkio controller, for as long as a test needs it.

Version 1 of the control groups holds what a process reads to the limit of its own group, and what the kernel writes
back for anybody to that of the root group. In version 2 both count for the group of the process, which must not be the
root group, so that this process moves into one of its own for the time being.
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

_ROOT = Path("/sys/fs/cgroup")


@contextmanager
def throttled(device: int, *, read: int, write: int) -> Iterator[None]:
    """Hold ``device`` (``st_dev``) to ``read`` and ``write`` bytes a second; skip where that cannot be done."""
    number = f"{os.major(device)}:{os.minor(device)}"
    if os.geteuid() != 0:
        pytest.skip("needs root, to hold a device to a known rate")
    with ExitStack() as stack:
        try:
            if (_ROOT / "blkio").is_dir():
                for group in {_ROOT / "blkio", _own("blkio")}:
                    _limit(stack, group / "blkio.throttle.read_bps_device", f"{number} {read}", f"{number} 0")
                    _limit(stack, group / "blkio.throttle.write_bps_device", f"{number} {write}", f"{number} 0")
            else:
                group = _group_of_our_own(stack)
                both = f"{number} rbps={read} wbps={write}"
                _limit(stack, group / "io.max", both, f"{number} rbps=max wbps=max")
        except OSError as error:
            pytest.skip(f"no control group can hold a device to a known rate here: {error}")
        yield


def _limit(stack: ExitStack, file: Path, limit: str, without: str) -> None:
    file.write_text(limit)
    stack.callback(file.write_text, without)


def _own(controller: str) -> Path:
    """Return the group of this process."""
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        if controller in controllers.split(","):
            return _ROOT / controller / path.lstrip("/")
    raise FileNotFoundError(f"this process is in no group of {controller}")


def _group_of_our_own(stack: ExitStack) -> Path:
    """Move this process into a new group with both controllers that writing back needs, and back in the end."""
    before = _ROOT / Path("/proc/self/cgroup").read_text().strip().rpartition("::/")[2]
    (_ROOT / "cgroup.subtree_control").write_text("+io +memory")
    group = _ROOT / f"headroom-test-{os.getpid()}"
    group.mkdir()
    stack.callback(group.rmdir)
    (group / "cgroup.procs").write_text(str(os.getpid()))
    stack.callback((before / "cgroup.procs").write_text, str(os.getpid()))
    return group
