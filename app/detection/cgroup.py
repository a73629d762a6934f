"""Control groups of Linux: how much of the machine a container or a slice leaves to this process.

A limit counts at every level from the process' own group up (kernel: admin-guide/cgroup-v2, cgroup-v1/memory). In a
container the group is often named as the host sees it; then its files are found at the top of what is mounted.
"""

from collections.abc import Iterator
from typing import Final

from app.detection.sysfs import Root

_FOLDER: Final = "/sys/fs/cgroup"
_V2: Final = ("", "/unified")
"""Where version 2 is mounted: alone, or beside version 1."""
_NO_LIMIT: Final = 2**62
"""Version 1 says "none" with the largest number of whole pages."""
_MOST_LEVELS: Final = 64


def cpu_quota(root: Root) -> float | None:
    """Return the logical CPUs all processes of the tightest group may use together."""
    limits = [limit for folder in _unified(root) if (limit := _quota_v2(root.value(f"{folder}/cpu.max"))) is not None]
    for folder in _folders(root, "cpu"):
        quota, period = root.number(f"{folder}/cpu.cfs_quota_us"), root.number(f"{folder}/cpu.cfs_period_us")
        if quota is not None and period is not None and quota > 0 and period > 0:
            limits.append(quota / period)
    return min(limits, default=None)


def memory_limit(root: Root) -> int | None:
    """Return the bytes all processes of the tightest group may use together."""
    files = [f"{folder}/memory.max" for folder in _unified(root)]
    files += [f"{folder}/memory.limit_in_bytes" for folder in _folders(root, "memory")]
    values = (root.value(file) for file in files)
    limits = [int(value[:20]) for value in values if value is not None and value.isdecimal()]
    return min((limit for limit in limits if 0 < limit < _NO_LIMIT), default=None)


def _quota_v2(text: str | None) -> float | None:
    quota, _, period = (text or "").partition(" ")
    if not (quota.isdecimal() and period.isdecimal() and len(quota + period) < 32 and int(quota) and int(period)):
        return None
    return int(quota) / int(period)


def _unified(root: Root) -> list[str]:
    """Return the folders of version 2 that limit this process."""
    return [f"{_FOLDER}{place}{group}" for place in _V2 for group in _groups(root, "")]


def _folders(root: Root, controller: str) -> list[str]:
    """Return the folders of version 1 in which ``controller`` limits this process."""
    return [f"{_FOLDER}/{controller}{group}" for group in _groups(root, controller)]


def _groups(root: Root, controller: str) -> Iterator[str]:
    """Yield the group of this process, by its path, and all above it; ``controller`` is empty for version 2."""
    for line in (root.value("/proc/self/cgroup") or "").split("\n"):
        _, _, rest = line.partition(":")
        controllers, colon, path = rest.partition(":")
        if colon and controller in controllers.split(",") and ".." not in path.split("/"):
            levels = [part for part in path.split("/") if part][:_MOST_LEVELS]
            for count in range(len(levels), -1, -1):
                yield "".join(f"/{part}" for part in levels[:count])
            return
