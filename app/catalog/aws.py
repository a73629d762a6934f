"""AWS: what ``aws ec2 describe-instance-types`` prints, into rows of our table."""

from typing import Any

from app.catalog.reading import Node


def rows(top: Node) -> list[dict[str, Any]]:
    """Return a row for each instance type.

    Raises:
        WorldError: something is not as AWS writes it.
    """
    return [_row(item) for item in top.get("InstanceTypes").items()]


def _row(item: Node) -> dict[str, Any]:
    ebs = item.get("EbsInfo", "EbsOptimizedInfo")
    memory = item.get("MemoryInfo", "SizeInMiB").number()
    architectures = item.get("ProcessorInfo", "SupportedArchitectures")
    disks = item.get("InstanceStorageInfo")
    return {
        "name": item.get("InstanceType").name(),
        "vcpus": item.get("VCpuInfo", "DefaultVCpus").whole(),
        "cores": item.get("VCpuInfo", "DefaultCores").number(),
        "memory": None if memory is None else memory / 1024,
        "arch": None if architectures.value is None else _architecture(architectures),
        "rate": ebs.get("BaselineThroughputInMBps").number(),
        "rate_burst": ebs.get("MaximumThroughputInMBps").number(),
        "iops": ebs.get("BaselineIops").number(),
        "iops_burst": ebs.get("MaximumIops").number(),
        "volumes": item.get("EbsInfo", "MaximumEbsAttachments").number(),
        "local_size": disks.get("TotalSizeInGB").number(),
        "local_count": _count(disks),
        "local_kind": _kind(disks),
        "network": _network(item, "BaselineBandwidthInGbps"),
        "network_burst": _network(item, "PeakBandwidthInGbps"),
        "current": item.get("CurrentGeneration").flag(),
        "metal": item.get("BareMetal").flag(),
        "cpu_burst": item.get("BurstablePerformanceSupported").flag(),
    }


def _architecture(listed: Node) -> str | None:
    names = [name.text() for name in listed.items()]
    return next((name for name in ("x86_64", "arm64") if name in names), names[0] if names else None)


def _count(disks: Node) -> int | None:
    listed = disks.get("Disks")
    return None if listed.value is None else sum(disk.get("Count").whole() for disk in listed.items())


def _kind(disks: Node) -> str | None:
    listed = disks.get("Disks")
    return None if not listed.value else listed.items()[0].get("Type").text()


def _network(item: Node, key: str) -> float | None:
    cards = item.get("NetworkInfo", "NetworkCards")
    if cards.value is None:
        return None
    known = [rate for card in cards.items() if (rate := card.get(key).number()) is not None]
    return sum(known) if known else None
