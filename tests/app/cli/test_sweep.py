"""The command sweep, and what a run does before it begins."""

import os
import platform
from pathlib import Path

import pytest

from app.benchmark.journal import NONCE_BYTES, Journal, Note
from app.benchmark.sweep import journal_folder
from app.errors import ExitCode
from tests.app.cli.conftest import SMALL, carried_out

NONCE = "5a" * NONCE_BYTES


@pytest.fixture
def remnant(tmp_path: Path) -> Path:
    """A test file that a killed run left."""
    folder = tmp_path / "target"
    folder.mkdir()
    file = folder / "headroom-here-0123456789abcdef-0.tmp"
    note = Note(platform.node(), str(folder), folder.stat().st_ino, file.name, NONCE)
    journal = Journal(str(journal_folder() / "run.jsonl"), note)
    journal.announce()
    os.close(journal._fd)
    file.write_bytes(bytes.fromhex(NONCE))
    return file


def test_where_nothing_was_left_it_says_so() -> None:
    done = carried_out("sweep")
    assert (done.code, done.err) == (ExitCode.PASSED, "")
    assert "No test file was left behind." in done.out


def test_what_a_killed_run_left_is_removed_and_named(remnant: Path) -> None:
    done = carried_out("sweep", "--json")
    assert done.code == ExitCode.PASSED
    assert (done.document["removed"], done.document["left"]) == ([str(remnant)], [])
    assert not remnant.exists()


def test_what_may_not_be_removed_is_named_with_the_reason(remnant: Path) -> None:
    remnant.write_text("somebody's data")
    done = carried_out("sweep")
    assert done.code == ExitCode.LEFT_BEHIND
    assert f"{remnant} (it is not the file that was made)" in done.err
    assert remnant.read_text() == "somebody's data"


def test_a_run_sweeps_before_it_begins(remnant: Path) -> None:
    done = carried_out("run", remnant.parent, *SMALL, "--yes")
    assert str(remnant) in done.err
    assert list(remnant.parent.iterdir()) == []
