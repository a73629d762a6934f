"""Instances: rows of a table into records; here, and nowhere later, vendors' units become bytes and seconds."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from app.catalog.table import File, Row
from sizing.catalog import Cloud, InstanceType, Limit, LocalStore, Price
from sizing.units import GB, GIB, MB, MIB

_MEGABIT: Final = 125_000.0
_GIGABIT: Final = 125e6
_GCP_DISKS: Final = (
    ("pd-standard", "pd_standard"),
    ("pd-balanced", "pd_balanced"),
    ("pd-ssd", "pd_ssd"),
    ("pd-extreme", "pd_extreme"),
)
_GCP_HYPERDISKS: Final = (
    ("hyperdisk-balanced", "hd_balanced"),
    ("hyperdisk-balanced-high-availability", "hd_balanced_ha"),
    ("hyperdisk-extreme", "hd_extreme"),
    ("hyperdisk-ml", "hd_ml"),
)


def instances(file: File) -> Iterator[InstanceType]:
    """Return the machines in ``file``."""
    cloud = Cloud(file.head["cloud"])
    make = _MAKERS[cloud]
    for row in file.rows:
        yield make(row, file.head)


def _times(value: float | None, unit: float) -> float | None:
    return None if value is None else value * unit


def _price(row: Row, head: Mapping[str, Any]) -> Price | None:
    amount = row.get("usd")
    if amount is None:
        return None
    derived = bool(row.get("derived_price"))
    return Price(amount, head["currency"], head["price_date"], head["price_region"], is_derived=derived)


def _aws(row: Row, head: Mapping[str, Any]) -> InstanceType:
    get = row.get
    rate = _times(get("rate"), MB)
    size = get("local_size")
    name = row["name"]
    return InstanceType(
        Cloud.AWS,
        name,
        name.partition(".")[0],
        row["vcpus"],
        get("cores"),
        _times(get("memory"), GIB),
        get("arch"),
        () if rate is None else (Limit("EBS", rate, rate, _times(get("rate_burst"), MB), get("iops")),),
        None if size is None else LocalStore(size * GB, get("local_count"), is_nvme=get("local_kind") != "hdd"),
        _times(get("network"), _GIGABIT),
        _times(get("network_burst"), _GIGABIT),
        get("volumes"),
        _price(row, head),
        head["cores_sources"][0],
        is_current=get("current") != 0,
        is_metal=bool(get("metal")),
        has_cpu_credits=bool(get("cpu_burst")),
    )


def _azure(row: Row, head: Mapping[str, Any]) -> InstanceType:
    get = row.get
    source = get("cores_source")
    return InstanceType(
        Cloud.AZURE,
        row["name"],
        get("series") or "",
        row["vcpus"],
        get("cores"),
        _times(get("memory"), GIB),
        get("arch"),
        tuple(_azure_limits(row)),
        _azure_local(row),
        _times(get("network"), _MEGABIT),
        None,
        get("volumes"),
        _price(row, head),
        "" if source is None else head["cores_sources"][source],
        source in (1, 2),
        get("parent"),
        has_premium=get("premium") != 0,
    )


def _azure_limits(row: Row) -> Iterator[Limit]:
    for name, prefix in (("uncached", ""), ("uncached NVMe", "nvme_"), ("v2", "v2_"), ("v2 NVMe", "nvme_v2_")):
        rate = row.get(prefix + "rate")
        if rate is not None:
            burst = row.get(prefix + "rate_burst")
            yield Limit(name, rate * MB, rate * MB, _times(burst, MB), row.get(prefix + "iops"))
    if row.get("cached_rate") is not None:
        rate = row["cached_rate"] * MB
        yield Limit("cached", rate, rate)


def _azure_local(row: Row) -> LocalStore | None:
    """Return the local NVMe disks, or else the temporary disk."""
    get = row.get
    if get("local_size") is not None or get("local_count") is not None:
        read, write = _times(get("local_read"), MB), _times(get("local_write"), MB)
        return LocalStore(_times(get("local_size"), GB), get("local_count"), read, write)
    size = _times(get("temp_size"), GIB)
    if size:
        rate = _times(get("temp_rate"), MB)
        return LocalStore(size, 1, rate, rate, is_nvme=False)
    return None


def _gcp(row: Row, head: Mapping[str, Any]) -> InstanceType:
    get = row.get
    source = get("cores_source")
    size = get("local_size")
    local = None
    if size is not None:
        read, write = _times(get("local_read"), MIB), _times(get("local_write"), MIB)
        local = LocalStore(size * GIB, get("local_count"), read, write)
    return InstanceType(
        Cloud.GCP,
        row["name"],
        get("series") or "",
        row["vcpus"],
        get("cores"),
        _times(get("memory"), GIB),
        get("arch"),
        tuple(_gcp_limits(row)),
        local,
        _times(get("network"), _GIGABIT),
        None,
        get("volumes"),
        _price(row, head),
        "" if source is None else head["cores_sources"][source],
        source == 1,
        is_metal=bool(get("metal")),
        has_cpu_credits=bool(get("cpu_burst")),
        local_choices=_choices(get("local_choice") or ""),
    )


def _choices(text: str) -> tuple[int, ...]:
    """Return the numbers in ``"1-3,8"``: 1, 2, 3 and 8; none in ``"bundled"``."""
    found: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        if first.isdigit():
            found += range(int(first), int(last or first) + 1)
    return tuple(found)


def _gcp_limits(row: Row) -> Iterator[Limit]:
    for name, column in _GCP_DISKS:
        read = row.get(column + "_read")
        if read is not None:
            yield Limit(name, read * MIB, _times(row.get(column + "_write"), MIB))
    for name, column in _GCP_HYPERDISKS:
        rate = row.get(column)
        if rate is not None:
            yield Limit(name, rate * MIB, rate * MIB)


_MAKERS: Final[dict[Cloud, Callable[[Row, Mapping[str, Any]], InstanceType]]] = {
    Cloud.AWS: _aws,
    Cloud.AZURE: _azure,
    Cloud.GCP: _gcp,
}
