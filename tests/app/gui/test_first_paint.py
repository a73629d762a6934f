import json
import subprocess
import sys

_CHILD = """
import json, os, sys
from app.gui.application import main
from app.gui.main_window import MainWindow
def end(window):
    sys.stdout.write(json.dumps(sorted(sys.modules)))
    sys.stdout.flush()
    os._exit(0)
MainWindow._begin = end
main()
"""
_HEAVY = {"numpy", "pyqtgraph", "msgspec", "sqlite3", "multiprocessing", "psutil", "typst", "logging.handlers"}


def test_nothing_heavy_is_loaded_before_the_first_paint() -> None:
    done = subprocess.run([sys.executable, "-c", _CHILD], capture_output=True, check=True, timeout=60)
    loaded = set(json.loads(done.stdout))
    assert "app.gui.main_window" in loaded
    assert not loaded & _HEAVY
