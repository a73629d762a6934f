"""Rented machines: whose they are, what their disks are called, and what bears on SAS."""

from collections.abc import Callable

import pytest

from sizing.host import Medium, Remote, VolumeState
from sizing.units import KIB, MIB
from tests.machines.conftest import Looked

Look = Callable[[str], Looked]


@pytest.mark.parametrize(
    ("name", "provider", "instance_type", "zone"),
    [
        ("aws-r5b", "AWS", "r5b.8xlarge", "eu-west-1b"),
        ("aws-r6idn", "AWS", "r6idn.8xlarge", "eu-west-1b"),
        ("azure-e32s-v3", "Azure", "Standard_E32s_v3", "2"),
        ("azure-e32bds-v5", "Azure", "Standard_E32bds_v5", "2"),
        ("gcp-n2", "Google Cloud", None, "europe-west4-a"),
        ("lustre-client", "AWS", "m6idn.8xlarge", "eu-west-1b"),
        ("nfs-client", "Azure", "Standard_E16ds_v5", "2"),
    ],
)
def test_a_cloud_is_known_without_any_network(
    look: Look, name: str, provider: str, instance_type: str | None, zone: str
) -> None:
    cloud = look(name).host.cloud
    assert cloud is not None
    assert (cloud.provider, cloud.instance_type, cloud.zone) == (provider, instance_type, zone)


@pytest.mark.parametrize("name", ["bare-metal-multipath", "vmware-guest", "arm-server", "container", "zfs-box"])
def test_a_machine_of_one_s_own_is_in_no_cloud(look: Look, name: str) -> None:
    host = look(name).host
    assert host.cloud is None
    assert all(device.cloud is None for device in host.devices)


def test_vcpus_of_a_cloud_are_told_from_cores(look: Look) -> None:
    cpu = look("aws-r5b").host.cpu
    assert (cpu.physical_cores, cpu.threads, cpu.hypervisor) == (16, 32, "Amazon EC2")
    assert "which vCPUs share a core" in cpu.source


def test_the_volumes_of_ebs_are_named_by_their_ids(look: Look) -> None:
    machine = look("aws-r5b")
    disks = machine.host.disks(machine.volume("/sasdata"))
    assert [disk.cloud.identifier for disk in disks if disk.cloud] == ["vol-0bb2222222222221", "vol-0bb2222222222222"]
    assert {disk.cloud.product for disk in disks if disk.cloud} == {"Amazon EBS"}
    assert {disk.max_request_bytes for disk in disks} == {256 * KIB}
    raid = machine.device("md0").raid
    assert raid is not None
    assert raid.chunk_bytes == MIB
    assert machine.settings("/sasdata")["xfs.stripe_unit_bytes"] == str(MIB)


def test_instance_store_is_called_ephemeral(look: Look) -> None:
    machine = look("aws-r6idn")
    (disk,) = machine.host.disks(machine.volume("/saswork"))
    assert disk.cloud is not None
    assert (disk.cloud.product, disk.cloud.is_ephemeral) == ("Amazon EC2 instance store", True)
    assert "nobarrier" in machine.volume("/saswork").options
    assert machine.tunable("fstab.nobarrier.ext4") == "/saswork"


def test_the_disks_of_azure_are_told_apart_by_their_controllers(look: Look) -> None:
    machine = look("azure-e32s-v3")
    uses = {device.name: device.cloud.use for device in machine.host.devices if device.cloud}
    assert uses == {"sda": "os", "sdb": "temporary", "sdc": "data", "sdd": "data", "sde": "data", "sdf": "data"}
    assert machine.device("sdb").cloud == machine.device("sdb").cloud
    assert machine.device("sdc").transport == "hyper-v"
    assert machine.host.cpu.hypervisor == "Microsoft Azure"


def test_ebdsv5_has_its_data_disks_on_nvme_and_only_the_temporary_one_on_scsi(look: Look) -> None:
    machine = look("azure-e32bds-v5")
    transports = {device.name: device.transport for device in machine.host.devices if device.cloud}
    assert transports == {"nvme0n1": "nvme", "nvme0n2": "nvme", "nvme0n3": "nvme", "sda": "hyper-v"}
    uses = [device.cloud.use for device in machine.host.devices if device.cloud]
    assert uses == ["os", "data", "data", "temporary"]


def test_google_s_local_ssds_are_ephemeral_and_its_machine_type_is_not_guessed(look: Look) -> None:
    machine = look("gcp-n2")
    local = machine.host.disks(machine.volume("/saswork"))
    assert [disk.cloud.product for disk in local if disk.cloud] == ["Google local SSD"] * 4
    (data,) = machine.host.disks(machine.volume("/sasdata"))
    assert data.cloud is not None
    assert (data.cloud.is_ephemeral, data.transport) == (False, "virtio")
    assert "the instance type" in machine.unread()


def test_a_bucket_is_called_by_its_program_and_its_silence_is_told(look: Look) -> None:
    volume = look("gcp-n2").volume("/landing")
    assert (volume.medium, volume.program) == (Medium.FUSE, "Cloud Storage FUSE (gcsfuse)")
    assert volume.state is VolumeState.NOT_ANSWERING


def test_lustre_without_flock_is_seen(look: Look) -> None:
    machine = look("lustre-client")
    assert machine.volume("/sasdata").remote == Remote("Lustre", "10.0.3.4@tcp", "/abcdbdmv", "2.15.4")
    assert machine.settings("/sasdata") == {"lustre.flock": "noflock"}
    assert "lfs getstripe" in machine.unread()


def test_of_the_settings_of_lustre_the_one_that_hurts_most_counts(look: Look) -> None:
    machine = look("lustre-client")
    assert machine.tunable("lustre.mdc_rpcs") == "8"
    assert machine.tunable("lustre.lru_max_age") == "3900000"
    assert machine.tunable("lustre.threads_per_cpt") == "0"


def test_nfs_tells_version_and_connections_and_a_dead_export_only_itself(look: Look) -> None:
    machine = look("nfs-client")
    assert machine.volume("/sasdata").remote == Remote("NFS", "10.1.0.4", "/sasdata", "3")
    assert machine.settings("/sasdata")["nfs.nconnect"] == "8"
    states = {volume.mount_point: volume.state for volume in machine.host.volumes}
    assert states.pop("/archive") is VolumeState.NOT_ANSWERING
    assert set(states.values()) == {VolumeState.ANSWERED}
