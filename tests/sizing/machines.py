"""Machines, plans and runs to think about, each made from one that meets every demand."""

from dataclasses import replace

from sizing.host import Cpu, Device, DeviceKind, Host, Kernel, Medium, Memory, Network, Volume, VolumeState
from sizing.measurement import DeviceSample, Measurement, Outcome, PhaseSeries, Series, Track, measure
from sizing.plan import Choices, Method, PhaseKind, Plan, Target, make_plan
from sizing.rules import Facts
from sizing.units import GIB, MB, TIB
from sizing.validity import Validity, judge
from sizing.workload import STANDARD, Role, Workload

VOLUME = Volume(
    mount_point="/sasdata",
    file_system="xfs",
    source="/dev/sdb1",
    options=("rw", "noatime"),
    medium=Medium.LOCAL,
    state=VolumeState.ANSWERED,
    device="sdb1",
    total_bytes=10 * TIB,
    free_bytes=9 * TIB,
    number=2065,
)
WORK = replace(VOLUME, mount_point="/saswork", source="/dev/sdc", device=None)
UTIL = replace(VOLUME, mount_point="/sasutil", source="/dev/sdd", device=None)
ROOT = replace(VOLUME, mount_point="/", source="/dev/sda1", device="sda", options=("rw", "relatime"))
TARGET = Target(path="/sasdata/test", resolved="/sasdata/test", device=2065, inode=7)


def host_of(*volumes: Volume, cores: int | None = 16, ram: int = 256 * GIB, system: str = "Linux") -> Host:
    """Return a host with the volumes given, or with those of a well-made one."""
    return Host(
        name="sas01",
        identity="a1b2",
        detected_at="2026-11-20T09:00:00+00:00",
        kernel=Kernel(system, "5.14.0", "Red Hat Enterprise Linux 9.4", "rhel"),
        cpu=Cpu("Xeon", "x86_64", 2, cores, 32, 32, "sysfs"),
        memory=Memory(ram, ram // 2),
        volumes=volumes or (ROOT, VOLUME, WORK, UTIL),
        devices=(
            Device("sda", DeviceKind.DISK, "8:0"),
            Device("sdb1", DeviceKind.PARTITION, "8:17", lower=("sdb",)),
            Device("sdb", DeviceKind.DISK, "8:16"),
        ),
        networks=(Network("eth0", 25e9 / 8),),
        runs_from="/",
    )


def plan_of(host: Host, choices: Choices | None = None, volume: Volume | None = None) -> Plan:
    """Return the plan of ``choices``, the SAS method by default, on ``volume`` or the one that holds the target."""
    volume = volume or host.volume_of(TARGET.resolved)
    assert volume is not None
    return make_plan(host, volume, TARGET, choices or Choices(method=Method.SAS))


def phase_of(plan: Plan, kind: PhaseKind, *times: float) -> PhaseSeries:
    """Return a phase in which every worker moved its file, the first ones in ``times`` and the rest in the last."""
    each = (*times, *[times[-1]] * plan.workers)[: plan.workers]
    tracks = [Track(rank, 0.0, done, done, plan.file_size) for rank, done in enumerate(each)]
    return PhaseSeries(kind, 0.0, tuple(tracks))


def delivered(phase: PhaseSeries, share: float) -> PhaseSeries:
    """Return ``phase`` with a device that delivered ``share`` of what the workers read."""
    return replace(phase, devices=(DeviceSample(0.1, 0, 0), DeviceSample(60.0, int(share * phase.bytes_moved), 0)))


def run_of(plan: Plan, write: float, read: float, share: float = 1.0) -> Series:
    """Return a whole run at strict rates in MB/s a core; the device delivered ``share`` of the read."""
    seconds = plan.phase_bytes / plan.cores / MB
    reading = phase_of(plan, PhaseKind.READ, seconds / read)
    phases = (phase_of(plan, PhaseKind.WRITE, seconds / write), delivered(reading, share))
    return Series(Outcome.COMPLETE, phases)


def facts_of(
    host: Host,
    plan: Plan,
    series: Series,
    *,
    role: Role = Role.SASDATA,
    workload: Workload = STANDARD,
) -> Facts:
    """Return the facts after a run, measured and judged."""
    measurement: Measurement = measure(series, plan)
    validity: Validity = judge(host, plan, series, measurement)
    volume = host.volume_of(plan.target.resolved)
    return Facts(host, workload, volume, role, plan, measurement, validity)


def volume_facts(volume: Volume = VOLUME, role: Role | None = Role.SASDATA, host: Host | None = None) -> Facts:
    """Return the facts of a volume nothing was measured on."""
    return Facts(host or host_of(ROOT, volume, WORK, UTIL), STANDARD, volume, role)
