"""Azure: what ``az vm list-skus`` prints, into rows of our table."""

from typing import Any, Final

from app.catalog.reading import Node

_ARCHITECTURES: Final = {"x64": "x86_64", "Arm64": "arm64"}


def rows(top: Node) -> list[dict[str, Any]]:
    """Return a row for each size of virtual machines; those offered in several regions once.

    Raises:
        WorldError: something is not as Azure writes it.
    """
    found: dict[str, dict[str, Any]] = {}
    for item in top.items():
        if item.get("resourceType").text() == "virtualMachines":
            row = _row(item)
            found.setdefault(row["name"], row)
    return list(found.values())


def _row(item: Node) -> dict[str, Any]:
    told = _capabilities(item.get("capabilities"))

    def number(name: str, unit: float = 1.0) -> float | None:
        value = told[name].number() if name in told else None
        return None if value is None else value / unit

    active = number("vCPUsAvailable") or number("vCPUs")
    ratio = number("vCPUsPerCore")
    cores = None if not active or not ratio or active % ratio else int(active / ratio)
    architecture = told["CpuArchitectureType"].text() if "CpuArchitectureType" in told else None
    nvme = number("NvmeDiskSizeInMiB")
    temporary = number("MaxResourceVolumeMB", 1024)
    return {
        "name": item.get("name").name(),
        "series": None,
        "vcpus": Node(active, f"{item.place}.capabilities.vCPUs").whole(),
        "cores": cores,
        "cores_source": None if cores is None else 0,
        "memory": number("MemoryGB"),
        "arch": _ARCHITECTURES.get(architecture or ""),
        "premium": told["PremiumIO"].flag() if "PremiumIO" in told else None,
        "parent": told["ParentSize"].text() if "ParentSize" in told else None,
        "rate": number("UncachedDiskBytesPerSecond", 1e6),
        "iops": number("UncachedDiskIOPS"),
        "cached_rate": number("CombinedTempDiskAndCachedReadBytesPerSecond", 1e6),
        "cache": number("CachedDiskBytes", 1024**3),
        "temp_size": temporary or None,
        "local_size": None if not nvme else nvme * 1024**2 / 1e9,
        "volumes": number("MaxDataDiskCount"),
    }


def _capabilities(listed: Node) -> dict[str, Node]:
    """Return the values by their names, each with the place it stands at."""
    found = {}
    for item in listed.items():
        name = item.get("name").text()
        if name is not None and item.get("value").value is not None:
            found[name] = Node(item.get("value").value, f"{item.place}.value ({name})")
    return found
