"""Estimate: how long a run will still take, as a range, from the rates so far."""

from collections.abc import Iterable
from typing import Final

_LEAST_S: Final = 1.0
"""Seconds of a phase before anything is said."""
_SLACK: Final = (0.9, 1.15)
_OTHER_PHASE: Final = (0.3, 1.5)
"""What a later phase may take for the same bytes, against the rates of this one."""


def seconds_left(
    phase_s: float, moved: int, phase_bytes: int, later_bytes: int, rates: Iterable[float]
) -> tuple[float, float] | None:
    """Return the fewest and the most seconds left, or ``None`` while there is nothing to tell it from.

    ``rates`` (bytes a second) are different views of the same phase: since it began, of late, and what the device took.
    The page cache swallows what is written first, so that the device's rate may be much lower than the workers'.
    """
    known = [rate for rate in rates if rate > 0]
    if phase_s < _LEAST_S or not moved or not known:
        return None
    left = phase_bytes - moved
    fast, slow = max(known), min(known)
    # What the device has not taken yet must still be flushed, although it was moved.
    unflushed = max(0.0, phase_bytes - slow * phase_s)
    low = left / fast + _OTHER_PHASE[0] * later_bytes / fast
    high = max(left, unflushed) / slow + _OTHER_PHASE[1] * later_bytes / slow
    return _SLACK[0] * low, _SLACK[1] * high
