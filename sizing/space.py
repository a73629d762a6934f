"""Space: how much of a volume the files of a run may take, as rhel_iotest.sh counts it (FACTS.md 1.1, source K8S).

XFS allocates ahead of a growing file, so each file is counted with an allowance; a tenth of the whole file system
stays free. Sizes in bytes.
"""

from typing import Final

from sizing.host import Host, Medium, Volume
from sizing.units import GIB, KIB, MIB, TIB

XFS_ALLOWANCE: Final = 8 * GIB
"""Most that XFS allocates beyond the end of a growing file (FACTS.md 1.1 and LNX-015, source K8S)."""
RESERVE_PART: Final = 10
"""One part in ten of the whole file system stays free (FACTS.md 1.1, source K8S)."""

_FACTORS: Final = {"k": KIB, "m": MIB, "g": GIB, "t": TIB}


def reserve(total: int) -> int:
    """Return what must stay free of a file system of ``total`` bytes."""
    return -(-total // RESERVE_PART)


def free_space(host: Host, volume: Volume) -> int | None:
    """Return what may still be written to ``volume``; a volume that is memory gives no more than RAM has to spare."""
    if volume.free_bytes is None or volume.medium is not Medium.MEMORY:
        return volume.free_bytes
    return min(volume.free_bytes, host.memory.available_bytes)


def usable(host: Host, volume: Volume) -> int | None:
    """Return what a run may take of ``volume``: the free space less the reserve; ``None`` if it is not known."""
    free = free_space(host, volume)
    if free is None or volume.total_bytes is None:
        return None
    return max(0, free - reserve(volume.total_bytes))


def allowance(file_size: int, volume: Volume) -> int:
    """Return what ``volume`` may allocate beyond one growing file: nothing, except on XFS."""
    if not _is_xfs(volume):
        return 0
    option = allocsize(volume)
    return min(file_size, XFS_ALLOWANCE) if option is None else option


def needed(file_size: int, workers: int, volume: Volume) -> int:
    """Return what ``workers`` files of ``file_size`` take of ``volume`` while they grow."""
    return workers * (file_size + allowance(file_size, volume))


def fit(wanted: int, share: int, volume: Volume) -> int:
    """Return the file size, at most ``wanted``, that fits with its allowance into ``share`` bytes a worker.

    It may be negative where not even the allowance fits.
    """
    if wanted + allowance(wanted, volume) <= share:
        return wanted
    if not _is_xfs(volume):
        return share
    option = allocsize(volume)
    if option is not None:
        return share - option
    # Below twice the allowance the file may double while it grows, so that half the share is the file.
    return share // 2 if share <= 2 * XFS_ALLOWANCE else share - XFS_ALLOWANCE


def allocsize(volume: Volume) -> int | None:
    """Return the bytes of the mount option ``allocsize=``, where it is given and readable."""
    for option in volume.options:
        name, _, value = option.partition("=")
        factor = _FACTORS.get(value[-1:].lower(), 1)
        number = value if factor == 1 else value[:-1]
        if name == "allocsize" and number.isascii() and number.isdecimal():
            return int(number) * factor
    return None


def _is_xfs(volume: Volume) -> bool:
    return volume.file_system.lower() == "xfs"
