"""Plan: everything a run will do, decided before it starts.

Method ``sas`` is the method of SAS's rhel_iotest.sh as published facts describe it (FACTS.md section 1.1, source K8S):
one worker a physical core, a file as large as RAM for each, 64 KiB blocks, XFS preallocation and a reserve of
10 % of the file system in the space arithmetic. What the other methods do stands in :mod:`sizing.methods`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from math import inf
from typing import Final

from sizing.choices import BLOCK_SIZE as BLOCK_SIZE
from sizing.choices import Choices as Choices
from sizing.choices import Pattern as Pattern
from sizing.choices import PlanRefusedError as PlanRefusedError
from sizing.choices import refuse_choices, smallest_file
from sizing.host import Host, Medium, Volume, VolumeState
from sizing.i18n import N_
from sizing.methods import RECIPES, wanted_file_size, workers_a_core
from sizing.methods import Method as Method
from sizing.space import allowance, fit, free_space, needed, usable
from sizing.units import KIB, MB, check_sizes, duration_text, size_text
from sizing.workload import Role, Workload

SAS_RAM_PER_CORE: Final = 3_989_504 * KIB
"""RAM a core below which rhel_iotest.sh refuses: 4 GiB less an allowance of 200 MiB (FACTS.md 1.1 and IOT-015)."""
SAS_RAM_PER_CORE_ADVISED: Final = 8_183_808 * KIB
"""RAM a core below which rhel_iotest.sh warns in its log: 8 GiB less 200 MiB (FACTS.md 1.1 and IOT-015)."""
MOST_RUNS: Final = 1000
"""More runs of one plan nobody waits for."""
SLOW_RATE: Final = 25 * MB
FAST_RATE: Final = 500 * MB
"""Bytes a second and worker between which the time is estimated: a quarter and five times SAS's minimum (REQ-001)."""


class PhaseKind(StrEnum):
    """One stretch of a run in which all workers do the same."""

    WRITE = "write"
    READ = "read"


@dataclass(frozen=True, slots=True)
class Target:
    """The folder where test files go, as it was when it was looked at."""

    path: str
    """As the user gave it."""
    resolved: str
    """Absolute, without symbolic links."""
    device: int
    inode: int
    """``st_dev`` and ``st_ino`` of the folder: a run refuses to start if they changed since."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something to know before the run starts; ``code`` is stable, ``sentence`` is for people."""

    code: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run will do. Sizes in bytes, times in seconds."""

    target: Target
    mount_point: str
    method: Method
    role: Role
    workload: Workload
    cores: int
    """Physical cores the figures are divided by."""
    workers: int
    block_size: int
    file_size: int
    """Bytes of each worker's file, a multiple of ``block_size``."""
    pattern: Pattern
    cold_reads: bool
    """Whether the page cache is asked to drop the files before they are read."""
    free_after: int
    """Bytes that stay free while the files are at their largest, XFS preallocation counted as used."""
    preallocation: int
    """Bytes the file system may take beyond the files while they grow."""
    seconds_low: float
    seconds_high: float
    proves: str
    does_not_prove: str
    notes: tuple[Note, ...] = ()
    phases: tuple[PhaseKind, ...] = (PhaseKind.WRITE, PhaseKind.READ)
    fewest_runs: int = 1
    most_runs: int = 1
    """How often all this is done: until the runs agree (see :mod:`sizing.repeats`)."""
    counts_flush: bool = True
    """Whether the SAS-comparable time of a write ends when the data are flushed; that of iotest.sh does not."""
    workers_a_core: int = 1
    probes_zeros: bool = False
    """Whether small files of zeros and of random bytes are compared at the end."""
    lasts_s: float = 0.0
    """Seconds for which it is done again and again, whether the runs agree or not; 0 where agreement decides."""

    def __post_init__(self) -> None:
        """Refuse a plan, read from elsewhere, that nothing can be divided by."""
        check_sizes(self.phase_bytes, self.preallocation)
        if min(self.cores, self.workers, self.block_size, self.file_size, self.workers_a_core) < 1:
            raise ValueError("a plan needs at least one core, worker, byte a block and byte a file")
        if not (1 <= self.fewest_runs <= self.most_runs <= MOST_RUNS and 0 <= self.lasts_s < inf):
            raise ValueError("a plan needs a run, and an end of its runs")

    @property
    def phase_bytes(self) -> int:
        """Bytes all workers together move in each phase."""
        return self.workers * self.file_size

    @property
    def peak_bytes(self) -> int:
        """Most space the run takes at any time."""
        return self.phase_bytes + self.preallocation


def make_plan(host: Host, volume: Volume, target: Target, choices: Choices) -> Plan:
    """Return the plan for measuring ``target`` on ``volume`` of ``host``.

    Raises:
        PlanRefusedError: the volume or a choice cannot be used, the number of cores is unknown, or there is too
            little space.
    """
    refuse_choices(choices)
    free = _free(host, volume)
    recipe, a_core = RECIPES[choices.method], workers_a_core(choices.method, choices.role)
    cores = host.cpu.physical_cores
    workers = choices.workers or (cores or 0) * a_core
    if not workers:
        raise PlanRefusedError(
            N_("The number of physical cores could not be read on this machine."),
            N_("Give the number of workers: one for each physical core."),
        )
    wanted = _wanted_file_size(host, choices, workers)
    file_size = _file_size(host, volume, choices, workers)
    plan = Plan(
        target=target,
        mount_point=volume.mount_point,
        method=choices.method,
        role=choices.role,
        workload=choices.workload,
        cores=cores or max(1, workers // a_core),
        workers=workers,
        block_size=choices.block_size,
        file_size=file_size,
        pattern=choices.pattern,
        cold_reads=recipe.cold_reads,
        free_after=free - needed(file_size, workers, volume),
        preallocation=workers * allowance(file_size, volume),
        seconds_low=2 * file_size / FAST_RATE,
        seconds_high=2 * file_size / SLOW_RATE,
        proves=recipe.proves,
        does_not_prove=recipe.does_not_prove,
        fewest_runs=recipe.fewest_runs,
        most_runs=recipe.most_runs,
        counts_flush=recipe.counts_flush,
        workers_a_core=a_core,
        probes_zeros=choices.probes_zeros and choices.pattern is Pattern.RANDOM,
        lasts_s=recipe.lasts_s and (choices.lasts_s or recipe.lasts_s),
    )
    plan = replace(plan, seconds_low=_shortest(plan), seconds_high=_longest(plan))
    return replace(plan, notes=tuple(_notes(plan, host, volume, wanted)))


def _free(host: Host, volume: Volume) -> int:
    """Return the free bytes of ``volume``, or refuse it."""
    free = free_space(host, volume)
    if volume.state is not VolumeState.ANSWERED or volume.total_bytes is None or free is None:
        raise PlanRefusedError(
            N_("{place} does not answer.").format(place=volume.mount_point),
            N_("Choose another folder, or have the file system looked at first."),
        )
    if volume.read_only:
        raise PlanRefusedError(
            N_("{place} is mounted read-only.").format(place=volume.mount_point),
            N_("Choose a folder that can be written to."),
        )
    return free


def _shortest(plan: Plan) -> float:
    """Return the time all runs take at the least."""
    return max(plan.seconds_low * plan.fewest_runs, plan.lasts_s)


def _longest(plan: Plan) -> float:
    """Return the time all runs take at the most; the last one begins before the time is over."""
    return plan.lasts_s + plan.seconds_high * (1 if plan.lasts_s else plan.most_runs)


def _wanted_file_size(host: Host, choices: Choices, workers: int) -> int:
    if choices.file_size is not None:
        return choices.file_size
    return wanted_file_size(choices.method, choices.role, host.memory.total_bytes, workers)


def _file_size(host: Host, volume: Volume, choices: Choices, workers: int) -> int:
    """Return the size of each file, in whole blocks, or refuse a volume with too little space."""
    space = usable(host, volume) or 0
    size = fit(_wanted_file_size(host, choices, workers), space // workers, volume)
    size -= size % choices.block_size
    smallest = smallest_file(choices)
    if size < smallest:
        lacking = needed(smallest, workers, volume) - space
        raise PlanRefusedError(
            N_("There is too little free space on {place} for a measurement that means anything.").format(
                place=volume.mount_point
            ),
            N_("Free {size} more; 10 % of the file system stays free.").format(size=size_text(lacking)),
        )
    return size


def _notes(plan: Plan, host: Host, volume: Volume, wanted: int) -> Iterator[Note]:
    """Yield what SAS's script warns of, and what else a reader of the result must know."""
    yield from _file_notes(plan, host, wanted)
    yield from _machine_notes(plan, host)
    yield from _method_notes(plan)
    yield from _volume_notes(host, volume)


_FITTING_WARM: Final = N_("All files together fit into RAM: the read may come from the page cache; trust the write.")
_FITTING_COLD: Final = N_(
    "All files together fit into RAM: the page cache is asked to drop them, and the result says whether it did."
)


def _file_notes(plan: Plan, host: Host, wanted: int) -> Iterator[Note]:
    ram = host.memory.total_bytes
    # Whole blocks only: a file may be up to one block smaller than was wanted.
    if plan.file_size <= wanted - plan.block_size:
        yield Note("smaller-files", N_("There is too little space for full-size files, so the files are smaller."))
    if plan.method is Method.SAS and plan.file_size <= ram - plan.block_size:
        yield Note("file-below-ram", N_("Each file is smaller than RAM."))
    if plan.phase_bytes <= ram:
        yield Note("files-fit-in-ram", _FITTING_COLD if plan.cold_reads else _FITTING_WARM)


def _machine_notes(plan: Plan, host: Host) -> Iterator[Note]:
    per_core = host.memory.total_bytes / plan.cores
    sockets = host.cpu.sockets or 1
    if per_core < SAS_RAM_PER_CORE:
        yield Note("below-sas-minimum", N_("There is so little RAM per core that SAS's script would refuse to run."))
    elif per_core < SAS_RAM_PER_CORE_ADVISED:
        yield Note("below-sas-advice", N_("There is less than 8 GB of RAM per core, which SAS's script warns of."))
    if host.cpu.physical_cores is not None and plan.workers != plan.workers_a_core * plan.cores:
        yield Note("workers-differ", N_("The number of workers is not the number of physical cores."))
    # One core a socket is how hypervisors show virtual processors, not NUMA (LNX-024).
    if sockets > 2 and plan.cores > sockets:
        yield Note("many-sockets", N_("There are more than two sockets: the workers may be unequally fast (NUMA)."))


def _method_notes(plan: Plan) -> Iterator[Note]:
    if plan.pattern is Pattern.ZEROS:
        yield Note("zeros", N_("The files hold zeros: storage that compresses or removes duplicates looks faster."))
    elif plan.method is Method.SAS:
        yield Note(
            "not-zeros",
            N_("SAS's script writes zeros; this run does not, so storage that compresses is not flattered."),
        )

    if not plan.counts_flush:
        yield Note(
            "no-flush",
            N_(
                "The SAS-comparable write ends when the system has taken the data, as in iotest.sh: memory, it may be. "
                "That script prints the rate of one stream; here it is per core."
            ),
        )
    if plan.most_runs > 1 and not plan.lasts_s:
        sentence = N_("It is done {fewest} times, and up to {most} times if the runs differ.")
        yield Note("repeats", sentence.format(fewest=plan.fewest_runs, most=plan.most_runs))
    if plan.lasts_s:
        sentence = N_("Writing and reading go on for {time}, so that the drives are worn by all that is written.")
        yield Note("lasts", sentence.format(time=duration_text(plan.lasts_s)))


def _volume_notes(host: Host, volume: Volume) -> Iterator[Note]:
    if volume.medium is Medium.MEMORY:
        yield Note("memory-volume", N_("This volume is memory, not storage: no figure from it can pass."))
    if volume.medium is Medium.NETWORK:
        yield Note(
            "one-client", N_("Other hosts may use this storage: one client alone does not show what it delivers.")
        )
    if volume.medium in (Medium.FUSE, Medium.OVERLAY):
        yield Note("layered-volume", N_("Another program or file system lies below: caches there cannot be seen."))
    if host.runs_from == volume.mount_point:
        yield Note("same-file-system", N_("Headroom runs from the file system it measures; SAS advises against it."))
