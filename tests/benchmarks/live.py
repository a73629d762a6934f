"""Cost of the live page for each of ten ticks a second: ``python -m tests.benchmarks.live``.

A run of many workers is fed to the benchmark page as a job would feed it; a tick lasts until everything is painted.
Without a display an Xvfb is started for the time of it.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator, Sequence
from statistics import fmean, median

from app.benchmark.progress import Activity, Fresh, Progress
from sizing.plan import Method, Pattern, PhaseKind, Plan, Target
from sizing.units import GIB, MB, SLOT_S
from sizing.workload import STANDARD, Role
from tests.benchmarks.first_paint import display

MOST_MS = 16.0
"""A tick in twenty may take longer: one frame of a screen that shows sixty a second."""
_RATE = 110 * MB
"""Of each worker, in bytes a second."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print how long ticks take; return 1 if one in twenty uses the processor for longer than a frame."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=64)
    parser.add_argument("--ticks", type=int, default=600)
    parser.add_argument("--size", default="1440x900")
    chosen = parser.parse_args(arguments)
    width, height = map(int, chosen.size.split("x"))
    with display():
        pairs = list(_ticks(chosen.workers, chosen.ticks, width, height))
    print(f"{chosen.workers} workers, {len(pairs)} ticks at {chosen.size}, in ms of 100:")
    _tell("by the clock", [wall for wall, _cpu in pairs])
    return int(_tell("processor time", [cpu for _wall, cpu in pairs]) > MOST_MS)


def _tell(name: str, seconds: Sequence[float]) -> float:
    """Print what ticks took and return the 95th percentile, in ms."""
    ticks = sorted(1000 * one for one in seconds)
    high = ticks[int(0.95 * len(ticks))]
    print(f"{name}: median {median(ticks):.1f}, mean {fmean(ticks):.1f}, p95 {high:.1f}, longest {ticks[-1]:.1f}")
    return high


def _ticks(workers: int, count: int, width: int, height: int) -> Iterator[tuple[float, float]]:
    """Yield the seconds each tick took, by the clock and of the processor."""
    from app.gui.application import set_up

    application = set_up(["headroom"])
    from app.gui.pages.benchmark_live import LiveView
    from app.gui.widgets.page import Page

    page, live = Page("Benchmark", ""), LiveView()
    page.body.addWidget(live, 1)
    page.resize(width - 216, height)
    live.begin(_plan(workers))
    page.show()
    for _ in range(20):
        application.processEvents()
    for progress in _run(workers, count):
        began, used = time.perf_counter(), time.process_time()
        live.take(progress)
        application.processEvents()
        yield time.perf_counter() - began, time.process_time() - used
    page.close()


def _plan(workers: int) -> Plan:
    return Plan(
        target=Target("/sasdata", "/sasdata", 1, 1),
        mount_point="/sasdata",
        method=Method.SAS,
        role=Role.SASDATA,
        workload=STANDARD,
        cores=workers,
        workers=workers,
        block_size=65536,
        file_size=100 * GIB,
        pattern=Pattern.RANDOM,
        cold_reads=True,
        free_after=GIB,
        preallocation=0,
        seconds_low=10,
        seconds_high=100,
        proves="",
        does_not_prove="",
    )


def _run(workers: int, count: int) -> Iterator[Progress]:
    """Yield what a run tells of itself tick by tick: half of it writing, half of it reading."""
    chance = random.Random(1)  # noqa: S311 - restless curves, not secrets
    moved, total = 0, 2 * workers * 100 * GIB
    for tick in range(count):
        kind = PhaseKind.WRITE if tick < count // 2 else PhaseKind.READ
        number = tick % (count // 2)
        slots = tuple((int(chance.gauss(_RATE, _RATE / 9) * SLOT_S),) for _ in range(workers))
        device = (int(workers * _RATE * SLOT_S),)
        moved += sum(slot for (slot,) in slots)
        yield Progress(
            activity=Activity.WRITING if kind is PhaseKind.WRITE else Activity.READING,
            phase=kind,
            elapsed_s=tick * SLOT_S + 0.3,
            phase_s=number * SLOT_S + 0.1,
            phase_bytes=moved,
            done_bytes=moved,
            total_bytes=total,
            left_s=(1000.0, 2000.0),
            free_bytes=GIB,
            fresh=(Fresh(kind, number, slots, device),),
        )


if __name__ == "__main__":
    sys.exit(main())
