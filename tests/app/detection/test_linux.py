"""Linux: system, memory, networks and identity as its files tell them."""

import os
import threading
from pathlib import Path

import pytest

from app.detection import detect, watch
from app.detection.linux import LinuxBackend, parse_memory, parse_os_release
from app.detection.networks import read_networks
from app.detection.sysfs import Root
from app.errors import WorldError
from sizing.host import Memory, Network
from tests.app.detection.machine import Machine


def test_the_distribution_is_called_by_its_own_full_name(machine: Machine) -> None:
    kernel = machine.detect().kernel
    assert (kernel.release, kernel.distribution) == ("5.14.0-427.el9", "Red Hat Enterprise Linux 9.4 (Plow)")
    assert kernel.distribution_id == "rhel"


def test_quotes_comments_and_escapes_of_os_release_are_understood() -> None:
    text = '# a comment\nNAME=\'Oracle Linux Server\'\nID=ol\nPRETTY_NAME="A \\"good\\" one"\nnonsense\n'
    assert parse_os_release(text) == {"NAME": "Oracle Linux Server", "ID": "ol", "PRETTY_NAME": 'A "good" one'}


def test_memory_is_in_bytes() -> None:
    assert parse_memory("MemTotal:       1000 kB\nMemAvailable:    400 kB\n") == Memory(1_024_000, 409_600)


@pytest.mark.parametrize("text", ["", "MemTotal: many kB", "MemTotal: 0 kB", "MemTotal"])
def test_memory_that_is_not_told_is_not_invented(machine: Machine, text: str) -> None:
    machine.write("proc/meminfo", text)
    with pytest.raises(WorldError) as caught:
        machine.detect()
    assert "/proc" in caught.value.advice


def test_the_identity_is_that_of_the_machine_and_not_of_its_name(machine: Machine) -> None:
    backend = LinuxBackend(str(machine.place))
    before = backend.identity()
    machine.write("proc/sys/kernel/hostname", "renamed\n")
    assert backend.identity() == before
    machine.write("etc/machine-id", "ffffffffffffffffffffffffffffffff\n")
    assert backend.identity() != before
    assert "0123456789abcdef" not in before


def test_without_a_machine_id_the_name_stands_in_and_it_is_noted(machine: Machine) -> None:
    (machine.place / "etc/machine-id").unlink()
    backend = LinuxBackend(str(machine.place))
    before = backend.identity()
    machine.write("proc/sys/kernel/hostname", "another\n")
    assert backend.identity() != before
    assert [unread.what for unread in backend.unread()] == ["/etc/machine-id"]


def _interface(machine: Machine, name: str, *, flags: str, state: str, speed: str, has_device: bool = True) -> None:
    folder = f"sys/class/net/{name}"
    machine.write(f"{folder}/flags", f"{flags}\n")
    machine.write(f"{folder}/operstate", f"{state}\n")
    machine.write(f"{folder}/speed", f"{speed}\n")
    if has_device:
        (machine.place / folder / "device").mkdir()


def test_interfaces_that_are_up_have_the_rate_of_their_link(machine: Machine) -> None:
    _interface(machine, "eth0", flags="0x1003", state="up", speed="25000")
    _interface(machine, "eth1", flags="0x1002", state="down", speed="25000")
    _interface(machine, "eth2", flags="0x1003", state="down", speed="-1")
    _interface(machine, "eth3", flags="0x1003", state="unknown", speed="-1")
    _interface(machine, "eth4", flags="0x1003", state="up", speed="4294967295")
    _interface(machine, "lo", flags="0x9", state="unknown", speed="")
    _interface(machine, "veth7", flags="0x1003", state="up", speed="10000", has_device=False)
    (machine.place / "sys/class/net/bonding_masters").write_text("\n")
    assert read_networks(Root(str(machine.place))) == (
        Network("eth0", 3.125e9),
        Network("eth3", None),
        Network("eth4", None),
        Network("veth7", None),
    )


def test_a_bond_has_the_rate_of_its_links_together(machine: Machine) -> None:
    _interface(machine, "bond0", flags="0x1403", state="up", speed="20000", has_device=False)
    for link in ("eth0", "eth1"):
        machine.write(f"sys/class/net/bond0/lower_{link}", "")
    machine.write("sys/class/net/bond0/bonding/mode", "802.3ad 4\n")
    machine.write("sys/class/net/bond0/mtu", "9000\n")
    machine.write("sys/class/net/bond0/duplex", "full\n")
    assert read_networks(Root(str(machine.place))) == (
        Network("bond0", 2.5e9, 9000, "full", "802.3ad", ("eth0", "eth1")),
    )


def test_a_file_that_never_ends_is_cut_off_and_noted(machine: Machine) -> None:
    machine.write("sys/long", "x" * 100_000)
    root = Root(str(machine.place))
    assert len(root.value("/sys/long") or "") == 64 * 1024
    assert [unread.what for unread in root.unread] == ["/sys/long"]


def test_a_pipe_in_the_place_of_a_file_does_not_block(machine: Machine) -> None:
    (machine.place / "sys").mkdir(exist_ok=True)
    os.mkfifo(machine.place / "sys/pipe")
    assert Root(str(machine.place)).value("/sys/pipe") is None


def test_what_is_missing_is_noted_only_where_it_is_expected(tmp_path: Path) -> None:
    root = Root(str(tmp_path))
    assert (root.value("/sys/a"), root.text("/proc/b"), root.number("/c"), root.link("/d")) == (None,) * 4
    assert root.names("/sys/e") == ()
    assert [(unread.what, unread.why) for unread in root.unread] == [("/proc/b", "No such file or directory")]


def test_a_machine_that_answers_nothing_does_not_fill_the_report(tmp_path: Path) -> None:
    root = Root(str(tmp_path))
    for number in range(1000):
        root.text(f"/proc/{number}")
    assert len(root.unread) == 200


def test_this_machine_is_detected() -> None:
    host = detect()
    assert host.cpu.threads == len(os.sched_getaffinity(0)) or host.cpu.threads == os.cpu_count()
    home = host.volume_of(os.path.realpath(__file__))
    assert home is not None
    assert host.runs_from == home.mount_point


def test_a_process_with_threads_has_another_do_the_asking(machine: Machine) -> None:
    machine.mount("/sasdata", "xfs", "/dev/sda", number="8:0")
    done = threading.Event()
    other = threading.Thread(target=done.wait)
    other.start()
    try:
        *_, last = watch(5.0, str(machine.place))
    finally:
        done.set()
        other.join()
    assert [volume.state.value for volume in last.volumes] == ["answered"]
