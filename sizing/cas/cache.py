"""Cache: how much CAS_DISK_CACHE a load needs, at one block on disk for one in memory (REQ-020)."""

from collections.abc import Iterable
from dataclasses import dataclass

from sizing.cas.estimate import CasTable
from sizing.cas.reference import Access, Format, Reference


@dataclass(frozen=True, slots=True)
class CacheNeed:
    """Bytes of CAS_DISK_CACHE in all, and on each worker if tables spread evenly."""

    total: int
    each: int


def cache_need(
    loads: Iterable[tuple[CasTable, Format, Access]],
    workers: int,
    reference: Reference,
    *,
    copies: int = 0,
    filtered: bool = False,
) -> CacheNeed:
    """Return what loads need together; a table takes as much memory as its sashdat file.

    Raises:
        ValueError: there is no worker, or fewer copies than none.
    """
    if workers < 1 or copies < 0:
        raise ValueError("there must be a worker and no negative number of copies")
    total = 0
    for table, form, access in loads:
        size = table.bytes_in(Format.SASHDAT, reference)
        mapped = is_mapped(form, access, workers, filtered=filtered)
        total += size * (copies + (not mapped))
    return CacheNeed(total, -(-total // workers))


def is_mapped(form: Format, access: Access, workers: int, *, filtered: bool = False) -> bool:
    """Return whether a load is mapped from its file and needs no cache: unfiltered sashdat where the data are used."""
    return form is Format.SASHDAT and not filtered and (access is Access.PARALLEL or workers == 1)
