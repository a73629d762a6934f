import tomllib
from array import array

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.gui import icons, theme
from app.gui.table import TableView
from app.gui.ticker import Ticker
from app.gui.widgets.badge import TONES, Badge
from app.gui.widgets.button import Button
from app.gui.widgets.card import FigureCard
from app.gui.widgets.page import Page
from app.gui.widgets.plot import RatePlot, time_text
from app.gui.widgets.text import Paragraph, label
from app.gui.widgets.traces import curve, device_curve, thin, total_curve
from app.gui.widgets.worker_grid import Spark, WorkerGrid
from app.paths import resource
from app.presenters.view import Card, Column, Line, Table
from sizing.measurement import DeviceSample, PhaseSeries, Track
from sizing.plan import PhaseKind
from sizing.rules import Verdict
from sizing.units import MB


def _phase(*slots: tuple[int, ...], devices: tuple[DeviceSample, ...] = ()) -> PhaseSeries:
    tracks = tuple(
        Track(rank, 0.0, len(row) / 10, len(row) / 10, sum(row), array("Q", row)) for rank, row in enumerate(slots)
    )
    return PhaseSeries(PhaseKind.WRITE, 2.0, tracks, devices)


def test_thinning_keeps_every_peak_and_dip_in_two_points_a_column() -> None:
    rates = np.full(100_000, 50.0)
    rates[12_345], rates[77_777] = 900.0, 1.0
    seconds = np.arange(100_000, dtype=np.float64)
    at, thinned = thin((seconds, rates), 500)
    assert len(thinned) <= 2 * 500 + 200
    assert thinned.max() == 900.0
    assert thinned.min() == 1.0
    assert abs(at[int(thinned.argmax())] - 12_345) <= 200
    assert bool(np.all(np.diff(at) >= 0))


def test_a_curve_with_few_points_is_not_thinned() -> None:
    few = (np.arange(10.0), np.arange(10.0))
    assert thin(few, 500) is few


def test_slots_become_rates_at_the_middle_of_the_time_they_stand_for() -> None:
    seconds, rates = curve([100.0, 300.0, 200.0, 400.0], 0.1, 5.0)
    assert rates.tolist() == [200.0, 300.0]
    assert seconds.tolist() == pytest.approx([5.1, 5.3])


def test_the_total_counts_workers_that_ended_early_as_nothing() -> None:
    _, rates = total_curve(_phase((10, 10, 10, 10), (10, 10)))
    assert rates.tolist() == [200.0, 100.0]


def test_the_device_curve_divides_what_moved_by_the_time_between_samples() -> None:
    samples = tuple(DeviceSample(step / 10, 0, step * 5 * MB) for step in range(21))
    seconds, rates = device_curve(_phase((1,), devices=samples))
    assert rates.tolist() == pytest.approx([50 * MB] * len(rates))
    assert seconds[0] == pytest.approx(2.1)


def test_the_ticker_rests_while_nobody_listens(qtbot: QtBot) -> None:
    ticker = Ticker()
    heard: list[int] = []

    def listen() -> None:
        heard.append(1)
        ticker.remove(listen)

    assert ticker.is_resting
    ticker.add(listen)
    ticker.add(listen)
    qtbot.waitUntil(lambda: bool(heard))
    qtbot.wait(250)
    assert heard == [1]
    assert ticker.is_resting


def test_a_card_breaks_a_long_label_rather_than_cut_it_off(qtbot: QtBot) -> None:
    card = FigureCard(Card("Write", "271", "MB/s per core"))
    qtbot.addWidget(card)
    card.show_lines((Line("First and last worker done", "4.0 s · 4.0 s"),))
    card.resize(220, 300)
    card.show()
    words = next(one for one in card.findChildren(Paragraph) if one.text().startswith("First"))
    assert 0 < words.width() < words.fontMetrics().horizontalAdvance(words.text())
    assert words.height() >= words.heightForWidth(words.width())


def test_a_table_opens_the_chosen_row_by_key(qtbot: QtBot) -> None:
    view = TableView("Things")
    qtbot.addWidget(view)
    view.show_table(Table((Column("Name"), Column("Size", is_number=True)), (("a", "1"), ("b", "2")), ("A", "B")))
    view.select("B")
    assert view.key == "B"
    with qtbot.waitSignal(view.chosen) as heard:
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert heard.args == ["B"]


def test_the_chosen_row_stays_chosen_when_its_cells_change(qtbot: QtBot) -> None:
    view = TableView("Things")
    qtbot.addWidget(view)
    columns = (Column("Name"), Column("State"))
    view.show_table(Table(columns, (("a", "asking"), ("b", "asking")), ("A", "B")))
    view.select("B")
    view.show_table(Table(columns, (("a", "answers"), ("b", "answers")), ("A", "B")))
    assert view.key == "B"


def test_each_verdict_has_a_shape_of_its_own_beside_its_colour(qtbot: QtBot) -> None:
    assert len({icon for _tone, icon in TONES.values()}) == len(Verdict)
    badge = Badge()
    qtbot.addWidget(badge)
    for verdict in Verdict:
        badge.show_verdict(verdict, f"word for {verdict}")
        assert badge.accessibleName() == f"word for {verdict}"


def test_the_tokens_are_read_as_a_toml_reader_reads_them() -> None:
    table = tomllib.loads(resource("style", "tokens.toml").read_text("utf-8"))
    assert {name: dict(one.tokens) for name, one in theme.themes().items()} == table


def test_both_themes_name_the_same_colours() -> None:
    light, dark = theme.themes()["light"].tokens, theme.themes()["dark"].tokens
    assert set(light) == set(dark)


def test_the_plot_draws_no_more_points_than_it_has_columns(qtbot: QtBot) -> None:
    plot = RatePlot("Throughput")
    qtbot.addWidget(plot)
    plot.resize(600, 300)
    plot.add("write", "write", fills=True)
    plot.show_curve("write", (np.arange(50_000.0), np.random.default_rng(1).random(50_000) * MB))
    plot.show_demand(100 * MB, "required 100 MB/s")
    plot.fit()
    assert plot.points("write") <= 2 * 600
    assert plot.end >= 50_000


def test_workers_wrap_into_rows_where_the_window_is_narrow(qtbot: QtBot) -> None:
    grid = WorkerGrid("Workers")
    qtbot.addWidget(grid)
    grid.show_sparks(tuple(Spark(f"Worker {rank}", "1 MB/s", ()) for rank in range(64)), 0.5)
    assert grid.heightForWidth(400) > grid.heightForWidth(1200) > 0
    assert "Worker 63 1 MB/s" in grid.accessibleName()


def test_what_is_set_by_number_is_what_its_name_says(qtbot: QtBot) -> None:
    words, button, page = label("<b>text</b>"), Button("Go"), Page("Title", "")
    for widget in (words, button, page):
        qtbot.addWidget(widget)
    assert words.textFormat() is Qt.TextFormat.PlainText
    assert button.focusPolicy() is Qt.FocusPolicy.TabFocus
    assert page.focusPolicy() is Qt.FocusPolicy.NoFocus
    assert page.horizontalScrollBarPolicy() is Qt.ScrollBarPolicy.ScrollBarAlwaysOff


def test_an_icon_is_drawn_in_its_colour_and_as_sharp_as_the_screen() -> None:
    picture = icons.pixmap("octagon-x", QColor("#B3261E"), 16, ratio=2.0, gap=8)
    assert (picture.width(), picture.height(), picture.devicePixelRatio()) == (48, 32, 2.0)
    image = picture.toImage()
    inks = {
        image.pixelColor(x, y).name() for x in range(32) for y in range(32) if image.pixelColor(x, y).alpha() == 255
    }
    assert inks == {"#b3261e"}
    assert all(image.pixelColor(x, y).alpha() == 0 for x in range(33, 48) for y in range(32))


@pytest.mark.parametrize(
    ("seconds", "longest", "text"),
    [(4, 30, "4 s"), (0.5, 2, "0.5 s"), (140, 180, "2:20 min"), (60, 180, "1:00 min"), (3900, 8000, "1:05 h")],
)
def test_the_time_axis_speaks_of_seconds_minutes_or_hours(seconds: float, longest: float, text: str) -> None:
    assert time_text(seconds, longest) == text


@pytest.mark.parametrize(("ground", "name"), [("#ffffff", "light"), ("#202020", "dark")])
def test_the_systems_theme_follows_the_palette_of_the_style(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, ground: str, name: str
) -> None:
    palette = QPalette(QColor(ground))
    palette.setColor(QPalette.ColorRole.Window, QColor(ground))
    monkeypatch.setattr(type(qapp.style()), "standardPalette", lambda _style: palette)
    assert theme.choose(theme.Scheme.SYSTEM).name == name
    assert theme.choose(theme.Scheme.DARK).name == "dark"


def test_only_the_workers_whose_turn_it_is_are_drawn_anew(qtbot: QtBot) -> None:
    grid = WorkerGrid("Workers")
    qtbot.addWidget(grid)
    grid.show_sparks(tuple(Spark(f"Worker {rank}", "1 MB/s", ()) for rank in range(6)), 0.5)
    grid.show_some(2, [Spark("Worker 2", "7 MB/s", ()), Spark("Worker 3", "8 MB/s", ())])
    grid.speak()
    assert grid.count == 6
    told = grid.accessibleName()
    assert "Worker 2 7 MB/s; Worker 3 8 MB/s" in told
    assert "Worker 1 1 MB/s" in told
    assert "Worker 4 1 MB/s" in told
