from dataclasses import replace

from app.presenters.volume import MOST_LAYERS, VolumeView, present_basis, present_volume
from sizing.device import CloudDisk, Device, DeviceKind, Raid
from sizing.host import Cloud, Host, Medium, Remote, Tunable, Unread, Volume, VolumeState
from sizing.units import GIB, KIB
from tests.sizing.machines import ROOT, VOLUME, host_of


def _shown(host: Host, volume: Volume = VOLUME) -> VolumeView:
    view = present_volume(host, volume.mount_point)
    assert view is not None
    return view


def _blanks(view: VolumeView) -> dict[str, str]:
    return {line.label: line.value for line in view.blanks}


def _disk(name: str, **more: object) -> Device:
    known = Device(
        name, DeviceKind.DISK, "8:0", 4 * GIB, "FAST ONE", rotational=False, transport="nvme", scheduler="none",
        read_ahead_bytes=128 * KIB,
    )  # fmt: skip
    return replace(known, **more)  # type: ignore[arg-type] # fields by name


def _host(*devices: Device, volume: Volume = VOLUME) -> Host:
    return replace(host_of(volume), devices=devices)


def test_the_stack_goes_from_the_volume_down_to_its_disks_each_deeper_than_what_it_carries() -> None:
    names = [(layer.depth, layer.name) for layer in _shown(host_of()).layers]
    assert names == [(0, "sdb1"), (1, "sdb")]


def test_members_that_are_alike_are_one_line_and_the_odd_one_stands_alone() -> None:
    raid = Raid("raid0", 3, 512 * KIB, 0, "clean", "idle")
    top = Device("sdb1", DeviceKind.RAID, "9:0", lower=("n0", "n1", "n2"), raid=raid)
    view = _shown(_host(top, _disk("n0"), _disk("n1"), _disk("n2", state="offline")))
    assert [layer.name for layer in view.layers] == ["sdb1", "n0, n1", "n2"]
    assert [layer.is_trouble for layer in view.layers] == [False, False, True]
    assert "512 KiB" in view.layers[0].facts


def test_a_stack_of_hundreds_is_cut_and_says_so() -> None:
    names = tuple(f"d{number}" for number in range(200))
    disks = [_disk(name, size_bytes=GIB + index) for index, name in enumerate(names)]
    disks = [replace(disk, model=disk.name) for disk in disks]
    view = _shown(_host(Device("sdb1", DeviceKind.LVM, "253:0", lower=names), *disks))
    assert len(view.layers) == MOST_LAYERS + 1
    assert f"{201 - MOST_LAYERS} " in view.layers[-1].what


def test_a_virtual_disk_without_a_model_is_told_apart_from_one_the_kernel_hides() -> None:
    ours = _blanks(_shown(_host(_disk("sdb1", model=None, transport="virtio"))))
    theirs = _blanks(_shown(_host(_disk("sdb1", model=None, transport="sata"))))
    assert "virtio" in ours["sdb1: model"]
    assert "/sys/class/block" in theirs["sdb1: model"]


def test_what_nobody_could_read_of_this_volume_is_told_here_and_of_others_is_not() -> None:
    gaps = (Unread("striping of sdb1", "only root may ask"), Unread("striping of sdz", "only root may ask"))
    blanks = _blanks(_shown(replace(_host(_disk("sdb1")), unread=gaps)))
    assert "striping of sdb1" in blanks
    assert "striping of sdz" not in blanks


def test_a_volume_that_does_not_answer_says_so_in_the_place_of_its_size() -> None:
    dead = replace(
        VOLUME, state=VolumeState.NOT_ANSWERING, total_bytes=None, free_bytes=None, reason="no answer in 5 s"
    )
    assert "no answer in 5 s" in _blanks(_shown(host_of(dead), dead)).values()


def test_a_network_volume_names_server_protocol_and_service_and_that_the_disks_stay_unknown() -> None:
    remote = Remote("NFS", "fs-1.example", "/export", "4.1", "Amazon EFS")
    far = replace(VOLUME, medium=Medium.NETWORK, device=None, remote=remote)
    view = _shown(host_of(far), far)
    told = {line.label: line.value for line in view.mounting}
    assert (told["Protocol"], told["Server"], told["Service"]) == ("NFS 4.1", "fs-1.example", "Amazon EFS")
    assert not view.layers
    assert "Disks of the server" in _blanks(view)


def test_how_a_file_system_is_laid_out_names_where_that_was_read() -> None:
    laid = replace(VOLUME, settings=(Tunable("xfs.stripe_unit_bytes", "65536", "/proc/self/mountinfo"),))
    (line,) = _shown(host_of(laid), laid).settings
    assert "64 KiB" in line.value
    assert "/proc/self/mountinfo" in line.value


def test_a_cloud_disk_is_called_by_its_cloud_name() -> None:
    cloud = CloudDisk("Amazon EBS", identifier="vol-0123")
    assert "Amazon EBS vol-0123" in _shown(_host(_disk("sdb1", cloud=cloud))).layers[0].what


def test_there_is_nothing_to_say_of_a_volume_that_is_gone() -> None:
    assert present_volume(host_of(ROOT), "/gone") is None


def test_the_basis_says_which_cloud_and_who_told_or_why_there_is_none() -> None:
    told = {line.label: line.value for line in present_basis(host_of())}
    assert "firmware" in told["Cloud"]
    rented = replace(
        host_of(), cloud=Cloud("AWS", "r5b.8xlarge", zone="eu-west-1b", source="/sys/class/dmi/id/sys_vendor")
    )
    told = {line.label: line.value for line in present_basis(rented)}
    assert "r5b.8xlarge" in told["Cloud"]
    assert "/sys/class/dmi/id/sys_vendor" in told["Cloud"]
