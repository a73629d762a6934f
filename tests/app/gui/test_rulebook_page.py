from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.gui.main_window import MainWindow
from app.gui.pages.findings import FindingsPage
from app.gui.pages.rulebook import RulebookPage
from app.gui.widgets.button import Button
from sizing.rulebook import RULES


def _page(window: MainWindow) -> RulebookPage:
    window.show_page("rulebook")
    page = window.page("rulebook")
    assert isinstance(page, RulebookPage)
    return page


def test_all_rules_are_listed_and_the_first_is_explained(looked: MainWindow) -> None:
    page = _page(looked)
    assert page.table.table.keys == tuple(rule.id for rule in RULES)
    assert page.details.heading.text() == RULES[0].title


def test_typing_narrows_the_list_and_explains_what_is_left(looked: MainWindow) -> None:
    page = _page(looked)
    QTest.keyClicks(page.search, "swappiness")
    assert page.table.table.keys == ("swappiness",)
    assert not page.details.isHidden()
    QTest.keyClicks(page.search, "zzyzx")
    assert page.table.table.rows == ()
    assert page.details.isHidden()


def test_one_click_leads_from_a_finding_to_its_rule(looked: MainWindow) -> None:
    _page(looked).search.setText("something else")
    looked.show_page("findings")
    findings = looked.page("findings")
    assert isinstance(findings, FindingsPage)
    ways = [button for button in findings.findChildren(Button) if button.text() in ("Rule", "Rules")]
    assert ways
    for way in ways:
        way.click()
        page = _page(looked)
        assert page.isVisible()
        assert page.table.key
        titles = [text.text() for text in page.details.findChildren(QLabel)]
        assert page.details.heading.text() in titles


def test_a_command_can_be_copied_and_is_never_run(looked: MainWindow, qtbot: QtBot) -> None:
    page = _page(looked)
    page.point("swappiness")
    qtbot.waitUntil(lambda: any(one.isVisible() for one in page.details.findChildren(Button)))
    copy = next(one for one in page.details.findChildren(Button) if one.isVisible())
    copy.click()
    rule = next(rule for rule in RULES if rule.id == "swappiness")
    assert rule.change is not None
    assert QGuiApplication.clipboard().text().split()[0] == rule.change.command.split()[0]


def test_the_chosen_rule_stays_chosen_when_the_machine_is_looked_at_again(looked: MainWindow) -> None:
    page = _page(looked)
    page.table.select("swappiness")
    looked.visit.host_changed.emit()
    assert page.table.key == "swappiness"
