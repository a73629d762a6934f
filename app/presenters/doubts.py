"""Doubts: what would change our mind about a result, step by step, and how long single blocks took.

Each doubt is a code of :mod:`sizing.confidence` or :mod:`sizing.validity`; what helps against it stands here once.
"""

from typing import Final

from app.i18n import tr
from app.presenters.view import Line
from sizing.assessment import Assessment
from sizing.i18n import N_
from sizing.latency import latency
from sizing.plan import PhaseKind

_LARGER: Final = N_("Measure with method Assessment: files of twice RAM, read cold, in three runs or more.")
_LONGER: Final = N_("Measure with method Endurance: 35 minutes outlast what a cloud allows in bursts.")
_CALMER: Final = N_("Measure again while nobody else works on this storage.")
_ON_STORAGE: Final = N_("Measure a folder on the storage itself, not in memory or in a file on another volume.")
_RANDOM: Final = N_("Measure with data that cannot be compressed.")
_ALL_CORES: Final = N_("Measure with one worker for each physical core.")
_TO_THE_END: Final = N_("Measure again, and let the run go on to its end.")
_LATER: Final = N_("Measure again at a busy hour of another day, and compare the two in the history.")
_HELP: Final = {
    "run-failed": _TO_THE_END,
    "read-cut-short": _TO_THE_END,
    "write-cut-short": _TO_THE_END,
    "read-never-began": _TO_THE_END,
    "write-never-began": _TO_THE_END,
    "memory-volume": _ON_STORAGE,
    "loop-device": _ON_STORAGE,
    "read-from-cache": _LARGER,
    "read-mixed": _LARGER,
    "read-origin-unknown": _LARGER,
    "origin": _LARGER,
    "hidden-caches": _LARGER,
    "write-not-on-device": _LARGER,
    "no-flush": _LARGER,
    "size": _LARGER,
    "runs": _LARGER,
    "quick-method": _LARGER,
    "files-fit-in-ram": _LARGER,
    "too-brief": _LARGER,
    "short-phase": _LARGER,
    "data": _RANDOM,
    "zeros": _RANDOM,
    "workers-differ": _ALL_CORES,
    "burst": _LONGER,
    "knee": _LONGER,
    "not-steady": _LONGER,
    "other-load": _CALMER,
    "stalled": _CALMER,
    "stood-still": _CALMER,
    "repeats-differ": _CALMER,
    "uneven-workers": _CALMER,
    "moment": _LATER,
}


def mind_changers(assessment: Assessment) -> tuple[str, ...]:
    """Return what would make the result surer or overthrow it, what matters most first, each once."""
    validity = assessment.validity
    if validity is None:
        return ()
    deductions = validity.confidence.deductions if validity.confidence is not None else ()
    codes = (*(reason.code for reason in validity.reasons), *(deduction.code for deduction in deductions))
    wanted = {_HELP[code] for code in codes if code in _HELP}
    return tuple(tr(step) for step in dict.fromkeys(_HELP.values()) if step in wanted)


def latency_lines(assessment: Assessment, kind: PhaseKind) -> tuple[Line, ...]:
    """Return how long the blocks of a phase took, or nothing where that was not recorded."""
    phase = assessment.series.phase(kind) if assessment.series is not None else None
    found = latency(phase) if phase is not None else None
    if found is None:
        return ()
    return (
        Line(tr(N_("Latency p50 · p95")), f"{moment_text(found.p50_s)} · {moment_text(found.p95_s)}"),
        Line(tr(N_("Latency p99 · max")), f"{moment_text(found.p99_s)} · {moment_text(found.max_s)}"),
    )


def moment_text(seconds: float) -> str:
    """Return how long a block took in the unit that suits it: ``"38 µs"``, ``"4.2 ms"`` or ``"1.3 s"``."""
    for limit, factor, unit in ((1e-3, 1e6, "µs"), (1.0, 1e3, "ms")):
        if seconds < limit * 0.9995:
            number = seconds * factor
            return f"{number:.0f} {unit}" if number >= 10 else f"{number:.1f} {unit}"
    return f"{seconds:.1f} s"
