"""Disk: how a block device is reached, what it calls itself, and how the kernel sends it requests."""

import re
from dataclasses import dataclass
from typing import Final

from app.detection.sysfs import Root, legible

_FOLDER: Final = "/sys/class/block"
_KIB: Final = 1024
_PAGE_HEAD: Final = 4
"""Bytes before the serial number in page 80h of the vital product data (SCSI Primary Commands)."""
_BY_NAME: Final = (
    ("vd", "virtio"),
    ("xvd", "xen"),
    ("mmcblk", "mmc"),
    ("zram", "memory"),
    ("nbd", "nbd"),
    ("rbd", "ceph"),
    ("pmem", "pmem"),
    ("loop", "loop"),
)
_BY_WAY: Final = (
    (re.compile(r"/usb\d"), "usb"),
    (re.compile(r"/ata\d"), "sata"),
    (re.compile(r"/session\d"), "iscsi"),
    (re.compile(r"/rport-"), "fc"),
    (re.compile(r"/end_device-"), "sas"),
    (re.compile(r"/(?:VMBUS|MSFT1000):"), "hyper-v"),
    (re.compile(r"/virtio\d"), "virtio"),
)
"""What stands in the way to a SCSI disk through the tree of devices."""
_IN_FORCE: Final = re.compile(r"\[([\w-]+)\]")


@dataclass(frozen=True, slots=True)
class Queue:
    """How the kernel sends requests to a device; sizes in bytes."""

    scheduler: str | None
    read_ahead: int | None
    max_request: int | None
    requests: int | None
    logical_block: int | None
    physical_block: int | None
    write_cache: str | None


def read_queue(root: Root, kernel_name: str) -> Queue:
    """Return the settings in the folder ``queue`` of a device."""
    folder = f"{_FOLDER}/{kernel_name}/queue"
    cache = root.value(f"{folder}/write_cache")
    return Queue(
        scheduler=in_force(root.value(f"{folder}/scheduler")),
        read_ahead=_kib(root, f"{folder}/read_ahead_kb"),
        max_request=_kib(root, f"{folder}/max_sectors_kb"),
        requests=root.number(f"{folder}/nr_requests"),
        logical_block=root.number(f"{folder}/logical_block_size"),
        physical_block=root.number(f"{folder}/physical_block_size"),
        write_cache=legible(cache) if cache else None,
    )


def in_force(text: str | None) -> str | None:
    """Return which of several choices is in force: ``"none"`` of ``"[none] mq-deadline"``."""
    found = _IN_FORCE.search(text or "")
    return found[1] if found else legible(text) if text and " " not in text else None


def transport(root: Root, kernel_name: str, way: str) -> str | None:
    """Return how a disk is reached; ``way`` is its link into the tree of devices."""
    if kernel_name.startswith("nvme"):
        fabric = root.value(f"{_FOLDER}/{kernel_name}/device/transport")
        return f"nvme-{legible(fabric)}" if fabric not in (None, "pcie") else "nvme"
    named = next((words for start, words in _BY_NAME if kernel_name.startswith(start)), None)
    if named or not kernel_name.startswith("sd"):
        return named
    if root.value(f"{_FOLDER}/{kernel_name}/device/vendor") == "VMware":
        return "vmware"
    return next((words for form, words in _BY_WAY if form.search(way)), "scsi")


def serial(root: Root, kernel_name: str) -> str | None:
    """Return the serial number; for a multipath device the world-wide name of what its paths lead to."""
    folder = f"{_FOLDER}/{kernel_name}"
    if kernel_name.startswith("dm-"):
        _, is_multipath, name = (root.value(f"{folder}/dm/uuid") or "").partition("mpath-")
        return legible(name) if is_multipath else None
    if kernel_name.startswith("sd"):
        page = root.raw(f"{folder}/device/vpd_pg80") or b""
        text = page[_PAGE_HEAD : _PAGE_HEAD + 252].decode("utf-8", "surrogateescape").strip(" \t\n\0")
    else:
        text = root.value(f"{folder}/device/serial") or root.value(f"{folder}/serial") or ""
    return legible(text) or None


def state(root: Root, kernel_name: str) -> str | None:
    """Return what the driver says of a disk or a path: ``"running"``, ``"live"``, ``"offline"``."""
    found = root.value(f"{_FOLDER}/{kernel_name}/device/state")
    return legible(found) if found else None


def _kib(root: Root, path: str) -> int | None:
    number = root.number(path)
    return None if number is None or number < 0 else number * _KIB
