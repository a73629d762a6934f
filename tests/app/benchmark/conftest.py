"""Fixtures of the benchmark's tests: plans, and small file systems that are mounted for one test."""

import ctypes
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from app.benchmark.progress import Progress
from app.benchmark.run import Run
from app.benchmark.target import examine
from sizing.plan import Method, Pattern, Plan, Target
from sizing.units import KIB, MIB
from sizing.workload import STANDARD, Role

Mount = Callable[..., Path]

_MNT_DETACH = 2


def plan_for(
    path: Path | str,
    *,
    workers: int = 2,
    file_size: int = 8 * MIB,
    block_size: int = 64 * KIB,
    cold_reads: bool = True,
    pattern: Pattern = Pattern.RANDOM,
    target: Target | None = None,
    free_after: int = 0,
) -> Plan:
    return Plan(
        target=target or examine(str(path)),
        mount_point=str(path),
        method=Method.QUICK,
        role=Role.SASDATA,
        workload=STANDARD,
        cores=workers,
        workers=workers,
        block_size=block_size,
        file_size=file_size,
        pattern=pattern,
        cold_reads=cold_reads,
        free_after=free_after,
        preallocation=0,
        seconds_low=1,
        seconds_high=60,
        proves="",
        does_not_prove="",
    )


def poll_until(run: Run, reached: Callable[[Progress], bool], *, within_s: float = 30) -> list[Progress]:
    """Poll as the window does, until ``reached``; return all that was seen."""
    seen = []
    deadline = time.monotonic() + within_s
    while time.monotonic() < deadline:
        seen.append(run.poll())
        if reached(seen[-1]):
            return seen
        time.sleep(0.02)
    raise AssertionError(f"not reached within {within_s} s: {seen[-1]}")


def poll_to_the_end(run: Run, *, within_s: float = 60) -> list[Progress]:
    return poll_until(run, lambda _: run.is_over, within_s=within_s)


@pytest.fixture
def mount(tmp_path: Path) -> Iterator[Mount]:
    """Mount a file system: ``mount("xfs")`` on an image of ``size`` bytes, ``mount("tmpfs", size=...)`` in memory."""
    if os.geteuid() != 0:
        pytest.skip("needs root, to mount file systems")
    with ExitStack() as stack:

        def mounted(kind: str, *, size: int = 512 * MIB, options: str = "", images: Path = tmp_path) -> Path:
            place = tmp_path / f"{kind}-{len(list(tmp_path.iterdir()))}"
            place.mkdir()
            source = stack.enter_context(_source(kind, size, images / f"{place.name}.img"))
            with_options = ",".join(filter(None, [options, f"size={size}" if kind == "tmpfs" else ""]))
            command = ["mount", "-t", kind, *(["-o", with_options] if with_options else []), source, str(place)]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                pytest.skip(f"{kind} cannot be mounted here: {done.stderr.strip()}")
            stack.callback(subprocess.run, ["umount", "-l", str(place)], check=True)
            return place

        yield mounted


class Faulty:
    """A file system of our own at ``place`` that misbehaves on demand."""

    def __init__(self, place: Path, server: "subprocess.Popen[str]") -> None:
        self.place = place
        self._server = server

    def order(self, what: str) -> None:
        """Have it do ``what``, as :mod:`tests.app.benchmark.faultyfs` says."""
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        print(what, file=self._server.stdin, flush=True)
        assert self._server.stdout.readline() == f"{what}\n"


@pytest.fixture
def faulty(tmp_path: Path) -> Iterator[Faulty]:
    """Mount a file system that misbehaves on demand."""
    if os.geteuid() != 0 or not Path("/dev/fuse").exists():
        pytest.skip("a file system that misbehaves on demand needs root and /dev/fuse")
    place = tmp_path / "faulty"
    place.mkdir()
    program = Path(__file__).with_name("faultyfs.py")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    server = subprocess.Popen([sys.executable, "-I", str(program), str(place)], text=True, **pipes)  # type: ignore[call-overload]
    try:
        if server.stdout.readline() != "mounted\n":
            pytest.skip(f"a FUSE file system cannot be mounted here: {server.communicate(timeout=10)[1].strip()}")
        yield Faulty(place, server)
    finally:
        ctypes.CDLL(None).umount2(os.fsencode(place), _MNT_DETACH)
        server.kill()
        server.communicate(timeout=10)


@contextmanager
def _source(kind: str, size: int, image: Path) -> Iterator[str]:
    """Give what is to be mounted: a name for a tmpfs, else a loop device on an image with a new file system."""
    if kind == "tmpfs":
        yield "tmpfs"
        return
    maker = shutil.which(f"mkfs.{kind}", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
    if maker is None:
        pytest.skip(f"needs mkfs.{kind}")
    with image.open("wb") as file:
        file.truncate(size)
    subprocess.run([maker, "-q", str(image)], check=True, capture_output=True)
    done = subprocess.run(["losetup", "--find", "--show", str(image)], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"no loop device to be had: {done.stderr.strip()}")
    device = done.stdout.strip()
    try:
        yield device
    finally:
        # Takes effect once nothing holds the file system any more.
        subprocess.run(["losetup", "--detach", device], check=True)
        image.unlink()
