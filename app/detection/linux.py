"""Linux: the backend that reads procfs and sysfs."""

import hashlib
from collections.abc import Generator
from dataclasses import replace
from typing import Final

from app.detection.backend import Mounted
from app.detection.cgroup import memory_limit
from app.detection.cloud import read_cloud
from app.detection.cpu import read_cpu
from app.detection.devices import read_devices
from app.detection.networks import read_networks
from app.detection.place import Place
from app.detection.sysfs import Root, legible
from app.detection.tunables import read_tunables
from app.detection.volumes import read_volumes
from app.errors import WorldError
from app.i18n import tr
from sizing.host import Cloud, Cpu, Device, Kernel, Memory, Network, Tunable, Unread
from sizing.i18n import N_
from sizing.units import LARGEST_SIZE

_KIB: Final = 1024
_SALT: Final = b"headroom host identity 1\0"


class LinuxBackend:
    """Reads the machine at ``place``; keeps nothing but what could not be read."""

    def __init__(self, place: Place | str = "/") -> None:
        self._root = Root(place)

    def moment(self) -> str:
        """Return when the machine is looked at."""
        return self._root.place.moment()

    def home(self) -> str:
        """Return the path Headroom runs from."""
        return self._root.place.home()

    def name(self) -> str:
        """Return the host name."""
        return legible(self._root.text("/proc/sys/kernel/hostname") or "") or "localhost"

    def identity(self) -> str:
        """Return a salted hash of the machine id, or of the host name where there is none."""
        places = ("/etc/machine-id", "/var/lib/dbus/machine-id")
        ids = (self._root.value(place) for place in places)
        found = next((text for text in ids if text and text != "uninitialized"), None)
        if found is None:
            self._root.note("/etc/machine-id", tr(N_("There is none; the host is known by its name only.")))
            found = self.name()
        return hashlib.sha256(_SALT + found.encode("utf-8", "surrogateescape")).hexdigest()

    def kernel(self) -> Kernel:
        """Return release and distribution (os-release(5))."""
        text = self._root.value("/etc/os-release") or self._root.text("/usr/lib/os-release") or ""
        release = self._root.text("/proc/sys/kernel/osrelease") or ""
        named = parse_os_release(legible(text))
        identifier = named.get("ID", "linux")
        return Kernel(
            system="Linux",
            release=legible(release),
            distribution=named.get("PRETTY_NAME") or named.get("NAME") or identifier,
            distribution_id=identifier,
        )

    def cpu(self) -> Cpu:
        """Return the processors."""
        return read_cpu(self._root, self._root.value("/proc/sys/kernel/arch") or self._root.place.architecture())

    def memory(self) -> Memory:
        """Return MemTotal and MemAvailable."""
        memory = parse_memory(self._root.text("/proc/meminfo") or "")
        if memory is None:
            raise WorldError(
                tr(N_("The size of memory could not be read from /proc/meminfo.")),
                tr(N_("See that /proc is mounted and readable, then try again.")),
            )
        limit = memory_limit(self._root)
        return replace(memory, limit_bytes=limit) if limit is not None and limit < memory.total_bytes else memory

    def networks(self) -> tuple[Network, ...]:
        """Return the interfaces that are up."""
        return read_networks(self._root)

    def devices(self) -> tuple[Device, ...]:
        """Return the block devices."""
        return read_devices(self._root)

    def tunables(self) -> tuple[Tunable, ...]:
        """Return the settings of the kernel and of this session."""
        return read_tunables(self._root)

    def cloud(self) -> Cloud | None:
        """Return the cloud this machine is rented from."""
        return read_cloud(self._root)

    def mounted(self, devices: tuple[Device, ...], deadline_s: float) -> Generator[Mounted, None, None]:
        """Yield what is mounted, as the file systems answer."""
        return read_volumes(self._root, devices, deadline_s)

    def unread(self) -> tuple[Unread, ...]:
        """Return what could not be read until now."""
        gaps = self._root.place.gaps()
        return (*self._root.unread, *([Unread(tr(N_("the recording")), gaps)] if gaps else []))


def parse_os_release(text: str) -> dict[str, str]:
    """Return the assignments of an os-release file; it is read like a shell would, but nothing is expanded."""
    named = {}
    for line in text.split("\n"):
        name, equals, value = line.strip().partition("=")
        if equals and not name.startswith("#"):
            if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
                value = value[1:-1]
            named[name] = value.replace("\\", "")
    return named


def parse_memory(text: str) -> Memory | None:
    """Return what ``/proc/meminfo`` says; what is free stands in for what is available on kernels before 3.14."""
    sizes = {}
    for line in text.split("\n"):
        name, _, value = line.partition(":")
        number = value.removesuffix("kB").strip()
        if number.isdecimal():
            sizes[name] = min(int(number[:32]) * _KIB, LARGEST_SIZE)
    total = sizes.get("MemTotal", 0)
    available = sizes.get("MemAvailable", sizes.get("MemFree", 0))
    return Memory(total, min(available, total)) if total > 0 else None
