"""Board: every cell has its place, and there is memory only for what was written."""

import os
from array import array
from itertools import product

import pytest

from app.benchmark import worker
from app.benchmark.board import BUCKETS, Board, Clock, Opening, Shape, Word, reserve
from sizing import latency


def test_no_two_rows_or_words_share_a_cell() -> None:
    shape = Shape(workers=3, phases=2, slots=700)
    fd = reserve(shape)
    board = Board(fd, shape)
    for number, (rank, phase) in enumerate(product(range(3), range(2)), start=1):
        for slot in range(shape.slots):
            board.row(rank, phase)[slot] = number
        board.latencies(rank, phase)[:] = array("Q", [400 + number] * BUCKETS)
        for clock in Clock:
            board.clock(rank, phase)[clock] = 100 + number
        board.opening(phase)[Opening.WHEN] = 300 + phase
        board.control(rank)[Word.NAMED] = 200 + rank
    for number, (rank, phase) in enumerate(product(range(3), range(2)), start=1):
        assert set(board.row(rank, phase).tolist()) == {number}
        assert set(board.latencies(rank, phase).tolist()) == {400 + number}
        assert {board.clock(rank, phase)[clock] for clock in Clock} == {100 + number}
        assert board.opening(phase)[Opening.WHEN] == 300 + phase
        assert board.control(rank)[Word.NAMED] == 200 + rank
        assert board.control(rank)[Word.STATE] == 0
    board.close()
    os.close(fd)


def test_two_maps_of_one_board_show_the_same() -> None:
    shape = Shape(1, 1, 10)
    fd = reserve(shape)
    first, second = Board(fd, shape), Board(fd, shape)
    first.row(0, 0)[9] = 2**63
    assert second.row(0, 0)[9] == 2**63
    first.close()
    second.close()
    os.close(fd)


def test_days_of_slots_take_no_memory_until_they_are_used() -> None:
    shape = Shape(workers=128, phases=2, slots=3 * 24 * 36_000)
    fd = reserve(shape)
    board = Board(fd, shape)
    board.row(127, 1)[-1] = 1
    assert os.fstat(fd).st_blocks * 512 < 64 * 1024
    board.close()
    os.close(fd)


def test_the_buckets_are_those_that_latencies_are_read_from_and_hold_any_time_a_clock_can_tell() -> None:
    assert (worker.STEPS, worker.LEAST) == (latency.STEPS, latency.OFFSET_NS)
    assert 1 << worker.BITS - 1 == latency.STEPS
    assert latency.bucket(2**64 - 1 - latency.OFFSET_NS) == BUCKETS - 1


def test_where_memory_without_a_name_is_refused_a_file_without_a_name_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> int:
        raise PermissionError

    monkeypatch.setattr(os, "memfd_create", refused)
    shape = Shape(2, 2, 100)
    fd = reserve(shape)
    board = Board(fd, shape)
    board.row(1, 1)[99] = 7
    assert os.fstat(fd).st_nlink == 0
    assert os.pread(fd, 8, (shape.head + shape.stride + shape.control + shape.row + 99) * 8) == (7).to_bytes(
        8, "little"
    )
    board.close()
    os.close(fd)
