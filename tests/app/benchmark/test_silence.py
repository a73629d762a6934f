"""Silence: time without a sign is told apart from time in which anything went on."""

from pathlib import Path

from app.benchmark.silence import PATIENCE_S, Silence, patience_s
from sizing.units import GIB
from tests.app.benchmark.conftest import plan_for

SECOND = 1_000_000_000


def test_silence_lasts_until_any_sign_changes() -> None:
    silence = Silence()
    assert silence.lasts(5 * SECOND, (1, "moving")) == 0
    assert silence.lasts(7 * SECOND, (1, "moving")) == 2
    assert silence.lasts(8 * SECOND, (1, "flushing")) == 0
    assert silence.lasts(9 * SECOND, (2, "flushing")) == 0
    assert silence.lasts(12 * SECOND, (2, "flushing")) == 3


def test_a_flush_that_nobody_sees_may_take_as_long_as_its_bytes_need(tmp_path: Path) -> None:
    small, large = plan_for(tmp_path), plan_for(tmp_path, file_size=100 * GIB)
    assert patience_s(small, is_unseen=True) == patience_s(large, is_unseen=False) == PATIENCE_S
    assert patience_s(large, is_unseen=True) > 200 * GIB / 25e6
