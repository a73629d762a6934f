"""Machines of one's own: what a storage engineer must be told of each."""

from collections.abc import Callable

from sizing.device import DeviceKind
from sizing.host import Medium
from sizing.units import GIB, KIB, MIB
from tests.machines.conftest import Looked

Look = Callable[[str], Looked]


def test_multipath_and_lvm_are_followed_down_to_the_paths(look: Look) -> None:
    machine = look("bare-metal-multipath")
    assert machine.stack("/sasdata") == [
        "vg_sas-lv_data", "mpatha", "sdb", "sdd", "sdf", "sdh", "mpathb", "sdc", "sde", "sdg", "sdi",
    ]  # fmt: skip
    kinds = [device.kind for device in machine.host.stack(machine.volume("/sasdata"))]
    assert kinds[:2] == [DeviceKind.LVM, DeviceKind.MULTIPATH]
    assert machine.device("mpatha").serial == "360060e801234560000"
    assert {machine.device(name).transport for name in ("sdb", "sdi")} == {"fc"}
    assert machine.device("sdb").model == "HITACHI OPEN-V"


def test_a_dead_path_is_seen(look: Look) -> None:
    paths = look("bare-metal-multipath").device("mpathb").lower
    states = {name: look("bare-metal-multipath").device(name).state for name in paths}
    assert states == {"sdc": "running", "sde": "running", "sdg": "running", "sdi": "offline"}


def test_data_and_work_on_the_same_luns_are_named_as_sharing_them(look: Look) -> None:
    shared = look("bare-metal-multipath").host.shared_disks()
    assert {volume.mount_point for volume in shared["sdb"]} == {"/sasdata", "/saswork"}
    assert "sda" not in shared


def test_striping_that_only_root_sees_is_not_guessed(look: Look) -> None:
    assert "vg_sas-lv_data, vg_sas-lv_work" in look("bare-metal-multipath").unread()


def test_cores_of_bare_metal_are_counted_alike_by_every_source(look: Look) -> None:
    cpu = look("bare-metal-multipath").host.cpu
    assert (cpu.sockets, cpu.physical_cores, cpu.threads, cpu.hypervisor) == (2, 24, 48, None)
    assert {side.cores for side in cpu.evidence} == {24}
    assert cpu.conflicts == ()
    assert [node.cpus for node in cpu.numa_nodes] == ["0-11", "12-23"]


def test_a_bond_is_told_with_its_mode_its_links_and_its_mtu(look: Look) -> None:
    bond = next(network for network in look("bare-metal-multipath").host.networks if network.bonding)
    assert (bond.name, bond.rate, bond.bonding, bond.links, bond.mtu_bytes) == (
        "bond0", 2.5e9, "802.3ad", ("eth0", "eth1"), 9000,
    )  # fmt: skip


def test_a_stripe_of_nvme_disks_agrees_with_its_file_system(look: Look) -> None:
    machine = look("bare-metal-nvme-raid")
    raid = machine.device("md127").raid
    assert raid is not None
    assert (raid.level, raid.chunk_bytes, len(raid.members), raid.is_degraded) == ("raid0", 512 * KIB, 4, False)
    assert machine.settings("/saswork")["xfs.stripe_unit_bytes"] == str(512 * KIB)
    assert machine.settings("/saswork")["xfs.stripe_width_bytes"] == str(2 * MIB)
    assert [disk.transport for disk in machine.host.disks(machine.volume("/saswork"))] == ["nvme"] * 4
    assert machine.device("md127").read_ahead_bytes == 4 * MIB


def test_a_mirror_that_is_being_rebuilt_says_so(look: Look) -> None:
    raid = look("bare-metal-nvme-raid").device("md126").raid
    assert raid is not None
    assert (raid.level, raid.missing, raid.action, raid.progress) == ("raid1", 1, "recover", 0.25)
    assert raid.chunk_bytes is None
    assert {member.device: member.state for member in raid.members} == {"sda": "in_sync", "sdb": "spare"}


def test_limits_on_dirty_pages_in_bytes_are_told_beside_the_ratio_they_replace(look: Look) -> None:
    machine = look("bare-metal-nvme-raid")
    assert machine.tunable("vm.dirty_bytes") == "1073741824"
    assert machine.tunable("vm.dirty_ratio") == "0"
    assert machine.tunable("tuned.profile") == "sas-performance"


def test_sixteen_sockets_of_vmware_are_not_believed(look: Look) -> None:
    cpu = look("vmware-guest").host.cpu
    assert (cpu.sockets, cpu.physical_cores, cpu.hypervisor) == (16, 16, "VMware")
    assert any("16 real sockets" in conflict for conflict in cpu.conflicts)
    assert "may be half a physical core" in cpu.source


def test_a_disk_of_vmware_claims_to_turn_and_a_broken_ext4_says_so(look: Look) -> None:
    machine = look("vmware-guest")
    assert (machine.device("sdb").transport, machine.device("sdb").rotational) == ("vmware", True)
    assert machine.device("sdb").scheduler == "mq-deadline"
    assert machine.settings("/sasdata")["ext4.errors"] == "2"
    assert machine.tunable("fstab.nobarrier.xfs") == "/archive"


def test_the_cores_of_arm_are_counted_where_the_script_of_sas_fails(look: Look) -> None:
    cpu = look("arm-server").host.cpu
    assert (cpu.physical_cores, cpu.threads, cpu.architecture, cpu.model) == (80, 80, "aarch64", "Arm Neoverse-N1")
    assert [side.cores for side in cpu.evidence if side.text] == [None]


def test_btrfs_is_found_on_its_disk_with_its_compression(look: Look) -> None:
    machine = look("arm-server")
    assert machine.stack("/data") == ["nvme1n1"]
    assert machine.settings("/data") == {"btrfs.compression": "zstd:3", "btrfs.data_profile": "single"}


def test_a_container_is_told_what_it_may_use_of_its_node(look: Look) -> None:
    host = look("container").host
    assert (host.cpu.threads, host.cpu.usable_threads, host.cpu.cpuset, host.cpu.quota) == (64, 8, "0-7", 4.0)
    assert ["limits this process to 4 logical CPUs" in conflict for conflict in host.cpu.conflicts] == [True]
    assert host.memory.limit_bytes == 32 * GIB
    assert look("container").volume("/").medium is Medium.OVERLAY


def test_seven_pools_of_six_disks_are_seven_times_six_disks(look: Look) -> None:
    machine = look("zfs-box")
    behind = [machine.stack(f"/spds/data{pool}") for pool in range(7)]
    assert [len(disks) for disks in behind] == [6] * 7
    assert len({disk for disks in behind for disk in disks}) == 42
    assert not machine.host.shared_disks()


def test_a_pool_that_lost_a_disk_says_so_and_properties_are_not_guessed(look: Look) -> None:
    machine = look("zfs-box")
    states = [machine.settings(f"/spds/data{pool}")["zfs.pool_state"] for pool in range(7)]
    assert states == ["ONLINE"] * 3 + ["DEGRADED"] + ["ONLINE"] * 3
    assert "recordsize and compression of the pool spds0" in machine.unread()
    assert machine.tunable("zfs.arc_max_bytes") == "67645734912"
