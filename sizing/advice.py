"""Advice: what is demanded of a cloud, what it offers for it, and why the rest fails."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sizing.catalog import Cloud, InstanceType, VolumeType
from sizing.i18n import N_
from sizing.provision import Plan
from sizing.units import GIB


class Rule(StrEnum):
    """What a machine can fail by."""

    CURRENT = "current"
    PROCESSOR = "processor"
    ACCELERATOR = "accelerator"
    CORES = "cores"
    MEMORY = "memory"
    PRICE = "price"
    LOCAL = "local"
    RATE = "rate"
    VOLUMES = "volumes"
    BUDGET = "budget"


REASONS: Final = {
    Rule.CURRENT: N_("of a previous generation, or with processors that are only lent"),
    Rule.PROCESSOR: N_("its processors are not x86-64, which SAS 9 needs"),
    Rule.ACCELERATOR: N_("its price pays for graphics or other accelerators, which SAS does not use"),
    Rule.CORES: N_("too few physical cores, or their number is not known"),
    Rule.MEMORY: N_("too little memory for its cores"),
    Rule.PRICE: N_("its price is not known"),
    Rule.LOCAL: N_("no local disks, or too small or too slow ones"),
    Rule.RATE: N_("the machine takes too few MB/s for its cores, or its limit is not known"),
    Rule.VOLUMES: N_("no storage it can attach delivers the rate"),
    Rule.BUDGET: N_("above the budget"),
}


@dataclass(frozen=True, slots=True)
class Demand:
    """What is needed of each of ``nodes`` machines: rates in bytes a second, sizes in bytes."""

    cores: int
    rate_per_core: float
    size: float
    """Of the libraries that must stay: on each machine, or of all together where they are shared."""
    nodes: int = 1
    memory_per_core: float = 8 * GIB
    local: float = 0.0
    """For WORK on disks inside the machine."""
    is_shared: bool = False
    """Whether all machines must reach the same libraries."""
    x86: bool = True
    accelerators: bool = False
    """Whether machines with graphics processors and the like may be offered."""
    current: bool = False
    """Whether machines the vendor calls previous generation are left out."""
    fewer_cores: bool = True
    """Whether a larger machine may run with its cores limited to those needed."""
    budget: float | None = None
    """For a month."""
    core_price: float = 0.0
    """For a licence, a core and month."""

    def __post_init__(self) -> None:
        """Refuse demands that mean nothing."""
        if self.cores < 1 or self.nodes < 1 or not self.rate_per_core > 0 or not self.size >= 0:
            raise ValueError("a demand needs cores, nodes and a rate")


@dataclass(frozen=True, slots=True)
class Offer:
    """A machine with storage that meets the demand."""

    machine: InstanceType
    cores: int
    """Those in use on each machine; fewer than it has where they were limited."""
    plan: Plan
    month: float
    per_core: float
    """Bytes a second for good for each core in use."""
    local: VolumeType | None = None
    """The local disks to add for WORK, where they are bought apart."""


@dataclass(frozen=True, slots=True)
class Miss:
    """What comes nearest where nothing meets the demand: ``have`` of what is needed, in the unit of the rule."""

    machine: InstanceType
    rule: Rule
    need: float
    have: float | None


@dataclass(frozen=True, slots=True)
class Advice:
    """The answer: how many candidates there were, how many meet the demand, and the best of them."""

    candidates: int
    meeting: int
    offers: tuple[Offer, ...]
    front: tuple[Offer, ...]
    """By price, each with more MB/s a core than all cheaper ones, by half a per cent at least."""
    failed: tuple[tuple[Rule, int], ...]
    """Machines by the first rule they fail."""
    popular: tuple[Miss, ...]
    """Machines people ask about, and what they fail by."""
    nearest: Miss | None


POPULAR: Final = {
    Cloud.AWS: ("r5n.", "m5n.", "i3en.", "r5.", "r6i.", "m6i."),
    Cloud.AZURE: ("Es_v3", "Eds_v5", "Ls_v3", "Eds_v4"),
    Cloud.GCP: ("n2", "c2", "e2"),
}
"""Series that papers and customers name (seeds 002 and 004, FACTS AWS-001, AZ-001, GCP-001)."""
