"""Target: which folders are refused, and why."""

import os
import stat
import subprocess
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest

from app.benchmark.target import examine
from app.errors import WorldError
from tests.app.benchmark.conftest import Mount


def refusal(path: str) -> WorldError:
    with pytest.raises(WorldError) as caught:
        examine(path)
    assert caught.value.advice, "every refusal says what to do"
    return caught.value


def as_nobody(check: Callable[[], None]) -> None:
    """Run ``check`` in a forked child that has the rights of nobody."""
    if os.geteuid() != 0:
        check()
        return
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
            check()
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_folder_is_known_by_its_device_and_inode(tmp_path: Path) -> None:
    target = examine(str(tmp_path))
    state = tmp_path.stat()
    assert (target.device, target.inode) == (state.st_dev, state.st_ino)


def test_symbolic_links_are_followed_once_and_for_all(tmp_path: Path) -> None:
    folder, link = tmp_path / "folder", tmp_path / "link"
    folder.mkdir()
    link.symlink_to(folder)
    target = examine(str(link))
    assert target.path == str(link)
    assert target.resolved == str(folder.resolve())


def test_a_relative_path_becomes_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert examine(".").resolved == str(tmp_path.resolve())


def test_what_does_not_exist_is_refused(tmp_path: Path) -> None:
    assert "does not exist" in refusal(str(tmp_path / "missing")).message


def test_a_name_no_file_can_have_is_refused() -> None:
    assert "does not exist" in refusal("/tmp/\0").message


def test_an_endless_link_is_refused(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(link)
    assert "cannot be used" in refusal(str(link)).message


def test_a_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    assert "not a folder" in refusal(str(file)).message


def test_a_character_device_is_refused() -> None:
    assert "raw device" in refusal("/dev/null").message


def test_a_block_device_is_refused_even_through_a_link(tmp_path: Path) -> None:
    found = [path for path in Path("/dev").iterdir() if stat.S_ISBLK(path.stat().st_mode)]
    if not found:
        pytest.skip("needs a block device in /dev")
    link = tmp_path / "disk"
    link.symlink_to(found[0])
    assert "raw device" in refusal(str(found[0])).message
    assert "raw device" in refusal(str(link)).message


@pytest.mark.parametrize("path", ["/proc", "/sys", "/dev/pts"])
def test_a_pseudo_file_system_is_refused(path: str) -> None:
    assert "holds no files on any storage" in refusal(path).message


def test_a_folder_one_may_not_write_in_is_refused() -> None:
    def check() -> None:
        assert "may not write" in refusal("/usr").message

    as_nobody(check)


def test_a_folder_one_may_not_look_into_is_refused(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    (closed / "inner").mkdir(parents=True)
    tmp_path.parent.chmod(0o755)

    def check() -> None:
        closed_message = refusal(str(closed / "inner")).message
        assert "may not look into" in closed_message

    closed.chmod(0)
    try:
        as_nobody(check)
    finally:
        closed.chmod(0o700)


def test_a_file_system_mounted_read_only_is_refused_for_root_too(mount: Mount) -> None:
    place = mount("tmpfs")
    examine(str(place))
    subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
    assert "read-only" in refusal(str(place)).message
