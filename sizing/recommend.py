"""Recommend: search every machine and every way to buy storage for plans that meet each rule, cheapest first."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from sizing.advice import POPULAR, Advice, Demand, Miss, Offer, Rule
from sizing.capacity import machine_limit
from sizing.catalog import Catalog, Cloud, InstanceType, Kind, LocalStore, VolumeType
from sizing.cost import HOURS
from sizing.provision import COUNTS, Plan, plans, tried, usable
from sizing.units import GIB

_NO_RATE: Final = 0.0
_ACCELERATED: Final = {
    Cloud.AWS: re.compile(r"(gr?|p|f|inf|trn|dl|vt)\d"),
    Cloud.AZURE: re.compile(r"Standard_N"),
    Cloud.GCP: re.compile(r"[ag]\d"),
    Cloud.OWN: re.compile(r"(?!)"),
}
"""Names of machines with accelerators, by the naming rules of each cloud."""
_WORTH: Final = 1.005
"""How much faster a dearer plan must be to be told."""


@dataclass(frozen=True, slots=True)
class _Stream:
    """A machine with one list of plans, which is sorted by price; all of ``plans`` meet the demand."""

    machine: InstanceType
    cores: int
    fixed: float
    limit: float
    plans: list[Plan]
    local: VolumeType | None


def recommend(catalog: Catalog, demand: Demand, limit: int = 50) -> Advice:
    """Return the cheapest plans of ``catalog`` that meet ``demand``: the best for each machine and type of storage.

    Every machine is paired with every plan. Machines that fail by themselves are left out with all their plans; plans
    depend on the rate alone and are made once for each, sorted, so that no more pairs than needed are looked at.
    """
    search = _Search(catalog, demand)
    streams = list(search.streams())
    budget = math.inf if demand.budget is None else demand.budget
    heads = sorted(streams, key=lambda stream: stream.fixed + stream.plans[0].month)
    meeting = sum(_within(stream, budget) for stream in streams)
    offers = tuple(_offer(s, s.plans[0], demand) for s in heads[:limit] if s.fixed + s.plans[0].month <= budget)
    if streams and not offers:
        search.failed[Rule.BUDGET] += len({stream.machine.name for stream in streams})
    popular = search.popular()
    return Advice(
        search.candidates,
        meeting,
        offers,
        tuple(_front(heads, budget, demand)),
        tuple(search.failed.most_common()),
        popular,
        None if offers else search.nearest(heads),
    )


class _Search:
    """One walk through a catalogue."""

    def __init__(self, catalog: Catalog, demand: Demand) -> None:
        self._catalog = catalog
        self._demand = demand
        self.failed: Counter[Rule] = Counter()
        self._failures: list[tuple[InstanceType, Rule]] = []
        volumes = usable(catalog.volumes)
        self._volumes = tuple(v for v in volumes if not demand.is_shared or v.kind is Kind.SHARED)
        self._ways = tried(self._volumes)
        self._disks = tuple(v for v in catalog.volumes if v.kind is Kind.LOCAL and v.name.startswith("local-ssd-nvme"))
        self._made: dict[tuple[str, float], list[Plan]] = {}
        self.candidates = 0

    def streams(self) -> Iterator[_Stream]:
        """Return every machine that can meet the demand with the plans it can attach."""
        for machine in self._catalog.instances:
            found = False
            rule = self._fails(machine)
            for cores in self._cores(machine):
                self.candidates += self._ways
                if rule is None:
                    for stream in self._attached(machine, cores):
                        found = True
                        yield stream
            if not found:
                self._fail(machine, rule or self._why(machine))

    def _fail(self, machine: InstanceType, rule: Rule) -> None:
        self.failed[rule] += 1
        self._failures.append((machine, rule))

    def _cores(self, machine: InstanceType) -> tuple[int, ...]:
        """Return with how many cores ``machine`` may run: all, or those needed where its cloud can limit them."""
        own, need = machine.cores or 0, self._demand.cores
        can_limit = machine.cloud in (Cloud.AWS, Cloud.GCP) and not machine.is_metal and need % 2 == 0
        return (own, need) if self._demand.fewer_cores and can_limit and own > need else (own,)

    def _fails(self, machine: InstanceType) -> Rule | None:
        demand = self._demand
        if machine.has_cpu_credits or (demand.current and not machine.is_current):
            return Rule.CURRENT
        if demand.x86 and machine.architecture not in ("x86_64", None):
            return Rule.PROCESSOR
        if not demand.accelerators and _ACCELERATED[machine.cloud].match(machine.name):
            return Rule.ACCELERATOR
        if machine.cores is None or machine.cores < demand.cores:
            return Rule.CORES
        if machine.memory is None or machine.memory < demand.memory_per_core * demand.cores:
            return Rule.MEMORY
        if machine.price is None:
            return Rule.PRICE
        if demand.local and machine.local is None and not machine.local_choices:
            return Rule.LOCAL
        return None

    def _attached(self, machine: InstanceType, cores: int) -> Iterator[_Stream]:
        demand = self._demand
        if cores > demand.cores and (machine.memory or 0) < demand.memory_per_core * cores:
            return
        rate = cores * demand.rate_per_core
        local, local_month = self._local(machine, rate)
        if local_month is None:
            return
        price = machine.price
        fixed = (
            (0.0 if price is None else price.amount * HOURS) + local_month + cores * demand.core_price
        ) * demand.nodes
        attached = None if machine.cloud is not Cloud.AWS else self._block(machine)
        for volume in self._volumes:
            is_block = volume.kind is Kind.BLOCK
            limit = attached if is_block and attached is not None else self._limit(machine, volume)
            if limit < rate:
                continue
            made = self._plans(volume, rate)
            most = machine.max_volumes
            if most is not None and is_block and most < COUNTS[-1]:
                made = [plan for plan in made if plan.storage.count <= most]
            if made:
                yield _Stream(machine, cores, fixed, limit, made, local)

    def _local(self, machine: InstanceType, rate: float) -> tuple[VolumeType | None, float | None]:
        """Return the local disks to add for WORK and their price a month; a price of ``None`` if none will do."""
        size = self._demand.local
        if not size or (machine.local is not None and machine.local.holds(size, rate)):
            return None, 0.0
        for volume in self._disks:
            count = int(volume.name.rpartition("x")[2])
            store = LocalStore(volume.size_max, count, volume.rates.maximum, volume.rates.write_maximum)
            if count in machine.local_choices and volume.tariff.gib is not None and store.holds(size, rate):
                return volume, volume.tariff.gib * (volume.size_max or 0) / GIB
        return None, None

    def _limit(self, machine: InstanceType, volume: VolumeType) -> float:
        """Return what ``machine`` takes from volumes of this type for good; 0 where that is not known."""
        if volume.kind is Kind.SHARED:
            return min(machine.network or _NO_RATE, volume.rates.client or math.inf)
        if not machine.has_premium and volume.name.startswith(("P", "ultra")):
            return _NO_RATE
        found = machine_limit(machine, volume)
        rate = _NO_RATE if found is None or found.rate is None else found.rate
        return min(rate, machine.network or math.inf) if machine.cloud is Cloud.GCP else rate

    def _block(self, machine: InstanceType) -> float:
        found = machine.limit("EBS")  # one for all sorts of volumes
        return _NO_RATE if found is None or found.rate is None else found.rate

    def _plans(self, volume: VolumeType, rate: float) -> list[Plan]:
        key = (volume.name, rate)
        if key not in self._made:
            self._made[key] = plans((volume,), rate, self._demand.size, self._demand.nodes)
        return self._made[key]

    def _why(self, machine: InstanceType) -> Rule:
        """Return why no storage fits a machine that is right by itself."""
        needed = self._demand.cores * self._demand.rate_per_core
        if all(self._local(machine, cores * self._demand.rate_per_core)[1] is None for cores in self._cores(machine)):
            return Rule.LOCAL
        return Rule.VOLUMES if self._most(machine) >= needed and self._may_be_fewer(machine) else Rule.RATE

    def _may_be_fewer(self, machine: InstanceType) -> bool:
        least = min(self._cores(machine))
        return self._most(machine) >= least * self._demand.rate_per_core

    def _most(self, machine: InstanceType) -> float:
        return max((self._limit(machine, volume) for volume in self._volumes), default=_NO_RATE)

    def popular(self) -> tuple[Miss, ...]:
        """Return, of each popular series, the smallest machine with enough cores that fails, and by what."""
        failures = self._failures
        found = []
        for series in POPULAR.get(self._catalog.cloud, ()):
            mine = [one for one in failures if _is_of(one[0], series) and (one[0].cores or 0) >= self._demand.cores]
            if mine:
                machine, rule = min(mine, key=lambda one: (one[0].cores or 0, one[0].name))
                found.append(self._miss(machine, rule))
        return tuple(found)

    def _miss(self, machine: InstanceType, rule: Rule) -> Miss:
        demand = self._demand
        cores = min(self._cores(machine))
        if rule is Rule.MEMORY:
            return Miss(machine, rule, demand.memory_per_core * demand.cores, machine.memory)
        if rule is Rule.CORES:
            return Miss(machine, rule, demand.cores, machine.cores)
        if rule is Rule.LOCAL:
            return Miss(machine, rule, demand.local, None if machine.local is None else machine.local.size)
        have = self._deliverable(machine) if rule is Rule.VOLUMES else self._most(machine)
        return Miss(machine, rule, cores * demand.rate_per_core, have or None)

    def _deliverable(self, machine: InstanceType) -> float:
        """Return the most any storage with a known maximum delivers through ``machine``."""
        most = _NO_RATE
        for volume in self._volumes:
            count = 1 if volume.kind is Kind.SHARED else min(COUNTS[-1], machine.max_volumes or COUNTS[-1])
            ends = min(volume.rates.maximum or _NO_RATE, volume.rates.write_maximum or math.inf)
            most = max(most, min(self._limit(machine, volume), ends * count))
        return most

    def nearest(self, heads: list[_Stream]) -> Miss | None:
        """Return what comes nearest: the cheapest if only the budget fails, else the largest share of a need."""
        if heads:
            best = heads[0]
            month = best.fixed + best.plans[0].month
            return Miss(best.machine, Rule.BUDGET, self._demand.budget or 0, month)
        misses = [
            self._miss(machine, rule)
            for machine, rule in self._failures
            if rule in (Rule.RATE, Rule.VOLUMES, Rule.MEMORY, Rule.CORES, Rule.LOCAL)
        ]
        depth = {Rule.CORES: 0, Rule.MEMORY: 1, Rule.LOCAL: 2, Rule.RATE: 3, Rule.VOLUMES: 4}
        return max(misses, key=lambda miss: (depth[miss.rule], _share(miss)), default=None)


def _share(miss: Miss) -> float:
    return 0.0 if miss.have is None else miss.have / miss.need


def _is_of(machine: InstanceType, series: str) -> bool:
    return machine.name.startswith(series) if machine.cloud is Cloud.AWS else machine.series == series


def _within(stream: _Stream, budget: float) -> int:
    if budget == math.inf:
        return len(stream.plans)
    return sum(1 for plan in stream.plans if stream.fixed + plan.month <= budget)


def _front(heads: list[_Stream], budget: float, demand: Demand) -> list[Offer]:
    """Return the offers no other beats in price and MB/s a core."""
    steps: dict[int, list[Plan]] = {}
    points: list[tuple[float, float, _Stream, Plan]] = []
    best, seen = 0.0, set()
    for stream in heads:  # by the price of their cheapest: whatever was best before was cheaper
        alike = (id(stream.plans), stream.limit, stream.cores)
        if alike in seen:  # the same machine for our purpose, at a higher price
            continue
        seen.add(alike)
        mine = steps.get(id(stream.plans)) or steps.setdefault(id(stream.plans), _rising(stream.plans))
        if _per_core(stream, mine[-1], demand.nodes) <= best:
            continue
        best = max(best, _per_core(stream, mine[0], demand.nodes))
        points += [(stream.fixed + plan.month, -_per_core(stream, plan, demand.nodes), stream, plan) for plan in mine]
    kept: list[Offer] = []
    for month, _, stream, plan in sorted(points, key=itemgetter(0, 1)):
        per_core = _per_core(stream, plan, demand.nodes)
        if month <= budget and (not kept or per_core > kept[-1].per_core * _WORTH):
            kept.append(_offer(stream, plan, demand))
    return kept


def _rising(made: list[Plan]) -> list[Plan]:
    """Return those of ``made``, which is sorted by price, that deliver more than all cheaper ones."""
    kept = made[:1]
    for plan in made:
        if plan.rate > kept[-1].rate:
            kept.append(plan)
    return kept


def _per_core(stream: _Stream, plan: Plan, nodes: int) -> float:
    delivered = plan.rate / nodes if plan.storage.volume.kind is Kind.SHARED else plan.rate
    return min(delivered, stream.limit) / stream.cores


def _offer(stream: _Stream, plan: Plan, demand: Demand) -> Offer:
    per_core = _per_core(stream, plan, demand.nodes)
    return Offer(stream.machine, stream.cores, plan, stream.fixed + plan.month, per_core, stream.local)
