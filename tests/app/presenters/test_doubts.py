from array import array
from dataclasses import replace

import pytest

from app.presenters.doubts import latency_lines, mind_changers, moment_text
from sizing.confidence import Confidence, Deduction
from sizing.latency import bucket
from sizing.measurement import Slots
from sizing.plan import PhaseKind
from sizing.rules import Verdict
from sizing.validity import Validity
from tests.app.presenters.assessed import PLAN, assessed, measured
from tests.sizing.machines import run_of

MILLISECOND_NS, SECOND_NS = 10**6, 10**9


def _doubted(*codes: str) -> tuple[str, ...]:
    found = measured(120, 120)
    assert isinstance(found.validity, Validity)
    sure = Confidence(1, tuple(Deduction(code, "") for code in codes))
    return mind_changers(replace(found, validity=replace(found.validity, reasons=(), confidence=sure)))


def test_a_run_that_was_too_small_and_too_few_is_helped_by_one_step_that_is_said_once() -> None:
    steps = _doubted("size", "runs")
    assert len(steps) == 1
    assert "Assessment" in steps[0]


def test_what_matters_most_comes_first_whatever_the_order_of_the_doubts() -> None:
    assert _doubted("moment", "burst", "size") == _doubted("size", "burst", "moment")
    assert "Endurance" in _doubted("moment", "burst")[0]


def test_a_result_nobody_doubts_needs_nothing() -> None:
    assert _doubted() == ()


def test_a_run_without_a_figure_asks_for_one() -> None:
    assert mind_changers(assessed(None)) == ()


def _histogram(*nanoseconds: int) -> Slots:
    counts = array("Q", [0] * (bucket(max(nanoseconds)) + 1))
    for one in nanoseconds:
        counts[bucket(one)] += 1
    return counts


def test_latency_is_told_as_four_figures_where_it_was_recorded() -> None:
    run = run_of(PLAN, 120, 120)
    write, read = run.phases
    slow = _histogram(*[20 * MILLISECOND_NS] * 99, 2 * SECOND_NS)
    known = replace(write, tracks=tuple(replace(track, latencies=slow) for track in write.tracks))
    found = assessed(replace(run, phases=(known, read)))
    ordinary, rare = latency_lines(found, PhaseKind.WRITE)
    assert ordinary.value.count("ms") == 2
    assert "ms" in rare.value
    assert rare.value.endswith(" s")
    assert latency_lines(found, PhaseKind.READ) == ()
    assert found.findings
    assert all(isinstance(one.verdict, Verdict) for one in found.findings)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (3.8e-6, "3.8 µs"),
        (38e-6, "38 µs"),
        (0.99999e-3, "1.0 ms"),
        (0.042, "42 ms"),
        (0.9999, "1.0 s"),
        (12.04, "12.0 s"),
    ],
)
def test_a_time_is_worded_in_the_unit_that_suits_it(seconds: float, text: str) -> None:
    assert moment_text(seconds) == text
