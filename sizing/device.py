"""Device: a block device, what it is built on and how the kernel treats it."""

from dataclasses import dataclass
from enum import StrEnum


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
class CloudDisk:
    """A disk as a cloud names it."""

    product: str
    """``"Amazon EBS"``, ``"Azure managed disk"``, ``"Google local SSD"``, ..."""
    use: str = ""
    """``"os"``, ``"data"`` or ``"temporary"`` where that is known."""
    identifier: str | None = None
    """The cloud's own id of the volume, where the disk tells it."""
    is_ephemeral: bool = False
    """Whether its content is lost when the machine is stopped."""


@dataclass(frozen=True, slots=True)
class RaidMember:
    """A device of a software RAID; ``state`` as the kernel says it: ``"in_sync"``, ``"faulty"``, ``"spare"``."""

    device: str
    state: str


@dataclass(frozen=True, slots=True)
class Raid:
    """A software RAID (md)."""

    level: str
    disks: int | None
    """How many working members it is made for."""
    chunk_bytes: int | None
    """Bytes on one member before the next one takes over; ``None`` where the level has no stripes."""
    missing: int
    """Members that are missing or failed."""
    state: str
    """As the kernel says it: ``"clean"``, ``"active"``, ``"inactive"``."""
    action: str
    """What it is busy with: ``"idle"``, ``"resync"``, ``"recover"``, ``"check"``, ``"reshape"``; empty if unknown."""
    progress: float | None = None
    """How far that is, 0 to 1."""
    members: tuple[RaidMember, ...] = ()

    @property
    def is_degraded(self) -> bool:
        """Whether members are missing."""
        return self.missing > 0

    @property
    def is_rebuilding(self) -> bool:
        """Whether it is copying, checking or changing its shape, which slows everybody."""
        return self.action not in ("", "idle", "frozen")


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
    transport: str | None = None
    """How it is reached: ``"nvme"``, ``"sata"``, ``"sas"``, ``"fc"``, ``"iscsi"``, ``"virtio"``, ``"vmware"``, ..."""
    serial: str | None = None
    state: str | None = None
    """What its driver says of it: ``"running"``, ``"live"``, ``"offline"``, ..."""
    scheduler: str | None = None
    """The I/O scheduler in force."""
    read_ahead_bytes: int | None = None
    max_request_bytes: int | None = None
    """The largest request the kernel sends (``max_sectors_kb``)."""
    requests: int | None = None
    """How many requests may wait (``nr_requests``)."""
    logical_block_bytes: int | None = None
    physical_block_bytes: int | None = None
    write_cache: str | None = None
    """``"write back"`` or ``"write through"``, as the kernel takes it to be."""
    raid: Raid | None = None
    cloud: CloudDisk | None = None
    """What the cloud sells it as."""
