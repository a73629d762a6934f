"""Copies of the source tree, and bare systems to start them on."""

import os
import shutil
import ssl
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_NOT_SOURCE = shutil.ignore_patterns(
    ".git", ".venv", ".cache", ".hypothesis", "*_cache", "__pycache__", "build", "dist"
)
_ENTER = """
set -e
root=$1 uid=$2 variables=$3
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --rbind /sys "$root/sys"
case $variables in
    *DISPLAY=*) mkdir -p "$root/tmp/.X11-unix"; mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix" ;;
esac
exec chroot "$root" setpriv "--reuid=$uid" "--regid=$uid" --clear-groups env -i $variables bash -c "$4"
"""


def copy_tree(target: Path) -> Path:
    """Copy the source tree, as a fresh checkout has it, to ``target``."""
    shutil.copytree(ROOT, target, ignore=_NOT_SOURCE)
    return target


@dataclass(frozen=True, slots=True)
class Bare:
    """A Debian with nothing but Python on it, and a checkout below the home of root (0) and of a consultant (1000)."""

    root: Path

    def run(self, command: str, *, uid: int = 0, display: str = "") -> "subprocess.CompletedProcess[str]":
        """Run ``command`` in the home of ``uid``; when it ends so does all that it started."""
        return subprocess.run(self.words(command, uid=uid, display=display), capture_output=True, text=True)

    def words(self, command: str, *, uid: int = 0, display: str = "") -> list[str]:
        """Return what runs ``command``, to be started by hand."""
        variables = f"HOME={self.home(uid)} PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 PIP_CERT=/certificates.crt"
        if display:
            variables += f" DISPLAY={display}"
        enter = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-c", _ENTER, "-"]
        return [*enter, str(self.root), str(uid), variables, f"cd ~/headroom && {command}"]

    @staticmethod
    def home(uid: int) -> str:
        """Return the home folder of ``uid``, as seen from inside."""
        return "/root" if uid == 0 else "/home/consultant"


@pytest.fixture(scope="session")
def image(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A packed Debian 12 with nothing but Python on it."""
    if not request.config.getoption("--chroot"):
        pytest.skip("needs minutes, root and the network: bash installer/test.sh --chroot")
    if os.geteuid() != 0 or shutil.which("mmdebstrap") is None:
        pytest.skip("needs root and mmdebstrap to make a bare Debian")
    packed = tmp_path_factory.mktemp("image") / "bare.tar"
    subprocess.run(["mmdebstrap", "--quiet", "--variant=minbase", "--include=python3", "bookworm", packed], check=True)
    return packed


@pytest.fixture
def bare(image: Path, tmp_path: Path) -> Iterator[Bare]:
    """A bare system of one's own."""
    root = tmp_path / "bare"
    root.mkdir()
    subprocess.run(["tar", "--extract", "--file", image, "--directory", root], check=True)
    for name in ("resolv.conf", "hosts"):
        shutil.copy(Path("/etc", name), root / "etc" / name)
    own = Path("/usr/local/share/ca-certificates")  # what this machine's administrator trusts, for Java
    if own.is_dir():
        shutil.copytree(own, root / own.relative_to("/"), dirs_exist_ok=True)
    trusted = os.environ.get("PIP_CERT") or ssl.get_default_verify_paths().cafile
    if trusted:
        shutil.copy(trusted, root / "certificates.crt")
    system = Bare(root)
    for uid in (0, 1000):
        home = root / system.home(uid)[1:]
        home.mkdir(exist_ok=True)
        copy_tree(home / "headroom")
        subprocess.run(["chown", "-R", f"{uid}:{uid}", home], check=True)
    yield system
    shutil.rmtree(root)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory, start: "Start") -> Path:
    """A checkout in which Headroom was started once, so that it is set up."""
    root = copy_tree(tmp_path_factory.mktemp("checkout") / "headroom")
    first = start(root, "--version")
    if "Failed to establish a new connection" in first.stderr:
        pytest.skip("needs a package index to set Headroom up from")
    assert first.returncode == 0, first.stderr
    return root


Start = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def start() -> Start:
    """What starts a checkout's run.sh, without a display, and hands back how that ended."""

    def run(
        root: Path, *arguments: str, cwd: Path | None = None, **variables: str
    ) -> "subprocess.CompletedProcess[str]":
        environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")} | variables
        command = ["bash", str(root / "installer" / "run.sh"), *arguments]
        return subprocess.run(
            command, cwd=cwd, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )

    return run
