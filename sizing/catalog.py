"""Catalogue of a cloud: instance types, volume types and prices, as the vendors print them but in bytes and seconds.

``None`` means that no figure is known; nothing here was estimated. Rates are bytes a second, sizes bytes.
"""

from dataclasses import dataclass, field
from enum import StrEnum


class Cloud(StrEnum):
    """Whose catalogue it is."""

    AWS = "aws"
    AZURE = "azure"
    GCP = "gcp"
    OWN = "own"


class Kind(StrEnum):
    """How storage is reached: a volume of one machine, a file service, an object store, or disks inside the machine."""

    BLOCK = "block"
    SHARED = "shared"
    OBJECT = "object"
    LOCAL = "local"


@dataclass(frozen=True, slots=True)
class Price:
    """A list price: ``amount`` in ``currency`` for each hour or month, as the field that holds it says."""

    amount: float
    currency: str
    date: str
    region: str
    is_list: bool = True
    """Whether it is the vendor's list price; own prices are the user's word."""
    is_derived: bool = False
    """Whether it was reckoned from the list price of its family for each vCPU."""


@dataclass(frozen=True, slots=True)
class Limit:
    """What a machine lets through to one sort of storage; ``burst`` for a limited time only."""

    name: str
    read: float | None
    write: float | None
    burst: float | None = None
    iops: float | None = None

    @property
    def rate(self) -> float | None:
        """The rate both directions reach for good."""
        if self.read is None or self.write is None:
            return self.write if self.read is None else self.read
        return min(self.write, self.read)


@dataclass(frozen=True, slots=True)
class LocalStore:
    """Disks inside the machine, whose data are gone when it stops; ``size`` is that of all together."""

    size: float | None
    count: int | None = None
    read: float | None = None
    write: float | None = None
    is_nvme: bool = True

    def holds(self, size: float, rate: float) -> bool:
        """Return whether it has ``size`` bytes and, as far as is known, delivers ``rate`` bytes a second."""
        slowest = min(self.read or rate, self.write or rate)
        return (self.size or 0) >= size and slowest >= rate


@dataclass(frozen=True, slots=True)
class InstanceType:
    """A machine one can rent. ``cores`` are physical cores, what SAS counts; ``vcpus`` are what the vendor counts."""

    cloud: Cloud
    name: str
    series: str
    vcpus: int
    cores: int | None
    memory: float | None
    architecture: str | None
    limits: tuple[Limit, ...]
    local: LocalStore | None = None
    network: float | None = None
    network_burst: float | None = None
    max_volumes: int | None = None
    price: Price | None = None
    """For an hour."""
    cores_source: str = ""
    are_cores_by_rule: bool = False
    """Whether the cores follow from a rule of the series instead of a figure for this size."""
    parent: str | None = None
    """The size whose cores were constrained to make this one."""
    is_current: bool = True
    is_metal: bool = False
    has_cpu_credits: bool = False
    """Whether its processors are only lent in full for a time, or shared."""
    has_premium: bool = True
    """Whether premium disks can be attached."""
    local_choices: tuple[int, ...] = ()
    """How many local disks can be added, where they are bought apart."""

    def limit(self, *names: str) -> Limit | None:
        """Return the first of the limits called ``names`` that this machine has a rate for."""
        for name in names:
            for found in self.limits:
                if found.name == name and found.rate is not None:
                    return found
        return None


@dataclass(frozen=True, slots=True)
class Rates:
    """How the throughput of a volume follows from what was bought."""

    included: float | None = None
    """Delivered without paying for more."""
    maximum: float | None = None
    write_maximum: float | None = None
    floor: float | None = None
    """Added to what the size gives, once for all volumes of a machine."""
    per_byte: float | None = None
    """Bytes a second for each byte of its size."""
    max_io: int | None = None
    """Largest request one I/O operation carries, in bytes."""
    client: float | None = None
    """What one machine gets at most."""
    network_per_byte: float | None = None
    network_burst_per_byte: float | None = None


@dataclass(frozen=True, slots=True)
class Iops:
    """How the I/O operations a second of a volume follow from what was bought."""

    included: float | None = None
    maximum: float | None = None
    per_gib: float | None = None
    floor: float | None = None
    burst: float | None = None


@dataclass(frozen=True, slots=True)
class Bucket:
    """What a volume may burst with: to ``rate`` or ``per_byte`` of its size, from ``size`` or ``size_per_byte``."""

    rate: float | None = None
    per_byte: float | None = None
    maximum: float | None = None
    size: float | None = None
    size_per_byte: float | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Tariff:
    """List prices of a volume for a month: whole, or for each GiB, IOPS and MiB/s above what is included."""

    currency: str = "USD"
    date: str = ""
    region: str = ""
    whole: float | None = None
    gib: float | None = None
    iops: tuple[float, ...] = ()
    iops_upto: tuple[float, ...] = ()
    """Up to how many IOPS each price but the last holds; a bound more than prices means the rest is not known."""
    rate: float | None = None
    """For each unit of throughput, of ``rate_unit`` bytes a second."""
    rate_unit: float = 1.0
    writes_10k: float | None = None
    reads_10k: float | None = None
    is_list: bool = True


@dataclass(frozen=True, slots=True)
class VolumeType:
    """Storage one can rent; ``edition`` dates its figures, older editions stand beside the current one."""

    cloud: Cloud
    name: str
    title: str
    edition: str
    is_current: bool
    media: str
    kind: Kind
    size_min: float | None
    size_max: float | None
    unit: str
    """The unit the vendor states its throughput in."""
    rates: Rates = field(default_factory=Rates)
    iops: Iops = field(default_factory=Iops)
    bucket: Bucket = field(default_factory=Bucket)
    tariff: Tariff = field(default_factory=Tariff)

    @property
    def is_priced(self) -> bool:
        """Whether anything is known of its price."""
        return self.tariff.gib is not None or self.tariff.whole is not None


@dataclass(frozen=True, slots=True)
class Source:
    """Where some columns of a table come from."""

    columns: str
    source: str
    licence: str
    date: str


@dataclass(frozen=True, slots=True)
class Table:
    """What is said of all rows of a table; dates are ISO 8601."""

    name: str
    date: str
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Catalog:
    """All that is known of one cloud."""

    cloud: Cloud
    instances: tuple[InstanceType, ...]
    volumes: tuple[VolumeType, ...]
    tables: tuple[Table, ...]

    @property
    def date(self) -> str:
        """The day its oldest table stands for."""
        return min(table.date for table in self.tables)

    def instance(self, name: str) -> InstanceType | None:
        """Return the machine called ``name``, upper or lower case; Azure's ``Standard_`` may be left out."""
        wanted = name.casefold()
        names = (wanted, f"standard_{wanted}")
        return next((found for found in self.instances if found.name.casefold() in names), None)

    def volume(self, name: str, edition: str | None = None) -> VolumeType | None:
        """Return the volume called ``name``: the current one, or that of ``edition``."""
        wanted = name.casefold()
        found = [volume for volume in self.volumes if volume.name.casefold() == wanted]
        if edition is not None:
            return next((volume for volume in found if volume.edition == edition), None)
        return next((volume for volume in found if volume.is_current), found[0] if found else None)


def is_old(date: str, today: str) -> bool:
    """Return whether figures of ``date`` are older than six months on ``today``, both ISO 8601 days (FACTS CLD-003)."""
    year, month = int(date[:4]), int(date[5:7] or 1)
    later = f"{year + (month + 5) // 12:04d}-{(month + 5) % 12 + 1:02d}{date[7:10] or '-01'}"
    return today > later
