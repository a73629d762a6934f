"""Volumes: each is asked for itself, and tells what it is, or why it does not."""

import errno
import os
from pathlib import Path

import psutil
import pytest

from app.detection.probe import ask
from sizing.codec import from_json, to_json
from sizing.host import Host, VolumeState
from tests.app.detection.machine import Machine


def test_every_volume_is_shown_at_once_and_answered_later(machine: Machine) -> None:
    machine.mount("/sasdata", "xfs", "/dev/sda", number="8:0")
    first, *_, last = machine.snapshots()
    assert [volume.state for volume in first.volumes] == [VolumeState.ASKING]
    assert [volume.state for volume in last.volumes] == [VolumeState.ANSWERED]


def test_an_answer_gives_what_the_system_says_of_the_folder(machine: Machine) -> None:
    machine.mount("/sasdata", "xfs", "/dev/sda", number="8:0")
    volume = machine.volume("/sasdata")
    folder = machine.place / "sasdata"
    found = os.statvfs(folder)
    assert volume.number == folder.stat().st_dev
    assert volume.total_bytes == found.f_blocks * found.f_frsize
    assert volume.free_bytes is not None
    assert not volume.read_only


def test_the_option_ro_makes_a_volume_read_only(machine: Machine) -> None:
    machine.mount("/sasdata", "xfs", "/dev/sda", number="8:0", options="ro,noatime")
    assert machine.volume("/sasdata").read_only


def test_a_volume_that_is_gone_says_so(machine: Machine) -> None:
    machine.mount("/sasdata", "xfs", "/dev/sda", number="8:0")
    (machine.place / "sasdata").rmdir()
    volume = machine.volume("/sasdata")
    assert (volume.state, volume.reason) == (VolumeState.REFUSED, os.strerror(errno.ENOENT))
    assert volume.total_bytes is None


def test_a_mount_point_that_is_a_file_is_no_volume(machine: Machine) -> None:
    machine.write("etc/hosts", "127.0.0.1 localhost\n")
    machine.line("50 1 8:1 /var/lib/containers/hosts /etc/hosts rw - ext4 /dev/sda1 rw")
    host = machine.detect()
    assert not host.volumes
    assert host.left_out == ("/etc/hosts",)


def test_of_a_file_and_a_folder_bound_from_one_file_system_the_folder_is_the_volume(machine: Machine) -> None:
    machine.write("etc/hosts", "127.0.0.1 localhost\n")
    machine.line("50 1 8:1 /hosts /etc/hosts rw - ext4 /dev/sda1 rw")
    machine.mount("/sasdata", "ext4", "/dev/sda1", number="8:1", root="/srv/container/sasdata")
    (volume,) = machine.detect().volumes
    assert (volume.mount_point, volume.also_at) == ("/sasdata", ("/etc/hosts",))


def test_a_mount_point_that_is_no_text_is_asked_by_its_bytes_and_can_be_kept(machine: Machine) -> None:
    (machine.place / os.fsdecode(b"caf\xe9")).mkdir()
    machine.line(b"50 1 8:1 / /caf\xe9 rw - ext4 /dev/sda1 rw")
    host = machine.detect()
    assert [(volume.mount_point, volume.state) for volume in host.volumes] == [("/caf\\xe9", VolumeState.ANSWERED)]
    assert from_json(to_json(host), Host) == host


def test_a_space_in_a_mount_point_leads_to_the_folder(machine: Machine) -> None:
    (machine.place / "sas data").mkdir()
    machine.line(rb"50 1 8:1 / /sas\040data rw - ext4 /dev/sda1 rw")
    assert machine.volume("/sas data").state is VolumeState.ANSWERED


def test_a_table_of_mounts_that_is_missing_leaves_no_volumes_and_a_note(machine: Machine) -> None:
    host = machine.detect()
    assert not host.volumes
    assert host.runs_from is None
    assert any(unread.what == "/proc/self/mountinfo" for unread in host.unread)


def test_a_system_that_starts_no_more_processes_is_told_of_and_not_waited_for(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> int:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    machine.mount("/sasdata", "xfs", "/dev/sda", number="8:0")
    monkeypatch.setattr(os, "fork", refuse)
    *_, last = machine.snapshots(deadline_s=600.0)
    assert [(volume.state, volume.reason) for volume in last.volumes] == [
        (VolumeState.REFUSED, os.strerror(errno.EAGAIN))
    ]


def test_hundreds_of_volumes_all_answer_and_leave_no_process(tmp_path: Path) -> None:
    folders = [tmp_path / f"v{number}" for number in range(400)]
    for folder in folders:
        folder.mkdir()
    before = psutil.Process().children()
    answers = {
        index: answer for new in ask([[str(folder)] for folder in folders], 30.0) for index, answer in new.items()
    }
    assert sorted(answers) == list(range(400))
    assert {answer.number for answer in answers.values()} == {tmp_path.stat().st_dev}
    assert psutil.Process().children() == before
