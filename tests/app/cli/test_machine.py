"""A machine recorded on one computer is looked at and judged on another."""

from pathlib import Path

import pytest

from tests.app.cli.conftest import Headroom


@pytest.fixture
def recording(headroom: Headroom, tmp_path: Path) -> Path:
    """This machine, recorded."""
    file = tmp_path / "machine.tar.gz"
    ended = headroom("detect", "--record", file)
    assert ended.code == 0
    assert f"Recorded in {file}." in ended.out
    return file


def test_a_recorded_machine_is_shown_as_the_one_it_was(headroom: Headroom, recording: Path) -> None:
    before = headroom("--machine", recording, "detect", "--json").document["host"]
    after = headroom("detect", "--machine", recording, "--json").document["host"]
    assert before == after
    assert before["name"] == headroom("detect", "--json").document["host"]["name"]


def test_a_recorded_machine_is_judged(headroom: Headroom, recording: Path) -> None:
    judged = headroom("check", "--machine", recording, "--json").document
    assert judged["host"]["detected_at"]
    assert judged["findings"]


def test_a_recorded_machine_cannot_be_measured(headroom: Headroom, recording: Path, tmp_path: Path) -> None:
    ended = headroom("--machine", recording, "run", tmp_path, "--yes")
    assert ended.code == 2
    assert "not measured" in ended.err


@pytest.mark.parametrize(
    "words",
    [
        ("detect", "--redact"),
        ("detect", "--record", "new.tar.gz", "--machine", "old"),
        ("check", "x", "--machine", "y"),
    ],
)
def test_what_contradicts_itself_is_wrong_usage(headroom: Headroom, words: tuple[str, ...]) -> None:
    assert headroom(*words).code == 2


def test_a_file_that_is_no_recording_is_refused_with_advice(headroom: Headroom, tmp_path: Path) -> None:
    (tmp_path / "x").write_text("hello")
    ended = headroom("detect", "--machine", tmp_path / "x")
    assert ended.code == 3
    assert "is no recorded machine" in ended.err


def test_a_recording_with_names_says_that_it_holds_them(headroom: Headroom, tmp_path: Path) -> None:
    assert "--redact replaces them" in headroom("detect", "--record", tmp_path / "named").out
    assert "--redact" not in headroom("detect", "--record", tmp_path / "redacted", "--redact").out
