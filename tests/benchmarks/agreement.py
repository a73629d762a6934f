"""Agreement with dd as SAS's script runs it: ``python -m tests.benchmarks.agreement FOLDER``, on a real disk.

SAS's script starts one ``dd bs=64k conv=fsync`` for each core, on files of zeros, and divides the size of a file by the
mean time of all (FACTS.md 1.1). The engine does the same with zeros, and both take turns. The script's files are larger
than RAM; these are not, so that dd drops them from the page cache before it reads them, as the engine does. Wanted:
SAS-comparable figures within 5 % of each other. Storage that others use swings more than that; the figures of each pair
are printed so that one sees.
"""

import argparse
import re
import subprocess
import sys
import time
from pathlib import Path
from statistics import fmean, median
from tempfile import TemporaryDirectory

from app.benchmark.run import start
from sizing.measurement import measure
from sizing.plan import Pattern
from sizing.units import KIB, MIB
from tests.app.benchmark.conftest import plan_for


def engine(folder: Path, workers: int, file_size: int) -> list[float]:
    """Return the SAS-comparable rates a core of writing and reading, in bytes a second."""
    plan = plan_for(folder, workers=workers, file_size=file_size, pattern=Pattern.ZEROS)
    run = start(plan)
    while not run.is_over:
        run.poll()
        time.sleep(0.1)
    return [figure.sas_comparable for figure in measure(run.collect(), plan).figures]


def dd(folder: Path, workers: int, file_size: int) -> list[float]:
    """Return the same of dd."""
    files = [folder / f"dd.{rank}" for rank in range(workers)]
    count = f"count={file_size // (64 * KIB)}"
    writes = [["dd", "if=/dev/zero", f"of={file}", "bs=64k", count, "conv=fsync"] for file in files]
    reads = [["dd", f"if={file}", "of=/dev/null", "bs=64k"] for file in files]
    rates = [file_size / _mean_time(writes)]
    for file in files:
        subprocess.run(["dd", f"if={file}", "iflag=nocache", "count=0"], check=True, capture_output=True)
    rates.append(file_size / _mean_time(reads))
    for file in files:
        file.unlink()
    return rates


def _mean_time(commands: list[list[str]]) -> float:
    running = [
        subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={"LC_ALL": "C"}) for command in commands
    ]
    told = [process.communicate()[1] for process in running]
    return fmean(float(re.findall(r"([0-9.e+-]+) s,", text)[-1]) for text in told)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--mib", type=int, default=1024, help="of each file")
    chosen = parser.parse_args()
    ratios = []
    with TemporaryDirectory(dir=chosen.folder) as place:
        for pair in range(chosen.pairs):
            order = (engine, dd) if pair % 2 == 0 else (dd, engine)
            found = {side: side(Path(place), chosen.workers, chosen.mib * MIB) for side in order}
            ratios.append([ours / theirs for ours, theirs in zip(found[engine], found[dd], strict=True)])
            told = (f"{side.__name__} {' '.join(f'{rate / MIB:.0f}' for rate in found[side])}" for side in (engine, dd))
            print(f"pair {pair + 1}: {', '.join(told)} MiB/s a worker, write and read", file=sys.stderr, flush=True)
    for index, name in enumerate(("write", "read")):
        values = sorted(ratio[index] for ratio in ratios)
        print(f"{name:5} engine / dd {median(values):.3f} ({values[0]:.3f} to {values[-1]:.3f}), wanted 0.95 to 1.05")


if __name__ == "__main__":
    main()
