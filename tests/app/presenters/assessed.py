"""Assessments to present, composed from arithmetic and judged by the rulebook itself."""

from dataclasses import replace

from app.job import judged
from sizing.assessment import Assessment
from sizing.host import Host
from sizing.measurement import Outcome, Series
from sizing.plan import Plan
from tests.sizing.machines import host_of, plan_of, run_of

HOST = host_of()
PLAN = plan_of(HOST)


def assessed(series: Series | None, plan: Plan | None = PLAN, host: Host = HOST) -> Assessment:
    """Return the assessment that ended in ``series``, judged."""
    return judged(Assessment("20261121-abc123", "2026-11-21T14:05:09+00:00", "Headroom", "", host, plan, series))


def measured(write: float, read: float) -> Assessment:
    """Return a whole run at strict rates in MB/s a core, every byte read from the device."""
    return assessed(run_of(PLAN, write, read))


def failed() -> Assessment:
    """Return a run that failed in mid-write."""
    return assessed(replace(run_of(PLAN, 120, 120), outcome=Outcome.FAILED, failure="The file system filled up."))
