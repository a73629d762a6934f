"""Measuring from the command line: the question, the run, the stream, the end."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from app.cli.verdict import exit_code
from app.errors import ExitCode
from app.history.store import open_store
from sizing.assessment import Assessment
from sizing.codec import from_json
from sizing.measurement import Outcome
from sizing.plan import PhaseKind
from tests.app.cli.conftest import SMALL, Ended, Typist, command_line, environment

Headroom = Callable[..., Ended]
LONG = ("--workers", "2", "--file-size", "2G", "--yes", "--events")


def kept() -> tuple[Assessment, ...]:
    with open_store() as store:
        return tuple(store.load(entry.id) for entry in store.entries())


def begun(target: Path) -> "subprocess.Popen[bytes]":
    """Return a command that is just writing."""
    process = subprocess.Popen(
        command_line("run", target, *LONG),
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    for line in process.stdout:
        if json.loads(line)["t"] == "phase":
            return process
    pytest.fail("the run did not begin")


def test_a_run_says_both_figures_the_findings_and_where_it_is_kept(headroom: Headroom, target: Path) -> None:
    ended = headroom("run", target, *SMALL, "--yes")
    (assessment,) = kept()
    assert ended.code == exit_code(assessment)
    for words in ("Strict, per core", "SAS-comparable, per core", "MiB/s", "Rulebook", assessment.id):
        assert words in ended.out
    assert list(target.iterdir()) == []


def test_json_is_one_document_that_is_the_kept_assessment(headroom: Headroom, target: Path) -> None:
    ended = headroom("run", target, *SMALL, "--yes", "--json")
    assessment = from_json(ended.out, Assessment)
    assert (assessment,) == kept()
    assert ended.code == exit_code(assessment)
    assert ended.out.count("\n") == 1


def test_events_tell_the_run_from_start_to_end(headroom: Headroom, target: Path) -> None:
    ended = headroom("run", target, *SMALL, "--yes", "--events")
    events = ended.events
    kinds = [event["t"] for event in events]
    assert {event["v"] for event in events} == {1}
    assert (kinds[0], kinds[-1]) == ("start", "end")
    assert [event["phase"] for event in events if event["t"] == "phase"] == ["write", "read"]
    assert {"sample", "verdict"} <= set(kinds)
    assert events[-1]["exit_code"] == ended.code


def test_the_samples_of_a_phase_add_up_to_its_bytes(headroom: Headroom, target: Path) -> None:
    events = headroom("run", target, *SMALL, "--yes", "--events").events
    slots = [slot for event in events if event["t"] == "sample" for slot in event["slots"]]
    for phase in PhaseKind:
        ours = [slot for slot in slots if slot["phase"] == phase.value]
        assert sum(sum(slot["bytes"]) for slot in ours) == 32 * 1024**2
        starts = [slot["first"] for slot in ours]
        lengths = [len(slot["bytes"]) for slot in ours]
        assert starts == [sum(lengths[:index]) for index in range(len(ours))]


def test_a_dry_run_shows_the_plan_and_writes_nothing(headroom: Headroom, target: Path, tmp_path: Path) -> None:
    before = target.stat().st_mtime_ns
    ended = headroom("run", target, *SMALL, "--dry-run")
    assert ended.code == ExitCode.PASSED
    assert "Does not prove" in ended.out
    assert "Nothing was written." in ended.out
    assert target.stat().st_mtime_ns == before
    assert not (tmp_path / "headroom-data").exists()


def test_a_dry_run_for_programs_is_the_plan(headroom: Headroom, target: Path) -> None:
    plan = headroom("run", target, *SMALL, "--dry-run", "--json").document["plan"]
    assert (plan["workers"], plan["file_size"]) == (2, 16 * 1024**2)


def test_without_a_terminal_and_without_yes_nothing_is_written(headroom: Headroom, target: Path) -> None:
    ended = headroom("run", target, *SMALL)
    assert ended.code == ExitCode.USAGE
    assert "--yes" in ended.err
    assert kept() == ()


@pytest.mark.parametrize("bad", ["missing", "file", "/proc", "/dev/null"])
def test_a_target_that_cannot_be_measured_is_refused(headroom: Headroom, tmp_path: Path, bad: str) -> None:
    (tmp_path / "file").touch()
    ended = headroom("run", tmp_path / bad, *SMALL, "--yes", "--json")
    assert ended.code == ExitCode.REFUSED
    assert ended.document["error"]["code"] == ExitCode.REFUSED
    assert ended.document["error"]["message"]
    assert ended.document["error"]["advice"]
    assert kept() == ()


def test_an_error_in_the_stream_is_an_event_too(headroom: Headroom, tmp_path: Path) -> None:
    events = headroom("run", tmp_path / "missing", *SMALL, "--yes", "--events").events
    assert [event["t"] for event in events] == ["error", "end"]
    assert events[-1]["exit_code"] == ExitCode.REFUSED


def test_more_than_there_is_space_for_is_refused_with_what_is_lacking(headroom: Headroom, target: Path) -> None:
    ended = headroom("run", target, "--workers", "99999", "--file-size", "999G", "--dry-run")
    assert ended.code == ExitCode.REFUSED
    assert "space" in ended.err


def test_wrong_usage_is_a_document_too(headroom: Headroom) -> None:
    ended = headroom("run", "/tmp", "--block-size", "many", "--json")
    assert ended.code == ExitCode.USAGE
    assert "--block-size" in ended.document["error"]["message"]


def test_a_report_that_could_not_be_written_is_refused_before_measuring(headroom: Headroom, target: Path) -> None:
    ended = headroom("run", target, *SMALL, "--yes", "--pdf", target / "nowhere" / "a.pdf")
    assert ended.code == ExitCode.REFUSED
    assert kept() == ()


def test_the_pdf_is_written_where_it_was_asked_for(headroom: Headroom, target: Path, tmp_path: Path) -> None:
    headroom("run", target, *SMALL, "--yes", "--pdf", tmp_path / "report.pdf")
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF-")


def test_the_plan_is_shown_and_the_answer_is_no_unless_it_is_yes(terminal: Callable[..., Typist], target: Path) -> None:
    typist = terminal("run", target, *SMALL)
    typist.wait_for("[y/N]")
    typist.type("")
    assert typist.end() == ExitCode.CANCELLED
    assert b"Does not prove" in typist.screen
    assert b"Nothing was written." in typist.screen
    assert kept() == ()


def test_ctrl_c_at_the_prompt_is_a_no(terminal: Callable[..., Typist], target: Path) -> None:
    typist = terminal("run", target, *SMALL)
    typist.wait_for("[y/N]")
    typist.process.send_signal(signal.SIGINT)
    assert typist.end() == ExitCode.CANCELLED
    assert b"Traceback" not in typist.screen
    assert kept() == ()


def test_yes_at_the_prompt_measures(terminal: Callable[..., Typist], target: Path) -> None:
    typist = terminal("run", target, *SMALL)
    typist.wait_for("[y/N]")
    typist.type("y")
    code = typist.end()
    (assessment,) = kept()
    assert code == exit_code(assessment)
    assert assessment.measurement is not None
    assert b"Starting the workers" in typist.screen


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_one_request_to_stop_cancels_soon_and_keeps_what_was_measured(target: Path, number: signal.Signals) -> None:
    process = begun(target)
    os.killpg(process.pid, number) if number is signal.SIGINT else process.send_signal(number)
    asked = time.monotonic()
    out, _ = process.communicate(timeout=30)
    assert time.monotonic() - asked < 5
    assert process.returncode == ExitCode.CANCELLED
    assert json.loads(out.splitlines()[-1])["outcome"] == Outcome.CANCELLED
    (assessment,) = kept()
    assert assessment.series is not None
    assert assessment.series.outcome is Outcome.CANCELLED
    assert assessment.series.phases
    assert list(target.iterdir()) == []


def test_a_second_request_ends_at_once_and_leaves_nothing(target: Path) -> None:
    process = begun(target)
    os.killpg(process.pid, signal.SIGINT)
    time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    process.communicate(timeout=30)
    assert process.returncode == ExitCode.CANCELLED
    assert list(target.iterdir()) == []
    assert len(kept()) == 1


def test_a_stream_that_nobody_reads_any_more_cancels_the_run(target: Path) -> None:
    process = begun(target)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    complaints = process.stderr.read()
    process.stderr.close()
    assert process.wait(30) == ExitCode.CANCELLED
    assert b"Traceback" not in complaints
    assert list(target.iterdir()) == []


def test_a_visit_does_the_whole_job_in_the_current_folder(headroom: Headroom, target: Path) -> None:
    ended = headroom("visit", "--yes", cwd=target)
    (assessment,) = kept()
    assert ended.code == exit_code(assessment)
    assert "Physical cores" in ended.out
    assert "Rulebook" in ended.out
    assert [path.name for path in target.iterdir()] == [f"headroom-{assessment.id}.pdf"]


def test_a_visit_to_what_cannot_be_measured_still_judges_the_machine(headroom: Headroom, tmp_path: Path) -> None:
    ended = headroom("visit", "/proc", "--yes", "--pdf", tmp_path / "host.pdf")
    assert ended.code == ExitCode.REFUSED
    assert "Not measured: /proc" in ended.out
    assert "RAM per physical core" in ended.out
    assert (tmp_path / "host.pdf").read_bytes().startswith(b"%PDF-")
    assert kept()[0].plan is None
