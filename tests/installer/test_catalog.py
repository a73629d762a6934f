"""The catalogue build leaves out what may not ship and invents nothing in its place."""

import pytest

from installer.catalog import _azure, _azure_cores, _azure_volume, _gcp
from installer.catalog_sources import AWS_VOLUMES, SEED_INSTANCES, SOURCES

SHARED = "sc-data-dumps vcpus/cpu_cores 2026-01 (CC BY-SA)"


class Blank(dict[str, str]):
    """A row whose other cells are blank."""

    def __missing__(self, key: str) -> str:
        return ""

    def get(self, key: str, default: str | None = None) -> str:  # type: ignore[override]
        return dict.get(self, key, "") or default or ""


@pytest.mark.parametrize(
    ("series", "vcpus", "cores"),
    [
        ("Eds_v5", "32", 16),
        ("Eas_v6", "8", 4),
        ("Dpds_v6", "8", 8),
        ("Fams_v6", "4", 4),
        ("DCs_v3", "8", 8),
        ("M", "1", None),
    ],
)
def test_a_share_alike_core_count_gives_way_to_the_rule_of_the_series(
    series: str, vcpus: str, cores: int | None
) -> None:
    row = Blank(series=series, vcpus_available=vcpus, physical_cores="99", physical_cores_source=SHARED)
    assert _azure_cores(row) == ((cores, 1) if cores else (None, None))


def test_a_blank_core_count_stays_blank_and_a_published_one_stays() -> None:
    assert _azure_cores(Blank(series="Eads_v7", vcpus_available="8")) == (None, None)
    row = Blank(
        series="Es_v3", vcpus_available="32", physical_cores="16", physical_cores_source="list-skus vCPUsPerCore"
    )
    assert _azure_cores(row) == (16, 0)


def test_share_alike_memory_and_local_disks_become_blank() -> None:
    row = Blank(
        size="Standard_X",
        series="X",
        vcpus_available="2",
        memory_gib="8",
        memory_source="sc-data-dumps 2026-01 (CC BY-SA; list-skus MemoryGB)",
        temp_disk_gib="100",
        local_nvme_total_gb="500",
        local_source="NVMe total: sc-data-dumps 2026-01; temp: sc-data-dumps 2026-01",
    )
    made = _azure(row)
    assert (made["memory"], made["temp_size"], made["local_size"]) == (None, None, None)


def test_a_disk_known_from_a_share_alike_source_alone_does_not_ship() -> None:
    assert (
        _azure_volume(Blank(limits_source="SpareCores/sc-data-dumps (CC BY-SA 4.0)", disk_type="Premium SSD v2"))
        is None
    )


def test_a_google_machine_known_from_a_share_alike_source_alone_does_not_ship() -> None:
    assert _gcp(Blank(machine_type="x1-standard-2", vcpus="2")) is None


def test_no_source_named_is_share_alike() -> None:
    for about in SOURCES.values():
        assert "BY-SA" not in str(about["sources"])
    assert AWS_VOLUMES["sc1", "2026-05"]["rate_per_tib"] is None
    assert len(SEED_INSTANCES) == 10
