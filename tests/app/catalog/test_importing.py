"""What the clouds' own tools print is understood or refused with the place, whatever else the file holds."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.catalog import load
from app.catalog.importing import Change, Import, read
from app.catalog.reading import LARGEST_FILE
from app.errors import WorldError
from sizing.catalog import Cloud
from sizing.units import GB, GIB, MB

DAY = "2026-11-21"
AWS: dict[str, Any] = {
    "InstanceType": "r5b.4xlarge",
    "VCpuInfo": {"DefaultVCpus": 16, "DefaultCores": 8, "DefaultThreadsPerCore": 2},
    "MemoryInfo": {"SizeInMiB": 131072},
    "ProcessorInfo": {"SupportedArchitectures": ["x86_64"]},
    "EbsInfo": {
        "EbsOptimizedInfo": {
            "BaselineThroughputInMBps": 1300.5,
            "MaximumThroughputInMBps": 1300.5,
            "BaselineIops": 43333,
        }
    },
    "NetworkInfo": {"NetworkCards": [{"BaselineBandwidthInGbps": 5.0, "PeakBandwidthInGbps": 10.0}]},
    "CurrentGeneration": True,
}
AZURE: dict[str, Any] = {
    "resourceType": "virtualMachines",
    "name": "Standard_E8ads_v7",
    "locations": ["eastus"],
    "capabilities": [
        {"name": "vCPUs", "value": "8"},
        {"name": "vCPUsPerCore", "value": "2"},
        {"name": "MemoryGB", "value": "64"},
        {"name": "UncachedDiskBytesPerSecond", "value": "300000000"},
        {"name": "NvmeDiskSizeInMiB", "value": "450560"},
        {"name": "PremiumIO", "value": "True"},
    ],
}
GCP: dict[str, Any] = {
    "name": "n9-standard-8",
    "guestCpus": 8,
    "memoryMb": 32768,
    "isSharedCpu": False,
    "architecture": "X86_64",
}


def listed(tmp_path: Path, document: object) -> Import:
    path = tmp_path / "listing.json"
    path.write_text(json.dumps(document), "utf-8")
    return read(str(path), DAY)


def keep(told: Import) -> None:
    told.path.parent.mkdir(parents=True, exist_ok=True)
    told.path.write_bytes(told.text)


def test_an_aws_listing_changes_what_it_tells_and_nothing_else(tmp_path: Path) -> None:
    told = listed(tmp_path, {"InstanceTypes": [AWS]})
    assert (told.cloud, told.machines, told.is_partial) == (Cloud.AWS, 1, False)
    assert Change("r5b.4xlarge", "rate", 1250, 1300.5) in told.changes
    assert {change.column for change in told.changes} <= {"rate", "rate_burst", "current"}
    keep(told)
    machine = load(Cloud.AWS).instance("r5b.4xlarge")
    assert machine is not None
    assert machine.limits[0].rate == 1300.5 * MB
    assert machine.price is not None  # the listing has no prices: ours stays
    assert load(Cloud.AWS).tables[0].date == DAY
    assert load(Cloud.AWS).date < DAY  # the other machines are as old as before


def test_an_azure_listing_brings_cores_where_they_were_blank(tmp_path: Path) -> None:
    keep(
        listed(tmp_path, [AZURE, {"resourceType": "disks", "name": "Premium_LRS"}, {**AZURE, "locations": ["westus"]}])
    )
    machine = load(Cloud.AZURE).instance("E8ads_v7")
    assert machine is not None
    assert (machine.cores, machine.are_cores_by_rule) == (4, False)
    assert machine.limits[0].rate == 300 * MB
    assert machine.local is not None
    assert machine.local.size == pytest.approx(472.446 * GB, rel=1e-5)


def test_a_google_listing_brings_new_machines_with_cores_by_the_rule(tmp_path: Path) -> None:
    told = listed(tmp_path, [GCP, GCP])
    assert told.changes == (Change("n9-standard-8", "", None, 8),)
    keep(told)
    machine = load(Cloud.GCP).instance("n9-standard-8")
    assert machine is not None
    assert (machine.cores, machine.are_cores_by_rule, machine.memory) == (4, True, 32 * GIB)
    assert machine.limits == ()


def test_a_second_listing_adds_to_the_first(tmp_path: Path) -> None:
    keep(listed(tmp_path, [GCP]))
    keep(listed(tmp_path, [{**GCP, "name": "n9-standard-16", "guestCpus": 16}]))
    assert load(Cloud.GCP).instance("n9-standard-8") is not None
    assert load(Cloud.GCP).instance("n9-standard-16") is not None


def test_a_listing_that_says_there_is_more_is_partial(tmp_path: Path) -> None:
    assert listed(tmp_path, {"InstanceTypes": [AWS], "NextToken": "more"}).is_partial


def test_what_powershell_writes_is_read(tmp_path: Path) -> None:
    path = tmp_path / "listing.json"
    path.write_text(json.dumps([GCP]), "utf-16")
    assert read(str(path), DAY).machines == 1


def _without(key: str) -> dict[str, Any]:
    return {name: value for name, value in AWS.items() if name != key}


@pytest.mark.parametrize(
    ("document", "place"),
    [
        ({"InstanceTypes": [_without("InstanceType")]}, "InstanceTypes[0].InstanceType"),
        ({"InstanceTypes": [AWS, {**AWS, "VCpuInfo": {}}]}, "InstanceTypes[1].VCpuInfo.DefaultVCpus"),
        ({"InstanceTypes": [{**AWS, "VCpuInfo": [1]}]}, "VCpuInfo.DefaultVCpus"),
        ({"InstanceTypes": [{**AWS, "InstanceType": "../../etc/passwd"}]}, "InstanceTypes[0].InstanceType"),
        ({"InstanceTypes": [{**AWS, "InstanceType": "x" * 200}]}, "InstanceTypes[0].InstanceType"),
        ({"InstanceTypes": [{**AWS, "MemoryInfo": {"SizeInMiB": -1}}]}, "MemoryInfo.SizeInMiB"),
        ({"InstanceTypes": [{**AWS, "MemoryInfo": {"SizeInMiB": 10**400}}]}, "MemoryInfo.SizeInMiB"),
        ({"InstanceTypes": [{**AWS, "MemoryInfo": {"SizeInMiB": True}}]}, "MemoryInfo.SizeInMiB"),
        ({"InstanceTypes": {"r5b": AWS}}, "InstanceTypes"),
        ({"InstanceTypes": []}, "the top"),
        ({"Instances": []}, "the top"),
        ([], "the top"),
        ("text", "the top"),
        ([{"resourceType": "disks"}], "the top"),
        ([{**AZURE, "capabilities": None}], "[0].capabilities"),
        ([{**AZURE, "capabilities": [{"name": "vCPUs", "value": "eight"}]}], "[0].capabilities[0].value (vCPUs)"),
        ([{**AZURE, "capabilities": [{"name": "MemoryGB", "value": "64"}]}], "[0].capabilities.vCPUs"),
        ([{**GCP, "guestCpus": 1.5}], "[0].guestCpus"),
        ([{**GCP, "isSharedCpu": "perhaps"}], "[0].isSharedCpu"),
        ([GCP, "text"], "[1].name"),
    ],
)
def test_what_is_not_understood_is_refused_with_its_place(tmp_path: Path, document: object, place: str) -> None:
    with pytest.raises(WorldError) as refused:
        listed(tmp_path, document)
    assert f"At {place}" in refused.value.message or f".{place}:" in refused.value.message
    assert "describe-instance-types" in refused.value.advice


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b'{"InstanceTypes": [{"InstanceType": "r5b',
        b"\xff\xfe\x00",
        b"\x80\x81",
        b"[" * 100_000,
        b'[{"guestCpus": NaN, "name": "x"}]',
        b"9" * 10_000,
    ],
    ids=["empty", "cut off", "half a character", "no text", "deep", "not a number", "long number"],
)
def test_what_is_no_json_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "listing.json"
    path.write_bytes(content)
    with pytest.raises(WorldError, match=r"cannot be imported|At the top"):
        read(str(path), DAY)


def test_a_file_larger_than_any_listing_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "listing.json"
    with path.open("wb") as file:
        file.truncate(LARGEST_FILE + 1)
    with pytest.raises(WorldError, match="larger than 256 MiB"):
        read(str(path), DAY)


@pytest.mark.parametrize("missing", ["nothing-there.json", "."])
def test_what_is_no_file_is_refused(tmp_path: Path, missing: str) -> None:
    with pytest.raises(WorldError, match="no such file"):
        read(str(tmp_path / missing), DAY)


def test_a_damaged_import_is_told_and_can_be_repeated(tmp_path: Path) -> None:
    told = listed(tmp_path, [GCP])
    told.path.parent.mkdir(parents=True)
    told.path.write_text('{"table": "gcp-ins')
    with pytest.raises(WorldError, match="damaged"):
        load(Cloud.GCP)
    with pytest.raises(WorldError, match="damaged"):
        listed(tmp_path, [GCP])
    told.path.unlink()
    assert listed(tmp_path, [GCP]).machines == 1


_KEYS = st.sampled_from([*AWS, *AZURE, *GCP, "InstanceTypes", "EbsOptimizedInfo", "value", "NetworkCards", "Disks"])
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just("vCPUs"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=4),
    max_leaves=12,
)
_MACHINES = st.sampled_from([AWS, AZURE, GCP]).flatmap(
    lambda machine: st.dictionaries(_KEYS, _VALUES, max_size=3).map(lambda changed: {**machine, **changed})
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(document=_VALUES | st.lists(_MACHINES, min_size=1, max_size=3))
def test_whatever_the_file_holds_it_is_understood_or_refused(tmp_path: Path, document: object) -> None:
    for whole in (document, {"InstanceTypes": document}):
        try:
            told = listed(tmp_path, whole)
        except WorldError as refused:
            assert refused.advice
        else:
            assert told.machines > 0
