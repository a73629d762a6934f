"""Start-up against the least that Python can do, as ratios: ``python -m tests.benchmarks.start_up``.

Both sides of a pair are started one after the other, in turn first, with compiled bytecode on disk, so that the noise
of a shared machine meets both; printed are the medians and their ratio. Not a timed test: run it by hand.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
_ENTRY: Final = "import sys; from app.__main__ import main; sys.exit(main())"


class Comparison(NamedTuple):
    """Two commands, and how many times longer the first one may take."""

    name: str
    ours: Sequence[str]
    bare: Sequence[str]
    at_most: float
    seconds: Callable[[Sequence[str]], float]


def until_end(command: Sequence[str]) -> float:
    """Return the seconds from the start of ``command`` to its end."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    began = time.perf_counter()
    subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


COMPARISONS: Final = (
    Comparison(
        "headroom --version / python -c pass",
        (sys.executable, "-c", _ENTRY, "--version"),
        (sys.executable, "-c", "pass"),
        5.0,
        until_end,
    ),
    Comparison(
        "python -m app --version / python -c pass",
        (sys.executable, "-m", "app", "--version"),
        (sys.executable, "-c", "pass"),
        5.0,
        until_end,
    ),
)


def compare(comparison: Comparison, pairs: int) -> tuple[float, float]:
    """Return the median seconds of both commands over ``pairs`` pairs, after one of each that is not counted."""
    sides = (comparison.ours, comparison.bare)
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(-1, pairs):
        for side in (0, 1) if number % 2 else (1, 0):
            taken = comparison.seconds(sides[side])
            if number >= 0:
                times[side].append(taken)
    return median(times[0]), median(times[1])


def main() -> int:
    """Print every comparison; return 1 if one takes longer than it may."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=20)
    pairs = parser.parse_args().pairs
    has_failed = False
    for comparison in COMPARISONS:
        ours, bare = compare(comparison, pairs)
        ratio = ours / bare
        has_failed |= ratio > comparison.at_most
        print(f"{comparison.name}: {ratio:.2f} (at most {comparison.at_most:g}; {ours:.4f} s / {bare:.4f} s)")
    return int(has_failed)


if __name__ == "__main__":
    sys.exit(main())
