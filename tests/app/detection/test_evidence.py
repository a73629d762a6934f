"""Evidence: every source of the core count side by side, and the disagreements named."""

import os
from pathlib import Path

import pytest

from app.detection.cpu import listed
from app.detection.evidence import firmware
from app.detection.place import Here
from app.detection.sysfs import Root
from sizing.host import CoreEvidence
from sizing.units import GIB
from tests.app.detection.machine import Machine


def _structure(cores: int, threads: int, *, status: int = 0x41, size: int = 0x30) -> bytes:
    """Return an SMBIOS structure of a processor."""
    raw = bytearray(size)
    raw[0], raw[1], raw[0x18] = 4, size, status
    raw[0x23], raw[0x25] = min(cores, 255), min(threads, 255)
    if size >= 0x30:
        raw[0x2A:0x2C], raw[0x2E:0x30] = cores.to_bytes(2, "little"), threads.to_bytes(2, "little")
    return bytes(raw) + b"Intel\0SN-4711\0\0"


def test_every_source_stands_beside_the_others(machine: Machine) -> None:
    machine.processors(sockets=2, cores=12, threads=2)
    for entry in ("4-0", "4-1"):
        machine.write(f"sys/firmware/dmi/entries/{entry}/raw", _structure(12, 24))
    cpu = machine.cpu()
    assert [(side.sockets, side.cores) for side in cpu.evidence] == [(2, 24)] * 5
    assert cpu.evidence[-1].threads == 48
    assert cpu.conflicts == ()


def test_sources_that_disagree_are_named_with_their_figures(machine: Machine) -> None:
    machine.processors(sockets=2, cores=12, threads=2)
    machine.write("sys/firmware/dmi/entries/4-0/raw", _structure(16, 32))
    (conflict,) = machine.cpu().conflicts
    assert "16: firmware (SMBIOS)" in conflict
    assert "24: /sys" in conflict


def test_the_script_of_sas_that_fails_is_shown_as_failing(machine: Machine) -> None:
    machine.arm(64)
    script = machine.cpu().evidence[-1]
    assert script.cores is None
    assert "fails" in script.text


def test_sixteen_sockets_of_one_core_are_called_what_they_are(machine: Machine) -> None:
    machine.processors(sockets=16, cores=1, threads=1, flags="fpu hypervisor")
    assert any("16 real sockets" in conflict for conflict in machine.cpu().conflicts)


def test_two_real_sockets_of_one_core_are_believed(machine: Machine) -> None:
    machine.processors(sockets=2, cores=1, threads=1)
    assert machine.cpu().conflicts == ()


def test_an_empty_socket_does_not_count_and_more_cores_than_a_byte_holds_do(machine: Machine) -> None:
    machine.write("sys/firmware/dmi/entries/4-0/raw", _structure(288, 288))
    machine.write("sys/firmware/dmi/entries/4-1/raw", _structure(0, 0, status=0x00))
    found = firmware(Root(str(machine.place)))
    assert found is not None
    assert (found.sockets, found.cores) == (1, 288)


@pytest.mark.parametrize("raw", [b"", b"\x04", b"\x04\xff" + bytes(10), bytes(3)])
def test_a_structure_cut_off_says_nothing(machine: Machine, raw: bytes) -> None:
    machine.write("sys/firmware/dmi/entries/4-0/raw", raw)
    assert firmware(Root(str(machine.place))) is None


class _Locked(Here):
    """A machine whose firmware only root may read."""

    def content(self, path: str, limit: int) -> bytes:
        if path.endswith("/raw"):
            raise PermissionError(13, os.strerror(13))
        return super().content(path, limit)


def test_firmware_that_only_root_may_read_is_said_to_be_so(machine: Machine) -> None:
    machine.write("sys/firmware/dmi/entries/4-0/raw", b"")
    root = Root(_Locked(str(machine.place)))
    found = firmware(root)
    assert isinstance(found, CoreEvidence)
    assert found.cores is None
    assert "root" in found.text
    assert [unread.what for unread in root.unread] == ["/sys/firmware/dmi/entries/4-0/raw"]


def test_numa_nodes_have_processors_and_memory(machine: Machine) -> None:
    for node, cpus in (("node10", "2-3"), ("node2", "0-1")):
        machine.write(f"sys/devices/system/node/{node}/cpulist", f"{cpus}\n")
        machine.write(f"sys/devices/system/node/{node}/meminfo", f"Node 0 MemTotal:  {GIB // 1024} kB\nNode 0 x: y\n")
    machine.write("sys/devices/system/node/online", "0\n")
    nodes = machine.cpu().numa_nodes
    assert [(node.number, node.cpus, node.memory_bytes) for node in nodes] == [(2, "0-1", GIB), (10, "2-3", GIB)]


def test_a_container_that_leaves_less_than_the_machine_has_says_so(machine: Machine) -> None:
    machine.processors(sockets=1, cores=8, threads=2)
    machine.online(16, allowed="0-3,8")
    machine.write("proc/self/cgroup", "0::/\n")
    machine.write("sys/fs/cgroup/cpu.max", "150000 100000\n")
    cpu = machine.cpu()
    assert (cpu.usable_threads, cpu.cpuset, cpu.quota) == (5, "0-3,8", 1.5)
    assert any("1.5 logical CPUs" in conflict for conflict in cpu.conflicts)


def test_numbers_are_listed_as_the_kernel_does() -> None:
    assert listed({0, 1, 2, 5, 7, 8}) == "0-2,5,7-8"
    assert listed(()) == ""


def test_a_redacted_structure_has_no_serial_number(machine: Machine, tmp_path: Path) -> None:
    from app.detection import detect, record

    machine.write("sys/firmware/dmi/entries/4-0/raw", _structure(1, 1))
    path = tmp_path / "redacted.tar.gz"
    record(str(path), root=str(machine.place), redact=True)
    assert detect(machine=str(path)).cpu == machine.detect().cpu
