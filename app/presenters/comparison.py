"""Comparison: what two measurements say of each other, in words."""

from typing import Final

from app.i18n import tr
from app.presenters.words import PHASES
from sizing.comparison import Basis, Comparison, Difference, PhaseComparison
from sizing.i18n import N_
from sizing.units import rate_text

_WORDS: Final = {
    Difference.FASTER: N_("faster by {change}"),
    Difference.SLOWER: N_("slower by {change}"),
    Difference.NOT_SHOWN: N_("no difference we could show"),
}
_BASES: Final = {
    Basis.RUNS: N_("By the strict rates of all runs; the range holds in {coverage:.0f} % of cases."),
    Basis.SECONDS: N_(
        "By the seconds within one run each: they cannot tell how much another run would differ, so that less than "
        "5 % is not called a difference. Three runs each, as the method assessment makes them, would tell more."
    ),
    Basis.NOTHING: N_("There are too few runs and too few seconds to tell chance from change."),
}


def present_comparison(comparison: Comparison) -> tuple[str, ...]:
    """Return the comparison in sentences: one for each phase, then what it rests on and what is missing."""
    if comparison.refusals:
        return tuple(map(tr, comparison.refusals))
    bases = dict.fromkeys(_basis(found) for found in comparison.phases)
    return (*map(_phase, comparison.phases), *bases, *map(tr, comparison.left_out))


def _phase(found: PhaseComparison) -> str:
    words = tr(_WORDS[found.difference]).format(change=_percent(found.change, found.difference))
    return tr(N_("{phase}: {words}{range}; {before} before, {after} after, per core.")).format(
        phase=tr(PHASES[found.phase]),
        words=words,
        range=_range(found),
        before=rate_text(found.before),
        after=rate_text(found.after),
    )


def _basis(found: PhaseComparison) -> str:
    return tr(_BASES[found.basis]).format(coverage=100 * (found.coverage or 0))


def _percent(change: float, difference: Difference) -> str:
    return f"{_number(-change if difference is Difference.SLOWER else change)} %"


def _range(found: PhaseComparison) -> str:
    """Return between what the change lies: ``" (7–15 %)"``, with signs where they matter."""
    if found.low is None or found.high is None:
        return ""
    if found.difference is Difference.NOT_SHOWN:
        return f" ({_signed(found.low)} to {_signed(found.high)} %)"
    low, high = sorted((abs(found.low), abs(found.high)))
    return f" ({_number(low)}–{_number(high)} %)"


def _signed(change: float) -> str:
    return f"{'−' if change < 0 else '+'}{_number(abs(change))}"


def _number(change: float) -> str:
    """Return a share in per cent, small ones with a digit more."""
    percent = 100 * change
    return f"{percent:.1f}" if abs(percent) < 9.95 else f"{percent:.0f}"
