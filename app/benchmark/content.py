"""Content: what the test files hold: data no storage can shrink, or zeros.

Arrays and file systems that compress, thin out or deduplicate make a test with zeros look faster than it is (IOT-006).
Some compare blocks as small as 512 bytes, so no two aligned sectors of a run may be equal.
"""

import mmap
import os
from collections.abc import Iterator
from typing import Final

POOL_BYTES: Final = 1024 * 1024
"""Small enough for a processor's own cache, where the single buffer of other tools lies too."""
_SECTOR: Final = 512
_SHIFT: Final = 64
"""A line of the processor's cache: reading across its borders costs a few percent of the rate."""
_SALTS: Final = 64 * 1024
"""Salts to draw from before new ones are made: enough for half a terabyte."""
_MOST_BLOCKS: Final = 256


def blocks(block_size: int, *, is_random: bool) -> Iterator[memoryview]:
    """Yield block after block of ``block_size`` bytes, without end; each is valid until the next is asked for.

    Random blocks are windows onto a pool of random bytes. Every lap looks at the pool from 64 bytes further on, so
    that no aligned sector comes twice; before the alignment repeats, another random word goes into every 512 bytes.
    """
    spare = _SECTOR if is_random else 0
    size = min(max(POOL_BYTES // block_size, 1), _MOST_BLOCKS) * block_size
    pool = memoryview(mmap.mmap(-1, size + spare))
    windows = [
        pool[shift + start : shift + start + block_size]
        for shift in range(0, max(spare, 1), _SHIFT)
        for start in range(0, size, block_size)
    ]
    if not is_random:
        while True:
            yield from windows
    pool[:] = os.urandom(len(pool))
    salted = pool[: len(pool) // _SECTOR * _SECTOR].cast("Q")[:: _SECTOR // 8]
    while True:
        # Each sector takes the next word of the table, which is cheaper than as many new random words every time.
        table = memoryview(os.urandom(8 * (len(salted) + _SALTS))).cast("Q")
        for first in range(_SALTS):
            salted[:] = table[first : first + len(salted)]
            yield from windows
