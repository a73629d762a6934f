"""Where partitions go, over time, and until file systems are full."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sizing.spds.layout import Pattern, Start
from sizing.spds.placement import Case, Frame, Table, expected, simulate
from sizing.units import MIB

PART = 128 * MIB
FILE_SYSTEMS = st.integers(1, 12)


def tables_of(*counts: int) -> list[Table]:
    return [Table(count * PART, PART) for count in counts]


def placed(case: Case) -> Frame:
    (frame,) = simulate(case)
    return frame


@settings(deadline=None)
@given(FILE_SYSTEMS)
def test_a_zigzag_is_exactly_even_for_tables_of_every_size_up_to_twice_the_file_systems(n: int) -> None:
    tables = tables_of(*range(1, 2 * n + 1))
    assert expected(Case(tables, n, Pattern.ZIGZAG)) == (2 * n + 1,) * n
    assert placed(Case(tables, n, Pattern.ZIGZAG)).partitions == (2 * n + 1,) * n


@settings(deadline=None)
@given(FILE_SYSTEMS)
def test_a_plain_list_leans_to_the_left_by_two_partitions_a_step(n: int) -> None:
    tables = tables_of(*range(1, 2 * n + 1))
    leaning = tuple((2 * n - i + 1) + (n - i + 1) for i in range(1, n + 1))
    assert placed(Case(tables, n, Pattern.SEQUENTIAL)).partitions == leaning


@settings(deadline=None)
@given(FILE_SYSTEMS, st.lists(st.integers(0, 40), max_size=20), st.sampled_from([Pattern.SEQUENTIAL, Pattern.ZIGZAG]))
def test_random_starts_are_even_on_average_in_either_list(n: int, counts: list[int], pattern: Pattern) -> None:
    found = expected(Case(tables_of(*counts), n, pattern, Start.RANDOM))
    assert found == pytest.approx((sum(counts) / n,) * n)


def test_no_order_spreads_tables_of_fewer_partitions_than_file_systems() -> None:
    for pattern in (Pattern.SEQUENTIAL, Pattern.ZIGZAG):
        assert placed(Case(tables_of(*[3] * 100), 5, pattern)).partitions == (100, 100, 100, 0, 0)


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 60), st.integers(1, 9), st.integers(0, 20)), max_size=12),
    FILE_SYSTEMS,
    st.sampled_from(Pattern),
    st.sampled_from(Start),
    st.integers(1, 4),
    st.sampled_from([None, 10**15]),
)
def test_counting_in_rounds_gives_what_laying_one_by_one_gives(
    sizes: list[tuple[int, int, int]], n: int, pattern: Pattern, start: Start, moments: int, each: int | None
) -> None:
    tables = [Table(size, partition, growth) for size, partition, growth in sizes]
    room = None if each is None else [each] * n
    case = Case(tables, n, pattern, start, moments, room)
    for moment, frame in enumerate(simulate(case)):
        assert (list(frame.partitions), list(frame.bytes)) == one_by_one(case, moment)


def one_by_one(case: Case, moment: int) -> tuple[list[int], list[int]]:
    count, size = [0] * case.file_systems, [0] * case.file_systems
    for table, entry in zip(case.tables, case.starts, strict=True):
        left = table.at(moment)
        while left > 0:
            place = case.order[entry % len(case.order)]
            count[place] += 1
            size[place] += min(left, table.partition)
            left -= table.partition
            entry += 1
    return count, size


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 9)), max_size=8),
    st.lists(st.integers(0, 30), min_size=1, max_size=6),
    st.sampled_from(Pattern),
    st.sampled_from(Start),
    st.integers(1, 3),
)
def test_full_file_systems_are_passed_over_and_what_finds_no_room_is_told(
    sizes: list[tuple[int, int]], rooms: list[int], pattern: Pattern, start: Start, moments: int
) -> None:
    tables = [Table(size * PART, PART, growth * PART) for size, growth in sizes]
    case = Case(tables, len(rooms), pattern, start, moments, [room * PART for room in rooms])
    counts, lost = [0] * len(rooms), 0
    cursors = case.starts
    for moment, frame in enumerate(simulate(case)):
        for number, table in enumerate(tables):
            for _ in range((table.growth if moment else table.size) // PART):
                steps = (cursors[number] + step for step in range(len(case.order)))
                free = [
                    s for s in steps if counts[case.order[s % len(case.order)]] < rooms[case.order[s % len(case.order)]]
                ]
                if free:
                    counts[case.order[free[0] % len(case.order)]] += 1
                    cursors[number] = free[0] + 1
                else:
                    lost += 1
        assert (list(frame.partitions), frame.unplaced) == (counts, lost)
        assert list(frame.bytes) == [count * PART for count in counts]


def test_a_file_system_that_fills_up_sends_the_rest_elsewhere() -> None:
    (frame,) = simulate(Case(tables_of(9), 3, Pattern.SEQUENTIAL, room=[PART, 10 * PART, 10 * PART]))
    assert frame.partitions == (1, 4, 4)
    assert frame.full == (0,)
    assert frame.unplaced == 0


def test_an_append_fills_the_last_partition_before_it_begins_another() -> None:
    first, second = simulate(Case([Table(PART // 2, PART, PART)], 2, Pattern.SEQUENTIAL, moments=2))
    assert (first.partitions, first.bytes) == ((1, 0), (PART // 2, 0))
    assert (second.partitions, second.bytes) == ((1, 1), (PART, PART // 2))


@pytest.mark.parametrize("start", Start)
def test_a_million_partitions_of_ten_thousand_tables_on_64_file_systems_take_less_than_a_second(start: Start) -> None:
    tables = tables_of(*(1 + number % 199 for number in range(10_000)), 5_000)
    assert sum(table.size // PART for table in tables) >= 1_000_000
    began = time.process_time()
    frame = placed(Case(tables, 64, Pattern.ZIGZAG, start))
    assert time.process_time() - began < 1.0
    assert sum(frame.partitions) == sum(table.size // PART for table in tables)


def test_the_same_seed_gives_the_same_starts_and_another_gives_others() -> None:
    tables = tables_of(*[1] * 50)
    one, again, other = (Case(tables, 8, Pattern.SEQUENTIAL, Start.RANDOM, seed=seed).starts for seed in (1, 1, 2))
    assert one == again != other
    assert set(one) <= set(range(8))


def test_what_cannot_be_simulated_is_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        Table(-1, PART)
    with pytest.raises(ValueError, match="room"):
        Case([], 2, Pattern.SINGLE, room=[1])
    with pytest.raises(ValueError, match="moment"):
        Case([], 2, Pattern.SINGLE, moments=0)
