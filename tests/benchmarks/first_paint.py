"""First paint of the window against a bare PySide6 window: ``python -m tests.benchmarks.first_paint``.

Both programs end as soon as their first paint is over; times run from the start of the process to its end. Without a
display an Xvfb is started for the time of it.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
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


@contextmanager
def display() -> Iterator[None]:
    """Provide a display while the block runs: the one there is, or an Xvfb."""
    if os.environ.get("DISPLAY"):
        yield
        return
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1440x900x24", "-dpi", "96"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        os.environ["DISPLAY"] = f":{server.stdout.readline().strip()}"
        yield
        del os.environ["DISPLAY"]
        server.terminate()


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the comparison; return 1 if our window takes longer than it may."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=15)
    pairs = parser.parse_args(arguments).pairs
    with display(), tempfile.TemporaryDirectory() as folder:
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
