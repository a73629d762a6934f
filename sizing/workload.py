"""Workload and Role: what the storage is for, and what that demands of it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sizing.i18n import N_
from sizing.units import MB


class Role(StrEnum):
    """What SAS uses a volume for."""

    SASDATA = "SASDATA"
    SASWORK = "SASWORK"
    UTILLOC = "UTILLOC"
    CAS_DISK_CACHE = "CAS disk cache"
    CAS_DATA = "CAS data"
    SPDS_META = "SPDS metadata"
    SPDS_DATA = "SPDS data"
    SPDS_INDEX = "SPDS index"
    SPDS_WORK = "SPDS work"
    HOME = "home"


HEAVY_TRAFFIC: Final = frozenset(Role) - {Role.HOME, Role.SPDS_META}
"""Roles that must carry the full rate per core: all but home directories and SPDS metadata."""


@dataclass(frozen=True, slots=True)
class Workload:
    """How hard SAS works here: ``rate_per_core`` in bytes a second for each physical core."""

    name: str
    title: str
    rate_per_core: float

    def __post_init__(self) -> None:
        """Refuse a demand of nothing, which nothing can be compared with."""
        if not self.rate_per_core > 0:
            raise ValueError("a workload must demand a rate above 0")


STANDARD: Final = Workload("standard", N_("Ordinary SAS work, 100 MB/s per core"), 100.0 * MB)
MIXED: Final = Workload("mixed", N_("Mixed analytics, 125 MB/s per core"), 125.0 * MB)
HEAVY: Final = Workload("heavy", N_("Heavy statistics and analytics, 150 MB/s per core"), 150.0 * MB)

WORKLOADS: Final = {workload.name: workload for workload in (STANDARD, MIXED, HEAVY)}
"""REQ-001 (100), REQ-003 (125) and REQ-002, REQ-004 (150), by name."""
