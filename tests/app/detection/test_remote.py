"""Remote and layout: where a file system comes from, and how it is laid out."""

import pytest

from app.detection.mounts import Mount
from app.detection.remote import program, remote
from app.detection.sysfs import Root
from sizing.host import Remote
from tests.app.detection.machine import Machine


def _mount(file_system: str, source: str, *options: str) -> Mount:
    return Mount(1, 0, "0:40", "/", "/data", file_system, source, options)


@pytest.mark.parametrize(
    ("mount", "expected"),
    [
        (_mount("nfs4", "filer:/vol/sas", "vers=4.1"), Remote("NFS", "filer", "/vol/sas", "4.1")),
        (_mount("nfs", "[fe80::1]:/vol", "vers=3"), Remote("NFS", "fe80::1", "/vol", "3")),
        (_mount("nfs4", "fs-1.efs.eu-west-1.amazonaws.com:/", "vers=4.1"),
         Remote("NFS", "fs-1.efs.eu-west-1.amazonaws.com", "/", "4.1", "Amazon EFS")),
        (_mount("cifs", "//filer/share/sas", "vers=3.1.1"), Remote("SMB", "filer", "share/sas", "3.1.1")),
        (_mount("cifs", "//acc.file.core.windows.net/sas", "vers=3.1.1"),
         Remote("SMB", "acc.file.core.windows.net", "sas", "3.1.1", "Azure Files")),
        (_mount("lustre", "10.0.0.1@tcp:10.0.0.2@tcp:/sas"), Remote("Lustre", "10.0.0.1@tcp, 10.0.0.2@tcp", "/sas")),
        (_mount("gpfs", "gpfs1"), Remote("GPFS (IBM Storage Scale)", None, "gpfs1")),
        (_mount("ceph", "10.0.0.1:6789,10.0.0.2:6789:/sas"), Remote("CephFS", "10.0.0.1:6789,10.0.0.2:6789", "/sas")),
        (_mount("ceph", "sas@1234.fs=/vol", "mon_addr=10.0.0.1:6789/10.0.0.2:6789"),
         Remote("CephFS", "10.0.0.1:6789, 10.0.0.2:6789", "/vol")),
        (_mount("fuse.sshfs", "user@gate:/home"), Remote("SFTP", "gate", "/home")),
        (_mount("xfs", "/dev/sda1"), None),
    ],
)  # fmt: skip
def test_a_network_file_system_names_server_path_and_version(
    mount: Mount, expected: Remote | None, machine: Machine
) -> None:
    assert remote(Root(str(machine.place)), mount) == expected


def test_beegfs_names_its_server_in_a_file_of_its_own_and_in_no_other(machine: Machine) -> None:
    machine.write("etc/beegfs/beegfs-client.conf", "# x\nsysMgmtdHost = mgmt01\n")
    machine.write("etc/passwd", "sysMgmtdHost = root\n")
    root = Root(str(machine.place))
    found = remote(root, _mount("beegfs", "beegfs_nodev", "cfgFile=/etc/beegfs/beegfs-client.conf"))
    other = remote(root, _mount("beegfs", "beegfs_nodev", "cfgFile=/etc/passwd"))
    assert found is not None
    assert other is not None
    assert (found.server, other.server) == ("mgmt01", None)


def test_the_version_of_lustre_is_that_of_its_client(machine: Machine) -> None:
    machine.write("sys/fs/lustre/version", "2.15.3\n")
    found = remote(Root(str(machine.place)), _mount("lustre", "10.0.0.1@tcp:/sas"))
    assert found is not None
    assert found.version == "2.15.3"


@pytest.mark.parametrize(
    ("file_system", "source", "name"),
    [
        ("fuse.gcsfuse", "my-bucket", "Cloud Storage FUSE (gcsfuse)"),
        ("fuse.s3fs", "s3fs", "s3fs-fuse"),
        ("fuse", "blobfuse2", "BlobFuse2"),
        ("fuse", "mountpoint-s3", "Mountpoint for Amazon S3"),
        ("fuse.goofys", "bucket", "goofys"),
        ("fuse.juicefs", "JuiceFS:prod", "JuiceFS"),
        ("fuse", "JuiceFS:prod", "JuiceFS"),
        ("fuse.sshfs", "user@host:/x", "SSHFS"),
        ("fuse.somebody", "x", "somebody"),
        ("fuse", "x", None),
        ("fuseblk", "/dev/sdb1", "NTFS-3G"),
        ("xfs", "/dev/sdb1", None),
    ],
)
def test_a_fuse_file_system_is_called_by_the_name_of_its_program(
    file_system: str, source: str, name: str | None
) -> None:
    assert program(_mount(file_system, source)) == name


def _settings(machine: Machine, file_system: str, source: str, number: str, options: str) -> dict[str, str]:
    machine.mount("/data", file_system, source, number=number, options=options)
    return {setting.name: setting.value for setting in machine.volume("/data").settings}


def test_the_stripes_of_xfs_are_told_in_bytes(machine: Machine) -> None:
    found = _settings(machine, "xfs", "/dev/sda", "8:0", "rw,sunit=1024,swidth=4096,allocsize=65536k")
    assert found == {
        "xfs.stripe_unit_bytes": "524288",
        "xfs.stripe_width_bytes": "2097152",
        "xfs.allocsize_bytes": str(64 * 1024**2),
    }


def test_xfs_without_stripes_says_that_it_has_none(machine: Machine) -> None:
    assert _settings(machine, "xfs", "/dev/sda", "8:0", "rw")["xfs.stripe_unit_bytes"] == "0"


def test_ext4_tells_its_stripe_and_its_errors(machine: Machine) -> None:
    machine.disk("sda", "8:0")
    machine.write("sys/fs/ext4/sda/errors_count", "3\n")
    found = _settings(machine, "ext4", "/dev/sda", "8:0", "rw,stripe=256,data=ordered")
    assert found == {"ext4.stripe_blocks": "256", "ext4.data": "ordered", "ext4.errors": "3"}


def test_btrfs_tells_its_profile_compression_and_all_of_its_devices(machine: Machine) -> None:
    for number, name in enumerate(("sda", "sdb")):
        machine.disk(name, f"8:{number * 16}")
        machine.write(f"sys/fs/btrfs/0a-1b/devices/{name}", "")
    (machine.place / "sys/fs/btrfs/0a-1b/allocation/data/raid0").mkdir(parents=True)
    found = _settings(machine, "btrfs", "/dev/sda", "0:40", "rw,compress=zstd:3")
    assert found == {"btrfs.compression": "zstd:3", "btrfs.data_profile": "raid0"}
    host = machine.detect()
    assert [device.name for device in host.disks(host.volumes[0])] == ["sda", "sdb"]


def test_zfs_finds_its_disks_where_udev_has_seen_them_and_says_what_only_its_programs_tell(machine: Machine) -> None:
    for number in (0, 16):
        machine.disk(f"sd{'ab'[number // 16]}", f"8:{number}")
        machine.write(f"run/udev/data/b8:{number}", "S:x\nE:ID_FS_TYPE=zfs_member\nE:ID_FS_LABEL=tank\n")
    machine.write("proc/spl/kstat/zfs/tank/state", "DEGRADED\n")
    assert _settings(machine, "zfs", "tank/sas", "0:40", "rw") == {"zfs.pool_state": "DEGRADED"}
    host = machine.detect()
    assert host.volumes[0].more_devices == ("sda", "sdb")
    assert any("recordsize" in unread.what for unread in host.unread)


def test_zfs_without_udev_says_why_its_disks_are_unknown(machine: Machine) -> None:
    machine.mount("/data", "zfs", "tank/sas", number="0:40")
    assert any("zpool" in unread.why for unread in machine.detect().unread)


def test_nfs_says_over_how_many_connections_it_goes(machine: Machine) -> None:
    found = _settings(machine, "nfs", "filer:/x", "0:40", "rw,rsize=262144,wsize=262144,proto=tcp,nconnect=8")
    assert found == {
        "nfs.rsize_bytes": "262144", "nfs.wsize_bytes": "262144", "nfs.proto": "tcp", "nfs.nconnect": "8",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("options", "flock"), [("rw,flock", "flock"), ("rw,localflock", "localflock"), ("rw", "noflock")]
)
def test_lustre_says_whether_files_can_be_locked(machine: Machine, options: str, flock: str) -> None:
    assert _settings(machine, "lustre", "10.0.0.1@tcp:/sas", "0:40", options) == {"lustre.flock": flock}


def test_volumes_on_one_disk_are_known_to_share_it(machine: Machine) -> None:
    machine.disk("sda", "8:0")
    machine.disk("sdb", "8:16")
    for number in (1, 2):
        machine.partition("sda", f"sda{number}", f"8:{number}")
        machine.mount(f"/v{number}", "xfs", f"/dev/sda{number}", number=f"8:{number}")
    machine.mount("/alone", "xfs", "/dev/sdb", number="8:16")
    shared = machine.detect().shared_disks()
    assert {disk: [volume.mount_point for volume in volumes] for disk, volumes in shared.items()} == {
        "sda": ["/v1", "/v2"]
    }
