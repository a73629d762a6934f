"""Assessment: one visit to one volume, from what the host is to what the rulebook says of it."""

from dataclasses import dataclass
from typing import Final

from sizing.findings import Finding
from sizing.host import Host
from sizing.measurement import Measurement, Series
from sizing.plan import Plan
from sizing.validity import Validity

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
    measurement: Measurement | None = None
    validity: Validity | None = None
    findings: tuple[Finding, ...] = ()
    schema: int = SCHEMA
