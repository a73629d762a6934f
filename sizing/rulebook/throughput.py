"""Throughput: what the storage must deliver for each physical core, and the links on the way to it."""

from typing import Final

from sizing import metrics
from sizing.host import Medium
from sizing.i18n import N_
from sizing.plan import PhaseKind
from sizing.rulebook.applicability import heavy_traffic_only
from sizing.rulebook.sources import (
    DISK_RATE,
    FIELD_PAPER,
    GRID,
    GRID_93,
    IOTEST,
    IOTEST_PLACE,
    OPENSHIFT_RUN,
    SAS_ON_AWS,
    SAS_ON_AZURE,
    SAS_REQUIREMENTS,
    WINDOWS_IO,
)
from sizing.rules import Facts, Limit, Override, Rule, Scope, Severity, Source
from sizing.units import MB, Unit
from sizing.validity import FAIR_SPREAD
from sizing.workload import HEAVY, MIXED, STANDARD

WARNING_SHARE: Final = 0.75
"""From this share of the demand on a rate is a warning, below it a fail: the band is ours (FACTS.md Appendix A3)."""

_MISSING: Final = N_("No figure has been measured here: measure a folder on this volume.")


def rate_limit(facts: Facts) -> Limit:
    """Return what the workload demands of each core."""
    demand = facts.workload.rate_per_core / MB
    return Limit(Unit.MB_PER_S_PER_CORE, passes=demand, warns=WARNING_SHARE * demand)


def rate_source(facts: Facts) -> Source:
    """Return where the workload's demand is written."""
    if facts.workload == STANDARD and facts.host.kernel.system == "Windows":
        return _ON_WINDOWS
    return _SOURCES.get(facts.workload.name, _OWN_WORKLOAD)


_SOURCES: Final = {
    STANDARD.name: SAS_REQUIREMENTS("REQ-001", "I/O throughput"),
    MIXED.name: SAS_ON_AWS("REQ-003", "I/O throughput of SAS per physical core"),
    HEAVY.name: DISK_RATE("REQ-002", "SASDATA and SASWORK"),
}
_OWN_WORKLOAD: Final = GRID("REQ-030", "I/O demand of a known load", derived=True)

_ON_WINDOWS: Final = WINDOWS_IO("IOT-018", "Acceptable SAS I/O Performance")
_SUPERSEDED: Final = N_("It is older, and SAS's requirements for the same product ask for more.")
_OTHER_RATES: Final = (
    Override(GRID("REQ-006", "central file server, 9.4"), N_("50 to 70 MB/s per core"), _SUPERSEDED),
    Override(GRID_93("REQ-006", "central file server, 9.3"), N_("25 to 30 MB/s per core"), _SUPERSEDED),
    Override(
        SAS_ON_AZURE("REQ-004", "storage of a single host"),
        N_("150 MB/s per core"),
        N_("It is an advice for Azure; choose the heavy workload to be judged by it."),
    ),
    Override(
        OPENSHIFT_RUN("REQ-005", "expected rates"),
        N_("90 to 120 MB/s per core"),
        N_("It tells what was seen on OpenShift, not what SAS demands."),
    ),
    Override(
        FIELD_PAPER("IOT-025", "rates seen in the field"),
        N_("25 to 135 MB/s per core"),
        N_("It tells what was seen, not what SAS demands."),
    ),
)


def _beyond_the_network(facts: Facts) -> str | None:
    if facts.volume and facts.volume.medium is Medium.NETWORK:
        return heavy_traffic_only(facts)
    return N_("This volume is not reached over the network.")


RULES: Final = (
    Rule(
        id="write-rate",
        title=N_("Write throughput per physical core"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=metrics.write_rate,
        limit=rate_limit,
        remedy=N_(
            "Look for the narrowest stage: device, array, controller, link or cap of the cloud instance. Stripe over "
            "more devices, or move this role to faster storage; then measure again."
        ),
        source=rate_source,
        missing=_MISSING,
        applies=heavy_traffic_only,
        phase=PhaseKind.WRITE,
        overrides=_OTHER_RATES,
    ),
    Rule(
        id="read-rate",
        title=N_("Read throughput per physical core"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=metrics.read_rate,
        limit=rate_limit,
        remedy=N_(
            "Raise the read-ahead of the device first; where that does not help, look for the narrowest stage as for "
            "writing."
        ),
        source=rate_source,
        missing=_MISSING,
        applies=heavy_traffic_only,
        phase=PhaseKind.READ,
        overrides=_OTHER_RATES,
    ),
    Rule(
        id="link-feeds-cores",
        title=N_("Network link against what the cores demand"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=metrics.link_against_demand,
        limit=Limit(Unit.RATIO, passes=1.0, warns=WARNING_SHARE),
        remedy=N_("Bond links, or use a faster network: 10 Gb/s feed 12 cores at 100 MB/s each."),
        source=DISK_RATE("REQ-010", "network between SAS systems", derived=True),
        missing=N_("No network interface tells its rate: ask for it, or run ethtool on the interface."),
        applies=_beyond_the_network,
    ),
    Rule(
        id="worker-spread",
        title=N_("Slowest worker against the fastest"),
        scope=Scope.VOLUME,
        severity=Severity.INFO,
        metric=metrics.worker_spread,
        # Never a fail: it points at the machine, while the rates above judge what it delivers.
        limit=Limit(Unit.RATIO, passes=FAIR_SPREAD, at_most=True, never_fails=True),
        remedy=N_("Look for memory or devices nearer to some cores than to others (NUMA), and for other load."),
        source=IOTEST("IOT-008", IOTEST_PLACE, derived=True),
        missing=_MISSING,
    ),
)
