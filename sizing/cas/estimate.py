"""Estimate: how long a table takes to load or save: always a range, with what limits it and what was extrapolated.

The reference holds one table on one cluster. Its sizes were published in whole GB, which alone gives a range. How
much of a time is the same for every size nobody measured: between none and a fifth is assumed. A measured rate or a
link can only make an estimate slower: that CAS would use a faster one was never shown.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sizing.cas.reference import Access, Action, CasFault, Cell, Format, Reference, Storage
from sizing.units import GB

FIXED_SHARE: Final = 0.2
"""Largest share of a reference time assumed not to depend on the size: ours, not the document's."""
NEAR: Final = 2.0
"""Tables within this factor of the reference's size are not called extrapolated."""


class Stage(StrEnum):
    """What limits an estimate."""

    REFERENCE = "as in the reference"
    CONTROLLER_LINK = "network link of the controller"
    WORKER_LINKS = "network links of the workers"
    STORAGE = "storage as measured here"


class Extrapolation(StrEnum):
    """In what an estimate leaves what was measured."""

    SIZE = "another size"
    WORKERS = "another number of workers"
    FORMAT_SIZE = "size in this format unknown"


@dataclass(frozen=True, slots=True)
class CasTable:
    """A table of the user's: its size as sas7bdat, and what is known of its size in other formats, in bytes."""

    name: str
    sas7bdat_bytes: int
    known: tuple[tuple[Format, int], ...] = ()

    def __post_init__(self) -> None:
        """Refuse a table of nothing."""
        if self.sas7bdat_bytes < 1 or any(size < 1 for _, size in self.known):
            raise ValueError("a table must have a size above 0")

    def bytes_in(self, form: Format, reference: Reference) -> int:
        """Return the size in a format: as it is known, or in the proportion of the reference table."""
        known = dict(self.known).get(form)
        if known is not None:
            return known
        return max(1, self.sas7bdat_bytes * reference.bytes_of(form) // reference.bytes_of(Format.SAS7BDAT))

    def is_known(self, form: Format) -> bool:
        """Return whether the size in a format is known."""
        return form is Format.SAS7BDAT or form in dict(self.known)


def table_of(name: str, rows: int, row_bytes: int) -> CasTable:
    """Return a table of ``rows`` with ``row_bytes`` each, uncompressed."""
    return CasTable(name, rows * row_bytes)


@dataclass(frozen=True, slots=True)
class Cluster:
    """Where it runs: workers, links in bytes a second, and the rates one host was measured to get from a storage."""

    workers: int
    controller_rate: float | None = None
    worker_rate: float | None = None
    read_rate: float | None = None
    write_rate: float | None = None

    def __post_init__(self) -> None:
        """Refuse a cluster without workers or with rates of nothing."""
        rates = (self.controller_rate, self.worker_rate, self.read_rate, self.write_rate)
        if self.workers < 1 or any(rate is not None and not rate > 0 for rate in rates):
            raise ValueError("workers and rates must be above 0")


@dataclass(frozen=True, slots=True)
class Estimate:
    """Seconds of one load or save, from ``low_s`` to ``high_s``; ``None`` where it cannot be done and took no time."""

    action: Action
    format: Format
    access: Access
    storage: Storage
    low_s: float | None
    typical_s: float | None
    """In plain proportion to the reference."""
    high_s: float | None
    stage: Stage = Stage.REFERENCE
    extrapolations: tuple[Extrapolation, ...] = ()
    fault: CasFault | None = None
    is_anomaly: bool = False

    @property
    def works(self) -> bool:
        """Whether it is known to end well."""
        return self.fault is None


def estimate(table: CasTable, cell: Cell, cluster: Cluster, reference: Reference) -> Estimate:
    """Return how long ``table`` takes in the way of ``cell``."""
    known = (cell.action, cell.format, cell.access, cell.storage)
    if cell.seconds is None:
        return Estimate(*known, None, None, None, fault=cell.fault)
    size = table.bytes_in(cell.format, reference)
    low, typical, high = _scaled(cell.seconds, size, reference.bytes_of(cell.format))
    if cell.access is Access.PARALLEL:
        share = reference.workers / cluster.workers
        low, high = low * min(1.0, share), high * max(1.0, share)
    stage, least = _bound(size, cell, cluster)
    if least <= low:
        stage = Stage.REFERENCE
    elif least > high:
        low, high = least, least * high / low
    else:
        low = least
    return Estimate(
        *known, low, max(typical, low), high, stage, _extrapolated(table, cell, cluster, reference), cell.fault,
        cell.is_anomaly,
    )  # fmt: skip


def _scaled(seconds: float, size: int, reference: int) -> tuple[float, float, float]:
    """Return the range for another size; half a GB is what the published size may be off by."""
    least, most = size / (reference + GB / 2), size / (reference - GB / 2)
    low = min(least, FIXED_SHARE + (1 - FIXED_SHARE) * least)
    high = max(most, FIXED_SHARE + (1 - FIXED_SHARE) * most)
    return seconds * low, seconds * size / reference, seconds * high


def _bound(size: int, cell: Cell, cluster: Cluster) -> tuple[Stage, float]:
    """Return the slowest of links and measured storage, and the seconds it takes at least."""
    parallel = cell.access is Access.PARALLEL
    hosts = cluster.workers if parallel else 1
    storage = cluster.read_rate if cell.action is Action.READ else cluster.write_rate
    link = cluster.worker_rate if parallel else cluster.controller_rate
    rates = ((Stage.WORKER_LINKS if parallel else Stage.CONTROLLER_LINK, link), (Stage.STORAGE, storage))
    bounds = [(size / (rate * hosts), stage) for stage, rate in rates if rate]
    seconds, stage = max(bounds, default=(0.0, Stage.REFERENCE))
    return stage, seconds


def _extrapolated(table: CasTable, cell: Cell, cluster: Cluster, reference: Reference) -> tuple[Extrapolation, ...]:
    found = []
    ratio = table.bytes_in(cell.format, reference) / reference.bytes_of(cell.format)
    if not 1 / NEAR <= ratio <= NEAR:
        found.append(Extrapolation.SIZE)
    if cell.access is Access.PARALLEL and cluster.workers != reference.workers:
        found.append(Extrapolation.WORKERS)
    if not table.is_known(cell.format):
        found.append(Extrapolation.FORMAT_SIZE)
    return tuple(found)
