"""Test file: nameless where that can be had, and gone in any case."""

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.benchmark.journal import NONCE_BYTES, Journal, Note
from app.benchmark.testfile import ScratchFile, name_of
from sizing.units import MIB
from tests.app.benchmark.conftest import Mount

NAME = "headroom-host-run-0.tmp"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[int]:
    fd = os.open(tmp_path, os.O_RDONLY | os.O_DIRECTORY)
    yield fd
    os.close(fd)


@pytest.fixture
def journal(tmp_path_factory: pytest.TempPathFactory) -> Journal:
    place = tmp_path_factory.mktemp("data") / "journal" / "run.jsonl"
    return Journal(str(place), Note("here", "/target", 2, NAME, "ab" * NONCE_BYTES))


def refuse(
    monkeypatch: pytest.MonkeyPatch, *, nameless: bool = False, unlink: bool = False, reopen: bool = False
) -> None:
    """Behave as file systems do that lack something: NFS and vfat nameless files, some FUSE also the rest."""
    real_open, real_unlink = os.open, os.unlink
    refused: list[bool] = []

    def opening(path: str, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        if nameless and flags & os.O_TMPFILE == os.O_TMPFILE:
            raise OSError(errno.EOPNOTSUPP, "no nameless files")
        if reopen and str(path).startswith("/proc/self/fd/"):
            raise OSError(errno.ENOENT, "no longer there")
        return real_open(path, flags, mode, dir_fd=dir_fd)

    def unlinking(path: str, *, dir_fd: int | None = None) -> None:
        if unlink and not refused:
            refused.append(True)
            raise OSError(errno.EBUSY, "open files cannot be unlinked")
        real_unlink(path, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", opening)
    monkeypatch.setattr(os, "unlink", unlinking)


def test_a_file_never_has_a_name_where_the_system_can_do_without(folder: int, journal: Journal, tmp_path: Path) -> None:
    file = ScratchFile(folder, NAME, journal)
    assert file.name == ""
    assert list(tmp_path.iterdir()) == []
    file.remove()


def test_elsewhere_it_loses_its_name_at_once(
    folder: int, journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse(monkeypatch, nameless=True)
    file = ScratchFile(folder, NAME, journal)
    assert file.name == ""
    assert list(tmp_path.iterdir()) == []
    assert os.fstat(file.fd).st_nlink == 0
    file.remove()


def test_one_that_must_keep_its_name_loses_it_at_the_end(
    folder: int, journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse(monkeypatch, nameless=True, unlink=True)
    file = ScratchFile(folder, NAME, journal)
    assert file.name == NAME
    assert [path.name for path in tmp_path.iterdir()] == [NAME]
    file.remove()
    file.remove()
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_somebody_is_never_taken_over(
    folder: int, journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse(monkeypatch, nameless=True)
    theirs, link = tmp_path / "theirs", tmp_path / NAME
    theirs.write_text("precious")
    link.symlink_to(theirs)
    with pytest.raises(FileExistsError):
        ScratchFile(folder, NAME, journal)
    assert theirs.read_text() == "precious"


@pytest.mark.parametrize("reopen", [True, False])
def test_reading_starts_at_the_beginning_with_or_without_a_fresh_description(
    folder: int, journal: Journal, monkeypatch: pytest.MonkeyPatch, *, reopen: bool
) -> None:
    refuse(monkeypatch, reopen=not reopen)
    file = ScratchFile(folder, NAME, journal)
    os.write(file.fd, b"what was written")
    reader = file.reopened()
    assert (reader != file.fd) is reopen
    assert os.read(reader, 100) == b"what was written"
    file.remove()


def test_dropping_can_be_stopped_between_pieces(folder: int, journal: Journal) -> None:
    class EnoughError(Exception):
        pass

    def enough() -> None:
        raise EnoughError

    file = ScratchFile(folder, NAME, journal)
    with pytest.raises(EnoughError):
        file.drop_from_cache(MIB, enough)
    file.remove()


@pytest.mark.parametrize("kind", ["ext4", "xfs"])
def test_a_cache_that_ignores_advice_is_emptied_by_writing_past_it(
    mount: Mount, kind: str, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = os.open(mount(kind), os.O_RDONLY | os.O_DIRECTORY)
    monkeypatch.setattr(os, "posix_fadvise", lambda *_: None)
    file = ScratchFile(folder, NAME, journal)
    content = os.urandom(8 * MIB + 4096 + 5)
    os.write(file.fd, content)
    os.fsync(file.fd)
    file.drop_from_cache(len(content), lambda: None)
    assert file.residency(len(content))[0] > 2000
    file.rewrite_past_cache(len(content), lambda: None)
    assert file.residency(len(content))[0] <= 2
    assert os.pread(file.fd, len(content), 0) == content
    file.remove()
    os.close(folder)


@pytest.mark.parametrize("kind", ["tmpfs", "btrfs"])
def test_where_writing_past_the_cache_is_in_vain_the_file_stays_as_it_was(
    mount: Mount, kind: str, journal: Journal
) -> None:
    folder = os.open(mount(kind), os.O_RDONLY | os.O_DIRECTORY)
    file = ScratchFile(folder, NAME, journal)
    content = os.urandom(4 * MIB)
    os.write(file.fd, content)
    file.rewrite_past_cache(len(content), lambda: None)
    assert os.pread(file.fd, len(content), 0) == content
    file.remove()
    os.close(folder)


def test_names_hold_host_run_and_worker_and_nothing_a_file_system_minds() -> None:
    assert name_of("node1.example.com", "ab12", 3) == "headroom-node1-example-com-ab12-3.tmp"
    assert "/" not in name_of("../../etc", "ab12", 0)
    assert len(name_of("x" * 500, "ab12", 1000)) < 100
