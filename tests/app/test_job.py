"""The main job walks from a plan to a kept, judged assessment, and says honestly where it did not get there."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from app import job
from app.background import Background
from app.benchmark.progress import Activity, Progress
from app.benchmark.run import Run
from app.detection import detect
from app.errors import WorldError
from app.gui import errands
from app.history.store import Store
from app.job import Job
from sizing.assessment import Assessment
from sizing.host import Host, VolumeState
from sizing.measurement import Outcome
from sizing.plan import Choices, PhaseKind, Plan
from sizing.rulebook import EDITION, RULES
from sizing.rules import Scope, Verdict
from sizing.units import GIB, MIB

SMALL = Choices(workers=2, file_size=16 * MIB)
LONG = Choices(workers=2, file_size=4 * GIB)
"""Long enough to be stopped; only what was written until then takes space."""


@pytest.fixture(scope="module")
def host() -> Host:
    """This machine."""
    return detect()


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """An empty folder to measure."""
    place = tmp_path / "target"
    place.mkdir()
    return place


@pytest.fixture
def plan(host: Host, target: Path) -> Plan:
    """A plan that takes a fraction of a second."""
    return job.prepare(host, str(target), SMALL)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty history."""
    with Store(tmp_path / "history" / "history.sqlite3") as opened:
        yield opened


def finish(running: Job) -> Assessment:
    """Poll ``running`` as the front ends do until it is over."""
    deadline = time.monotonic() + 60
    while not running.is_over:
        assert time.monotonic() < deadline
        running.poll()
        time.sleep(0.02)
    return running.assessment


def wait_for(running: Job, activity: Activity) -> Progress:
    """Poll ``running`` until its workers do what is waited for."""
    while (progress := running.poll()) is None or progress.activity is not activity:
        assert not running.is_over
        time.sleep(0.01)
    return progress


def spoil(store: Store) -> None:
    """Make the history one that this program must not write to."""
    with closing(sqlite3.connect(store.path)) as connection:
        connection.execute("PRAGMA user_version = 99")


def test_a_run_ends_measured_judged_and_kept(host: Host, plan: Plan, store: Store, target: Path) -> None:
    assessment = finish(Job(host, plan, store))
    assert store.load("last") == assessment
    assert assessment.series is not None
    assert assessment.series.outcome is Outcome.COMPLETE
    assert assessment.measurement is not None
    for kind in PhaseKind:
        figure = assessment.measurement.figure(kind)
        assert figure is not None
        assert (figure.bytes_moved, figure.is_partial) == (32 * MIB, False)
    assert assessment.validity is not None
    assert [finding.rule for finding in assessment.findings] == [rule.id for rule in RULES]
    assert list(target.iterdir()) == []


def test_while_it_goes_on_the_plan_is_kept_and_nothing_is_judged(host: Host, plan: Plan, store: Store) -> None:
    with closing(Job(host, plan, store)) as running:
        kept = store.load("last")
        assert (kept.plan, kept.series, kept.findings) == (plan, None, ())
        assert store.entries()[0].outcome is None
        finish(running)


def test_polling_after_the_end_does_nothing(host: Host, plan: Plan, store: Store) -> None:
    running = Job(host, plan, store)
    assessment = finish(running)
    assert running.poll() is None
    running.cancel()
    running.close()
    assert store.load("last") == assessment


def test_the_raw_series_is_kept_even_if_judging_it_fails(
    host: Host, plan: Plan, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_: object) -> None:
        raise ZeroDivisionError

    running = Job(host, plan, store)
    monkeypatch.setattr("app.job.judge", crash)
    with pytest.raises(ZeroDivisionError):
        finish(running)
    assert running.is_over
    kept = store.load("last")
    assert kept.series is not None
    assert kept.series.outcome is Outcome.COMPLETE
    monkeypatch.undo()
    assert job.judged(kept).findings != ()


def test_a_run_that_cannot_start_leaves_no_trace_in_the_history(
    host: Host, plan: Plan, store: Store, target: Path
) -> None:
    target.rename(target.with_name("old"))
    target.mkdir()
    running = Job(host, plan, store)
    with pytest.raises(WorldError, match="no longer the folder"):
        finish(running)
    assert running.is_over
    assert (running.assessment.host, running.assessment.plan) == (host, None)
    assert store.entries() == ()


def test_a_second_run_on_the_same_target_is_refused_and_not_kept(host: Host, store: Store, target: Path) -> None:
    plan = job.prepare(host, str(target), LONG)
    with closing(Job(host, plan, store)) as running:
        wait_for(running, Activity.WRITING)
        with pytest.raises(WorldError, match="Another Headroom"):
            finish(Job(host, plan, store))
        assert [entry.id for entry in store.entries()] == [running.assessment.id]


def test_a_run_that_cannot_be_kept_is_ended_at_once(host: Host, plan: Plan, store: Store, target: Path) -> None:
    spoil(store)
    with pytest.raises(WorldError, match="of format 99"):
        Job(host, plan, store)
    assert list(target.iterdir()) == []


def test_a_result_that_cannot_be_kept_is_judged_and_shown_all_the_same(host: Host, plan: Plan, store: Store) -> None:
    running = Job(host, plan, store)
    spoil(store)
    with pytest.raises(WorldError, match="of format 99"):
        finish(running)
    assert running.is_over
    assert running.assessment.measurement is not None
    assert len(running.assessment.findings) == len(RULES)


def test_a_cancelled_run_keeps_what_was_measured_labelled_partial(host: Host, store: Store, target: Path) -> None:
    running = Job(host, job.prepare(host, str(target), LONG), store)
    while wait_for(running, Activity.WRITING).phase_bytes < 32 * MIB:
        time.sleep(0.01)
    running.cancel()
    began = time.monotonic()
    finish(running)
    assert time.monotonic() - began < 2
    kept = store.load("last")
    assert kept.series is not None
    assert kept.series.outcome is Outcome.CANCELLED
    assert kept.measurement is not None
    figure = kept.measurement.figure(PhaseKind.WRITE)
    assert figure is not None
    assert figure.is_partial
    assert list(target.iterdir()) == []


def test_closing_in_the_middle_is_kept_as_cancelled(host: Host, store: Store, target: Path) -> None:
    running = Job(host, job.prepare(host, str(target), LONG), store)
    wait_for(running, Activity.WRITING)
    running.close()
    assert running.is_over
    (entry,) = store.entries()
    assert (entry.outcome, entry.write) == (Outcome.CANCELLED, None)
    assert store.load("last") == running.assessment
    assert list(target.iterdir()) == []


def thrice(plan: Plan) -> Plan:
    """Return ``plan`` to be run three times, whatever comes out."""
    return replace(plan, fewest_runs=3, most_runs=3)


def test_a_plan_of_three_runs_is_run_three_times_and_all_are_kept(
    host: Host, plan: Plan, store: Store, target: Path
) -> None:
    running = Job(host, thrice(plan), store)
    numbers = set()
    while not running.is_over:
        progress = running.poll()
        assert progress is not None
        numbers.add(progress.run)
        assert (progress.activity is Activity.OVER) is running.is_over
        time.sleep(0.005)
    assert numbers == {1, 2, 3}
    assessment = running.assessment
    assert [run.outcome for run in assessment.runs] == [Outcome.COMPLETE] * 3
    assert store.load("last") == assessment
    assert job.judged(assessment) == assessment
    assert assessment.measurement is not None
    figure = assessment.measurement.figure(PhaseKind.READ)
    assert figure is not None
    assert figure.agreement is not None
    assert len(figure.agreement.rates) == 3
    assert list(target.iterdir()) == []


def test_a_repeat_that_is_cancelled_leaves_the_runs_before_it_standing(
    host: Host, plan: Plan, store: Store, target: Path
) -> None:
    running = Job(host, thrice(plan), store)
    while (progress := running.poll()) is None or progress.run < 2:
        time.sleep(0.002)
    running.close()
    outcomes = [run.outcome for run in running.assessment.runs]
    assert outcomes == [Outcome.COMPLETE, Outcome.CANCELLED]
    assert running.assessment.measurement is not None
    assert len(running.assessment.measurement.figures) == 2
    assert store.load("last") == running.assessment
    assert list(target.iterdir()) == []


def test_a_repeat_that_cannot_begin_leaves_the_runs_before_it_standing(
    host: Host, plan: Plan, store: Store, target: Path
) -> None:
    running = Job(host, thrice(plan), store)
    while not running.assessment.runs:
        running.poll()
        time.sleep(0.002)
    target.rename(target.with_name("old"))
    target.mkdir()
    with pytest.raises(WorldError):
        finish(running)
    assert running.is_over
    kept = store.load("last")
    assert [run.outcome for run in kept.runs] == [Outcome.COMPLETE]
    assert kept.measurement is not None
    assert kept.findings != ()


def test_zeros_are_compared_with_random_bytes_after_the_run(host: Host, plan: Plan, store: Store, target: Path) -> None:
    assessment = finish(Job(host, replace(plan, probes_zeros=True), store))
    assert len(assessment.runs) == 1
    assert assessment.zeros is not None
    assert min(assessment.zeros.random_write, assessment.zeros.zeros_write, assessment.zeros.zeros_read) > 0
    assert store.load("last") == assessment
    assert list(target.iterdir()) == []


def test_a_probe_that_is_ended_leaves_the_run_before_it_standing(
    host: Host, plan: Plan, store: Store, target: Path
) -> None:
    running = Job(host, replace(plan, probes_zeros=True), store)
    while (progress := running.poll()) is None or progress.run < 2:
        time.sleep(0.002)
    running.close()
    assert [run.outcome for run in running.assessment.runs] == [Outcome.COMPLETE]
    assert running.assessment.zeros is None
    assert running.assessment.findings != ()
    assert store.load("last") == running.assessment
    assert list(target.iterdir()) == []


def test_a_run_whose_watching_breaks_is_ended_and_kept_as_failed(
    host: Host, plan: Plan, store: Store, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(_: Run) -> Progress:
        raise OSError(5, "the counters broke")

    running = Job(host, plan, store)
    monkeypatch.setattr(Run, "poll", crash)
    with pytest.raises(OSError, match="the counters broke"):
        running.poll()
    assert running.is_over
    kept = store.load("last")
    assert kept.series is not None
    assert kept.series.outcome is Outcome.FAILED
    assert "the counters broke" in kept.series.failure
    assert list(target.iterdir()) == []


def test_a_folder_that_is_not_there_is_refused(host: Host, tmp_path: Path) -> None:
    with pytest.raises(WorldError, match="does not exist") as caught:
        job.prepare(host, str(tmp_path / "nothing"), SMALL)
    assert caught.value.advice


def test_a_file_is_refused(host: Host, target: Path) -> None:
    (target / "file").touch()
    with pytest.raises(WorldError, match="is not a folder"):
        job.prepare(host, str(target / "file"), SMALL)


def test_a_pseudo_file_system_is_refused(host: Host) -> None:
    with pytest.raises(WorldError) as caught:
        job.prepare(host, "/proc", SMALL)
    assert caught.value.advice


def test_a_volume_that_is_in_no_list_of_the_host_is_refused(host: Host, target: Path) -> None:
    with pytest.raises(WorldError, match="not on a file system that holds files") as caught:
        job.prepare(replace(host, volumes=()), str(target), SMALL)
    assert caught.value.advice


def test_a_volume_mounted_since_the_host_was_looked_at_is_noticed(host: Host, target: Path) -> None:
    volume = host.volume_of(str(target))
    assert volume is not None
    before = replace(volume, number=(volume.number or 0) + 1, file_system="ext4")
    with pytest.raises(WorldError, match="have changed since"):
        job.prepare(replace(host, volumes=(before,)), str(target), SMALL)


def test_a_folder_of_a_volume_that_did_not_answer_is_refused_without_being_touched(
    host: Host, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    volume = host.volume_of(str(target))
    assert volume is not None
    dead = replace(host, volumes=(replace(volume, state=VolumeState.NOT_ANSWERING),))
    monkeypatch.setattr(job, "examine", lambda _: pytest.fail("the folder was touched"))
    with pytest.raises(WorldError, match="does not answer") as caught:
        job.prepare(dead, str(target), SMALL)
    assert caught.value.advice


def test_a_plan_is_made_in_another_process_as_well_as_in_this_one(host: Host, target: Path) -> None:
    assert in_background(host, target) == job.prepare(host, str(target), SMALL)
    target.rmdir()
    with pytest.raises(WorldError, match="does not exist"):
        in_background(host, target)


def in_background(host: Host, target: Path) -> Plan | None:
    """Return the plan that a background process makes."""
    work = Background(errands.plan, host, str(target), SMALL, deadline_s=30.0)
    with closing(work):
        plan = None
        while not work.is_over:
            plan = work.poll() or plan
            time.sleep(0.01)
        return plan


def test_a_plan_that_does_not_fit_is_refused_with_what_to_do(host: Host, target: Path) -> None:
    with pytest.raises(WorldError, match="too little free space") as caught:
        job.prepare(host, str(target), replace(SMALL, workers=10_000_000))
    assert caught.value.advice


def test_a_look_at_the_host_alone_judges_what_needs_no_measurement(host: Host) -> None:
    assessment = job.look(host)
    assert (assessment.host, assessment.plan, assessment.series) == (host, None, None)
    of_volumes = {rule.id for rule in RULES if rule.scope is Scope.VOLUME}
    verdicts = {finding.rule: finding.verdict for finding in assessment.findings}
    assert verdicts.keys() == {rule.id for rule in RULES}
    assert all(verdicts[rule] is Verdict.NOT_MEASURED for rule in of_volumes)
    assert set(verdicts.values()) != {Verdict.NOT_MEASURED}


def test_two_looks_have_different_ids(host: Host) -> None:
    assert len({job.look(host).id for _ in range(20)}) == 20


def test_an_old_assessment_is_judged_anew_by_the_rulebook_of_today(host: Host, plan: Plan, store: Store) -> None:
    assessment = finish(Job(host, plan, store))
    old = replace(assessment, edition="1999-01", findings=(), measurement=None, validity=None)
    assert job.judged(old) == assessment
    assert job.judged(old).edition == EDITION


def test_a_host_alone_is_judged_anew_too(host: Host) -> None:
    looked = job.look(host)
    assert job.judged(replace(looked, edition="1999-01", findings=())) == looked
