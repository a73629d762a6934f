"""Confidence: one to five stars, and for each that is missing the reason.

Stars answer another question than validity: a figure may be valid, and yet rest on a single run on one afternoon.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from sizing.host import Host
from sizing.i18n import N_
from sizing.origin import Origin
from sizing.plan import Pattern, PhaseKind, Plan
from sizing.reason import Reason, Standing
from sizing.units import duration_text, size_text

MOST: Final = 5
AMPLE: Final = 2
"""Times RAM that all files together should be, so that memory cannot hold the larger part of them."""
FEWEST_RUNS: Final = 3
"""Runs from which a chance result shows as one: the other two differ from it (ours)."""
BURST_S: Final = 35 * 60
"""Seconds that outlast the half hour for which clouds let a volume or machine exceed its rate (IOT-027)."""
DAY_S: Final = 24 * 3600
DISTURBING: Final = frozenset(
    {
        "knee",
        "not-steady",
        "other-load",
        "repeats-differ",
        "short-phase",
        "stalled",
        "stood-still",
        "uneven-workers",
        "write-not-on-device",
    }
)
"""Codes of reasons that say the run was not the calm, even one it should have been."""


@dataclass(frozen=True, slots=True)
class Deduction:
    """Why a star is missing; ``code`` is stable, ``sentence`` is for people."""

    code: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Confidence:
    """How sure the figures are: 5 stars less one for each deduction, but one at the least; invalid figures have one."""

    stars: int
    deductions: tuple[Deduction, ...]


def confidence(
    host: Host, plan: Plan, reasons: Sequence[Reason], origin: Origin, durations: Sequence[float]
) -> Confidence:
    """Return how sure the figures of a plan are that ran as often, and each time as long (s), as ``durations`` say."""
    found = (
        *_of_invalid(reasons),
        *_of_origin(plan, origin),
        *_of_size(host, plan),
        *_of_runs(len(durations)),
        *_of_moment(host, sum(durations)),
        *_of_disturbance(reasons),
    )
    is_invalid = any(reason.standing is Standing.INVALID for reason in reasons)
    return Confidence(1 if is_invalid else max(1, MOST - len(found)), found)


def _of_invalid(reasons: Sequence[Reason]) -> Iterator[Deduction]:
    worst = next((reason for reason in reasons if reason.standing is Standing.INVALID), None)
    if worst is not None:
        yield Deduction("invalid", worst.sentence)


_ORIGINS: Final = {
    Origin.CACHE: N_("The reads came from memory, not from storage."),
    Origin.MIXED: N_("The reads came partly from memory."),
    Origin.UNKNOWN: N_("Where the reads came from could not be told."),
}


def _of_origin(plan: Plan, origin: Origin) -> Iterator[Deduction]:
    if PhaseKind.READ in plan.phases and origin in _ORIGINS:
        yield Deduction("origin", _ORIGINS[origin])


def _of_size(host: Host, plan: Plan) -> Iterator[Deduction]:
    ram = host.memory.total_bytes
    if plan.pattern is Pattern.ZEROS:
        yield Deduction("data", N_("The files held zeros, which storage may shrink to nothing."))
    elif plan.phase_bytes < AMPLE * ram:
        sentence = N_("All files together ({files}) are smaller than twice RAM ({ram}).")
        yield Deduction("size", sentence.format(files=size_text(plan.phase_bytes), ram=size_text(ram)))


def _of_runs(count: int) -> Iterator[Deduction]:
    if count < FEWEST_RUNS:
        yield Deduction("runs", N_("It was measured only {count} times.").format(count=count) if count > 1 else _ONCE)


_ONCE: Final = N_("It was measured only once.")


def _of_moment(host: Host, seconds: float) -> Iterator[Deduction]:
    if host.cpu.hypervisor and seconds < BURST_S:
        sentence = N_("On a virtual machine the first half hour may be an allowance for bursts; this took {time}.")
        yield Deduction("burst", sentence.format(time=duration_text(seconds)))
    if seconds < DAY_S:
        yield Deduction("moment", N_("It was measured at one time of one day; other hours may differ."))


def _of_disturbance(reasons: Sequence[Reason]) -> Iterator[Deduction]:
    found = next((reason for reason in reasons if reason.code in DISTURBING), None)
    if found is not None:
        yield Deduction("disturbed", found.sentence)
