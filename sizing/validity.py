"""Validity: whether a measurement may be believed, and why not."""

from dataclasses import dataclass
from enum import StrEnum

from sizing.plan import PhaseKind


class Standing(StrEnum):
    """Whether a figure may carry a verdict: an invalid one never passes, though it may fail."""

    VALID = "valid"
    LIMITED = "limited"
    INVALID = "invalid"


class Origin(StrEnum):
    """Where the bytes of a read came from."""

    STORAGE = "storage"
    MIXED = "mixed"
    CACHE = "cache"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a run is limited or invalid: a stable ``code``, a ``sentence``, and the phase it concerns (``None``: all)."""

    code: str
    standing: Standing
    sentence: str
    phase: PhaseKind | None = None


@dataclass(frozen=True, slots=True)
class Validity:
    """The standing of a run with its reasons, and where its reads came from, with the evidence in a sentence."""

    reasons: tuple[Reason, ...]
    read_origin: Origin
    cached_share: float | None
    """Share of the bytes read that did not come from the device (0 to 1), where that could be told."""
    evidence: str

    def standing(self, phase: PhaseKind | None = None) -> Standing:
        """Return the worst standing of the reasons that concern ``phase`` (``None``: of all)."""
        worst = [
            reason.standing for reason in self.reasons if phase is None or reason.phase is None or reason.phase is phase
        ]
        for standing in (Standing.INVALID, Standing.LIMITED):
            if standing in worst:
                return standing
        return Standing.VALID
