"""Detection: how long a machine with 400 mounts and 1,000 block devices takes, and how much memory.

Run by hand: ``python -m tests.benchmarks.detection``. A composed machine is detected by a process of its own, five
times; printed are the first facts, the whole answer, and the most memory that process had.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from tests.app.detection.machine import Machine

_MOUNTS = 400
_DISKS = 600
_ROUNDS = 5
_CHILD = """
import json, resource, sys, time
began = time.perf_counter()
from app.detection import watch
times = []
for host in watch(5.0, sys.argv[1]):
    times.append(time.perf_counter() - began)
most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([times[0], times[-1], most, len(host.volumes), len(host.devices)]))
"""
_FILES: dict[str, Any] = {
    "device__model": "OPEN-V",
    "device__vendor": "HITACHI",
    "device__state": "running",
    "queue__scheduler": "[mq-deadline] none",
    "queue__read_ahead_kb": "128",
    "queue__max_sectors_kb": "1280",
    "queue__nr_requests": "256",
    "queue__logical_block_size": "512",
    "queue__physical_block_size": "512",
    "queue__write_cache": "write back",
}


def main() -> None:
    """Compose the machine, detect it and print the figures."""
    with tempfile.TemporaryDirectory() as place:
        _compose(Machine(Path(place)))
        rounds = [_round(place) for _ in range(_ROUNDS)]
    first, last, most, volumes, devices = (median(figures) for figures in zip(*rounds, strict=True))
    print(f"{devices:.0f} devices, {volumes:.0f} volumes, median of {_ROUNDS}:")
    print(f"first facts after {first * 1000:.0f} ms, all after {last * 1000:.0f} ms, at most {most:.0f} MiB")


def _round(place: str) -> list[float]:
    done = subprocess.run([sys.executable, "-c", _CHILD, place], capture_output=True, text=True, check=True)
    figures: list[float] = json.loads(done.stdout)
    return figures


def _compose(machine: Machine) -> None:
    """Give the machine 600 paths and 400 logical volumes, each mounted."""
    machine.processors(sockets=2, cores=32, threads=2)
    for index in range(_DISKS):
        machine.disk(f"sd{index}", f"8:{index}", sectors=2**30, **_FILES)
    for index in range(_MOUNTS):
        below = f"sd{index % _DISKS}"
        name = {"dm__name": f"vg-lv{index}", "dm__uuid": f"LVM-{index}"}
        machine.virtual(f"dm-{index}", f"253:{index}", below, sectors=2**29, **name)
        machine.mount(f"/v{index}", "xfs", f"/dev/mapper/vg-lv{index}", number=f"253:{index}")


if __name__ == "__main__":
    main()
