"""Finding: a rule applied to this host, self-contained so that it reads the same years later."""

from collections.abc import Iterable
from dataclasses import dataclass

from sizing.rules import Facts, Limit, Rule, Severity, Source, Verdict


@dataclass(frozen=True, slots=True)
class Finding:
    """What one rule says. ``value`` and ``limit`` are in the limit's unit; ``note`` explains the verdict."""

    rule: str
    title: str
    verdict: Verdict
    severity: Severity
    subject: str
    """The host's name, or the mount point and role judged."""
    value: float | None
    limit: Limit | None
    seen: str
    note: str
    remedy: str
    source: Source


def check(rules: Iterable[Rule], facts: Facts) -> tuple[Finding, ...]:
    """Return what every rule says of ``facts``, in the order of the rules."""
    raise NotImplementedError
