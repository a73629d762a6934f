"""Skew, scan rates, and advice that says where zigzag helps and where not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sizing.spds.comparison import Advice, compare
from sizing.spds.layout import Pattern, Start
from sizing.spds.placement import Case, Table
from sizing.spds.skew import mean_scan_rate, scan_rate, skew
from sizing.units import MB, MIB

PART = 128 * MIB
RATES = [100.0 * MB] * 4


def case_of(*counts: int, start: Start = Start.FIXED) -> Case:
    return Case([Table(count * PART, PART) for count in counts], 4, Pattern.SINGLE, start)


def test_skew_of_figures_that_can_be_worked_out_by_hand() -> None:
    found = skew([4, 3, 2, 1])
    assert found is not None
    assert found.over_mean == pytest.approx(1.6)
    # Sum of all differences, both ways: 2 (1+2+3+1+2+1) = 20, over 2 x 16 x 2.5.
    assert found.gini == pytest.approx(0.25)


def test_one_that_has_all_of_four_is_four_times_the_mean() -> None:
    found = skew([0, 0, 8, 0])
    assert found is not None
    assert [found.over_mean, found.gini] == pytest.approx([4, 0.75])


@settings(deadline=None)
@given(st.lists(st.floats(0, 1e15), min_size=1, max_size=64))
def test_skew_stays_within_its_bounds(loads: list[float]) -> None:
    found = skew(loads)
    if found is None:
        assert sum(loads) == 0
    else:
        assert 1 - 1e-9 <= found.over_mean <= len(loads) + 1e-9
        assert -1e-9 <= found.gini <= 1


def test_a_scan_ends_with_the_busiest_file_system() -> None:
    assert scan_rate([2, 1, 1, 0], [100, 100, 100, 100]) == pytest.approx(4 / 0.02)


def test_a_slow_file_system_holds_the_whole_scan_up() -> None:
    assert scan_rate([1, 1], [100, 25]) == pytest.approx(50)


def test_a_file_system_without_a_rate_is_refused() -> None:
    with pytest.raises(ValueError, match="rate"):
        scan_rate([1], [0])


def test_the_mean_scan_rate_weighs_tables_by_the_time_they_take() -> None:
    # Four partitions at once take as long as the one alone: five partitions in the time of two.
    case = Case([Table(4 * PART, PART), Table(PART, PART)], 4, Pattern.SEQUENTIAL)
    assert mean_scan_rate(case, RATES) == pytest.approx(250 * MB)


def test_with_a_fixed_start_zigzag_evens_tables_of_all_sizes() -> None:
    found = compare(case_of(*range(1, 9)), RATES)
    assert found.best is Pattern.ZIGZAG
    assert Advice.ZIGZAG_EVENS in found.advice
    plain = found.of(Pattern.SEQUENTIAL).expected_skew
    assert plain is not None
    assert plain.over_mean == pytest.approx(12 / 9)  # 12, 10, 8, 6 partitions (SPD-013)


def test_with_random_starts_zigzag_changes_nothing_and_narrows_scans() -> None:
    found = compare(case_of(*([4] * 200), start=Start.RANDOM), RATES)
    assert found.best is Pattern.SEQUENTIAL
    assert {Advice.ZIGZAG_CHANGES_NOTHING, Advice.RANDOM_IS_EVEN, Advice.ZIGZAG_NARROWS_SCANS} <= set(found.advice)
    # Four partitions in a row are one on each file system in a plain list, wherever they start.
    assert found.of(Pattern.SEQUENTIAL).rate == pytest.approx(400 * MB)


def test_tables_of_fewer_partitions_than_file_systems_are_told_to_stay_uneven() -> None:
    found = compare(case_of(2, 3, 8), RATES)
    assert found.small_tables == 2
    assert Advice.SMALL_TABLES in found.advice


def test_only_small_tables_gain_nothing_from_zigzag() -> None:
    found = compare(case_of(2, 3, 1, 4), RATES)
    assert found.best is Pattern.SEQUENTIAL
    assert Advice.ZIGZAG_CHANGES_NOTHING in found.advice


def test_tables_that_come_out_even_need_no_zigzag() -> None:
    found = compare(case_of(4, 8, 12), RATES)
    assert found.best is Pattern.SEQUENTIAL
    assert Advice.ZIGZAG_CHANGES_NOTHING in found.advice


def test_what_does_not_fit_is_said() -> None:
    tables = [Table(5 * PART, PART)]
    found = compare(Case(tables, 2, Pattern.SINGLE, room=[PART, 2 * PART]), RATES[:2])
    assert {Advice.FILLS_UP, Advice.DOES_NOT_FIT} <= set(found.advice)


def test_no_tables_bring_no_advice() -> None:
    assert compare(case_of(), RATES).advice == ()
