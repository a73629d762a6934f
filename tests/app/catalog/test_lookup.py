"""What the catalogue knows of a machine nobody has to be asked."""

from dataclasses import replace

import pytest

from app.catalog.lookup import answers
from sizing.findings import check
from sizing.host import Cloud, CloudDisk, Device, DeviceKind, Host
from sizing.rulebook import RULES
from sizing.rules import Facts, Verdict
from sizing.workload import STANDARD, Role
from tests.sizing.machines import VOLUME, host_of


def machine(provider: str, size: str | None) -> Host:
    return replace(host_of(), cloud=Cloud(provider, size))


@pytest.mark.parametrize(
    ("provider", "size", "name", "value"),
    [
        ("Azure", "Standard_E32s_v3", "cloud.remote_mb_s", "768"),
        ("AWS", "r5b.4xlarge", "cloud.remote_mb_s", "1250"),
        ("AWS", "r5b.12xlarge", "cloud.remote_mb_s", "3750"),
    ],
)
def test_the_sustained_cap_of_a_known_machine_is_its_answer(provider: str, size: str, name: str, value: str) -> None:
    found = answers(machine(provider, size))[name]
    assert found.value == value
    assert size in found.source


def test_a_machine_of_google_answers_with_its_egress_not_with_a_disk_cap() -> None:
    found = answers(machine("Google Cloud", "n2-highmem-16"))
    assert "cloud.remote_mb_s" not in found
    # 32 Gb/s.
    assert found["cloud.egress_mb_s"].value == "4000"


def test_an_azure_machine_with_nvme_disks_has_the_cap_of_that_controller() -> None:
    disk = Device("sdb", DeviceKind.DISK, "8:16", transport="nvme", cloud=CloudDisk("Azure managed disk", "data"))
    host = machine("Azure", "Standard_E32bds_v5")
    by_scsi, by_nvme = answers(host), answers(replace(host, devices=(disk,)))
    assert float(by_nvme["cloud.remote_mb_s"].value) > float(by_scsi["cloud.remote_mb_s"].value)


@pytest.mark.parametrize(
    "host", [host_of(), machine("AWS", None), machine("AWS", "z99.huge"), machine("Nimbus", "r5b.4xlarge")]
)
def test_where_nothing_is_known_nothing_is_answered(host: Host) -> None:
    assert answers(host) == {}


def test_seed_002_a_detected_e32s_v3_fails_without_anybody_being_asked() -> None:
    host = machine("Azure", "Standard_E32s_v3")
    facts = Facts(host, STANDARD, VOLUME, Role.SASDATA, looked_up=answers(host))
    finding = next(one for one in check(RULES, facts) if one.rule == "azure-machine-cap")
    assert (finding.value, finding.verdict) == (48.0, Verdict.FAIL)
    assert finding.note.endswith("As the catalogue of machines says.")
