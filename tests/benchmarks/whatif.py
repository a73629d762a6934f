"""What-if figures: ``python -m tests.benchmarks.whatif``; it ends with 1 if one of them is over its limit.

Printed are the best of several runs, which a busy machine disturbs least: loading a catalogue, one projection,
and the search through each cloud and through all three, with the candidates looked at in a second.
"""

import sys
import time
from collections.abc import Callable

from app.catalog.instances import instances
from app.catalog.load import load, merged
from app.catalog.table import shipped
from app.catalog.volumes import volumes
from sizing.advice import Demand
from sizing.catalog import Catalog, Cloud
from sizing.recommend import recommend
from sizing.storage import Allocation
from sizing.units import MB, TIB
from sizing.whatif import Scenario, project
from sizing.workload import STANDARD

CLOUDS = (Cloud.AWS, Cloud.AZURE, Cloud.GCP)
DEMAND = Demand(cores=16, rate_per_core=100 * MB, size=10 * TIB)


def best(work: Callable[[], object], runs: int) -> float:
    """Return the shortest of ``runs`` runs of ``work``, in milliseconds."""
    taken = []
    for _ in range(runs):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return min(taken) * 1e3


def reading(cloud: Cloud) -> tuple[object, object]:
    """Read and convert everything of ``cloud``, past the cache."""
    return tuple(instances(merged(cloud))), tuple(volumes(shipped(f"{cloud}-volumes")))


def scenario(aws: Catalog) -> Scenario:
    """Return an ordinary scenario."""
    machine, volume = aws.instance("m6i.4xlarge"), aws.volume("gp3")
    if machine is None or volume is None:
        raise LookupError("the catalogue lacks m6i.4xlarge or gp3")
    return Scenario("one", machine, Allocation(volume, 4, TIB, 3_000, 250 * MB), STANDARD, 8)


def main() -> int:
    """Print every figure and what it may be at most."""
    over = False

    def told(name: str, milliseconds: float, most: float, more: str = "") -> None:
        nonlocal over
        over |= milliseconds > most
        print(f"{name}: {milliseconds:.2f} ms (at most {most:g}){more}")

    catalogs = {cloud: load(cloud) for cloud in CLOUDS}
    for cloud in CLOUDS:
        told(f"load {cloud}", best(lambda: reading(cloud), 7), 30)  # noqa: B023 - called before the next
    one = scenario(catalogs[Cloud.AWS])
    told("project", best(lambda: project(one), 200), 1)
    everything, candidates = 0.0, 0
    for cloud, known in catalogs.items():
        taken = best(lambda: recommend(known, DEMAND), 7)  # noqa: B023
        tried = recommend(known, DEMAND).candidates
        everything, candidates = everything + taken, candidates + tried
        told(f"recommend {cloud}", taken, 50, f", {tried:,} candidates, {tried / taken * 1e3:,.0f} a second")
    told(
        "recommend all", everything, 200, f", {candidates:,} candidates, {candidates / everything * 1e3:,.0f} a second"
    )
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
