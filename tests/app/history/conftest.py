"""Assessments to keep: of a host alone, of a plan, and of a whole run with its slots."""

from array import array
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.history.store import Store
from sizing.assessment import Assessment
from sizing.findings import Finding
from sizing.host import Cpu, Device, DeviceKind, Host, Kernel, Medium, Memory, Network, Unread, Volume, VolumeState
from sizing.measurement import DeviceSample, Outcome, PhaseSeries, Series, Track, measure
from sizing.plan import Choices, PhaseKind, Plan, Target, make_plan
from sizing.rules import Limit, Severity, Source, Verdict
from sizing.units import GIB, MIB, Unit
from sizing.validity import Origin, Reason, Standing, Validity

VOLUME = Volume(
    mount_point="/sasdata",
    file_system="ext4",
    source="/dev/vdb",
    options=("rw", "noatime"),
    medium=Medium.LOCAL,
    state=VolumeState.ANSWERED,
    device="vdb",
    total_bytes=500 * GIB,
    free_bytes=400 * GIB,
    number=64784,
)
HOST = Host(
    name="compute01",
    identity="9f3c",
    detected_at="2026-11-20T08:00:00+00:00",
    kernel=Kernel("Linux", "5.14.0", "Red Hat Enterprise Linux 9.4", "rhel"),
    cpu=Cpu("Xeon", "x86_64", 1, 2, 4, 4, "sysfs"),
    memory=Memory(16 * GIB, 12 * GIB),
    volumes=(VOLUME,),
    devices=(Device("vdb", DeviceKind.DISK, "253:16", 500 * GIB),),
    networks=(Network("eth0", 1.25e9),),
    unread=(Unread("firmware", "needs root"),),
)
FINDING = Finding(
    rule="IO-001",
    title="Write rate per core",
    verdict=Verdict.FAIL,
    severity=Severity.MUST,
    subject="/sasdata (SASDATA)",
    value=61.2,
    limit=Limit(Unit.MB_PER_S_PER_CORE, 100),
    seen="",
    note="Too slow – mesuré à 08 h",
    remedy="Add devices.",
    source=Source("REQ-001", "A document", 2024, "p. 3"),
)


def plan_of(host: Host) -> Plan:
    """Return a small quick plan on the first volume of ``host``."""
    volume = host.volumes[0]
    target = Target(volume.mount_point, volume.mount_point, volume.number or 0, 2)
    return make_plan(host, volume, target, Choices(file_size=16 * MIB))


def series_of(workers: int, slots: int) -> Series:
    """Return a series whose every slot differs from its neighbours."""
    return Series(
        Outcome.COMPLETE,
        tuple(
            PhaseSeries(
                phase,
                began_s=float(number),
                tracks=tuple(_track(number, rank, slots) for rank in range(workers)),
                devices=tuple(DeviceSample(at / 10, at * 3, at * 5 + number) for at in range(slots)),
                resident_share=0.25 if number else None,
            )
            for number, phase in enumerate((PhaseKind.WRITE, PhaseKind.READ))
        ),
    )


def _track(number: int, rank: int, slots: int) -> Track:
    cells = array("Q", ((slot * 7919 + rank * 104729 + number) % 4096 * 65536 for slot in range(slots)))
    times = array("Q", ((index * 31 + rank + number) % 5 for index in range(500)))
    return Track(rank, 0.001, slots / 10, slots / 10 + rank / 100 + 0.01, sum(cells), cells, latencies=times)


@pytest.fixture
def looked() -> Assessment:
    """A host alone, nothing planned."""
    return Assessment("20261120-aa0001", "2026-11-20T08:00:00+00:00", "Headroom 0.1.0", "2026-11", HOST)


@pytest.fixture
def planned(looked: Assessment) -> Assessment:
    """The same, with a plan."""
    return replace(looked, plan=plan_of(HOST))


@pytest.fixture
def measured(planned: Assessment) -> Assessment:
    """The same, with a series, judged by nobody yet."""
    return replace(planned, series=series_of(workers=2, slots=300))


@pytest.fixture
def judged(measured: Assessment) -> Assessment:
    """The same, judged: everything an assessment can hold."""
    assert measured.series is not None
    assert measured.plan is not None
    return replace(
        measured,
        measurement=measure(measured.series, measured.plan),
        validity=Validity(
            (Reason("files-fit-in-ram", Standing.INVALID, "Cached.", PhaseKind.READ),),
            Origin.CACHE,
            0.97,
            "The device moved 3 % of what was read.",
        ),
        findings=(FINDING, replace(FINDING, rule="IO-002", verdict=Verdict.PASS, value=None, limit=None)),
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a history is not yet."""
    return tmp_path / "headroom" / "history.sqlite3"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    """An empty history."""
    with Store(path) as opened:
        yield opened


@pytest.fixture
def many() -> Callable[[int], Iterator[Assessment]]:
    """A maker of light assessments, one a minute, of three hosts in turn."""
    plan = plan_of(HOST)
    hosts = tuple(replace(HOST, name=f"compute{number:02}", identity=f"id{number}") for number in range(3))

    def make(count: int) -> Iterator[Assessment]:
        for number in range(count):
            moment = f"2026-{1 + number // 40320 % 12:02}-{1 + number // 1440 % 28:02}"
            time = f"T{number // 60 % 24:02}:{number % 60:02}:00+00:00"
            yield Assessment(
                f"{number:06}-light", moment + time, "Headroom 0.1.0", "2026-11", hosts[number % 3], plan=plan
            )

    return make
