"""Plan: what a run will do, what it will prove and what not, before it starts."""

from dataclasses import dataclass

from app.i18n import tr
from app.presenters.view import Line
from app.presenters.words import METHODS, PATTERNS
from sizing.i18n import N_
from sizing.plan import FAST_RATE, SLOW_RATE, Pattern, PhaseKind, Plan
from sizing.units import duration_text, rate_text, size_text
from sizing.zeros import PROBED, probe_plan


@dataclass(frozen=True, slots=True)
class PlanView:
    """The plan in words: a ``headline``, what it takes line by line, and what its result will be worth."""

    headline: str
    lines: tuple[Line, ...]
    proves: str
    does_not_prove: str
    notes: tuple[str, ...]


def present_plan(plan: Plan) -> PlanView:
    """Return ``plan`` in words."""
    return PlanView(
        headline=tr(N_("{method} measurement of {path} as {role}")).format(
            method=tr(METHODS[plan.method]), path=plan.target.resolved, role=plan.role.value
        ),
        lines=(*_work(plan), *_space(plan), *_load(plan)),
        proves=tr(plan.proves),
        does_not_prove=tr(plan.does_not_prove),
        notes=tuple(tr(note.sentence) for note in plan.notes),
    )


def range_text(low_s: float, high_s: float) -> str:
    """Return a range of seconds in words: ``"4.3 s to 2 min"``, or one duration where both read the same."""
    low, high = duration_text(low_s), duration_text(high_s)
    return low if low == high else tr(N_("{low} to {high}")).format(low=low, high=high)


def _work(plan: Plan) -> tuple[Line, ...]:
    written = plan.phase_bytes if PhaseKind.WRITE in plan.phases else 0
    read = plan.phase_bytes if PhaseKind.READ in plan.phases else 0
    assumption = tr(N_("if each worker moves {slow} to {fast}")).format(
        slow=rate_text(SLOW_RATE), fast=rate_text(FAST_RATE)
    )
    return (
        Line(tr(N_("Written")), size_text(written)),
        Line(tr(N_("Read")), size_text(read)),
        *_runs(plan),
        Line(tr(N_("Time")), f"{range_text(plan.seconds_low, plan.seconds_high)}, {assumption}"),
    )


def _runs(plan: Plan) -> tuple[Line, ...]:
    """Return how often all this is done, where it is done more than once."""
    if plan.lasts_s:
        text = tr(N_("again and again, for {time} at the least")).format(time=duration_text(plan.lasts_s))
    elif plan.most_runs > 1:
        text = tr(N_("{fewest} times, up to {most} times if the runs differ")).format(
            fewest=plan.fewest_runs, most=plan.most_runs
        )
    else:
        return _probe(plan)
    return (Line(tr(N_("Done")), text), *_probe(plan))


def _probe(plan: Plan) -> tuple[Line, ...]:
    """Return what is written and read besides, to compare zeros with random bytes."""
    if not plan.probes_zeros:
        return ()
    size = size_text(len(PROBED) * probe_plan(plan, Pattern.ZEROS).phase_bytes)
    return (Line(tr(N_("Zeros probe")), tr(N_("{size} more, written and read")).format(size=size)),)


def _space(plan: Plan) -> tuple[Line, ...]:
    peak = size_text(plan.peak_bytes)
    if plan.preallocation:
        share = tr(N_("{size} of it taken in advance by the file system")).format(size=size_text(plan.preallocation))
        peak = f"{peak}, {share}"
    return (
        Line(tr(N_("Space at most")), peak),
        Line(
            tr(N_("Stays free")),
            tr(N_("{size} on {place}")).format(size=size_text(plan.free_after), place=plan.mount_point),
        ),
    )


def _load(plan: Plan) -> tuple[Line, ...]:
    files = tr(N_("{count} of {size} each, holding {pattern}")).format(
        count=plan.workers, size=size_text(plan.file_size), pattern=tr(PATTERNS[plan.pattern])
    )
    workers = tr(N_("{workers} at once, for {cores} physical cores")).format(workers=plan.workers, cores=plan.cores)
    reads = (
        tr(N_("cold: the page cache is asked to drop the files first"))
        if plan.cold_reads
        else tr(N_("straight after the writes, as SAS's own script does it"))
    )
    return (
        Line(tr(N_("Files")), files),
        Line(tr(N_("Workers")), workers),
        Line(tr(N_("Block size")), size_text(plan.block_size)),
        Line(tr(N_("Reads")), reads),
        Line(tr(N_("Judged against")), tr(plan.workload.title)),
    )
