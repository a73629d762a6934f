"""Logs go to stderr or to a small file, and never to stdout."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(script: str, folder: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run ``script`` with a data folder of its own."""
    places = {"PYTHONPATH": str(ROOT), "HEADROOM_DATA": str(folder)}
    return subprocess.run(
        [sys.executable, "-c", f"import logging; from app import log\n{script}"],
        env={**os.environ, "HEADROOM_LOG": "", **places, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


SAY_ALL = "\nfor level in log.LEVELS: getattr(logging.getLogger('some'), level)('said %s', level)"


@pytest.mark.parametrize(
    ("level", "environment", "lines"),
    [(None, "", 2), ("error", "debug", 1), (None, "debug", 4), (None, "INFO", 3), ("info", "", 3)],
)
def test_the_option_outweighs_the_environment_and_both_the_default(
    tmp_path: Path, level: str | None, environment: str, lines: int
) -> None:
    done = run(f"log.to_stderr({level!r})" + SAY_ALL, tmp_path, HEADROOM_LOG=environment)
    assert done.stdout == ""
    assert done.stderr.count("said") == lines


def test_an_unknown_level_is_told_of_and_the_default_holds(tmp_path: Path) -> None:
    done = run("log.to_stderr()" + SAY_ALL, tmp_path, HEADROOM_LOG="loud")
    assert "'loud' is no log level" in done.stderr
    assert done.stderr.count("said") == 2


def test_the_window_keeps_its_log_in_the_data_folder(tmp_path: Path) -> None:
    done = run("log.to_file()" + SAY_ALL, tmp_path / "data")
    assert (done.stdout, done.stderr) == ("", "")
    kept = tmp_path / "data" / "headroom.log"
    assert kept.read_text().count("said") == 3
    assert kept.stat().st_mode & 0o777 == 0o600


def test_the_log_stays_small(tmp_path: Path) -> None:
    script = "log.to_file()\nfor _ in range(500): logging.getLogger('some').error('x' * 10_000)"
    assert run(script, tmp_path).returncode == 0
    files = list(tmp_path.iterdir())
    assert len(files) == 3
    assert sum(file.stat().st_size for file in files) <= 3 * 1024**2


def test_a_crash_is_in_the_log_and_on_stderr(tmp_path: Path) -> None:
    done = run("log.to_file()\nraise ZeroDivisionError('so that is that')", tmp_path)
    assert done.returncode == 1
    for text in (done.stderr, (tmp_path / "headroom.log").read_text()):
        assert "ZeroDivisionError: so that is that" in text


def test_without_a_place_for_the_file_the_log_goes_to_stderr(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file in the way")
    done = run("print(log.to_file())" + SAY_ALL, tmp_path / "data")
    assert done.stdout == "None\n"
    assert "no log file" in done.stderr
    assert done.stderr.count("said") == 2


def test_importing_the_log_does_not_load_the_logging_package(tmp_path: Path) -> None:
    script = "import sys; from app import log; print('logging' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True
    )
    assert done.stdout == b"False\n"
