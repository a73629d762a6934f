"""Tunables and the cloud: what is set, where that stands, and whose machine it is."""

import json

import pytest

from app.detection.cloud import instance_data, read_cloud
from app.detection.sysfs import Root
from app.detection.tunables import read_tunables
from sizing.host import Cloud, Tunable
from tests.app.detection.machine import Machine

_TOLD = "run/cloud-init/instance-data.json"
_DMI = "sys/class/dmi/id"


def _tunables(machine: Machine) -> dict[str, Tunable]:
    return {tunable.name: tunable for tunable in read_tunables(Root(str(machine.place)))}


def test_a_setting_comes_with_the_file_that_says_so(machine: Machine) -> None:
    machine.write("proc/sys/vm/dirty_ratio", "30\n")
    machine.write("proc/sys/kernel/sem", "250\t32000\t32\t128\n")
    found = _tunables(machine)
    assert found["vm.dirty_ratio"] == Tunable("vm.dirty_ratio", "30", "/proc/sys/vm/dirty_ratio")
    assert found["vm.dirty_ratio"].number == 30
    assert found["kernel.sem"].value == "250 32000 32 128"
    assert found["kernel.sem"].number is None


def test_a_setting_that_a_kernel_does_not_have_is_not_listed(machine: Machine) -> None:
    assert "kernel.sched_min_granularity_ns" not in _tunables(machine)


def test_of_transparent_huge_pages_the_choice_in_force_counts(machine: Machine) -> None:
    machine.write("sys/kernel/mm/transparent_hugepage/enabled", "always madvise [never]\n")
    assert _tunables(machine)["transparent_hugepage"].value == "never"


def test_governors_that_differ_are_all_named(machine: Machine) -> None:
    for policy, governor in (("policy0", "powersave"), ("policy1", "performance"), ("policy2", "performance")):
        machine.write(f"sys/devices/system/cpu/cpufreq/{policy}/scaling_governor", f"{governor}\n")
    assert _tunables(machine)["cpu.governor"].value == "performance, powersave"


def test_limits_are_those_of_this_session(machine: Machine) -> None:
    machine.write(
        "proc/self/limits",
        "Limit                     Soft Limit           Hard Limit           Units     \n"
        "Max processes             4096                 128338               processes \n"
        "Max open files            1024                 unlimited            files     \n",
    )
    found = _tunables(machine)
    assert (found["limits.nofile"].number, found["limits.nofile.hard"].value) == (1024, "unlimited")
    assert (found["limits.nproc"].value, found["limits.nproc.hard"].value) == ("4096", "128338")


def test_a_barrier_switched_off_in_fstab_is_told_by_file_system(machine: Machine) -> None:
    machine.write(
        "etc/fstab",
        "# /dev/sdz /old xfs nobarrier 0 0\n/dev/sda /sasdata xfs rw,nobarrier,noatime 0 0\n"
        "/dev/sdb /x xfs defaults 0 0\n"
        "/dev/sdc /saswork ext4 barrier=0 0 0\nshort\n",
    )
    found = _tunables(machine)
    assert found["fstab.nobarrier.xfs"] == Tunable("fstab.nobarrier.xfs", "/sasdata", "/etc/fstab")
    assert found["fstab.nobarrier.ext4"].value == "/saswork"


def test_an_fstab_without_the_option_says_none_and_no_fstab_says_nothing(machine: Machine) -> None:
    assert "fstab.nobarrier.xfs" not in _tunables(machine)
    machine.write("etc/fstab", "/dev/sda /sasdata xfs noatime 0 0\n")
    assert _tunables(machine)["fstab.nobarrier.xfs"].value == "none"


def test_the_tuned_profile_and_the_cache_of_zfs_are_told(machine: Machine) -> None:
    machine.write("etc/tuned/active_profile", "sas-performance\n")
    machine.write("proc/spl/kstat/zfs/arcstats", "name type data\nc_max 4 33554432\nsize 4 1\n")
    found = _tunables(machine)
    assert found["tuned.profile"].value == "sas-performance"
    assert found["zfs.arc_max_bytes"].number == 33554432


def test_nitro_names_its_instance_type_and_only_cloud_init_its_zone(machine: Machine) -> None:
    machine.write(f"{_DMI}/sys_vendor", "Amazon EC2\n")
    machine.write(f"{_DMI}/product_name", "r5b.8xlarge\n")
    root = Root(str(machine.place))
    assert read_cloud(root) == Cloud("AWS", "r5b.8xlarge", None, None, f"/{_DMI}/sys_vendor")
    machine.write(_TOLD, json.dumps({"v1": {"cloud_name": "aws", "availability_zone": "eu-west-1b"}}))
    found = read_cloud(root)
    assert found is not None
    assert (found.region, found.zone) == ("eu-west-1", "eu-west-1b")
    assert not root.unread


def test_azure_tells_its_size_through_cloud_init_or_not_at_all(machine: Machine) -> None:
    machine.write(f"{_DMI}/chassis_asset_tag", "7783-7084-3265-9085-8269-3286-77\n")
    root = Root(str(machine.place))
    found = read_cloud(root)
    assert found is not None
    assert (found.provider, found.instance_type) == ("Azure", None)
    assert [unread.what for unread in root.unread] == ["the instance type"]
    compute = {"vmSize": "Standard_E32s_v3", "location": "westeurope", "zone": "1"}
    machine.write(_TOLD, json.dumps({"ds": {"meta_data": {"imds": {"compute": compute}}}}))
    found = read_cloud(root)
    assert found is not None
    assert (found.instance_type, found.region, found.zone) == ("Standard_E32s_v3", "westeurope", "1")


def test_google_tells_its_zone_in_the_hosts_file(machine: Machine) -> None:
    machine.write(f"{_DMI}/product_name", "Google Compute Engine\n")
    machine.write("etc/hosts", "10.0.0.2 sas.europe-west4-a.c.my-project.internal sas # Added by Google\n")
    found = read_cloud(Root(str(machine.place)))
    assert found is not None
    assert (found.provider, found.region, found.zone) == ("Google Cloud", "europe-west4", "europe-west4-a")


def test_a_machine_of_one_s_own_is_in_no_cloud(machine: Machine) -> None:
    machine.write(f"{_DMI}/sys_vendor", "Dell Inc.\n")
    root = Root(str(machine.place))
    assert read_cloud(root) is None
    assert not root.unread


@pytest.mark.parametrize(
    "text",
    [
        "",
        "junk",
        "[]",
        "[" * 100_000,
        '{"v1": []}',
        '{"v1": {"region": 5}}',
        '{"v1": {"region": "a b\\n<script>"}}',
        "9" * 5000,
    ],
)
def test_what_cloud_init_did_not_write_says_nothing(text: str) -> None:
    assert instance_data(text) == {}


@pytest.mark.parametrize(
    ("value", "number"), [("30", 30.0), ("-1", -1.0), ("nan", None), ("inf", None), ("9" * 400, 1e32)]
)
def test_only_a_value_that_counts_is_a_number(value: str, number: float | None) -> None:
    assert Tunable("x", value, "y").number == (pytest.approx(number) if number is not None else None)
