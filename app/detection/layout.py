"""Layout: what can be known of a file system's own settings without root and without its programs."""

import re
from collections.abc import Callable, Iterator
from typing import Final

from app.detection.mounts import Mount
from app.detection.remote import option
from app.detection.sysfs import Root, legible
from app.i18n import tr
from sizing.host import Tunable
from sizing.i18n import N_

_SECTOR: Final = 512
"""XFS gives its stripes in blocks of this size (xfs(5))."""
_SIZE: Final = re.compile(r"(\d{1,15})([kmgt]?)", re.IGNORECASE)
_FACTORS: Final = {"": 1, "k": 1024, "m": 1024**2, "g": 1024**3, "t": 1024**4}
_OPTIONS: Final = "/proc/self/mountinfo"
_PROFILES: Final = frozenset({"single", "dup", "raid0", "raid1", "raid1c3", "raid1c4", "raid10", "raid5", "raid6"})
_BTRFS: Final = "/sys/fs/btrfs"
_POOLS: Final = "/proc/spl/kstat/zfs"

Settings = Iterator[Tunable]


def settings_of(root: Root, mount: Mount, kernel_name: str | None) -> tuple[Tunable, ...]:
    """Return the settings of a mounted file system; ``kernel_name`` is that of the device it sits on."""
    read = _READERS.get(mount.file_system)
    return tuple(read(root, mount, kernel_name or "")) if read else ()


def btrfs_folder(root: Root, kernel_name: str) -> str | None:
    """Return the folder of the btrfs file system that ``kernel_name`` is a device of."""
    for uuid in root.names(_BTRFS):
        if "-" in uuid and kernel_name in root.names(f"{_BTRFS}/{uuid}/devices"):
            return f"{_BTRFS}/{uuid}"
    return None


def pool_of(mount: Mount) -> str:
    """Return the ZFS pool a data set is in."""
    return mount.source.partition("/")[0]


def _xfs(_root: Root, mount: Mount, _kernel_name: str) -> Settings:
    for name, key in (("sunit", "xfs.stripe_unit_bytes"), ("swidth", "xfs.stripe_width_bytes")):
        blocks = option(mount, name)
        source = f"{_OPTIONS} ({name})" if blocks else tr(N_("{file}: no {option}")).format(file=_OPTIONS, option=name)
        number = int(blocks) * _SECTOR if blocks and blocks.isdecimal() and len(blocks) < 16 else 0
        yield Tunable(key, str(number), source)
    allocated = _SIZE.fullmatch(option(mount, "allocsize") or "")
    if allocated:
        size = int(allocated[1]) * _FACTORS[allocated[2].lower()]
        yield Tunable("xfs.allocsize_bytes", str(size), f"{_OPTIONS} (allocsize)")


def _ext4(root: Root, mount: Mount, kernel_name: str) -> Settings:
    yield from _from_options(mount, ("stripe", "ext4.stripe_blocks"), ("data", "ext4.data"))
    if kernel_name:
        folder = f"/sys/fs/ext4/{kernel_name}"
        yield from _from_files(root, (f"{folder}/errors_count", "ext4.errors"))
        yield from _from_files(root, (f"{folder}/mb_group_prealloc", "ext4.group_preallocation_blocks"))


def _btrfs(root: Root, mount: Mount, kernel_name: str) -> Settings:
    yield from _from_options(
        mount, ("compress", "btrfs.compression"), ("compress-force", "btrfs.compression"), ("nodatacow", "btrfs.no_cow")
    )
    folder = btrfs_folder(root, kernel_name) if kernel_name else None
    if folder:
        for kind in ("data", "metadata"):
            place = f"{folder}/allocation/{kind}"
            profiles = [name for name in root.names(place) if name in _PROFILES]
            if profiles:
                yield Tunable(f"btrfs.{kind}_profile", ", ".join(profiles), place)


def _zfs(root: Root, mount: Mount, _kernel_name: str) -> Settings:
    pool = pool_of(mount)
    if pool and pool not in (".", ".."):
        yield from _from_files(root, (f"{_POOLS}/{pool}/state", "zfs.pool_state"))
    what = tr(N_("recordsize and compression of the pool {pool}")).format(pool=legible(pool))
    root.note(what, tr(N_("Only the program zfs tells them (zfs get recordsize,compression).")))


def _nfs(_root: Root, mount: Mount, _kernel_name: str) -> Settings:
    yield from _from_options(mount, ("rsize", "nfs.rsize_bytes"), ("wsize", "nfs.wsize_bytes"), ("proto", "nfs.proto"))
    connections = option(mount, "nconnect")
    source = f"{_OPTIONS} (nconnect)" if connections else tr(N_("{file}: no nconnect")).format(file=_OPTIONS)
    yield Tunable("nfs.nconnect", legible(connections or "1"), source)


def _lustre(root: Root, mount: Mount, _kernel_name: str) -> Settings:
    found = next((name for name in ("flock", "localflock") if name in mount.options), "noflock")
    yield Tunable("lustre.flock", found, _OPTIONS)
    what = tr(N_("Lustre's stripe count and size at {place}")).format(place=legible(mount.point))
    root.note(what, tr(N_("Only the program lfs tells them (lfs getstripe).")))


def _from_options(mount: Mount, *wanted: tuple[str, str]) -> Settings:
    for name, key in wanted:
        value = option(mount, name)
        if value is not None:
            yield Tunable(key, legible(value) or "yes", f"{_OPTIONS} ({name})")


def _from_files(root: Root, *wanted: tuple[str, str]) -> Settings:
    for path, key in wanted:
        value = root.value(path)
        if value is not None:
            yield Tunable(key, legible(value), legible(path))


_READERS: Final[dict[str, Callable[[Root, Mount, str], Settings]]] = {
    "xfs": _xfs,
    "ext4": _ext4,
    "btrfs": _btrfs,
    "zfs": _zfs,
    "nfs": _nfs,
    "nfs4": _nfs,
    "lustre": _lustre,
}
