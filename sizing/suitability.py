"""Suitability: will it work? What each kind of load needs of a volume, what was measured, and the margin between."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sizing.i18n import N_
from sizing.measurement import Measurement
from sizing.plan import PhaseKind
from sizing.rules import Source
from sizing.units import GB, MB
from sizing.validity import Standing, Validity

GRID_JOBS: Final = 8
"""Jobs of a grid where nobody said how many."""
_SLACK: Final = 1e-12


class Answer(StrEnum):
    """Whether a load will work."""

    YES = "yes"
    TIGHT = "tight"
    NO = "no"
    UNKNOWN = "not measured"


@dataclass(frozen=True, slots=True)
class Load:
    """A kind of work. It needs ``per_core`` for each core, or ``per_job`` for each of ``jobs``, or ``total``.

    All rates in bytes a second; ``phases`` are the ones it leans on.
    """

    name: str
    title: str
    source: Source
    per_core: float = 0.0
    per_job: float = 0.0
    total: float = 0.0
    phases: tuple[PhaseKind, ...] = (PhaseKind.WRITE, PhaseKind.READ)
    note: str = ""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a load needs and what there is, in bytes a second; ``have`` is ``None`` where it may not be believed."""

    load: Load
    need: float
    have: float | None
    answer: Answer

    @property
    def margin(self) -> float | None:
        """By how much there is more than needed, as a share of the need."""
        return None if self.have is None else self.have / self.need - 1


def _quoted(fact: str, document: str, place: str) -> Source:
    return Source(fact, document, None, place, is_derived=True)


_DISK_RATE: Final = "'Quel débit disque avec SAS 9 ?', a summary of SAS support documents"
_BOTH_WAYS: Final = N_("Reading and writing must each keep up; the slower one decides.")

LOADS: Final = (
    Load("batch", N_("Base SAS batch"), _quoted("REQ-001", _DISK_RATE, "I/O throughput"), 100 * MB, note=_BOTH_WAYS),
    Load(
        "ad-hoc",
        N_("Enterprise Guide, ad hoc"),
        _quoted("REQ-003", "Running SAS Workloads Using Clustered File Systems on AWS, paper 1150-2021", "throughput"),
        125 * MB,
        note=N_("The upper end of what AWS and SAS use for mixed analytics; every core is taken to be busy."),
    ),
    Load(
        "cas-load",
        N_("Visual Analytics: loading into CAS"),
        _quoted("REQ-027", "SAS viya-perf-tool, test of the CAS cache", "two threads for each core"),
        100 * MB,
        phases=(PhaseKind.READ,),
        note=N_("The same figure for each core, read by two threads."),
    ),
    Load("heavy", N_("Heavy analytics"), _quoted("REQ-002", _DISK_RATE, "SASDATA and SASWORK"), 150 * MB),
    Load(
        "spds-ten",
        N_("SPD Server with ten users"),
        _quoted("SPD-012", "SAS SPDS on Sun Fire X4500, A Performance Study", "read times"),
        total=GB,
        phases=(PhaseKind.READ,),
        note=N_("The study served ten users from about 1 GB a second; its tables and disks were its own."),
    ),
    Load(
        "grid",
        N_("Grid jobs at the same time"),
        _quoted("GRD-012", "Grid Computing in SAS 9.4, central file server", "I/O demand"),
        per_job=100 * MB,
        note=N_("One core a job. Throughput does not prove fitness for many small files: see rule grid-metadata."),
    ),
)
"""What managers ask for, in the order they ask; every figure is derived from the fact it names."""


def prospects(
    measurement: Measurement | None, validity: Validity | None, cores: int, jobs: int = GRID_JOBS
) -> tuple[Prospect, ...]:
    """Return for each load whether it will work on what was measured with ``cores`` physical cores.

    A rate that may not be believed answers nothing, and one that is limited answers no better than ``TIGHT``.
    """
    have = {kind: _rate(measurement, validity, kind, cores) for kind in PhaseKind}
    return tuple(_prospect(load, have, validity, cores, jobs) for load in LOADS)


def _prospect(
    load: Load, have: Mapping[PhaseKind, float | None], validity: Validity | None, cores: int, jobs: int
) -> Prospect:
    need = load.per_core * cores + load.per_job * jobs + load.total
    rates = [have[kind] for kind in load.phases]
    known = [rate for rate in rates if rate is not None]
    if len(known) < len(rates):
        return Prospect(load, need, None, Answer.UNKNOWN)
    lowest = min(known)
    is_limited = any(validity is None or validity.standing(kind) is not Standing.VALID for kind in load.phases)
    return Prospect(load, need, lowest, _answer(lowest / need, is_limited=is_limited))


def _answer(share: float, *, is_limited: bool) -> Answer:
    if share < 0.75 - _SLACK:
        return Answer.NO
    return Answer.TIGHT if share < 1 - _SLACK or is_limited else Answer.YES


def _rate(measurement: Measurement | None, validity: Validity | None, kind: PhaseKind, cores: int) -> float | None:
    """Return the strict rate of all cores in a phase, or ``None`` if there is none to believe."""
    figure = measurement.figure(kind) if measurement else None
    if figure is None or figure.is_partial or validity is None or validity.standing(kind) is Standing.INVALID:
        return None
    return figure.strict * cores
