"""What a server without a screen starts never loads Qt, however deep one looks."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LOAD_ALL = """
import importlib, pkgutil, sys
package = importlib.import_module(sys.argv[1])
for found in pkgutil.walk_packages(getattr(package, "__path__", ()), package.__name__ + "."):
    importlib.import_module(found.name)
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


@pytest.mark.parametrize(
    "name", ["app.cli", "app.job", "app.benchmark", "app.detection", "app.history", "app.report", "app.presenters"]
)
def test_no_module_of_it_loads_qt(name: str) -> None:
    command = [sys.executable, "-c", LOAD_ALL, name]
    loaded = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    assert "sizing" in loaded
    assert not {"PySide6", "shiboken6", "pyqtgraph", "numpy"} & set(loaded)
