"""Host: facts about a machine, as they were read, frozen.

``None`` always means "could not be read"; why stands in :attr:`Host.unread`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from operator import itemgetter
from pathlib import PurePath

from sizing.units import check_sizes


class Medium(StrEnum):
    """Where the bytes of a volume end up."""

    LOCAL = "local"
    NETWORK = "network"
    FUSE = "fuse"
    MEMORY = "memory"
    OVERLAY = "overlay"


class VolumeState(StrEnum):
    """Whether a volume answered when it was asked for its size."""

    ASKING = "asking"
    ANSWERED = "answered"
    NOT_ANSWERING = "not answering"
    REFUSED = "refused"


class DeviceKind(StrEnum):
    """What a block device is."""

    DISK = "disk"
    PARTITION = "partition"
    LVM = "lvm"
    CRYPT = "crypt"
    MULTIPATH = "multipath"
    MAPPED = "mapped"
    RAID = "raid"
    LOOP = "loop"


@dataclass(frozen=True, slots=True)
class Cpu:
    """Processors. ``physical_cores`` is what SAS counts; ``threads`` are the logical CPUs (vCPU on a VM)."""

    model: str
    architecture: str
    sockets: int | None
    physical_cores: int | None
    threads: int
    usable_threads: int
    """Logical CPUs this process may run on (affinity, cpuset)."""
    source: str
    """Where the core count comes from, for the reader who doubts it."""
    hypervisor: str | None = None
    """Name of the hypervisor if this is a virtual machine."""


@dataclass(frozen=True, slots=True)
class Memory:
    """RAM, in bytes."""

    total_bytes: int
    available_bytes: int

    def __post_init__(self) -> None:
        """Refuse sizes no machine has."""
        check_sizes(self.total_bytes, self.available_bytes)


@dataclass(frozen=True, slots=True)
class Kernel:
    """The operating system: ``system`` is ``"Linux"``, ``distribution`` its own full name for itself."""

    system: str
    release: str
    distribution: str
    distribution_id: str


@dataclass(frozen=True, slots=True)
class Device:
    """A block device; ``lower`` names the devices it is built on (partition -> disk, LVM -> partitions)."""

    name: str
    kind: DeviceKind
    number: str
    """``major:minor``."""
    size_bytes: int | None = None
    model: str | None = None
    rotational: bool | None = None
    lower: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Volume:
    """A mounted file system; ``device`` names the block device it sits on in :attr:`Host.devices`."""

    mount_point: str
    file_system: str
    source: str
    options: tuple[str, ...]
    medium: Medium
    state: VolumeState
    device: str | None = None
    total_bytes: int | None = None
    free_bytes: int | None = None
    """Bytes this user may still write."""
    number: int | None = None
    """``st_dev`` of its files, so that a target can be proved to lie on it."""
    read_only: bool = False
    also_at: tuple[str, ...] = ()
    """Other places the same file system is mounted at (bind mounts, subvolumes)."""
    reason: str = ""
    """Why nothing is known, where nothing is known."""

    def __post_init__(self) -> None:
        """Refuse sizes no file system has."""
        check_sizes(self.total_bytes, self.free_bytes)


@dataclass(frozen=True, slots=True)
class Network:
    """A network interface that is up; ``rate`` in bytes a second, ``None`` where the driver does not tell."""

    name: str
    rate: float | None


@dataclass(frozen=True, slots=True)
class Unread:
    """Something that could not be read, and why."""

    what: str
    why: str


@dataclass(frozen=True, slots=True)
class Host:
    """The machine under advice, at one moment (``detected_at``, ISO 8601 UTC)."""

    name: str
    identity: str
    """A stable pseudonym of the machine (a salted hash), so that history knows it again."""
    detected_at: str
    kernel: Kernel
    cpu: Cpu
    memory: Memory
    volumes: tuple[Volume, ...]
    devices: tuple[Device, ...]
    networks: tuple[Network, ...]
    runs_from: str | None = None
    """Mount point of the volume Headroom itself runs from."""
    left_out: tuple[str, ...] = ()
    """Mount points of pseudo file systems, which hold no files of anybody's."""
    unread: tuple[Unread, ...] = ()

    def volume_of(self, path: str) -> Volume | None:
        """Return the volume that holds the absolute, resolved ``path``, or ``None`` if a pseudo file system does.

        The longest mount point wins.
        """
        places: list[tuple[str, Volume | None]] = [(place, None) for place in self.left_out]
        for volume in self.volumes:
            places += [(place, volume) for place in (volume.mount_point, *volume.also_at)]
        holding = [
            (len(PurePath(place).parts), found) for place, found in places if PurePath(path).is_relative_to(place)
        ]
        return max(holding, key=itemgetter(0), default=(0, None))[1]

    def device(self, name: str | None) -> Device | None:
        """Return the device called ``name``."""
        return next((device for device in self.devices if device.name == name), None)

    def stack(self, volume: Volume) -> tuple[Device, ...]:
        """Return the devices behind ``volume``, from the one it sits on down to the disks, each once."""
        return tuple(self._below(volume.device, set()))

    def _below(self, name: str | None, seen: set[str]) -> Iterator[Device]:
        device = self.device(name)
        if device is None or device.name in seen:
            return
        seen.add(device.name)
        yield device
        for lower in device.lower:
            yield from self._below(lower, seen)
