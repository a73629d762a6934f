"""Progress: a frozen look at a run while it goes on."""

from dataclasses import dataclass
from enum import StrEnum

from sizing.plan import PhaseKind


class Activity(StrEnum):
    """What the workers are doing."""

    STARTING = "starting"
    WRITING = "writing"
    FLUSHING = "flushing"
    READING = "reading"
    REMOVING = "removing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Fresh:
    """Slots of one phase that were completed since the last look; ``rows`` holds the same slots for each worker."""

    phase: PhaseKind
    first: int
    """Index of the first of them: it began ``first * 0.1`` seconds after the phase's gate opened."""
    rows: tuple[tuple[int, ...], ...]
    device: tuple[int, ...] = ()
    """Bytes the device under the volume moved in the phase's direction in each of these slots, where it can be told."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a run stands. Bytes are of all workers together."""

    activity: Activity
    phase: PhaseKind | None
    elapsed_s: float
    phase_s: float
    """Seconds since the phase's gate opened."""
    phase_bytes: int
    """Bytes moved in this phase so far."""
    done_bytes: int
    """Bytes moved in all phases so far."""
    total_bytes: int
    """Bytes planned in all phases."""
    left_s: tuple[float, float] | None
    """Seconds left, as a range; ``None`` until there is something to tell it from."""
    free_bytes: int | None
    """Space left on the target just now."""
    fresh: tuple[Fresh, ...] = ()
    run: int = 1
    """Which run of the plan this is, where it is run several times; all else counts from the start of this one."""
    silent_s: float = 0.0
    """Seconds since anything was last heard of the workers or the device; a long silence ends the run as failed."""
