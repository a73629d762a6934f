"""What if: a scenario, and the projection that answers it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sizing.burst import Forecast, forecasts
from sizing.capacity import Waterfall, waterfall
from sizing.catalog import Cloud, InstanceType, Limit, LocalStore, Price
from sizing.cost import Cost, licence_line, machine_lines, storage_lines
from sizing.i18n import N_
from sizing.storage import Allocation
from sizing.units import GIB, rate_text
from sizing.workload import Workload

ENOUGH: Final = 1.0
NEARLY: Final = 0.75
"""From here on it is a warning, below a failure (FACTS, appendix A 3; the band is ours)."""
LEAST_MEMORY_PER_CORE: Final = 8 * GIB
"""SAS's requirement (FACTS REQ, appendix B)."""


class Answer(StrEnum):
    """Whether a scenario holds."""

    HOLDS = "holds"
    SHORT = "nearly holds"
    FAILS = "fails"
    UNKNOWN = "not known"


ANSWERS: Final = {
    Answer.HOLDS: N_("holds"),
    Answer.SHORT: N_("nearly holds"),
    Answer.FAILS: N_("fails"),
    Answer.UNKNOWN: N_("not known"),
}


@dataclass(frozen=True, slots=True)
class Scenario:
    """A question: these machines, this storage, this work. ``cores`` are those SAS may use on each of ``nodes``."""

    name: str
    machine: InstanceType
    storage: Allocation
    workload: Workload
    cores: int
    nodes: int = 1
    file_system: str = "XFS"
    core_price: float | None = None
    """What a licence costs for a core and month, in the currency of the prices."""
    writes: float = 0.0
    """Requests a month that write, where the storage bills them; ``reads`` likewise."""
    reads: float = 0.0

    def __post_init__(self) -> None:
        """Refuse machines that do not exist."""
        if self.cores < 1 or self.nodes < 1:
            raise ValueError("a scenario needs at least one core and one node")


@dataclass(frozen=True, slots=True)
class Need:
    """One row of the answer: what is needed, what there is, in one unit."""

    what: str
    need: float
    have: float | None
    answer: Answer


THROUGHPUT: Final = N_("Throughput for good")
MEMORY: Final = N_("Memory for each core")
ATTACHED: Final = N_("Volumes attached")


@dataclass(frozen=True, slots=True)
class Projection:
    """The answer: demand, capacity, what limits, how long bursts last, and the price of a month."""

    scenario: Scenario
    demand: float
    """Bytes a second."""
    waterfall: Waterfall
    verdicts: tuple[Need, ...]
    forecasts: tuple[Forecast, ...]
    cost: Cost
    how_demand: str
    """The demand as a sum."""

    @property
    def capacity(self) -> float | None:
        """Bytes a second for good; ``None`` if no stage has a known limit."""
        return self.waterfall.capacity

    @property
    def headroom(self) -> float | None:
        """Capacity less demand, bytes a second; below 0 it is missing."""
        return None if self.capacity is None else self.capacity - self.demand

    @property
    def per_core(self) -> float | None:
        """Bytes a second for good for each core."""
        every = self.scenario.cores * self.scenario.nodes
        return None if self.capacity is None else self.capacity / every

    @property
    def answer(self) -> Answer:
        """The worst of the verdicts that are known; not known if the throughput is not."""
        order = (Answer.FAILS, Answer.UNKNOWN, Answer.SHORT, Answer.HOLDS)
        told = {verdict.answer for verdict in self.verdicts if verdict.what == THROUGHPUT or verdict.have is not None}
        return next(answer for answer in order if answer in told)


def project(scenario: Scenario) -> Projection:
    """Return what becomes of ``scenario``."""
    machine, storage, nodes = scenario.machine, scenario.storage, scenario.nodes
    every = scenario.cores * nodes
    demand = scenario.workload.rate_per_core * every
    caps = waterfall(machine, storage, nodes)
    lines = [
        *machine_lines(machine, nodes),
        *storage_lines(storage, nodes, writes=scenario.writes, reads=scenario.reads),
    ]
    if scenario.core_price is not None:
        lines.append(licence_line(every, scenario.core_price, lines[0].currency))
    return Projection(
        scenario,
        demand,
        caps,
        tuple(_verdicts(scenario, demand, caps.capacity)),
        forecasts(machine, storage, demand if storage.is_shared else demand / nodes),
        Cost(tuple(lines)),
        f"{every} × {rate_text(scenario.workload.rate_per_core)}",
    )


def _verdicts(scenario: Scenario, demand: float, capacity: float | None) -> list[Need]:
    machine, storage = scenario.machine, scenario.storage
    rows = [_at_least(THROUGHPUT, demand, capacity)]
    memory = None if machine.memory is None else machine.memory / scenario.cores
    rows.append(_at_least(MEMORY, LEAST_MEMORY_PER_CORE, memory))
    if not storage.is_shared and machine.max_volumes is not None:
        fits = Answer.HOLDS if storage.count <= machine.max_volumes else Answer.FAILS
        rows.append(Need(ATTACHED, storage.count, machine.max_volumes, fits))
    return rows


def _at_least(what: str, need: float, have: float | None) -> Need:
    if have is None:
        return Need(what, need, None, Answer.UNKNOWN)
    share = have / need
    answer = Answer.HOLDS if share >= ENOUGH else Answer.SHORT if share >= NEARLY else Answer.FAILS
    return Need(what, need, have, answer)


def own_server(
    name: str,
    cores: int,
    memory: float,
    *,
    volumes: float | None = None,
    network: float | None = None,
    local: LocalStore | None = None,
    price: Price | None = None,
) -> InstanceType:
    """Return a machine of one's own: ``volumes`` is what its adapters carry, bytes a second."""
    limits = () if volumes is None else (Limit("volumes", volumes, volumes),)
    return InstanceType(Cloud.OWN, name, "", cores, cores, memory, None, limits, local, network, price=price)
