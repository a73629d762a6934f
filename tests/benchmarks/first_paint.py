"""First paint of the window against a bare PySide6 window: ``python -m tests.benchmarks.first_paint``.

Both programs end as soon as their first paint is over; times run from the start of the process to its end. It needs a
display; without one both are drawn offscreen.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from typing import Final

from tests.benchmarks.start_up import Comparison, compare, until_end

_OURS: Final = """
import os, sys
from app.gui.application import main
from app.gui.main_window import MainWindow
MainWindow._begin = lambda window: os._exit(0)
sys.exit(main())
"""
_BARE: Final = """
import os
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow
class Window(QMainWindow):
    def paintEvent(self, event):
        super().paintEvent(event)
        QTimer.singleShot(0, lambda: os._exit(0))
application = QApplication([])
window = Window()
window.setCentralWidget(QLabel("Headroom"))
window.resize(1320, 860)
window.show()
application.exec()
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the comparison; return 1 if our window takes longer than it may."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=15)
    pairs = parser.parse_args(arguments).pairs
    if not os.environ.get("DISPLAY"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HEADROOM_DATA"] = folder
        comparison = Comparison(
            "first paint / bare PySide6 window",
            (sys.executable, "-c", _OURS),
            (sys.executable, "-c", _BARE),
            1.5,
            until_end,
        )
        ours, bare = compare(comparison, pairs)
    ratio = ours / bare
    print(f"{comparison.name}: {ratio:.2f} (at most {comparison.at_most:g}; {ours:.3f} s / {bare:.3f} s)")
    return int(ratio > comparison.at_most)


if __name__ == "__main__":
    sys.exit(main())
