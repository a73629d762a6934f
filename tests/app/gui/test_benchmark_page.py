import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.gui.errands import Paper
from app.gui.main_window import MainWindow
from app.gui.pages.benchmark import BenchmarkPage
from app.gui.pages.findings import FindingsPage
from app.gui.pages.history import HistoryPage
from app.gui.pages.report import ReportPage
from app.gui.widgets.text import Paragraph
from sizing.measurement import Outcome
from sizing.plan import Plan

_PATIENCE_MS = 30_000
_LOOP_S = 1.0
"""Longest a turn of the event loop may take while workers hold every processor of the machine."""
Planner = Callable[[int], Plan]


def _page(window: MainWindow) -> BenchmarkPage:
    window.show_page("benchmark")
    page = window.page("benchmark")
    assert isinstance(page, BenchmarkPage)
    return page


def _run(window: MainWindow, plan: Plan) -> BenchmarkPage:
    """Begin ``plan`` with the button, as a user does."""
    page = _page(window)
    window.visit.planned.emit(plan)
    page.measure.click()
    assert window.visit.is_running
    return page


def _texts(page: BenchmarkPage) -> str:
    return "\n".join(one.text() for one in page.findChildren(Paragraph))


def test_the_plan_is_shown_in_sentences_before_anything_is_written(
    looked: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    folder = tmp_path / "planned"
    folder.mkdir()
    page = _page(looked)
    assert not page.measure.isEnabled()
    page.setup.choose_folder(str(folder))
    qtbot.waitUntil(lambda: page.setup.plan is not None, timeout=_PATIENCE_MS)
    plan = page.setup.plan
    assert plan is not None
    assert page.measure.isEnabled()
    assert str(folder) in _texts(page)
    assert plan.proves in _texts(page)
    assert plan.does_not_prove in _texts(page)
    assert not list(folder.iterdir())


@pytest.mark.parametrize("path", ["/proc", "/nonexistent/folder", "/etc/hostname"])
def test_a_folder_that_cannot_be_measured_is_refused_beside_the_field(
    looked: MainWindow, qtbot: QtBot, path: str
) -> None:
    page = _page(looked)
    with qtbot.waitSignal(looked.visit.planned, timeout=_PATIENCE_MS):
        page.setup.choose_folder(path)
    assert page.setup.folder.property("wrong") == "true"
    assert path in _texts(page)
    assert not page.measure.isEnabled()
    assert not looked.notices.text


def test_typing_another_folder_takes_the_old_plan_away_at_once(looked: MainWindow, small_plan: Planner) -> None:
    page = _page(looked)
    looked.visit.planned.emit(small_plan(32))
    assert page.measure.isEnabled()
    QTest.keyClicks(page.setup.folder, "x")
    assert not page.measure.isEnabled()


def test_a_run_goes_from_the_button_to_findings_history_and_three_reports(
    looked: MainWindow, qtbot: QtBot, small_plan: Planner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = _run(looked, small_plan(64))
    assert page.live.isVisible()
    assert page.stop.isVisible()
    qtbot.waitUntil(lambda: not looked.visit.is_running, timeout=_PATIENCE_MS)
    shown = looked.visit.assessment
    assert shown is not None
    assert shown.series is not None
    assert shown.series.outcome is Outcome.COMPLETE
    assert page.result.isVisible()
    page.findings.click()
    findings = looked.page("findings")
    assert isinstance(findings, FindingsPage)
    assert findings.isVisible()
    looked.show_page("history")
    history = looked.page("history")
    assert isinstance(history, HistoryPage)
    assert shown.id in history.table.table.keys
    _save_all(looked, qtbot, tmp_path, monkeypatch)


def test_a_plan_of_several_runs_is_drawn_run_by_run_and_ends_in_one_result(
    looked: MainWindow, qtbot: QtBot, small_plan: Planner
) -> None:
    page = _run(looked, replace(small_plan(32), fewest_runs=2, most_runs=2))
    told: set[int] = set()

    def is_over() -> bool:
        told.update(number for number in (1, 2) if f"run {number} ·" in _texts(page))
        return not looked.visit.is_running

    qtbot.waitUntil(is_over, timeout=_PATIENCE_MS)
    assert told == {1, 2}
    assert looked.visit.assessment is not None
    assert [run.outcome for run in looked.visit.assessment.runs] == [Outcome.COMPLETE] * 2
    assert page.result.isVisible()


def _save_all(window: MainWindow, qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    window.show_page("report")
    page = window.page("report")
    assert isinstance(page, ReportPage)
    begins = {Paper.PDF: b"%PDF-", Paper.TEXT: b"", Paper.DATA: b"{"}
    for paper, start in begins.items():
        path = folder / f"report.{paper.value}"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, place=path: (str(place), ""))
        with qtbot.waitSignal(window.visit.written, timeout=_PATIENCE_MS):
            page.save(paper)
        qtbot.waitUntil(lambda: not window.visit.is_writing)
        assert path.read_bytes().startswith(start)
        assert path.stat().st_size > 500


def test_a_report_that_cannot_be_written_says_why_and_what_to_do(
    looked: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked.show_page("report")
    page = looked.page("report")
    assert isinstance(page, ReportPage)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("/proc/report.txt", ""))
    with qtbot.waitSignal(looked.visit.failed, timeout=_PATIENCE_MS):
        page.save(Paper.TEXT)
    assert "/proc/report.txt" in looked.notices.text


def test_stop_ends_the_run_and_keeps_what_was_measured_as_partial(
    looked: MainWindow, qtbot: QtBot, small_plan: Planner, tmp_path: Path
) -> None:
    page = _run(looked, small_plan(2048))
    with qtbot.waitSignal(looked.visit.progressed, timeout=_PATIENCE_MS):
        pass
    qtbot.wait(300)
    page.stop.click()
    assert not page.stop.isEnabled()
    qtbot.waitUntil(lambda: not looked.visit.is_running, timeout=_PATIENCE_MS)
    shown = looked.visit.assessment
    assert shown is not None
    assert shown.series is not None
    assert shown.series.outcome is Outcome.CANCELLED
    assert not list((tmp_path / "target").iterdir())


def test_a_run_that_could_not_begin_has_the_machine_looked_at_again(
    looked: MainWindow, qtbot: QtBot, small_plan: Planner, tmp_path: Path
) -> None:
    plan = small_plan(32)
    folder = tmp_path / "target"
    folder.rename(tmp_path / "moved away")
    folder.mkdir()
    before = looked.visit.here
    _run(looked, plan)
    qtbot.waitUntil(lambda: not looked.visit.is_running and looked.visit.is_looking, timeout=_PATIENCE_MS)
    assert "no longer the folder" in looked.notices.text
    qtbot.waitUntil(lambda: not looked.visit.is_looking, timeout=_PATIENCE_MS)
    assert looked.visit.here is not before


def test_the_event_loop_turns_while_the_workers_work(looked: MainWindow, qtbot: QtBot, small_plan: Planner) -> None:
    _run(looked, small_plan(256))
    looks: list[object] = []
    looked.visit.progressed.connect(looks.append)
    longest = 0.0
    while looked.visit.is_running:
        began = time.monotonic()
        qtbot.wait(1)
        longest = max(longest, time.monotonic() - began)
    assert len(looks) >= 2
    assert longest < _LOOP_S
    assert looked.sidebar.status.text() == ""


def test_the_choices_are_remembered_for_the_next_start(looked: MainWindow) -> None:
    from app.settings import load

    page = _page(looked)
    page.setup.folder.setText("/srv/remembered")
    page.setup.role.setCurrentText("SASWORK")
    page.setup.remember()
    assert load().target == "/srv/remembered"
    assert load().role.value == "SASWORK"
