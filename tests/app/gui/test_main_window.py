import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit, QMessageBox, QPushButton, QTableView
from pytestqt.qtbot import QtBot

from app.benchmark.target import examine
from app.gui import errands, theme
from app.gui.main_window import MainWindow
from app.gui.sidebar import PAGES
from app.gui.visit import Visit
from app.settings import load
from sizing.plan import Plan

_NAMES = tuple(name for name, _title, _icon in PAGES)
_LOOP_MS = 250
"""Longest a turn of the event loop may take on a machine that does other work too."""


def _turns(qtbot: QtBot, window: MainWindow, seconds: float) -> list[float]:
    """Return how long each turn of the event loop took, in milliseconds."""
    turns = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.monotonic()
        qtbot.wait(1)
        turns.append((time.monotonic() - began) * 1000)
    assert window.isVisible()
    return turns


def test_ctrl_and_a_number_leads_to_each_page(looked: MainWindow) -> None:
    looked.activateWindow()
    for number, name in reversed(list(enumerate(_NAMES, start=1))):
        QTest.keyClick(looked, getattr(Qt.Key, f"Key_{number}"), Qt.KeyboardModifier.ControlModifier)
        assert looked.page(name).isVisible(), name


def test_no_button_has_the_focus_at_the_start(looked: MainWindow) -> None:
    looked.activateWindow()
    assert not isinstance(QApplication.focusWidget(), QAbstractButton)


def test_every_button_and_input_says_what_it_is_to_a_screen_reader(looked: MainWindow) -> None:
    for name in _NAMES:
        looked.show_page(name)
        for kind in (QPushButton, QComboBox, QLineEdit, QTableView):
            for widget in looked.findChildren(kind):
                if widget.isVisible():
                    assert widget.accessibleName(), f"{name}: {widget}"


def test_the_tab_key_reaches_every_button_and_input_of_a_page(looked: MainWindow) -> None:
    looked.show_page("benchmark")
    looked.activateWindow()
    page = looked.page("benchmark")
    page.setup.folder.setFocus()  # type: ignore[attr-defined] # the benchmark page
    seen = set()
    for _ in range(40):
        focused = QApplication.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, Qt.Key.Key_Tab)
        seen.add(QApplication.focusWidget())
    wanted = [one for kind in (QPushButton, QComboBox, QLineEdit) for one in page.findChildren(kind)]
    missing = [one.accessibleName() for one in wanted if one.isVisible() and one.isEnabled() and one not in seen]
    assert not missing


def test_the_theme_changes_at_once_and_is_remembered(looked: MainWindow) -> None:
    for name in ("dark", "light"):
        looked.sidebar.scheme_wanted.emit(name)
        colour = QApplication.palette().color(QPalette.ColorRole.Window).name().upper()
        assert colour == theme.themes()[name].tokens["window"]
        assert load().theme.value == name


def test_a_detection_that_hangs_does_not_freeze_the_window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errands, "look", partial(time.sleep, 60))
    window = MainWindow(Visit())
    qtbot.addWidget(window)
    with qtbot.waitSignal(window.painted):
        window.show()
    qtbot.wait(600)  # the plot is loaded meanwhile
    assert max(_turns(qtbot, window, 1.0)) < _LOOP_MS
    assert window.visit.is_looking
    window.close()
    assert not window.visit.is_looking


def test_an_error_of_the_world_is_said_with_what_to_do_about_it(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errands, "look", partial(examine, "/proc"))
    window = MainWindow(Visit())
    qtbot.addWidget(window)
    window.show()
    with qtbot.waitSignal(window.visit.failed, timeout=10_000):
        pass
    assert "/proc is on proc" in window.notices.text
    assert "Choose a folder" in window.notices.text
    window.close()


def test_a_fault_of_our_own_is_shown_with_details_that_can_be_copied(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(errands, "look", partial(divmod, 1, 0))
    window = MainWindow(Visit())
    qtbot.addWidget(window)
    window.show()
    with qtbot.waitSignal(window.visit.failed, timeout=10_000):
        pass
    copy = [one for one in window.findChildren(QPushButton) if one.text() == "Copy details"]
    copy[0].click()
    assert "ZeroDivisionError" in QApplication.clipboard().text()
    assert "ZeroDivisionError" in caplog.text
    window.close()


@pytest.mark.parametrize("stops", [False, True])
def test_closing_in_mid_run_asks_first_and_then_leaves_nothing_behind(
    looked: MainWindow,
    qtbot: QtBot,
    small_plan: Callable[[int], Plan],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    stops: bool,
) -> None:
    asked: list[QMessageBox] = []

    def answer(box: QMessageBox) -> int:
        asked.append(box)
        assert box.defaultButton() is box.escapeButton(), "the safe button is the default"
        chosen = next(one for one in box.buttons() if (one is box.escapeButton()) is not stops)
        monkeypatch.setattr(box, "clickedButton", lambda: chosen)
        return 0

    monkeypatch.setattr(QMessageBox, "exec", answer)
    looked.visit.run(small_plan(2048))
    qtbot.wait(400)
    assert looked.close() is stops
    assert len(asked) == 1
    assert looked.visit.is_running is not stops
    looked.visit.close()
    assert not list((tmp_path / "target").iterdir())


def test_an_opened_assessment_fills_the_window_until_one_comes_back(
    looked: MainWindow, qtbot: QtBot, small_plan: Callable[[int], Plan]
) -> None:
    visit = looked.visit
    visit.run(small_plan(16))
    qtbot.waitUntil(lambda: not visit.is_running, timeout=30_000)
    assert visit.assessment is not None
    kept = visit.assessment.id
    visit.come_back()
    assert visit.assessment.id != kept
    visit.open(kept)
    assert visit.is_opened
    assert visit.assessment.id == kept
    back = [one for one in looked.notices.findChildren(QPushButton) if one.text() == "Back to this machine"]
    back[0].click()
    assert not visit.is_opened
    assert visit.assessment.plan is None


def test_an_assessment_is_deleted_only_after_a_yes(
    looked: MainWindow, qtbot: QtBot, small_plan: Callable[[int], Plan], monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.gui import questions

    visit = looked.visit
    visit.run(small_plan(16))
    qtbot.waitUntil(lambda: not visit.is_running, timeout=30_000)
    looked.show_page("history")
    page = looked.page("history")
    for answer, left in ((False, 1), (True, 0)):
        monkeypatch.setattr(questions, "ask", lambda *_, say=answer: say)
        delete = [one for one in page.findChildren(QPushButton) if one.text().startswith("Delete")]
        delete[0].click()
        assert len(visit.store().entries()) == left
