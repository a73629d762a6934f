"""Job: the main job, step by step; poll() is its only clock.

Detect, plan, run, measure, check, keep: the window and the command line both walk through here.
"""

import os.path
import secrets
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime

from app import __version__
from app.benchmark.progress import Activity, Progress
from app.benchmark.run import Run, start
from app.benchmark.target import RunRefusedError, examine
from app.errors import WorldError
from app.history.store import Store
from app.i18n import tr
from sizing.assessment import Assessment
from sizing.findings import check
from sizing.host import Host, VolumeState
from sizing.i18n import N_
from sizing.measurement import Outcome, Series, measure
from sizing.plan import Choices, Plan, PlanRefusedError, make_plan
from sizing.repeats import in_order, is_enough
from sizing.rulebook import EDITION, RULES
from sizing.rules import Facts
from sizing.validity import judge
from sizing.workload import STANDARD, Workload
from sizing.zeros import PROBED, probe_plan, zeros_probe


def prepare(host: Host, path: str, choices: Choices) -> Plan:
    """Return the plan for measuring the folder ``path`` of ``host``; nothing is written.

    Raises:
        WorldError: the folder cannot be used, or the plan is refused; with what to do about it.
    """
    _refuse_if_dead(host, path)
    target = examine(path)
    volume = host.volume_of(target.resolved)
    if volume is None:
        raise WorldError(
            tr(N_("{path} is not on a file system that holds files.")).format(path=path),
            tr(N_("Choose a folder on a disk, an array or a network file system.")),
        )
    if volume.number is not None and volume.number != target.device and volume.file_system != "btrfs":
        # The files of a btrfs subvolume have an st_dev of their own.
        raise WorldError(
            tr(N_("The file systems have changed since the machine was looked at.")),
            tr(N_("Look at the machine again, then plan anew.")),
        )
    try:
        return make_plan(host, volume, target, choices)
    except PlanRefusedError as error:
        raise WorldError(tr(str(error)), tr(error.advice)) from error


def _refuse_if_dead(host: Host, path: str) -> None:
    """Refuse a folder of a volume that did not answer, without touching it: that could take for ever."""
    absolute = os.path.abspath(path)  # noqa: PTH100 - to resolve links is to touch them
    volume = host.volume_of(absolute)
    if volume is not None and volume.state is VolumeState.NOT_ANSWERING:
        raise WorldError(
            tr(N_("{path} is on {place}, which does not answer.")).format(path=path, place=volume.mount_point),
            tr(N_("Choose another folder, or have the file system looked at first.")),
        )


def look(host: Host, workload: Workload = STANDARD) -> Assessment:
    """Return an assessment of ``host`` alone: what the rulebook can say before anything is measured."""
    findings = check(RULES, Facts(host=host, workload=workload))
    return replace(_begin(host), findings=findings)


class Job:
    """The runs of a plan, kept in the store after each stage because a later one may fail.

    Raises:
        WorldError: the run cannot be kept, and is ended; or there is too little memory for it.
    """

    def __init__(self, host: Host, plan: Plan, store: Store) -> None:
        self.assessment = replace(_begin(host), plan=plan)
        self._store = store
        self._plan = plan
        self._runs: list[Series] = []
        self._probes: list[Series] = []
        self._is_probing = False
        self._run: Run | None = start(plan)
        try:
            store.save(self.assessment)
        except BaseException:
            self._run.close()
            raise

    @property
    def is_over(self) -> bool:
        """Whether the last run has ended and was judged and kept."""
        return self._run is None

    @property
    def left(self) -> tuple[str, ...]:
        """Paths of test files that could not be removed, once the run is over."""
        return self.assessment.left

    def poll(self) -> Progress | None:
        """Look at the run and do what is due: keep it once it is over, begin the next or judge them all. Never waits.

        Raises:
            RunRefusedError: the run could not begin; the first one leaves no trace in the store.
            WorldError: the run is over and cannot be kept; :attr:`assessment` is judged nevertheless.
        """
        run, number = self._run, self._collected + 1
        if run is None:
            return None
        try:
            progress = replace(run.poll(), run=number)
            if run.is_over:
                self._finish(run)
        except Exception as error:
            self._give_up(run, error, is_collected=self._collected == number)
            raise
        return progress if self.is_over or not run.is_over else replace(progress, activity=Activity.REMOVING)

    def cancel(self) -> None:
        """Ask the workers to stop; what was measured until then is kept, labelled partial."""
        if self._run is not None:
            self._run.cancel()

    def close(self) -> None:
        """End the run at once, if it is still going on, and leave nothing behind; it is kept as cancelled."""
        if self._run is not None:
            self._run.close()
            self._mark(Outcome.CANCELLED, left=self._run.left)

    @property
    def _collected(self) -> int:
        return len(self._runs) + len(self._probes)

    def _finish(self, run: Run) -> None:
        self._take(run.collect())
        due = self._due()
        if due is not None:
            self._is_probing = due is not self._plan
            self._run = start(due)
            return
        if len(self._probes) == len(PROBED):
            random, zeros = self._probes
            self.assessment = replace(self.assessment, zeros=zeros_probe(self._plan, random, zeros, self._runs))
        self._keep(judged(self.assessment))
        self._run = None

    def _take(self, series: Series) -> None:
        """Take in what a run, or a probe after the runs, recorded."""
        if self._is_probing:
            self._probes.append(series)
            self._note_left(series.left)
        else:
            self._keep(self._with(series))

    def _due(self) -> Plan | None:
        """Return the plan to run next, if any: one that did not go to its end was the last."""
        if not is_enough(self._plan, self._runs):
            return self._plan
        is_whole = all(run.outcome is Outcome.COMPLETE for run in (*self._runs, *self._probes))
        if not self._plan.probes_zeros or not is_whole or len(self._probes) == len(PROBED):
            return None
        return probe_plan(self._plan, PROBED[len(self._probes)])

    def _with(self, series: Series) -> Assessment:
        """Return the assessment with one more run."""
        self._runs.append(series)
        first, *others = in_order(self._plan, self._runs)
        return replace(self.assessment, series=first, repeats=tuple(others))

    def _keep(self, assessment: Assessment) -> None:
        self.assessment = assessment
        self._store.save(assessment)

    def _give_up(self, run: Run, error: Exception, *, is_collected: bool) -> None:
        run.close()
        if isinstance(error, RunRefusedError):
            if self._runs:
                self._stand()
            else:
                self._forget()
        elif not is_collected:
            self._mark(Outcome.FAILED, str(error), left=run.left)
        elif isinstance(error, WorldError) and self.assessment.measurement is None:
            self.assessment = judged(self.assessment)  # it only could not be kept
        self._run = None

    def _forget(self) -> None:
        """Take the run back that never was; what is left is a look at the host."""
        with suppress(WorldError):
            self._store.delete(self.assessment.id)
        self.assessment = look(self.assessment.host)

    def _mark(self, outcome: Outcome, failure: str = "", *, left: tuple[str, ...]) -> None:
        """Note how a run ended that left no series, as far as that can be kept."""
        self._run = None
        if self._is_probing:
            self._note_left(left)
        else:
            self.assessment = self._with(Series(outcome, (), failure, left))
        self._stand()

    def _note_left(self, left: tuple[str, ...]) -> None:
        """Note files that a probe left behind, as a run of which there is nothing else."""
        if left:
            self.assessment = self._with(Series(Outcome.CANCELLED, (), left=left))

    def _stand(self) -> None:
        """Judge the runs there are, and keep that if it can be kept."""
        self.assessment = judged(self.assessment)
        with suppress(WorldError):
            self._store.save(self.assessment)


def judged(assessment: Assessment) -> Assessment:
    """Return ``assessment`` measured, judged and checked anew with the rulebook of today."""
    host, plan, series = assessment.host, assessment.plan, assessment.series
    if plan is None:
        return replace(assessment, edition=EDITION, findings=check(RULES, Facts(host=host, workload=STANDARD)))
    volume = host.volume_of(plan.target.resolved)
    from app.catalog.lookup import answers

    caps = answers(host)
    facts = Facts(host=host, workload=plan.workload, volume=volume, role=plan.role, plan=plan, looked_up=caps)
    measurement = validity = None
    if series is not None:
        measurement = measure(series, plan, assessment.repeats)
        validity = judge(host, plan, series, measurement, assessment.repeats)
        facts = replace(facts, measurement=measurement, validity=validity)
    return replace(
        assessment,
        edition=EDITION,
        measurement=measurement,
        validity=validity,
        findings=check(RULES, facts),
    )


def _begin(host: Host) -> Assessment:
    now = datetime.now(UTC)
    return Assessment(
        id=f"{now:%Y%m%d}-{secrets.token_hex(3)}",
        created_at=now.isoformat(timespec="seconds"),
        tool=f"Headroom {__version__}",
        edition=EDITION,
        host=host,
    )
