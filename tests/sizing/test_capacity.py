"""The cap waterfall gives the figures of the seeds: papers whose numbers customers know."""

import pytest

from app.catalog import load
from app.catalog.load import seeds
from sizing.capacity import LIMITS, MATCHED, StageKind, waterfall
from sizing.catalog import Catalog, Cloud, InstanceType, VolumeType
from sizing.provision import provision
from sizing.storage import Allocation, least_iops, sustained
from sizing.units import GIB, KIB, MB, MIB, TIB

# Seed 004, table 2: vCPUs, GiB, EBS bandwidth in Mbit/s (the first three "up to"), MB/s.
R5B = {
    "r5b.large": (2, 16, 10_000, 1_250),
    "r5b.xlarge": (4, 32, 10_000, 1_250),
    "r5b.2xlarge": (8, 64, 10_000, 1_250),
    "r5b.4xlarge": (16, 128, 10_000, 1_250),
    "r5b.8xlarge": (32, 256, 20_000, 2_500),
    "r5b.12xlarge": (48, 384, 30_000, 3_750),
    "r5b.16xlarge": (64, 512, 40_000, 5_000),
    "r5b.24xlarge": (96, 768, 60_000, 7_500),
    "r5b.metal": (96, 768, 60_000, 7_500),
}


@pytest.fixture(scope="module")
def aws() -> Catalog:
    return load(Cloud.AWS)


def machine(catalog: Catalog, name: str) -> InstanceType:
    found = catalog.instance(name)
    assert found is not None
    return found


def volume(catalog: Catalog, name: str, edition: str | None = None) -> VolumeType:
    found = catalog.volume(name, edition)
    assert found is not None
    return found


@pytest.mark.parametrize("name", R5B)
def test_seed_004_r5b_sizes_are_those_of_its_table_2(aws: Catalog, name: str) -> None:
    vcpus, memory, megabits, rate = R5B[name]
    today = machine(aws, name)
    then = next(found for found in seeds() if found.name == name)
    limit = today.limit("EBS")
    assert limit is not None
    assert (today.vcpus, today.memory) == (then.vcpus, then.memory) == (vcpus, memory * GIB)
    assert today.cores == then.cores == vcpus // 2
    assert limit.burst == rate * MB == megabits * 1_000_000 / 8
    assert then.limits[0].rate == rate * MB


@pytest.mark.parametrize(
    ("rate", "whole"), [(1_250, 4_768), (2_500, 9_537), (3_750, 14_305)], ids=["4xlarge", "8xlarge", "12xlarge"]
)
def test_seed_004_io2_needs_the_rate_over_256_kib(aws: Catalog, rate: int, whole: int) -> None:
    assert round(least_iops(rate * MB, 256 * KIB)) == whole
    bought = provision(volume(aws, "io2", "seed-2021"), 1, rate * MB, 40_000 * GIB)
    assert bought is not None
    assert bought.iops is not None
    assert bought.iops in (whole, whole + 1)  # rounded up, or a request would be missing
    assert bought.iops * 262_144 >= rate * MB


@pytest.mark.parametrize(("rate", "each"), [(5_000, 9_537), (7_500, 14_306)], ids=["16xlarge", "24xlarge"])
def test_seed_004_large_r5b_needs_two_io2_volumes_with_half_the_iops_each(aws: Catalog, rate: int, each: int) -> None:
    io2 = volume(aws, "io2", "seed-2021")
    assert provision(io2, 1, rate * MB, 40_000 * GIB) is None  # one volume ends at 4 000 MB/s
    two = provision(io2, 2, rate * MB, 40_000 * GIB)
    assert two is not None
    assert two.chunk == MIB
    assert two.iops == pytest.approx(each, abs=1)
    assert two.size == 20_000 * GIB


def test_seed_004_a_matched_volume_and_machine_are_said_to_be_matched(aws: Catalog) -> None:
    bought = Allocation(volume(aws, "io2", "seed-2021"), 1, 40_000 * GIB, 3_750 * MB / 262_144)
    caps = waterfall(machine(aws, "r5b.12xlarge"), bought)
    assert caps.capacity == 3_750 * MB
    assert caps.sentence == MATCHED


def test_seed_002_e32s_v3_takes_48_mb_s_a_core_whatever_the_disks() -> None:
    azure = load(Cloud.AZURE)
    e32 = machine(azure, "E32s_v3")
    caps = waterfall(e32, Allocation(volume(azure, "P50"), 4, 4 * TIB))
    assert e32.cores == 16
    assert e32.network == 16_000 * 125_000
    assert [stage.sustained for stage in caps.stages] == [1_000 * MB, 1_000 * MB, 768 * MB]
    assert caps.capacity == 768 * MB == 48 * MB * 16
    assert caps.sentence == LIMITS[StageKind.MACHINE]


def test_seed_002_constrained_cores_keep_the_rate_of_their_parent() -> None:
    azure = load(Cloud.AZURE)
    small = machine(azure, "E32-16s_v3")
    limit = small.limit("uncached")
    assert small.cores == 8
    assert limit is not None
    assert limit.rate == 768 * MB


@pytest.mark.parametrize("edition", [None, "seed 002"])
def test_seed_002_a_p50_delivers_250_mb_s(edition: str | None) -> None:
    assert sustained(volume(load(Cloud.AZURE), "P50", edition), 4 * TIB, None, None) == 250 * MB


def test_seed_004_st1_needs_12_5_tib_for_its_500_mib_s(aws: Catalog) -> None:
    st1 = volume(aws, "st1")
    assert sustained(st1, 12.5 * TIB, None, None) == pytest.approx(500 * MIB)
    assert sustained(st1, 12 * TIB, None, None) == pytest.approx(480 * MIB)
    bought = provision(st1, 1, 500 * MIB, 1 * TIB)
    assert bought is not None
    assert bought.size == 12.5 * TIB


def test_a_file_service_passes_the_network_of_each_machine_and_what_one_client_gets(aws: Catalog) -> None:
    efs = Allocation(volume(aws, "efs-provisioned"), 1, TIB, rate=3_000 * MIB)
    one = waterfall(machine(aws, "r5b.8xlarge"), efs)
    assert one.capacity == 500 * MIB
    assert one.sentence == LIMITS[StageKind.CLIENT]
    assert waterfall(machine(aws, "r5b.8xlarge"), efs, nodes=4).capacity == 2_000 * MIB


def test_r5b_is_good_for_ebs_and_bad_for_lustre(aws: Catalog) -> None:
    # FACTS AWS-015: 10 Gbit/s are 78 MB/s for each of 16 cores.
    lustre = Allocation(volume(aws, "fsx-persistent2-250"), 1, 24 * TIB)
    caps = waterfall(machine(aws, "r5b.8xlarge"), lustre)
    assert caps.capacity == 1_250 * MB
    assert caps.sentence == LIMITS[StageKind.NETWORK]


def test_two_p30_limit_a_machine_that_takes_more() -> None:
    azure = load(Cloud.AZURE)
    caps = waterfall(machine(azure, "E32s_v3"), Allocation(volume(azure, "P30"), 2, TIB))
    assert caps.capacity == 400 * MB
    assert caps.sentence == LIMITS[StageKind.ARRAY]


def test_google_s_baseline_of_a_machine_is_there_once_however_many_disks_share_it() -> None:
    # 4 TiB of pd-balanced: 140 MiB/s for the VM and 0.28 for each GiB, 1 286.88 in all, as one disk or as four.
    gcp = load(Cloud.GCP)
    host, disk = machine(gcp, "n2-highmem-32"), volume(gcp, "pd-balanced")
    one = waterfall(host, Allocation(disk, 1, 4 * TIB)).stages[0].sustained
    four = waterfall(host, Allocation(disk, 4, TIB)).stages[0].sustained
    assert one == pytest.approx(1_200 * MIB)  # one disk ends at its own maximum
    assert four == pytest.approx(1_286.88 * MIB)


def test_io1_is_not_promised_more_than_500_mib_s(aws: Catalog) -> None:
    assert sustained(volume(aws, "io1"), 4 * TIB, 32_000, None) == 500 * MIB
