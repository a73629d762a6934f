"""Catalogue build: turns collected CSV files into ``resources/catalog``: ``python -m installer.catalog FOLDER``.

What has no other source than one under a share-alike licence is left out. Numbers of cores so lost are put back by the
vendor's own rule of threads per core, and marked; every other blank stays blank. Nothing is estimated.
"""

import csv
import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from app.catalog.gcp import SINGLE_THREADED
from installer.catalog_sources import AWS_VOLUMES, COLUMNS, SEED_INSTANCES, SOURCES, VOLUMES, Cell

Row = Mapping[str, str]
PLACE = Path(__file__).resolve().parents[1] / "resources" / "catalog"
_SHARE_ALIKE = re.compile(r"sc-data|SpareCores|CC BY-SA")


def main(arguments: Sequence[str]) -> int:
    """Build every file from the folder given; say how many cells were left out."""
    folder = Path(arguments[0])
    PLACE.mkdir(exist_ok=True)
    for name, source, make in (
        ("aws-instances", "aws_instances.csv", _aws),
        ("azure-instances", "azure_vms.csv", _azure),
        ("gcp-instances", "gcp_machines.csv", _gcp),
        ("aws-volumes", "aws_volumes.csv", _aws_volume),
        ("azure-volumes", "azure_disks.csv", _azure_volume),
        ("gcp-volumes", "gcp_disks.csv", _gcp_volume),
    ):
        rows = [made for row in _rows(folder / source) if (made := make(row))]
        _write(name, rows)
    _write("seed-instances", SEED_INSTANCES)
    _write_sources()
    return 0


def _rows(path: Path) -> Iterable[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def _write(name: str, rows: Sequence[Mapping[str, Cell]]) -> None:
    """Write one table: what is said of all of it, then a row a line."""
    columns = VOLUMES if name.endswith("volumes") else COLUMNS[name]
    used = [column for column in columns if any(row.get(column) is not None for row in rows)]
    about = json.dumps({"table": name, **SOURCES[name]}, ensure_ascii=False, indent=1)[:-2]
    lines = ",\n".join(json.dumps([row.get(column) for column in used], separators=(",", ":")) for row in rows)
    text = f'{about},\n "columns": {json.dumps(used)},\n "rows": [\n{lines}\n]}}\n'
    (PLACE / f"{name}.json").write_text(text, "utf-8")
    print(f"{name}: {len(rows)} rows, {len(used)} columns, {len(text) // 1024} KiB")


def _write_sources() -> None:
    """Write for people where every column comes from."""
    lines = [
        "# Where the figures come from",
        "",
        "Only figures were taken. A blank is a figure nobody gave under terms that let it ship; nothing is estimated.",
        "Cores by a rule, and prices derived from the rate of their family, are marked as such in their rows.",
        "Refresh with the clouds' own tools: see `headroom catalog import --help`.",
    ]
    for name, about in SOURCES.items():
        lines += [
            "",
            f"## {name}.json ({about['date']})",
            "",
            "| columns | source | licence | date |",
            "|---|---|---|---|",
        ]
        lines += ["| " + " | ".join(source) + " |" for source in about["sources"]]  # type: ignore[attr-defined]
        lines += [f"\ncores_source {number}: {text}" for number, text in enumerate(about.get("cores_sources", ()))]  # type: ignore[arg-type, var-annotated]
    (PLACE / "SOURCES.md").write_text("\n".join(lines) + "\n", "utf-8")


def _number(row: Row, column: str) -> float | int | None:
    text = row.get(column, "")
    if not text:
        return None
    number = float(text)
    return int(number) if number == int(number) else number


def _numbers(row: Row, **columns: str) -> dict[str, Cell]:
    return {name: _number(row, column) for name, column in columns.items()}


def _yes(row: Row, column: str) -> int | None:
    return {"true": 1, "false": 0}.get(row[column])


def _aws(row: Row) -> dict[str, Cell]:
    return {
        "name": row["instance_type"],
        "arch": row["arch"],
        "current": _yes(row, "current_generation"),
        "metal": _yes(row, "bare_metal"),
        "cpu_burst": _yes(row, "burstable"),
        "local_kind": row["instance_store_disk_type"] or None,
        **_numbers(
            row,
            vcpus="vcpus",
            cores="physical_cores",
            memory="memory_gib",
            rate="ebs_baseline_mbps",
            rate_burst="ebs_max_mbps",
            iops="ebs_baseline_iops",
            iops_burst="ebs_max_iops",
            volumes="max_ebs_attachments",
            local_size="instance_store_gb",
            local_count="instance_store_disks",
            network="network_gbps_baseline",
            network_burst="network_gbps_peak",
            usd="usd_per_hour",
        ),
    }


def _azure(row: Row) -> dict[str, Cell]:
    local = row["local_source"]
    cores, source = _azure_cores(row)
    shared = bool(_SHARE_ALIKE.search(row["memory_source"]))
    made: dict[str, Cell] = {
        "name": row["size"],
        "series": row["series"],
        "arch": row["arch"] or None,
        "premium": _yes(row, "premium_support"),
        "parent": row["parent_size"] or None,
        "cores": cores,
        "cores_source": source,
        "derived_price": 1 if row["price_note"].startswith("DERIVED") else None,
        **_numbers(
            row,
            vcpus="vcpus_available",
            memory="memory_gib",
            volumes="max_data_disks",
            rate="uncached_mbps",
            iops="uncached_iops",
            rate_burst="burst_uncached_mbps",
            iops_burst="burst_uncached_iops",
            v2_rate="uncached_v2ultra_mbps",
            v2_rate_burst="burst_v2ultra_mbps",
            nvme_rate="nvme_controller_uncached_mbps",
            nvme_iops="nvme_controller_uncached_iops",
            nvme_rate_burst="nvme_controller_burst_mbps",
            nvme_v2_rate="nvme_controller_v2ultra_mbps",
            cached_rate="cached_mbps",
            cache="cache_gib",
            temp_size="temp_disk_gib",
            temp_rate="temp_disk_mbps",
            local_count="local_nvme_count",
            local_size="local_nvme_total_gb",
            local_read="local_nvme_read_mbps",
            local_write="local_nvme_write_mbps",
            network="network_mbps",
            usd="usd_per_hour",
        ),
    }
    if shared:
        made["memory"] = None
    if "temp: sc-data" in local:
        made["temp_size"] = None
    if "NVMe total: sc-data" in local:
        made["local_size"] = made["local_count"] = None
    return made


def _azure_cores(row: Row) -> tuple[float | None, int | None]:
    """Return the cores and the number of their source; the vendor's rule replaces a share-alike one."""
    source = row["physical_cores_source"]
    if not source:
        return None, None
    if not _SHARE_ALIKE.search(source):
        return _number(row, "physical_cores"), 2 if source.startswith("INFERRED") else 0
    threads = _azure_threads(row["series"])
    vcpus = int(row["vcpus_available"])
    return (vcpus // threads, 1) if vcpus % threads == 0 else (None, None)


def _azure_threads(series: str) -> int:
    """Return how many vCPUs share a core: one on Arm and where the series' page has multithreading off, else two."""
    family, features = re.match(r"([A-Z]+)([a-z]*)", series).groups()  # type: ignore[union-attr]
    is_single = "p" in features or (family == "F" and "a" in features) or series in ("DCs_v3", "DCds_v3")
    return 1 if is_single or family in ("HB", "HC", "HX", "NC", "ND") else 2


def _gcp(row: Row) -> dict[str, Cell] | None:
    if not row["usd_per_hour"] and not row["family"]:
        return None  # known from the share-alike source alone
    shared, vcpus = row["shared_core"] == "true", int(row["vcpus"])
    threads = 1 if row["series"] in SINGLE_THREADED else 2
    published = bool(row["physical_cores_source"]) and not _SHARE_ALIKE.search(row["physical_cores_source"])
    published &= not row["physical_cores_source"].startswith("INFERRED")
    made: dict[str, Cell] = {
        "name": row["machine_type"],
        "series": row["series"],
        "arch": "arm64" if row["series"] in ("t2a", "c4a", "n4a", "a4x") else "x86_64",
        "metal": _yes(row, "bare_metal"),
        "cpu_burst": 1 if shared else None,
        "cores": vcpus // threads if row["physical_cores_source"] and not shared and vcpus >= threads else None,
        "cores_source": None if shared or not row["physical_cores_source"] else 0 if published else 1,
        "local_choice": row["local_ssd_choice"] or None,
        **_numbers(
            row,
            vcpus="vcpus",
            memory="memory_gb",
            volumes="max_data_hyperdisks",
            local_count="local_ssd_bundled_count",
            local_size="local_ssd_bundled_gib",
            local_read="local_ssd_read_mibs",
            local_write="local_ssd_write_mibs",
            network="network_gbps",
            usd="usd_per_hour",
        ),
    }
    for disk in ("pd_standard", "pd_balanced", "pd_ssd", "pd_extreme"):
        made[f"{disk}_read"] = _number(row, f"{disk}_read_mibs")
        made[f"{disk}_write"] = _number(row, f"{disk}_write_mibs")
    for disk in ("hd_balanced", "hd_balanced_ha", "hd_extreme", "hd_ml"):
        made[disk] = _number(row, f"{disk}_mibs")
    return made


def _aws_volume(row: Row) -> dict[str, Cell] | None:
    told = AWS_VOLUMES.get((row["volume_type"], row["catalog_version"]))
    if told is None:
        return None
    made: dict[str, Cell] = {
        "title": f"{row['service']} {row['volume_type']}",
        "edition": row["catalog_version"],
        "current": 1 if row["status"] in ("current", "price only") else 0,
        "media": row["media"],
        "unit": row["throughput_unit"] or None,
        **_prices(row, "usd_gb_month"),
        **_numbers(
            row,
            size_min="size_min_gib",
            size_max="size_max_gib",
            iops_included="iops_included",
            iops_max="iops_max",
            iops_per_gib="iops_baseline_per_gib",
            iops_floor="iops_baseline_floor",
            iops_burst="iops_burst",
            rate_included="throughput_included",
            rate_max="throughput_max",
            rate_per_tib="base_per_tib",
            burst_per_tib="burst_per_tib",
            network_per_tib="net_base_per_tib",
            network_burst_per_tib="net_burst_per_tib",
            max_io="max_io_kib",
        ),
    }
    tiers = [row[f"usd_iops_month_t{n}"] for n in (1, 2, 3)]
    bounds = [row["iops_t1_upto"], row["iops_t2_upto"]]
    made["usd_iops"] = [float(tier) for tier in tiers if tier] or None
    made["usd_iops_upto"] = [float(bound) for bound in bounds if bound] or None
    return {**made, **told}


def _azure_volume(row: Row) -> dict[str, Cell] | None:
    if _SHARE_ALIKE.search(row["limits_source"]) or row["size_name"].startswith("("):
        return None
    suffix = "-zrs" if row["redundancy"] == "ZRS" else ""
    plain = {"Premium SSD v2": "premium-v2", "Ultra Disk": "ultra", "capacity pool": "anf-"}.get(row["disk_type"], "")
    name = row["size_name"] if not plain else plain + (row["size_name"].lower() if plain.endswith("-") else "")
    return {
        "name": name + suffix,
        "title": f"{row['disk_type']} {row['size_name']} {row['redundancy']}".replace("  ", " ").strip(),
        "edition": row["catalog_version"],
        "current": 1 if row["status"] == "current" else 0,
        "media": row["media"],
        "kind": "shared" if plain == "anf-" else "block",
        "unit": row["throughput_unit"],
        **_prices(row, "usd_gib_month"),
        **_numbers(
            row,
            size_min="size_min_gib",
            size_max="size_max_gib",
            iops_included="iops_included",
            iops_max="iops_max",
            rate_included="throughput_included",
            rate_max="throughput_max",
            rate_per_tib="throughput_per_tib",
            max_io="max_io_kib",
            burst_rate="burst_throughput",
            burst_minutes="burst_minutes",
            bucket_gib="burst_credit_gib",
            usd_month="usd_month",
            usd_10k="usd_10k_transactions",
        ),
    }


def _gcp_volume(row: Row) -> dict[str, Cell] | None:
    limits_are_shared = _SHARE_ALIKE.search(row["limits_source"])
    kinds = {"Filestore": "shared", "Cloud Storage": "object", "Local SSD": "local"}
    name = re.sub(r"[^a-z0-9.]+", "-", row["disk_type"].lower()).strip("-")
    prefix = {"Filestore": "filestore-", "Cloud Storage": "gcs-"}.get(row["service"], "")
    suffix = "-regional" if row["scope"] == "regional" and row["service"] == "Persistent Disk" else ""
    per_gib = _number(row, "throughput_per_gib")
    made: dict[str, Cell] = {
        "name": prefix + name + suffix,
        "title": f"{row['service']} {row['disk_type']}{' (regional)' if suffix else ''}",
        "edition": row["catalog_version"],
        "current": 1 if row["status"] == "current" else 0,
        "media": row["media"],
        "kind": kinds.get(row["service"], "block"),
        "unit": row["throughput_unit"] or None,
        "rate_per_tib": None if per_gib is None else round(per_gib * 1024, 6),
        **_prices(row, "usd_gib_month"),
        **_numbers(
            row,
            size_min="size_min_gib",
            size_max="size_max_gib",
            iops_included="iops_included",
            iops_max="iops_max_read",
            rate_included="throughput_included",
            rate_max="throughput_max_read",
            write_max="throughput_max_write",
            rate_floor="throughput_baseline_per_vm",
            usd_month="usd_month_as_given",
            usd_10k="usd_10k_class_a",
            usd_10k_read="usd_10k_class_b",
        ),
    }
    if name == "hyperdisk-balanced":
        made["max_io"] = 256  # the table's formula: at most IOPS / 4 MiB/s
    if limits_are_shared:  # only its sizes are
        made["size_min"] = made["size_max"] = None
    return made


def _prices(row: Row, per_size: str) -> dict[str, Cell]:
    iops = _number(row, "usd_iops_month") if "usd_iops_month" in row else None
    return {
        "usd_gib": _number(row, per_size),
        "usd_iops": None if iops is None else [iops],
        "usd_rate": _number(row, "usd_throughput_month"),
        "price_date": row["price_date"] or None,
        "price_region": row["price_region"] or None,
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
