"""A command line to type at: as a process of its own, with or without a terminal."""

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
SMALL = ("--workers", "2", "--file-size", "16M")


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> dict[str, Any]:
        """The one JSON document on stdout."""
        found = json.loads(self.out)
        assert isinstance(found, dict)
        return found

    @property
    def events(self) -> list[dict[str, Any]]:
        """The stream of JSON lines on stdout."""
        return [json.loads(line) for line in self.out.splitlines()]


Headroom = Callable[..., Ended]


def environment(**changes: str) -> dict[str, str]:
    """Return the environment of this process without a display and with ``changes``."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return {**kept, "PYTHONPATH": str(ROOT), **changes}


def command_line(*words: str | Path) -> list[str]:
    """Return ``headroom`` and ``words`` as a process takes them."""
    return [sys.executable, "-m", "app", *map(str, words)]


def carried_out(*words: str | Path, cwd: Path | None = None, **changes: str) -> Ended:
    """Carry out a command without a terminal and return how it ended."""
    done = subprocess.run(
        command_line(*words),
        cwd=cwd,
        env=environment(**changes),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        check=False,
    )
    return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.fixture
def headroom() -> Headroom:
    """Carry out a command without a terminal."""
    return carried_out


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """Return an empty folder to measure."""
    folder = tmp_path / "target"
    folder.mkdir()
    return folder


class Typist:
    """Somebody at a terminal in which a command runs."""

    def __init__(self, *words: str | Path, **changes: str) -> None:
        self._master, slave = os.openpty()
        self.process = subprocess.Popen(
            command_line(*words),
            env=environment(TERM="xterm", **changes),
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)
        self.screen = b""

    def wait_for(self, text: str) -> None:
        """Wait until ``text`` is on the screen."""
        deadline = time.monotonic() + 30
        while text.encode() not in self.screen:
            assert time.monotonic() < deadline, self.screen.decode()
            assert self._look(), self.screen.decode()

    def type(self, text: str) -> None:
        """Type ``text`` and return."""
        os.write(self._master, f"{text}\n".encode())

    def end(self) -> int:
        """Wait for the end and return the exit code."""
        while self._look():
            pass
        return self.process.wait(30)

    def close(self) -> None:
        """Leave the terminal, whatever still runs in it."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._master)

    def _look(self) -> bool:
        ready, _, _ = select.select([self._master], [], [], 30)
        try:
            seen = os.read(self._master, 65536) if ready else b""
        except OSError:  # Linux says so when nobody has the other end open any more
            return False
        self.screen += seen
        return bool(seen)


@pytest.fixture
def terminal() -> Iterator[Callable[..., Typist]]:
    """Sit down at a terminal in which a command runs."""
    typists: list[Typist] = []

    def sit(*words: str | Path, **changes: str) -> Typist:
        typists.append(Typist(*words, **changes))
        return typists[-1]

    yield sit
    for typist in typists:
        typist.close()
