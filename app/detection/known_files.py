"""Known files: every file, folder and link detection reads, one row each, and what a redacted recording keeps of it.

A path is matched whole; ``*`` stands for one part of it and ``**`` for several, which get pseudonyms where they are
no ordinary names. What no row knows is left out.
"""

import re
from typing import Final

from app.detection.treatments import (
    Treatment,
    beegfs,
    below,
    cloud,
    cpuinfo,
    device_link,
    entry,
    fstab,
    google_zone,
    groups,
    host,
    lines,
    lustre,
    machine_id,
    mapped,
    member,
    mounts,
    name,
    node,
    numbers,
    ordinary,
    page,
    path_link,
    processor,
    profile,
    release,
    serial,
    structure,
    udev,
    words,
)

Rows = tuple[tuple[re.Pattern[str], Treatment], ...]
_MEMORY: Final = (
    "dirty_ratio",
    "dirty_background_ratio",
    "dirty_bytes",
    "dirty_background_bytes",
    "dirty_expire_centisecs",
    "dirty_writeback_centisecs",
    "swappiness",
    "overcommit_memory",
    "max_map_count",
    "min_free_kbytes",
    "zone_reclaim_mode",
    "nr_hugepages",
)


def _row(path: str, treatment: Treatment) -> tuple[re.Pattern[str], Treatment]:
    form = re.escape(path).replace(r"\*\*", "(.+)").replace(r"\*", "([^/]+)")
    return re.compile(form, re.DOTALL), treatment


_BLOCK: Final = "/sys/class/block/*"
_CPU: Final = "/sys/devices/system/cpu"
_DMI: Final = "/sys/class/dmi/id"

FILES: Final[Rows] = tuple(
    _row(path, treatment)
    for path, treatment in (
        ("/etc/beegfs/*", beegfs),
        ("/etc/fstab", fstab),
        ("/etc/hosts", google_zone),
        ("/etc/machine-id", machine_id),
        ("/etc/os-release", lines("ID=", "NAME=", "PRETTY_NAME=", "VERSION_ID=")),
        ("/usr/lib/os-release", lines("ID=", "NAME=", "PRETTY_NAME=", "VERSION_ID=")),
        ("/var/lib/dbus/machine-id", machine_id),
        ("/proc/cpuinfo", cpuinfo),
        ("/proc/device-tree/hypervisor/compatible", words),
        ("/proc/meminfo", lines("MemTotal:", "MemAvailable:", "MemFree:")),
        ("/proc/fs/lustre/version", lustre),
        ("/proc/self/cgroup", groups),
        ("/proc/self/limits", lines("Limit ", "Max ")),
        ("/proc/self/mountinfo", mounts),
        ("/proc/self/status", lines("Cpus_allowed_list:")),
        ("/proc/spl/kstat/zfs/*/state", words),
        ("/proc/spl/kstat/zfs/arcstats", lines("c_max ")),
        ("/proc/sys/fs/aio-max-nr", numbers),
        ("/proc/sys/fs/file-max", numbers),
        ("/proc/sys/kernel/arch", words),
        ("/proc/sys/kernel/numa_balancing", numbers),
        ("/proc/sys/kernel/sched_min_granularity_ns", numbers),
        ("/proc/sys/kernel/sched_wakeup_granularity_ns", numbers),
        ("/proc/sys/kernel/sem", numbers),
        ("/proc/sys/net/core/rmem_max", numbers),
        ("/proc/sys/net/core/wmem_max", numbers),
        ("/proc/sys/sunrpc/tcp_max_slot_table_entries", numbers),
        ("/proc/sys/kernel/hostname", host),
        ("/proc/sys/kernel/osrelease", release),
        *((f"/proc/sys/vm/{name}", numbers) for name in _MEMORY),
        ("/proc/xen/capabilities", words),
        ("/run/cloud-init/instance-data.json", cloud),
        ("/run/udev/data/*", udev),
        (f"{_BLOCK}/dev", numbers),
        (f"{_BLOCK}/device/model", words),
        (f"{_BLOCK}/device/serial", serial),
        (f"{_BLOCK}/device/state", words),
        (f"{_BLOCK}/device/transport", words),
        (f"{_BLOCK}/device/vendor", words),
        (f"{_BLOCK}/device/vpd_pg80", page),
        (f"{_BLOCK}/dm/name", name),
        (f"{_BLOCK}/dm/uuid", mapped),
        (f"{_BLOCK}/hidden", numbers),
        (f"{_BLOCK}/md/array_state", words),
        (f"{_BLOCK}/md/chunk_size", numbers),
        (f"{_BLOCK}/md/degraded", numbers),
        (f"{_BLOCK}/md/level", words),
        (f"{_BLOCK}/md/raid_disks", numbers),
        (f"{_BLOCK}/md/sync_action", words),
        (f"{_BLOCK}/md/sync_completed", words),
        (f"{_BLOCK}/md/dev-*/state", words),
        (f"{_BLOCK}/partition", numbers),
        (f"{_BLOCK}/queue/logical_block_size", numbers),
        (f"{_BLOCK}/queue/max_sectors_kb", numbers),
        (f"{_BLOCK}/queue/nr_requests", numbers),
        (f"{_BLOCK}/queue/physical_block_size", numbers),
        (f"{_BLOCK}/queue/read_ahead_kb", numbers),
        (f"{_BLOCK}/queue/rotational", numbers),
        (f"{_BLOCK}/queue/scheduler", words),
        (f"{_BLOCK}/queue/write_cache", words),
        (f"{_BLOCK}/serial", serial),
        (f"{_BLOCK}/size", numbers),
        (f"{_DMI}/bios_vendor", words),
        (f"{_DMI}/bios_version", words),
        (f"{_DMI}/chassis_asset_tag", numbers),
        (f"{_DMI}/product_name", words),
        (f"{_DMI}/sys_vendor", words),
        ("/etc/tuned/active_profile", profile),
        ("/sys/class/net/*/bonding/mode", words),
        ("/sys/class/net/*/duplex", words),
        ("/sys/class/net/*/flags", numbers),
        ("/sys/class/net/*/mtu", numbers),
        ("/sys/class/net/*/operstate", words),
        ("/sys/class/net/*/speed", numbers),
        ("/sys/devices/system/clocksource/clocksource0/available_clocksource", words),
        (f"{_CPU}/*/topology/core_cpus_list", numbers),
        (f"{_CPU}/*/topology/core_id", numbers),
        (f"{_CPU}/*/topology/physical_package_id", numbers),
        (f"{_CPU}/*/topology/thread_siblings_list", numbers),
        (f"{_CPU}/cpufreq/*/scaling_governor", words),
        (f"{_CPU}/online", numbers),
        ("/sys/devices/system/node/*/cpulist", numbers),
        ("/sys/devices/system/node/*/meminfo", lines("Node ")),
        ("/sys/firmware/dmi/entries/*/raw", structure),
        ("/sys/fs/cgroup/**/cpu.cfs_period_us", numbers),
        ("/sys/fs/cgroup/**/cpu.cfs_quota_us", numbers),
        ("/sys/fs/cgroup/**/cpu.max", numbers),
        ("/sys/fs/cgroup/**/memory.limit_in_bytes", numbers),
        ("/sys/fs/cgroup/**/memory.max", numbers),
        ("/sys/fs/cgroup/cpu.max", numbers),
        ("/sys/fs/cgroup/memory.max", numbers),
        ("/sys/fs/ext4/*/errors_count", numbers),
        ("/sys/fs/ext4/*/mb_group_prealloc", numbers),
        ("/sys/fs/lustre/ldlm/namespaces/*/lru_max_age", numbers),
        ("/sys/fs/lustre/mdc/*/max_rpcs_in_flight", numbers),
        ("/sys/fs/lustre/osc/*/max_rpcs_in_flight", numbers),
        ("/sys/fs/lustre/version", lustre),
        ("/sys/module/ptlrpc/parameters/ptlrpcd_per_cpt_max", numbers),
        ("/sys/hypervisor/type", words),
        ("/sys/kernel/mm/transparent_hugepage/defrag", words),
        ("/sys/kernel/mm/transparent_hugepage/enabled", words),
    )
)
"""Contents of files."""
FOLDERS: Final[Rows] = tuple(
    _row(path, treatment)
    for path, treatment in (
        ("/sys/class/block", entry),
        (f"{_BLOCK}/slaves", entry),
        (f"{_BLOCK}/md", member),
        (f"{_CPU}/cpufreq", entry),
        ("/sys/fs/btrfs", entry),
        ("/sys/fs/lustre/ldlm/namespaces", entry),
        ("/sys/fs/lustre/mdc", entry),
        ("/sys/fs/lustre/osc", entry),
        ("/sys/fs/btrfs/*/allocation/data", ordinary),
        ("/sys/fs/btrfs/*/allocation/metadata", ordinary),
        ("/sys/fs/btrfs/*/devices", entry),
        ("/sys/class/net", entry),
        ("/sys/devices/system/node", node),
        ("/sys/firmware/dmi/entries", processor),
        ("/sys/class/net/*", below),
    )
)
"""Entries of folders."""
LINKS: Final[Rows] = tuple(
    _row(path, treatment)
    for path, treatment in (
        (_BLOCK, device_link),
        ("/dev/**", path_link),
    )
)
"""Targets of links."""
