"""A limit draws its bands the same way for at least and for at most."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sizing.rules import Limit, Verdict
from sizing.units import Unit

RANK = {Verdict.FAIL: 0, Verdict.WARN: 1, Verdict.PASS: 2}
AT_LEAST = Limit(Unit.MB_PER_S_PER_CORE, passes=100, warns=75)
AT_MOST = Limit(Unit.RATIO, passes=1.3, warns=2, at_most=True)


@pytest.mark.parametrize(
    ("value", "verdict"),
    [(100, Verdict.PASS), (99.999, Verdict.WARN), (75, Verdict.WARN), (74.999, Verdict.FAIL), (0, Verdict.FAIL)],
)
def test_at_least_passes_on_the_limit_itself(value: float, verdict: Verdict) -> None:
    assert AT_LEAST.judge(value) is verdict


@pytest.mark.parametrize(
    ("value", "verdict"),
    [(1.0, Verdict.PASS), (1.3, Verdict.PASS), (1.31, Verdict.WARN), (2, Verdict.WARN), (2.1, Verdict.FAIL)],
)
def test_at_most_is_the_same_turned_round(value: float, verdict: Verdict) -> None:
    assert AT_MOST.judge(value) is verdict


def test_without_a_warning_band_everything_short_of_a_pass_fails() -> None:
    assert Limit(Unit.YES, passes=1).judge(0.99) is Verdict.FAIL


@given(st.floats(0, 1e6), st.booleans())
def test_a_limit_that_never_fails_warns_of_everything_short_of_a_pass(value: float, at_most: bool) -> None:  # noqa: FBT001
    limit = Limit(Unit.RATIO, passes=1.3, at_most=at_most, never_fails=True)
    passes = value <= limit.passes if at_most else value >= limit.passes
    assert limit.judge(value) is (Verdict.PASS if passes else Verdict.WARN)


@given(st.floats(0, 1e6), st.floats(0, 1e6))
def test_a_better_value_never_gets_a_worse_verdict(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert RANK[AT_LEAST.judge(low)] <= RANK[AT_LEAST.judge(high)]
    assert RANK[AT_MOST.judge(low)] >= RANK[AT_MOST.judge(high)]
