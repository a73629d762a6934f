"""Validity: whether a measurement may be believed, and why not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from sizing.confidence import Confidence, confidence
from sizing.disturbance import disturbances
from sizing.host import DeviceKind, Host, Medium, Volume
from sizing.i18n import N_
from sizing.measurement import Figure, Measurement, Outcome, PhaseSeries, Series, device_seconds, is_whole, whole_runs
from sizing.origin import STORAGE_SHARE, ReadOrigin, has_hidden_caches, read_origin
from sizing.origin import Origin as Origin
from sizing.plan import Method, Pattern, PhaseKind, Plan
from sizing.reason import Reason as Reason
from sizing.reason import Standing as Standing
from sizing.repeats import seconds_of_runs
from sizing.steadiness import Steadiness, steadiness_of
from sizing.units import duration_text, rate_text, size_text
from sizing.windows import percentile

SHORTEST_PHASE_S: Final = 10.0
"""Below this a phase shows caches of the storage and the start of the workers more than a sustained rate (ours)."""
FAIR_SPREAD: Final = 1.3
"""Slowest / fastest worker above which scheduling is unfair or memory is far (IOT-008)."""
KNEE_SHARE: Final = STORAGE_SHARE
"""By how much the rate after a knee must lie below the strict figure for that to flatter: as with a cached read."""
FLATTERING: Final = frozenset({"memory-volume", "read-from-cache"})
"""Codes of reasons that can only make a figure better than the storage is, so that a failure stands."""


@dataclass(frozen=True, slots=True)
class Validity:
    """The standing of a run with its reasons, and where its reads came from, with the evidence in a sentence."""

    reasons: tuple[Reason, ...]
    read_origin: Origin
    cached_share: float | None
    """Share of the bytes read that did not come from the device (0 to 1), where that could be told."""
    evidence: str
    confidence: Confidence | None = None

    def standing(self, phase: PhaseKind | None = None) -> Standing:
        """Return the worst standing of the reasons that concern ``phase`` (``None``: of all)."""
        worst = [reason.standing for reason in self.concerning(phase)]
        for standing in (Standing.INVALID, Standing.LIMITED):
            if standing in worst:
                return standing
        return Standing.VALID

    def concerning(self, phase: PhaseKind | None = None) -> tuple[Reason, ...]:
        """Return the reasons that concern ``phase`` (``None``: all of them), the gravest first."""
        found = [reason for reason in self.reasons if phase is None or reason.phase in (None, phase)]
        return tuple(sorted(found, key=lambda reason: reason.standing is not Standing.INVALID))

    def only_flatters(self, phase: PhaseKind) -> bool:
        """Return whether all that makes ``phase`` invalid can only have made its figure too good."""
        return all(
            reason.code in FLATTERING for reason in self.concerning(phase) if reason.standing is Standing.INVALID
        )


def judge(host: Host, plan: Plan, series: Series, measurement: Measurement, repeats: Sequence[Series] = ()) -> Validity:
    """Return what may be believed of ``measurement``, which was drawn from ``series`` and its ``repeats``."""
    volume = host.volume_of(plan.target.resolved)
    read = series.phase(PhaseKind.READ)
    origin = read_origin(host, volume, plan, read)
    reasons = (
        *_of_run(plan, series),
        *_of_volume(host, volume, read),
        *_of_write(plan, series.phase(PhaseKind.WRITE)),
        *_of_read(origin, volume, read),
        *_of_plan(host, plan),
        *(reason for figure in measurement.figures for reason in _of_figure(figure)),
        *(reason for figure in measurement.figures for reason in _of_steadiness(figure, series.phase(figure.phase))),
        *(reason for phase in series.phases for reason in disturbances(phase, volume)),
        *_of_repeats(plan, measurement, (series, *repeats)),
    )
    durations = [seconds_of_runs((run,)) for run in whole_runs((series, *repeats))]
    sure = confidence(host, plan, reasons, origin.origin, durations)
    return Validity(reasons, origin.origin, origin.cached_share, origin.evidence, sure)


def _of_run(plan: Plan, series: Series) -> Iterator[Reason]:
    """Yield what the end of the run spoils."""
    if series.outcome is Outcome.FAILED:
        sentence = N_("The run failed: {why}").format(why=series.failure) if series.failure else N_("The run failed.")
        yield Reason("run-failed", Standing.INVALID, sentence)
        return
    for kind in plan.phases:
        phase = series.phase(kind)
        if phase is None:
            sentence = N_("The run ended before the {phase} began.").format(phase=kind.value)
            yield Reason(f"{kind.value}-never-began", Standing.INVALID, sentence, kind)
        elif not is_whole(phase, plan):
            yield Reason(f"{kind.value}-cut-short", Standing.INVALID, _CUT_SHORT[kind], kind)


_CUT_SHORT: Final = {
    PhaseKind.WRITE: N_(
        "The write was cut short: its figure counts bytes that the page cache had taken but storage may not have."
    ),
    PhaseKind.READ: N_("The read was cut short: its figure covers only what was read until then."),
}


def _of_volume(host: Host, volume: Volume | None, read: PhaseSeries | None) -> Iterator[Reason]:
    """Yield what the kind of volume takes from the figures."""
    if volume is None:
        return
    if volume.medium is Medium.MEMORY:
        yield Reason("memory-volume", Standing.INVALID, N_("The volume is memory, not storage."))
    if has_hidden_caches(volume) and not (read and read.devices):
        sentence = N_("Below {kind} lie caches that cannot be seen.").format(kind=volume.file_system)
        yield Reason("hidden-caches", Standing.LIMITED, sentence, PhaseKind.READ)
    if any(device.kind is DeviceKind.LOOP for device in host.stack(volume)):
        yield Reason(
            "loop-device",
            Standing.LIMITED,
            N_("The device is a file (loop device): what it delivers may come from the page cache below it."),
            PhaseKind.READ,
        )


_READ_REASONS: Final = {
    Origin.CACHE: ("read-from-cache", Standing.INVALID, N_("The read came from a cache, not from storage.")),
    Origin.MIXED: ("read-mixed", Standing.LIMITED, N_("A part of the read may have come from a cache.")),
    Origin.UNKNOWN: ("read-origin-unknown", Standing.LIMITED, N_("Where the read came from could not be told.")),
}


def _of_read(origin: ReadOrigin, volume: Volume | None, read: PhaseSeries | None) -> Iterator[Reason]:
    """Yield a doubt about where the read came from; that a volume is memory says it all."""
    is_memory = volume is not None and volume.medium is Medium.MEMORY
    if read is not None and not is_memory and origin.origin in _READ_REASONS:
        code, standing, sentence = _READ_REASONS[origin.origin]
        yield Reason(code, standing, sentence, PhaseKind.READ)


def _of_write(plan: Plan, write: PhaseSeries | None) -> Iterator[Reason]:
    """Yield a doubt if the device had not taken all that was flushed: something below holds or shrinks the data."""
    if write is None or not write.devices or not is_whole(write, plan):
        return
    taken = write.devices[-1].written_bytes
    if taken < (1 - STORAGE_SHARE) * write.bytes_moved:
        sentence = N_("When the write was over the device had taken only {taken} of {written}.").format(
            taken=size_text(taken), written=size_text(write.bytes_moved)
        )
        yield Reason("write-not-on-device", Standing.LIMITED, sentence, PhaseKind.WRITE)


def _of_plan(host: Host, plan: Plan) -> Iterator[Reason]:
    """Yield what the plan gave up."""
    if plan.method is Method.QUICK:
        sentence = N_("The quick method is too short and its files too small to show sustained rates.")
        yield Reason("quick-method", Standing.LIMITED, sentence)
    if not plan.counts_flush:
        sentence = N_(
            "As in iotest.sh the SAS-comparable write does not wait for the storage; only the strict one does."
        )
        yield Reason("no-flush", Standing.LIMITED, sentence, PhaseKind.WRITE)
    if plan.pattern is Pattern.ZEROS:
        sentence = N_("The files held zeros: storage that compresses or removes duplicates looks faster than it is.")
        yield Reason("zeros", Standing.LIMITED, sentence)
    if not plan.cold_reads and plan.phase_bytes <= host.memory.total_bytes:
        sentence = N_("All files together fit into RAM, and the page cache was not emptied: trust the write only.")
        yield Reason("files-fit-in-ram", Standing.LIMITED, sentence, PhaseKind.READ)
    if host.cpu.physical_cores is None:
        sentence = N_("The number of physical cores could not be read: rates per core rest on the number given.")
        yield Reason("cores-unread", Standing.LIMITED, sentence)
    elif host.cpu.physical_cores * plan.workers_a_core != plan.workers:
        sentence = N_("{workers} workers ran on {cores} physical cores; SAS's method runs one on each.")
        sentence = sentence.format(workers=plan.workers, cores=host.cpu.physical_cores)
        yield Reason("workers-differ", Standing.LIMITED, sentence)


_DIFFERING: Final = N_("The {count} runs of the {phase} gave between {low} and {high} per core.")
_LASTING: Final = N_(
    "The {count} runs of the {phase} gave between {low} and {high} per core; what counts is their last quarter: {last}."
)


def _of_repeats(plan: Plan, measurement: Measurement, runs: Sequence[Series]) -> Iterator[Reason]:
    """Yield a doubt where the runs ended too early, or differ."""
    seconds = seconds_of_runs(runs)
    if seconds < plan.lasts_s:
        sentence = N_("The runs took {time} together, less than the {wanted} that were planned.").format(
            time=duration_text(seconds), wanted=duration_text(plan.lasts_s)
        )
        yield Reason("too-brief", Standing.LIMITED, sentence)
    for figure in measurement.figures:
        if figure.agreement is not None and not figure.agreement.is_close:
            sentence = _LASTING if plan.lasts_s else _DIFFERING
            sentence = sentence.format(
                count=len(figure.agreement.rates),
                phase=figure.phase.value,
                low=rate_text(min(figure.agreement.rates)),
                high=rate_text(max(figure.agreement.rates)),
                last=rate_text(figure.agreement.headline),
            )
            yield Reason("repeats-differ", Standing.LIMITED, sentence, figure.phase)


def _of_figure(figure: Figure) -> Iterator[Reason]:
    if figure.last_done_s < SHORTEST_PHASE_S:
        sentence = N_("The {phase} took only {time}.").format(
            phase=figure.phase.value, time=duration_text(figure.last_done_s)
        )
        yield Reason("short-phase", Standing.LIMITED, sentence, figure.phase)
    if figure.spread > FAIR_SPREAD:
        sentence = N_("In the {phase} the slowest worker took {spread:.2f} times as long as the fastest.").format(
            phase=figure.phase.value, spread=figure.spread
        )
        yield Reason("uneven-workers", Standing.LIMITED, sentence, figure.phase)


def _of_steadiness(figure: Figure, series: PhaseSeries | None) -> Iterator[Reason]:
    """Yield a doubt if the rate fell or did not hold: in a write that of the device, where it can be told.

    For what a file system accepts falls whenever the page cache is full, and no slower storage is behind that.
    """
    is_write, phase = figure.phase is PhaseKind.WRITE, figure.phase
    own = _steadiness_of_device(series) if is_write and series is not None else None
    held = own or figure.steadiness
    if held is None:
        return
    if held.knee_s is not None and held.before and held.after < (1 - KNEE_SHARE) * figure.strict_total:
        sentence = _MAY_FLATTER if is_write and own is None else _FLATTERS
        sentence = sentence.format(
            phase=phase.value,
            before=rate_text(held.before),
            after=rate_text(held.after),
            time=duration_text(held.knee_s),
        )
        yield Reason("knee", Standing.LIMITED, sentence, phase)
    if not held.is_steady:
        sentence = N_("In the {phase} the rate did not settle: it strayed or drifted to the end.")
        yield Reason("not-steady", Standing.LIMITED, sentence.format(phase=phase.value), phase)


_FLATTERS: Final = N_("In the {phase} the rate fell from {before} to {after} after {time}: the figure flatters.")
_MAY_FLATTER: Final = N_(
    "In the {phase} the rate fell from {before} to {after} after {time}: "
    "the figure may flatter, unless that was memory."
)


def _steadiness_of_device(series: PhaseSeries) -> Steadiness | None:
    """Return how the device's own rate held from when it began to be written to."""
    rates = device_seconds(series)
    usual = percentile(rates, 0.5) if rates else 0.0
    idle = next((place for place, rate in enumerate(rates) if 2 * rate >= usual), 0)
    return steadiness_of(rates[idle:], float(idle))
