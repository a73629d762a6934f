"""Truth: on a device of known rate the strict figure is that rate, and a read from the cache is called one.

``python -m tests.benchmarks.truth`` does the same for more file systems and workers, beside fio.
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from app.benchmark.run import start
from app.detection import detect
from sizing.measurement import Figure, Measurement, measure
from sizing.plan import PhaseKind, Plan
from sizing.units import MIB
from sizing.validity import Origin, Validity, judge
from tests.app.benchmark.conftest import Mount, plan_for, poll_to_the_end
from tests.app.benchmark.throttle import throttled

READ = 200 * MIB
WRITE = 100 * MIB
NEAR = 0.03
FILES = 1536 * MIB
"""All of them together: at first the device waits a third of a second until the kernel begins to write back."""


@pytest.fixture
def known(mount: Mount) -> Iterator[Mount]:
    """Mount file systems on devices of known rates."""
    with ExitStack() as stack:

        def mounted(kind: str) -> Path:
            # In memory, so that no other device and nobody who uses it has a say.
            place = mount(kind, size=2048 * MIB, images=mount("tmpfs", size=2304 * MIB))
            stack.enter_context(throttled(place.stat().st_dev, read=READ, write=WRITE))
            return place

        yield mounted


def measured(plan: Plan) -> tuple[Measurement, Validity]:
    """Return what a run finds and whether it is believed."""
    host = detect()
    run = start(plan)
    poll_to_the_end(run, within_s=100)
    series = run.collect()
    assert series.failure == ""
    measurement = measure(series, plan)
    return measurement, judge(host, plan, series, measurement)


def figure(measurement: Measurement, kind: PhaseKind) -> Figure:
    found = measurement.figure(kind)
    assert found is not None
    return found


@pytest.mark.parametrize(("kind", "workers"), [("ext4", 1), ("xfs", 2), ("ext4", 8)])
def test_the_strict_figure_is_the_rate_of_the_device(known: Mount, kind: str, workers: int) -> None:
    if not os.environ.get("HEADROOM_PATIENT"):
        pytest.skip("set HEADROOM_PATIENT=1 on a quiet machine: 25 s each, and others must leave the processors alone")
    plan = plan_for(known(kind), workers=workers, file_size=FILES // workers)
    measurement, validity = measured(plan)
    assert figure(measurement, PhaseKind.WRITE).strict_total == pytest.approx(WRITE, rel=NEAR)
    assert figure(measurement, PhaseKind.READ).strict_total == pytest.approx(READ, rel=NEAR)
    assert validity.read_origin is Origin.STORAGE


def test_no_figure_is_better_than_the_device(known: Mount) -> None:
    measurement, validity = measured(plan_for(known("xfs"), file_size=128 * MIB))
    assert WRITE / 2 < figure(measurement, PhaseKind.WRITE).strict_total < (1 + NEAR) * WRITE
    # The throttle lets the first tenth of a second through at once.
    assert READ / 2 < figure(measurement, PhaseKind.READ).strict_total < (1 + 2 * NEAR) * READ
    assert validity.read_origin is Origin.STORAGE


def test_a_read_from_the_cache_is_called_cache_however_fast(known: Mount) -> None:
    plan = plan_for(known("ext4"), file_size=64 * MIB, cold_reads=False)
    measurement, validity = measured(plan)
    assert figure(measurement, PhaseKind.READ).strict_total > 2 * READ
    assert validity.read_origin is Origin.CACHE
    assert "read-from-cache" in {reason.code for reason in validity.concerning(PhaseKind.READ)}
