from collections.abc import Iterator

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.gui.pages.benchmark_choices import ExpertChoices
from sizing.choices import BLOCK_SIZE, Choices, Pattern
from sizing.methods import Method
from sizing.units import KIB


@pytest.fixture
def more(qtbot: QtBot) -> Iterator[ExpertChoices]:
    made = ExpertChoices()
    qtbot.addWidget(made)
    made.show()
    yield made


@pytest.mark.parametrize("method", list(Method))
def test_untouched_choices_leave_the_method_as_it_is(more: ExpertChoices, method: Method) -> None:
    more.show_method(method)
    assert more.refine(Choices(method=method)) == Choices(method=method)


def test_what_a_method_leaves_open_is_taken(more: ExpertChoices) -> None:
    more.show_method(Method.IOTEST)
    more.open()
    QTest.keyClicks(more.workers, "12")
    more.block.setCurrentIndex(1)
    chosen = more.refine(Choices(method=Method.IOTEST))
    assert chosen.workers == 12
    assert chosen.block_size == 128 * KIB


def test_what_makes_the_method_cannot_be_changed_and_is_not_shown(more: ExpertChoices) -> None:
    more.open()
    more.show_method(Method.QUICK)
    QTest.keyClicks(more.workers, "12")
    more.block.setCurrentIndex(2)
    more.show_method(Method.SAS)
    assert not more.workers.isVisible()
    assert not more.block.isVisible()
    assert more.data.isVisible()
    chosen = more.refine(Choices(method=Method.SAS))
    assert chosen.workers is None
    assert chosen.block_size == BLOCK_SIZE


def test_letters_are_no_number_of_workers(more: ExpertChoices) -> None:
    more.show_method(Method.QUICK)
    QTest.keyClicks(more.workers, "a-b")
    assert more.refine(Choices()).workers is None


def test_zeros_and_the_comparison_with_them_are_two_choices(more: ExpertChoices) -> None:
    more.data.setCurrentIndex(1)
    compared = more.refine(Choices())
    more.data.setCurrentIndex(2)
    zeros = more.refine(Choices())
    assert (compared.pattern, compared.probes_zeros) == (Pattern.RANDOM, True)
    assert (zeros.pattern, zeros.probes_zeros) == (Pattern.ZEROS, False)


def test_how_long_is_asked_for_endurance_only(more: ExpertChoices) -> None:
    more.open()
    more.time.setCurrentIndex(1)
    assert more.refine(Choices(method=Method.ENDURANCE)).lasts_s == 3600
    assert more.refine(Choices(method=Method.QUICK)).lasts_s is None
