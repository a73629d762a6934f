"""Applicability: why a row does not hold for a volume, in the words the finding gives as its reason."""

from collections.abc import Callable, Collection
from typing import Final

from sizing.i18n import N_
from sizing.rules import Facts
from sizing.workload import HEAVY_TRAFFIC, Role

TEMPORARY: Final = (Role.SASWORK, Role.UTILLOC)
"""Roles of files that live as long as a session (REQ-013)."""

Applies = Callable[[Facts], str | None]


def heavy_traffic_only(facts: Facts) -> str | None:
    """Let a rule hold only where SAS reads and writes much."""
    if facts.role in HEAVY_TRAFFIC:
        return None
    return N_("Home directories and SPDS metadata carry little traffic.") if facts.role else _NO_ROLE


def only_for(roles: Collection[Role], reason: str) -> Applies:
    """Return a condition that lets a rule hold for ``roles`` only, and gives ``reason`` for the others."""

    def applies(facts: Facts) -> str | None:
        if facts.role is None:
            return _NO_ROLE
        return None if facts.role in roles else reason

    return applies


_NO_ROLE: Final = N_("What SAS uses this volume for has not been chosen.")
