"""Charts as SVG, written by hand: vector, in our colours, with honest axes that begin at zero.

The same picture can be shown on paper and on screen: it needs nothing but an SVG renderer and the font Inter.
"""

import math
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from xml.sax.saxutils import escape

from app.paths import resource
from app.report.blocks import BarChart, Curve, Level, LineChart, Mark, Stroke
from sizing.units import MB

WIDTH, HEIGHT, LOW = 680, 268, 190
"""Size of a chart in SVG units, and the height of a bar chart; on paper a chart is as wide as the text."""
MINUTES_FROM_S = 600
"""A time axis longer than this counts in minutes."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 10, 34, 40
_PLOT_WIDTH = WIDTH - _LEFT - _RIGHT


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where values lie in a picture of ``height``: the axes run from zero to ``seconds`` and to ``top``."""

    height: int
    top: float
    seconds: float = 1.0

    @property
    def base(self) -> float:
        return self.height - _BOTTOM

    def x(self, at_s: float) -> float:
        return _LEFT + _PLOT_WIDTH * min(at_s / self.seconds, 1)

    def y(self, rate: float) -> float:
        return self.base - (self.base - _TOP) * rate / self.top


@cache
def palette() -> dict[str, str]:
    """Return the light colours by name: paper is white."""
    colours: dict[str, str] = tomllib.loads(resource("style", "tokens.toml").read_text("utf-8"))["light"]
    return colours


def line_chart(chart: LineChart) -> str:
    """Return ``chart`` as an SVG document."""
    scale = _Scale(HEIGHT, scale_top(max(_highest(chart), MB)), max(chart.seconds, 1e-9))
    parts = [*_frame(scale, chart.y_title), *_time_axis(scale, chart.x_title)]
    for curve in chart.curves:
        parts += _curve(curve, scale)
    parts += _marks(chart.marks, scale)
    parts += _level(chart.level, scale)
    named = [(curve.label, curve.colour, curve.stroke) for curve in chart.curves]
    return _document([*parts, *_legend(named, chart.level)], HEIGHT)


def bar_chart(chart: BarChart) -> str:
    """Return ``chart`` as an SVG document."""
    values = [value for _rank, value in chart.bars]
    scale = _Scale(LOW, scale_top(max([*values, chart.level.value if chart.level else 0, MB])))
    parts = [*_frame(scale, chart.y_title), *_bars(chart, scale), *_level(chart.level, scale)]
    return _document([*parts, *_legend([(chart.label, chart.colour, Stroke.AREA)], chart.level)], LOW)


def step_of(span: float, count: int) -> float:
    """Return the round step (1, 2 or 5 times a power of ten) that cuts ``span`` into at most ``count`` pieces."""
    least = span / count
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * (1 - 1e-9))


def scale_top(highest: float) -> float:
    """Return where an axis from zero ends so that ``highest`` has room below it, on a round step."""
    step = step_of(highest * 1.08, 5)
    return math.ceil(highest * 1.08 / step - 1e-9) * step


def _highest(chart: LineChart) -> float:
    values = [value for curve in chart.curves for point in curve.points for value in point[1:]]
    return max([*values, chart.level.value if chart.level else 0.0])


def _frame(scale: _Scale, title: str) -> Iterable[str]:
    yield _text(0, 12, title, "muted", 10)
    step = step_of(scale.top, 5)
    for index in range(round(scale.top / step) + 1):
        y = scale.y(index * step)
        yield _line(_LEFT, y, WIDTH - _RIGHT, y, "border", 1 if index else 1.2)
        yield _text(_LEFT - 7, y + 3.5, number(index * step / MB), "muted", 10, "end")


def _time_axis(scale: _Scale, title: str) -> Iterable[str]:
    unit = 60 if scale.seconds > MINUTES_FROM_S else 1
    step = step_of(scale.seconds / unit, 10)
    for index in range(int(scale.seconds / unit / step + 1e-9) + 1):
        x = scale.x(index * step * unit)
        yield _line(x, scale.base, x, scale.base + 4, "muted", 1)
        anchor = "end" if x > WIDTH - _RIGHT - 8 else "middle"
        yield _text(x, scale.base + 16, number(index * step), "muted", 10, anchor)
    yield _text(_LEFT + _PLOT_WIDTH / 2, scale.height - 4, title, "muted", 10, "middle")


def _curve(curve: Curve, scale: _Scale) -> Iterable[str]:
    colour = palette()[curve.colour]
    path = [(scale.x(point[0]), scale.y(point[1])) for point in curve.points]
    if not path:
        return
    drawn = f'<path d="{_path(path)}" fill="none" stroke="{colour}" stroke-linejoin="round" stroke-width='
    match curve.stroke:
        case Stroke.BAND:
            upper = [(scale.x(point[0]), scale.y(point[2])) for point in reversed(curve.points)]
            yield f'<path d="{_path([*path, *upper])}Z" fill="{colour}" fill-opacity="0.22"/>'
        case Stroke.AREA:
            outline = [(path[0][0], scale.base), *path, (path[-1][0], scale.base)]
            yield f'<path d="{_path(outline)}Z" fill="{colour}" fill-opacity="0.10"/>'
            yield f'{drawn}"1.6"/>'
        case Stroke.LINE:
            yield f'{drawn}"1.3" stroke-dasharray="4 2.5"/>'


def _bars(chart: BarChart, scale: _Scale) -> Iterable[str]:
    pitch = _PLOT_WIDTH / max(len(chart.bars), 1)
    width = max(min(pitch * 0.7, 34), 0.8)
    every = math.ceil(len(chart.bars) / 32)
    for index, (rank, value) in enumerate(chart.bars):
        middle = _LEFT + pitch * (index + 0.5)
        y = scale.y(value)
        yield _box(middle - width / 2, y, width, scale.base - y, palette()[chart.colour], 0.78)
        if index % every == 0:
            yield _text(middle, scale.base + 15, str(rank), "muted", 10, "middle")
    yield _text(_LEFT + _PLOT_WIDTH / 2, scale.height - 4, chart.x_title, "muted", 10, "middle")


def _level(level: Level | None, scale: _Scale) -> Iterable[str]:
    if level is not None:
        y = scale.y(level.value)
        yield _line(_LEFT, y, WIDTH - _RIGHT, y, "requirement", 1.6)


def _marks(marks: Iterable[Mark], scale: _Scale) -> Iterable[str]:
    for mark in marks:
        x = scale.x(mark.at_s)
        anchor, shift = ("end", -4) if x > WIDTH / 2 else ("start", 4)
        yield _line(x, _TOP, x, scale.base, "muted", 1, "2 2.5")
        yield _text(x + shift, _TOP + 10, mark.label, "muted", 9, anchor)


def _legend(entries: Iterable[tuple[str, str, Stroke]], level: Level | None) -> Iterable[str]:
    """Yield the names of the curves, and of the line across, in a row above them where they hide nothing."""
    x = float(WIDTH - _RIGHT)
    if level is not None:
        yield _text(x, 12, level.label, "requirement", 10, "end", 600)
        x -= _length(level.label) * 1.04 + 22
        yield _line(x, 8.5, x + 16, 8.5, "requirement", 1.6)
        x -= 16
    for label, colour, stroke in reversed([*entries]):
        yield _text(x, 12, label, "text", 10, "end")
        x -= _length(label) + 22
        if stroke is Stroke.LINE:
            yield _line(x, 8.5, x + 16, 8.5, colour, 1.6, "4 2.5")
        else:
            yield _box(x, 5, 16, 7, palette()[colour], 0.3 if stroke is Stroke.BAND else 0.85)
        x -= 16


def _length(text: str) -> float:
    """Return about how long ``text`` is at the size of labels, to set the next thing beside it."""
    return sum(2.8 if char in "iljtfr.,: \u202f" else 8.6 if char in "mwMW" else 5.9 for char in text)


def _box(x: float, y: float, width: float, height: float, fill: str, opacity: float) -> str:
    return (
        f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{max(height, 0):.2f}" fill="{fill}" '
        f'fill-opacity="{opacity}"/>'
    )


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float, dashes: str = "") -> str:
    extra = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{palette()[colour]}" '
        f'stroke-width="{width}"{extra}/>'
    )


def _text(x: float, y: float, text: str, colour: str, size: int, anchor: str = "start", weight: int = 400) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="Inter" font-size="{size}" font-weight="{weight}" '
        f'text-anchor="{anchor}" fill="{palette()[colour]}">{escape(text)}</text>'
    )


def _path(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def number(value: float) -> str:
    """Return an axis number: thousands set apart by a narrow space, no trailing zeros."""
    text = f"{value:,.3f}".rstrip("0").rstrip(".")
    return text.replace(",", "\u202f")


def _document(parts: Iterable[str], height: int) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">'
        + "\n".join(parts)
        + "</svg>\n"
    )
