"""Linux: how the kernel and the account of SAS should be set."""

from typing import Final

from sizing.i18n import N_
from sizing.plan import PhaseKind
from sizing.rulebook.demands import ADVISED, advised, advised_at_most
from sizing.rulebook.sources import IOTEST, IOTEST_PLACE, LIMITS_OF_SAS, OCI_SCALE, OCI_TUNING, SAS_ON_VMWARE, TUNED
from sizing.rules import Change, Effort, Facts, Override, Rule, Scope, Severity
from sizing.settings import all_of, amount, is_one_of, linux_only, number, shown, words
from sizing.units import GIB, Unit

LARGE_RAM: Final = 256 * GIB
"""Above it the dirty limits should be bytes, not shares of RAM (FACTS.md Appendix B, ours)."""
MOST_PROCESSES: Final = 4_194_304.0
"""More processes no Linux has (PID_MAX_LIMIT of 64-bit kernels)."""
_HOST, _SHOULD, _INFO = Scope.HOST, Severity.SHOULD, Severity.INFO
_SHARES: Final = OCI_SCALE("LNX-003", OCI_TUNING, derived=True)
_PROFILES: Final = "github.com/redhat-performance/tuned"


def _sysctl(name: str, value: int, effect: str, risk: str) -> Change:
    """Return the commands that set a kernel parameter until the next start."""
    return Change(f"sysctl -w {name}={value}", f"sysctl -w {name}={{now}}", f"sysctl {name}", effect, risk)


def dirty_bytes(facts: Facts, name: str) -> float | None:
    """Return how many bytes may be dirty: ``name`` is ``"dirty"`` or ``"dirty_background"``.

    Of the two ways to say it the kernel sets the other to zero (LNX-003).
    """
    if limit := amount(facts, f"vm.{name}_bytes"):
        return limit
    share = amount(facts, f"vm.{name}_ratio")
    return None if share is None else share / 100 * facts.host.memory.total_bytes


def dirty_share(facts: Facts) -> float | None:
    """Return how much of RAM may be dirty before a writer has to wait, in per cent."""
    return _percent_of_ram(facts, dirty_bytes(facts, "dirty"))


def background_share(facts: Facts) -> float | None:
    """Return from how much of RAM on dirty pages are written in the background, in per cent."""
    return _percent_of_ram(facts, dirty_bytes(facts, "dirty_background"))


def flush_stall(facts: Facts) -> float | None:
    """Return the seconds that writing all dirty pages takes at the measured rate."""
    dirty = dirty_bytes(facts, "dirty")
    figure = facts.measurement.figure(PhaseKind.WRITE) if facts.measurement else None
    if dirty is None or figure is None or facts.plan is None or figure.strict <= 0:
        return None
    return dirty / (figure.strict * facts.plan.cores)


def _percent_of_ram(facts: Facts, size: float | None) -> float | None:
    ram = facts.host.memory.total_bytes
    return None if size is None or not ram else 100 * size / ram


def _small_ram_only(facts: Facts) -> str | None:
    if facts.host.memory.total_bytes > LARGE_RAM:
        return N_("Above 256 GiB of RAM limits in bytes are better than shares; the flush stall is judged instead.")
    return None


def _is_tuned(facts: Facts) -> float | None:
    found = words(facts, "tuned.profile")
    if found == "virtual-guest":
        return float(facts.host.cpu.hypervisor is not None)
    return None if found is None else float(found in ("sas-performance", "throughput-performance"))


def _processes(facts: Facts) -> float | None:
    """Return the limit of processes; without one the kernel's own holds."""
    return MOST_PROCESSES if words(facts, "limits.nproc") == "unlimited" else amount(facts, "limits.nproc")


def _vmware_only(facts: Facts) -> str | None:
    name = facts.host.cpu.hypervisor
    return None if name and "vmware" in name.lower() else N_("This host is no virtual machine on VMware.")


def _sockets(facts: Facts) -> float | None:
    """Return the sockets; one core in each is how hypervisors present cores, not how machines are built (LNX-024)."""
    sockets, cores = facts.host.cpu.sockets, facts.host.cpu.physical_cores
    return 1.0 if sockets and sockets == cores else None if sockets is None else float(sockets)


RULES: Final = (
    Rule(
        id="tuned-profile",
        title=N_("Profile of tuned that suits SAS"),
        scope=_HOST,
        severity=_SHOULD,
        metric=_is_tuned,
        limit=ADVISED,
        remedy=N_("Activate throughput-performance, or virtual-guest on a virtual machine, or a profile made for SAS."),
        source=TUNED("LNX-002", _PROFILES),
        missing=N_("The active profile could not be read: tuned-adm active."),
        applies=linux_only,
        seen=shown("tuned.profile"),
        asks=("tuned.profile",),
        effort=Effort.COMMAND,
        change=Change(
            "tuned-adm profile throughput-performance",
            "tuned-adm profile {now}",
            "tuned-adm active && tuned-adm verify",
            N_("Read-ahead, processor frequency and dirty limits fit large sequential files."),
            N_("Low: it holds at once and can be taken back at once; the processors take more power."),
        ),
        overrides=(
            Override(
                TUNED("LNX-001", _PROFILES),
                N_("A profile sas-performance comes with the system."),
                N_("It never did: it is made by hand after Red Hat's guide, so its absence is no fault."),
            ),
        ),
    ),
    Rule(
        id="dirty-limit",
        title=N_("RAM that may hold data not yet written"),
        scope=_HOST,
        severity=_SHOULD,
        metric=dirty_share,
        limit=advised(Unit.PERCENT, 30),
        remedy=N_("Let dirty pages take 30 % of RAM, so that short work files are gone before they are written."),
        source=_SHARES,
        missing=N_("Neither vm.dirty_ratio nor vm.dirty_bytes could be read: sysctl vm.dirty_ratio vm.dirty_bytes."),
        applies=all_of(linux_only, _small_ram_only),
        asks=("vm.dirty_ratio", "vm.dirty_bytes"),
        effort=Effort.COMMAND,
        change=_sysctl(
            "vm.dirty_ratio",
            30,
            N_("Writers wait less often for the disk."),
            N_("Medium: more data is lost when the power fails, and a flush takes longer."),
        ),
        overrides=(
            Override(
                TUNED("LNX-002", _PROFILES),
                N_("40 % (profile throughput-performance)"),
                N_("The scripts made for SAS use 30 %; 40 % passes as well."),
            ),
        ),
    ),
    Rule(
        id="dirty-background",
        title=N_("Dirty data from which the kernel starts to write"),
        scope=_HOST,
        severity=_SHOULD,
        metric=background_share,
        limit=advised_at_most(Unit.PERCENT, 10),
        remedy=N_("Let the kernel start to write at 10 % of RAM or below, so that a flush never grows large."),
        source=_SHARES,
        missing=N_("The limit could not be read: sysctl vm.dirty_background_ratio vm.dirty_background_bytes."),
        applies=linux_only,
        asks=("vm.dirty_background_ratio", "vm.dirty_background_bytes"),
        effort=Effort.COMMAND,
        change=_sysctl(
            "vm.dirty_background_ratio", 10, N_("Writing is spread more evenly."), N_("Low: it holds at once.")
        ),
    ),
    Rule(
        id="dirty-stall",
        title=N_("Longest wait for a flush of dirty data"),
        scope=Scope.VOLUME,
        severity=_SHOULD,
        metric=flush_stall,
        limit=advised_at_most(Unit.SECONDS, 60),
        remedy=N_("Give the dirty limit in bytes: what the volume writes within a minute at most."),
        source=OCI_SCALE("LNX-004", OCI_TUNING, derived=True),
        missing=N_("It needs the dirty limits (sysctl vm.dirty_ratio vm.dirty_bytes) and a measured write rate."),
        applies=linux_only,
        phase=PhaseKind.WRITE,
        asks=("vm.dirty_ratio", "vm.dirty_bytes"),
        effort=Effort.COMMAND,
        change=Change(
            "sysctl -w vm.dirty_bytes=BYTES_WRITTEN_IN_60_S",
            "sysctl -w vm.dirty_ratio={now}",
            "sysctl vm.dirty_bytes",
            N_("No session stands still for minutes while the page cache is written out."),
            N_("Low: writers wait more often, each time for less."),
        ),
    ),
    Rule(
        id="huge-pages",
        title=N_("Transparent huge pages off"),
        scope=_HOST,
        severity=_SHOULD,
        metric=is_one_of("transparent_hugepage", "never"),
        limit=ADVISED,
        remedy=N_("Switch transparent huge pages off."),
        source=OCI_SCALE("LNX-005", OCI_TUNING),
        missing=N_("The setting could not be read: cat /sys/kernel/mm/transparent_hugepage/enabled."),
        applies=linux_only,
        seen=shown("transparent_hugepage"),
        asks=("transparent_hugepage",),
        effort=Effort.COMMAND,
        change=Change(
            "echo never > /sys/kernel/mm/transparent_hugepage/enabled",
            "echo {now} > /sys/kernel/mm/transparent_hugepage/enabled",
            "cat /sys/kernel/mm/transparent_hugepage/enabled",
            N_("No pauses while the kernel puts huge pages together."),
            N_("Low: it holds at once, until the next start."),
        ),
    ),
    Rule(
        id="swappiness",
        title=N_("Willingness to swap"),
        scope=_HOST,
        severity=_INFO,
        metric=number("vm.swappiness"),
        limit=advised_at_most(Unit.COUNT, 30),
        remedy=N_("Set it to 30 or below."),
        source=OCI_SCALE("LNX-001", OCI_TUNING),
        missing=N_("The setting could not be read: sysctl vm.swappiness."),
        applies=linux_only,
        asks=("vm.swappiness",),
        effort=Effort.COMMAND,
        change=_sysctl(
            "vm.swappiness", 30, N_("Programs stay in RAM while large files are read."), N_("Low: it holds at once.")
        ),
        overrides=(
            Override(
                TUNED("LNX-002", _PROFILES),
                N_("10 (profile throughput-performance)"),
                N_("The sources differ without a measurement, so this row only informs; 10 passes as well."),
            ),
        ),
    ),
    Rule(
        id="open-files",
        title=N_("Files the account of SAS may open"),
        scope=_HOST,
        severity=_SHOULD,
        metric=number("limits.nofile"),
        limit=advised(Unit.COUNT, 20480),
        remedy=N_("Raise nofile for the account of SAS to 150000; 20480 is the least in SAS's own templates."),
        source=LIMITS_OF_SAS("LNX-016", "limits of open files and processes"),
        missing=N_("The limit of the account of SAS could not be read: ulimit -n in its session."),
        applies=linux_only,
        asks=("limits.nofile",),
        effort=Effort.RESTART,
        change=Change(
            "echo '* - nofile 150000' >> /etc/security/limits.d/sas.conf",
            "sed -i '/nofile 150000/d' /etc/security/limits.d/sas.conf",
            "ulimit -n",
            N_("Sessions with many tables and SPD Server do not end for want of files."),
            N_("Low: it holds for new sessions."),
        ),
    ),
    Rule(
        id="processes",
        title=N_("Processes the account of SAS may start"),
        scope=_HOST,
        severity=_SHOULD,
        metric=_processes,
        limit=advised(Unit.COUNT, 20480),
        remedy=N_("Raise nproc for the account of SAS to 20480."),
        source=LIMITS_OF_SAS("LNX-016", "limits of open files and processes"),
        missing=N_("The limit of the account of SAS could not be read: ulimit -u in its session."),
        applies=linux_only,
        asks=("limits.nproc",),
        effort=Effort.RESTART,
        change=Change(
            "echo '* - nproc 20480' >> /etc/security/limits.d/sas.conf",
            "sed -i '/nproc 20480/d' /etc/security/limits.d/sas.conf",
            "ulimit -u",
            N_("Servers with many sessions and threads do not end for want of processes."),
            N_("Low: it holds for new sessions."),
        ),
    ),
    Rule(
        id="memory-maps",
        title=N_("Memory areas a process may map"),
        scope=_HOST,
        severity=_INFO,
        metric=number("vm.max_map_count"),
        limit=advised(Unit.COUNT, 262144),
        remedy=N_("Raise vm.max_map_count to 262144."),
        source=LIMITS_OF_SAS("LNX-017", "kernel settings of sas94grid-viya"),
        missing=N_("The setting could not be read: sysctl vm.max_map_count."),
        applies=linux_only,
        asks=("vm.max_map_count",),
        effort=Effort.COMMAND,
        change=_sysctl("vm.max_map_count", 262144, N_("CAS can map many blocks."), N_("Low: it holds at once.")),
    ),
    Rule(
        id="vmware-one-socket",
        title=N_("Virtual machine within one socket"),
        scope=_HOST,
        severity=_SHOULD,
        metric=lambda facts: None if facts.host.cpu.sockets is None else float(facts.host.cpu.sockets),
        limit=advised_at_most(Unit.COUNT, 1),
        remedy=N_("Give the machine cores and RAM of one socket, and switch CPU Hot Add off, which hides NUMA."),
        source=SAS_ON_VMWARE("LNX-023", "sas.service-now.com, KB0045707"),
        missing=N_("The number of sockets could not be read: lscpu."),
        applies=_vmware_only,
        effort=Effort.RESTART,
    ),
    Rule(
        id="numa-sockets",
        title=N_("Sockets among which memory is spread"),
        scope=_HOST,
        severity=_INFO,
        metric=_sockets,
        limit=advised_at_most(Unit.COUNT, 2),
        remedy=N_("Look with numactl --hardware at how far memory and devices are from the cores."),
        source=IOTEST("LNX-024", IOTEST_PLACE),
        missing=N_("The number of sockets could not be read: lscpu."),
        applies=linux_only,
        effort=Effort.COMMAND,
    ),
)
"""LNX-006 and LNX-025 are not verified and judge nothing; LNX-020 and LNX-021 give advice without a figure."""
