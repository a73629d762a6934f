"""One command sets Headroom up and starts it; the second time it only starts it."""

import os
import shutil
import signal
import statistics
import subprocess
import time
from pathlib import Path

from app import __version__
from tests.installer.conftest import Start

VERSION = f"Headroom {__version__}\n"


def test_a_start_prints_nothing_of_its_own_on_stdout(checkout: Path, start: Start) -> None:
    ended = start(checkout, "--version")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, VERSION, "")


def test_the_command_headroom_is_there_afterwards(checkout: Path) -> None:
    told = subprocess.run([checkout / ".venv/bin/headroom", "--version"], check=True, capture_output=True, text=True)
    assert told.stdout == VERSION


def test_a_second_start_costs_less_than_a_second_over_the_program(checkout: Path) -> None:
    def seconds(command: list[str]) -> float:
        begun = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        return time.perf_counter() - begun

    through = [seconds(["bash", str(checkout / "installer/run.sh"), "--version"]) for _ in range(5)]
    direct = [seconds([str(checkout / ".venv/bin/python"), "-I", "-m", "app", "--version"]) for _ in range(5)]
    assert statistics.median(through) - statistics.median(direct) < 1.0


def test_a_server_without_a_display_is_set_up_without_qt(checkout: Path) -> None:
    assert not list(checkout.glob(".venv/lib/python3*/site-packages/PySide6"))
    assert list(checkout.glob(".venv/lib/python3*/site-packages/typst"))


def test_a_wish_for_no_compiled_files_does_not_make_every_start_slow(checkout: Path, start: Start) -> None:
    compiled = checkout / "app" / "__pycache__"
    shutil.rmtree(compiled)
    assert start(checkout, "--help", PYTHONDONTWRITEBYTECODE="1").returncode == 0
    assert list(compiled.glob("errors.*.pyc"))


def test_neither_the_current_folder_nor_anothers_settings_can_take_the_programs_place(
    checkout: Path, start: Start, tmp_path: Path
) -> None:
    (tmp_path / "app.py").write_text("raise SystemExit('an impostor was started')", "utf-8")
    ended = start(checkout, "--version", cwd=tmp_path, PYTHONPATH=str(tmp_path), PYTHONHOME=str(tmp_path))
    assert (ended.returncode, ended.stdout) == (0, VERSION)


def test_a_set_up_that_was_killed_or_is_out_of_date_is_repaired_by_the_next_start(checkout: Path, start: Start) -> None:
    with (checkout / "installer/lock/base.txt").open("a", encoding="utf-8") as lock:
        lock.write("# changed\n")
    (package,) = checkout.glob(".venv/lib/python3*/site-packages/typst")
    shutil.rmtree(package)
    command = ["bash", str(checkout / "installer/run.sh"), "--version"]
    with subprocess.Popen(
        command, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as setting_up:
        while not package.exists() and setting_up.poll() is None:
            time.sleep(0.002)
        os.killpg(setting_up.pid, signal.SIGKILL)
        assert (setting_up.stdout.read() if setting_up.stdout else b"") == b""
    assert not (checkout / ".venv/ready.base").exists()
    repaired = start(checkout, "--version")
    assert (repaired.returncode, repaired.stdout) == (0, VERSION), repaired.stderr
    assert start(checkout, "--version").stderr == ""


def test_without_a_fitting_python_it_says_which_one_it_needs_and_does_nothing(tmp_path: Path, start: Start) -> None:
    root, tools = tmp_path / "headroom", tmp_path / "tools"
    shutil.copytree(Path(__file__).parents[2] / "installer", root / "installer")
    tools.mkdir()
    for name in ("bash", "cat", "cksum", "dirname", "flock", "mkdir", "readlink"):
        (tools / name).symlink_to(str(shutil.which(name)))
    (tools / "python3").write_text("#!/bin/bash\nexit 1\n", "utf-8")
    (tools / "python3").chmod(0o755)
    ended = start(root, "--version", PATH=str(tools), HEADROOM_PYTHON="")
    assert ended.returncode == 3
    assert "needs Python 3.11 to 3.14" in ended.stderr
    assert not (root / ".venv").exists()
