from dataclasses import replace

from PySide6.QtCore import QItemSelectionModel
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from app.gui.main_window import MainWindow
from app.gui.pages.history import HistoryPage
from tests.app.presenters.assessed import measured

_PATIENCE_MS = 20_000


def _page(window: MainWindow) -> HistoryPage:
    for number, rate in enumerate((120, 150)):
        kept = replace(
            measured(rate, rate), id=f"2026112{number}-abc12{number}", created_at=f"2026-11-2{number}T14:05:09+00:00"
        )
        window.visit.store().save(kept)
    window.show_page("history")
    page = window.page("history")
    assert isinstance(page, HistoryPage)
    return page


def _choose(page: HistoryPage, *rows: int) -> None:
    flags = QItemSelectionModel.SelectionFlag
    page.table.clearSelection()
    for row in rows:
        page.table.selectionModel().select(page.table.model().index(row, 0), flags.Select | flags.Rows)


def _words(page: HistoryPage) -> str:
    return "\n".join(text.text() for text in page.comparison.findChildren(QLabel))


def test_two_chosen_assessments_are_compared_in_words_the_older_first(looked: MainWindow, qtbot: QtBot) -> None:
    page = _page(looked)
    with qtbot.waitSignal(looked.visit.compared, timeout=_PATIENCE_MS):
        _choose(page, 0, 1)
    assert page.comparison.isVisible()
    assert "20261121-abc121 against 20261120-abc120" in _words(page)
    assert "120 MB/s before, 150 MB/s after" in _words(page)


def test_one_or_three_chosen_assessments_are_not_compared(looked: MainWindow) -> None:
    page = _page(looked)
    looked.visit.store().save(replace(measured(90, 90), id="20261122-abc122", created_at="2026-11-22T14:05:09+00:00"))
    page.refresh()
    for rows in ((0,), (0, 1, 2)):
        _choose(page, *rows)
        assert page.comparison.isHidden()


def test_only_a_single_assessment_can_be_opened_or_deleted(looked: MainWindow) -> None:
    page = _page(looked)
    buttons = [one for one in page.findChildren(QPushButton) if one.text().startswith(("Open", "Delete"))]
    assert len(buttons) == 2
    _choose(page, 0, 1)
    assert not any(button.isEnabled() for button in buttons)
    _choose(page, 1)
    assert all(button.isEnabled() for button in buttons)


def test_what_cannot_be_compared_says_why(looked: MainWindow, qtbot: QtBot) -> None:
    page = _page(looked)
    bare = replace(
        measured(90, 90), id="20261123-abc123", created_at="2026-11-23T14:05:09+00:00", plan=None, series=None
    )
    looked.visit.store().save(replace(bare, measurement=None, validity=None, findings=()))
    page.refresh()
    with qtbot.waitSignal(looked.visit.compared, timeout=_PATIENCE_MS):
        _choose(page, 0, 1)
    assert "Only measurements can be compared" in _words(page)
