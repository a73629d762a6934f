"""Assessment: one visit to one volume, from what the host is to what the rulebook says of it."""

from dataclasses import dataclass
from typing import Final

from sizing.findings import Finding
from sizing.host import Host
from sizing.measurement import Measurement, Series
from sizing.plan import Plan
from sizing.validity import Validity
from sizing.zeros import ZerosProbe

SCHEMA: Final = 1
"""Number of the document's schema; changes when a reader of the old one would misunderstand the new one."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """What is kept, compared and reported. What follows ``plan`` is ``None`` until that stage is reached.

    An assessment without a plan is one of the host alone.
    """

    id: str
    created_at: str
    """ISO 8601, UTC."""
    tool: str
    """Name and version of the program that made it."""
    edition: str
    """Edition of the rulebook that judged it."""
    host: Host
    plan: Plan | None = None
    series: Series | None = None
    """The run that stands for all."""
    measurement: Measurement | None = None
    validity: Validity | None = None
    findings: tuple[Finding, ...] = ()
    repeats: tuple[Series, ...] = ()
    """Further runs of the same plan, in the order they were made."""
    zeros: ZerosProbe | None = None
    """What the comparison of zeros with random bytes found, if it was planned and made."""
    schema: int = SCHEMA

    @property
    def runs(self) -> tuple[Series, ...]:
        """All runs of the plan, the one that stands for them first."""
        return () if self.series is None else (self.series, *self.repeats)

    @property
    def left(self) -> tuple[str, ...]:
        """Paths of test files that could not be removed."""
        return tuple(path for run in self.runs for path in run.left)
