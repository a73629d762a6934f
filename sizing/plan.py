"""Plan: everything a run will do, decided before it starts.

Method ``sas`` is the method of SAS's rhel_iotest.sh as published facts describe it (FACTS.md section 1.1, source K8S):
one worker a physical core, a file as large as RAM for each, 64 KiB blocks, XFS preallocation and a reserve of
10 % of the file system in the space arithmetic. Method ``quick`` is the same load on small files.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from sizing.host import Host, Medium, Volume, VolumeState
from sizing.i18n import N_
from sizing.units import GIB, KIB, MB, MIB, size_text
from sizing.workload import STANDARD, Role, Workload

BLOCK_SIZE: Final = 64 * KIB
XFS_ALLOWANCE: Final = 8 * GIB
"""What XFS may allocate beyond the end of a growing file (FACTS.md 1.1 and LNX-015, source K8S)."""
RESERVE_SHARE: Final = 0.10
"""Share of the whole file system that stays free (FACTS.md 1.1, source K8S)."""
QUICK_FILE_SIZE: Final = GIB
SMALLEST_FILE: Final = 16 * MIB
SLOW_RATE: Final = 25 * MB
FAST_RATE: Final = 500 * MB
"""Bytes a second and worker between which the time is estimated: a quarter and five times SAS's minimum (REQ-001)."""


class Method(StrEnum):
    """How a run measures."""

    SAS = "sas"
    QUICK = "quick"


class PhaseKind(StrEnum):
    """One stretch of a run in which all workers do the same."""

    WRITE = "write"
    READ = "read"


class Pattern(StrEnum):
    """What the test files hold."""

    RANDOM = "random"
    ZEROS = "zeros"


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
class Choices:
    """What the user may choose; ``None`` leaves the choice to the method."""

    method: Method = Method.QUICK
    role: Role = Role.SASDATA
    workload: Workload = STANDARD
    workers: int | None = None
    block_size: int = BLOCK_SIZE
    file_size: int | None = None
    pattern: Pattern = Pattern.RANDOM


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

    @property
    def phase_bytes(self) -> int:
        """Bytes all workers together move in each phase."""
        return self.workers * self.file_size

    @property
    def peak_bytes(self) -> int:
        """Most space the run takes at any time."""
        return self.phase_bytes + self.preallocation


class PlanRefusedError(Exception):
    """The plan cannot be made; the message says why, ``advice`` what to do."""

    def __init__(self, message: str, advice: str) -> None:
        super().__init__(message)
        self.advice = advice


_PROVES: Final = {
    Method.SAS: N_(
        "What SAS's rhel_iotest.sh would report here, and beside it the strict rate until the last byte is on storage."
    ),
    Method.QUICK: N_(
        "Whether this storage comes near what SAS needs, within minutes: a first look, not evidence for a contract."
    ),
}
_DOES_NOT_PROVE: Final = {
    Method.SAS: N_(
        "How the storage behaves for hours, at another time of day, under many small files, or shared with other hosts."
    ),
    Method.QUICK: N_(
        "Anything about sustained rates: files this small can fit into caches of the storage and into burst allowances."
    ),
}


def make_plan(host: Host, volume: Volume, target: Target, choices: Choices) -> Plan:
    """Return the plan for measuring ``target`` on ``volume`` of ``host``.

    Raises:
        PlanRefusedError: the volume cannot be used, the number of cores is unknown, or there is too little space.
    """
    total, free = _space(volume)
    cores = host.cpu.physical_cores
    workers = choices.workers or cores
    if not workers:
        raise PlanRefusedError(
            N_("The number of physical cores could not be read on this machine."),
            N_("Give the number of workers: one for each physical core."),
        )
    usable = int(free - RESERVE_SHARE * total)
    wanted = _wanted_file_size(host, choices)
    file_size = _fit(wanted, usable // workers, _preallocation_option(volume), is_xfs=volume.file_system == "xfs")
    file_size -= file_size % choices.block_size
    if file_size < max(SMALLEST_FILE, choices.block_size):
        raise PlanRefusedError(
            N_("There is too little free space on {place} for a measurement that means anything.").format(
                place=volume.mount_point
            ),
            N_("Free at least {size} beyond the reserve of 10 % of the file system.").format(
                size=size_text(workers * SMALLEST_FILE)
            ),
        )
    preallocation = workers * _allowance(file_size, volume)
    moved = 2 * file_size
    plan = Plan(
        target=target,
        mount_point=volume.mount_point,
        method=choices.method,
        role=choices.role,
        workload=choices.workload,
        cores=cores or workers,
        workers=workers,
        block_size=choices.block_size,
        file_size=file_size,
        pattern=choices.pattern,
        cold_reads=choices.method is not Method.SAS,
        free_after=free - workers * file_size - preallocation,
        preallocation=preallocation,
        seconds_low=moved / FAST_RATE,
        seconds_high=moved / SLOW_RATE,
        proves=_PROVES[choices.method],
        does_not_prove=_DOES_NOT_PROVE[choices.method],
    )
    return replace(plan, notes=_notes(plan, host, volume, wanted))


def _space(volume: Volume) -> tuple[int, int]:
    """Return total and free bytes of ``volume``, or refuse it."""
    if volume.state is not VolumeState.ANSWERED or volume.total_bytes is None or volume.free_bytes is None:
        raise PlanRefusedError(
            N_("{place} does not answer.").format(place=volume.mount_point),
            N_("Choose another folder, or have the file system looked at first."),
        )
    if volume.read_only:
        raise PlanRefusedError(
            N_("{place} is mounted read-only.").format(place=volume.mount_point),
            N_("Choose a folder that can be written to."),
        )
    return volume.total_bytes, volume.free_bytes


def _wanted_file_size(host: Host, choices: Choices) -> int:
    if choices.file_size is not None:
        return choices.file_size
    return host.memory.total_bytes if choices.method is Method.SAS else QUICK_FILE_SIZE


def _preallocation_option(volume: Volume) -> int | None:
    """Return the bytes of the mount option ``allocsize=``, where it is readable."""
    for option in volume.options:
        name, _, value = option.partition("=")
        factor = {"k": KIB, "m": MIB, "g": GIB}.get(value[-1:].lower(), 1)
        number = value if factor == 1 else value[:-1]
        if name == "allocsize" and number.isdecimal():
            return int(number) * factor
    return None


def _allowance(file_size: int, volume: Volume) -> int:
    """Return what XFS may allocate beyond one growing file; other file systems take nothing."""
    if volume.file_system != "xfs":
        return 0
    option = _preallocation_option(volume)
    return min(file_size, XFS_ALLOWANCE) if option is None else option


def _fit(wanted: int, share: int, option: int | None, *, is_xfs: bool) -> int:
    """Return the file size that fits into ``share`` bytes a worker, as rhel_iotest.sh shrinks it (FACTS.md 1.1)."""
    if not is_xfs:
        return min(wanted, share)
    if option is not None:
        return min(wanted, share - option)
    if wanted + min(wanted, XFS_ALLOWANCE) <= share:
        return wanted
    return min(wanted, share // 2 if share <= 2 * XFS_ALLOWANCE else share - XFS_ALLOWANCE)


def _notes(plan: Plan, host: Host, volume: Volume, wanted: int) -> tuple[Note, ...]:
    """Return what SAS's script warns of, and what else a reader of the result must know."""
    ram = host.memory.total_bytes
    notes = []
    if plan.file_size < wanted - plan.block_size:
        notes.append(
            Note("smaller-files", N_("There is too little space for full-size files, so the files are smaller."))
        )
    if plan.method is Method.SAS and plan.file_size < ram - plan.block_size:
        notes.append(Note("file-below-ram", N_("Each file is smaller than RAM.")))
    if plan.phase_bytes <= ram:
        notes.append(
            Note(
                "files-fit-in-ram",
                N_("All files together fit into RAM: reads may come from the page cache; trust the writes."),
            )
        )
    if host.cpu.physical_cores not in (None, plan.workers):
        notes.append(Note("workers-differ", N_("The number of workers is not the number of physical cores.")))
    if volume.medium is Medium.MEMORY:
        notes.append(Note("memory-volume", N_("This volume is memory, not storage: no figure from it can pass.")))
    if volume.medium is Medium.NETWORK:
        notes.append(
            Note("one-client", N_("Other hosts may use this storage: one client alone does not show what it delivers."))
        )
    return tuple(notes)
