"""A test that leaves something behind fails, whatever else it proves."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

UNTIDY = """
import os, subprocess, sys
from multiprocessing import resource_tracker, shared_memory
from pathlib import Path

import pytest

@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_process():
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])

def test_shared_memory():
    board = shared_memory.SharedMemory("headroom-left-behind", create=True, size=64)
    resource_tracker.unregister(board._name, "shared_memory")
    board.close()

def test_file():
    (Path(os.environ["XDG_DATA_HOME"]) / "headroom").mkdir(parents=True)

def test_tidy():
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    board = shared_memory.SharedMemory(create=True, size=64)
    board.close()
    board.unlink()
"""


@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="shared memory has no names in the file system here")
def test_a_process_shared_memory_or_file_that_is_left_behind_fails_its_test_and_only_that(tmp_path: Path) -> None:
    shutil.copy(Path(__file__).with_name("conftest.py"), tmp_path)
    (tmp_path / "test_untidy.py").write_text(UNTIDY, "utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "HEADROOM_CHECKS"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-rA", f"--rootdir={tmp_path}", "."]
    try:
        told = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True).stdout
    finally:
        Path("/dev/shm/headroom-left-behind").unlink(missing_ok=True)
    for name, thing in (("process", "time.sleep(60)"), ("shared_memory", "headroom-left-behind"), ("file", "files in")):
        assert f"ERROR test_untidy.py::test_{name} - AssertionError: left behind:" in told, told
        assert thing in told
    assert "4 passed, 3 errors" in told
