"""Everything that can be said of SPD Server and CAS has words."""

import pytest

from app.presenters.cas import FAULTS, present_reference
from app.presenters.spds import fault_text, present_comparison
from app.references import cas_reference
from sizing.cas.reference import CasFault
from sizing.rules import Severity
from sizing.spds.comparison import Advice, compare
from sizing.spds.fault import Fault, FaultKind
from sizing.spds.layout import Pattern, Start
from sizing.spds.placement import Case, Table


@pytest.mark.parametrize("kind", FaultKind)
def test_every_fault_has_words_and_its_place(kind: FaultKind) -> None:
    text = fault_text(Fault(kind, 7, 3, "SUBJECT", "OTHER"))
    assert text.startswith("line 7, column 3: ")
    assert "{" not in text


def test_a_fault_without_a_file_has_no_place() -> None:
    assert fault_text(Fault(FaultKind.MISSING, subject="/d1")).startswith("/d1 does not exist")


def test_what_keeps_the_server_from_working_weighs_more_than_what_slows_it() -> None:
    assert Fault(FaultKind.MISSING).severity is Severity.MUST
    assert Fault(FaultKind.SHARED_DEVICE).severity is Severity.SHOULD


def test_the_advice_says_how_many_tables_are_too_small() -> None:
    found = compare(Case([Table(3, 1), Table(2, 1), Table(8, 1)], 4, Pattern.SINGLE, Start.FIXED), [1.0] * 4)
    assert Advice.SMALL_TABLES in found.advice
    assert any("file systems: 2." in note for note in present_comparison(found).notes)


def test_every_reason_of_a_failure_has_words() -> None:
    assert set(FAULTS) == set(CasFault)
    assert len(present_reference(cas_reference()).tables[0].rows) == 8
