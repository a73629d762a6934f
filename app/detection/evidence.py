"""Evidence: what every source says of the cores, side by side, and where the sources disagree."""

from collections.abc import Iterable, Iterator
from typing import Final

from app.detection.sysfs import Root, legible
from app.i18n import tr
from sizing.host import CoreEvidence, NumaNode
from sizing.i18n import N_
from sizing.units import LARGEST_SIZE

_ENTRIES: Final = "/sys/firmware/dmi/entries"
_PROCESSOR: Final = "4-"
"""Type of the SMBIOS structures that describe processors (DMTF DSP0134, 7.5)."""
_STATUS: Final = 0x18
_CORES: Final = 0x23
_THREADS: Final = 0x25
_WIDE_CORES: Final = 0x2A
_WIDE_THREADS: Final = 0x2E
_POPULATED: Final = 0x40
_WIDE: Final = 0xFF
_NODES: Final = "/sys/devices/system/node"
_KIB: Final = 1024


def firmware(root: Root) -> CoreEvidence | None:
    """Return what the firmware says, which only root may read and which virtual machines often invent."""
    source = tr(N_("firmware (SMBIOS)"))
    entries = [name for name in root.names(_ENTRIES) if name.startswith(_PROCESSOR)]
    found = []
    for entry in entries:
        raw = root.raw(f"{_ENTRIES}/{entry}/raw")
        if raw is None:
            return CoreEvidence(source, text=tr(N_("Only root may read it.")))
        found.append(_processor(raw))
    sockets = [counts for counts in found if counts is not None]
    if not sockets:
        return None
    cores, threads = (sum(counts) for counts in zip(*sockets, strict=True))
    return CoreEvidence(source, len(sockets), cores or None, threads or None)


def _processor(raw: bytes) -> tuple[int, int] | None:
    """Return cores and threads of the processor a structure describes; ``None`` for an empty socket."""
    size = raw[1] if len(raw) > 1 else 0
    if size <= _THREADS or len(raw) < size or not raw[_STATUS] & _POPULATED:
        return None
    return _count(raw, size, _CORES, _WIDE_CORES), _count(raw, size, _THREADS, _WIDE_THREADS)


def _count(raw: bytes, size: int, narrow: int, wide: int) -> int:
    if raw[narrow] == _WIDE and size >= wide + 2:
        return int.from_bytes(raw[wide : wide + 2], "little")
    return raw[narrow]


def numa_nodes(root: Root) -> tuple[NumaNode, ...]:
    """Return the groups of processors that have memory of their own."""
    names = [name for name in root.names(_NODES) if name.startswith("node") and name[4:].isdecimal()]
    return tuple(
        NumaNode(int(name[4:12]), legible(root.value(f"{_NODES}/{name}/cpulist") or ""), _memory(root, name))
        for name in sorted(names, key=lambda name: int(name[4:12]))
    )


def _memory(root: Root, node: str) -> int | None:
    for line in (root.value(f"{_NODES}/{node}/meminfo") or "").split("\n"):
        _, found, size = line.partition("MemTotal:")
        number = size.removesuffix("kB").strip()
        if found and number.isdecimal():
            return min(int(number[:20]) * _KIB, LARGEST_SIZE)
    return None


def conflicts(
    evidence: Iterable[CoreEvidence], *, single_sockets: int, usable: int, quota: float | None
) -> Iterator[str]:
    """Yield in words where sources disagree, and where a quota leaves less than the ``usable`` logical CPUs.

    ``single_sockets`` is how many sockets of one logical CPU each a hypervisor shows; 0 where it does not.
    """
    by_count: dict[int, list[str]] = {}
    for found in evidence:
        if found.cores:
            by_count.setdefault(found.cores, []).append(found.source)
    if len(by_count) > 1:
        sides = "; ".join(f"{cores}: {', '.join(sources)}" for cores, sources in sorted(by_count.items()))
        yield tr(N_("The sources count different cores: {sides}.")).format(sides=sides)
    if single_sockets > 1:
        words = N_("Every logical CPU claims a socket of its own: a habit of hypervisors, not {sockets} real sockets.")
        yield tr(words).format(sockets=single_sockets)
    if quota is not None and quota < usable:
        yield tr(N_("A control group (container) limits this process to {quota} logical CPUs.")).format(
            quota=f"{quota:g}"
        )
