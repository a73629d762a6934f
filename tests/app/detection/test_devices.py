"""Devices: what each is, and what it is built on."""

from itertools import pairwise

from sizing.host import Device, DeviceKind
from sizing.units import LARGEST_SIZE
from tests.app.detection.machine import Machine


def _named(machine: Machine) -> dict[str, Device]:
    return {device.name: device for device in machine.devices()}


def test_multipath_and_lvm_lead_down_to_the_paths(machine: Machine) -> None:
    for letter, minor in (("a", 0), ("b", 16)):
        machine.disk(f"sd{letter}", f"8:{minor}", device__vendor="NETAPP  ", device__model="LUN C-Mode      ")
    machine.virtual("dm-0", "253:0", "sda", "sdb", dm__name="mpatha", dm__uuid="mpath-3600a098000")
    machine.virtual("dm-1", "253:1", "dm-0", dm__name="mpatha1", dm__uuid="part1-mpath-3600a098000")
    machine.virtual("dm-2", "253:2", "dm-1", dm__name="vg_sas-saswork", dm__uuid="LVM-abcdef")
    machine.mount("/saswork", "xfs", "/dev/mapper/vg_sas-saswork", number="253:2")
    host = machine.detect()
    stack = host.stack(host.volumes[0])
    assert [(device.name, device.kind.value) for device in stack] == [
        ("vg_sas-saswork", "lvm"),
        ("mpatha1", "partition"),
        ("mpatha", "multipath"),
        ("sda", "disk"),
        ("sdb", "disk"),
    ]
    assert stack[-1].model == "NETAPP LUN C-Mode"


def test_a_raid_of_nvme_disks_names_its_level_and_its_disks(machine: Machine) -> None:
    for number in range(4):
        machine.disk(f"nvme{number}n1", f"259:{number}", device__model="SAMSUNG MZQL2", sectors=7501476528)
        machine.write(f"sys/devices/pci0000:00/0000:00:1f.2/block/nvme{number}n1/queue/rotational", "0\n")
    machine.virtual("md127", "9:127", *(f"nvme{number}n1" for number in range(4)), md__level="raid0")
    machine.mount("/saswork", "xfs", "/dev/md127", number="9:127")
    host = machine.detect()
    raid, *disks = host.stack(host.volumes[0])
    assert (raid.kind, raid.model, len(disks)) == (DeviceKind.RAID, "raid0", 4)
    assert {(disk.rotational, disk.size_bytes) for disk in disks} == {(False, 7501476528 * 512)}


def test_a_partition_is_built_on_its_disk_and_turns_as_it_does(machine: Machine) -> None:
    machine.disk("sda", "8:0")
    machine.partition("sda", "sda1", "8:1")
    partition = _named(machine)["sda1"]
    assert (partition.kind, partition.lower, partition.rotational) == (DeviceKind.PARTITION, ("sda",), True)


def test_encrypted_mapped_and_loop_devices_are_told_apart(machine: Machine) -> None:
    machine.virtual("dm-0", "253:0", dm__name="luks-1", dm__uuid="CRYPT-LUKS2-1")
    machine.virtual("dm-1", "253:1", dm__name="slow")
    machine.virtual("loop0", "7:0", loop__backing_file="/images/disk")
    kinds = {name: device.kind for name, device in _named(machine).items()}
    assert kinds == {"luks-1": DeviceKind.CRYPT, "slow": DeviceKind.MAPPED, "loop0": DeviceKind.LOOP}


def test_devices_without_a_medium_and_hidden_paths_are_left_out(machine: Machine) -> None:
    machine.virtual("loop0", "7:0", sectors=0)
    machine.disk("nvme0c0n1", "259:1", hidden="1")
    machine.disk("sda", "8:0")
    assert set(_named(machine)) == {"sda"}


def test_a_mapped_name_that_another_device_has_does_not_replace_it(machine: Machine) -> None:
    machine.disk("sda", "8:0")
    machine.virtual("dm-0", "253:0", "sda", dm__name="sda", dm__uuid="LVM-x")
    assert {device.name: device.lower for device in machine.devices()} == {"sda": (), "dm-0": ("sda",)}


def test_a_device_that_vanishes_while_it_is_read_is_left_out_without_a_word(machine: Machine) -> None:
    machine.disk("sda", "8:0")
    machine.link("sys/class/block/sdz", "../../devices/gone/block/sdz")
    host = machine.detect()
    assert [device.name for device in host.devices] == ["sda"]
    assert not [unread for unread in host.unread if "sdz" in unread.what]


def test_sizes_that_are_no_numbers_are_unknown_and_noted(machine: Machine) -> None:
    machine.disk("sda", "8:0", device__model="Disk")
    machine.write("sys/devices/pci0000:00/0000:00:1f.2/block/sda/size", "many\n")
    host = machine.detect()
    assert host.devices[0].size_bytes is None
    assert any(unread.what.endswith("sda/size") for unread in host.unread)


def test_sizes_beyond_all_measure_and_names_that_are_no_text_do_no_harm(machine: Machine) -> None:
    machine.disk("sda", "8:0", sectors=10**40)
    machine.write("sys/devices/pci0000:00/0000:00:1f.2/block/sda/device/model", b"Disk \xff\n")
    (disk,) = machine.devices()
    assert disk.size_bytes == LARGEST_SIZE
    assert disk.model == "Disk \\xff"


def test_devices_that_claim_to_be_built_on_each_other_end(machine: Machine) -> None:
    names = ["dm-0", "dm-1", "dm-2"]
    for number, (name, below) in enumerate(pairwise([*names, names[0]])):
        machine.virtual(name, f"253:{number}", below, dm__name=f"map{number}")
    machine.mount("/data", "xfs", "/dev/mapper/map0", number="253:0")
    host = machine.detect()
    assert [device.name for device in host.stack(host.volumes[0])] == ["map0", "map1", "map2"]
