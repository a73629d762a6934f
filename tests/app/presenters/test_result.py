"""What a measurement is said to have shown."""

from array import array
from dataclasses import replace

from app.job import judged
from app.presenters.result import ResultView, present_result
from sizing.assessment import Assessment
from sizing.measurement import Outcome
from sizing.plan import PhaseKind
from sizing.rules import Verdict
from sizing.units import MB
from sizing.validity import Standing
from sizing.zeros import ZerosProbe
from tests.app.presenters.assessed import PLAN, assessed, failed, measured
from tests.sizing.machines import delivered, run_of


def view_of(assessment: Assessment) -> ResultView:
    view = present_result(assessment)
    assert view is not None
    return view


def test_both_figures_stand_side_by_side_each_with_its_unit() -> None:
    write = view_of(measured(104.8576, 150)).cards[0]
    assert (write.value, write.unit) == ("105", "MB/s per core")
    assert write.detail.startswith("100 MiB/s per core")


def test_each_card_carries_the_verdict_on_its_own_phase() -> None:
    write, read = view_of(measured(150, 20)).cards
    assert write.verdict is Verdict.PASS
    assert read.verdict is Verdict.FAIL


def test_a_cached_read_is_named_and_does_not_pass() -> None:
    view = view_of(assessed(run_of(PLAN, 150, 5000, share=0.0)))
    assert view.standing is Standing.INVALID
    assert view.cards[1].verdict is Verdict.NOT_MEASURED
    assert view.origin == "The reads came from memory, not from storage."
    assert view.evidence
    assert view.reasons


def test_a_failed_run_shows_why_and_no_figure() -> None:
    view = view_of(failed())
    assert view.failure == "The file system filled up."
    assert [card.value for card in view.cards] == ["–", "–"]
    assert view.figures.rows == ()


def test_a_partial_figure_is_labelled_partial() -> None:
    series = run_of(PLAN, 150, 150)
    write = series.phases[0]
    cut = replace(write, tracks=tuple(replace(track, is_complete=False) for track in write.tracks))
    view = view_of(assessed(replace(series, outcome=Outcome.CANCELLED, phases=(cut,))))
    assert "partial" in view.cards[0].detail
    assert view.figures.rows[0][0] == "Write, partial"
    assert view.cards[1].value == "–"
    assert view.outcome == "Cancelled, partial"


def test_there_is_no_result_before_anything_was_measured() -> None:
    assert present_result(assessed(None)) is None
    assert present_result(assessed(None, plan=None)) is None


def test_the_table_has_one_row_a_phase() -> None:
    series = run_of(PLAN, 150, 150)
    reading = series.phase(PhaseKind.READ)
    assert reading is not None
    view = view_of(assessed(replace(series, phases=(series.phases[0], delivered(reading, 1.0)))))
    assert view.figures.keys == ("write", "read")
    assert all(len(row) == len(view.figures.columns) for row in view.figures.rows)


def test_the_statistics_name_themselves_and_say_when_there_were_too_few_seconds() -> None:
    statistics = view_of(measured(150, 150)).statistics
    assert [column.title for column in statistics.columns][1:3] == [
        "Median second, per core",
        "5th percentile, per core",
    ]
    assert [row[1] for row in statistics.rows] == ["–", "–"]
    series = run_of(PLAN, 150, 150)
    slots = array("Q", [15 * MB] * 100)
    write = series.phases[0]
    told = replace(write, tracks=tuple(replace(track, slots=slots) for track in write.tracks))
    row = view_of(assessed(replace(series, phases=(told, series.phases[1])))).statistics.rows[0]
    assert row == ("Write", "150 MB/s", "150 MB/s", "none", "–", "0.0 s", "1.00 ×", "1")


def test_a_knee_is_told_with_its_time_and_the_rate_that_is_left() -> None:
    series = run_of(PLAN, 150, 150)
    slots = array("Q", [30 * MB] * 200 + [5 * MB] * 400)
    write = series.phases[0]
    told = replace(write, tracks=tuple(replace(track, slots=slots) for track in write.tracks))
    view = view_of(assessed(replace(series, phases=(told, series.phases[1]))))
    assert view.statistics.rows[0][3:5] == ("at 20 s", "50 MB/s")
    assert any("the rate fell from 4\u202f800 MB/s to 800 MB/s after 20 s" in reason for reason in view.reasons)


def test_several_runs_are_told_with_what_they_lie_between() -> None:
    repeats = (run_of(PLAN, 98, 150), run_of(PLAN, 102, 150))
    view = view_of(judged(replace(measured(100, 150), repeats=repeats)))
    assert [row[-1] for row in view.statistics.rows] == ["3: 98 to 102 MB/s", "3: 150 to 150 MB/s"]


def test_stars_are_told_with_what_is_missing() -> None:
    view = view_of(measured(150, 150))
    assert (view.stars, view.confidence) == (3, "3 of 5 stars")
    assert view.missing == (
        "It was measured only once.",
        "It was measured at one time of one day; other hours may differ.",
    )


def test_what_zeros_would_have_flattered_is_told() -> None:
    assert view_of(measured(150, 150)).zeros == ""
    view = view_of(replace(measured(150, 150), zeros=ZerosProbe(100 * MB, 100 * MB, 270 * MB, 150 * MB, None)))
    assert "overstate the write 2.7 times and the read 1.5 times" in view.zeros
