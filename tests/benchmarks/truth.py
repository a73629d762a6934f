"""Truth on devices of known rates, beside fio: ``python -m tests.benchmarks.truth`` (as root; ten minutes).

A loop device on a file in memory is held to 200 MiB/s read and 100 MiB/s written by the blkio controller. For each file
system and number of workers the engine and fio write and cold-read the same bytes, in turn first. Wanted: the strict
figure within 3 % of the device's rate and within 2 % of fio's. What is written goes through the page cache, and the
device idles until the kernel begins to write back, so that short phases fall short of its rate with any tool.
"""

import argparse
import json
import os
import subprocess
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from app.benchmark.run import start
from sizing.units import MIB
from tests.app.benchmark.conftest import plan_for
from tests.app.benchmark.throttle import throttled

READ, WRITE = 200 * MIB, 100 * MIB


def engine(folder: Path, workers: int, file_size: int) -> tuple[float, float]:
    """Return the strict rates of writing and reading, in bytes a second."""
    run = start(plan_for(folder, workers=workers, file_size=file_size))
    while not run.is_over:
        run.poll()
        time.sleep(0.1)
    series = run.collect()
    if series.failure:
        raise SystemExit(series.failure)
    write, read = (phase.bytes_moved / phase.seconds for phase in series.phases)
    return write, read


def fio(folder: Path, workers: int, file_size: int) -> tuple[float, float]:
    """Return the same by fio, which lets the kernel drop its files before it reads them."""
    rates = []
    for kind in ("write", "read"):
        command = ["fio", "--output-format=json", f"--name={kind}", f"--rw={kind}", "--ioengine=psync", "--bs=64k"]
        command += [f"--size={file_size}", f"--numjobs={workers}", "--end_fsync=1", "--invalidate=1"]
        command += [f"--directory={folder}", "--filename_format=fio.$jobnum", "--fallocate=none"]
        jobs = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["jobs"]
        rates.append(workers * file_size / max(job[kind]["runtime"] for job in jobs) * 1e3)
    for file in folder.glob("fio.*"):
        file.unlink()
    os.sync()  # btrfs gives the space back only then
    return rates[0], rates[1]


def compare(kind: str, workers: int, total: int) -> None:
    """Print what both find on a new file system of ``kind``."""
    with TemporaryDirectory(dir="/dev/shm") as place:
        image, folder = Path(place, "image"), Path(place, "mounted")
        folder.mkdir()
        with image.open("wb") as file:
            file.truncate(total + 1024 * MIB)
        subprocess.run([f"mkfs.{kind}", "-q", str(image)], check=True, capture_output=True)
        subprocess.run(["mount", "-o", "loop", str(image), str(folder)], check=True)
        try:
            device = Path(
                subprocess.run(["findmnt", "-no", "SOURCE", str(folder)], capture_output=True, text=True).stdout.strip()
            )
            with throttled(device.stat().st_rdev, read=READ, write=WRITE):
                sides = (engine, fio) if workers != 2 else (fio, engine)
                found = {side: side(folder, workers, total // workers) for side in sides}
        finally:
            subprocess.run(["umount", str(folder)], check=True)
    for index, (name, known) in enumerate((("write", WRITE), ("read", READ))):
        ours, theirs = found[engine][index], found[fio][index]
        print(
            f"{kind:5} {workers} workers {name:5} engine {ours / MIB:6.1f} ({ours / known - 1:+.1%}), "
            f"fio {theirs / MIB:6.1f} MiB/s, engine / fio {ours / theirs:.3f}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mib", type=int, default=1536, help="of all files together")
    parser.add_argument("--kinds", nargs="+", default=["ext4", "xfs", "btrfs"])
    parser.add_argument("--workers", nargs="+", type=int, default=[1, 2, 8])
    chosen = parser.parse_args()
    for kind in chosen.kinds:
        for workers in chosen.workers:
            compare(kind, workers, chosen.mib * MIB)


if __name__ == "__main__":
    main()
