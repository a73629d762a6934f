"""Mounts: the kernel's table of mounts, whatever is written in it."""

from pathlib import Path

from app.benchmark.mounts import Mount, mounts, parse


def test_a_line_is_taken_apart_with_any_number_of_optional_fields() -> None:
    text = (
        "36 35 98:0 /mnt1 /mnt/with\\040blank rw,noatime master:1 shared:2 - ext3 /dev/root rw\n"
        "37 35 0:44 / /plain rw - nfs4 server:/export rw\n"
    )
    assert parse(text) == [
        Mount("98:0", "/mnt/with blank", "ext3", "/dev/root"),
        Mount("0:44", "/plain", "nfs4", "server:/export"),
    ]


def test_lines_that_make_no_sense_are_left_out() -> None:
    assert parse("\nnonsense\n36 35 98:0 - ext3\n36 35 98:0 / / rw -\n") == []


def test_a_backslash_in_a_name_is_not_taken_for_a_code() -> None:
    assert parse("36 35 8:1 / /a\\134040b rw - ext4 /dev/sda rw")[0].point == "/a\\040b"


def test_without_a_table_there_are_no_mounts(tmp_path: Path) -> None:
    assert mounts(tmp_path) == []


def test_this_machine_has_a_root() -> None:
    assert any(mount.point == "/" for mount in mounts())
