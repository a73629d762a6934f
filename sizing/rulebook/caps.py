"""Caps: what clouds let through to a volume, as metrics against the demand, and conditions on kinds of machines."""

from typing import Final

from sizing.host import Medium
from sizing.i18n import N_
from sizing.plan import PhaseKind
from sizing.rulebook.applicability import TEMPORARY, heavy_traffic_only, only_for
from sizing.rules import Facts, Limit
from sizing.settings import Applies, Metric, amount, words
from sizing.units import MB, MIB, TIB, Unit
from sizing.workload import Role

IO_BYTES: Final = 262_144
"""Bytes one operation of an io2 volume carries (AWS-003)."""
LONGEST_BURST_MIN: Final = 35.0
"""Minutes after which the usual allowances of 30 minutes are used up (IOT-027)."""
REMOTE_ROLES: Final = (Role.SASDATA, Role.CAS_DATA, Role.SPDS_DATA, Role.SPDS_INDEX)
LOCAL_ROLES: Final = (*TEMPORARY, Role.CAS_DISK_CACHE)
NO_CAP: Final = N_("The cap of the machine was not told: look its size up on the pages of the cloud.")
CONSTRAINED: Final = N_(
    "Choose a size with more throughput for each core: one with constrained vCPU keeps throughput and RAM of its "
    "parent for fewer cores to license."
)
remote_only = only_for(REMOTE_ROLES, N_("Only data that must outlive the machine is judged here."))
local_roles_only = only_for(LOCAL_ROLES, N_("Only SASWORK, UTILLOC and the CAS disk cache are judged here."))


def by_size(name: str, unit: int) -> Metric:
    """Return a metric: what a service gives for the size of the volume / what all cores demand."""

    def metric(facts: Facts) -> float | None:
        tier, size = amount(facts, name), facts.volume.total_bytes if facts.volume else None
        cores = amount(facts, "grid.cores") or facts.host.cpu.physical_cores
        if tier is None or size is None or not cores:
            return None
        return size / TIB * tier * unit / (cores * facts.workload.rate_per_core)

    return metric


def service_only(question: str, *names: str) -> Applies:
    """Let a rule hold where the server's name or an answer tells the service."""

    def applies(facts: Facts) -> str | None:
        remote = facts.volume.remote if facts.volume else None
        if (remote and remote.service in names) or facts.setting(question):
            return heavy_traffic_only(facts)
        return N_("This volume is not known to come from this service.")

    return applies


def on_local_disks(facts: Facts) -> float | None:
    """Tell whether all disks behind the volume are those inside the machine."""
    disks = facts.host.disks(facts.volume) if facts.volume else ()
    known = [disk.cloud for disk in disks if disk.cloud]
    return float(all(disk.is_ephemeral for disk in known)) if known else None


def azure_disk_is_large(facts: Facts) -> float | None:
    """Tell whether no disk is the small temporary one, which is not the local NVMe of the size."""
    disks = facts.host.disks(facts.volume) if facts.volume else ()
    known = [disk.cloud.product for disk in disks if disk.cloud]
    return float("Azure temporary disk" not in known) if known else None


def products(facts: Facts) -> str:
    """Return what the cloud calls the disks."""
    disks = facts.host.disks(facts.volume) if facts.volume else ()
    return ", ".join(sorted({disk.cloud.product for disk in disks if disk.cloud}))


def lsv3_only(facts: Facts) -> str | None:
    """Let a rule hold for sizes of the L series only."""
    name = instance(facts)
    return None if name and name.startswith("standard_l") else N_("Only sizes of the L series are judged here.")


def ebdsv5_only(facts: Facts) -> str | None:
    """Let a rule hold for sizes of Ebdsv5 and Ebsv5 only."""
    name = instance(facts) or ""
    is_bulk = name.startswith("standard_e") and name.endswith(("bds_v5", "bs_v5"))
    return None if is_bulk else N_("Only sizes Ebdsv5 and Ebsv5 are judged here.")


def instance(facts: Facts) -> str | None:
    """Return the size of the machine as its cloud names it, in small letters."""
    told = words(facts, "cloud.instance")
    if told is None and facts.host.cloud and facts.host.cloud.instance_type:
        return facts.host.cloud.instance_type.lower()
    return told


def is_nvme(facts: Facts) -> float | None:
    """Tell whether all disks are reached as NVMe devices."""
    disks = facts.host.disks(facts.volume) if facts.volume else ()
    links = [disk.transport for disk in disks if disk.transport]
    return float(all(link == "nvme" for link in links)) if links else None


def links(facts: Facts) -> str:
    """Return how the disks are reached."""
    disks = facts.host.disks(facts.volume) if facts.volume else ()
    return ", ".join(sorted({disk.transport for disk in disks if disk.transport}))


def iops(facts: Facts) -> float | None:
    """Return the IOPS bought / those the demand needs at 256 KiB each (AWS-004)."""
    bought, cores = amount(facts, "cloud.iops"), facts.host.cpu.physical_cores
    return bought * IO_BYTES / (cores * facts.workload.rate_per_core) if bought is not None and cores else None


def volume_types(*types: str) -> Applies:
    """Return a condition that lets a rule hold for volumes told to be of ``types``."""
    reason = N_("The volume is not known to be of this type (cloud.volume_type).")
    return lambda facts: None if words(facts, "cloud.volume_type") in types else reason


def is_suitable_type(facts: Facts) -> float | None:
    """Tell whether the type of volume can carry sequential load for good."""
    found = words(facts, "cloud.volume_type")
    return None if found is None else float(found not in ("gp2", "sc1", "standard"))


def client_of_efs(facts: Facts) -> float | None:
    """Return what EFS gives one client / what its cores demand (FS-025)."""
    mode, cores = words(facts, "efs.mode"), facts.host.cpu.physical_cores
    if mode is None or not cores:
        return None
    cap = (1500 if mode == "elastic" else 500) * MIB
    return cap / (cores * facts.workload.rate_per_core)


def minutes(facts: Facts) -> float | None:
    """Return the minutes of the shortest phase."""
    figures = facts.measurement.figures if facts.measurement else ()
    return min((figure.last_done_s / 60 for figure in figures), default=None)


def rate(kind: PhaseKind) -> Metric:
    """Return a metric that is the strict rate of a phase, in MB/s per physical core."""

    def metric(facts: Facts) -> float | None:
        figure = facts.measurement.figure(kind) if facts.measurement else None
        return figure.strict / MB if figure else None

    return metric


def is_nfs_3(facts: Facts) -> float | None:
    """Tell whether the volume is mounted with version 3 of NFS."""
    version = facts.volume.remote.version if facts.volume and facts.volume.remote else None
    if version is None and facts.volume and facts.volume.file_system == "nfs4":
        return 0.0
    return None if version is None else float(version.startswith("3"))


def nfs_version(facts: Facts) -> str:
    """Return the version of NFS in words."""
    version = facts.volume.remote.version if facts.volume and facts.volume.remote else None
    return f"NFS {version}" if version else facts.volume.file_system if facts.volume else ""


def cores_of_volume(facts: Facts) -> float | None:
    """Return the physical cores of all hosts that use the volume."""
    cores = amount(facts, "grid.cores") or facts.host.cpu.physical_cores
    return float(cores) if cores else None


def behind_cap(facts: Facts) -> str | None:
    """Let a rule hold for disks of the machine that are not inside it."""
    if on_local_disks(facts):
        return N_("These disks are inside the machine, where its caps do not count.")
    return remote_volume(facts)


def remote_volume(facts: Facts) -> str | None:
    """Let a rule hold for disks of the machine only."""
    if facts.volume and facts.volume.medium is not Medium.LOCAL:
        return N_("This volume is no disk of the machine.")
    return None


def demand(facts: Facts) -> Limit:
    """Return what the workload demands of each core, without a band below it: a cap does not grow."""
    return Limit(Unit.MB_PER_S_PER_CORE, passes=facts.workload.rate_per_core / MB)
