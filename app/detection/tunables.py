"""Tunables of Linux: the settings that bear on storage, each with the file that says so."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from app.detection.disk import in_force
from app.detection.lustre import lustre_tunables
from app.detection.sysfs import Root, legible
from sizing.host import Tunable

_SYSCTLS: Final = (
    "vm.dirty_ratio",
    "vm.dirty_background_ratio",
    "vm.dirty_bytes",
    "vm.dirty_background_bytes",
    "vm.dirty_expire_centisecs",
    "vm.dirty_writeback_centisecs",
    "vm.swappiness",
    "vm.overcommit_memory",
    "vm.max_map_count",
    "vm.min_free_kbytes",
    "vm.zone_reclaim_mode",
    "vm.nr_hugepages",
    "kernel.numa_balancing",
    "kernel.sem",
    "kernel.sched_min_granularity_ns",
    "kernel.sched_wakeup_granularity_ns",
    "fs.file-max",
    "fs.aio-max-nr",
    "net.core.rmem_max",
    "net.core.wmem_max",
    "sunrpc.tcp_max_slot_table_entries",
)
_HUGE_PAGES: Final = "/sys/kernel/mm/transparent_hugepage"
_POLICIES: Final = "/sys/devices/system/cpu/cpufreq"
_TUNED: Final = "/etc/tuned/active_profile"
_LIMITS: Final = "/proc/self/limits"
_LIMIT: Final = re.compile(r"(Max [a-z ]+?)\s{2,}(\S+)\s+(\S+)")
_NAMES: Final = {
    "Max open files": "limits.nofile",
    "Max processes": "limits.nproc",
    "Max stack size": "limits.stack",
    "Max locked memory": "limits.memlock",
    "Max file size": "limits.fsize",
    "Max address space": "limits.as",
}
_FSTAB: Final = "/etc/fstab"
_NO_BARRIER: Final = frozenset({"nobarrier", "barrier=0"})
_ZFS: Final = "/proc/spl/kstat/zfs/arcstats"


def read_tunables(root: Root) -> tuple[Tunable, ...]:
    """Return the settings that this machine has."""
    return (
        *_sysctls(root),
        *_huge_pages(root),
        *_one_line(root, "tuned.profile", _TUNED),
        *_governors(root),
        *parse_limits(root.value(_LIMITS) or ""),
        *_no_barriers(root.value(_FSTAB)),
        *lustre_tunables(root),
        *_arc(root.value(_ZFS) or ""),
    )


def parse_limits(text: str) -> Iterator[Tunable]:
    """Yield the limits of this process, the soft one under the plain name and the hard one beside it."""
    for line in text.split("\n"):
        found = _LIMIT.match(line)
        name = _NAMES.get(found[1]) if found else None
        if found and name:
            yield Tunable(name, legible(found[2]), _LIMITS)
            yield Tunable(f"{name}.hard", legible(found[3]), _LIMITS)


def _sysctls(root: Root) -> Iterator[Tunable]:
    for name in _SYSCTLS:
        area, _, rest = name.partition(".")
        path = f"/proc/sys/{area}/{rest.replace('.', '/')}"
        yield from _one_line(root, name, path)


def _one_line(root: Root, name: str, path: str) -> Iterator[Tunable]:
    value = root.value(path)
    if value is not None:
        yield Tunable(name, legible(" ".join(value.split())), path)


def _huge_pages(root: Root) -> Iterator[Tunable]:
    for file, name in (("enabled", "transparent_hugepage"), ("defrag", "transparent_hugepage.defrag")):
        value = in_force(root.value(f"{_HUGE_PAGES}/{file}"))
        if value is not None:
            yield Tunable(name, value, f"{_HUGE_PAGES}/{file}")


def _governors(root: Root) -> Iterator[Tunable]:
    """Yield the governors of processor frequency, all that are in use."""
    policies = [name for name in root.names(_POLICIES) if name.startswith("policy")]
    values = {root.value(f"{_POLICIES}/{policy}/scaling_governor") for policy in policies}
    found = sorted(legible(value) for value in values if value is not None)
    if found:
        yield Tunable("cpu.governor", ", ".join(found), f"{_POLICIES}/policy*/scaling_governor")


def _no_barriers(text: str | None) -> Iterator[Tunable]:
    """Yield the mount points that fstab gives the option ``nobarrier``, which new kernels refuse on XFS."""
    if text is None:
        return
    found: dict[str, list[str]] = {"xfs": []}
    for line in text.split("\n"):
        fields = line.split()
        if len(fields) >= 4 and not fields[0].startswith("#") and _NO_BARRIER & set(fields[3].split(",")):
            found.setdefault(fields[2], []).append(fields[1])
    for file_system, points in sorted(found.items()):
        yield Tunable(f"fstab.nobarrier.{legible(file_system)}", legible(", ".join(points)) or "none", _FSTAB)


def _arc(text: str) -> Iterable[Tunable]:
    """Yield the largest size of ZFS' own cache of memory, which Linux does not count as page cache."""
    for line in text.split("\n"):
        fields = line.split()
        if len(fields) == 3 and fields[0] == "c_max" and fields[2].isdecimal():
            yield Tunable("zfs.arc_max_bytes", fields[2], _ZFS)
