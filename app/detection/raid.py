"""RAID of Linux (md): level, chunk, members, and whether one is missing or being rebuilt (kernel: admin-guide/md)."""

from collections.abc import Callable
from typing import Final

from app.detection.sysfs import Root, legible
from sizing.host import Raid, RaidMember

_FOLDER: Final = "/sys/class/block"
_MEMBER: Final = "dev-"


def read_raid(root: Root, kernel_name: str, name_of: Callable[[str], str]) -> Raid | None:
    """Return the software RAID ``kernel_name`` is; ``name_of`` gives the names of its members."""
    folder = f"{_FOLDER}/{kernel_name}/md"
    level = root.value(f"{folder}/level")
    if level is None:
        return None
    members = [entry.removeprefix(_MEMBER) for entry in root.names(folder) if entry.startswith(_MEMBER)]
    chunk = root.number(f"{folder}/chunk_size")
    return Raid(
        level=legible(level),
        disks=root.number(f"{folder}/raid_disks"),
        chunk_bytes=chunk if chunk and chunk > 0 else None,
        missing=max(0, root.number(f"{folder}/degraded") or 0),
        state=legible(root.value(f"{folder}/array_state") or ""),
        action=legible(root.value(f"{folder}/sync_action") or ""),
        progress=_progress(root.value(f"{folder}/sync_completed")),
        members=tuple(
            RaidMember(name_of(member), legible(root.value(f"{folder}/{_MEMBER}{member}/state") or ""))
            for member in members
        ),
    )


def _progress(text: str | None) -> float | None:
    """Return the share that ``"1024 / 4096"`` means."""
    done, _, total = (text or "").partition(" / ")
    if not (done.isdecimal() and total.isdecimal() and len(done + total) < 40 and int(total) > 0):
        return None
    return min(1.0, int(done) / int(total))
