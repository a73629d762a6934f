"""Control groups: the tightest limit on the way up counts, in both versions."""

import pytest

from app.detection.cgroup import cpu_quota, memory_limit
from app.detection.sysfs import Root
from sizing.units import GIB
from tests.app.detection.machine import Machine


def _root(machine: Machine) -> Root:
    return Root(str(machine.place))


def test_without_a_group_there_is_no_limit(machine: Machine) -> None:
    assert cpu_quota(_root(machine)) is None
    assert memory_limit(_root(machine)) is None


def test_a_group_above_may_be_the_tightest(machine: Machine) -> None:
    machine.write("proc/self/cgroup", "0::/sas.slice/job\n")
    machine.write("sys/fs/cgroup/sas.slice/cpu.max", "250000 100000\n")
    machine.write("sys/fs/cgroup/sas.slice/job/cpu.max", "max 100000\n")
    machine.write("sys/fs/cgroup/sas.slice/memory.max", f"{8 * GIB}\n")
    machine.write("sys/fs/cgroup/sas.slice/job/memory.max", "max\n")
    assert cpu_quota(_root(machine)) == 2.5
    assert memory_limit(_root(machine)) == 8 * GIB


def test_in_a_container_the_limit_is_found_at_the_top(machine: Machine) -> None:
    machine.write("proc/self/cgroup", "5:memory:/docker/0a1b\n4:cpu,cpuacct:/docker/0a1b\n0::/\n")
    machine.write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "400000\n")
    machine.write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n")
    machine.write("sys/fs/cgroup/memory/memory.limit_in_bytes", f"{16 * GIB}\n")
    assert cpu_quota(_root(machine)) == 4
    assert memory_limit(_root(machine)) == 16 * GIB


def test_no_limit_in_version_one_is_a_huge_number_or_minus_one(machine: Machine) -> None:
    machine.write("proc/self/cgroup", "5:memory:/\n4:cpu,cpuacct:/\n")
    machine.write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n")
    machine.write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n")
    machine.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n")
    assert cpu_quota(_root(machine)) is None
    assert memory_limit(_root(machine)) is None


@pytest.mark.parametrize("text", ["", "junk", "0::/../../etc", "0::" + "/x" * 5000, ":::::", "0::/a\n0::/b"])
def test_a_strange_table_of_groups_gives_no_limit(machine: Machine, text: str) -> None:
    machine.write("proc/self/cgroup", text)
    assert cpu_quota(_root(machine)) is None


@pytest.mark.parametrize("text", ["0 100000", "100000 0", "x y", "9" * 200 + " 1", "-5 100000"])
def test_a_strange_quota_is_none(machine: Machine, text: str) -> None:
    machine.write("proc/self/cgroup", "0::/\n")
    machine.write("sys/fs/cgroup/cpu.max", text)
    assert cpu_quota(_root(machine)) is None


def test_a_limit_of_memory_below_what_there_is_is_told(machine: Machine) -> None:
    machine.write("proc/self/cgroup", "0::/\n")
    machine.write("sys/fs/cgroup/memory.max", f"{16 * GIB}\n")
    assert machine.detect().memory.limit_bytes == 16 * GIB
    machine.write("sys/fs/cgroup/memory.max", f"{512 * GIB}\n")
    assert machine.detect().memory.limit_bytes is None
