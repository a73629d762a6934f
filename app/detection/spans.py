"""Spans: the devices of file systems that lie on several by themselves, as btrfs and ZFS do."""

from collections.abc import Mapping
from typing import Final

from app.detection.layout import btrfs_folder, pool_of
from app.detection.mounts import Mount
from app.detection.sysfs import Root, legible
from app.i18n import tr
from sizing.host import Device
from sizing.i18n import N_

_BLOCK: Final = "/sys/class/block"
_UDEV: Final = "/run/udev/data"


class Spans:
    """Finds further devices of volumes; what several volumes need is read once."""

    def __init__(self, root: Root, devices: tuple[Device, ...]) -> None:
        self._root = root
        self._devices = devices
        self._names: Mapping[str, str] = {device.number: device.name for device in devices}
        self._pools: dict[str, list[str]] | None = None

    def of(self, mount: Mount, kernel_name: str | None, first: str | None) -> tuple[str, ...]:
        """Return the devices of a mounted file system beside the one called ``first``."""
        if mount.file_system == "btrfs" and kernel_name:
            found = self._btrfs(kernel_name)
        elif mount.file_system == "zfs":
            found = self._zfs(pool_of(mount))
        else:
            return ()
        return tuple(name for name in found if name != first)

    def _btrfs(self, kernel_name: str) -> list[str]:
        folder = btrfs_folder(self._root, kernel_name)
        members = self._root.names(f"{folder}/devices") if folder else ()
        numbers = (self._root.value(f"{_BLOCK}/{member}/dev") or "" for member in members)
        return [self._names[number] for number in numbers if number in self._names]

    def _zfs(self, pool: str) -> list[str]:
        """Return the members of a pool as udev has recognised them; the kernel's own files do not name them."""
        if self._pools is None:
            self._pools = {}
            for device in self._devices:
                label = self._zfs_label(device.number)
                if label:
                    self._pools.setdefault(label, []).append(device.name)
        if pool not in self._pools:
            what = tr(N_("the disks of the pool {pool}")).format(pool=legible(pool))
            self._root.note(what, tr(N_("udev has recognised none here; the program zpool tells them (zpool status).")))
        return self._pools.get(pool, [])

    def _zfs_label(self, number: str) -> str | None:
        facts = {}
        for line in (self._root.value(f"{_UDEV}/b{number}") or "").split("\n"):
            name, _, value = line.partition("=")
            facts[name] = value
        return facts.get("E:ID_FS_LABEL") if facts.get("E:ID_FS_TYPE") == "zfs_member" else None
