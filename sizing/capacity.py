"""Capacity: the cap waterfall from devices to the network, and which stage of it limits."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sizing.catalog import Cloud, InstanceType, Limit, VolumeType
from sizing.i18n import N_
from sizing.storage import Allocation, burst, sustained
from sizing.units import rate_text, rate_text_mib


class StageKind(StrEnum):
    """Where bytes pass on their way."""

    DEVICES = "devices"
    ARRAY = "array"
    SERVICE = "service"
    MACHINE = "machine"
    NETWORK = "network"
    CLIENT = "client"


LIMITS: Final = {
    StageKind.DEVICES: N_("The volumes limit, at {rate}; a machine that takes more will change nothing."),
    StageKind.ARRAY: N_("The stripe set limits, at {rate}; a machine that takes more will change nothing."),
    StageKind.SERVICE: N_("The file service limits, at {rate}; larger machines will change nothing."),
    StageKind.MACHINE: N_("The VM size limits, at {rate}; faster disks will change nothing."),
    StageKind.NETWORK: N_("The network of the machine limits, at {rate}; faster storage will change nothing."),
    StageKind.CLIENT: N_("What the service gives one client limits, at {rate}; only more machines will help."),
}
"""The sentence about the stage that limits."""
_GIGABITS: Final = "Gbit/s"
_MATCH: Final = 1.005
"""Two limits nearer than this are one: IOPS are whole numbers, and so is what is bought."""
MATCHED: Final = N_("Volumes and machine are matched, at {rate}: to get more, both must be larger.")
UNKNOWN: Final = N_("No stage has a known limit, so nothing can be said about the capacity.")


@dataclass(frozen=True, slots=True)
class Stage:
    """One step: what passes for good and, where known, for a time, in bytes a second; ``how`` shows the sum."""

    kind: StageKind
    sustained: float | None
    burst: float | None
    how: str


@dataclass(frozen=True, slots=True)
class Waterfall:
    """Every stage on the way, those without a known figure too."""

    stages: tuple[Stage, ...]

    @property
    def limiting(self) -> Stage | None:
        """The stage that lets least through for good; of equals the one nearest to SAS."""
        known = [stage for stage in self.stages if stage.sustained is not None]
        return min(reversed(known), key=lambda stage: stage.sustained or 0.0, default=None)

    @property
    def capacity(self) -> float | None:
        """Bytes a second for good."""
        return None if self.limiting is None else self.limiting.sustained

    @property
    def burst(self) -> float | None:
        """Bytes a second while every bucket lasts; equal to the capacity where nothing bursts."""
        return min((stage.burst or stage.sustained for stage in self.stages if stage.sustained), default=None)

    @property
    def sentence(self) -> str:
        """What limits; ``{rate}`` in it stands for :attr:`capacity`."""
        limiting = self.limiting
        if limiting is None:
            return UNKNOWN
        most = (limiting.sustained or 0) * _MATCH
        equals = {stage.kind for stage in self.stages if stage.sustained is not None and stage.sustained <= most}
        if StageKind.MACHINE in equals and equals & {StageKind.DEVICES, StageKind.ARRAY}:
            return MATCHED
        return LIMITS[limiting.kind]


def machine_limit(machine: InstanceType, volume: VolumeType) -> Limit | None:
    """Return what ``machine`` lets through to volumes of this type."""
    if machine.cloud is Cloud.AWS:
        return machine.limit("EBS")
    if machine.cloud is Cloud.AZURE:
        own = ("v2 NVMe", "v2") if volume.name in ("premium-v2", "ultra") else ()
        return machine.limit(*own, "uncached NVMe", "uncached")
    return machine.limit(volume.name.removesuffix("-regional"), "volumes")


def waterfall(machine: InstanceType, storage: Allocation, nodes: int = 1) -> Waterfall:
    """Return the stages between SAS on ``nodes`` machines and ``storage``; volumes that are no service are per node."""
    return Waterfall(
        tuple(_service(machine, storage, nodes) if storage.is_shared else _volumes(machine, storage, nodes))
    )


def _volumes(machine: InstanceType, storage: Allocation, nodes: int) -> list[Stage]:
    volume, count = storage.volume, storage.count
    one = sustained(volume, storage.size, storage.iops, storage.rate, storage.count)
    peak = burst(volume, storage.size, storage.iops, storage.rate)
    stages = [_stage(StageKind.DEVICES, one, peak, count * nodes, volume.unit)]
    if count > 1:
        stages.append(_stage(StageKind.ARRAY, _times(one, count), _times(peak, count), nodes))
    limit = machine_limit(machine, volume)
    if limit is not None:
        unit = "MiB/s" if machine.cloud is Cloud.GCP else "MB/s"
        stages.append(_stage(StageKind.MACHINE, limit.rate, _above(limit.burst, limit.rate), nodes, unit))
    if machine.cloud is Cloud.GCP and machine.network is not None:  # writes leave through the network (FACTS GCP-005)
        stages.append(_stage(StageKind.NETWORK, machine.network, None, nodes, _GIGABITS))
    return stages


def _service(machine: InstanceType, storage: Allocation, nodes: int) -> list[Stage]:
    volume, rates = storage.volume, storage.volume.rates
    one = sustained(volume, storage.size, storage.iops, storage.rate, storage.count)
    peak = burst(volume, storage.size, storage.iops, storage.rate)
    stages = [_stage(StageKind.SERVICE, one, peak, storage.count, volume.unit)]
    if rates.network_per_byte is not None:
        wire = rates.network_per_byte * storage.total_size
        more = _times(rates.network_burst_per_byte, storage.total_size)
        stages.append(_stage(StageKind.SERVICE, wire, _above(more, wire), 1))
    if machine.network is not None:
        more = _above(machine.network_burst, machine.network)
        stages.append(_stage(StageKind.NETWORK, machine.network, more, nodes, _GIGABITS))
    if rates.client is not None:
        stages.append(_stage(StageKind.CLIENT, rates.client, None, nodes, volume.unit))
    return stages


def _stage(kind: StageKind, rate: float | None, peak: float | None, count: int, unit: str = "MB/s") -> Stage:
    how = "" if rate is None else f"{count} × {_stated(rate, unit)}" if count > 1 else _stated(rate, unit)
    return Stage(kind, _times(rate, count), _times(peak, count), how)


def _stated(rate: float, unit: str) -> str:
    """Return ``rate`` in our unit and, where the vendor states it in another, in that."""
    if unit == "MiB/s":
        return f"{rate_text(rate)} = {rate_text_mib(rate)}"
    return f"{rate_text(rate)} = {rate * 8 / 1e9:g} {_GIGABITS}" if unit == _GIGABITS else rate_text(rate)


def _times(rate: float | None, count: float) -> float | None:
    return None if rate is None else rate * count


def _above(peak: float | None, rate: float | None) -> float | None:
    return peak if peak is not None and rate is not None and peak > rate else None
