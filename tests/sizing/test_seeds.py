"""The cases of the documents the rulebook rests on come out as their authors measured and wrote them."""

from dataclasses import replace

import pytest

from sizing.findings import Finding, check, overall
from sizing.measurement import Outcome, Series
from sizing.metrics import full_test_bytes
from sizing.plan import PhaseKind
from sizing.rulebook import RULES
from sizing.rulebook.spds import placement_skew
from sizing.rules import Facts, Verdict
from sizing.units import GIB, KIB, MB, MIB, TIB
from sizing.workload import HEAVY, STANDARD, Role, Workload
from tests.sizing.cases import GCSFUSE, LUSTRE, told
from tests.sizing.cases_of_clouds import INSIDE
from tests.sizing.cases_of_volumes import PLAIN, ZIGZAG, on_devices
from tests.sizing.machines import ROOT, VOLUME, delivered, facts_of, host_of, phase_of, plan_of, run_of, volume_facts

R5B = [(8, 150.29, 1250.0), (16, 152.88, 2500.0), (24, 152.90, 3750.0)]
"""Cores, measured per core, and EBS throughput in MB/s of r5b.4xlarge, 8xlarge and 12xlarge (seed 004)."""


def found(facts: Facts, rule: str) -> Finding:
    return next(finding for finding in check(RULES, facts) if finding.rule == rule)


def measured(cores: int, rate: float, workload: Workload = STANDARD) -> Facts:
    volume = replace(VOLUME, total_bytes=40 * TIB, free_bytes=39 * TIB)
    host = host_of(ROOT, volume, cores=cores, ram=16 * cores * GIB)
    plan = plan_of(host, volume=volume)
    seconds = plan.phase_bytes / plan.cores / MB / rate
    read = delivered(phase_of(plan, PhaseKind.READ, seconds), 1.0)
    series = Series(Outcome.COMPLETE, (phase_of(plan, PhaseKind.WRITE, seconds), read))
    return facts_of(host, plan, series, workload=workload)


@pytest.mark.parametrize(("cores", "rate", "cap"), R5B)
def test_seed_004_each_r5b_passes_heavy_analytics_and_says_that_the_unit_decides(
    cores: int, rate: float, cap: float
) -> None:
    finding = found(measured(cores, rate, HEAVY), "read-rate")
    assert finding.verdict is Verdict.PASS
    assert "The unit decides" in finding.note
    as_mib = found(measured(cores, rate * MIB / MB, HEAVY), "read-rate")
    assert as_mib.verdict is Verdict.PASS
    assert "The unit decides" not in as_mib.note
    assert cap / cores == 156.25


@pytest.mark.parametrize(("cores", "rate", "cap"), R5B)
def test_seed_004_each_r5b_is_at_the_cap_of_the_machine(cores: int, rate: float, cap: float) -> None:
    facts = told(measured(cores, rate), "cloud=aws", f"cloud.remote_mb_s={cap:g}")
    assert "Limited by the cap of the machine" in found(facts, "write-rate").note
    assert found(facts, "aws-machine-cap").verdict is Verdict.PASS
    below = told(measured(cores, 0.94 * cap / cores), "cloud=aws", f"cloud.remote_mb_s={cap:g}")
    assert "Limited by" not in found(below, "write-rate").note


def test_a_rate_far_above_the_cap_or_of_disks_inside_the_machine_is_not_said_to_be_limited_by_it() -> None:
    answers = ("cloud=aws", "cloud.remote_mb_s=1250")
    assert "Limited by" not in found(told(measured(8, 400), *answers), "write-rate").note
    facts = told(measured(8, 150), *answers)
    assert "Limited by" in found(facts, "write-rate").note
    inside = replace(facts, host=replace(facts.host, devices=on_devices(INSIDE).host.devices))
    inside = replace(inside, volume=replace(VOLUME, device="sdb"))
    assert "Limited by" not in found(inside, "write-rate").note
    assert found(inside, "aws-machine-cap").verdict is Verdict.NOT_APPLICABLE


def test_seed_004_io2_iops_are_the_rate_at_256_kib_each() -> None:
    facts = told(volume_facts(host=host_of(ROOT, VOLUME, cores=24)), "cloud=aws", "cloud.volume_type=io2")
    enough = replace(facts, workload=Workload("r5b", "r5b.12xlarge", 156.25 * MB))
    assert found(told(enough, "cloud=aws", "cloud.volume_type=io2", "cloud.iops=14306"), "aws-io2-iops").verdict is (
        Verdict.PASS
    )
    short = told(enough, "cloud=aws", "cloud.volume_type=io2", "cloud.iops=14305")
    assert found(short, "aws-io2-iops").verdict is Verdict.WARN


def test_seed_002_a_standard_e32s_v3_gives_48_mb_a_core_and_fails_with_constrained_cores_as_remedy() -> None:
    facts = told(volume_facts(host=host_of(ROOT, VOLUME)), "cloud=azure", "cloud.remote_mb_s=768")
    finding = found(facts, "azure-machine-cap")
    assert finding.value == 48.0
    assert finding.verdict is Verdict.FAIL
    assert "constrained vCPU" in finding.remedy


@pytest.mark.parametrize(("rate", "verdict"), [(400, Verdict.PASS), (399, Verdict.FAIL)])
def test_seed_002_four_cores_need_400_mb_a_second(rate: int, verdict: Verdict) -> None:
    host = host_of(ROOT, VOLUME, cores=4, ram=32 * GIB)
    facts = told(volume_facts(host=host), "cloud=azure", f"cloud.disks_mb_s={rate}")
    assert found(facts, "cloud-disk-cap").verdict is verdict


def test_seed_002_580000_blocks_of_64_kib_exceed_32_gib_of_ram_and_380000_do_not() -> None:
    host = host_of(ROOT, VOLUME, cores=1, ram=32 * GIB)
    plan = plan_of(host)
    for blocks, verdict in ((580_000, Verdict.PASS), (380_000, Verdict.WARN)):
        one = replace(plan, workers=1, file_size=blocks * 64 * KIB, block_size=64 * KIB)
        facts = Facts(host, STANDARD, VOLUME, Role.SASDATA, one)
        assert found(facts, "files-exceed-ram").verdict is verdict


def test_the_full_test_of_16_cores_and_256_gib_on_xfs_needs_4224_gib() -> None:
    assert full_test_bytes(volume_facts())[1] == 4224 * GIB


def test_seed_003_the_rig_of_the_case_study_has_too_little_ram_for_its_cores() -> None:
    finding = found(Facts(host_of(cores=12, ram=24 * GIB), STANDARD), "ram-per-core")
    assert finding.value == 2.0
    assert finding.verdict is Verdict.FAIL


def test_seed_003_three_links_of_10_gb_feed_twelve_cores_and_metadata_is_still_to_be_tested() -> None:
    facts = told(volume_facts(LUSTRE, Role.SASDATA, host_of(ROOT, LUSTRE, cores=12, ram=24 * GIB)), "grid.nodes=8")
    assert found(facts, "link-feeds-cores").verdict is Verdict.PASS
    finding = found(facts, "grid-metadata")
    assert finding.verdict is Verdict.NOT_MEASURED
    assert "does not prove fitness for a grid" in finding.note


def test_lustre_without_flock_fails_and_the_command_mounts_it_with() -> None:
    finding = found(volume_facts(LUSTRE), "lustre-flock")
    assert finding.verdict is Verdict.FAIL
    assert finding.change is not None
    assert "flock" in finding.change.command


def test_seed_001_five_file_systems_in_a_plain_list_are_skewed_and_a_zigzag_list_is_even() -> None:
    # Tables of 1 to 10 partitions put 15 on the first of five file systems and 7 on the last; 11 are even (SPD-013).
    assert placement_skew(PLAIN.split()) == 15 / 11
    assert placement_skew(ZIGZAG.split()) == 1.0


@pytest.mark.parametrize("role", [Role.SASWORK, Role.UTILLOC, Role.CAS_DISK_CACHE, Role.SASDATA, Role.SPDS_DATA])
@pytest.mark.parametrize("program", ["gcsfuse", "s3fs", "blobfuse2", "goofys", "rclone"])
def test_seed_000_an_object_store_never_passes_however_fast_it_is(role: Role, program: str) -> None:
    volume = replace(GCSFUSE, file_system=f"fuse.{program}")
    host = host_of(ROOT, volume)
    plan = plan_of(host_of())
    facts = facts_of(host, plan, run_of(plan, 900, 900), role=role)
    assert overall(check(RULES, facts)) is Verdict.FAIL
