"""Reason: what speaks against a figure, and how much that weighs."""

from dataclasses import dataclass
from enum import StrEnum

from sizing.plan import PhaseKind


class Standing(StrEnum):
    """Whether a figure may carry a verdict: an invalid one never passes, though it may fail."""

    VALID = "valid"
    LIMITED = "limited"
    INVALID = "invalid"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a run is limited or invalid: a stable ``code``, a ``sentence``, and the phase it concerns (``None``: all)."""

    code: str
    standing: Standing
    sentence: str
    phase: PhaseKind | None = None
