"""Machines to detect: composed ones, and a mount that is really dead."""

import ctypes
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.app.detection.machine import Machine

_MNT_DETACH = 2
_MANNERS = ("mute", "taking")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A machine to be composed."""
    return Machine(tmp_path / "machine")


@pytest.fixture(params=_MANNERS)
def dead_mount(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """The mount point of a file system that never answers, dead before it greets the kernel or after."""
    with _served(tmp_path, request.param) as (point, _):
        yield point


@pytest.fixture
def private_mount(tmp_path: Path) -> Iterator[Path]:
    """The mount point of a file system that belongs to another user and refuses even root."""
    with _served(tmp_path, "private") as (point, _):
        yield point


@pytest.fixture
def orphaned_mount(tmp_path: Path) -> Iterator[Path]:
    """The mount point of a file system whose server has died."""
    with _served(tmp_path, "taking") as (point, server):
        server.kill()
        server.wait(timeout=10)
        yield point


@contextmanager
def _served(place: Path, manner: str) -> Iterator[tuple[Path, subprocess.Popen[str]]]:
    """Run a dead mount below ``place``, and leave neither it nor its server behind."""
    if os.geteuid() != 0 or not Path("/dev/fuse").exists():
        pytest.skip("a mount that does not answer needs root and /dev/fuse")
    point = place / "dead"
    point.mkdir()
    program = Path(__file__).with_name("deadmount.py")
    server = subprocess.Popen(
        [sys.executable, "-I", str(program), str(point), manner],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        if server.stdout.readline() != "mounted\n":
            _, why = server.communicate(timeout=10)
            pytest.skip(f"a FUSE file system cannot be mounted here: {why.strip()}")
        yield point, server
    finally:
        ctypes.CDLL(None).umount2(os.fsencode(point), _MNT_DETACH)
        server.kill()
        server.communicate(timeout=10)
