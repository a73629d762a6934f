from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from app.gui.main_window import MainWindow
from app.gui.pages.benchmark import BenchmarkPage
from app.gui.pages.machine import MachinePage
from app.gui.table import TableView
from sizing.host import VolumeState


def _volumes(window: MainWindow) -> TableView:
    return _table(window, "Volumes")


def _table(window: MainWindow, name: str) -> TableView:
    found = [table for table in window.page("machine").findChildren(TableView) if table.accessibleName() == name]
    assert len(found) == 1
    return found[0]


def _measure(window: MainWindow) -> MachinePage:
    page = window.page("machine")
    assert isinstance(page, MachinePage)
    return page


def test_the_machine_page_fills_itself_with_what_this_machine_is(looked: MainWindow) -> None:
    host = looked.visit.here
    assert host is not None
    assert _volumes(looked).table.keys == tuple(volume.mount_point for volume in host.volumes)


def test_the_rulebook_is_applied_to_the_machine_before_anything_is_measured(looked: MainWindow) -> None:
    assert looked.visit.assessment is not None
    assert looked.visit.assessment.findings
    assert looked.visit.assessment.measurement is None


def test_a_volume_that_does_not_answer_is_shown_as_such_beside_the_others(looked: MainWindow) -> None:
    visit = looked.visit
    assert visit.here is not None
    first, *others = visit.here.volumes
    dead = replace(first, state=VolumeState.NOT_ANSWERING, total_bytes=None, free_bytes=None)
    visit.here = replace(visit.here, volumes=(dead, *others))
    visit.host_changed.emit()
    table = _volumes(looked).table
    assert "Does not answer" in table.rows[0][-1]
    assert len(table.rows) == len(others) + 1
    _volumes(looked).select(dead.mount_point)
    assert not _measure(looked).measure.isEnabled()


def test_choosing_a_volume_leads_to_the_benchmark_with_a_folder_on_it(looked: MainWindow, qtbot: QtBot) -> None:
    key = _volumes(looked).key
    assert key, "the likeliest volume is chosen from the start"
    _measure(looked).measure.click()
    page = looked.page("benchmark")
    assert isinstance(page, BenchmarkPage)
    qtbot.waitUntil(page.isVisible)
    assert page.setup.folder.text() == key


@pytest.mark.parametrize("times", [2])
def test_the_machine_can_be_looked_at_again(looked: MainWindow, qtbot: QtBot, times: int) -> None:
    before = looked.visit.here
    assert before is not None
    for _ in range(times):
        _measure(looked).again.click()
    qtbot.waitUntil(lambda: not looked.visit.is_looking, timeout=20_000)
    assert looked.visit.here is not None
    assert looked.visit.here.identity == before.identity


def test_devices_evidence_and_settings_stand_below_the_volumes(looked: MainWindow) -> None:
    from app.presenters.machine import present_machine

    assert looked.visit.here is not None
    view = present_machine(looked.visit.here)
    for name, table in (("Devices", view.devices), ("Cores, by source", view.evidence), ("Settings", view.settings)):
        if table.rows:
            assert _table(looked, name).table == table


def test_the_chosen_volume_is_shown_from_its_mount_point_down(looked: MainWindow) -> None:
    from app.gui.pages.volume_details import VolumeDetails

    table = _volumes(looked)
    details = looked.page("machine").findChildren(VolumeDetails)
    assert len(details) == 1
    for key in table.table.keys:
        table.select(key)
        assert details[0].heading.text() == key


def test_what_is_folded_away_opens_by_click_and_by_key(looked: MainWindow) -> None:
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    from app.gui.widgets.button import Button
    from app.gui.widgets.fold import Fold

    fold = next(one for one in looked.page("machine").findChildren(Fold) if not one.isHidden())
    button = fold.findChildren(Button)[0]
    before = fold.is_open
    button.click()
    assert fold.is_open is not before
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert fold.is_open is before
