"""Volumes: rows of a table into records, in bytes and seconds."""

from collections.abc import Iterator

from app.catalog.table import File, Row
from sizing.catalog import Bucket, Cloud, Iops, Kind, Rates, Tariff, VolumeType
from sizing.units import GIB, KIB, MB, MIB, TIB

_UNITS = {"MB/s": float(MB), "MiB/s": float(MIB)}


def volumes(file: File) -> Iterator[VolumeType]:
    """Return the volume types in ``file``, every edition of each."""
    cloud = Cloud(file.head["cloud"])
    for row in file.rows:
        yield _volume(row, cloud)


def _bytes(value: int | None, unit: int) -> int | None:
    return None if value is None else value * unit


def _times(value: float | None, unit: float) -> float | None:
    return None if value is None else value * unit


def _volume(row: Row, cloud: Cloud) -> VolumeType:
    get = row.get
    unit = _UNITS.get(get("unit") or "MB/s", float(MB))
    return VolumeType(
        cloud,
        row["name"],
        row["title"],
        row["edition"],
        bool(get("current")),
        get("media") or "",
        Kind(row["kind"]),
        _times(get("size_min"), GIB),
        _times(get("size_max"), GIB),
        get("unit") or "MB/s",
        _rates(row, unit),
        Iops(get("iops_included"), get("iops_max"), get("iops_per_gib"), get("iops_floor"), get("iops_burst")),
        _bucket(row, unit),
        _tariff(row, unit),
    )


def _rates(row: Row, unit: float) -> Rates:
    get = row.get
    return Rates(
        _times(get("rate_included"), unit),
        _times(get("rate_max"), unit),
        _times(get("write_max"), unit),
        _times(get("rate_floor"), unit),
        _times(get("rate_per_tib"), unit / TIB),
        _bytes(get("max_io"), KIB),
        _times(get("client_rate"), unit),
        _times(get("network_per_tib"), unit / TIB),
        _times(get("network_burst_per_tib"), unit / TIB),
    )


def _bucket(row: Row, unit: float) -> Bucket:
    get = row.get
    return Bucket(
        _times(get("burst_rate"), unit),
        _times(get("burst_per_tib"), unit / TIB),
        _times(get("burst_max"), unit),
        _times(get("bucket_gib"), GIB),
        get("bucket_per_tib"),
        _times(get("burst_minutes"), 60),
    )


def _tariff(row: Row, unit: float) -> Tariff:
    get = row.get
    return Tariff(
        "USD",
        get("price_date") or "",
        get("price_region") or "",
        get("usd_month"),
        get("usd_gib"),
        tuple(get("usd_iops") or ()),
        tuple(get("usd_iops_upto") or ()),
        get("usd_rate"),
        unit,
        get("usd_10k"),
        get("usd_10k_read"),
    )
