"""Engine against fio on a tmpfs, where only overhead counts: ``python -m tests.benchmarks.engine``.

Each pair runs the engine and fio one after the other, in turn first, with the same block size, file size and number of
jobs, so that the noise of a shared machine meets both. Printed are ratios, engine / fio, as medians of the pairs. Where
others use the processors the rates still swing by half; ``nice -n -18`` in front (as root) keeps both sides running.

What is compared:

- Throughput: all bytes over the time from the common start until the last worker is done. For fio that time is the
  longest of the jobs' own run times, without start-up; for the engine it is that of the strict figure.
- CPU time per GiB: user and system time of all processes of a side, start-up included, over the bytes moved in both
  phases. fio is invoked once to write and once to read.
- Data: fio fills its buffer once and scrambles it a little for each block (its default); the engine writes blocks of
  which no aligned 512 bytes repeat. Both are buffered, synchronous, one process a job, files new and removed after.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

from app.benchmark.run import start
from app.benchmark.target import examine
from sizing.plan import Method, Pattern, PhaseKind, Plan
from sizing.units import GIB, KIB, MIB
from sizing.workload import STANDARD, Role

PHASES = (PhaseKind.WRITE, PhaseKind.READ)


class Result(NamedTuple):
    """Rates in bytes a second, CPU in seconds per GiB."""

    write: float
    read: float
    cpu: float


def engine(folder: str, workers: int, file_size: int, block_size: int) -> Result:
    plan = Plan(
        target=examine(folder),
        mount_point=folder,
        method=Method.QUICK,
        role=Role.SASDATA,
        workload=STANDARD,
        cores=workers,
        workers=workers,
        block_size=block_size,
        file_size=file_size,
        pattern=Pattern.RANDOM,
        cold_reads=False,
        free_after=0,
        preallocation=0,
        seconds_low=1,
        seconds_high=60,
        proves="",
        does_not_prove="",
        phases=PHASES,
    )
    before = _cpu_s()
    run = start(plan)
    while not run.is_over:
        run.poll()
        time.sleep(0.1)
    series = run.collect()
    used = _cpu_s() - before
    rates = [phase.bytes_moved / phase.seconds for phase in series.phases]
    return Result(rates[0], rates[1], used / (2 * plan.phase_bytes / GIB))


def fio(folder: str, workers: int, file_size: int, block_size: int) -> Result:
    before = _cpu_s()
    # One invocation would lay out the files of the read job before the write job begins, which then overwrites.
    times = [_fio_seconds(folder, workers, file_size, block_size, kind) for kind in ("write", "read")]
    used = _cpu_s() - before
    for file in Path(folder).glob("fio.*"):
        file.unlink()
    total = workers * file_size
    return Result(total / times[0], total / times[1], used / (2 * total / GIB))


def _fio_seconds(folder: str, workers: int, file_size: int, block_size: int, kind: str) -> float:
    """Return the run time of fio's slowest job."""
    command = ["fio", "--output-format=json", f"--name={kind}", f"--rw={kind}", "--ioengine=psync"]
    command += [f"--bs={block_size}", f"--size={file_size}", f"--numjobs={workers}", "--fallocate=none"]
    command += [f"--directory={folder}", "--filename_format=fio.$jobnum", "--end_fsync=1", "--invalidate=0"]
    jobs = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["jobs"]
    if sum(job[kind]["io_bytes"] for job in jobs) != workers * file_size:
        raise SystemExit("fio did not move all bytes")
    return max(float(job[kind]["runtime"]) for job in jobs) / 1e3


def _cpu_s() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    own = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime + own.ru_utime + own.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--file-mib", type=int, default=2048)
    parser.add_argument("--block-kib", type=int, default=64)
    parser.add_argument("--folder", default="/dev/shm", help="a folder on a tmpfs")
    chosen = parser.parse_args()
    size, block = chosen.file_mib * MIB, chosen.block_kib * KIB
    sides = (engine, fio)
    ratios = []
    with tempfile.TemporaryDirectory(dir=chosen.folder) as folder:
        for side in sides:  # memory a virtual machine never used before is slow once
            side(folder, chosen.workers, size, block)
        for pair in range(chosen.pairs):
            order = sides if pair % 2 == 0 else sides[::-1]
            found = {side: side(folder, chosen.workers, size, block) for side in order}
            ours, theirs = found[engine], found[fio]
            ratios.append(Result(*(mine / other for mine, other in zip(ours, theirs, strict=True))))
            print(f"pair {pair + 1}: engine {_text(ours)} | fio {_text(theirs)}", file=sys.stderr, flush=True)
    print(
        f"{chosen.workers} workers, {chosen.file_mib} MiB each, {chosen.block_kib} KiB blocks, {chosen.pairs} pairs",
        flush=True,
    )
    for name, goal in (("write", "at least 0.95"), ("read", "at least 0.95"), ("cpu", "at most 1.15")):
        values = sorted(getattr(ratio, name) for ratio in ratios)
        print(f"{name:6} engine / fio {median(values):.3f} ({values[0]:.3f} to {values[-1]:.3f}), wanted {goal}")


def _text(result: Result) -> str:
    return f"write {result.write / MIB:.0f} read {result.read / MIB:.0f} MiB/s, {result.cpu:.3f} CPU s a GiB"


if __name__ == "__main__":
    main()
