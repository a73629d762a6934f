"""On a system with nothing but Python, each of the two commands in the README sets up all it needs.

Only with ``--chroot``: each test makes a bare Debian of its own and installs into it over the network.
"""

import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import __version__
from tests.installer.conftest import Bare

pytestmark = [pytest.mark.timeout(600)]


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """An X server outside the bare system: its name, and the file that holds its picture."""
    pictures = tmp_path / "screen"
    pictures.mkdir()
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1440x900x24", "-fbdir", str(pictures)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        yield f":{server.stdout.readline().strip()}", pictures / "Xvfb_screen0"
        server.terminate()


def is_painted(picture: Path) -> bool:
    """Whether more than a little of the screen is no longer black."""
    content = picture.read_bytes()
    return content.count(0) < 0.7 * len(content)


def test_root_is_given_all_that_is_missing_and_the_second_start_is_quick(bare: Bare) -> None:
    first = bare.run("bash installer/run.sh --version")
    assert (first.returncode, first.stdout) == (0, f"Headroom {__version__}\n"), first.stderr
    assert re.search(r"^headroom: installing .*: python3\.\d+-venv$", first.stderr, re.MULTILINE)
    begun = time.perf_counter()
    second = bare.run("bash installer/run.sh --version")
    assert (second.returncode, second.stderr) == (0, "")
    assert time.perf_counter() - begun < 1.5


def test_without_a_display_the_whole_job_is_done_in_the_terminal(bare: Bare) -> None:
    ended = bare.run("bash installer/run.sh")
    assert ended.returncode in (0, 1, 4), ended.stderr
    (paper,) = (bare.root / "root/headroom").glob("*.pdf")
    assert paper.read_bytes().startswith(b"%PDF-")


def test_with_a_display_the_window_opens(bare: Bare, screen: tuple[str, Path]) -> None:
    display, picture = screen
    command = bare.words("bash installer/run.sh", display=display)
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as window:
        deadline = time.monotonic() + 300
        while not is_painted(picture) and window.poll() is None and time.monotonic() < deadline:
            time.sleep(0.5)
        seen = is_painted(picture)
        window.kill()
        assert window.stderr is not None
        told = window.stderr.read()
    assert "installing the system libraries that the window needs: libglib2.0-0" in told
    assert seen, told


def test_a_user_is_told_what_an_administrator_has_to_install_and_that_is_enough(bare: Bare) -> None:
    refused = bare.run("bash installer/run.sh --version", uid=1000)
    assert refused.returncode == 3
    (remedy,) = re.findall(r"^headroom: +(apt-get install .*)$", refused.stderr, re.MULTILINE)
    assert bare.run(f"apt-get update --quiet=2 && {remedy}").returncode == 0
    ended = bare.run("bash installer/run.sh --version", uid=1000)
    assert (ended.returncode, ended.stdout) == (0, f"Headroom {__version__}\n"), ended.stderr


def test_a_user_whose_system_lacks_what_a_window_needs_goes_on_in_the_terminal(
    bare: Bare, screen: tuple[str, Path]
) -> None:
    bare.run("bash installer/run.sh --version")
    ended = bare.run("bash installer/run.sh", uid=1000, display=screen[0])
    assert ended.returncode in (0, 1, 4), ended.stderr
    assert "libxcb-cursor0" in ended.stderr
    assert "without that there is no window; everything else works" in ended.stderr
    assert len(list((bare.root / "home/consultant/headroom").glob("*.pdf"))) == 1


def test_a_checkout_that_cannot_be_written_is_set_up_in_the_users_own_folder(bare: Bare) -> None:
    bare.run("bash installer/run.sh --version; rm -rf .venv; chmod -R a+rX /root")
    started = "bash /root/headroom/installer/run.sh --version"
    assert bare.run(started, uid=1000).stdout == f"Headroom {__version__}\n"
    again = bare.run(started, uid=1000)
    assert (again.returncode, again.stderr) == (0, "")
    data = bare.root / "home/consultant/.local/share/headroom"
    assert (data / "environment").is_dir()
    assert data.stat().st_mode & 0o777 == 0o700
    assert not (bare.root / "root/headroom/.venv").exists()


@pytest.mark.timeout(3000)
def test_every_check_passes_on_it(bare: Bare) -> None:
    ended = bare.run("bash installer/test.sh")
    assert ended.returncode == 0, ended.stdout[-8000:] + ended.stderr[-2000:]
    assert re.search(r"^=+ .*\d+ passed.* =+$|^\d+ passed", ended.stdout.splitlines()[-1])
