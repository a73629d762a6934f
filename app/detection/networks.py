"""Networks of Linux: the interfaces that are up, the rate of their links, and how they are bonded."""

from typing import Final

from app.detection.sysfs import Root, legible
from sizing.host import Network

_FOLDER: Final = "/sys/class/net"
_IFF_UP: Final = 0x1
_IFF_LOOPBACK: Final = 0x8
_BYTES_OF_MEGABIT: Final = 1_000_000 / 8
_LARGEST_MTU: Final = 2**31
_LOWER: Final = "lower_"
"""How sysfs marks the interfaces another one is built on."""
_WORKING: Final = frozenset({"up", "unknown", None})
"""Many drivers do not tell their state; those interfaces count as working when they are switched on."""


def read_networks(root: Root) -> tuple[Network, ...]:
    """Return the interfaces that are up, without loopback."""
    return tuple(_network(root, name) for name in root.names(_FOLDER) if _is_up(root, f"{_FOLDER}/{name}"))


def _network(root: Root, name: str) -> Network:
    folder = f"{_FOLDER}/{name}"
    entries = root.names(folder)
    mtu, duplex = root.number(f"{folder}/mtu"), root.value(f"{folder}/duplex")
    mode = root.value(f"{folder}/bonding/mode") if "bonding" in entries else None
    return Network(
        name=legible(name),
        rate=_rate(root, folder, entries),
        mtu_bytes=mtu if mtu and 0 < mtu < _LARGEST_MTU else None,
        duplex=duplex if duplex in ("full", "half") else None,
        bonding=legible(mode.partition(" ")[0]) if mode else None,
        links=tuple(legible(entry.removeprefix(_LOWER)) for entry in entries if entry.startswith(_LOWER)),
    )


def _is_up(root: Root, folder: str) -> bool:
    try:
        flags = int(root.value(f"{folder}/flags") or "0", 16)
    except ValueError:
        return False
    return bool(flags & _IFF_UP and not flags & _IFF_LOOPBACK and root.value(f"{folder}/operstate") in _WORKING)


def _rate(root: Root, folder: str, entries: tuple[str, ...]) -> float | None:
    """Return bytes a second, where a link stands behind the interface: a veth or a tap claims 10 Gb/s of thin air."""
    if "device" not in entries and not any(entry.startswith(_LOWER) for entry in entries):
        return None
    megabits = root.number(f"{folder}/speed")
    # The kernel says -1 where the driver does not know, which some readers have seen as 2^32 - 1.
    if megabits is None or not 0 < megabits < 2**31:
        return None
    return megabits * _BYTES_OF_MEGABIT
