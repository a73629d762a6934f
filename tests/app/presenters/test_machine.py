"""What the machine page says."""

from dataclasses import replace

from app.job import look
from app.presenters.machine import behind, present_machine
from sizing.host import Cpu, Device, DeviceKind, Host, Medium, Network, Unread, Volume, VolumeState
from sizing.rules import Verdict
from sizing.units import GIB
from tests.sizing.machines import ROOT, VOLUME, host_of

SILENT = Volume(
    mount_point="/archive",
    file_system="nfs4",
    source="filer:/archive",
    options=("rw",),
    medium=Medium.NETWORK,
    state=VolumeState.NOT_ANSWERING,
    reason="no answer within 5 s",
)


def with_cpu(host: Host, **changes: object) -> Host:
    return replace(host, cpu=replace(host.cpu, **changes))  # type: ignore[arg-type]


def test_the_cards_show_cores_ram_and_network_with_their_units() -> None:
    cores, ram, per_core, network, volumes = present_machine(host_of(cores=16, ram=256 * GIB)).cards
    assert (cores.value, cores.detail) == ("16", "sockets: 2, threads: 32")
    assert (ram.value, ram.unit) == ("256", "GiB")
    assert (per_core.value, per_core.unit) == ("16", "GiB")
    assert (network.value, network.unit, network.detail) == ("25", "Gb/s", "eth0")
    assert (volumes.value, volumes.detail) == ("4", "all answer")


def test_an_unknown_core_count_is_shown_as_unknown_and_never_divided_by() -> None:
    cores, _, per_core, *_ = present_machine(host_of(cores=None)).cards
    assert cores.value == "?"
    assert per_core.value == "?"
    assert per_core.detail


def test_a_network_that_does_not_tell_its_rate_is_named_without_one() -> None:
    card = present_machine(replace(host_of(), networks=(Network("eth7", None),))).cards[3]
    assert card.value == "?"
    assert "eth7" in card.detail


def test_a_finding_on_ram_per_core_colours_its_card() -> None:
    host = host_of(cores=16, ram=16 * GIB)
    per_core = present_machine(host, look(host).findings).cards[2]
    assert per_core.verdict is Verdict.FAIL
    assert present_machine(host).cards[2].verdict is None


def test_the_devices_behind_a_volume_are_told_from_the_top_down() -> None:
    devices = (
        Device("dm-0", DeviceKind.LVM, "253:0", lower=("md0",)),
        Device("md0", DeviceKind.RAID, "9:0", lower=("sda", "sdb")),
        Device("sda", DeviceKind.DISK, "8:0", model="MODEL X "),
        Device("sdb", DeviceKind.DISK, "8:16", model="MODEL X"),
    )
    host = replace(host_of(replace(VOLUME, device="dm-0")), devices=devices)
    assert behind(host, host.volumes[0]) == "LVM volume dm-0 on RAID md0 on disks sda, sdb (MODEL X)"


def test_a_volume_without_devices_says_where_it_comes_from() -> None:
    assert behind(host_of(SILENT), SILENT) == "filer:/archive"


def test_the_volumes_are_rows_that_are_known_by_their_mount_points() -> None:
    table = present_machine(host_of(ROOT, VOLUME)).volumes
    assert table.keys == ("/", "/sasdata")
    assert all(len(row) == len(table.columns) for row in table.rows)
    assert table.rows[1][2:4] == ("10 TiB", "9 TiB")


def test_a_volume_that_does_not_answer_is_shown_with_the_reason_and_counted() -> None:
    view = present_machine(host_of(VOLUME, SILENT))
    assert view.volumes.rows[1][2:4] == ("?", "?")
    assert view.volumes.rows[1][-1] == "Does not answer: no answer within 5 s"
    assert view.cards[-1].detail == "1 not answering"


def test_a_read_only_volume_is_called_read_only() -> None:
    table = present_machine(host_of(replace(VOLUME, read_only=True))).volumes
    assert table.rows[0][-1] == "Read-only"


def test_the_notes_tell_vcpus_from_cores_and_what_could_not_be_read() -> None:
    host = replace(host_of(), unread=(Unread("the serial number", "permission denied."),))
    notes = present_machine(host).notes
    assert any("32 logical CPUs (vCPU) here are 16 cores" in note for note in notes)
    assert "the serial number could not be read: permission denied." in notes


def test_a_process_bound_to_few_cpus_is_told_so() -> None:
    notes = present_machine(with_cpu(host_of(), usable_threads=4)).notes
    assert "Headroom may run on 4 of 32 logical CPUs only." in notes


def test_the_subtitle_names_system_kernel_and_hypervisor() -> None:
    view = present_machine(with_cpu(host_of(), hypervisor="VMware"))
    assert "Red Hat Enterprise Linux 9.4" in view.subtitle
    assert "5.14.0" in view.subtitle
    assert "virtual machine on VMware" in view.subtitle


def test_a_machine_nothing_is_known_of_can_still_be_shown() -> None:
    cpu = Cpu("", "x86_64", None, None, 1, 1, "")
    host = replace(host_of(), cpu=cpu, volumes=(), devices=(), networks=())
    view = present_machine(host)
    assert view.cards[0].detail == "sockets: ?, threads: 1"
    assert view.cards[-1].detail == "none holds files"
