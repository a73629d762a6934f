"""What was kept can be listed, shown, judged anew, reported and deleted."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from app.cli.verdict import exit_code
from app.errors import ExitCode
from app.history.store import open_store
from sizing.assessment import Assessment
from sizing.codec import from_json
from tests.app.cli.conftest import Ended, Typist
from tests.app.presenters.assessed import measured

Headroom = Callable[..., Ended]


@pytest.fixture
def kept() -> Assessment:
    """Return an assessment that is in the history, with a rule that failed."""
    assessment = measured(150, 20)
    with open_store() as store:
        store.save(assessment)
    return assessment


def test_an_empty_history_says_so(headroom: Headroom) -> None:
    assert headroom("history").out == "Nothing was kept yet.\n"
    assert headroom("history", "--json").document["entries"] == []


def test_the_history_lists_what_was_kept(headroom: Headroom, kept: Assessment) -> None:
    assert kept.id in headroom("history").out
    (entry,) = headroom("history", "list", "--json").document["entries"]
    assert (entry["id"], entry["verdict"]) == (kept.id, "fail")


def test_one_assessment_is_shown_as_it_was_judged(headroom: Headroom, kept: Assessment) -> None:
    shown = headroom("history", "show").out
    assert "SAS-comparable measurement of /sasdata/test" in shown
    assert "20 MB/s per core" in shown
    assert from_json(headroom("history", "show", kept.id[:10], "--json").out, Assessment) == kept


def test_deleting_asks_first(headroom: Headroom, terminal: Callable[..., Typist], kept: Assessment) -> None:
    assert headroom("history", "delete", kept.id).code == ExitCode.USAGE
    typist = terminal("history", "delete", kept.id)
    typist.wait_for("[y/N]")
    typist.type("n")
    assert typist.end() == ExitCode.CANCELLED
    assert kept.id in headroom("history").out


def test_deleting_takes_it_out_of_the_history(headroom: Headroom, kept: Assessment) -> None:
    assert headroom("history", "delete", kept.id, "--yes", "--json").document["deleted"] == kept.id
    assert headroom("history", "--json").document["entries"] == []


def test_checking_judges_what_was_kept_and_leaves_it_as_it_is(headroom: Headroom, kept: Assessment) -> None:
    ended = headroom("check", "last")
    assert ended.code == exit_code(kept) == ExitCode.RULE_FAILED
    assert "Fail: Read throughput per physical core" in ended.out
    with open_store() as store:
        assert store.load("last") == kept


def test_checking_without_a_history_judges_the_machine_alone(headroom: Headroom) -> None:
    assessment = from_json(headroom("check", "--json").out, Assessment)
    assert assessment.plan is None
    assert assessment.findings


def test_the_machine_alone_can_be_judged_with_a_history_too(headroom: Headroom, kept: Assessment) -> None:
    assert from_json(headroom("check", "--host", "--json").out, Assessment).id != kept.id
    assert headroom("check", "--host", kept.id).code == ExitCode.USAGE


def test_a_report_goes_to_the_current_folder(headroom: Headroom, kept: Assessment, target: Path) -> None:
    ended = headroom("report", cwd=target)
    assert ended.code == ExitCode.PASSED
    (path,) = target.iterdir()
    assert path.name == f"headroom-{kept.id}.pdf"
    assert str(path) in ended.out
    assert path.read_bytes().startswith(b"%PDF-")


def test_a_report_as_json_is_the_assessment(headroom: Headroom, kept: Assessment) -> None:
    assert from_json(headroom("report", "--format", "json").out, Assessment) == kept


def test_a_report_as_text_is_written_to_stdout(headroom: Headroom, kept: Assessment) -> None:
    ended = headroom("report", kept.id, "--format", "text")
    assert ended.code == ExitCode.PASSED
    assert "REQ-001" in ended.out


def test_the_name_of_the_file_says_what_is_written(headroom: Headroom, kept: Assessment, target: Path) -> None:
    document = headroom("report", "-o", target / "a.json", "--json").document
    assert (document["format"], document["path"]) == ("json", str(target / "a.json"))
    assert json.loads((target / "a.json").read_text("utf-8"))["id"] == kept.id


@pytest.mark.usefixtures("kept")
def test_a_pdf_does_not_go_where_a_document_was_asked_for(headroom: Headroom) -> None:
    assert headroom("report", "-o", "-", "--json").document["error"]["code"] == ExitCode.USAGE


@pytest.mark.parametrize("words", [("report",), ("history", "show"), ("check", "nothing")])
def test_what_is_not_there_is_told_with_what_to_do(headroom: Headroom, words: tuple[str, ...]) -> None:
    error = headroom(*words, "--json").document["error"]
    assert error["code"] == ExitCode.REFUSED
    assert error["advice"]
