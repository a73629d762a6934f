"""The contract every backend keeps, on this machine and on composed ones."""

import string
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.detection import record
from app.detection.backend import Backend, this_backend
from app.detection.linux import LinuxBackend
from app.detection.recording import open_recording
from app.detection.snapshot import snapshots_of
from app.errors import WorldError
from sizing.codec import from_json, to_json
from sizing.host import Host, VolumeState
from tests.app.detection.machine import Machine
from tests.machines.compose import file_of

_DEADLINE_S = 10.0


def _here(_: Path) -> Backend:
    return this_backend()


def _server(place: Path) -> Backend:
    machine = Machine(place)
    machine.processors(sockets=2, cores=12, threads=2)
    machine.disk("sda", "8:0")
    machine.partition("sda", "sda1", "8:1")
    machine.mount("/", "xfs", "/dev/sda1", number="8:1")
    machine.mount("/proc", "proc", "proc", number="0:20")
    machine.mount("/home", "xfs", "/dev/sda1", number="8:1", root="/homes")
    return this_backend(str(place))


def _arm(place: Path) -> Backend:
    machine = Machine(place)
    machine.arm(4)
    machine.mount("/", "btrfs", "/dev/vda1", number="0:33", root="/@")
    return this_backend(str(place))


def _broken(place: Path) -> Backend:
    machine = Machine(place)
    number = b"9" * 5000
    machine.write("proc/cpuinfo", b"processor: %b\nphysical id: 0\ncpu cores: %b\n\n\xff\xfe\n" % (number, number))
    machine.write("proc/meminfo", b"MemTotal: 1000 kB\nMemAvailable: %b kB\n" % number)
    machine.write("sys/devices/system/cpu/online", b"\0\n")
    machine.write("etc/os-release", b"ID=\xff\nPRETTY_NAME='\xe9\n")
    machine.write("proc/sys/kernel/hostname", b"caf\xe9\n")
    machine.write("sys/class/net/eth0/flags", b"junk")
    machine.line(b"1 0 8:1 / / rw,x=\xff - ext4 /dev/\xff rw")
    machine.line(b"\xff\xff")
    return this_backend(str(place))


def _bare(place: Path) -> Backend:
    place.mkdir()
    (place / "proc").mkdir()
    (place / "proc/meminfo").write_text("MemTotal: 1024 kB\n")
    return this_backend(str(place))


def _recorded(_: Path) -> Backend:
    return LinuxBackend(open_recording(str(file_of("bare-metal-multipath"))))


def _redacted(place: Path) -> Backend:
    _server(place)
    file = place.parent / "machine.tar.gz"
    record(str(file), root=str(place), redact=True)
    return LinuxBackend(open_recording(str(file)))


@pytest.fixture(params=[_here, _server, _arm, _broken, _bare, _recorded, _redacted])
def backend(request: pytest.FixtureRequest, tmp_path: Path) -> Backend:
    """A backend that has something to look at."""
    if sys.platform != "linux":
        pytest.skip(f"there is no backend for {sys.platform} yet")
    make: Callable[[Path], Backend] = request.param
    return make(tmp_path / "root")


@pytest.fixture
def snapshots(backend: Backend) -> list[Host]:
    """All it shows, one after another."""
    return list(snapshots_of(backend, _DEADLINE_S))


def test_the_first_snapshot_asks_and_the_last_one_asks_no_more(snapshots: list[Host]) -> None:
    assert all(volume.state is VolumeState.ASKING for volume in snapshots[0].volumes)
    assert all(volume.state is not VolumeState.ASKING for volume in snapshots[-1].volumes)


def test_only_volumes_and_notes_change_from_one_snapshot_to_the_next(snapshots: list[Host]) -> None:
    assert len({(host.name, host.identity, host.detected_at, host.cpu, host.devices) for host in snapshots}) == 1


def test_a_host_can_be_kept_and_read_again(snapshots: list[Host]) -> None:
    assert all(from_json(to_json(host), Host) == host for host in snapshots)


def test_a_volume_answers_with_its_size_or_gives_a_reason(snapshots: list[Host]) -> None:
    for volume in snapshots[-1].volumes:
        if volume.state is VolumeState.ANSWERED:
            assert volume.total_bytes is not None
            assert volume.free_bytes is not None
            assert volume.number is not None
            assert volume.total_bytes >= volume.free_bytes >= 0
        else:
            assert volume.reason


def test_no_place_is_listed_twice(snapshots: list[Host]) -> None:
    host = snapshots[-1]
    places = [place for volume in host.volumes for place in (volume.mount_point, *volume.also_at)]
    assert len([*places, *host.left_out]) == len({*places, *host.left_out})


def test_devices_are_named_once_and_volumes_name_devices_there_are(snapshots: list[Host]) -> None:
    host = snapshots[-1]
    names = [device.name for device in host.devices]
    assert len(names) == len(set(names))
    assert {volume.device for volume in host.volumes} <= {*names, None}


def test_processors_add_up(snapshots: list[Host]) -> None:
    cpu = snapshots[-1].cpu
    assert 1 <= cpu.usable_threads <= cpu.threads
    assert cpu.physical_cores is None or 1 <= cpu.physical_cores <= cpu.threads
    assert cpu.sockets is None or cpu.physical_cores is None or cpu.sockets <= cpu.physical_cores
    assert cpu.source
    assert cpu.model
    assert cpu.architecture


def test_memory_has_a_size(snapshots: list[Host]) -> None:
    memory = snapshots[-1].memory
    assert 0 <= memory.available_bytes <= memory.total_bytes
    assert memory.total_bytes > 0


def test_the_identity_is_stable_and_tells_nothing(backend: Backend) -> None:
    identity = backend.identity()
    assert identity == backend.identity()
    assert len(identity) == 64
    assert set(identity) <= set(string.hexdigits)


def test_we_run_from_a_volume_of_the_host(snapshots: list[Host]) -> None:
    host = snapshots[-1]
    assert host.runs_from in {place for volume in host.volumes for place in (volume.mount_point, *volume.also_at)} | {
        None
    }


def test_names_and_system_are_given(snapshots: list[Host]) -> None:
    host = snapshots[-1]
    assert host.name
    assert host.kernel.system
    assert host.kernel.distribution
    assert host.kernel.distribution_id


def test_loopback_is_no_network(snapshots: list[Host]) -> None:
    networks = snapshots[-1].networks
    assert "lo" not in {network.name for network in networks}
    assert all(network.rate is None or network.rate > 0 for network in networks)


def test_a_system_without_a_backend_is_refused_politely(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "aix")
    with pytest.raises(WorldError, match="aix") as caught:
        this_backend()
    assert caught.value.advice


def test_every_setting_has_a_name_of_its_own_and_says_where_it_was_read(snapshots: list[Host]) -> None:
    tunables = snapshots[-1].tunables
    assert len({tunable.name for tunable in tunables}) == len(tunables)
    for setting in (*tunables, *(setting for volume in snapshots[-1].volumes for setting in volume.settings)):
        assert setting.value
        assert setting.source


def test_a_core_count_is_that_of_one_of_its_sources(snapshots: list[Host]) -> None:
    cpu = snapshots[-1].cpu
    assert cpu.physical_cores is None or cpu.physical_cores in {side.cores for side in cpu.evidence}


def test_every_device_below_another_is_known_or_named(snapshots: list[Host]) -> None:
    host = snapshots[-1]
    for volume in host.volumes:
        assert all(host.device(name) for name in volume.more_devices)
