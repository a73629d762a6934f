"""What a month costs, line by line, as the seeds reckon it."""

from dataclasses import replace

import pytest

from app.catalog import load
from sizing.catalog import Catalog, Cloud, VolumeType
from sizing.cost import Cost, machine_lines, storage_lines
from sizing.storage import Allocation
from sizing.units import GIB, MIB


def volume(catalog: Catalog, name: str, edition: str | None = None) -> VolumeType:
    found = catalog.volume(name, edition)
    assert found is not None
    return found


def test_seed_004_40_tb_of_io2_with_15_000_iops() -> None:
    io2 = volume(load(Cloud.AWS), "io2", "seed-2021")
    cost = Cost(tuple(storage_lines(Allocation(io2, 1, 40_000 * GIB, 15_000))))
    assert [line.amount for line in cost.lines] == [5_000, 975]  # 40 000 x 0.125, 15 000 x 0.065
    assert cost.total == 5_975
    assert cost.oldest == "2021-05-14"


def test_seed_004_70_000_iops_are_paid_in_three_tiers() -> None:
    io2 = volume(load(Cloud.AWS), "io2", "seed-2021")
    lines = list(storage_lines(Allocation(io2, 1, 0, 70_000)))[1:]
    assert [(line.quantity, line.price) for line in lines] == [(32_000, 0.065), (32_000, 0.046), (6_000, 0.032)]
    assert sum(line.amount or 0 for line in lines) == pytest.approx(2_080 + 1_472 + 192)


def test_a_tier_without_a_known_price_leaves_the_total_open() -> None:
    io2 = volume(load(Cloud.AWS), "io2")
    assert Cost(tuple(storage_lines(Allocation(io2, 1, GIB, 70_000)))).total is None
    assert Cost(tuple(storage_lines(Allocation(io2, 1, GIB, 32_000)))).total == pytest.approx(0.125 + 2_080)


def test_seed_000_filestore_is_768_dollars_and_cloud_storage_57() -> None:
    gcp = load(Cloud.GCP)
    filestore = volume(gcp, "filestore-basic-ssd-2.5-63.9-tib")
    bucket = volume(gcp, "gcs-standard-region")
    assert Cost(tuple(storage_lines(Allocation(filestore, 1, 2_560 * GIB)))).total == pytest.approx(768)
    requests = storage_lines(Allocation(bucket, 1, 2_560 * GIB), writes=1_000_000, reads=1_000_000)
    amounts = [line.amount for line in requests]
    assert amounts == pytest.approx([51.2, 5.0, 0.4])
    assert round(sum(amount or 0 for amount in amounts)) == 57


def test_gp3_is_paid_above_what_is_included() -> None:
    gp3 = volume(load(Cloud.AWS), "gp3")
    lines = list(storage_lines(Allocation(gp3, 2, 1_000 * GIB, 4_000, 525 * MIB)))
    assert [line.amount for line in lines] == pytest.approx([160, 10, 32])  # 2 x (80 + 1 000 x 0.005 + 400 x 0.04)


def test_machines_run_730_hours_and_a_service_is_paid_once() -> None:
    aws = load(Cloud.AWS)
    host = aws.instance("m6i.4xlarge")
    assert host is not None
    assert [line.amount for line in machine_lines(host, 3)] == [pytest.approx(3 * 730 * 0.768)]
    lustre = Allocation(volume(aws, "fsx-persistent2-125"), 1, 1_000 * GIB)
    assert next(storage_lines(lustre, 3)).amount == pytest.approx(145)


def test_an_unknown_price_and_two_currencies_have_no_total() -> None:
    aws = load(Cloud.AWS)
    host = aws.instance("m6i.4xlarge")
    assert host is not None
    assert Cost(tuple(machine_lines(replace(host, price=None), 1))).total is None
    euro = volume(aws, "gp2")
    euro = replace(euro, tariff=replace(euro.tariff, currency="EUR"))
    assert Cost((*machine_lines(host, 1), *storage_lines(Allocation(euro, 1, GIB)))).total is None
