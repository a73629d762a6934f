"""What was kept can be listed, shown, judged anew, reported and deleted."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.cli.verdict import exit_code
from app.errors import ExitCode
from app.history.store import open_store
from app.job import judged
from sizing.assessment import Assessment
from sizing.codec import from_json
from tests.app.cli.conftest import Ended, Typist
from tests.app.presenters.assessed import PLAN, measured
from tests.sizing.machines import run_of

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


def runs(name: str, *writes: float) -> Assessment:
    """Keep an assessment whose runs wrote at ``writes`` MB/s a core."""
    first, *repeats = (run_of(PLAN, write, 120) for write in writes)
    assessment = judged(replace(measured(100, 120), id=name, series=first, repeats=tuple(repeats)))
    with open_store() as store:
        store.save(assessment)
    return assessment


def test_two_kept_measurements_are_compared_in_words_and_as_json(headroom: Headroom) -> None:
    runs("20261120-before", 100, 101, 99)
    runs("20261121-after", 110, 111, 109)
    told = headroom("compare", "20261120", "last")
    assert told.code == ExitCode.PASSED
    assert "Write: faster by 10 % (7.9–12 %); 100 MB/s before, 110 MB/s after, per core." in told.out
    assert "Read: no difference we could show" in told.out
    found = headroom("compare", "20261121", "20261120", "--json").document["comparison"]
    assert [phase["difference"] for phase in found["phases"]] == ["slower", "not shown"]


def test_what_cannot_be_compared_is_refused_with_the_reason(headroom: Headroom, kept: Assessment) -> None:
    plan = replace(PLAN, block_size=2 * PLAN.block_size)
    with open_store() as store:
        store.save(judged(replace(kept, id="20261122-other", plan=plan)))
    ended = headroom("compare", kept.id, "20261122")
    assert ended.code == ExitCode.REFUSED
    assert "The block size differs: 64 KiB and 128 KiB." in ended.err
    assert headroom("compare", kept.id).code == ExitCode.USAGE
