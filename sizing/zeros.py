"""Zeros: how much faster storage looks that shrinks them, as SAS's own scripts write nothing else (IOT-006)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from sizing.choices import Pattern
from sizing.i18n import N_
from sizing.measurement import Outcome, PhaseSeries, Series, strict_rates
from sizing.plan import PhaseKind, Plan
from sizing.units import MIB, rate_text, share_text

PROBE_FILE: Final = 512 * MIB
"""Bytes of each worker's file in a probe: some seconds at the rate SAS needs."""
NOTABLE: Final = 1.25
"""Rate of zeros / rate of random bytes below which two short runs may differ by chance (ours); storage that compresses
or removes duplicates makes far more of zeros."""
MOST_SHRUNK: Final = 0.9
"""Share of the zeros the device was given up to which somebody above it shrank them; the rest is its own upkeep."""
PROBED: Final = (Pattern.RANDOM, Pattern.ZEROS)


@dataclass(frozen=True, slots=True)
class ZerosProbe:
    """The same small files once with random bytes and once with zeros; strict rates, bytes a second per core."""

    random_write: float
    random_read: float
    zeros_write: float
    zeros_read: float
    taken_share: float | None
    """Share of the zeros written that the device was given (0 to 1 and more), where that could be told."""
    chance: float = NOTABLE
    """Highest / lowest rate among runs of the same data: what a difference must exceed."""

    @property
    def write_factor(self) -> float:
        """How many times faster zeros were written than random bytes."""
        return self.zeros_write / self.random_write

    @property
    def read_factor(self) -> float:
        """How many times faster zeros were read than random bytes."""
        return self.zeros_read / self.random_read


def probe_plan(plan: Plan, pattern: Pattern) -> Plan:
    """Return the small plan with which ``plan`` probes ``pattern``."""
    whole = max(plan.block_size, PROBE_FILE - PROBE_FILE % plan.block_size)
    return replace(plan, pattern=pattern, file_size=min(plan.file_size, whole), fewest_runs=1, most_runs=1, lasts_s=0.0)


def zeros_probe(plan: Plan, random: Series, zeros: Series, runs: Sequence[Series] = ()) -> ZerosProbe | None:
    """Return what the two probes of ``plan`` found, or ``None`` where one did not go to its end.

    The ``runs`` of the plan tell how far rates differ without any reason.
    """
    rates = [strict_rates((run,), kind, plan) for run in (random, zeros) for kind in (PhaseKind.WRITE, PhaseKind.READ)]
    if not all(rate and rate[0] > 0 for rate in rates) or zeros.outcome is not Outcome.COMPLETE:
        return None
    (random_write,), (random_read,), (zeros_write,), (zeros_read,) = rates
    taken = _taken(zeros.phase(PhaseKind.WRITE))
    return ZerosProbe(random_write, random_read, zeros_write, zeros_read, taken, _chance(plan, runs))


def _chance(plan: Plan, runs: Sequence[Series]) -> float:
    found = (strict_rates(runs, kind, plan) for kind in plan.phases)
    return max([NOTABLE, *(max(rates) / min(rates) for rates in found if rates and min(rates) > 0)])


def _taken(write: PhaseSeries | None) -> float | None:
    if write is None or not write.devices or not write.bytes_moved:
        return None
    return write.devices[-1].written_bytes / write.bytes_moved


def zeros_sentence(probe: ZerosProbe) -> str:
    """Return what ``probe`` means for the figures of SAS's scripts, in sentences."""
    if max(probe.write_factor, probe.read_factor) < probe.chance:
        first = N_(
            "Zeros were not faster than random bytes by more than chance makes: SAS's scripts, which write zeros, are "
            "not known to flatter this storage."
        )
    else:
        first = N_(
            "Zeros were written at {zeros_write} and read at {zeros_read} per core, random bytes at {random_write} and "
            "{random_read}: SAS's scripts, which write zeros, would overstate the write {write:.1f} times and the read "
            "{read:.1f} times."
        ).format(
            zeros_write=rate_text(probe.zeros_write),
            zeros_read=rate_text(probe.zeros_read),
            random_write=rate_text(probe.random_write),
            random_read=rate_text(probe.random_read),
            write=max(1.0, probe.write_factor),
            read=max(1.0, probe.read_factor),
        )
    if probe.taken_share is None or probe.taken_share > MOST_SHRUNK:
        return first
    second = N_("The device was given {share} of the zeros: the file system shrinks them.")
    return f"{first} {second.format(share=share_text(probe.taken_share))}"
