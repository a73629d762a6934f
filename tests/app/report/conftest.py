"""Assessments to report on, composed from arithmetic: whole, partial, failed, host only, in memory, and hostile."""

import math
from array import array
from collections.abc import Sequence
from dataclasses import replace

import pytest

from app.report.blocks import Document
from app.report.document import compose
from sizing.assessment import Assessment
from sizing.findings import check
from sizing.host import Cpu, Device, DeviceKind, Host, Kernel, Medium, Memory, Network, Unread, Volume, VolumeState
from sizing.measurement import DeviceSample, Outcome, PhaseSeries, Series, Track, measure
from sizing.plan import Choices, Method, PhaseKind, Plan, Target, make_plan
from sizing.rulebook import EDITION, RULES
from sizing.rules import Facts
from sizing.units import GIB, MB, TIB
from sizing.validity import judge
from sizing.workload import STANDARD, Role

SASDATA = Volume(
    mount_point="/sasdata",
    file_system="xfs",
    source="/dev/mapper/vg_sas-lv_sasdata",
    options=("rw", "noatime", "attr2", "inode64", "logbufs=8", "logbsize=32k", "noquota"),
    medium=Medium.LOCAL,
    state=VolumeState.ANSWERED,
    device="dm-0",
    total_bytes=8 * TIB,
    free_bytes=6 * TIB,
    number=64768,
)
ROOT = Volume(
    mount_point="/",
    file_system="ext4",
    source="/dev/sda2",
    options=("rw", "relatime"),
    medium=Medium.LOCAL,
    state=VolumeState.ANSWERED,
    device="sda2",
    total_bytes=100 * GIB,
    free_bytes=61 * GIB,
    number=2050,
)
DEAD = Volume(
    mount_point="/mnt/archive",
    file_system="nfs4",
    source="filer.example.com:/archive",
    options=("rw", "vers=4.2", "hard"),
    medium=Medium.NETWORK,
    state=VolumeState.NOT_ANSWERING,
    reason="It did not answer within 3 seconds.",
)
SHM = Volume(
    mount_point="/dev/shm",
    file_system="tmpfs",
    source="tmpfs",
    options=("rw", "nosuid", "nodev"),
    medium=Medium.MEMORY,
    state=VolumeState.ANSWERED,
    total_bytes=63 * GIB,
    free_bytes=62 * GIB,
    number=25,
)
HOST = Host(
    name="sasgrid01.example.com",
    identity="8c1f2a",
    detected_at="2026-11-20T13:58:41+00:00",
    kernel=Kernel("Linux", "5.14.0-427.13.1.el9_4.x86_64", "Red Hat Enterprise Linux 9.4 (Plow)", "rhel"),
    cpu=Cpu(
        "Intel(R) Xeon(R) Gold 6346 CPU @ 3.10GHz",
        "x86_64",
        1,
        16,
        32,
        32,
        "/sys/devices/system/cpu: 16 distinct pairs of package and core id",
        "VMware",
    ),
    memory=Memory(128 * GIB, 119 * GIB),
    volumes=(ROOT, SASDATA, SHM, DEAD),
    devices=(
        Device("sda", DeviceKind.DISK, "8:0", 100 * GIB, "VMware Virtual disk", rotational=False),
        Device("sda2", DeviceKind.PARTITION, "8:2", 99 * GIB, lower=("sda",)),
        Device("sdb", DeviceKind.DISK, "8:16", 4 * TIB, "VMware Virtual disk", rotational=False),
        Device("sdc", DeviceKind.DISK, "8:32", 4 * TIB, "VMware Virtual disk", rotational=True),
        Device("dm-0", DeviceKind.LVM, "253:0", 8 * TIB, lower=("sdb", "sdc")),
    ),
    networks=(Network("ens192", 1.25e9), Network("ens224", None)),
    runs_from="/",
    unread=(
        Unread("firmware of the disks", "only the administrator may read it"),
        Unread("/mnt/archive", "it did not answer within 3 seconds"),
    ),
)


def plan_of(host: Host, volume: Volume, *, method: Method = Method.QUICK, role: Role = Role.SASDATA) -> Plan:
    """Return a plan for a folder of ``volume``."""
    target = Target(f"{volume.mount_point}/test", f"{volume.mount_point}/test", volume.number or 0, 12)
    size = 24 * GIB if method is Method.QUICK and volume.medium is Medium.LOCAL else None
    return make_plan(host, volume, target, Choices(method=method, role=role, file_size=size))


def track_of(plan: Plan, rank: int, rate: float, *, share: float = 1.0) -> Track:
    """Return a worker whose rate swings by a fifth around ``rate`` until it has moved ``share`` of its file."""
    size = int(plan.file_size * share) // plan.block_size * plan.block_size
    slots, moved, slot = array("Q"), 0, 0
    while moved < size:
        wave = 1 + 0.12 * math.sin(slot / 170 + rank) + 0.08 * math.sin(slot / 11 + 2 * rank)
        step = min(round(rate * 0.1 * wave / plan.block_size) * plan.block_size, size - moved)
        slots.append(step)
        moved += step
        slot += 1
    ended = slot * 0.1
    return Track(rank, 0.002 * rank, ended - 0.05, ended + 1.5, moved, slots, is_complete=share == 1.0)


def phase_of(plan: Plan, kind: PhaseKind, rates: Sequence[float], *, share: float = 1.0) -> PhaseSeries:
    """Return a phase in which each worker goes at its own of ``rates``; the device lags half a second behind."""
    tracks = tuple(track_of(plan, rank, rate, share=share) for rank, rate in enumerate(rates))
    moved = sum(track.bytes_moved for track in tracks)
    seconds = max(track.done_s for track in tracks)
    samples = []
    for index in range(1, int(seconds / 0.5) + 1):
        done = int(moved * min(1, max(0, index * 0.5 - 0.5) / (seconds - 0.5)))
        written, read = (done, 0) if kind is PhaseKind.WRITE else (0, done)
        samples.append(DeviceSample(index * 0.5, read, written))
    samples.append(DeviceSample(seconds, 0 if kind is PhaseKind.WRITE else moved, moved * (kind is PhaseKind.WRITE)))
    return PhaseSeries(kind, 0.4, tracks, tuple(samples), resident_share=0.0 if kind is PhaseKind.READ else None)


def assessed(host: Host, plan: Plan | None = None, series: Series | None = None) -> Assessment:
    """Return the assessment of what is given, measured and judged by the rulebook."""
    base = Assessment("20261120-4f1c9a", "2026-11-20T14:05:12+00:00", "Headroom 0.1.0", EDITION, host, plan, series)
    if plan is None:
        return replace(base, findings=check(RULES, Facts(host=host, workload=STANDARD)))
    facts = Facts(host, plan.workload, host.volume_of(plan.target.resolved), plan.role, plan)
    if series is not None:
        measurement = measure(series, plan)
        validity = judge(host, plan, series, measurement)
        facts = replace(facts, measurement=measurement, validity=validity)
        base = replace(base, measurement=measurement, validity=validity)
    return replace(base, findings=check(RULES, facts))


def whole(host: Host = HOST, volume: Volume = SASDATA, *, write: float = 108 * MB, read: float = 84 * MB) -> Assessment:
    """Return the assessment of a whole run of sixteen workers, five minutes a phase."""
    plan = plan_of(host, volume)
    writes = phase_of(plan, PhaseKind.WRITE, [write * (1 - 0.006 * rank) for rank in range(plan.workers)])
    reads = phase_of(plan, PhaseKind.READ, [read * (1 + 0.004 * rank) for rank in range(plan.workers)])
    return assessed(host, plan, Series(Outcome.COMPLETE, (writes, reads)))


@pytest.fixture(scope="session")
def complete() -> Assessment:
    """A whole run on XFS: the write passes, the read fails."""
    return whole()


@pytest.fixture(scope="session")
def partial() -> Assessment:
    """A run cancelled in the middle of its write phase."""
    plan = plan_of(HOST, SASDATA)
    rates = [108 * MB * (1 - 0.006 * rank) for rank in range(plan.workers)]
    return assessed(HOST, plan, Series(Outcome.CANCELLED, (phase_of(plan, PhaseKind.WRITE, rates, share=0.3),)))


@pytest.fixture(scope="session")
def failed() -> Assessment:
    """A run in which the disk filled up."""
    plan = plan_of(HOST, SASDATA)
    rates = [108 * MB] * plan.workers
    phase = phase_of(plan, PhaseKind.WRITE, rates, share=0.1)
    return assessed(HOST, plan, Series(Outcome.FAILED, (phase,), "The disk filled up while worker 3 was writing."))


@pytest.fixture(scope="session")
def planned() -> Assessment:
    """A run that was planned and never came back."""
    return assessed(HOST, plan_of(HOST, SASDATA))


@pytest.fixture(scope="session")
def host_only() -> Assessment:
    """A host that was looked at, and nothing more."""
    return assessed(HOST)


@pytest.fixture(scope="session")
def in_memory() -> Assessment:
    """A whole run on a tmpfs: fast, and no storage at all."""
    plan = plan_of(HOST, SHM, role=Role.SASWORK)
    phases = tuple(replace(phase_of(plan, kind, [2500 * MB] * plan.workers), devices=()) for kind in PhaseKind)
    return assessed(HOST, plan, Series(Outcome.COMPLETE, phases))


@pytest.fixture(scope="session")
def crowded() -> Assessment:
    """A host with two hundred volumes."""
    volumes = tuple(
        replace(ROOT, mount_point=f"/srv/customer{number:03d}/projects/sasdata", number=3000 + number)
        for number in range(200)
    )
    return assessed(replace(HOST, volumes=(*HOST.volumes, *volumes)))


HOSTILE = (
    '#panic() $x^2$ *bold* _it_ `raw` @ref <label> \\ // /* */ [#image("x")] "]',
    "</text><script>alert(1)</script> &amp; ]]>",
    "disk 😀 \u202egnp.exe \u05d0\u05d1\u05d2 \u0627\u0644 \x00\x1b[31m\x07 \u2028 ﷽",
    "a" * 10_000,
    "/" + "/very-long-folder-name" * 40,
)


@pytest.fixture(scope="session")
def hostile() -> Assessment:
    """A whole run on a host whose every name is hostile."""
    volume = replace(SASDATA, mount_point="/" + HOSTILE[3], source=HOSTILE[1], options=HOSTILE, also_at=(HOSTILE[4],))
    host = replace(
        HOST,
        name=HOSTILE[0],
        kernel=Kernel(HOSTILE[2], HOSTILE[1], HOSTILE[0], HOSTILE[3]),
        cpu=replace(HOST.cpu, model=HOSTILE[2], source=HOSTILE[4]),
        volumes=(ROOT, volume, *(replace(DEAD, mount_point=f"/{text}", reason=text) for text in HOSTILE)),
        devices=tuple(replace(device, model=text) for device, text in zip(HOST.devices, HOSTILE, strict=True)),
        networks=tuple(Network(text, None) for text in HOSTILE),
        unread=tuple(Unread(text, text) for text in HOSTILE),
    )
    return whole(host, volume)


@pytest.fixture(scope="session")
def document(complete: Assessment) -> Document:
    """What the report on the whole run says."""
    return compose(complete)
