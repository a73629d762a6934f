"""Processors: how many cores there really are, and which evidence says so.

SAS's script multiplies the sockets with the field "cpu cores" of /proc/cpuinfo and so fails on ARM (FACTS 1.1). The
kernel's groups of logical CPUs that share a core say it everywhere (IOT-001: what ``lscpu -p=CORE,SOCKET`` counts).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from app.detection.cgroup import cpu_quota
from app.detection.evidence import conflicts, firmware, numa_nodes
from app.detection.hypervisor import hypervisor
from app.detection.sysfs import TABLE, Root, legible
from app.i18n import tr
from sizing.host import CoreEvidence, Cpu
from sizing.i18n import N_

_FOLDER: Final = "/sys/devices/system/cpu"
_MOST_CPUS: Final = 65536
_LONGEST_NUMBER: Final = 8
_UNKNOWN_PACKAGE: Final = "-1"
_ARM_PARTS: Final = {
    ("0x41", "0xd08"): "Arm Cortex-A72",
    ("0x41", "0xd0c"): "Arm Neoverse-N1",
    ("0x41", "0xd40"): "Arm Neoverse-V1",
    ("0x41", "0xd49"): "Arm Neoverse-N2",
    ("0x41", "0xd4f"): "Arm Neoverse-V2",
    ("0xc0", "0xac3"): "Ampere-1",
    ("0xc0", "0xac4"): "Ampere-1a",
}
"""CPU implementer and part of the servers one meets; ARM's /proc/cpuinfo has no names (kernel: asm/cputype.h)."""

Block = dict[str, str]


@dataclass(frozen=True, slots=True)
class Count:
    """Cores and sockets as one source gives them; ``None`` where it does not."""

    cores: int | None
    sockets: int | None


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that the system says of its processors."""

    siblings: Count
    """Groups of logical CPUs that share a core, from sysfs."""
    ids: Count
    """Pairs of package and core number, from sysfs."""
    table: Count
    """Pairs of "physical id" and "core id", from /proc/cpuinfo."""
    script: int | None
    """What SAS's script counts: sockets x "cpu cores" of /proc/cpuinfo; ``None`` where it fails."""


def read_cpu(root: Root, architecture: str) -> Cpu:
    """Return the processors of the machine below ``root``."""
    blocks = parse_cpuinfo(root.text("/proc/cpuinfo", limit=TABLE) or "")
    online = _online(root, blocks)
    evidence = _evidence(root, blocks, online)
    cores, source = judge_cores(evidence)
    machine = hypervisor(root, flags=_first(blocks, "flags"))
    allowed = _allowed(root)
    usable = len(allowed & online) or len(online)
    sockets = evidence.siblings.sockets or evidence.table.sockets
    single = sockets if machine is not None and sockets == len(online) else 0
    quota = cpu_quota(root)
    sides = tuple(_sides(root, evidence, len(online)))
    if cores is None:
        root.note(tr(N_("physical cores")), source)
    elif machine is not None:
        source = f"{source} {_warning(cores, len(online))}"
    return Cpu(
        model=legible(_model(blocks)),
        architecture=legible(architecture),
        sockets=sockets,
        physical_cores=cores,
        threads=len(online),
        usable_threads=usable,
        source=source,
        hypervisor=machine,
        evidence=sides,
        conflicts=tuple(conflicts(sides, single_sockets=single, usable=usable, quota=quota)),
        numa_nodes=numa_nodes(root),
        quota=quota,
        cpuset=listed(allowed) if allowed and not online <= allowed else "",
    )


def _sides(root: Root, evidence: Evidence, threads: int) -> Iterator[CoreEvidence]:
    """Yield every source that says something, the most trusted first."""
    counts = (
        (tr(N_("/sys: CPUs that share a core")), evidence.siblings),
        (tr(N_("/sys: numbers of package and core")), evidence.ids),
        (tr(N_("/proc/cpuinfo: physical id and core id")), evidence.table),
    )
    for source, count in counts:
        if count.cores is not None:
            yield CoreEvidence(source, count.sockets, count.cores, threads)
    script = tr(N_("SAS's script: sockets x cpu cores"))
    fails = "" if evidence.script else tr(N_("It fails here: /proc/cpuinfo does not name sockets and cores."))
    yield CoreEvidence(script, evidence.table.sockets, evidence.script, text=fails)
    found = firmware(root)
    if found is not None:
        yield found


def listed(numbers: Iterable[int]) -> str:
    """Return numbers as the kernel lists them: ``"0-3,8"``."""
    spans: list[list[int]] = []
    for number in sorted(numbers):
        if spans and number == spans[-1][-1] + 1:
            spans[-1][1:] = [number]
        else:
            spans.append([number])
    return ",".join("-".join(map(str, span)) for span in spans)


def parse_cpuinfo(text: str) -> list[Block]:
    """Return one table of names and values for each logical CPU of ``/proc/cpuinfo``."""
    blocks = []
    for paragraph in text.split("\n\n"):
        pairs = (line.partition(":") for line in paragraph.split("\n"))
        block = {name.strip(): value.strip() for name, colon, value in pairs if colon}
        if "processor" in block:
            blocks.append(block)
    return blocks


def parse_cpu_list(text: str | None) -> frozenset[int] | None:
    """Return the numbers in a list such as ``0-3,8``; ``None`` if it is none, or an impossible one."""
    numbers: set[int] = set()
    for part in (text or "").split(","):
        first, dash, last = part.strip().partition("-")
        if not (first.isdecimal() and (last.isdecimal() or not dash) and len(part) < 2 * _LONGEST_NUMBER):
            return None
        low, high = int(first), int(last or first)
        if not low <= high < _MOST_CPUS:
            return None
        numbers.update(range(low, high + 1))
    return frozenset(numbers)


def judge_cores(evidence: Evidence) -> tuple[int | None, str]:
    """Return the number of physical cores and, in words, where it comes from and who disagrees."""
    counts = (evidence.siblings, evidence.ids, evidence.table)
    sources = (
        N_("Counted from the groups of logical CPUs that share a core, in /sys/devices/system/cpu."),
        N_("Counted from the numbers of package and core in /sys/devices/system/cpu."),
        N_("Counted from the numbers of socket and core in /proc/cpuinfo."),
    )
    found = next(((count.cores, tr(words)) for count, words in zip(counts, sources, strict=True) if count.cores), None)
    if found is None:
        return None, tr(N_("Nothing in /sys/devices/system/cpu or /proc/cpuinfo says which logical CPUs share a core."))
    cores, words = found
    others = sorted({count.cores for count in counts if count.cores} - {cores})
    if others:
        numbers = ", ".join(str(other) for other in others)
        words += " " + tr(N_("Other evidence on this machine gives {numbers}.")).format(numbers=numbers)
    if evidence.script is None:
        words += " " + tr(N_("SAS's script fails here: /proc/cpuinfo does not name sockets and cores."))
    elif evidence.script != cores:
        words += " " + tr(N_("SAS's script would count {number} here.")).format(number=evidence.script)
    return cores, words


def _warning(cores: int, threads: int) -> str:
    """Return what a reader must know of cores on a virtual machine (IOT-002)."""
    if threads > cores:
        return tr(N_("This is a virtual machine: the hypervisor says which vCPUs share a core."))
    return tr(N_("This is a virtual machine that shows one thread a core: a vCPU may be half a physical core."))


def _online(root: Root, blocks: list[Block]) -> frozenset[int]:
    """Return the numbers of the logical CPUs in use; one at least, as we run on it."""
    online = parse_cpu_list(root.text(f"{_FOLDER}/online"))
    listed = frozenset[int]().union(*(parse_cpu_list(block["processor"]) or () for block in blocks))
    return online or listed or frozenset({0})


def _evidence(root: Root, blocks: list[Block], online: Iterable[int]) -> Evidence:
    groups: set[frozenset[int] | None] = set()
    pairs: set[tuple[str, str] | None] = set()
    for number in online:
        folder = f"{_FOLDER}/cpu{number}/topology"
        package, core = root.value(f"{folder}/physical_package_id"), root.value(f"{folder}/core_id")
        siblings = root.value(f"{folder}/core_cpus_list") or root.value(f"{folder}/thread_siblings_list")
        group = parse_cpu_list(siblings)
        groups.add(group if group and number in group else None)
        pairs.add((package, core) if package not in (None, _UNKNOWN_PACKAGE) and core is not None else None)
    ids = _count(pairs)
    cores = None if None in groups else len(groups)
    return Evidence(siblings=Count(cores, ids.sockets), ids=ids, table=_table(blocks), script=_script(blocks))


def _table(blocks: list[Block]) -> Count:
    found = ((block.get("physical id"), block.get("core id")) for block in blocks)
    return _count({(package, core) if package and core else None for package, core in found})


def _count(pairs: set[tuple[str, str] | None]) -> Count:
    """Return distinct pairs and packages; a single gap makes the whole count worthless."""
    known = {pair for pair in pairs if pair is not None}
    if not known or None in pairs:
        return Count(None, None)
    return Count(len(known), len({package for package, _ in known}))


def _script(blocks: list[Block]) -> int | None:
    sockets = {block["physical id"] for block in blocks if "physical id" in block}
    cores = _first(blocks, "cpu cores")
    return len(sockets) * int(cores) if sockets and cores.isdecimal() and len(cores) < _LONGEST_NUMBER else None


def _first(blocks: list[Block], name: str) -> str:
    return next((block[name] for block in blocks if name in block), "")


def _allowed(root: Root) -> frozenset[int]:
    """Return the logical CPUs this process may run on: the scheduler's affinity within the cgroup's cpuset."""
    for line in (root.text("/proc/self/status") or "").split("\n"):
        name, _, value = line.partition(":")
        if name == "Cpus_allowed_list":
            return parse_cpu_list(value) or frozenset()
    return frozenset()


def _model(blocks: list[Block]) -> str:
    named = _first(blocks, "model name") or _first(blocks, "cpu")
    part = _ARM_PARTS.get((_first(blocks, "CPU implementer"), _first(blocks, "CPU part")))
    return named or part or tr(N_("unknown processor"))
