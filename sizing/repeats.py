"""Repeats: the same plan run again, until the runs agree or enough time has passed."""

from collections.abc import Iterable, Sequence
from math import fsum

from sizing.agreement import agreement_of
from sizing.measurement import Outcome, Series, strict_rates, whole_runs
from sizing.plan import Plan


def is_enough(plan: Plan, runs: Sequence[Series]) -> bool:
    """Return whether ``plan`` needs no run beyond ``runs``; one that did not go to its end is the last."""
    if len(runs) >= plan.most_runs or len(whole_runs(runs)) < len(runs):
        return True
    if plan.lasts_s:
        return seconds_of_runs(runs) >= plan.lasts_s
    return len(runs) >= plan.fewest_runs and do_agree(plan, runs)


def do_agree(plan: Plan, runs: Sequence[Series]) -> bool:
    """Return whether the strict rates of ``runs`` lie close together in every phase."""
    found = (agreement_of(strict_rates(runs, kind, plan)) for kind in plan.phases)
    return all(agreement is None or agreement.is_close for agreement in found)


def seconds_of_runs(runs: Iterable[Series]) -> float:
    """Return how long the workers of ``runs`` were at work, in seconds."""
    return fsum(phase.seconds for run in runs for phase in run.phases)


def in_order(plan: Plan, runs: Sequence[Series]) -> tuple[Series, ...]:
    """Return ``runs`` with the one that stands for all first, the others in their order.

    That is one that failed; else of the whole ones that of medium length, or, of a plan that lasts, the last one, for
    it shows what is left at the end; else the first.
    """
    failed = [run for run in runs if run.outcome is Outcome.FAILED]
    first = failed[0] if failed else _standing(plan, whole_runs(runs)) or runs[0]
    return (first, *(run for run in runs if run is not first))


def _standing(plan: Plan, whole: Sequence[Series]) -> Series | None:
    if plan.lasts_s and whole:
        return whole[-1]
    ordered = sorted(whole, key=lambda run: seconds_of_runs((run,)))
    return ordered[(len(ordered) - 1) // 2] if ordered else None
