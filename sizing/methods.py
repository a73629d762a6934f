"""Methods: the ways to measure, what each proves and what not."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sizing.i18n import N_
from sizing.units import GIB
from sizing.workload import Role

QUICK_FILE_SIZE: Final = GIB
VIYA_DATA_FILE: Final = 40 * GIB
VIYA_CACHE_FILE: Final = 20 * GIB
"""Files of SAS's viya-perf-tool (FACTS.md 1.3): one worker a core on data, two a core on the CAS disk cache."""
BEYOND_RAM: Final = 2
"""Times RAM that all files of an assessment are: memory can hold half of them at most."""
BURST_S: Final = 35 * 60.0
"""Seconds that outlast the half hour for which clouds let a volume or machine exceed its rate (IOT-027)."""


class Method(StrEnum):
    """How a run measures."""

    SAS = "sas"
    QUICK = "quick"
    ASSESSMENT = "assessment"
    ENDURANCE = "endurance"
    IOTEST = "iotest"
    VIYA = "viya"


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a method does, and what its result is worth."""

    proves: str
    does_not_prove: str
    cold_reads: bool = True
    counts_flush: bool = True
    fewest_runs: int = 1
    most_runs: int = 1
    lasts_s: float = 0.0


RECIPES: Final = {
    Method.SAS: Recipe(
        N_(
            "What SAS's rhel_iotest.sh would report here, and beside it the strict rate until the last byte is on "
            "storage."
        ),
        N_(
            "How the storage behaves for hours, at another time of day, under many small files, or shared with other "
            "hosts."
        ),
        cold_reads=False,
    ),
    Method.QUICK: Recipe(
        N_(
            "Whether this storage comes near what SAS needs, within minutes: a first look, not evidence for a contract."
        ),
        N_(
            "Anything about sustained rates: files this small can fit into caches of the storage and into burst "
            "allowances."
        ),
    ),
    Method.ASSESSMENT: Recipe(
        N_(
            "What the storage delivers to SAS now, read cold and from files beyond RAM where there is space for them, "
            "and how far several runs agree."
        ),
        N_("How the storage behaves after hours of load, at another time of day, or shared with other hosts."),
        fewest_runs=3,
        most_runs=5,
    ),
    Method.ENDURANCE: Recipe(
        N_(
            "What the storage sustains once allowances for bursts are used up: writing and reading go on for longer "
            "than those last."
        ),
        N_(
            "How it behaves at another time of day or shared with other hosts; between two runs it rests for some "
            "seconds."
        ),
        most_runs=1000,
        lasts_s=BURST_S,
    ),
    Method.IOTEST: Recipe(
        N_("What SAS's older iotest.sh would report here, with workers, blocks and block size given by hand."),
        N_("What the storage sustains: the script does not wait until its data are on storage. The strict rate does."),
        cold_reads=False,
        counts_flush=False,
    ),
    Method.VIYA: Recipe(
        N_(
            "What SAS's viya-perf-tool would look for: one worker a core on data, two a core on the CAS disk cache, "
            "both read cold, per core."
        ),
        N_("How the storage behaves for hours, for SAS 9, or while all hosts of the CAS server work at once."),
    ),
}


def workers_a_core(method: Method, role: Role) -> int:
    """Return how many workers each physical core has."""
    return 2 if method is Method.VIYA and role is Role.CAS_DISK_CACHE else 1


def wanted_file_size(method: Method, role: Role, ram: int, workers: int) -> int:
    """Return the bytes of each worker's file where there is space enough."""
    if method is Method.QUICK:
        return QUICK_FILE_SIZE
    if method is Method.VIYA:
        return VIYA_CACHE_FILE if role is Role.CAS_DISK_CACHE else VIYA_DATA_FILE
    if method in (Method.ASSESSMENT, Method.ENDURANCE):
        return max(QUICK_FILE_SIZE, -(-BEYOND_RAM * ram // workers))
    return ram
