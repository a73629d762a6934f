"""Plot: throughput over time; the only home of pyqtgraph. Imported late, because that takes a third of a second.

A pen is exactly one pixel wide: any wider leaves Qt's fast path and costs ten times as much.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.gui import theme
from app.gui.widgets.text import column
from app.gui.widgets.traces import Curve, thin
from sizing.units import MB

pg.setConfigOptions(antialias=True, useOpenGL=False)


_USUAL = 90
"""Percentile of a curve that has to be inside the scale."""
_CUT, _SHRINK = 1.6, 0.6
_ABOVE = 10
"""Words stand above the curves."""


@dataclass(frozen=True, slots=True)
class Knee:
    """Where a rate fell for good, in seconds since the run began, and the mean rate (bytes a second) until the end."""

    at_s: float
    until_s: float
    rate: float
    text: str


class _Axis(pg.AxisItem):  # type: ignore[misc] # pyqtgraph has no types
    """Plain numbers to the left, seconds or minutes below."""

    def tickStrings(self, values: Sequence[float], _scale: float, _spacing: float) -> list[str]:  # noqa: N802
        """Return the text of every tick."""
        if self.orientation == "left":
            return [f"{value:,.0f}".replace(",", "\u202f") for value in values]
        return [time_text(value, max(values, default=0.0)) for value in values]


class RatePlot(QWidget):
    """Curves in MB/s over seconds, with a labelled line for what is demanded."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._curves: dict[str, Any] = {}
        self._tokens: dict[str, tuple[str, bool]] = {}
        self._levels: dict[str, tuple[float, float]] = {}
        self._end = self._demand = self._top = 0.0
        self._axes = {side: _Axis(orientation=side) for side in ("left", "bottom")}
        self._view: Any = pg.PlotWidget(axisItems=self._axes)
        self._line: Any = pg.InfiniteLine(angle=0, movable=False)
        self._label: Any = pg.TextItem(anchor=(1, 1))
        self._knees: list[tuple[Knee, Any, Any, Any]] = []
        self._view.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._prepare()
        column(self).addWidget(self._view)
        self._tint()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a height that leaves room for what stands around the plot; it takes more where there is more."""
        return QSize(480, 240)

    def add(self, name: str, token: str, *, fills: bool = False) -> None:
        """Add an empty curve in a colour of the theme."""
        self._tokens[name] = token, fills
        self._curves[name] = pg.PlotCurveItem(fillLevel=0 if fills else None, connect="finite")
        self._view.addItem(self._curves[name])
        self._tint_curve(name)

    def show_curve(self, name: str, curve: Curve) -> None:
        """Draw ``curve``, no more than two points a pixel column."""
        seconds, rates = thin(curve, max(60, self.width() // 2))
        self._curves[name].setData(seconds, rates / MB)
        if len(rates):
            self._levels[name] = float(np.nanpercentile(rates, _USUAL)) / MB, float(np.nanmax(rates)) / MB
            self._end = max(self._end, float(seconds[-1]))

    def show_demand(self, rate: float, text: str) -> None:
        """Draw the line of what is demanded (bytes a second), labelled ``text``."""
        self._demand = rate / MB
        self._line.setPos(self._demand)
        self._label.setText(text)

    def show_knees(self, knees: Sequence[Knee]) -> None:
        """Draw where the rates fell, the levels they fell to, and what that means in words; nothing else before."""
        for _knee, *items in self._knees:
            for item in items:
                self._view.removeItem(item)
        self._knees = [(knee, pg.InfiniteLine(knee.at_s), pg.PlotCurveItem(), pg.TextItem()) for knee in knees]
        for knee, line, level, words in self._knees:
            level.setData([knee.at_s, knee.until_s], [knee.rate / MB] * 2)
            words.setText(knee.text)
            words.setZValue(_ABOVE)
            for item in (line, level, words):
                self._view.addItem(item, ignoreBounds=True)
        self._tint_knees()

    def fit(self) -> float:
        """Show everything drawn so far, and return a peak (bytes a second) that leaves the scale, 0 for none.

        What a cache swallows in the first moment would press everything that matters to the floor: such a peak is cut.
        """
        end = _round_up(max(self._end, 1.0) * 1.02)
        usual = max([self._demand, *(level for level, _peak in self._levels.values())]) * 1.25 or 1.0
        peak = max((peak for _level, peak in self._levels.values()), default=0.0)
        top = max(usual, peak * 1.1) if peak <= _CUT * usual else usual * 1.1
        # The scale grows at once and shrinks only by much, so that it does not jump.
        top = self._top = top if not _SHRINK * self._top < top < self._top else self._top
        self._view.setXRange(0, end, padding=0)
        self._view.setYRange(-0.015 * top, top, padding=0)
        self._label.setPos(end * 0.998, self._demand)
        for knee, _line, _level, words in self._knees:
            # Beside the line, on the side that has more room.
            words.setAnchor((0, 0) if knee.at_s < end / 2 else (1, 0))
            words.setPos(knee.at_s, top)
        return peak * MB if peak > top else 0.0

    @property
    def end(self) -> float:
        """Where the time axis ends, in seconds."""
        return float(self._view.viewRange()[0][1])

    @property
    def top(self) -> float:
        """Where the rate axis ends, in bytes a second."""
        return self._top * MB

    def points(self, name: str) -> int:
        """Return how many points of a curve are drawn."""
        return len(self._curves[name].getData()[0])

    def clear(self) -> None:
        """Draw nothing, and forget the scale."""
        for curve in self._curves.values():
            curve.setData(np.empty(0), np.empty(0))
        self.show_knees(())
        self._levels.clear()
        self._top = self._end = 0.0

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._tint()

    def _prepare(self) -> None:
        self._view.hideButtons()
        self._view.setMenuEnabled(enableMenu=False)
        self._view.setMouseEnabled(x=False, y=False)
        self._view.setFrameShape(self._view.Shape.NoFrame)
        self._view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._view.viewport().setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._view.getPlotItem().setContentsMargins(0, 6, 22, 0)
        self._view.showGrid(x=False, y=True, alpha=0.14)
        for axis in self._axes.values():
            axis.setStyle(maxTickLevel=0)
        self._view.addItem(self._line)
        self._view.addItem(self._label, ignoreBounds=True)
        self._label.setZValue(_ABOVE)
        for axis in self._axes.values():
            axis.setStyle(tickLength=0, tickFont=theme.font(11), tickTextOffset=8, hideOverlappingLabels=False)
        self._axes["left"].setWidth(56)
        self._axes["bottom"].setHeight(26)

    def _tint(self) -> None:
        now = theme.current()
        self._view.setBackground(now.colour("surface"))
        for axis in self._axes.values():
            axis.setPen(pg.mkPen(None))
            axis.setTextPen(now.colour("muted"))
        self._axes["left"].setPen(pg.mkPen(now.colour("muted"), width=1))
        self._line.setPen(pg.mkPen(now.colour("requirement"), width=1, style=Qt.PenStyle.DashLine))
        self._label.setColor(now.colour("requirement"))
        self._label.setFont(theme.font(12))
        ground = now.colour("surface")
        ground.setAlphaF(0.75)
        self._label.fill = pg.mkBrush(ground)
        self._tint_knees()
        for name in self._curves:
            self._tint_curve(name)

    def _tint_knees(self) -> None:
        now = theme.current()
        for _knee, line, level, words in self._knees:
            line.setPen(pg.mkPen(now.colour("warn"), width=1, style=Qt.PenStyle.DotLine))
            level.setPen(pg.mkPen(now.colour("warn"), width=1))
            words.setColor(now.colour("warn"))
            words.setFont(theme.font(12))
            ground = now.colour("surface")
            ground.setAlphaF(0.8)
            words.fill = pg.mkBrush(ground)

    def _tint_curve(self, name: str) -> None:
        token, fills = self._tokens[name]
        colour = theme.current().colour(token)
        self._curves[name].setPen(pg.mkPen(colour, width=1))
        if fills:
            soft = QColor(colour)
            soft.setAlphaF(0.13)
            self._curves[name].setBrush(soft)


def time_text(seconds: float, longest: float) -> str:
    """Return a moment of a run that lasts ``longest`` seconds: ``"4 s"``, ``"2:20 min"`` or ``"1:05 h"``."""
    if longest < 120:
        return f"{seconds:g} s"
    if longest < 2 * 3600:
        return f"{seconds // 60:.0f}:{seconds % 60:02.0f} min"
    return f"{seconds // 3600:.0f}:{seconds % 3600 / 60:02.0f} h"


def _round_up(seconds: float) -> float:
    """Return a round end of the time axis, so that it moves in steps."""
    step = 2 if seconds < 20 else 5 if seconds < 60 else 20 if seconds < 600 else 300
    return -(-seconds // step) * step
