"""Kills: at whatever moment workers, parent or all of them are killed, nothing is left."""

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.app.benchmark.conftest import Mount
from tests.app.benchmark.test_faults import PARENT, session, shared_memory

MOMENTS = 17 if os.environ.get("HEADROOM_PATIENT") else 5
"""Of each kind; three kinds make fifty and one where there is time for that."""
LATEST_S = 0.7
"""A run of two workers has begun to write by then, even where others use the processors too."""


@pytest.mark.parametrize("victims", ["a worker", "the parent", "all"])
def test_nothing_is_left_whenever_it_is_killed(mount: Mount, tmp_path: Path, victims: str) -> None:
    place, script = mount("ext4", size=12 << 30), tmp_path / "parent.py"
    script.write_text(PARENT)
    before, chance = shared_memory(), random.Random(victims)  # noqa: S311 - moments, not secrets
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    for _ in range(MOMENTS):
        with subprocess.Popen(
            [sys.executable, str(script), str(place)],
            env=paths,
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as parent:
            time.sleep(chance.uniform(0.0, LATEST_S))
            _kill(parent.pid, victims, chance)
            assert _is_over(parent.pid), f"processes outlive the killing of {victims}"
        assert [path.name for path in place.iterdir()] == ["lost+found"]
        assert shared_memory() <= before


def _kill(parent: int, victims: str, chance: random.Random) -> None:
    if victims == "the parent":
        os.kill(parent, signal.SIGKILL)
    elif victims == "all":
        os.killpg(parent, signal.SIGKILL)
    else:
        os.kill(chance.choice(_workers(parent) or [parent]), signal.SIGKILL)


def _workers(parent: int) -> list[int]:
    """Return the workers of a run, but not the process by which Python keeps track of what they share."""
    found = []
    for process in session(parent):
        with suppress(OSError):
            if "spawn_main" in Path(f"/proc/{process}/cmdline").read_text():
                found.append(process)
    return found


def _is_over(parent: int) -> bool:
    """Return whether all processes of the session end by themselves within seconds."""
    deadline = time.monotonic() + 20
    while session(parent) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not session(parent)
