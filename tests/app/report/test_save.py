"""Saving: whole or not at all, and never over anything but a file."""

import errno
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.errors import WorldError
from app.report.save import save


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """Let the kernel refuse to make files larger than ``size``."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_new_file_holds_the_whole_content_and_nothing_else_is_left(tmp_path: Path) -> None:
    save(tmp_path / "report.pdf", b"x" * 100_000)
    assert (tmp_path / "report.pdf").read_bytes() == b"x" * 100_000
    assert [entry.name for entry in tmp_path.iterdir()] == ["report.pdf"]


def test_a_file_of_that_name_is_replaced(tmp_path: Path) -> None:
    place = tmp_path / "report.pdf"
    place.write_bytes(b"old")
    save(place, b"new")
    assert place.read_bytes() == b"new"


def test_a_write_that_fails_midway_leaves_the_old_file_and_no_trace(tmp_path: Path) -> None:
    place = tmp_path / "report.pdf"
    place.write_bytes(b"old")
    with largest_file(4096), pytest.raises(WorldError, match="could not be written"):
        save(place, b"x" * 10_000)
    assert place.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["report.pdf"]


def test_a_full_disk_is_said_and_leaves_nothing(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("mounting a small tmpfs needs root")
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", tmp_path], capture_output=True)
    if mounted.returncode != 0:
        pytest.skip(f"a tmpfs cannot be mounted here: {mounted.stderr.decode()}")
    try:
        with pytest.raises(WorldError) as caught:
            save(tmp_path / "report.pdf", b"x" * 200_000)
        assert os.strerror(errno.ENOSPC) in caught.value.message
        assert "space" in caught.value.advice
        assert not list(tmp_path.iterdir())
    finally:
        subprocess.run(["umount", tmp_path], check=True)


def test_nothing_but_a_regular_file_is_overwritten(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for place in (tmp_path / "pipe", tmp_path / "folder", Path("/dev/null")):
        with pytest.raises(WorldError, match="not a file that may be overwritten"):
            save(place, b"x")
    assert (tmp_path / "pipe").is_fifo()
    assert Path("/dev/null").is_char_device()


def test_through_a_symbolic_link_the_file_it_names_is_written(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "link.pdf").symlink_to(tmp_path / "kept" / "report.pdf")
    save(tmp_path / "link.pdf", b"x")
    assert (tmp_path / "kept" / "report.pdf").read_bytes() == b"x"
    assert (tmp_path / "link.pdf").is_symlink()


def test_a_link_to_a_device_is_refused(tmp_path: Path) -> None:
    (tmp_path / "link.pdf").symlink_to("/dev/null")
    with pytest.raises(WorldError, match="not a file"):
        save(tmp_path / "link.pdf", b"x")


@pytest.mark.parametrize("name", ["missing/report.pdf", "file/report.pdf", "n" * 300, "nul\0.pdf"])
def test_a_place_that_cannot_be_written_is_an_error_of_the_world_with_advice(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(WorldError) as caught:
        save(tmp_path / name, b"x")
    assert caught.value.advice
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_links_that_lead_in_a_circle_are_an_error_of_the_world(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(WorldError):
        save(tmp_path / "a", b"x")


def test_killed_at_any_moment_the_file_is_whole(tmp_path: Path) -> None:
    place = tmp_path / "report.pdf"
    program = (
        "import sys; from pathlib import Path; from app.report.save import save\n"
        "for number in range(10**6):\n"
        "    save(Path(sys.argv[1]), bytes([number % 256]) * 3_000_000)\n"
        "    print(flush=True)\n"
    )
    writer = subprocess.Popen([sys.executable, "-c", program, str(place)], stdout=subprocess.PIPE)
    assert writer.stdout is not None
    for _ in range(3):
        writer.stdout.readline()
    writer.send_signal(signal.SIGKILL)
    writer.wait()
    writer.stdout.close()
    content = place.read_bytes()
    assert len(content) == 3_000_000
    assert len(set(content)) == 1
