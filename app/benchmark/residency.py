"""Residency: how much of a file lies in the page cache, asked without reading any of it.

``mincore`` looks and touches nothing, and it answers on tmpfs, where ``preadv2(RWF_NOWAIT)`` is refused; Linux answers
it truthfully for files the caller owns (since 5.2), as test files are. What a file system caches elsewhere (ZFS in its
ARC) it cannot see.
"""

import mmap
from typing import Final

_WINDOW: Final = 1024 * 1024
_WINDOWS: Final = 64


def resident_pages(fd: int, size: int) -> tuple[int, int]:
    """Return how many of the pages looked at are in the page cache, and how many were looked at.

    Small files are looked at whole, larger ones in 64 windows of 1 MiB spread evenly. Nothing looked at means that the
    file system does not let itself be asked.
    """
    import ctypes  # here, because workers start without it

    system = ctypes.CDLL(None, use_errno=True)
    system.mmap.restype = ctypes.c_void_p
    system.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
    system.mincore.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p]
    system.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    found = looked = 0
    for start in _starts(size):
        length = min(_WINDOW, size - start)
        address = system.mmap(None, length, mmap.PROT_READ, mmap.MAP_PRIVATE, fd, start)
        if address == ctypes.c_void_p(-1).value:
            break
        pages = -(-length // mmap.PAGESIZE)
        answer = (ctypes.c_ubyte * pages)()
        if system.mincore(address, length, answer) == 0:
            found += sum(page & 1 for page in answer)
            looked += pages
        system.munmap(address, length)
    return found, looked


def _starts(size: int) -> list[int]:
    """Return where the windows begin, on page borders."""
    count = -(-size // _WINDOW)
    if count <= _WINDOWS:
        return [index * _WINDOW for index in range(count)]
    return [index * (size - _WINDOW) // (_WINDOWS - 1) // mmap.PAGESIZE * mmap.PAGESIZE for index in range(_WINDOWS)]
