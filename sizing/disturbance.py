"""Disturbance: what else went on while the workers were at work: load of others, and moments in which nothing moved."""

from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import Final

from sizing.host import Volume
from sizing.i18n import N_
from sizing.measurement import PhaseSeries, busy_since, total_slots
from sizing.plan import PhaseKind
from sizing.reason import Reason, Standing
from sizing.units import MIB, SLOT_S, duration_text, size_text

NOISY_SHARE: Final = 0.15
"""Bytes of others / bytes of the workers from which a figure is doubted: so much is about lost to them (ours)."""
STALL_S: Final = 5.0
"""Seconds in which no worker moves a byte that are no pause any more (ours)."""
SILENT_RATE: Final = MIB
"""Bytes a second below which a device counts as silent: what a file system's own upkeep may write (ours)."""
UNSEEN_S: Final = 2.0
"""Seconds without a look at the counters, which are due every 0.1 s, that show that nobody was there to look."""
_WRITES_TWICE: Final = frozenset({"btrfs", "zfs", "bcachefs"})
"""File systems that may keep each byte more than once on devices that count separately."""


def disturbances(phase: PhaseSeries, volume: Volume | None) -> Iterator[Reason]:
    """Yield what disturbed ``phase``."""
    yield from _of_others(phase, volume)
    yield from _of_stall(phase)


def foreign_bytes(phase: PhaseSeries, volume: Volume | None) -> int:
    """Return what the device moved that the workers did not: more than they did, and all the other way.

    File systems that write each byte more than once are let off the former.
    """
    if not phase.devices:
        return 0
    last = phase.devices[-1]
    own, other = (last.written_bytes, last.read_bytes) if phase.phase is PhaseKind.WRITE else (
        last.read_bytes, last.written_bytes
    )  # fmt: skip
    excess = 0 if phase.phase is PhaseKind.WRITE and _writes_twice(volume) else max(0, own - phase.bytes_moved)
    return excess + other


def _writes_twice(volume: Volume | None) -> bool:
    return volume is not None and (volume.file_system.lower() in _WRITES_TWICE or "data=journal" in volume.options)


def _of_others(phase: PhaseSeries, volume: Volume | None) -> Iterator[Reason]:
    foreign = foreign_bytes(phase, volume)
    if foreign > NOISY_SHARE * phase.bytes_moved:
        sentence = N_("During the {phase} the device moved {foreign} more than the {moved} of the workers.").format(
            phase=phase.phase.value, foreign=size_text(foreign), moved=size_text(phase.bytes_moved)
        )
        yield Reason("other-load", Standing.LIMITED, sentence, phase.phase)


def _of_stall(phase: PhaseSeries) -> Iterator[Reason]:
    start, end = longest_stall(phase)
    if end - start < STALL_S:
        return
    if _was_unseen(phase, start, end):
        code, sentence = "stood-still", N_("In the {phase} the whole machine stood still for {time}, or was suspended.")
    elif _moved(phase, start, end) > SILENT_RATE * (end - start):
        return  # the device was busy with what it had taken before
    else:
        code, sentence = "stalled", N_("In the {phase} nothing moved for {time}: the storage did not answer.")
    sentence = sentence.format(phase=phase.phase.value, time=duration_text(end - start))
    yield Reason(code, Standing.LIMITED, sentence, phase.phase)


def longest_stall(phase: PhaseSeries) -> tuple[float, float]:
    """Return from when to when, in seconds, no worker moved anything for longest while all were at work."""
    first = int(busy_since(phase) / SLOT_S)
    last = int(min((track.moved_s for track in phase.tracks), default=0.0) / SLOT_S)
    longest = (0, 0)
    at = 0
    for is_idle, run in groupby(total_slots(phase), key=lambda moved: moved == 0):
        length = sum(1 for _ in run)
        start, end = max(at, first), min(at + length, last)
        if is_idle and end - start > longest[1] - longest[0]:
            longest = (start, end)
        at += length
    return longest[0] * SLOT_S, longest[1] * SLOT_S


def _was_unseen(phase: PhaseSeries, start: float, end: float) -> bool:
    """Return whether the counters, too, were not looked at: then it is not the storage that stood still."""
    times = [0.0, *(sample.at_s for sample in phase.devices)]
    gaps = [(after - before, before, after) for before, after in pairwise(times)]
    if len(gaps) < 2:
        return False
    # A long phase keeps only some of its samples, evenly apart.
    usual = sorted(gap for gap, _, _ in gaps)[len(gaps) // 2]
    return any(
        gap > max(UNSEEN_S, 5 * usual) and min(after, end) - max(before, start) > (end - start) / 2
        for gap, before, after in gaps
    )


def _moved(phase: PhaseSeries, start: float, end: float) -> int:
    """Return what the device moved both ways between the last sample before ``start`` and the first after ``end``."""
    told = [(sample.at_s, sample.read_bytes + sample.written_bytes) for sample in phase.devices]
    before = max((moved for at_s, moved in told if at_s <= start), default=0)
    after = min((moved for at_s, moved in told if at_s >= end), default=told[-1][1] if told else 0)
    return max(0, after - before)
