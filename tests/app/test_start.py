"""The one way in starts what was asked for, and no more."""

import subprocess
import sys

from app import __version__
from app.errors import ExitCode
from tests.app.cli.conftest import ROOT, carried_out, environment

LOADED = """
import sys
sys.argv[1:] = ["--version"]
before = set(sys.modules)
from app.__main__ import main
assert main() == 0
print(*sorted(set(sys.modules) - before))
"""


def test_the_version_is_told_without_loading_anything_else() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], cwd=ROOT, check=True, capture_output=True, text=True)
    version, modules = done.stdout.splitlines()
    assert version == f"Headroom {__version__}"
    assert modules.split() == ["app", "app.__main__"]


def test_the_version_stands_in_every_form_of_the_command() -> None:
    assert carried_out("--version").out == carried_out("--version", PYTHONIOENCODING="ascii").out


def test_without_a_display_the_commands_are_explained() -> None:
    ended = carried_out()
    assert ended.code == ExitCode.USAGE
    assert "no display" in ended.err
    for command in ("detect", "run", "visit", "check", "report", "history"):
        assert command in ended.out


def test_with_a_display_but_without_qt_the_commands_are_explained() -> None:
    hidden = (
        "import sys; sys.modules['PySide6'] = None; sys.argv[1:] = []; from app.__main__ import main; sys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", hidden], env=environment(DISPLAY=":99"), capture_output=True, text=True, check=False
    )
    assert done.returncode == ExitCode.USAGE
    assert "PySide6 is not installed" in done.stderr
    assert "detect" in done.stdout
