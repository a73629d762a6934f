"""Pools: groups of bare disks with the same number from every controller, as on the X4500 of seed 001 (SPD-012)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

ROOT_DISKS: Final = 2
"""A mirror for the system."""


@dataclass(frozen=True, slots=True)
class Disk:
    """A bare disk and the controller it hangs on."""

    name: str
    controller: str


@dataclass(frozen=True, slots=True)
class Pools:
    """Who does what: the mirror of the system, the spares, and the pools, each one file system of SPD Server."""

    root: tuple[Disk, ...]
    spares: tuple[Disk, ...]
    pools: tuple[tuple[Disk, ...], ...]
    per_controller: int
    """Disks that each controller gives to each pool."""


def box(controllers: int, disks_each: int) -> tuple[Disk, ...]:
    """Return the disks of a machine whose ``controllers`` all carry the same number, named ``c0d0`` and so on."""
    return tuple(Disk(f"c{c}d{d}", f"c{c}") for c in range(controllers) for d in range(disks_each))


def make_pools(disks: Sequence[Disk], wanted: int | None = None, spares: int = 1, root: int = ROOT_DISKS) -> Pools:
    """Return pools to which every controller gives the same number of disks, as many as possible or as ``wanted``.

    What is left over is spare, ``spares`` at least. With one controller a pool gets two disks, so that it can be a
    mirror.

    Raises:
        ValueError: there are too few disks, or a name occurs twice.
    """
    if len({disk.name for disk in disks}) < len(disks):
        raise ValueError("two disks have one name")
    by_controller: dict[str, list[Disk]] = {}
    for disk in disks:
        by_controller.setdefault(disk.controller, []).append(disk)
    system = _mirror(by_controller, root)
    count, each = _shape(by_controller, wanted, spares)
    pools = tuple(_pool(by_controller, number, each) for number in range(count))
    used = {*system, *(disk for pool in pools for disk in pool)}
    return Pools(system, tuple(disk for disk in disks if disk not in used), pools, each)


def _mirror(by_controller: Mapping[str, list[Disk]], root: int) -> tuple[Disk, ...]:
    """Take the system's disks, each from the controller with the most left, and from another one where possible."""
    taken: list[Disk] = []
    for _ in range(root):
        met = [disk.controller for disk in taken]
        rich = [name for name in by_controller if by_controller[name]]
        if not rich:
            raise ValueError("there are too few disks")
        richest = max(rich, key=lambda name: (-met.count(name), len(by_controller[name])))
        taken.append(by_controller[richest].pop(0))
    return tuple(taken)


def _shape(by_controller: Mapping[str, list[Disk]], wanted: int | None, spares: int) -> tuple[int, int]:
    """Return how many pools there are, and how many disks of each controller a pool gets."""
    left = sum(map(len, by_controller.values()))
    fewest = min(map(len, by_controller.values()), default=0)
    least = 2 if len(by_controller) == 1 else 1
    room = max(0, left - spares) // len(by_controller) if by_controller else 0
    count = wanted if wanted is not None else min(fewest, room) // least
    each = min(fewest, room) // count if count > 0 else 0
    if each < least:
        raise ValueError("there are too few disks")
    return count, each if wanted is not None else least


def _pool(by_controller: Mapping[str, list[Disk]], number: int, each: int) -> tuple[Disk, ...]:
    return tuple(disk for held in by_controller.values() for disk in held[number * each : (number + 1) * each])
