"""By how much one set is larger than another, and how sure that is, without chance."""

from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sizing.ranks import rank_sums, shift_of

VALUES = st.lists(st.floats(-100, 100), min_size=1, max_size=8)


def test_arrangements_of_three_and_three() -> None:
    # Counted by hand, as in the tables of Mann and Whitney.
    assert rank_sums(3, 3) == [1, 1, 2, 3, 3, 3, 3, 2, 1, 1]


@pytest.mark.parametrize(("first", "second"), [(1, 1), (1, 5), (4, 2), (5, 4)])
def test_every_arrangement_is_counted_once(first: int, second: int) -> None:
    counted = [0] * (first * second + 1)
    for places in combinations(range(first + second), first):
        others = [place for place in range(first + second) if place not in places]
        counted[sum(place > other for place in places for other in others)] += 1
    assert rank_sums(first, second) == counted
    assert sum(counted) == comb(first + second, first)


def test_three_against_three_leaves_no_difference_out_and_holds_in_nine_cases_of_ten() -> None:
    found = shift_of([1.0, 2.0, 4.0], [11.0, 12.0, 14.0])
    assert (found.estimate, found.low, found.high) == (10.0, 7.0, 13.0)
    assert found.coverage == pytest.approx(0.9)


def test_five_against_five_leaves_two_out_at_each_end() -> None:
    # The table of Mann and Whitney has 2 for 5 and 5 at 5 % two-sided: (1 + 1 + 2) of 252 at each end.
    found = shift_of([1.0, 2.0, 3.0, 4.0, 5.0], [11.0, 12.0, 13.0, 14.0, 15.0])
    assert (found.estimate, found.low, found.high) == (10.0, 7.0, 13.0)
    assert found.coverage == pytest.approx(1 - 2 * 4 / 252)


def test_one_against_one_proves_nothing() -> None:
    assert shift_of([1.0], [2.0]).coverage == 0


@given(VALUES, VALUES)
def test_the_estimate_lies_in_its_interval_and_turns_round_with_the_sets(
    first: list[float], second: list[float]
) -> None:
    found, turned = shift_of(first, second), shift_of(second, first)
    assert found.low <= found.estimate <= found.high
    assert turned.estimate == pytest.approx(-found.estimate, abs=1e-9)
    assert (turned.low, turned.high) == (-found.high, -found.low)


@given(st.lists(st.integers(0, 50), min_size=1, max_size=8), st.integers(-1000, 1000))
def test_a_set_against_itself_moved_differs_by_the_move(values: list[int], move: int) -> None:
    found = shift_of([float(value) for value in values], [float(value + move) for value in values])
    assert found.estimate == move
