"""Charts: well-formed, with axes that begin at zero and lines where their numbers put them."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.report.blocks import BarChart, Curve, Level, LineChart, Mark, Stroke
from app.report.chart import HEIGHT, WIDTH, bar_chart, line_chart, number, palette, scale_top, step_of
from sizing.units import MB

SVG = "{http://www.w3.org/2000/svg}"


def chart_of(rates: list[float], *, label: str = "all workers", level: float = 1600 * MB) -> LineChart:
    points = tuple((index + 0.5, rate * MB) for index, rate in enumerate(rates))
    return LineChart(
        title="",
        alt="",
        x_title="seconds",
        y_title="MB/s",
        seconds=float(len(rates)),
        curves=(Curve(label, "write", Stroke.AREA, points),),
        level=Level("needed", level),
        marks=(Mark("first worker done", len(rates) / 2),),
    )


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)  # noqa: S314 - a picture of our own


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in parsed(svg).iter(f"{SVG}text")]


def heights(svg: str) -> dict[str | None, float]:
    """Return where the labels of the axis of rates lie."""
    labels = [text for text in parsed(svg).iter(f"{SVG}text") if text.get("x") == "45.0"]
    return {label.text: float(label.get("y", 0)) - 3.5 for label in labels}


def lines(svg: str, colour: str) -> list[ElementTree.Element]:
    return [line for line in parsed(svg).iter(f"{SVG}line") if line.get("stroke") == palette()[colour]]


def test_a_chart_is_well_formed_whatever_its_labels_say() -> None:
    svg = line_chart(chart_of([1, 2], label='</text><script>&"'))
    assert '</text><script>&"' in texts(svg)
    assert not list(parsed(svg).iter(f"{SVG}script"))


def test_the_axis_of_rates_begins_at_zero_and_is_labelled_in_mb_per_second() -> None:
    words = texts(line_chart(chart_of([1500, 1700])))
    assert words[:6] == ["MB/s", "0", "500", "1\u202f000", "1\u202f500", "2\u202f000"]


def test_the_requirement_line_lies_where_its_rate_is_on_the_axis() -> None:
    svg = line_chart(chart_of([1000, 1000], level=1500 * MB))
    line = max(lines(svg, "requirement"), key=lambda line: float(line.get("x2", 0)) - float(line.get("x1", 0)))
    ticks = heights(svg)
    zero, top = ticks["0"], ticks["2\u202f000"]
    assert float(line.get("y1", 0)) == pytest.approx(zero + (top - zero) * 0.75, abs=0.11)


def test_a_curve_lies_between_the_axes_and_as_high_as_its_rates() -> None:
    svg = line_chart(chart_of([0, 2000, 1000], level=0))
    (curve,) = [path for path in parsed(svg).iter(f"{SVG}path") if path.get("fill") == "none"]
    points = [tuple(map(float, pair.split())) for pair in re.split("[ML]", curve.get("d", ""))[1:]]
    ticks = heights(svg)
    shown = [(ticks["0"] - y) / (ticks["0"] - ticks["1\u202f000"]) for _x, y in points]
    assert shown == pytest.approx([0, 2, 1], abs=0.01)
    assert [x for x, _y in points] == sorted(x for x, _y in points)


def test_a_long_phase_counts_in_minutes_and_a_short_one_in_seconds() -> None:
    assert "10" in texts(line_chart(chart_of([100.0] * 900)))
    assert "900" not in texts(line_chart(chart_of([100.0] * 900)))
    assert "50" in texts(line_chart(chart_of([100.0] * 60)))


def test_a_chart_without_a_single_byte_still_has_an_axis() -> None:
    assert "1" in texts(line_chart(chart_of([0, 0], level=0)))


def test_each_worker_has_its_bar_and_bars_never_leave_the_picture() -> None:
    bars = tuple((rank, (90 + rank) * MB) for rank in range(200))
    svg = bar_chart(BarChart("", "", "worker", "MB/s", "rate", "read", bars, Level("needed", 100 * MB)))
    drawn = [box for box in parsed(svg).iter(f"{SVG}rect") if box.get("fill-opacity") == "0.78"]
    assert len(drawn) == 200
    assert all(float(box.get("x", 0)) + float(box.get("width", 0)) <= WIDTH for box in drawn)
    assert all(0 <= float(box.get("y", 0)) <= HEIGHT for box in drawn)


@given(st.floats(min_value=1, max_value=1e15))
def test_an_axis_ends_above_its_highest_value_on_a_round_step(highest: float) -> None:
    top = scale_top(highest)
    step = step_of(top, 5)
    assert highest < top <= 2.5 * highest
    assert round(top / step) == pytest.approx(top / step, abs=1e-6)


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (0.5, "0.5"), (2500, "2\u202f500"), (20.0, "20")])
def test_axis_numbers_have_no_trailing_zeros(value: float, text: str) -> None:
    assert number(value) == text
