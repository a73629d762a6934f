"""Cloud disks: what the clouds sell a disk as, told by its model, its serial number and the way it is attached.

Sources: AWS's guide to EBS and NVMe (serial number = volume id), Microsoft's udev rules (azure-vm-utils: controller
ids, models, the first namespace is the system's), Google's guide to device names (models of its SCSI and NVMe disks).
"""

import re
from typing import Final

from sizing.host import CloudDisk

_EBS: Final = "Amazon Elastic Block Store"
_INSTANCE_STORE: Final = "Amazon EC2 NVMe Instance Storage"
_VOLUME: Final = re.compile(r"vol-?([0-9a-f]{8,17})")
_AZURE_REMOTE: Final = "MSFT NVMe Accelerator"
_AZURE_LOCAL: Final = "Microsoft NVMe Direct Disk"
_AZURE_SCSI: Final = "Msft Virtual Disk"
_GOOGLE_LOCAL: Final = re.compile(r"nvme_card\d*|(?:Google )?EphemeralDisk")
_GOOGLE: Final = ("nvme_card-pd", "PersistentDisk", "Google PersistentDisk")
_FIRST_GENERATION: Final = re.compile(r"/00000000-000([01])-")
_SECOND_GENERATION: Final = re.compile(r"/f8b3781([a-d])-1e82-.*/\d+:\d+:\d+:(\d+)/block/")


def cloud_disk(
    kernel_name: str, model: str | None, serial: str | None, way: str, *, on_azure: bool
) -> CloudDisk | None:
    """Return what a cloud calls the disk; ``way`` is its link into the tree of devices."""
    if model == _EBS:
        volume = _VOLUME.fullmatch(serial or "")
        return CloudDisk("Amazon EBS", identifier=f"vol-{volume[1]}" if volume else serial)
    if model == _INSTANCE_STORE:
        return CloudDisk("Amazon EC2 instance store", "temporary", is_ephemeral=True)
    if model in _GOOGLE:
        return CloudDisk("Google Persistent Disk or Hyperdisk")
    if _GOOGLE_LOCAL.fullmatch(model or ""):
        return CloudDisk("Google local SSD", "temporary", is_ephemeral=True)
    return _azure(kernel_name, model or "", way) if on_azure else None


def _azure(kernel_name: str, model: str, way: str) -> CloudDisk | None:
    if model.startswith(_AZURE_LOCAL):
        return CloudDisk("Azure local NVMe disk", "temporary", is_ephemeral=True)
    if model.startswith(_AZURE_REMOTE):
        return CloudDisk("Azure managed disk", "os" if kernel_name.endswith("n1") else "data")
    if model != _AZURE_SCSI:
        return None
    use = _use(way)
    if use == "temporary":
        return CloudDisk("Azure temporary disk", use, is_ephemeral=True)
    return CloudDisk("Azure managed disk", use)


def _use(way: str) -> str:
    """Return what Azure uses a SCSI disk for, by the controller it hangs on."""
    first = _FIRST_GENERATION.search(way)
    if first:
        return "os" if first[1] == "0" else "temporary"
    second = _SECOND_GENERATION.search(way)
    if second is None:
        return ""
    controller, unit = second[1], second[2]
    return {"0": "os", "1": "temporary"}.get(unit, "data") if controller == "a" else "data"
