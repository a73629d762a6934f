"""Advice: for each table the fastest format and path that works, and the trade of minutes against money."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from sizing.cas.estimate import CasTable, Cluster, Estimate, estimate
from sizing.cas.reference import Access, Action, CasFault, Format, Reference, Storage
from sizing.units import GB


@dataclass(frozen=True, slots=True)
class Habits:
    """How often each table is loaded and saved in a day, and what is billed by the operation in a month."""

    loads: int = 1
    saves: int = 1
    class_a: float = 1_000_000
    class_b: float = 1_000_000
    least_gb: float = 0
    """GB kept besides these tables, or all that will be kept, if that is more."""

    def __post_init__(self) -> None:
        """Refuse habits of nothing."""
        if min(self.loads, self.saves, self.class_a, self.class_b, self.least_gb) < 0 or not self.loads + self.saves:
            raise ValueError("a table must be loaded or saved, and numbers must not be negative")


@dataclass(frozen=True, slots=True)
class Choice:
    """One table in one format on one storage, loaded and saved the fastest way that works."""

    format: Format
    storage: Storage
    load: Estimate | None
    save: Estimate | None
    low_s: float
    typical_s: float
    high_s: float
    """Seconds a day."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A format and storage that cannot be used, and why."""

    format: Format
    storage: Storage
    action: Action
    faults: tuple[CasFault, ...]


@dataclass(frozen=True, slots=True)
class TableAdvice:
    """What may be chosen for a table, the fastest first, and what may not."""

    table: CasTable
    choices: tuple[Choice, ...]
    refusals: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True)
class Trade:
    """All tables in one format on one storage: seconds a day against US dollars a month."""

    format: Format
    storage: Storage
    low_s: float
    typical_s: float
    high_s: float
    usd: float
    is_best: bool
    """Nothing else is both faster and no dearer, or cheaper and no slower."""


def advise(
    table: CasTable, storages: Sequence[Storage], cluster: Cluster, habits: Habits, reference: Reference
) -> TableAdvice:
    """Return the choices for one table."""
    choices, refusals = [], []
    for form, storage in product(Format, storages):
        found = _choice(table, form, storage, cluster, habits, reference)
        if isinstance(found, Choice):
            choices.append(found)
        else:
            refusals.append(found)
    return TableAdvice(table, tuple(sorted(choices, key=lambda choice: choice.typical_s)), tuple(refusals))


def trades(advices: Sequence[TableAdvice], habits: Habits, reference: Reference) -> tuple[Trade, ...]:
    """Return seconds against money for every format and storage that works for all tables, the fastest first."""
    found: list[Trade] = []
    for form, storage in product(Format, Storage):
        held = [c for a in advices for c in a.choices if (c.format, c.storage) == (form, storage)]
        if held and len(held) == len(advices):
            size = sum(advice.table.bytes_in(form, reference) for advice in advices) / GB
            gigabytes = max(size, habits.least_gb)
            usd = reference.price(storage).monthly(gigabytes, habits.class_a, habits.class_b)
            low, typical, high = (
                sum(times) for times in zip(*((c.low_s, c.typical_s, c.high_s) for c in held), strict=True)
            )
            found.append(Trade(form, storage, low, typical, high, usd, is_best=False))
    marked = (_marked(trade, found) for trade in found)
    return tuple(sorted(marked, key=lambda trade: (trade.typical_s, trade.usd)))


def _choice(
    table: CasTable, form: Format, storage: Storage, cluster: Cluster, habits: Habits, reference: Reference
) -> Choice | Refusal:
    ways: dict[Action, Estimate | None] = {Action.READ: None, Action.WRITE: None}
    low = typical = high = 0.0
    for action, times in ((Action.READ, habits.loads), (Action.WRITE, habits.saves)):
        if not times:
            continue
        cells = [reference.cell(action, form, access, storage) for access in Access]
        best = min(
            (found for cell in cells if (found := estimate(table, cell, cluster, reference)).works),
            key=lambda found: found.typical_s or 0.0,
            default=None,
        )
        if best is None:
            faults = dict.fromkeys(cell.fault for cell in cells if cell.fault)
            return Refusal(form, storage, action, tuple(faults))
        ways[action] = best
        low += times * (best.low_s or 0.0)
        typical += times * (best.typical_s or 0.0)
        high += times * (best.high_s or 0.0)
    return Choice(form, storage, ways[Action.READ], ways[Action.WRITE], low, typical, high)


def _marked(trade: Trade, others: Sequence[Trade]) -> Trade:
    beaten = any(
        (other.typical_s <= trade.typical_s and other.usd < trade.usd)
        or (other.typical_s < trade.typical_s and other.usd <= trade.usd)
        for other in others
    )
    values = (trade.format, trade.storage, trade.low_s, trade.typical_s, trade.high_s, trade.usd)
    return Trade(*values, is_best=not beaten)
