"""Choices: what the user may choose of a plan, and what no run can do."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sizing.i18n import N_
from sizing.methods import Method
from sizing.units import KIB, MIB, duration_text, size_text
from sizing.workload import STANDARD, Role, Workload

BLOCK_SIZE: Final = 64 * KIB
SMALLEST_FILE: Final = 16 * MIB
LONGEST_S: Final = 3 * 24 * 3600.0
"""Seconds a run may be told to last."""


class Pattern(StrEnum):
    """What the test files hold."""

    RANDOM = "random"
    ZEROS = "zeros"


@dataclass(frozen=True, slots=True)
class Choices:
    """What the user may choose; ``None`` leaves the choice to the method."""

    method: Method = Method.QUICK
    role: Role = Role.SASDATA
    workload: Workload = STANDARD
    workers: int | None = None
    block_size: int = BLOCK_SIZE
    file_size: int | None = None
    pattern: Pattern = Pattern.RANDOM
    lasts_s: float | None = None
    """Seconds for which method ``endurance`` goes on; the other methods take no heed of it."""
    probes_zeros: bool = False
    """Whether random files are compared with zeros at the end."""


class PlanRefusedError(Exception):
    """The plan cannot be made; the message says why, ``advice`` what to do."""

    def __init__(self, message: str, advice: str) -> None:
        super().__init__(message)
        self.advice = advice


def refuse_choices(choices: Choices) -> None:
    """Refuse what no run can do, whatever the machine.

    Raises:
        PlanRefusedError: a choice cannot be carried out.
    """
    if choices.workers is not None and choices.workers < 1:
        raise PlanRefusedError(
            N_("A run needs at least one worker."),
            N_("Give the number of workers: one for each physical core."),
        )
    if choices.lasts_s is not None and not 0 < choices.lasts_s <= LONGEST_S:
        raise PlanRefusedError(
            N_("A run cannot last so long."), N_("Give up to {time}.").format(time=duration_text(LONGEST_S))
        )
    if choices.block_size < 1:
        raise PlanRefusedError(N_("A block needs at least one byte."), N_("SAS's script uses 64 KiB."))
    smallest = smallest_file(choices)
    if choices.file_size is not None and choices.file_size < smallest:
        raise PlanRefusedError(
            N_("Files of {size} are too small to measure anything.").format(size=size_text(choices.file_size)),
            N_("Give a file size of {size} or more.").format(size=size_text(smallest)),
        )


def smallest_file(choices: Choices) -> int:
    """Return the smallest file worth measuring, in whole blocks."""
    return -(-SMALLEST_FILE // choices.block_size) * choices.block_size
