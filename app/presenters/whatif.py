"""What if, in words: the waterfall, the verdicts, how long bursts last, the bill, and what was found."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from app.i18n import tr
from app.presenters.view import Column, Line, Table
from sizing.advice import REASONS, Advice, Miss, Offer, Rule
from sizing.burst import Bursting, Forecast
from sizing.capacity import Stage, StageKind, Waterfall, machine_limit
from sizing.catalog import InstanceType, Kind
from sizing.cost import Cost
from sizing.cost import Line as CostLine
from sizing.i18n import N_
from sizing.storage import Allocation
from sizing.units import duration_text, rate_text, size_text
from sizing.whatif import ANSWERS, ATTACHED, MEMORY, Need, Projection

STAGES: Final = {
    StageKind.DEVICES: N_("Volumes"),
    StageKind.ARRAY: N_("RAID 0"),
    StageKind.SERVICE: N_("File service"),
    StageKind.MACHINE: N_("Machine"),
    StageKind.NETWORK: N_("Network"),
    StageKind.CLIENT: N_("Clients"),
}
_BURSTING: Final = {Bursting.VOLUMES: N_("The volumes"), Bursting.MACHINE: N_("The machine")}
UNKNOWN: Final = "–"


@dataclass(frozen=True, slots=True)
class WhatIfView:
    """A projection, ready to be drawn."""

    title: str
    answer: str
    limits: str
    """The sentence about the stage that limits."""
    lines: tuple[Line, ...]
    waterfall: Table
    needs: Table
    bursts: tuple[str, ...]
    cost: Table
    total: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AdviceView:
    """What was found, ready to be drawn."""

    headline: str
    offers: Table
    front: Table
    failed: tuple[Line, ...]
    popular: tuple[str, ...]
    nearest: str
    notes: tuple[str, ...]


def present_projection(told: Projection, notes: Sequence[str] = (), measured: float | None = None) -> WhatIfView:
    """Return ``told`` in words; ``notes`` say how old its figures are, ``measured`` is in bytes a second."""
    scenario = told.scenario
    machine = scenario.machine
    return WhatIfView(
        f"{scenario.name}: {machine.name}, {scenario.storage.count} × {scenario.storage.volume.title}",
        tr(ANSWERS[told.answer]),
        limiting(told.waterfall),
        tuple(_lines(told, measured)),
        _waterfall(told, measured),
        Table(
            (Column(tr(N_("What"))), Column(tr(N_("Needed")), True), Column(tr(N_("There is")), True), Column("")),  # noqa: FBT003
            tuple(_need(need) for need in told.verdicts),
        ),
        tuple(_burst(one) for one in told.forecasts),
        _cost(told.cost),
        total(told.cost),
        (*_marks(machine, scenario.storage), *notes),
    )


def _marks(machine: InstanceType, storage: Allocation) -> Iterator[str]:
    """Return what is to be known of the figures of ``machine``: what was reckoned, and what they hold for."""
    limit = None if storage.is_shared else machine_limit(machine, storage.volume)
    if limit is not None and "NVMe" in limit.name:  # FACTS AZ-002
        yield tr(N_("The machine takes this much only with --disk-controller-type NVMe; with SCSI it takes less."))
    if machine.are_cores_by_rule:
        sentence = tr(N_("The cores of {name} follow from a rule: {rule}."))
        yield sentence.format(name=machine.name, rule=machine.cores_source)
    if machine.price is not None and machine.price.is_derived:
        yield tr(N_("The price of {name} is that of its family for each vCPU.")).format(name=machine.name)


def limiting(waterfall: Waterfall) -> str:
    """Return the sentence about the stage that limits."""
    capacity = waterfall.capacity
    return tr(waterfall.sentence).format(rate="" if capacity is None else rate_text(capacity))


def total(cost: Cost) -> str:
    """Return what a month costs in words, with the date of the oldest price."""
    if cost.total is None:
        return tr(N_("Not every price is known, so there is no total."))
    sentence = tr(N_("{amount} a month, list prices, the oldest of {date}."))
    if not all(line.is_list for line in cost.lines):
        sentence = tr(N_("{amount} a month, with prices of your own; the oldest of {date}."))
    return sentence.format(amount=money(cost.total, cost.currency), date=cost.oldest or UNKNOWN)


def money(amount: float, currency: str) -> str:
    """Return an amount with its currency: ``"5 975.00 USD"``."""
    return f"{amount:,.2f} {currency}".replace(",", "\u202f")


def compared(views: Sequence[Projection], measured: Sequence[float | None]) -> Table:
    """Return scenarios side by side, a column each; ``measured`` has a rate for each where one was measured."""
    rows = [
        (tr(N_("Machine")), *(one.scenario.machine.name for one in views)),
        (tr(N_("Storage")), *(f"{one.scenario.storage.count} × {one.scenario.storage.volume.name}" for one in views)),
        (tr(N_("Cores")), *(str(one.scenario.cores * one.scenario.nodes) for one in views)),
        (tr(N_("Demand")), *(rate_text(one.demand) for one in views)),
        (tr(N_("Capacity")), *(_rate(one.capacity) for one in views)),
        (tr(N_("Headroom")), *(_rate(one.headroom) for one in views)),
        (tr(N_("For each core")), *(_rate(one.per_core) for one in views)),
        (tr(N_("Measured")), *(_rate(one) for one in measured)),
        (tr(N_("Answer")), *(tr(ANSWERS[one.answer]) for one in views)),
        (tr(N_("A month")), *(_month(one.cost) for one in views)),
    ]
    heads = (Column(""), *(Column(one.scenario.name, True) for one in views))  # noqa: FBT003
    return Table(heads, tuple(rows))


def present_advice(told: Advice, notes: Sequence[str] = ()) -> AdviceView:
    """Return ``told`` in words."""
    headline = tr(N_("{meeting} of {candidates} candidates meet the demand.")).format(
        meeting=_whole(told.meeting), candidates=_whole(told.candidates)
    )
    return AdviceView(
        headline,
        _offers(told.offers),
        _offers(told.front),
        tuple(Line(_whole(count), tr(REASONS[rule])) for rule, count in told.failed),
        tuple(_missed(miss) for miss in told.popular),
        "" if told.nearest is None else tr(N_("Nearest: {miss}")).format(miss=_missed(told.nearest)),
        tuple(notes),
    )


def _lines(told: Projection, measured: float | None) -> Iterator[Line]:
    yield Line(tr(N_("Demand")), f"{rate_text(told.demand)} = {told.how_demand}")
    yield Line(tr(N_("Capacity")), _rate(told.capacity))
    yield Line(tr(N_("Headroom")), _rate(told.headroom))
    yield Line(tr(N_("For each core")), _rate(told.per_core))
    if measured is not None:
        yield Line(tr(N_("Measured")), rate_text(measured))
        if told.capacity is not None and measured >= 0.95 * told.capacity:  # FACTS, appendix A 4
            yield Line("", tr(N_("What was measured is this limit, not the tuning.")))


def _waterfall(told: Projection, measured: float | None) -> Table:
    rows = [
        (tr(STAGES[stage.kind]), _rate(stage.sustained), _rate(stage.burst), _how(stage))
        for stage in told.waterfall.stages
    ]
    rows.append((tr(N_("Demand")), rate_text(told.demand), "", told.how_demand))
    if measured is not None:
        rows.append((tr(N_("Measured")), rate_text(measured), "", ""))
    heads = (
        Column(tr(N_("Stage"))),
        Column(tr(N_("For good")), True),  # noqa: FBT003
        Column(tr(N_("In a burst")), True),  # noqa: FBT003
        Column(tr(N_("How"))),
    )
    return Table(heads, tuple(rows))


def _how(stage: Stage) -> str:
    return stage.how or tr(N_("no limit known"))


def _need(need: Need) -> tuple[str, str, str, str]:
    shown = _SHOWN.get(need.what, rate_text)
    have = UNKNOWN if need.have is None else shown(need.have)
    return tr(need.what), shown(need.need), have, tr(ANSWERS[need.answer])


def _burst(one: Forecast) -> str:
    who = tr(_BURSTING[one.who])
    if not one.is_burst:
        sentence = tr(N_("{who}: {asked} need no burst; {baseline} are there for good."))
    elif one.lasts_s is None:
        sentence = tr(N_("{who}: {peak} for a time the vendor does not state, then {baseline}."))
    else:
        sentence = tr(
            N_("{who}: at {asked} the bucket lasts {time}, then {baseline} remain; a shorter run shows the burst.")
        )
    lasts = "" if one.lasts_s is None or math.isinf(one.lasts_s) else duration_text(one.lasts_s)
    return sentence.format(
        who=who,
        asked=rate_text(min(one.asked, one.peak) if one.is_burst else one.asked),
        peak=rate_text(one.peak),
        baseline=rate_text(one.baseline),
        time=lasts,
    )


def _cost(cost: Cost) -> Table:
    heads = (
        Column(tr(N_("What"))),
        Column(tr(N_("Quantity")), True),  # noqa: FBT003
        Column(tr(N_("Price")), True),  # noqa: FBT003
        Column(tr(N_("A month")), True),  # noqa: FBT003
        Column(tr(N_("Price of"))),
    )
    return Table(heads, tuple(_bill(line) for line in cost.lines))


def _bill(line: CostLine) -> tuple[str, str, str, str, str]:
    price = UNKNOWN if line.price is None else f"{line.price:g} {line.currency}"
    amount = UNKNOWN if line.amount is None else money(line.amount, line.currency)
    return tr(line.what), f"{line.quantity:,.0f}".replace(",", "\u202f"), price, amount, line.date or UNKNOWN


def _offers(offers: Sequence[Offer]) -> Table:
    heads = (
        Column(tr(N_("Machine"))),
        Column(tr(N_("Cores used")), True),  # noqa: FBT003
        Column(tr(N_("Storage"))),
        Column(tr(N_("For each core")), True),  # noqa: FBT003
        Column(tr(N_("A month")), True),  # noqa: FBT003
    )
    return Table(heads, tuple(_offer(offer) for offer in offers))


def _offer(offer: Offer) -> tuple[str, str, str, str, str]:
    machine, storage = offer.machine, offer.plan.storage
    cores = f"{offer.cores}/{machine.cores}{'*' if machine.are_cores_by_rule else ''}"
    bought = f"{storage.count} × {storage.volume.name}, {size_text(storage.size)}"
    if storage.iops is not None and storage.volume.kind is Kind.BLOCK:
        bought += f", {storage.iops:.0f} IOPS"
    if storage.rate is not None:
        bought += f", {rate_text(storage.rate)}"
    if offer.local is not None:
        bought += f" + {offer.local.title}"
    currency = "" if machine.price is None else machine.price.currency
    return machine.name, cores, bought, rate_text(offer.per_core), money(offer.month, currency)


def _missed(miss: Miss) -> str:
    shown = {Rule.CORES: _whole, Rule.MEMORY: size_text, Rule.LOCAL: size_text, Rule.BUDGET: _whole}.get(
        miss.rule, rate_text
    )
    says_it_all = miss.rule in (Rule.CURRENT, Rule.PROCESSOR, Rule.ACCELERATOR, Rule.PRICE)
    if says_it_all or (miss.have is not None and miss.have >= miss.need and miss.rule is not Rule.BUDGET):
        return f"{miss.machine.name}: {tr(REASONS[miss.rule])}."
    have = UNKNOWN if miss.have is None else shown(miss.have)
    return tr(N_("{name}: {why} ({have} of {need}).")).format(
        name=miss.machine.name, why=tr(REASONS[miss.rule]), have=have, need=shown(miss.need)
    )


def _whole(number: float) -> str:
    return f"{number:,.0f}".replace(",", "\u202f")


def _rate(rate: float | None) -> str:
    return UNKNOWN if rate is None else rate_text(rate)


def _month(cost: Cost) -> str:
    return UNKNOWN if cost.total is None else money(cost.total, cost.currency)


_SHOWN: Final[dict[str, Callable[[float], str]]] = {MEMORY: size_text, ATTACHED: _whole}
