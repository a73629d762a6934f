"""Rulebook against 10,000 hosts: ``python -m tests.benchmarks.rulebook``; at most 1 ms a host is asked for.

Every host differs in cores, RAM and rates, and is judged by all rules with a volume, a run and what the host tells;
what is made before, and what is thrown away after, does not count. Processor time is what counts: where others use the
processors too, the clock tells of them.
"""

import sys
import time
from dataclasses import replace
from statistics import median

from sizing.findings import check
from sizing.host import Tunable
from sizing.rulebook import RULES
from sizing.rules import Facts
from sizing.units import GIB
from tests.sizing.machines import facts_of, host_of, plan_of, run_of

HOSTS = 10_000
ALLOWED_MS = 1.0
_READ = ("vm.dirty_ratio", "vm.dirty_background_ratio", "vm.swappiness", "vm.max_map_count", "limits.nofile")


def hosts(count: int) -> list[Facts]:
    """Return facts of ``count`` hosts."""
    tunables = tuple(Tunable(name, "30", f"/proc/{name}") for name in _READ)
    made = []
    plan = plan_of(host_of())
    measured = [facts_of(host_of(), plan, run_of(plan, rate, rate)) for rate in range(40, 240)]
    for number in range(count):
        host = replace(host_of(cores=1 + number % 96, ram=(8 + number % 2048) * GIB), tunables=tunables)
        made.append(replace(measured[number % len(measured)], host=host))
    return made


def main() -> int:
    """Print the time of a host and return 1 if it is above what is allowed."""
    facts = hosts(HOSTS)
    times = []
    for one in facts:
        began = time.process_time()
        findings = check(RULES, one)
        times.append((time.process_time() - began) * 1000)
        assert len(findings) == len(RULES)
    mean = sum(times) / len(times)
    print(f"{HOSTS:,} hosts x {len(RULES)} rules: {mean:.3f} ms of processor a host, median {median(times):.3f} ms")
    return int(mean >= ALLOWED_MS)


if __name__ == "__main__":
    sys.exit(main())
