"""Google: what ``gcloud compute machine-types list`` prints, into rows of our table; it tells nothing of disks."""

from typing import Any, Final

from app.catalog.reading import Node

SINGLE_THREADED: Final = frozenset(("t2d", "t2a", "c4a", "n4a", "h3", "h4d", "a4x"))
"""Series whose vCPU is a core: Google's page "Set the number of threads per core" says they cannot set it."""
_ARCHITECTURES: Final = {"X86_64": "x86_64", "ARM64": "arm64"}


def rows(top: Node) -> list[dict[str, Any]]:
    """Return a row for each machine type; those offered in several zones once.

    Raises:
        WorldError: something is not as Google writes it.
    """
    found: dict[str, dict[str, Any]] = {}
    for item in top.items():
        row = _row(item)
        found.setdefault(row["name"], row)
    return list(found.values())


def _row(item: Node) -> dict[str, Any]:
    name = item.get("name").name()
    series = name.partition("-")[0]
    vcpus = item.get("guestCpus").whole()
    threads = 1 if series in SINGLE_THREADED else 2
    shared = item.get("isSharedCpu").flag()
    memory = item.get("memoryMb").number()
    fits = not shared and vcpus >= threads
    return {
        "name": name,
        "series": series,
        "vcpus": vcpus,
        "cores": vcpus // threads if fits else None,
        "cores_source": 1 if fits else None,
        "memory": None if memory is None else memory / 1024,
        "arch": _ARCHITECTURES.get(item.get("architecture").text() or ""),
        "cpu_burst": shared or None,
        "local_count": item.get("bundledLocalSsds", "partitionCount").number(),
    }
