"""Host: facts about a machine, as they were read, frozen.

``None`` always means "could not be read"; why stands in :attr:`Host.unread`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite
from operator import itemgetter
from pathlib import PurePath

from sizing.device import CloudDisk as CloudDisk
from sizing.device import Device as Device
from sizing.device import DeviceKind as DeviceKind
from sizing.device import Raid as Raid
from sizing.device import RaidMember as RaidMember
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


@dataclass(frozen=True, slots=True)
class Tunable:
    """A setting as it was found: ``value`` in the system's own words, ``source`` the file or option that says so."""

    name: str
    value: str
    source: str

    @property
    def number(self) -> float | None:
        """The value as a number; ``None`` where it is none."""
        try:
            number = float(self.value[:32])
        except ValueError:
            return None
        return number if isfinite(number) else None


@dataclass(frozen=True, slots=True)
class CoreEvidence:
    """What one source says of the processors; ``None`` where it says nothing of that."""

    source: str
    sockets: int | None = None
    cores: int | None = None
    threads: int | None = None
    text: str = ""
    """What else a reader must know of it."""


@dataclass(frozen=True, slots=True)
class NumaNode:
    """A group of processors with memory of its own; ``cpus`` as the kernel lists them (``"0-7,16-23"``)."""

    number: int
    cpus: str
    memory_bytes: int | None = None


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
    evidence: tuple[CoreEvidence, ...] = ()
    """Every source there is, side by side."""
    conflicts: tuple[str, ...] = ()
    """Where sources disagree, or a quota leaves less than they count, in words."""
    numa_nodes: tuple[NumaNode, ...] = ()
    quota: float | None = None
    """Logical CPUs a control group (container) lets this process use in sum; ``None`` where there is no limit."""
    cpuset: str = ""
    """Logical CPUs this process may run on, as the kernel lists them; empty where it may use all."""


@dataclass(frozen=True, slots=True)
class Memory:
    """RAM, in bytes."""

    total_bytes: int
    available_bytes: int
    limit_bytes: int | None = None
    """What a control group (container) lets this process use; ``None`` where there is no limit below the total."""

    def __post_init__(self) -> None:
        """Refuse sizes no machine has."""
        check_sizes(self.total_bytes, self.available_bytes, self.limit_bytes)


@dataclass(frozen=True, slots=True)
class Kernel:
    """The operating system: ``system`` is ``"Linux"``, ``distribution`` its own full name for itself."""

    system: str
    release: str
    distribution: str
    distribution_id: str


@dataclass(frozen=True, slots=True)
class Remote:
    """Where a network file system comes from."""

    protocol: str
    """``"NFS"``, ``"SMB"``, ``"Lustre"``, ``"GPFS"``, ``"CephFS"``, ..."""
    server: str | None
    path: str
    """What of it is mounted: an export, a share, the name of the file system."""
    version: str | None = None
    service: str | None = None
    """The cloud service, where the name of the server tells it: ``"Amazon EFS"``, ``"Azure Files"``, ..."""


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
    more_devices: tuple[str, ...] = ()
    """Further devices of a file system that spans several by itself (btrfs, ZFS)."""
    settings: tuple[Tunable, ...] = ()
    """How the file system is laid out; names begin with it: ``"xfs.stripe_unit_bytes"``, ``"nfs.nconnect"``."""
    remote: Remote | None = None
    program: str | None = None
    """The program behind a FUSE file system, by the name its makers give it."""

    def __post_init__(self) -> None:
        """Refuse sizes no file system has."""
        check_sizes(self.total_bytes, self.free_bytes)


@dataclass(frozen=True, slots=True)
class Network:
    """A network interface that is up; ``rate`` in bytes a second, ``None`` where the driver does not tell."""

    name: str
    rate: float | None
    mtu_bytes: int | None = None
    duplex: str | None = None
    """``"full"`` or ``"half"``."""
    bonding: str | None = None
    """How links are bonded, as the kernel says it: ``"802.3ad"``, ``"active-backup"``; ``None`` for no bond."""
    links: tuple[str, ...] = ()
    """The interfaces it is built on."""


@dataclass(frozen=True, slots=True)
class Cloud:
    """The cloud this machine is rented from; ``source`` says what told it, without any network."""

    provider: str
    """``"AWS"``, ``"Azure"`` or ``"Google Cloud"``."""
    instance_type: str | None = None
    region: str | None = None
    zone: str | None = None
    source: str = ""


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
    tunables: tuple[Tunable, ...] = ()
    cloud: Cloud | None = None

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
        seen: set[str] = set()
        return tuple(device for name in (volume.device, *volume.more_devices) for device in self._below(name, seen))

    def disks(self, volume: Volume) -> tuple[Device, ...]:
        """Return the devices behind ``volume`` that are built on no other."""
        return tuple(device for device in self.stack(volume) if not device.lower)

    def shared_disks(self) -> dict[str, tuple[Volume, ...]]:
        """Return the disks that more than one volume lies on, by name, with those volumes."""
        by_disk: dict[str, list[Volume]] = {}
        for volume in self.volumes:
            for device in self.disks(volume):
                by_disk.setdefault(device.name, []).append(volume)
        return {name: tuple(volumes) for name, volumes in by_disk.items() if len(volumes) > 1}

    def tunable(self, name: str) -> Tunable | None:
        """Return the setting called ``name``."""
        return next((tunable for tunable in self.tunables if tunable.name == name), None)

    def _below(self, name: str | None, seen: set[str]) -> Iterator[Device]:
        device = self.device(name)
        if device is None or device.name in seen:
            return
        seen.add(device.name)
        yield device
        for lower in device.lower:
            yield from self._below(lower, seen)
