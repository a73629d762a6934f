"""What is written stays readable and harmless, whatever it is written to."""

import subprocess
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from app.cli.terminal import shown
from tests.app.cli.conftest import SMALL, Ended, Typist, command_line, environment


def stream(encoding: str) -> TextIOWrapper:
    return TextIOWrapper(BytesIO(), encoding=encoding)


def test_utf_8_gets_the_text_as_it_is() -> None:
    assert shown("1\u202f234 MB/s – größer", stream("utf-8")) == "1\u202f234 MB/s – größer"


@pytest.mark.parametrize(
    ("encoding", "meant"),
    [("ascii", "1 234 MB/s - gr[U+00F6][U+00DF]er"), ("iso-8859-1", "1 234 MB/s - größer")],
)
def test_what_an_old_terminal_cannot_show_is_replaced_or_spelt_out(encoding: str, meant: str) -> None:
    text = shown("1\u202f234 MB/s – größer", stream(encoding))
    assert text == meant
    assert text.encode(encoding)


def test_a_name_from_elsewhere_cannot_control_the_terminal() -> None:
    text = shown("/data/\x1b[2Jevil\u202e\rtwo\nlines", stream("utf-8"))
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "\r" not in text


@pytest.mark.parametrize("encoding", ["ascii:strict", "latin-1:strict", "cp1252:strict"])
def test_a_whole_run_survives_a_strict_old_encoding(
    headroom: Callable[..., Ended], target: Path, encoding: str
) -> None:
    ended = headroom("run", target, "--dry-run", *SMALL, PYTHONIOENCODING=encoding)
    assert ended.code == 0
    assert "32 MiB" in ended.out


def test_under_the_c_locale_a_terminal_gets_ascii_only(terminal: Callable[..., Typist]) -> None:
    typist = terminal("detect", LC_ALL="C")
    assert typist.end() == 0
    assert typist.screen.isascii()


def test_a_reader_who_leaves_early_is_no_error(target: Path) -> None:
    process = subprocess.Popen(
        command_line("run", target, "--dry-run", *SMALL),
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    complaint = process.stderr.read()
    process.stderr.close()
    assert process.wait(30) == 0
    assert complaint == b""
