"""Worker: one process of a run, which writes and reads its own file and counts into its own slots.

Workers import next to nothing: with 128 of them, what one loads is loaded 128 times.
"""

import gc
import mmap
import os
import signal
from array import array
from contextlib import suppress
from itertools import chain, islice
from time import perf_counter_ns
from typing import Final, NamedTuple

from app.benchmark.board import BUCKETS, SLOT_NS, Board, Clock, Fault, Head, Shape, State, Word
from app.benchmark.content import blocks
from app.benchmark.folder import Place, UnfitError, entered, floor, free_bytes, lock
from app.benchmark.gate import Gate, StoppedError
from app.benchmark.journal import NONCE_BYTES, Journal, Note
from app.benchmark.testfile import ScratchFile

WRITE: Final = "write"
READ: Final = "read"

STEPS: Final = 32
LEAST: Final = 64
BITS: Final = 6
"""How latencies are sorted, as in :mod:`sizing.latency`, which is too much to load here."""
_FEW: Final = 0.05
"""Share of a file that may stay in the page cache; as :data:`sizing.origin.STORAGE_SHARE`."""
_FREE_EVERY_NS: Final = 250_000_000
_FREE_SHARE: Final = 1000
"""Asking for the free space may take one part in this many of worker 0's time."""


class Task(NamedTuple):
    """What one worker is to do."""

    rank: int
    parent: int
    """Process id of the parent: a worker that has another one stops."""
    shape: Shape
    place: Place
    phases: tuple[str, ...]
    block_size: int
    file_size: int
    is_random: bool
    cold_reads: bool
    counters: tuple[str, ...]
    """Files in which the kernel counts what the devices behind the target move, where they are known."""
    file_name: str
    """For file systems on which a file must have a name."""
    host: str
    journal: str
    """The file to note such names in."""


def work(task: Task, memory: int) -> None:
    """Do ``task``, counting on the board in ``memory``."""
    # Ctrl-C reaches all processes of the terminal; the parent decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    gc.disable()
    Worker(task, Board(memory, task.shape)).run()


class Worker:
    """One worker at its task."""

    def __init__(self, task: Task, board: Board) -> None:
        self._task = task
        self._board = board
        self._folder = -1
        self._words = board.control(task.rank)
        self._journal = Journal(task.journal, _note(task))
        self._gate = Gate(board, task.rank, task.parent, task.counters)
        self._fault = Fault.CREATE
        self._file: ScratchFile | None = None
        self._next_free = 0
        self._floor = 0

    def run(self) -> None:
        """Go through all phases; whatever happens, the file goes and the board says how it ended."""
        try:
            self._phases()
            self._remove()
            self._words[Word.STATE] = State.DONE
        except StoppedError:
            self._words[Word.STOPPED] = perf_counter_ns()
            self._words[Word.STATE] = State.STOPPED
        except UnfitError as error:
            self._fault = error.fault
            self._fail(0)
        except OSError as error:
            self._fail(error.errno or 0)
        finally:
            self._remove()

    def _seize(self) -> None:
        """Open the folder and lock it; worker 0 also looks whether there is room, before anybody writes."""
        place, is_first = self._task.place, self._task.rank == 0
        self._folder = entered(place)
        if not is_first:
            self._gate.wait_until_seized()
        lock(self._folder, is_first=is_first)
        if is_first:
            self._board.cells[Head.FREE] = (free := free_bytes(self._folder)) + 1
            self._floor = floor(self._folder, place)
            if free < place.peak_bytes + self._floor:
                raise UnfitError(Fault.ROOM)
            self._board.cells[Head.SEIZED] = 1

    def _phases(self) -> None:
        task = self._task
        self._seize()
        self._file = file = self._created()
        content = blocks(task.block_size, is_random=task.is_random)
        mark = self._journal.nonce if file.name else b""
        content = chain([_marked(next(content), mark)], content)
        for index, phase in enumerate(task.phases):
            tally = Tally(self._board, task.rank, index)
            if phase == WRITE:
                tally.begin = self._gate.passed(index)
                self._write(file.fd, islice(content, task.file_size // task.block_size), tally)
            else:
                fd = self._ready_to_read(file, tally.clock)
                tally.begin = self._gate.passed(index)
                self._read(fd, tally)

    def _created(self) -> ScratchFile:
        """Return the new file; a worker killed in the middle of making it is known to have left one."""
        self._words[Word.NAMED] = 1
        try:
            file = ScratchFile(self._folder, self._task.file_name, self._journal)
        except FileExistsError:
            self._words[Word.NAMED] = 0  # somebody else's
            raise
        self._words[Word.NAMED] = bool(file.name)
        return file

    def _write(self, fd: int, content: "islice[memoryview]", tally: "Tally") -> None:
        self._fault = Fault.WRITE
        self._words[Word.STATE] = State.MOVING
        size, write, tick, row, counts = self._task.block_size, os.write, perf_counter_ns, tally.row, tally.counts
        slot = edge = filled = 0
        tally.clock[Clock.STARTED] = now = before = tick()
        try:
            for block in content:
                if (moved := write(fd, block)) != size:
                    _write_rest(fd, block[moved:])
                now = tick()
                took = now - before + LEAST
                before = now
                if now >= edge:
                    slot, edge, filled = self._next_slot(tally, now)
                    before = tick()
                row[slot] = filled = filled + size
                shift = took.bit_length() - BITS
                counts[STEPS * shift + (took >> shift)] += 1
        finally:
            tally.clock[Clock.MOVED] = now
            tally.tell()
        self._fault = Fault.FLUSH
        self._words[Word.STATE] = State.FLUSHING
        os.fsync(fd)
        tally.clock[Clock.DONE] = tick()

    def _ready_to_read(self, file: ScratchFile, clock: memoryview) -> int:
        """Return what to read from, once the cache was asked to drop the file and asked how much of it it holds."""
        self._fault = Fault.READ
        size = self._task.file_size
        if self._task.cold_reads:
            file.drop_from_cache(size, self._gate.check)
        found, looked = file.residency(size)
        if self._task.cold_reads and found > _FEW * looked:
            file.rewrite_past_cache(size, self._gate.check)
            found, looked = file.residency(size)
        clock[Clock.RESIDENT], clock[Clock.SAMPLED] = found, looked
        return file.reopened()

    def _read(self, fd: int, tally: "Tally") -> None:
        self._words[Word.STATE] = State.MOVING
        size, read, tick, row, counts = self._task.block_size, os.readv, perf_counter_ns, tally.row, tally.counts
        buffers = [mmap.mmap(-1, size)]  # on a page border, where copying is 5 % faster
        slot = edge = filled = 0
        tally.clock[Clock.STARTED] = now = before = tick()
        try:
            for _ in range(self._task.file_size // size):
                if (moved := read(fd, buffers)) != size:
                    self._read_rest(fd, size - moved)
                now = tick()
                took = now - before + LEAST
                before = now
                if now >= edge:
                    slot, edge, filled = self._next_slot(tally, now)
                    before = tick()
                row[slot] = filled = filled + size
                shift = took.bit_length() - BITS
                counts[STEPS * shift + (took >> shift)] += 1
        finally:
            tally.clock[Clock.MOVED] = now
            tally.tell()
        tally.clock[Clock.DONE] = now

    def _next_slot(self, tally: "Tally", now: int) -> tuple[int, int, int]:
        """Return the slot of ``now``, when the next one begins, and what is in it already.

        This is the moment for all that is not done every block.
        """
        self._gate.check()
        tally.tell()
        if self._task.rank == 0 and now >= self._next_free:
            self._tell_free_space(now)
        slot = (now - tally.begin) // SLOT_NS
        edge = tally.begin + (slot + 1) * SLOT_NS
        slot = min(slot, len(tally.row) - 1)
        return slot, edge, tally.row[slot]

    def _tell_free_space(self, now: int) -> None:
        """Tell how much is free, and stop before others get into need."""
        try:
            free = free_bytes(self._folder)
        except OSError:
            return
        self._board.cells[Head.FREE] = free + 1
        if free < self._floor:
            raise UnfitError(Fault.RESERVE)
        took = perf_counter_ns() - now
        self._next_free = now + max(_FREE_EVERY_NS, took * _FREE_SHARE)

    def _read_rest(self, fd: int, missing: int) -> None:
        """Read the rest of a block that came in pieces."""
        while missing:
            piece = len(os.read(fd, missing))
            if not piece:
                self._fault = Fault.SHORT
                raise OSError
            missing -= piece

    def _fail(self, number: int) -> None:
        self._words[Word.STOPPED] = perf_counter_ns()
        self._words[Word.ERRNO] = number
        self._words[Word.FAULT] = self._fault
        self._words[Word.STATE] = State.FAILED

    def _remove(self) -> None:
        """Remove the file, once; a state that says how the work ended stays.

        One that cannot be removed spoils no figure: the board says that it is still there.
        """
        file, self._file = self._file, None
        if file is not None:
            if self._words[Word.STATE] < State.REMOVING:
                self._words[Word.STATE] = State.REMOVING
            with suppress(OSError):
                file.remove()
                self._words[Word.NAMED] = 0


def _note(task: Task) -> Note:
    nonce = os.urandom(NONCE_BYTES).hex()
    return Note(task.host, task.place.path, task.place.inode, task.file_name, nonce)


def _marked(block: memoryview, mark: bytes) -> memoryview:
    """Return a copy of ``block`` that begins with ``mark``."""
    copy = mmap.mmap(-1, len(block))  # on a page border, as the others are
    copy[:] = mark[: len(block)] + bytes(block[len(mark) :])
    return memoryview(copy)


class Tally:
    """What one worker counts in one phase: bytes and times on the board, latencies in a list told to it by and by."""

    def __init__(self, board: Board, rank: int, phase: int) -> None:
        self.clock, self.row = board.clock(rank, phase), board.row(rank, phase)
        self.begin = 0
        """When the gate opened."""
        self.counts = [0] * BUCKETS  # a list counts faster than shared memory
        self._told = board.latencies(rank, phase)

    def tell(self) -> None:
        """Bring the latencies to the board."""
        self._told[:] = array("Q", self.counts)


def _write_rest(fd: int, rest: memoryview) -> None:
    """Write the rest of a block that was taken in part; where the disk is full, this says so."""
    while rest:
        rest = rest[os.write(fd, rest) :]
