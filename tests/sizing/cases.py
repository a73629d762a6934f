"""Cases: for each row facts that meet it, facts that do not, and facts it does not apply to; machines to make them."""

from dataclasses import dataclass, replace
from typing import Final

from sizing.host import Host, Medium, Network, Tunable, Volume
from sizing.measurement import Outcome, Series
from sizing.plan import Choices, Method, Pattern, PhaseKind
from sizing.rules import Facts, Verdict
from sizing.workload import STANDARD, Role
from tests.sizing.machines import (
    ROOT,
    UTIL,
    VOLUME,
    WORK,
    delivered,
    facts_of,
    host_of,
    phase_of,
    plan_of,
    run_of,
    volume_facts,
)

NFS: Final = replace(VOLUME, file_system="nfs4", medium=Medium.NETWORK, device=None)
TMPFS: Final = replace(VOLUME, file_system="tmpfs", medium=Medium.MEMORY, device=None)
GCSFUSE: Final = replace(VOLUME, file_system="fuse.gcsfuse", medium=Medium.FUSE, device=None)
LUSTRE: Final = replace(VOLUME, file_system="lustre", medium=Medium.NETWORK, device=None)
WINDOWS: Final = host_of(system="Windows")
AIX: Final = host_of(system="AIX")


@dataclass(frozen=True)
class Case:
    """Facts that meet a rule, facts that do not and the verdict then, and facts the rule does not apply to."""

    good: Facts
    bad: Facts
    verdict: Verdict
    outside: Facts | None = None


def on(volume: Volume, role: Role = Role.SASDATA) -> Facts:
    return volume_facts(volume, role)


def measured(write: float, read: float, role: Role = Role.SASDATA) -> Facts:
    plan = plan_of(host_of())
    return facts_of(host_of(), plan, run_of(plan, write, read), role=role)


def uneven(slowest: float) -> Facts:
    host, plan = host_of(), plan_of(host_of())
    read = delivered(phase_of(plan, PhaseKind.READ, 100.0), 1.0)
    series = Series(Outcome.COMPLETE, (phase_of(plan, PhaseKind.WRITE, 100.0, slowest), read))
    return facts_of(host, plan, series)


def planned(choices: Choices, host: Host | None = None) -> Facts:
    host = host or host_of()
    plan = plan_of(host, choices)
    return Facts(host, STANDARD, host.volume_of(plan.target.resolved), Role.SASDATA, plan)


def linked(gigabits: float | None, volume: Volume = NFS) -> Facts:
    host = host_of(ROOT, volume, WORK, UTIL)
    rate = None if gigabits is None else gigabits * 1e9 / 8
    return volume_facts(volume, Role.SASDATA, replace(host, networks=(Network("eth0", rate),)))


def host_only(host: Host) -> Facts:
    return Facts(host, STANDARD)


def sas(file_size: int | None = None, pattern: Pattern = Pattern.RANDOM) -> Choices:
    return Choices(method=Method.SAS, file_size=file_size, pattern=pattern)


def told(facts: Facts | Host, *answers: str) -> Facts:
    """Return ``facts`` with answers, each written as ``"name=value"``."""
    facts = host_only(facts) if isinstance(facts, Host) else facts
    pairs = (answer.partition("=") for answer in answers)
    return replace(facts, told={name: Tunable(name, value, "told") for name, _, value in pairs})


def setting(good: str, bad: str, host: Host | None = None, outside: Facts | None = None) -> Case:
    """Return the case of a recommended setting of the host that rests on one answer."""
    host = host or host_of()
    other = outside or told(WINDOWS if host.kernel.system != "Windows" else host_of(), bad)
    return Case(told(host, good), told(host, bad), Verdict.WARN, other)
