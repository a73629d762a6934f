"""What ships is whole, dated, free of share-alike figures, and in bytes and seconds."""

import json
from pathlib import Path

import pytest

from app.catalog import load, stale
from app.catalog.table import shipped
from app.paths import resource
from sizing.catalog import Catalog, Cloud, InstanceType, is_old
from sizing.units import GB, GIB, MB, MIB

CLOUDS = (Cloud.AWS, Cloud.AZURE, Cloud.GCP)


def machine(catalog: Catalog, name: str) -> InstanceType:
    found = catalog.instance(name)
    assert found is not None
    return found


@pytest.mark.parametrize("cloud", CLOUDS)
def test_every_name_is_there_once_and_every_table_has_sources_licences_and_a_date(cloud: Cloud) -> None:
    catalog = load(cloud)
    names = [found.name for found in catalog.instances]
    assert len(names) == len(set(names)) > 500
    editions = [(found.name, found.edition) for found in catalog.volumes]
    assert len(editions) == len(set(editions))
    for table in catalog.tables:
        assert len(table.date) == 10
        assert table.sources
        assert all(source.licence and source.date for source in table.sources)


def test_nothing_under_a_share_alike_licence_ships() -> None:
    files = [path for path in resource("catalog").iterdir() if path.is_file()]
    assert len(files) == 8
    for path in files:
        text = path.read_text("utf-8")
        assert "BY-SA" not in text, path.name
        assert "sc-data" not in text, path.name


def test_cores_by_a_rule_are_marked_and_others_are_not() -> None:
    azure = load(Cloud.AZURE)
    assert not machine(azure, "E32s_v3").are_cores_by_rule
    ruled = machine(azure, "E32ds_v5")
    assert (ruled.cores, ruled.are_cores_by_rule) == (16, True)
    assert "two vCPUs a core" in ruled.cores_source
    arm = machine(azure, "D32ps_v6")
    assert (arm.cores, arm.are_cores_by_rule) == (32, True)
    n2 = machine(load(Cloud.GCP), "n2-highmem-32")
    assert (n2.cores, n2.are_cores_by_rule) == (16, True)


def test_a_blank_stays_blank() -> None:
    assert machine(load(Cloud.AZURE), "Standard_E8ads_v7").cores is None
    assert machine(load(Cloud.GCP), "e2-micro").cores is None
    assert machine(load(Cloud.AWS), "p5e.48xlarge").price is None


def test_units_of_each_vendor_become_bytes_once() -> None:
    aws = machine(load(Cloud.AWS), "r6idn.8xlarge")
    assert aws.limits[0].rate == 3_125 * MB  # MB/s
    assert aws.network == 50e9 / 8  # Gbit/s
    assert aws.local is not None
    assert aws.local.size == 1_900 * GB
    azure = machine(load(Cloud.AZURE), "E32bds_v5")
    nvme = azure.limit("uncached NVMe", "uncached")
    assert nvme is not None
    assert (nvme.rate, nvme.burst) == (3_700 * MB, 4_000 * MB)
    assert azure.network == 16e9 / 8  # Mbit/s
    assert azure.local is not None
    assert (azure.local.size, azure.local.read) == (1_200 * GIB, 2_000 * MB)
    gcp = machine(load(Cloud.GCP), "n2-highmem-32").limit("pd-standard")
    assert gcp is not None
    assert (gcp.read, gcp.write, gcp.rate) == (1_200 * MIB, 400 * MIB, 400 * MIB)


def test_older_editions_stand_beside_the_current_ones() -> None:
    aws = load(Cloud.AWS)
    then, now = aws.volume("io2", "seed-2021"), aws.volume("io2")
    assert then is not None
    assert now is not None
    assert then.rates.maximum == 4_000 * MB
    assert now.rates.maximum == 4_000 * MIB
    assert aws.volume("gp3", "1999") is None
    old = load(Cloud.AZURE).volume("ultra", "seed 002")
    assert old is not None
    assert old.rates.maximum == 2_000 * MB


@pytest.mark.parametrize(
    ("date", "today", "old"),
    [
        ("2026-05-20", "2026-11-20", False),
        ("2026-05-20", "2026-11-21", True),
        ("2026-07-30", "2027-01-30", False),
        ("2026-07-30", "2027-01-31", True),
        ("2026-12-01", "2027-05-31", False),
    ],
)
def test_figures_are_old_after_six_months(date: str, today: str, old: bool) -> None:  # noqa: FBT001
    assert is_old(date, today) is old


def test_old_tables_are_named_with_their_date() -> None:
    told = stale(load(Cloud.AWS), "2026-11-21")
    assert len(told) == 2
    assert "2026-05-20" in told[0]
    assert not stale(load(Cloud.AWS), "2026-05-21")


def test_every_row_is_as_wide_as_its_columns() -> None:
    for path in Path(resource("catalog")).glob("*.json"):
        head = json.loads(path.read_bytes())
        assert all(len(row) == len(head["columns"]) for row in head["rows"]), path.name
        assert shipped(path.stem).rows
