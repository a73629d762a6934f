"""Crew: workers start lean, and their files go even if a worker cannot remove its own."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.benchmark.board import Board, Shape, Word, reserve
from app.benchmark.crew import Crew, Inherited
from app.benchmark.target import place_of
from app.benchmark.worker import Task
from sizing.units import KIB, MIB
from tests.app.benchmark.conftest import plan_for

HEAVY = {
    *("ctypes", "dataclasses", "inspect", "msgspec", "numpy", "pathlib", "PySide6", "psutil", "sizing", "sqlite3"),
    *("tempfile", "typst"),
}


def crew_of(folder: Path, names: list[str], *, parent: int) -> tuple[Crew, Board]:
    shape = Shape(len(names), 1, 100)
    tasks = [
        Task(
            rank=rank,
            parent=parent,
            shape=shape,
            place=place_of(plan_for(folder)),
            phases=("write",),
            block_size=64 * KIB,
            file_size=MIB,
            is_random=True,
            cold_reads=False,
            counters=(),
            file_name=name,
            host="here",
            journal=str(folder.parent / "journal" / "run.jsonl"),
        )
        for rank, name in enumerate(names)
    ]
    memory = reserve(shape)
    try:
        crew, board = Crew(tasks, memory), Board(memory, shape)
    finally:
        os.close(memory)
    crew.recruit(60.0)
    return crew, board


def killed_crew_of(folder: Path, names: list[str]) -> tuple[Crew, Board]:
    """Return a crew that was killed before its workers did anything, its files noted on the board."""
    crew, board = crew_of(folder, names, parent=1)
    crew.kill()
    for rank in range(len(names)):
        board.control(rank)[Word.NAMED] = 1
    return crew, board


def left(board: Board) -> list[int]:
    return [rank for rank in range(board.shape.workers) if board.control(rank)[Word.NAMED]]


def wait_for(crew: Crew, named: list[int]) -> None:
    deadline = time.monotonic() + 20
    while not crew.has_ended(lambda: named):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_worker_loads_next_to_nothing() -> None:
    code = "import sys, app.benchmark.worker; print(*{name.split('.')[0] for name in sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert HEAVY.isdisjoint(done.stdout.split())


def test_files_that_killed_workers_left_under_a_name_are_removed(tmp_path: Path) -> None:
    names = ["first.tmp", "second.tmp"]
    crew, board = killed_crew_of(tmp_path, names)
    (tmp_path / "second.tmp").touch()
    (tmp_path / "somebody's").touch()
    wait_for(crew, [0, 1])
    assert left(board) == []
    assert [path.name for path in tmp_path.iterdir()] == ["somebody's"]
    crew.dismiss(list, is_patient=True)


def test_files_that_cannot_be_removed_are_named(tmp_path: Path) -> None:
    (tmp_path / "stubborn.tmp").mkdir()
    crew, board = killed_crew_of(tmp_path, ["willing.tmp", "stubborn.tmp", "another.tmp"])
    wait_for(crew, [0, 1, 2])
    assert left(board) == [1]
    crew.dismiss(list, is_patient=True)


def test_workers_whose_parent_is_another_one_stop_by_themselves(tmp_path: Path) -> None:
    crew, _ = crew_of(tmp_path, ["one", "two"], parent=1)
    wait_for(crew, [])
    assert crew.exit_codes() == [0, 0]
    crew.dismiss(list, is_patient=True)


def test_a_descriptor_is_inherited_only_by_a_process_being_started() -> None:
    with pytest.raises(RuntimeError):
        Inherited(0).__reduce__()
