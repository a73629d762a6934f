"""Silence: how long nothing has been heard of a run, and when that means that its file system stopped answering."""

from typing import Final

from sizing.plan import Plan

PATIENCE_S: Final = 120.0
"""Seconds without a sign after which a file system has stalled: the takeover of a file server or a path, after which a
run goes on, takes up to a minute and a half (an NFS server's grace period is 90 s)."""
_SLOWEST_FLUSH: Final = 10_000_000
"""Bytes a second at which a flush that cannot be watched is still believed to go on."""


class Silence:
    """Since when all signs of a run have been the same."""

    def __init__(self) -> None:
        self._signs: object = None
        self._since = 0

    def lasts(self, now: int, signs: object) -> float:
        """Return the seconds since ``signs`` changed; ``now`` is in nanoseconds of the monotonic clock.

        That clock stands still while the machine is suspended.
        """
        if signs != self._signs:
            self._signs, self._since = signs, now
        return (now - self._since) / 1e9


def patience_s(plan: Plan, *, is_unseen: bool) -> float:
    """Return how many seconds of silence are borne; ``is_unseen`` while data are flushed to a device nobody sees."""
    return max(PATIENCE_S, plan.phase_bytes / _SLOWEST_FLUSH) if is_unseen else PATIENCE_S
