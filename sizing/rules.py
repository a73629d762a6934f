"""Rules: the grammar of the rulebook. A rule is a row; what it looks at is a small function.

A row names the facts it needs (``metric``), what it demands of them (``limit``), where that demand is written
(``source``) and what to do about a failure (``remedy``).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from sizing.host import Host, Tunable, Volume
from sizing.measurement import Measurement
from sizing.plan import PhaseKind, Plan
from sizing.units import Unit
from sizing.validity import Validity
from sizing.workload import Role, Workload


class Verdict(StrEnum):
    """What a rule says of a host or volume."""

    PASS = "pass"  # noqa: S105 - a verdict, not a password
    WARN = "warn"
    FAIL = "fail"
    NOT_APPLICABLE = "not applicable"
    NOT_MEASURED = "not measured"


class Severity(StrEnum):
    """How much a failed rule weighs: support or data at risk, a measurable loss, or context only."""

    MUST = "must"
    SHOULD = "should"
    INFO = "info"


class Scope(StrEnum):
    """What a rule judges."""

    HOST = "host"
    VOLUME = "volume"


class Effort(StrEnum):
    """What following a remedy takes, the least first."""

    COMMAND = "a command"
    RESTART = "a restart or a new mount"
    REBUILD = "a rebuild of the volume"
    PURCHASE = "other storage or another machine"


@dataclass(frozen=True, slots=True)
class Change:
    """A remedy as commands for the administrator, who alone runs them, and what to expect of it.

    In the commands ``{now}`` stands for what was found, ``{place}`` for the mount point, ``{device}`` for the device.
    """

    command: str
    undo: str
    """How to take it back; empty where nothing can."""
    verify: str
    """A command that shows whether it took effect."""
    effect: str
    risk: str


@dataclass(frozen=True, slots=True)
class Override:
    """What another document says of the same matter, and why the row does not follow it."""

    source: "Source"
    says: str
    why: str


@dataclass(frozen=True, slots=True)
class Source:
    """Where a demand is written. ``is_derived`` marks arithmetic of ours on what the document says."""

    fact: str
    """Id of the fact, such as ``"REQ-001"``."""
    document: str
    year: int | None
    """Of its publication or last known change; ``None`` where the document bears no date."""
    place: str
    """Page, section or address within the document."""
    is_derived: bool = False


@dataclass(frozen=True, slots=True)
class Limit:
    """What a rule demands, in ``unit``: at or above ``passes`` is a pass, at or above ``warns`` a warning, else a fail.

    With ``at_most`` the comparison is turned round; what ``never_fails`` warns at worst.
    """

    unit: Unit
    passes: float
    warns: float | None = None
    at_most: bool = False
    never_fails: bool = False

    def judge(self, value: float) -> Verdict:
        """Return the verdict on ``value``, which is counted in :attr:`unit`."""
        sign = -1 if self.at_most else 1
        if sign * value >= sign * self.passes:
            return Verdict.PASS
        if self.warns is not None and sign * value >= sign * self.warns:
            return Verdict.WARN
        return Verdict.WARN if self.never_fails else Verdict.FAIL


@dataclass(frozen=True, slots=True)
class Facts:
    """All a rule may look at. ``volume`` and what follows are ``None`` while nothing was planned or measured."""

    host: Host
    workload: Workload
    volume: Volume | None = None
    role: Role | None = None
    plan: Plan | None = None
    measurement: Measurement | None = None
    validity: Validity | None = None
    told: Mapping[str, Tunable] = field(default_factory=dict)
    """What people answered, by the names in :mod:`sizing.questions`."""
    looked_up: Mapping[str, Tunable] = field(default_factory=dict)
    """What the catalogue of machines answers, by the same names."""

    def setting(self, name: str) -> Tunable | None:
        """Return a setting as it was told, else as the catalogue or the host has it, or ``None``.

        People know whose settings count: those of SAS's own account, not of the one that looks.
        """
        if (answer := self.told.get(name) or self.looked_up.get(name)) is not None:
            return answer
        return next((found for found in self.host.tunables if found.name == name), None)


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of the rulebook.

    ``metric`` returns a number in the limit's unit, or ``None`` if it cannot be told; ``missing`` then says what is
    missing and how to get it. ``applies`` returns why the rule does not apply, or ``None`` if it does. ``seen`` says
    in words what was seen where a number says too little. ``phase`` names the phase whose figure the rule judges, so
    that a figure that may not be believed never passes. ``asks`` names the questions whose answers the metric needs
    where the host itself does not tell. ``overrides`` are the documents that say otherwise. ``deviation`` says how and
    why a customer's policy changed the row; ``is_off`` that it may not judge.

    A limit or source that depends on the facts looks at host and workload only: it holds before anything is measured.
    The metric and ``applies`` of a rule about a volume are asked only when there is one.
    """

    id: str
    title: str
    scope: Scope
    severity: Severity
    metric: Callable[[Facts], float | None]
    limit: Limit | Callable[[Facts], Limit]
    remedy: str
    source: Source | Callable[[Facts], Source]
    missing: str
    applies: Callable[[Facts], str | None] = lambda _facts: None
    seen: Callable[[Facts], str] | None = None
    phase: PhaseKind | None = None
    asks: tuple[str, ...] = ()
    effort: Effort = Effort.PURCHASE
    change: Change | None = None
    overrides: tuple[Override, ...] = ()
    deviation: str = ""
    is_off: bool = False

    def limit_for(self, facts: Facts) -> Limit:
        """Return the limit that holds for ``facts``."""
        return self.limit if isinstance(self.limit, Limit) else self.limit(facts)

    def source_for(self, facts: Facts) -> Source:
        """Return where the demand on ``facts`` is written."""
        return self.source if isinstance(self.source, Source) else self.source(facts)
