"""Mounts: the table of the kernel is understood, whatever stands in it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.detection.mounts import Mount, in_sight, parse_mount, parse_mounts
from sizing.host import Medium
from tests.app.detection.machine import Machine


def _mount(line: str) -> Mount:
    mount = parse_mount(line)
    assert mount is not None
    return mount


def test_a_line_is_read_with_and_without_optional_fields() -> None:
    plain = _mount("36 35 98:0 /mnt1 /mnt2 rw,noatime - ext3 /dev/sdb1 rw,errors=continue")
    shared = _mount("36 35 98:0 /mnt1 /mnt2 rw,noatime shared:1 master:2 - ext3 /dev/sdb1 rw,errors=continue")
    assert plain == shared
    assert (plain.root, plain.point, plain.file_system, plain.source) == ("/mnt1", "/mnt2", "ext3", "/dev/sdb1")
    assert plain.options == ("rw", "noatime", "errors=continue")


def test_escaped_spaces_tabs_newlines_and_backslashes_are_themselves_again() -> None:
    mount = _mount(r"1 0 8:1 / /a\040b\011c\012d\134040 rw - ext4 /dev/disk\040one rw")
    assert mount.point == "/a b\tc\nd\\040"
    assert mount.source == "/dev/disk one"


@settings(deadline=None)
@given(st.text(), st.text(min_size=1))
def test_every_name_survives_the_way_through_the_table(point: str, source: str) -> None:
    escapes = {" ": r"\040", "\t": r"\011", "\n": r"\012", "\\": r"\134"}
    written = ["".join(escapes.get(sign, sign) for sign in name) for name in (f"/{point}", source)]
    mount = _mount(f"1 0 8:1 / {written[0]} rw - ext4 {written[1]} rw")
    assert (mount.point, mount.source) == (f"/{point}", source)


@settings(deadline=None)
@given(st.text(alphabet=st.sampled_from("0123456789:/-\\ \nrwx,\udcff")))
def test_no_table_whatever_it_holds_breaks_the_reading(text: str) -> None:
    mounts, strange = parse_mounts(text)
    assert len(mounts) + len(strange) == len([line for line in text.split("\n") if line])
    assert len(in_sight(mounts)) <= len(mounts)


def test_a_source_may_be_empty_and_hold_dashes() -> None:
    assert _mount("1 0 0:30 / /m rw - tmpfs  rw").source == ""
    assert _mount("1 0 0:30 / /m rw - tmpfs - rw").source == "-"


def test_separators_that_only_python_knows_do_not_split_a_line() -> None:
    mounts, strange = parse_mounts("1 0 8:1 / /a\u2028b\x0cc rw - ext4 /dev/sda rw\n")
    assert [mount.point for mount in mounts] == ["/a\u2028b\x0cc"]
    assert not strange


def test_a_read_only_mount_of_a_writable_file_system_is_read_only() -> None:
    assert _mount("1 0 8:1 / /m ro,noatime - ext4 /dev/sda rw,data=ordered").options == (
        "ro",
        "noatime",
        "data=ordered",
    )


@pytest.mark.parametrize(
    "line",
    [
        "garbage",
        "36 35 98:0 /mnt1 /mnt2 rw,noatime - ext3",
        "36 35 98:0 /mnt1 /mnt2 rw,noatime shared:1",
        "x y 98:0 / /mnt rw - ext3 /dev/a rw",
        "36 35 980 / /mnt rw - ext3 /dev/a rw",
        "36 35 8:0 / mnt rw - ext3 /dev/a rw",
        f"36 35 8:0 / /{'m' * 70000} rw - ext3 /dev/a rw",
    ],
)
def test_a_line_that_is_cut_off_strange_or_overlong_is_none(line: str) -> None:
    assert parse_mount(line) is None


def test_lines_not_understood_are_told_and_the_others_count(machine: Machine) -> None:
    machine.mount("/data", "xfs", "/dev/sda", number="8:0")
    machine.line("36 35 98:0 /mnt1")
    host = machine.detect()
    assert [volume.mount_point for volume in host.volumes] == ["/data"]
    assert any("36 35 98:0" in unread.why for unread in host.unread)


def test_a_bind_mount_does_not_count_twice(machine: Machine) -> None:
    machine.mount("/export/data", "xfs", "/dev/sdb", number="8:16", root="/data")
    machine.mount("/srv", "xfs", "/dev/sdb", number="8:16")
    machine.mount("/home/sas", "xfs", "/dev/sdb", number="8:16", root="/data/sas")
    (volume,) = machine.detect().volumes
    assert (volume.mount_point, volume.also_at) == ("/srv", ("/export/data", "/home/sas"))


def test_below_a_changed_root_the_volume_is_the_root_and_not_a_folder_bound_into_it(machine: Machine) -> None:
    machine.mount("/", "ext4", "/dev/vda", number="254:0", root="/srv/systems/bare")
    machine.mount("/run/display", "ext4", "/dev/vda", number="254:0", root="/display")
    (volume,) = machine.detect().volumes
    assert (volume.mount_point, volume.also_at) == ("/", ("/run/display",))


def test_subvolumes_of_btrfs_are_one_volume_on_the_device_that_was_mounted(machine: Machine) -> None:
    machine.disk("sda", "8:0")
    machine.partition("sda", "sda2", "8:2")
    machine.mount("/", "btrfs", "/dev/sda2", number="0:34", root="/@")
    machine.mount("/home", "btrfs", "/dev/sda2", number="0:34", root="/@home")
    (volume,) = machine.detect().volumes
    assert (volume.mount_point, volume.also_at, volume.device) == ("/", ("/home",), "sda2")


def test_btrfs_on_a_mapped_device_is_found_through_its_link_or_its_name(machine: Machine) -> None:
    for number in (0, 1):
        machine.virtual(f"dm-{number}", f"253:{number}", dm__name=f"vg-lv{number}", dm__uuid="LVM-1")
    machine.link("dev/mapper/vg-lv0", "../dm-0")
    machine.mount("/linked", "btrfs", "/dev/mapper/vg-lv0", number="0:40")
    machine.mount("/named", "btrfs", "/dev/mapper/vg-lv1", number="0:41")
    devices = {volume.mount_point: volume.device for volume in machine.detect().volumes}
    assert devices == {"/linked": "vg-lv0", "/named": "vg-lv1"}


def test_two_exports_of_one_server_are_two_volumes(machine: Machine) -> None:
    machine.mount("/sasdata", "nfs4", "filer:/sasdata", number="0:50")
    machine.mount("/sasshare", "nfs4", "filer:/share", number="0:50")
    machine.mount("/again", "nfs4", "filer:/share", number="0:50")
    volumes = machine.detect().volumes
    assert [(volume.mount_point, volume.also_at) for volume in volumes] == [
        ("/again", ("/sasshare",)),
        ("/sasdata", ()),
    ]


def test_of_mounts_at_one_point_the_last_wins(machine: Machine) -> None:
    below = machine.mount("/data", "ext4", "/dev/sda", number="8:0")
    machine.mount("/data", "xfs", "/dev/sdb", number="8:16", parent=below)
    (volume,) = machine.detect().volumes
    assert volume.source == "/dev/sdb"


def test_what_is_mounted_over_from_above_is_out_of_sight() -> None:
    mounts = [
        _mount("1 0 8:1 / / rw - ext4 /dev/sda1 rw"),
        _mount("2 1 8:2 / /a/b rw - ext4 /dev/sda2 rw"),
        _mount("3 1 8:3 / /a rw - ext4 /dev/sda3 rw"),
        _mount("4 3 8:4 / /a/c rw - ext4 /dev/sda4 rw"),
    ]
    assert {mount.point for mount in in_sight(mounts)} == {"/", "/a", "/a/c"}


def test_mounts_that_claim_to_hold_each_other_end() -> None:
    mounts = [
        _mount("1 2 8:1 / /a rw - ext4 /dev/sda1 rw"),
        _mount("2 1 8:2 / /a rw - ext4 /dev/sda2 rw"),
        _mount("3 3 8:3 / / rw - ext4 /dev/sda3 rw"),
    ]
    assert {mount.point for mount in in_sight(mounts)} == {"/", "/a"}


def test_pseudo_file_systems_are_left_out_but_remembered(machine: Machine) -> None:
    machine.mount("/", "xfs", "/dev/sda1", number="8:1")
    places = {"/proc": "proc", "/sys": "sysfs", "/sys/fs/cgroup": "cgroup2", "/dev": "devtmpfs", "/net": "autofs"}
    for number, (place, kind) in enumerate(places.items()):
        machine.mount(place, kind, kind, number=f"0:{number + 20}")
    machine.mount("/snap/core/1", "squashfs", "/dev/loop1", number="7:1")
    host = machine.detect()
    assert [volume.mount_point for volume in host.volumes] == ["/"]
    assert set(host.left_out) == {*places, "/snap/core/1"}
    assert host.volume_of("/proc/self") is None


def test_memory_counts_where_a_user_may_keep_files(machine: Machine) -> None:
    for number, place in enumerate(("/run", "/run/user/0", "/sys/fs/cgroup", "/dev", "/dev/shm", "/tmp", "/runs")):
        machine.mount(place, "tmpfs", "tmpfs", number=f"0:{number + 20}")
    host = machine.detect()
    assert [volume.mount_point for volume in host.volumes] == ["/dev/shm", "/runs", "/tmp"]
    assert {volume.medium for volume in host.volumes} == {Medium.MEMORY}


@pytest.mark.parametrize(
    ("file_system", "medium"),
    [
        ("xfs", Medium.LOCAL),
        ("zfs", Medium.LOCAL),
        ("nfs4", Medium.NETWORK),
        ("lustre", Medium.NETWORK),
        ("gpfs", Medium.NETWORK),
        ("cifs", Medium.NETWORK),
        ("fuse.glusterfs", Medium.FUSE),
        ("fuseblk", Medium.FUSE),
        ("tmpfs", Medium.MEMORY),
        ("overlay", Medium.OVERLAY),
    ],
)
def test_a_file_system_says_where_its_bytes_end_up(machine: Machine, file_system: str, medium: Medium) -> None:
    machine.mount("/data", file_system, "source", number="0:60")
    assert machine.volume("/data").medium is medium


def test_zfs_has_no_device_that_linux_knows_of(machine: Machine) -> None:
    machine.disk("sda", "8:0")
    machine.mount("/tank/sas", "zfs", "tank/sas", number="0:70")
    assert machine.volume("/tank/sas").device is None
