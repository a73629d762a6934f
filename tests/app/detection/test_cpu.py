"""Processors: cores are counted right on machines that fool simpler counts."""

import pytest

from app.detection.cpu import parse_cpu_list
from tests.app.detection.machine import Machine


def test_two_sockets_with_hyper_threading_count_each_core_once(machine: Machine) -> None:
    machine.processors(sockets=2, cores=12, threads=2)
    cpu = machine.cpu()
    assert (cpu.sockets, cpu.physical_cores, cpu.threads, cpu.hypervisor) == (2, 24, 48, None)
    assert "share a core" in cpu.source


def test_arm_without_cpu_cores_is_counted_though_the_script_of_sas_fails(machine: Machine) -> None:
    machine.arm(64)
    cpu = machine.cpu()
    assert (cpu.sockets, cpu.physical_cores, cpu.threads) == (1, 64, 64)
    assert cpu.model == "Arm Neoverse-N1"
    assert "SAS's script fails here" in cpu.source


def test_a_virtual_machine_with_sixteen_sockets_of_one_core_has_sixteen_cores_and_a_warning(machine: Machine) -> None:
    machine.processors(sockets=16, cores=1, threads=1, flags="fpu hypervisor")
    machine.write("sys/class/dmi/id/sys_vendor", "VMware, Inc.\n")
    cpu = machine.cpu()
    assert (cpu.sockets, cpu.physical_cores, cpu.threads, cpu.hypervisor) == (16, 16, 16, "VMware")
    assert "half a physical core" in cpu.source


def test_a_virtual_machine_that_shows_hyper_threads_has_half_as_many_cores_as_vcpus(machine: Machine) -> None:
    machine.processors(sockets=1, cores=8, threads=2, flags="fpu hypervisor")
    cpu = machine.cpu()
    assert (cpu.physical_cores, cpu.threads) == (8, 16)
    assert "half a physical core" not in cpu.source


def test_core_numbers_that_repeat_on_each_die_do_not_hide_cores(machine: Machine) -> None:
    machine.processors(sockets=1, cores=8, threads=1)
    for number in range(8):
        machine.topology(number, package="0", core=str(number % 4), siblings=str(number))
    cpu = machine.cpu()
    assert cpu.physical_cores == 8
    assert "Other evidence on this machine gives 4." in cpu.source


def test_sibling_lists_that_lie_are_not_believed(machine: Machine) -> None:
    machine.processors(sockets=1, cores=4, threads=1)
    machine.topology(2, package="0", core="2", siblings="0-4000000000")
    machine.topology(3, package="0", core="3", siblings="0")
    cpu = machine.cpu()
    assert cpu.physical_cores == 4
    assert cpu.source.startswith("Counted from the numbers of package and core")


def test_without_sysfs_the_table_of_procfs_is_counted(machine: Machine) -> None:
    machine.processors(sockets=2, cores=4, threads=2)
    for number in range(16):
        for name in ("physical_package_id", "core_id", "thread_siblings_list"):
            (machine.place / f"sys/devices/system/cpu/cpu{number}/topology/{name}").unlink()
    (machine.place / "sys/devices/system/cpu/online").unlink()
    cpu = machine.cpu()
    assert (cpu.sockets, cpu.physical_cores, cpu.threads) == (2, 8, 16)
    assert "/proc/cpuinfo" in cpu.source


def test_where_nothing_tells_the_cores_they_are_unknown_and_it_says_why(machine: Machine) -> None:
    machine.write("proc/cpuinfo", "processor\t: 0\n\nprocessor\t: 1\n")
    machine.write("sys/devices/system/cpu/online", "0-1\n")
    (machine.place / "sys/devices/system/cpu/cpu0/topology/core_id").unlink()
    (machine.place / "sys/devices/system/cpu/cpu0/topology/thread_siblings_list").unlink()
    host = machine.detect()
    assert host.cpu.physical_cores is None
    assert host.cpu.threads == 2
    assert any(unread.what == "physical cores" for unread in host.unread)


def test_cores_switched_off_are_not_counted(machine: Machine) -> None:
    machine.processors(sockets=1, cores=8, threads=1)
    machine.online(6)
    assert machine.cpu().physical_cores == 6


def test_a_cpuset_limits_what_is_usable_but_not_what_the_machine_has(machine: Machine) -> None:
    machine.processors(sockets=1, cores=8, threads=2)
    machine.online(16, allowed="0-3,100-120")
    cpu = machine.cpu()
    assert (cpu.physical_cores, cpu.threads, cpu.usable_threads) == (8, 16, 4)


@pytest.mark.parametrize("text", ["", "a", "1-", "-3", "3-1", "0-99999999", "1,,2", "0-3;4", None, "²"])
def test_what_is_no_list_of_cpus_is_refused(text: str | None) -> None:
    assert parse_cpu_list(text) is None


def test_lists_of_cpus_may_hold_ranges_and_single_numbers() -> None:
    assert parse_cpu_list("0-2,5, 7-8") == frozenset({0, 1, 2, 5, 7, 8})


@pytest.mark.parametrize(
    ("files", "name"),
    [
        ({"sys/class/dmi/id/sys_vendor": "QEMU", "sys/class/dmi/id/product_name": "Standard PC"}, "KVM"),
        ({"sys/class/dmi/id/sys_vendor": "Microsoft Corporation"}, "Hyper-V"),
        (
            {
                "sys/class/dmi/id/sys_vendor": "Microsoft Corporation",
                "sys/class/dmi/id/chassis_asset_tag": "7783-7084-3265-9085-8269-3286-77",
            },
            "Microsoft Azure",
        ),
        ({"sys/class/dmi/id/sys_vendor": "Amazon EC2"}, "Amazon EC2"),
        ({"sys/hypervisor/type": "xen"}, "Xen"),
        ({"sys/devices/system/clocksource/clocksource0/available_clocksource": "kvm-clock tsc"}, "KVM"),
        ({}, "unknown"),
    ],
)
def test_the_flag_hypervisor_is_given_the_name_the_machine_knows(
    machine: Machine, files: dict[str, str], name: str
) -> None:
    machine.processors(sockets=1, cores=2, threads=1, flags="fpu hypervisor")
    for path, text in files.items():
        machine.write(path, f"{text}\n")
    assert machine.cpu().hypervisor == name


def test_bare_metal_of_a_cloud_is_no_virtual_machine(machine: Machine) -> None:
    machine.processors(sockets=2, cores=24, threads=2)
    machine.write("sys/class/dmi/id/sys_vendor", "Amazon EC2\n")
    assert machine.cpu().hypervisor is None


@pytest.mark.parametrize(("product", "name"), [("m7g.metal", None), ("m7g.4xlarge", "Amazon EC2")])
def test_on_arm_the_product_name_decides(machine: Machine, product: str, name: str | None) -> None:
    machine.arm(16)
    machine.write("sys/class/dmi/id/sys_vendor", "Amazon EC2\n")
    machine.write("sys/class/dmi/id/product_name", f"{product}\n")
    assert machine.cpu().hypervisor == name


def test_the_first_domain_of_xen_sees_the_real_machine(machine: Machine) -> None:
    machine.processors(sockets=1, cores=2, threads=1, flags="fpu hypervisor")
    machine.write("proc/xen/capabilities", "control_d\n")
    assert machine.cpu().hypervisor is None
