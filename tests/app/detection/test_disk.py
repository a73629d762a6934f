"""Disk, RAID and cloud disks: what a block device is, and how the kernel treats it."""

from typing import Any

import pytest

from app.detection.clouddisk import cloud_disk
from app.detection.disk import in_force
from sizing.host import CloudDisk, Device, RaidMember
from tests.app.detection.machine import Machine

_QUEUE: dict[str, Any] = {
    "queue__scheduler": "mq-deadline kyber [none]",
    "queue__read_ahead_kb": "4096",
    "queue__max_sectors_kb": "1280",
    "queue__nr_requests": "256",
    "queue__logical_block_size": "512",
    "queue__physical_block_size": "4096",
    "queue__write_cache": "write back",
}


def _device(machine: Machine, name: str) -> Device:
    return next(device for device in machine.devices() if device.name == name)


def _scsi(machine: Machine, name: str, way: str, **files: str) -> Device:
    folder = f"sys/devices/{way}/block/{name}"
    for path, content in {"dev": "8:0", "size": "2048", **files}.items():
        machine.write(f"{folder}/{path.replace('__', '/')}", f"{content}\n")
    machine.link(f"sys/class/block/{name}", f"../../../{folder}")
    return _device(machine, name)


def test_the_queue_of_a_disk_is_told_in_bytes(machine: Machine) -> None:
    machine.disk("sda", "8:0", **_QUEUE)
    disk = _device(machine, "sda")
    assert (disk.scheduler, disk.requests, disk.write_cache) == ("none", 256, "write back")
    assert (disk.read_ahead_bytes, disk.max_request_bytes) == (4 * 1024**2, 1280 * 1024)
    assert (disk.logical_block_bytes, disk.physical_block_bytes) == (512, 4096)


def test_a_partition_has_no_queue_of_its_own(machine: Machine) -> None:
    machine.disk("sda", "8:0", **_QUEUE)
    machine.partition("sda", "sda1", "8:1")
    assert _device(machine, "sda1").scheduler is None


@pytest.mark.parametrize(
    ("way", "transport"),
    [
        ("pci0000:00/0000:00:17.0/ata1/host0/target0:0:0/0:0:0:0", "sata"),
        ("pci0000:3b/0000:3b:00.0/host1/rport-1:0-3/target1:0:0/1:0:0:7", "fc"),
        ("pci0000:18/0000:18:00.0/host0/port-0:0/end_device-0:0/target0:0:0/0:0:0:0", "sas"),
        ("platform/host7/session1/target7:0:0/7:0:0:1", "iscsi"),
        ("pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.0/host6/target6:0:0/6:0:0:0", "usb"),
        ("pci0000:00/0000:00:03.0/virtio0/host0/target0:0:1/0:0:1:0", "virtio"),
        ("LNXSYSTM:00/VMBUS:00/f8b3781b-1e82-4818-a1c3-63d806ec15bb/host6/target6:0:0/6:0:0:0", "hyper-v"),
        ("pci0000:00/0000:00:10.0/host2/target2:0:0/2:0:0:0", "scsi"),
    ],
)
def test_the_way_to_a_disk_tells_how_it_is_reached(machine: Machine, way: str, transport: str) -> None:
    assert _scsi(machine, "sda", way).transport == transport


def test_a_disk_of_vmware_is_known_by_its_vendor(machine: Machine) -> None:
    disk = _scsi(machine, "sda", "pci0000:00/host2/target2:0:0/2:0:0:0", device__vendor="VMware")
    assert disk.transport == "vmware"


def test_a_scsi_serial_number_stands_behind_four_bytes(machine: Machine) -> None:
    machine.disk("sda", "8:0")
    machine.write("sys/class/block/sda/device/vpd_pg80", b"\x00\x80\x00\x08SN4711  \xff")
    assert _device(machine, "sda").serial == "SN4711  \\xff"


def test_a_multipath_device_is_known_by_its_world_wide_name_and_its_paths_by_their_state(machine: Machine) -> None:
    for name, state in (("sda", "running"), ("sdb", "offline")):
        machine.disk(name, f"8:{ord(name[-1])}", device__state=state)
    machine.virtual("dm-0", "253:0", "sda", "sdb", dm__name="mpatha", dm__uuid="mpath-360060e8007")
    top = _device(machine, "mpatha")
    assert (top.serial, top.lower) == ("360060e8007", ("sda", "sdb"))
    assert [_device(machine, name).state for name in top.lower] == ["running", "offline"]


def test_a_raid_tells_level_chunk_members_and_what_it_is_busy_with(machine: Machine) -> None:
    for number, name in enumerate(("sda", "sdb")):
        machine.disk(name, f"8:{number * 16}")
    machine.virtual(
        "md0", "9:0", "sda", "sdb", md__level="raid5", md__chunk_size="524288", md__raid_disks="3", md__degraded="1",
        md__array_state="clean", md__sync_action="recover", md__sync_completed="1024 / 4096",
    )  # fmt: skip
    machine.write("sys/class/block/md0/md/dev-sda/state", "in_sync\n")
    machine.write("sys/class/block/md0/md/dev-sdb/state", "spare\n")
    raid = _device(machine, "md0").raid
    assert raid is not None
    assert (raid.level, raid.chunk_bytes, raid.disks, raid.missing, raid.progress) == ("raid5", 524288, 3, 1, 0.25)
    assert raid.members == (RaidMember("sda", "in_sync"), RaidMember("sdb", "spare"))
    assert raid.is_degraded
    assert raid.is_rebuilding


@pytest.mark.parametrize("progress", ["none", "", "5 / 0", "x / y", "9" * 50 + " / 1"])
def test_a_raid_at_rest_has_no_progress(machine: Machine, progress: str) -> None:
    machine.virtual("md0", "9:0", md__level="raid0", md__sync_action="idle", md__sync_completed=progress)
    raid = _device(machine, "md0").raid
    assert raid is not None
    assert raid.progress is None
    assert not raid.is_rebuilding


def test_stripes_of_lvm_that_only_root_sees_are_named_as_not_read(machine: Machine) -> None:
    machine.disk("sda", "8:0")
    machine.disk("sdb", "8:16")
    machine.virtual("dm-0", "253:0", "sda", "sdb", dm__name="vg-data", dm__uuid="LVM-1")
    (unread,) = machine.detect().unread[:1]
    assert "vg-data" in unread.what
    assert "root" in unread.why


_AZURE = "LNXSYSTM:00/VMBUS:00/{}/host{}/target1:0:0/{}/block/sda"


@pytest.mark.parametrize(
    ("name", "model", "serial", "way", "expected"),
    [
        ("nvme1n1", "Amazon Elastic Block Store", "vol0a1b2c3d4e5f60718", "",
         CloudDisk("Amazon EBS", identifier="vol-0a1b2c3d4e5f60718")),
        ("nvme2n1", "Amazon EC2 NVMe Instance Storage", "AWS1234", "",
         CloudDisk("Amazon EC2 instance store", "temporary", is_ephemeral=True)),
        ("nvme0n1", "MSFT NVMe Accelerator v1.0", "", "", CloudDisk("Azure managed disk", "os")),
        ("nvme0n3", "MSFT NVMe Accelerator v1.0", "", "", CloudDisk("Azure managed disk", "data")),
        ("nvme1n1", "Microsoft NVMe Direct Disk v2", "", "",
         CloudDisk("Azure local NVMe disk", "temporary", is_ephemeral=True)),
        ("sda", "Msft Virtual Disk", "", _AZURE.format("00000000-0000-8899-0000-000000000000", 0, "0:0:0:0"),
         CloudDisk("Azure managed disk", "os")),
        ("sdb", "Msft Virtual Disk", "", _AZURE.format("00000000-0001-8899-0000-000000000000", 1, "1:0:1:0"),
         CloudDisk("Azure temporary disk", "temporary", is_ephemeral=True)),
        ("sda", "Msft Virtual Disk", "", _AZURE.format("f8b3781a-1e82-4818-a1c3-63d806ec15bb", 0, "0:0:0:0"),
         CloudDisk("Azure managed disk", "os")),
        ("sda", "Msft Virtual Disk", "", _AZURE.format("f8b3781a-1e82-4818-a1c3-63d806ec15bb", 0, "0:0:0:1"),
         CloudDisk("Azure temporary disk", "temporary", is_ephemeral=True)),
        ("sda", "Msft Virtual Disk", "", _AZURE.format("f8b3781b-1e82-4818-a1c3-63d806ec15bb", 1, "1:0:0:4"),
         CloudDisk("Azure managed disk", "data")),
        ("sda", "Msft Virtual Disk", "", "", CloudDisk("Azure managed disk", "")),
        ("sda", "Google PersistentDisk", "", "", CloudDisk("Google Persistent Disk or Hyperdisk")),
        ("nvme0n1", "nvme_card-pd", "", "", CloudDisk("Google Persistent Disk or Hyperdisk")),
        ("nvme0n1", "nvme_card12", "", "", CloudDisk("Google local SSD", "temporary", is_ephemeral=True)),
        ("sda", "SEAGATE ST4000", "", "", None),
    ],
)  # fmt: skip
def test_a_cloud_names_its_disks(name: str, model: str, serial: str, way: str, expected: CloudDisk | None) -> None:
    assert cloud_disk(name, model, serial, f"../../devices/{way}", on_azure=True) == expected


def test_a_virtual_disk_of_hyper_v_elsewhere_is_none_of_azure() -> None:
    assert cloud_disk("sda", "Msft Virtual Disk", None, "", on_azure=False) is None


@pytest.mark.parametrize(
    ("text", "choice"), [("[none] mq-deadline", "none"), ("none", "none"), ("a b", None), ("", None)]
)
def test_of_several_choices_the_one_in_brackets_is_in_force(text: str, choice: str | None) -> None:
    assert in_force(text) == choice
