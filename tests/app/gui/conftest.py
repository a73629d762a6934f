from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.gui.application import set_up
from app.gui.main_window import MainWindow
from app.gui.visit import Visit
from app.job import prepare
from sizing.plan import Choices, Plan
from sizing.units import MIB

PATIENCE_MS = 20_000


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Take no notice of what Qt's offscreen platform says of itself whenever a window has a least size."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.qt_log_ignore("does not support propagateSizeHints"))


@pytest.fixture(scope="session")
def qapp() -> QApplication:
    return set_up(["headroom"])


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """A window that is shown, with its first look at the machine begun."""
    made = MainWindow(Visit())
    qtbot.addWidget(made)
    with qtbot.waitSignal(made.painted):
        made.show()
    yield made
    made.visit.close()


@pytest.fixture
def looked(window: MainWindow, qtbot: QtBot) -> MainWindow:
    """A window that knows its machine."""
    qtbot.waitUntil(lambda: window.visit.here is not None and not window.visit.is_looking, timeout=PATIENCE_MS)
    return window


@pytest.fixture
def small_plan(looked: MainWindow, tmp_path: Path) -> Callable[[int], Plan]:
    """Makes a plan for two workers and files of so many MiB below the test's folder."""
    target = tmp_path / "target"
    target.mkdir()

    def make(mebibytes: int) -> Plan:
        assert looked.visit.here is not None
        return prepare(looked.visit.here, str(target), Choices(workers=2, file_size=mebibytes * MIB))

    return make
