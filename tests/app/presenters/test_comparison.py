"""The answer to "was it luck?" is a sentence."""

from app.presenters.comparison import present_comparison
from sizing.comparison import Basis, Comparison, Difference, PhaseComparison
from sizing.plan import PhaseKind
from sizing.units import MB


def of(change: float, low: float | None, high: float | None, difference: Difference, basis: Basis) -> str:
    after = 100 * MB * (1 + change)
    coverage = None if low is None else 0.968
    found = PhaseComparison(PhaseKind.WRITE, 100 * MB, after, change, low, high, coverage, basis, difference)
    return "\n".join(present_comparison(Comparison("1", "2", (), (found,))))


def test_a_difference_is_told_with_its_range() -> None:
    text = of(0.114, 0.07, 0.151, Difference.FASTER, Basis.RUNS)
    assert text.startswith("Write: faster by 11 % (7.0–15 %); 100 MB/s before, 111 MB/s after, per core.")
    assert "holds in 97 % of cases" in text
    assert "slower by 20 % (15–25 %)" in of(-0.2, -0.25, -0.15, Difference.SLOWER, Basis.RUNS)


def test_no_difference_is_told_with_what_it_may_be() -> None:
    text = of(0.01, -0.021, 0.03, Difference.NOT_SHOWN, Basis.SECONDS)
    assert text.startswith("Write: no difference we could show (−2.1 to +3.0 %);")
    assert "within one run each" in text


def test_without_a_range_there_is_none() -> None:
    text = of(0.5, None, None, Difference.NOT_SHOWN, Basis.NOTHING)
    assert text.startswith("Write: no difference we could show; 100 MB/s before")
    assert "too few" in text


def test_a_refusal_is_all_that_is_said() -> None:
    assert present_comparison(Comparison("1", "2", ("The method differs: sas and quick.",))) == (
        "The method differs: sas and quick.",
    )
