"""A scenario is answered with demand, capacity, headroom, what limits, and the price."""

import time
from dataclasses import replace

import pytest

from app.catalog import load
from sizing.capacity import LIMITS, StageKind
from sizing.catalog import Cloud
from sizing.cost import LICENCE
from sizing.handover import scripts
from sizing.storage import Allocation
from sizing.units import GIB, MB, MIB, TIB
from sizing.whatif import ANSWERS, MEMORY, THROUGHPUT, Answer, Scenario, own_server, project
from sizing.workload import HEAVY, STANDARD


@pytest.fixture
def m6i() -> Scenario:
    aws = load(Cloud.AWS)
    machine, volume = aws.instance("m6i.4xlarge"), aws.volume("gp3")
    assert machine is not None
    assert volume is not None
    return Scenario("today", machine, Allocation(volume, 2, TIB, 3_000, 500 * MIB, MIB), STANDARD, cores=8)


def test_m6i_4xlarge_passes_in_its_burst_and_falls_short_after(m6i: Scenario) -> None:
    # 8 cores need 800 MB/s; 1 250 MB/s pass for a time, 625 MB/s remain: 78 of 100 MB/s a core.
    told = project(m6i)
    assert told.demand == 800 * MB
    assert told.capacity == 625 * MB
    assert told.headroom == -175 * MB
    assert told.per_core == 78.125 * MB
    assert told.waterfall.sentence == LIMITS[StageKind.MACHINE]
    assert told.waterfall.burst is not None
    assert told.waterfall.burst > told.demand
    assert told.answer is Answer.SHORT
    assert told.forecasts[0].is_run_burst(600)
    assert told.forecasts[0].lasts_s == pytest.approx(625 * 1_800 / 175)


def test_fewer_cores_raise_the_rate_of_each_and_lower_the_licence(m6i: Scenario) -> None:
    half = project(replace(m6i, cores=4, core_price=100.0))
    assert half.per_core == 156.25 * MB
    assert half.answer is Answer.HOLDS
    assert [line.amount for line in half.cost.lines if line.what == LICENCE] == [400]


def test_heavier_work_fails_where_ordinary_work_nearly_holds(m6i: Scenario) -> None:
    assert project(replace(m6i, workload=HEAVY)).answer is Answer.FAILS


def test_an_own_server_is_projected_like_any_other(m6i: Scenario) -> None:
    server = own_server("rack 7", 16, 64 * GIB, volumes=3_200 * MB)
    told = project(replace(m6i, machine=server, cores=16, storage=replace(m6i.storage, count=4)))
    assert told.capacity == 4 * 500 * MIB
    needs = {need.what: need.answer for need in told.verdicts}
    assert needs == {THROUGHPUT: Answer.HOLDS, MEMORY: Answer.FAILS}
    assert told.cost.total is None
    assert ANSWERS[told.answer] == "fails"


def test_a_machine_without_known_limits_is_not_known_to_hold(m6i: Scenario) -> None:
    unknown = replace(m6i.storage.volume, rates=type(m6i.storage.volume.rates)())
    nothing = replace(m6i, machine=replace(m6i.machine, limits=()), storage=replace(m6i.storage, volume=unknown))
    told = project(nothing)
    assert told.capacity is None
    assert told.answer is Answer.UNKNOWN


def test_a_projection_takes_less_than_a_millisecond(m6i: Scenario) -> None:
    best = 1.0
    for _ in range(50):
        began = time.perf_counter()
        project(m6i)
        best = min(best, time.perf_counter() - began)
    assert best < 0.001


@pytest.mark.parametrize(("cores", "nodes"), [(0, 1), (1, 0)])
def test_a_scenario_without_machines_is_refused(m6i: Scenario, cores: int, nodes: int) -> None:
    with pytest.raises(ValueError, match="at least one core"):
        replace(m6i, cores=cores, nodes=nodes)


def test_seed_004_the_stripe_is_handed_over_with_a_chunk_of_1_mib_and_a_way_back(m6i: Scenario) -> None:
    aws = load(Cloud.AWS)
    machine, volume = aws.instance("r5b.16xlarge"), aws.volume("io2")
    assert machine is not None
    assert volume is not None
    storage = Allocation(volume, 2, 20_000 * GIB, 9_537, chunk=MIB)
    told = {script.title: script for script in scripts(replace(m6i, machine=machine, storage=storage, cores=32))}
    assert "--level=0 --chunk=1024 --raid-devices=2 /dev/nvme1n1 /dev/nvme2n1" in told["RAID 0"].text
    assert "mkfs.xfs /dev/md0" in told["XFS"].text
    assert 'ATTR{queue/read_ahead_kb}="256"' in told["/etc/udev/rules.d/99-sas-read-ahead.rules"].text
    assert "/sasdata xfs noatime,nofail 0 0" in told["/etc/fstab"].text
    assert "iops              = 9537" in told["Terraform"].text
    assert all(script.undo for script in told.values())


def test_azure_disks_are_handed_over_as_bicep(m6i: Scenario) -> None:
    azure = load(Cloud.AZURE)
    machine, volume = azure.instance("E32bds_v5"), azure.volume("P50")
    assert machine is not None
    assert volume is not None
    told = scripts(replace(m6i, machine=machine, storage=Allocation(volume, 3, 4 * TIB)))
    bicep = next(script.text for script in told if script.title == "Bicep")
    assert "range(0, 3)" in bicep
    assert "'Premium_LRS'" in bicep
    assert "diskSizeGB: 4096" in bicep


@pytest.mark.parametrize("hostile", ["/a; rm -rf /", "sasdata", "/a/../b", "/a b", "/a\nb", ""])
def test_a_mount_point_that_could_be_a_command_is_refused(m6i: Scenario, hostile: str) -> None:
    with pytest.raises(ValueError, match="mount point"):
        scripts(m6i, hostile)


def test_a_name_cannot_break_out_of_what_is_handed_over(m6i: Scenario) -> None:
    told = scripts(replace(m6i, name='x" {} $(reboot) "É'))
    assert all("reboot)" not in script.text for script in told)


def test_google_disks_are_handed_over_as_terraform(m6i: Scenario) -> None:
    gcp = load(Cloud.GCP)
    machine, volume = gcp.instance("n2-highmem-32"), gcp.volume("pd-ssd")
    assert machine is not None
    assert volume is not None
    told = scripts(replace(m6i, machine=machine, storage=Allocation(volume, 2, TIB)))
    terraform = next(script.text for script in told if script.title == "Terraform")
    assert 'type  = "pd-ssd"' in terraform
    assert "size  = 1024 # GiB" in terraform
    assert 'name  = "today-${count.index}"' in terraform
