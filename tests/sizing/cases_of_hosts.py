"""Cases of hosts: facts for the rows on operating systems."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from sizing.host import Host
from sizing.rules import Verdict
from sizing.units import GIB
from tests.sizing.cases import AIX, WINDOWS, Case, host_only, measured, setting, told
from tests.sizing.machines import host_of


def _sockets(count: int | None, hypervisor: str | None = "VMware", cores: int = 16) -> Host:
    host = host_of(cores=cores)
    return replace(host, cpu=replace(host.cpu, sockets=count, hypervisor=hypervisor))


CASES: Final[Mapping[str, Case]] = {
    "tuned-profile": setting("tuned.profile=throughput-performance", "tuned.profile=balanced"),
    "dirty-limit": setting(
        "vm.dirty_ratio=30", "vm.dirty_ratio=20", outside=told(host_of(ram=257 * GIB), "vm.dirty_ratio=20")
    ),
    "dirty-background": setting("vm.dirty_background_ratio=10", "vm.dirty_background_ratio=11"),
    # 16 cores at 100 MB/s write 96 GB within a minute; 30 % of 256 GiB are 82.5 GB, 40 % are 110 GB.
    "dirty-stall": Case(
        told(measured(100, 100), "vm.dirty_ratio=30"),
        told(measured(100, 100), "vm.dirty_ratio=40"),
        Verdict.WARN,
        replace(measured(100, 100), host=WINDOWS),
    ),
    "huge-pages": setting("transparent_hugepage=never", "transparent_hugepage=always"),
    "swappiness": setting("vm.swappiness=30", "vm.swappiness=60"),
    "open-files": setting("limits.nofile=20480", "limits.nofile=1024"),
    "processes": setting("limits.nproc=20480", "limits.nproc=4096"),
    "memory-maps": setting("vm.max_map_count=262144", "vm.max_map_count=65530"),
    "vmware-one-socket": Case(
        host_only(_sockets(1)), host_only(_sockets(2)), Verdict.WARN, host_only(_sockets(2, None))
    ),
    "power-plan": setting("windows.power_plan=High performance", "windows.power_plan=Balanced", WINDOWS),
    # 32 logical CPUs: 4,096 pages free, and 1,024 pages of read-ahead for each more at the most.
    "aix-free-pages": setting("aix.minfree=4096", "aix.minfree=960", AIX),
    "aix-most-free-pages": Case(
        told(AIX, "aix.minfree=4096", "aix.j2_max_read_ahead=1024", "aix.maxfree=36864"),
        told(AIX, "aix.minfree=4096", "aix.j2_max_read_ahead=1024", "aix.maxfree=36863"),
        Verdict.WARN,
        told(WINDOWS, "aix.minfree=4096", "aix.j2_max_read_ahead=1024", "aix.maxfree=1"),
    ),
    "aix-read-ahead": setting("aix.j2_max_read_ahead=1024", "aix.j2_max_read_ahead=128", AIX),
    "aix-preallocation": setting("aix.j2_preallocation=256", "aix.j2_preallocation=16", AIX),
    "aix-pager-buffers": setting("aix.j2_pager_buffers=2048", "aix.j2_pager_buffers=512", AIX),
    "numa-sockets": Case(
        host_only(_sockets(16)), host_only(_sockets(4)), Verdict.WARN, host_only(host_of(system="Windows"))
    ),
}
