"""Each method is a plan of its own, and says what it proves."""

from dataclasses import replace

import pytest

from sizing.measurement import Outcome, Series, measure
from sizing.methods import RECIPES
from sizing.plan import Choices, Method, PhaseKind, Plan, PlanRefusedError
from sizing.units import GIB
from sizing.validity import judge
from sizing.workload import Role
from tests.sizing.machines import ROOT, VOLUME, host_of, phase_of, plan_of, run_of

HOST = host_of()


def plan(method: Method, role: Role = Role.SASDATA, workers: int | None = None) -> Plan:
    return plan_of(HOST, Choices(method=method, role=role, workers=workers))


def codes(plan: Plan) -> set[str]:
    return {note.code for note in plan.notes}


def test_every_method_has_a_recipe() -> None:
    assert set(RECIPES) == set(Method)


def test_an_assessment_reads_cold_beyond_ram_and_repeats_until_the_runs_agree() -> None:
    found = plan(Method.ASSESSMENT)
    assert (found.phase_bytes, found.cold_reads) == (512 * GIB, True)
    assert (found.fewest_runs, found.most_runs, found.lasts_s) == (3, 5, 0)
    assert not {"files-fit-in-ram", "workers-differ"} & codes(found)


def test_an_assessment_on_a_machine_of_little_ram_has_files_of_a_gib_all_the_same() -> None:
    assert plan_of(host_of(cores=4, ram=GIB), Choices(method=Method.ASSESSMENT)).file_size == GIB


def test_an_assessment_takes_the_space_there_is() -> None:
    # 3 TiB free on the volume of 10, of which 1 stays free; XFS may take 8 GiB ahead for each of 16 files.
    tight = replace(VOLUME, free_bytes=VOLUME.total_bytes // 10 + 160 * GIB if VOLUME.total_bytes else None)
    found = plan_of(host_of(ROOT, tight), Choices(method=Method.ASSESSMENT), tight)
    assert found.file_size == 5 * GIB
    assert "smaller-files" in codes(found)


def test_the_time_counts_all_runs() -> None:
    once = plan_of(HOST, Choices(method=Method.QUICK, file_size=32 * GIB))
    found = plan(Method.ASSESSMENT)
    assert found.seconds_low == pytest.approx(3 * once.seconds_low)
    assert found.seconds_high == pytest.approx(5 * once.seconds_high)


def test_endurance_lasts_longer_than_half_an_hour_or_as_long_as_it_is_told() -> None:
    found = plan(Method.ENDURANCE)
    assert (found.lasts_s, found.fewest_runs) == (35 * 60, 1)
    assert found.seconds_low == 35 * 60
    longer = plan_of(HOST, Choices(method=Method.ENDURANCE, lasts_s=7200.0))
    assert longer.lasts_s == 7200
    assert plan_of(HOST, Choices(lasts_s=7200.0)).lasts_s == 0
    for seconds in (0.0, -1.0, 1e9, float("inf"), float("nan")):
        with pytest.raises(PlanRefusedError):
            plan_of(HOST, Choices(method=Method.ENDURANCE, lasts_s=seconds))


def test_viya_runs_one_worker_a_core_on_data_and_two_on_the_cas_disk_cache() -> None:
    data, cache = plan(Method.VIYA, Role.CAS_DATA), plan(Method.VIYA, Role.CAS_DISK_CACHE)
    assert (data.workers, data.file_size, data.cores) == (16, 40 * GIB, 16)
    assert (cache.workers, cache.file_size, cache.cores) == (32, 20 * GIB, 16)
    assert data.cold_reads
    assert "workers-differ" not in codes(cache)
    assert "workers-differ" in codes(plan(Method.VIYA, Role.CAS_DISK_CACHE, workers=16))


def test_two_workers_a_core_still_give_a_rate_per_core() -> None:
    cache = plan(Method.VIYA, Role.CAS_DISK_CACHE)
    # 32 files of 20 GiB in 400 s on 16 cores are 102.4 MiB/s a core.
    figure = measure(Series(Outcome.COMPLETE, (phase_of(cache, PhaseKind.WRITE, 400),)), cache).figure(PhaseKind.WRITE)
    assert figure is not None
    assert figure.strict == pytest.approx(102.4 * 2**20)
    assert figure.sas_comparable == pytest.approx(102.4 * 2**20)
    series = run_of(cache, 110, 110)
    found = judge(HOST, cache, series, measure(series, cache))
    assert "workers-differ" not in {reason.code for reason in found.reasons}


def test_unread_cores_are_told_from_the_workers() -> None:
    host = host_of(cores=None)
    assert plan_of(host, Choices(method=Method.VIYA, role=Role.CAS_DISK_CACHE, workers=8)).cores == 4
    assert plan_of(host, Choices(method=Method.VIYA, role=Role.CAS_DISK_CACHE, workers=1)).cores == 1


def test_iotest_does_not_count_the_flush_in_its_own_figure_but_the_strict_one_does() -> None:
    found = plan_of(HOST, Choices(method=Method.IOTEST, file_size=GIB))
    assert not found.cold_reads
    assert "no-flush" in codes(found)
    flushed = phase_of(found, PhaseKind.WRITE, 20.0)
    flushed = replace(flushed, tracks=tuple(replace(track, moved_s=5.0) for track in flushed.tracks))
    series = Series(Outcome.COMPLETE, (flushed,))
    figure = measure(series, found).figure(PhaseKind.WRITE)
    assert figure is not None
    assert figure.sas_comparable == pytest.approx(GIB / 5)
    assert figure.strict == pytest.approx(GIB / 20)
    reasons = judge(HOST, found, series, measure(series, found)).reasons
    assert [reason.phase for reason in reasons if reason.code == "no-flush"] == [PhaseKind.WRITE]


def test_a_worker_that_moved_nothing_in_no_time_gives_iotest_no_figure() -> None:
    found = plan_of(HOST, Choices(method=Method.IOTEST, file_size=GIB))
    odd = phase_of(found, PhaseKind.WRITE, 20.0)
    odd = replace(odd, tracks=tuple(replace(track, moved_s=0.0) for track in odd.tracks))
    assert measure(Series(Outcome.COMPLETE, (odd,)), found).figures == ()
