"""Redaction: a recording that tells what a machine is, and not whose."""

import gzip
from pathlib import Path

import pytest

from app.detection import detect, record
from app.detection.pseudonyms import Pseudonyms
from app.detection.recorder import Tape
from app.detection.redaction import redacted
from app.detection.treatments import options, source
from app.errors import WorldError
from tests.app.detection.machine import Machine

_HOST = "frparsas01.customer.example"
_SECRETS = (
    "frparsas01",
    "customer",
    "jdupont",
    "10.20.30.40",
    "filer-paris",
    "0123456789abcdef0123456789abcdef",
    "mailbox-archive",
    "vg_frparsas01",
    "winuser",
)


@pytest.fixture
def private(machine: Machine) -> Machine:
    """A machine full of names."""
    machine.write("proc/sys/kernel/hostname", f"{_HOST}\n")
    machine.disk("sda", "8:0", device__model="DX9 Array")
    machine.virtual("dm-0", "253:0", "sda", dm__name="vg_frparsas01-work", dm__uuid="LVM-abcdefghijklmnop")
    machine.link("dev/mapper/vg_frparsas01-work", "../dm-0")
    machine.mount("/", "ext4", "/dev/sda", number="8:0")
    machine.mount("/saswork", "xfs", "/dev/mapper/vg_frparsas01-work", number="253:0")
    machine.mount("/home/jdupont", "btrfs", "/dev/mapper/vg_frparsas01-work", number="0:40")
    machine.mount(
        "/sasdata", "nfs4", "filer-paris.customer.example:/vol/mailbox-archive", number="0:50",
        options="rw,vers=4.1,addr=10.20.30.40,clientaddr=10.20.30.41,rsize=1048576",
    )  # fmt: skip
    machine.mount("/share", "cifs", "//10.20.30.40/sasdata", number="0:51", options="rw,username=winuser,vers=3.1.1")
    return machine


@pytest.fixture
def file(private: Machine, tmp_path: Path) -> Path:
    """Its redacted recording."""
    path = tmp_path / "redacted.tar.gz"
    record(str(path), root=str(private.place), redact=True)
    return path


@pytest.mark.parametrize("secret", _SECRETS)
def test_no_name_and_no_address_is_left_in_a_redacted_recording(secret: str, file: Path) -> None:
    assert secret.encode() not in gzip.decompress(file.read_bytes())


def test_a_redacted_machine_is_still_the_same_machine(private: Machine, file: Path) -> None:
    plain, clean = private.detect(), detect(machine=str(file))
    assert clean.cpu == plain.cpu
    assert clean.memory == plain.memory
    assert clean.kernel == plain.kernel
    assert [device.kind for device in clean.devices] == [device.kind for device in plain.devices]
    assert clean.name.startswith("host-")
    assert clean.identity != plain.identity
    by_type = {volume.file_system: volume for volume in clean.volumes}
    assert by_type["xfs"].mount_point == "/saswork"
    assert [device.name for device in clean.stack(by_type["xfs"])][1:] == ["sda"]
    assert clean.stack(by_type["btrfs"]) == clean.stack(by_type["xfs"])
    assert {"vers=4.1", "rsize=1048576"} < set(by_type["nfs4"].options)
    assert {volume.state.value for volume in clean.volumes} == {"answered"}


def test_what_is_shown_is_what_the_redacted_file_holds(private: Machine, tmp_path: Path) -> None:
    path = tmp_path / "shown.tar.gz"
    shown = record(str(path), root=str(private.place), redact=True)
    assert shown == detect(machine=str(path))


def test_pseudonyms_are_the_same_in_every_recording_of_a_machine_and_others_elsewhere() -> None:
    here, again, elsewhere = Pseudonyms(b"one"), Pseudonyms(b"one"), Pseudonyms(b"two")
    assert here.of("server", "filer") == again.of("server", "filer")
    assert here.of("server", "filer") != elsewhere.of("server", "filer")


def test_a_machine_without_an_id_has_pseudonyms_of_one_recording_only() -> None:
    tape = Tape(contents={"/proc/sys/kernel/hostname": b"frparsas01\n"})
    first, second = (redacted(tape).contents["/proc/sys/kernel/hostname"] for _ in range(2))
    assert first != second


def test_a_file_that_no_row_knows_is_left_out() -> None:
    tape = Tape(
        contents={"/etc/shadow": b"root:x", "/proc/meminfo": b"MemTotal: 5 kB\nOwner: jdupont\n"},
        folders={"/home": ("jdupont",)},
        links={"/etc/jdupont": "/x"},
        refused={"/home/jdupont/.ssh": 13},
    )
    clean = redacted(tape)
    assert clean.contents == {"/proc/meminfo": b"MemTotal: 5 kB\n"}
    assert (clean.folders, clean.links, clean.refused) == ({}, {}, {})


def test_a_value_that_is_not_what_its_row_expects_is_left_out() -> None:
    tape = Tape(contents={"/sys/class/block/sda/size": b"jdupont\n", "/sys/class/block/sdb/size": b"2048\n"})
    assert redacted(tape).contents == {"/sys/class/block/sdb/size": b"2048\n"}


@pytest.mark.parametrize(
    "model", [b"Disk of frparsas01", b"Disk of FRPARSAS01", b"Disk 10.20.30.40", b"a b@customer.example"]
)
def test_nothing_is_written_where_a_name_or_an_address_would_remain(model: bytes, private: Machine) -> None:
    private.write("sys/class/block/sda/device/model", model)
    path = private.place.parent / "leaky.tar.gz"
    with pytest.raises(WorldError, match="could not be made anonymous"):
        record(str(path), root=str(private.place), redact=True)
    assert not path.exists()


@pytest.mark.parametrize(
    ("before", "kept"),
    [
        ("/dev/sda1", "/dev/sda1"),
        ("tmpfs", "tmpfs"),
        ("10.0.0.1@tcp:10.0.0.2@tcp:/sasdata", "@tcp:"),
        ("fs-0123456789.efs.eu-west-1.amazonaws.com:/", ".efs.eu-west-1.amazonaws.com:/"),
        ("//account.file.core.windows.net/data", ".file.core.windows.net/data"),
        ("[2001:db8::7]:/sasdata", ":/sasdata"),
        ("JuiceFS:prod-archive", "JuiceFS:"),
        ("jdupont@gateway:/home", ":/home"),
    ],
)
def test_a_source_keeps_its_form_and_loses_its_names(before: str, kept: str) -> None:
    after = source(before, Pseudonyms(b"key"))
    assert kept in after
    for secret in ("10.0.0", "0123456789", "account", "2001", "prod-archive", "jdupont", "gateway"):
        assert secret not in after


def test_a_redacted_fstab_still_says_that_it_holds_no_bad_option(machine: Machine, tmp_path: Path) -> None:
    machine.write("etc/fstab", "/dev/sda /home/jdupont xfs noatime 0 0\n")
    path = tmp_path / "redacted.tar.gz"
    found = record(str(path), root=str(machine.place), redact=True).tunable("fstab.nobarrier.xfs")
    assert found is not None
    assert found.value == "none"


def test_devices_of_unusual_names_keep_their_partitions(machine: Machine, tmp_path: Path) -> None:
    machine.disk("acmedisk", "250:0")
    machine.partition("acmedisk", "acmedisk1", "250:1")
    machine.mount("/sasdata", "xfs", "/dev/acmedisk1", number="250:1")
    path = tmp_path / "redacted.tar.gz"
    host = record(str(path), root=str(machine.place), redact=True)
    assert b"acme" not in gzip.decompress(path.read_bytes())
    assert [device.kind.value for device in host.stack(host.volumes[0])] == ["partition", "disk"]


@pytest.mark.parametrize("name", ["server", "host", "serial", "SASDATA", "vm"])
def test_a_machine_with_the_name_of_a_thing_can_be_made_anonymous(machine: Machine, name: str, tmp_path: Path) -> None:
    machine.write("proc/sys/kernel/hostname", f"{name}\n")
    machine.disk("sda", "8:0")
    machine.mount("/sasdata", "nfs4", f"{name}:/export", number="0:50")
    path = tmp_path / "redacted.tar.gz"
    host = record(str(path), root=str(machine.place), redact=True)
    assert host.name.startswith("host-")
    assert host.volumes[0].source.startswith("server-")
    assert (host.volumes[0].mount_point == "/sasdata") is (name != "SASDATA")


def test_options_keep_numbers_and_words_of_the_kernel_only() -> None:
    text = "rw,noatime,vers=3.1.1,sec=sys,rsize=65536,addr=10.1.2.3,domain=CORP,credentials=/etc/cred,subvol=/@home"
    after = options(text, Pseudonyms(b"key")).split(",")
    assert after[:5] == ["rw", "noatime", "vers=3.1.1", "sec=sys", "rsize=65536"]
    assert not any(secret in ",".join(after) for secret in ("10.1.2.3", "CORP", "cred/"))
    assert after[-1] == "subvol=/@home"
