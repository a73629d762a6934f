"""Shared: file systems of several hosts, what they must carry and how their clients should be set."""

from typing import Final

from sizing import metrics
from sizing.host import Medium
from sizing.i18n import N_
from sizing.rulebook.applicability import TEMPORARY, heavy_traffic_only, only_for
from sizing.rulebook.demands import ADVISED, advised, advised_at_most
from sizing.rulebook.sources import (
    CLUSTERED_FS,
    FSX_GUIDE,
    GFS2_LIMITS,
    IOTEST_AZURE,
    LUSTRE_GRID,
    NFS_WITH_SAS,
    OCI_SCALE,
    OCI_TUNING,
    SAS_AZURE_PRACTICE,
    SAS_GRID_AWS,
    SAS_ON_AWS,
    SAS_ON_AZURE,
    UNIX_COMPANION,
)
from sizing.rules import Change, Effort, Facts, Limit, Override, Rule, Scope, Severity
from sizing.settings import Applies, all_of, amount, is_one_of, is_yes, number, on_grid_only, shown
from sizing.units import GIB, MB, Unit
from sizing.workload import Role

_LARGE_CLIENT: Final = 64
"""GiB of RAM, and logical CPUs, above which Lustre's clients want other settings (FS-016)."""
_GFS2: Final = "support limits"
_DATA: Final = (Role.SASDATA, Role.CAS_DATA)


def shared_only(facts: Facts) -> str | None:
    """Let a rule hold for file systems that several hosts can mount."""
    volume = facts.volume
    if volume and (volume.medium is Medium.NETWORK or metrics.file_system(facts) in metrics.CLUSTERED):
        return heavy_traffic_only(facts)
    return N_("This volume belongs to this host alone.")


def kind_only(*kinds: str, name: str) -> Applies:
    """Return a condition that lets a rule hold for file systems of ``kinds`` only."""
    reason = {"GFS2": N_("This volume is not GFS2."), "Lustre": N_("This volume is not Lustre.")}.get(
        name, N_("This volume is of another kind.")
    )
    return lambda facts: None if metrics.file_system(facts) in kinds else reason


_lustre_only = kind_only("lustre", name="Lustre")
_gfs2_only = kind_only("gfs2", name="GFS2")


def _nfs_only(facts: Facts) -> str | None:
    return None if metrics.file_system(facts) in metrics.NFS else N_("This volume is not NFS.")


def _large_memory_only(facts: Facts) -> str | None:
    small = facts.host.memory.total_bytes <= _LARGE_CLIENT * GIB
    return N_("Only clients with more than 64 GiB of RAM need it.") if small else None


def _many_cpus_only(facts: Facts) -> str | None:
    return N_("Only clients with more than 64 vCPU need it.") if facts.host.cpu.threads <= _LARGE_CLIENT else None


def _size_tb(facts: Facts) -> float | None:
    total = facts.volume.total_bytes if facts.volume else None
    return None if total is None else total / 1e12


def _aggregate(facts: Facts) -> float | None:
    """Return what the file system delivers / what the cores of all hosts demand."""
    rate, cores = amount(facts, "storage.aggregate_mb_s"), amount(facts, "grid.cores")
    return rate * MB / (cores * facts.workload.rate_per_core) if rate is not None and cores else None


def _hosts_measured(facts: Facts) -> float | None:
    measured, nodes = amount(facts, "grid.hosts_measured"), amount(facts, "grid.nodes")
    return measured / nodes if measured is not None and nodes else None


def _set_lustre(name: str, value: str, effect: str) -> Change:
    return Change(
        f"lctl set_param {name}={value}",
        f"lctl set_param {name}={{now}}",
        f"lctl get_param {name}",
        effect,
        N_("Low: it holds at once, until the next mount; each client has to be set."),
    )


RULES: Final = (
    Rule(
        id="grid-hosts-measured",
        title=N_("All hosts of a shared file system measured at the same time"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=_hosts_measured,
        limit=Limit(Unit.RATIO, passes=1.0, warns=0.0),
        remedy=N_("Start the measurement on all hosts at the same time and add up: one host alone proves nothing."),
        source=IOTEST_AZURE("IOT-011", "the benchmark started on every host", derived=True),
        missing=N_("On how many of the hosts the measurement ran was not told."),
        applies=all_of(shared_only, on_grid_only),
        asks=("grid.hosts_measured", "grid.nodes"),
        effort=Effort.COMMAND,
    ),
    Rule(
        id="grid-aggregate",
        title=N_("Shared file system against what all hosts demand"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=_aggregate,
        limit=advised(Unit.RATIO, 1),
        remedy=N_("Enlarge the file system or spread the load: each core of every host counts."),
        source=SAS_AZURE_PRACTICE("GRD-012", "storage throughput of a grid", derived=True),
        missing=N_("What the file system delivers in all, or the cores of all hosts, were not told."),
        applies=all_of(shared_only, on_grid_only),
        asks=("storage.aggregate_mb_s", "grid.cores"),
    ),
    Rule(
        id="grid-metadata",
        title=N_("Many small files tested as well"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=is_yes("grid.metadata_tested"),
        limit=Limit(Unit.YES, passes=1.0, warns=0.0),
        remedy=N_("Create, extend, read again and delete thousands of small files from every host, and compare."),
        source=LUSTRE_GRID("GRD-002", "SAS Calibration workload", derived=True),
        missing=N_("Whether small files were tested was not told; throughput alone does not prove fitness for a grid."),
        applies=all_of(shared_only, on_grid_only),
        asks=("grid.metadata_tested",),
        effort=Effort.COMMAND,
    ),
    Rule(
        id="grid-work-local",
        title=N_("SASWORK and UTILLOC on the hosts themselves"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=metrics.is_not_network,
        limit=ADVISED,
        remedy=N_("Give every host local NVMe devices for SASWORK and UTILLOC; share only SASDATA."),
        source=SAS_GRID_AWS("GRD-007", "docs.aws.amazon.com/prescriptive-guidance, migration-sas-grid"),
        missing=N_("Choose a folder: its volume and role are then judged."),
        applies=all_of(only_for(TEMPORARY, N_("Only SASWORK and UTILLOC are judged here.")), on_grid_only),
        seen=metrics.file_system,
    ),
    Rule(
        id="grid-same-processors",
        title=N_("One processor model on all hosts"),
        scope=Scope.HOST,
        severity=Severity.SHOULD,
        metric=number("grid.cpu_models"),
        limit=advised_at_most(Unit.COUNT, 1),
        remedy=N_("Use one processor model for all hosts of a grid or of CAS."),
        source=SAS_AZURE_PRACTICE("REQ-019", "communities.sas.com, m-p/679994"),
        missing=N_("The models were not told: lscpu | grep 'Model name' on each host."),
        applies=on_grid_only,
        asks=("grid.cpu_models",),
    ),
    Rule(
        id="data-on-nfs",
        title=N_("Data on NFS mostly read, or small"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=is_yes("sas.mostly_read"),
        limit=ADVISED,
        remedy=N_("Put data that is written much, or in sets above 1 GB, on a local or clustered file system."),
        source=NFS_WITH_SAS("FS-008", "blogs.sas.com/content/sgf/2015/01/07/when-to-use-nfs-with-sas/"),
        missing=N_("Whether the data is mostly read, or each set below 1 GB, was not told."),
        applies=all_of(_nfs_only, only_for(_DATA, N_("Only SASDATA and CAS data are judged here."))),
        asks=("sas.mostly_read",),
    ),
    Rule(
        id="nfs-file-locks",
        title=N_("File locks of SAS kept on NFS (FILELOCKS=FAIL)"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=is_one_of("sas.filelocks", "fail"),
        limit=ADVISED,
        remedy=N_("Keep FILELOCKS=FAIL, the default; where SAS hangs, mend the lock service on server and client."),
        source=UNIX_COMPANION("FS-010", "FILELOCKS system option"),
        missing=N_("The option was not told: proc options option=filelocks."),
        applies=all_of(_nfs_only, heavy_traffic_only),
        seen=shown("sas.filelocks"),
        asks=("sas.filelocks",),
        effort=Effort.RESTART,
        change=Change(
            "rpcinfo -p SERVER | grep nlockmgr",
            "",
            "rpcinfo -p SERVER | grep nlockmgr",
            N_("Two sessions cannot write to one data set at a time."),
            N_("Low: the command only looks."),
        ),
    ),
    Rule(
        id="gfs2-nodes",
        title=N_("Hosts that share a GFS2 file system"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=number("grid.nodes"),
        limit=Limit(Unit.COUNT, passes=16.0, at_most=True),
        remedy=N_("Use another shared file system: Red Hat supports GFS2 for 16 hosts at most."),
        source=GFS2_LIMITS("FS-005", _GFS2),
        missing=N_("The number of hosts was not told."),
        applies=_gfs2_only,
        asks=("grid.nodes",),
        overrides=(
            Override(
                CLUSTERED_FS("FS-004", "experience with clustered file systems"),
                N_("problems were met with GFS2"),
                N_("It is from 2013; AWS and SAS offer GFS2 on io2 in 2021, so it may be used within its limits."),
            ),
            Override(
                SAS_ON_AWS("FS-027", "clustered file systems"),
                N_("GFS2 on io2 volumes without a word on limits"),
                N_("The vendor of the platform names what it supports."),
            ),
        ),
    ),
    Rule(
        id="gfs2-size",
        title=N_("Size of a GFS2 file system"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=_size_tb,
        limit=Limit(Unit.TERABYTES, passes=100.0, at_most=True),
        remedy=N_("Use several file systems: Red Hat supports GFS2 up to 100 TB."),
        source=GFS2_LIMITS("FS-005", _GFS2),
        missing=N_("The size of the volume could not be read."),
        applies=_gfs2_only,
        effort=Effort.REBUILD,
    ),
    Rule(
        id="scale-pagepool",
        title=N_("Page pool of Spectrum Scale"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=number("gpfs.pagepool_gib"),
        limit=advised(Unit.GIB, 10),
        remedy=N_("Give Spectrum Scale a pagepool of 10 GiB or more."),
        source=OCI_SCALE("FS-020", OCI_TUNING),
        missing=N_("The setting was not told: mmlsconfig pagepool."),
        applies=kind_only("gpfs", name="Spectrum Scale"),
        asks=("gpfs.pagepool_gib",),
        effort=Effort.RESTART,
        change=Change(
            "mmchconfig pagepool=10G",
            "mmchconfig pagepool={now}G",
            "mmlsconfig pagepool",
            N_("The file system caches what SAS reads again."),
            N_("Medium: the RAM is missing elsewhere; it holds after a restart of the client."),
        ),
    ),
    Rule(
        id="lustre-stripes",
        title=N_("Files of Lustre striped over several targets"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=number("lustre.stripe_count"),
        limit=advised(Unit.COUNT, 8),
        remedy=N_("Stripe the folders of SAS over 8 targets in pieces of 4 MiB; the default of 1 fills them unevenly."),
        source=FSX_GUIDE("FS-015", "striping"),
        missing=N_("The stripe count was not told: lfs getstripe on the folder."),
        applies=_lustre_only,
        asks=("lustre.stripe_count",),
        effort=Effort.COMMAND,
        change=Change(
            "lfs setstripe --stripe-count 8 --stripe-size 4M {place}",
            "lfs setstripe --stripe-count {now} {place}",
            "lfs getstripe -d {place}",
            N_("One file uses several servers."),
            N_("Low: it holds for new files; old ones keep their stripes until they are copied."),
        ),
    ),
    Rule(
        id="lustre-lock-age",
        title=N_("Age of unused locks on large Lustre clients, in ms"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=number("lustre.lru_max_age"),
        limit=advised_at_most(Unit.COUNT, 600_000),
        remedy=N_("Let unused locks go after 10 minutes."),
        source=FSX_GUIDE("FS-016", "large clients"),
        missing=N_("The setting was not told: lctl get_param ldlm.namespaces.*.lru_max_age."),
        applies=all_of(_lustre_only, _large_memory_only),
        asks=("lustre.lru_max_age",),
        effort=Effort.COMMAND,
        change=_set_lustre("ldlm.namespaces.*.lru_max_age", "600000", N_("Clients do not hold locks for hours.")),
    ),
    Rule(
        id="lustre-threads",
        title=N_("Threads of large Lustre clients"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=number("lustre.threads_per_cpt"),
        limit=advised(Unit.COUNT, 32),
        remedy=N_("Set the module option ptlrpcd_per_cpt_max to 32 and load the modules anew."),
        source=FSX_GUIDE("FS-016", "large clients"),
        missing=N_("The module option was not told: see /etc/modprobe.d."),
        applies=all_of(_lustre_only, _many_cpus_only),
        asks=("lustre.threads_per_cpt",),
        effort=Effort.RESTART,
        change=Change(
            "echo 'options ptlrpc ptlrpcd_per_cpt_max=32' >> /etc/modprobe.d/modprobe.conf",
            "sed -i '/ptlrpcd_per_cpt_max=32/d' /etc/modprobe.d/modprobe.conf",
            "cat /sys/module/ptlrpc/parameters/ptlrpcd_per_cpt_max",
            N_("More requests are on their way at a time."),
            N_("Low: it holds after the modules were loaded anew, which needs an unmount."),
        ),
    ),
    Rule(
        id="lustre-metadata-requests",
        title=N_("Metadata requests a Lustre client has on its way"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=number("lustre.mdc_rpcs"),
        limit=advised(Unit.COUNT, 128),
        remedy=N_("Allow 128 metadata requests at a time: SAS works with thousands of small files."),
        source=SAS_ON_AZURE("FS-018", "settings of EXAScaler clients"),
        missing=N_("The setting was not told: lctl get_param mdc.*.max_rpcs_in_flight."),
        applies=_lustre_only,
        asks=("lustre.mdc_rpcs",),
        effort=Effort.COMMAND,
        change=_set_lustre("mdc.*.max_rpcs_in_flight", "128", N_("Metadata is no longer asked for one by one.")),
        overrides=(
            Override(
                LUSTRE_GRID("GRD-004", "three mount points"),
                N_("mount the file system three times on each client"),
                N_("Written for Lustre 2.4; newer clients send metadata requests side by side."),
            ),
        ),
    ),
    Rule(
        id="lustre-files-per-folder",
        title=N_("Files in one folder of Lustre"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=number("lustre.files_per_folder"),
        limit=advised_at_most(Unit.COUNT, 99_999),
        remedy=N_("Spread the files over several folders: keep below 100,000 in each."),
        source=FSX_GUIDE("FS-017", "folders with many files"),
        missing=N_("The number of files was not told: ls -f FOLDER | wc -l."),
        applies=_lustre_only,
        asks=("lustre.files_per_folder",),
        effort=Effort.COMMAND,
    ),
)
