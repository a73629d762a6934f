"""Cost of a month: each line with its quantity, price and date; what has no known price stays open."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sizing.catalog import InstanceType, Tariff
from sizing.i18n import N_
from sizing.storage import Allocation
from sizing.units import GIB

HOURS: Final = 730.0
"""Hours of a month as all three clouds reckon."""
MACHINES: Final = N_("Machines")
VOLUMES: Final = N_("Volumes")
SIZE: Final = N_("Size, the vendor's GB being 2^30 bytes")
IOPS: Final = N_("I/O operations a second")
RATE: Final = N_("Throughput above what is included")
WRITES: Final = N_("Requests that write")
READS: Final = N_("Requests that read")
LICENCE: Final = N_("Licences, a core")


@dataclass(frozen=True, slots=True)
class Line:
    """``quantity`` times ``price``, for a month; ``None`` where no price is known."""

    what: str
    quantity: float
    price: float | None
    currency: str
    date: str
    is_list: bool = True

    @property
    def amount(self) -> float | None:
        """The money of this line."""
        return None if self.price is None else self.quantity * self.price


@dataclass(frozen=True, slots=True)
class Cost:
    """All lines of a month."""

    lines: tuple[Line, ...]

    @property
    def total(self) -> float | None:
        """The sum; ``None`` if a price is not known, or the lines are in different currencies."""
        amounts = [line.amount for line in self.lines]
        if len({line.currency for line in self.lines}) > 1:
            return None
        return None if None in amounts else sum(amount for amount in amounts if amount is not None)

    @property
    def currency(self) -> str:
        """The currency of the lines."""
        return self.lines[0].currency if self.lines else ""

    @property
    def oldest(self) -> str:
        """The date of the oldest price that has one."""
        return min((line.date for line in self.lines if line.date), default="")


def machine_lines(machine: InstanceType, nodes: int) -> Iterator[Line]:
    """Return what ``nodes`` machines cost that run all month."""
    price = machine.price
    if price is None:
        yield Line(MACHINES, nodes * HOURS, None, "USD", "")
    else:
        yield Line(MACHINES, nodes * HOURS, price.amount, price.currency, price.date, price.is_list)


def storage_lines(storage: Allocation, nodes: int = 1, *, writes: float = 0, reads: float = 0) -> Iterator[Line]:
    """Return what ``storage`` costs on each of ``nodes`` machines, or once where it is shared."""
    tariff, each = storage.volume.tariff, storage.count * (1 if storage.is_shared else nodes)
    if tariff.whole is not None:
        yield _line(VOLUMES, each, tariff.whole, tariff)
    else:
        yield _line(SIZE, each * storage.size / GIB, tariff.gib, tariff)
    if tariff.iops and storage.iops is not None:
        paid = max(0.0, storage.iops - (storage.volume.iops.included or 0))
        yield from tiers(paid, tariff, each)
    yield from _rate_lines(storage, tariff, each)
    if writes and tariff.writes_10k is not None:
        yield _line(WRITES, writes, tariff.writes_10k / 10_000, tariff)
    if reads and (tariff.reads_10k is not None or tariff.writes_10k is not None):
        per = tariff.writes_10k if tariff.reads_10k is None else tariff.reads_10k
        yield _line(READS, reads, None if per is None else per / 10_000, tariff)


def tiers(iops: float, tariff: Tariff, each: int) -> Iterator[Line]:
    """Return a line for each tier that ``iops`` of one volume reach, for ``each`` volumes."""
    below = 0.0
    bounds = (*tariff.iops_upto, float("inf"))
    for number, bound in enumerate(bounds):
        part = min(iops, bound) - below
        if part <= 0:
            return
        yield _line(IOPS, part * each, tariff.iops[number] if number < len(tariff.iops) else None, tariff)
        below = bound


def _rate_lines(storage: Allocation, tariff: Tariff, each: int) -> Iterator[Line]:
    paid = max(0.0, (storage.rate or 0) - (storage.volume.rates.included or 0))
    if paid and (tariff.rate is not None or storage.volume.rates.included is not None):
        yield _line(RATE, each * paid / tariff.rate_unit, tariff.rate, tariff)


def _line(what: str, quantity: float, price: float | None, tariff: Tariff) -> Line:
    return Line(what, quantity, price, tariff.currency, tariff.date, tariff.is_list)


def licence_line(cores: int, price: float, currency: str = "USD") -> Line:
    """Return what ``cores`` licences cost a month at ``price`` a core and month, the user's own word."""
    return Line(LICENCE, cores, price, currency, "", is_list=False)
