from pytestqt.qtbot import QtBot

from app.gui.main_window import MainWindow
from app.gui.pages.findings import FindingsPage
from app.gui.widgets.fold import Fold
from app.gui.widgets.text import Paragraph
from app.presenters.findings import present_findings
from sizing.rules import Verdict


def test_what_does_not_apply_is_folded_away_and_opens_with_every_reason(looked: MainWindow, qtbot: QtBot) -> None:
    looked.show_page("findings")
    page = looked.page("findings")
    assert isinstance(page, FindingsPage)
    assert looked.visit.assessment is not None
    qtbot.waitUntil(page.isVisible)
    idle = dict(present_findings(looked.visit.assessment).groups)[Verdict.NOT_APPLICABLE]
    fold = page.findChild(Fold)
    assert isinstance(fold, Fold)
    words = [one for one in fold.findChildren(Paragraph) if one.text() in {row.note for row in idle}]
    assert len(words) >= len(idle)
    assert not any(one.isVisible() for one in words)
    fold.open()
    assert all(one.isVisible() for one in words)
