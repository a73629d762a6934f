"""Reference: measured load and save times of one table, with what failed and why (FS-022 to FS-024, seed 000)."""

from dataclasses import dataclass
from enum import StrEnum

from sizing.units import GB


class Action(StrEnum):
    """What CAS does with a file."""

    READ = "read"
    WRITE = "write"


class Format(StrEnum):
    """A file format of tables."""

    SASHDAT = "sashdat"
    PARQUET = "parquet"
    CSV = "csv"
    SAS7BDAT = "sas7bdat"


class Access(StrEnum):
    """Who reads or writes the file.

    ``SERIAL`` is the controller over a PATH caslib; ``PARALLEL`` are all workers: a DNFS caslib, or for reading
    sas7bdat a PATH caslib with dataTransferMode="parallel" (FS-024).
    """

    SERIAL = "serial"
    PARALLEL = "parallel"


class Storage(StrEnum):
    """Where the file lies: an NFS file server, or a bucket mounted with gcsfuse."""

    FILESTORE = "filestore"
    GCS = "gcs"


class CasFault(StrEnum):
    """Why a combination is known to fail."""

    CONCURRENT_UPDATE = "concurrent-update"
    FOLDER_RENAME = "folder-rename"
    NO_PARALLEL_WRITE = "no-parallel-write"


@dataclass(frozen=True, slots=True)
class File:
    """The size of the reference table in one format; it was published in whole gigabytes (10^9)."""

    format: Format
    gigabytes: int


@dataclass(frozen=True, slots=True)
class Cell:
    """One measured cell, the mean of several runs; ``seconds`` may be known although it failed in the end."""

    action: Action
    format: Format
    access: Access
    storage: Storage
    seconds: float | None
    fault: CasFault | None = None
    is_anomaly: bool = False
    """Far off what its neighbours suggest, and measured all the same."""

    def __post_init__(self) -> None:
        """Refuse a cell that says neither how long it took nor why it failed."""
        if (self.seconds is None and self.fault is None) or (self.seconds is not None and not self.seconds > 0):
            raise ValueError("a cell must hold seconds above 0, or why it failed")


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars a month: for each GB, ``least_gb`` of them at least, and for a million operations of each class."""

    storage: Storage
    usd_per_gb: float
    least_gb: float
    usd_per_million_class_a: float
    usd_per_million_class_b: float
    source: str
    is_derived: bool

    def monthly(self, gigabytes: float, class_a: float, class_b: float) -> float:
        """Return the US dollars of a month; ``class_a`` and ``class_b`` are numbers of operations."""
        operations = class_a * self.usd_per_million_class_a + class_b * self.usd_per_million_class_b
        return max(gigabytes, self.least_gb) * self.usd_per_gb + operations / 1_000_000


@dataclass(frozen=True, slots=True)
class Reference:
    """A dated table of measurements: one table in several formats on several storages."""

    edition: str
    document: str
    fact: str
    rows: int
    columns: int
    workers: int
    files: tuple[File, ...]
    cells: tuple[Cell, ...]
    prices: tuple[Price, ...]

    def cell(self, action: Action, form: Format, access: Access, storage: Storage) -> Cell:
        """Return one cell.

        Raises:
            KeyError: it was not measured.
        """
        key = (action, form, access, storage)
        for cell in self.cells:
            if (cell.action, cell.format, cell.access, cell.storage) == key:
                return cell
        raise KeyError(key)

    def bytes_of(self, form: Format) -> int:
        """Return the size of the reference table in a format.

        Raises:
            KeyError: it was not measured in this format.
        """
        for file in self.files:
            if file.format is form:
                return file.gigabytes * GB
        raise KeyError(form)

    def price(self, storage: Storage) -> Price:
        """Return what a storage costs.

        Raises:
            KeyError: no price is known.
        """
        for price in self.prices:
            if price.storage is storage:
                return price
        raise KeyError(storage)
