"""Failure: why a run gave no figures, in a sentence."""

import errno
import signal

import pytest

from app.benchmark.board import Fault
from app.benchmark.failure import died, refused, stalled, whole


@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.ENOSPC, "filled up"), (errno.EDQUOT, "quota"), (errno.EROFS, "read-only"), (errno.EFBIG, "larger")],
)
def test_a_known_cause_is_named_whatever_the_worker_was_about(number: int, words: str) -> None:
    for fault in (Fault.CREATE, Fault.WRITE, Fault.FLUSH, Fault.READ):
        assert words in refused(fault, number)


def test_any_other_cause_comes_with_what_was_being_done_and_the_systems_reason() -> None:
    assert refused(Fault.FLUSH, errno.EIO) == ("The written data could not be brought to storage: Input/output error.")


def test_a_file_that_came_back_short_is_told_without_an_error_number() -> None:
    assert "shorter" in refused(Fault.SHORT, 0)


def test_a_killed_process_is_told_by_the_name_of_the_signal() -> None:
    assert "SIGKILL" in died(-signal.SIGKILL)
    assert "memory" in died(-signal.SIGKILL)
    assert "SIGBUS" in died(-signal.SIGBUS)
    assert "250" in died(-250)


def test_a_process_that_ended_by_itself_is_told_by_its_code() -> None:
    assert "exit code 1" in died(1)


def test_what_is_left_is_named_and_else_said_to_be_removed() -> None:
    assert "removed" in whole("It failed.", (), are_held=False)
    assert whole("It failed.", ("/data/a.tmp", "/data/b.tmp"), are_held=True).endswith("/data/a.tmp, /data/b.tmp.")


def test_files_that_hanging_workers_hold_are_not_said_to_be_removed() -> None:
    assert "removed" not in whole("It failed.", (), are_held=True)
    assert "vanish" in whole("It failed.", (), are_held=True)


def test_a_stall_is_told_with_its_time() -> None:
    assert "for 2 min nothing was" in stalled(121.0)
