"""A host tells which volume holds a path and which devices are behind it."""

from dataclasses import replace

import pytest

from sizing.host import Device, DeviceKind, Memory, Volume
from sizing.workload import HEAVY, MIXED, STANDARD, WORKLOADS, Workload
from tests.sizing.machines import ROOT, VOLUME, host_of

HOST = replace(
    host_of(ROOT, replace(VOLUME, also_at=("/srv/sas",)), replace(VOLUME, mount_point="/sasdata/old")),
    left_out=("/proc", "/sasdata/old/run"),
)


@pytest.mark.parametrize(
    ("path", "mount_point"),
    [
        ("/", "/"),
        ("/home/sas", "/"),
        ("/sasdata", "/sasdata"),
        ("/sasdata/a/b", "/sasdata"),
        ("/sasdatabase", "/"),
        ("/sasdata/old/x", "/sasdata/old"),
        ("/srv/sas/x", "/sasdata"),
    ],
)
def test_the_longest_mount_point_holds_the_path(path: str, mount_point: str) -> None:
    volume = HOST.volume_of(path)
    assert volume is not None
    assert volume.mount_point == mount_point


def test_a_pseudo_file_system_holds_nothing_of_anybody_s() -> None:
    assert HOST.volume_of("/proc/self/fd") is None
    assert HOST.volume_of("/sasdata/old/run/x") is None


def test_a_path_that_is_not_absolute_is_on_no_volume() -> None:
    assert HOST.volume_of("sasdata") is None


def test_the_devices_behind_a_volume_are_listed_once_even_in_a_circle() -> None:
    devices = (
        Device("lv", DeviceKind.LVM, "253:0", lower=("sdb1", "sdc1", "gone")),
        Device("sdb1", DeviceKind.PARTITION, "8:17", lower=("sdb",)),
        Device("sdc1", DeviceKind.PARTITION, "8:33", lower=("sdb", "lv")),
        Device("sdb", DeviceKind.DISK, "8:16"),
    )
    host = replace(HOST, devices=devices)
    stack = host.stack(replace(VOLUME, device="lv"))
    assert [device.name for device in stack] == ["lv", "sdb1", "sdb", "sdc1"]
    assert host.stack(replace(VOLUME, device=None)) == ()
    assert host.device("nothing") is None


def test_sizes_no_machine_has_are_refused() -> None:
    with pytest.raises(ValueError, match="size"):
        Memory(-1, 0)
    with pytest.raises(ValueError, match="size"):
        replace(VOLUME, free_bytes=2**200)


def test_a_full_file_system_may_report_no_free_space() -> None:
    volume: Volume = replace(VOLUME, free_bytes=0)
    assert volume.free_bytes == 0


def test_the_workloads_demand_100_125_and_150_mb_a_core() -> None:
    assert [workload.rate_per_core for workload in (STANDARD, MIXED, HEAVY)] == [100e6, 125e6, 150e6]
    assert list(WORKLOADS) == ["standard", "mixed", "heavy"]


@pytest.mark.parametrize("rate", [0.0, -1.0, float("nan")])
def test_a_workload_that_demands_nothing_is_refused(rate: float) -> None:
    with pytest.raises(ValueError, match="above 0"):
        Workload("none", "None", rate)
