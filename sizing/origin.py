"""Origin: whether the bytes of a read came from the storage or from a cache, and the evidence for it.

A share *c* of a read that comes from memory in no time raises the rate to 1 / (1 - c) of what the storage delivers.
The limits below follow from that.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sizing.host import Host, Medium, Volume
from sizing.i18n import N_
from sizing.measurement import PhaseSeries
from sizing.plan import Plan
from sizing.units import share_text, size_text

STORAGE_SHARE: Final = 0.05
"""Cached share up to which a read counts as one from storage: it raises the rate by 5 %, no more than the difference
between MB and MiB, and within the band in which a rate counts as equal to a cap (IOT-009)."""
MIXED_SHARE: Final = 0.25
"""Cached share above which a read says nothing of the storage: it raises the rate by a third, which is the whole
warning band (75 to 100 % of the demand, FACTS.md Appendix A3), so that a pass may hide a fail."""

CACHES_ITSELF: Final = frozenset({"zfs", "gpfs"})
"""File systems that read through a cache of their own: the system's page cache says nothing of them."""


class Origin(StrEnum):
    """Where the bytes of a read came from."""

    STORAGE = "storage"
    MIXED = "mixed"
    CACHE = "cache"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ReadOrigin:
    """Where a read came from, the share that was cached where that could be told, and the evidence in a sentence."""

    origin: Origin
    cached_share: float | None
    evidence: str


def has_hidden_caches(volume: Volume | None) -> bool:
    """Return whether reads of ``volume`` may be cached where the page cache does not show it."""
    return volume is not None and (
        volume.medium in (Medium.FUSE, Medium.OVERLAY) or volume.file_system.lower() in CACHES_ITSELF
    )


def read_origin(host: Host, volume: Volume | None, plan: Plan, phase: PhaseSeries | None) -> ReadOrigin:
    """Return where the read of ``phase`` came from.

    Memory is no storage. The device's own counters decide; traffic of others can hide a cached read from them, so
    where the cache was asked to drop the files, the share it still held counts too and the worse of the two holds.
    Without either the size of the files against RAM sets a bound (IOT-004).
    """
    if phase is None or phase.bytes_moved == 0:
        return ReadOrigin(Origin.UNKNOWN, None, N_("Nothing was read."))
    if volume is not None and volume.medium is Medium.MEMORY:
        return ReadOrigin(Origin.CACHE, 1.0, N_("The files were in memory all the time."))
    told = [found for found in (_by_device(phase), _by_page_cache(volume, plan, phase)) if found is not None]
    return max(told, key=_share, default=None) or _by_size(host, volume, plan)


def _share(found: ReadOrigin) -> float:
    return found.cached_share or 0.0


def _by_device(phase: PhaseSeries) -> ReadOrigin | None:
    """Compare what the device delivered with what the workers read; read-ahead may deliver more than that."""
    if not phase.devices:
        return None
    delivered = phase.devices[-1].read_bytes
    share = min(1.0, max(0.0, 1 - delivered / phase.bytes_moved))
    amounts = {"delivered": size_text(delivered), "read": size_text(phase.bytes_moved)}
    is_more = delivered > phase.bytes_moved and amounts["delivered"] != amounts["read"]
    return ReadOrigin(_origin(share), share, (_AHEAD if is_more else _DELIVERED).format(**amounts))


_DELIVERED: Final = N_("The device delivered {delivered} of the {read} read.")
_AHEAD: Final = N_("The device delivered {delivered}: the {read} that were read, and some ahead or for others.")


def _by_page_cache(volume: Volume | None, plan: Plan, phase: PhaseSeries) -> ReadOrigin | None:
    """Judge by what the page cache still held of files it was asked to drop.

    In a warm read the files are larger than the cache, which then drops each part before it is read again: what it
    held at the start says nothing. And where other caches are hidden below, an empty page cache proves nothing.
    """
    share = phase.resident_share
    if share is None or not plan.cold_reads:
        return None
    share = min(1.0, max(0.0, share))
    if has_hidden_caches(volume) and _origin(share) is Origin.STORAGE:
        return None
    evidence = N_("The page cache held {share} of the files when the read began.").format(share=share_text(share))
    return ReadOrigin(_origin(share), share, evidence)


def _by_size(host: Host, volume: Volume | None, plan: Plan) -> ReadOrigin:
    """Judge by how much of the files RAM can hold at most (IOT-004); that bound is no measured share."""
    files, ram = plan.phase_bytes, host.memory.total_bytes
    if has_hidden_caches(volume):
        evidence = N_("Neither device nor page cache shows where reads on {kind} come from.")
        return ReadOrigin(Origin.UNKNOWN, None, evidence.format(kind=volume.file_system if volume else ""))
    if files > ram:
        evidence = N_("RAM ({ram}) can have held at most {share} of the files ({files}).").format(
            ram=size_text(ram), share=share_text(ram / files), files=size_text(files)
        )
        return ReadOrigin(Origin.STORAGE if ram / files <= STORAGE_SHARE else Origin.MIXED, None, evidence)
    evidence = N_("All files together ({files}) fit into RAM ({ram}), and no counter of a device could be read.")
    origin = Origin.UNKNOWN if plan.cold_reads else Origin.CACHE
    return ReadOrigin(origin, None, evidence.format(files=size_text(files), ram=size_text(ram)))


def _origin(share: float) -> Origin:
    if share <= STORAGE_SHARE:
        return Origin.STORAGE
    return Origin.MIXED if share <= MIXED_SHARE else Origin.CACHE
