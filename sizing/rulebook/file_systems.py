"""File systems: which of them may carry what SAS does."""

from typing import Final

from sizing import metrics
from sizing.host import Medium
from sizing.i18n import N_
from sizing.rulebook.applicability import TEMPORARY, heavy_traffic_only, only_for
from sizing.rulebook.demands import advised
from sizing.rulebook.sources import (
    CAS_CACHE,
    DISK_RATE,
    NFS_WITH_SAS,
    OCI_SCALE,
    SAS_GRID_AWS,
    SAS_ON_AZURE,
    SAS_ON_GCS,
    SPD_ENGINE,
    VIYA_ON_OPENSHIFT,
)
from sizing.rules import Change, Effort, Facts, Limit, Rule, Scope, Severity
from sizing.settings import all_of, shown, words
from sizing.units import Unit
from sizing.workload import Role

_REQUIRED: Final = Limit(Unit.YES, passes=1.0)
_ADVISED: Final = Limit(Unit.YES, passes=1.0, warns=0.0)
_NO_VOLUME: Final = N_("Choose a folder: its volume and role are then judged.")
_TEMPORARY_ONLY: Final = N_("Only SASWORK and UTILLOC are judged here.")
_EPHEMERAL: Final = (*TEMPORARY, Role.CAS_DISK_CACHE)
_LIBRARIES: Final = (Role.SASDATA, Role.CAS_DATA, Role.SPDS_DATA, Role.SPDS_INDEX, Role.SPDS_META, Role.SPDS_WORK)
_CAS_CACHE_ONLY: Final = only_for((Role.CAS_DISK_CACHE,), N_("Only the CAS disk cache is judged here."))


def _local_kinds_only(facts: Facts) -> str | None:
    """Leave out what the table of recommended file systems does not speak of."""
    system = facts.host.kernel.system
    if system not in metrics.RECOMMENDED:
        return N_("SAS recommends no file system for {system}.").format(system=system)
    if metrics.is_recommended(facts):
        return heavy_traffic_only(facts)
    if facts.volume and facts.volume.medium is not Medium.LOCAL:
        return N_("Only local file systems are judged here; this one is not local.")
    if metrics.file_system(facts) in metrics.CLUSTERED:
        return N_("Shared file systems are another question than local ones.")
    return heavy_traffic_only(facts)


def _seen(facts: Facts) -> str:
    kind = metrics.file_system(facts)
    if kind == "ext4" and facts.role in _EPHEMERAL:
        # FS-002: SAS's own templates for AWS format the disks of temporary files with it.
        return N_("{kind} (SAS's own cloud templates use it here)").format(kind=kind)
    return kind


def _local_temporary_only(facts: Facts) -> str | None:
    if facts.volume and facts.volume.medium is not Medium.LOCAL:
        return N_("Only local volumes are encrypted by the host.")
    return only_for(TEMPORARY, _TEMPORARY_ONLY)(facts)


def local_volume_only(facts: Facts) -> str | None:
    """Let a rule hold for volumes in this host only."""
    if facts.volume and facts.volume.medium is not Medium.LOCAL:
        return N_("This volume does not lie in this host.")
    return None


def _fuse_only(facts: Facts) -> str | None:
    if facts.volume and facts.volume.medium is not Medium.FUSE:
        return N_("The kernel itself runs this file system.")
    return None


def is_not_empty_dir(facts: Facts) -> float | None:
    """Tell whether the volume told is anything but an emptyDir."""
    found = words(facts, "cas.cache_volume")
    return None if found is None else float("emptydir" not in found)


def _lustre_only(facts: Facts) -> str | None:
    return None if metrics.file_system(facts) == "lustre" else N_("This volume is not Lustre.")


def _mounted_storage_only(facts: Facts) -> str | None:
    if facts.host.kernel.system != "Linux":
        return N_("Only Linux has this mount option.")
    if facts.volume and facts.volume.medium in (Medium.MEMORY, Medium.FUSE):
        return N_("This volume is no file system on storage that the kernel runs itself.")
    return heavy_traffic_only(facts)


RULES: Final = (
    Rule(
        id="storage-not-memory",
        title=N_("Storage, not memory"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=metrics.is_not_memory,
        limit=_REQUIRED,
        remedy=N_("Move this role to a volume on storage: RAM is needed for the page cache and for SAS itself."),
        source=CAS_CACHE("REQ-023", "unsuitable places: /dev/shm", derived=True),
        missing=_NO_VOLUME,
        seen=metrics.file_system,
    ),
    Rule(
        id="recommended-file-system",
        title=N_("File system SAS recommends for this system"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=metrics.is_recommended,
        limit=_ADVISED,
        remedy=N_(
            "When the volume is made anew: XFS on Linux, NTFS on Windows, JFS2 on AIX, ZFS on Solaris, JFS on HP-UX."
        ),
        effort=Effort.REBUILD,
        source=DISK_RATE("FS-001", "recommended file systems by operating system"),
        missing=_NO_VOLUME,
        applies=_local_kinds_only,
        seen=_seen,
    ),
    Rule(
        id="temporary-not-nfs",
        title=N_("SASWORK and UTILLOC not on NFS"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=metrics.is_not_nfs,
        limit=_REQUIRED,
        remedy=N_("Put SASWORK and UTILLOC on local disks or on a clustered file system."),
        source=NFS_WITH_SAS("FS-007", "blogs.sas.com/content/sgf/2015/01/07/when-to-use-nfs-with-sas/"),
        missing=_NO_VOLUME,
        applies=only_for(TEMPORARY, _TEMPORARY_ONLY),
        seen=metrics.file_system,
    ),
    Rule(
        id="temporary-not-fuse",
        title=N_("SASWORK, UTILLOC and CAS cache not on FUSE or an object store"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=metrics.is_not_fuse,
        limit=_REQUIRED,
        remedy=N_("Use local disks; an object store is for files that are read and rarely written."),
        source=SAS_ON_GCS("FS-023", "measured times of serial writes", derived=True),
        missing=_NO_VOLUME,
        applies=only_for(_EPHEMERAL, N_("Only SASWORK, UTILLOC and the CAS disk cache are judged here.")),
        seen=metrics.file_system,
    ),
    Rule(
        id="data-not-on-object-store",
        title=N_("SAS libraries not on an object store"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=metrics.is_no_object_store,
        limit=_REQUIRED,
        remedy=N_(
            "Use the object store only to land files that are read: concurrent writes to one file corrupt it, folders "
            "cannot be renamed, and sas7bdat files are written 6 times slower."
        ),
        source=SAS_ON_GCS("FS-022", "concurrent writes and renamed folders"),
        missing=_NO_VOLUME,
        applies=all_of(only_for(_LIBRARIES, N_("Only SAS libraries are judged here.")), _fuse_only),
        seen=metrics.fuse_program,
    ),
    Rule(
        id="cas-cache-place",
        title=N_("CAS disk cache not in /tmp"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=metrics.lies_not_in_tmp,
        limit=_REQUIRED,
        remedy=N_("Name folders on local NVMe devices in CAS_DISK_CACHE: /tmp is its default, not a good place."),
        source=CAS_CACHE("REQ-023", "communities.sas.com, tac-p/623050"),
        missing=_NO_VOLUME,
        applies=_CAS_CACHE_ONLY,
        effort=Effort.RESTART,
    ),
    Rule(
        id="cas-cache-disks",
        title=N_("CAS disk cache on several disks"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=metrics.disks_behind,
        limit=advised(Unit.COUNT, 2),
        remedy=N_("Spread the CAS disk cache over several local NVMe devices or SSDs."),
        source=CAS_CACHE("REQ-023", "communities.sas.com, tac-p/623050"),
        missing=N_("The devices behind this volume could not be read."),
        applies=all_of(_CAS_CACHE_ONLY, local_volume_only),
    ),
    Rule(
        id="cas-cache-volume",
        title=N_("CAS disk cache not in an emptyDir of Kubernetes"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=is_not_empty_dir,
        limit=_ADVISED,
        remedy=N_("Use generic ephemeral volumes or local storage on NVMe: emptyDir is for demonstrations."),
        source=VIYA_ON_OPENSHIFT("REQ-024", "communities.sas.com, ta-p/859250"),
        missing=N_("The kind of volume was not told: kubectl describe pod of the CAS server."),
        applies=_CAS_CACHE_ONLY,
        seen=shown("cas.cache_volume"),
        asks=("cas.cache_volume",),
        effort=Effort.RESTART,
    ),
    Rule(
        id="cas-cache-local",
        title=N_("CAS disk cache not on a network file system"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=metrics.is_not_network,
        limit=_REQUIRED,
        remedy=N_("Put the CAS disk cache on several local NVMe devices or SSDs."),
        source=CAS_CACHE("REQ-023", "communities.sas.com, tac-p/623050"),
        missing=_NO_VOLUME,
        applies=_CAS_CACHE_ONLY,
        seen=metrics.file_system,
    ),
    Rule(
        id="spds-not-nfs",
        title=N_("SPDS data, index and work not on NFS"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=metrics.is_not_nfs,
        limit=_REQUIRED,
        remedy=N_(
            "Only the primary path of a domain may lie on NFS: move data, index and work to local or SAN storage."
        ),
        source=SPD_ENGINE("FS-009", "path options"),
        missing=_NO_VOLUME,
        applies=only_for(
            (Role.SPDS_DATA, Role.SPDS_INDEX, Role.SPDS_WORK), N_("Only SPDS data, index and work are judged here.")
        ),
        seen=metrics.file_system,
    ),
    Rule(
        id="lustre-flock",
        title=N_("Lustre mounted with file locks"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=metrics.has_flock,
        limit=_REQUIRED,
        remedy=N_("Unmount and mount again with the option flock; SAS needs locks that hold across all clients."),
        effort=Effort.RESTART,
        change=Change(
            "umount {place} && mount -t lustre -o noatime,flock SERVER@tcp:/NAME {place}",
            "umount {place} && mount -t lustre SERVER@tcp:/NAME {place}",
            "findmnt -o OPTIONS {place}",
            N_("Two sessions cannot write to one data set at a time."),
            N_("Medium: nobody may use the volume while it is unmounted; add the option to /etc/fstab too."),
        ),
        source=SAS_GRID_AWS("FS-014", "docs.aws.amazon.com/prescriptive-guidance, migration-sas-grid"),
        missing=_NO_VOLUME,
        applies=_lustre_only,
    ),
    Rule(
        id="temporary-not-encrypted",
        title=N_("SASWORK and UTILLOC not encrypted by the host"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=metrics.is_not_encrypted,
        limit=_ADVISED,
        remedy=N_("Let the storage or the cloud encrypt (server-side) instead of dm-crypt on the host."),
        source=SAS_ON_AZURE("LNX-022", "Azure Disk Encryption and SASWORK", derived=True),
        missing=N_("The devices behind this volume could not be read."),
        applies=_local_temporary_only,
    ),
    Rule(
        id="noatime",
        title=N_("Mounted without access times"),
        scope=Scope.VOLUME,
        severity=Severity.INFO,
        metric=metrics.has_noatime,
        limit=_ADVISED,
        remedy=N_("Add noatime to the mount options, so that reading does not write."),
        effort=Effort.COMMAND,
        change=Change(
            "mount -o remount,noatime {place}",
            "mount -o remount,relatime {place}",
            "findmnt -o OPTIONS {place}",
            N_("Reading a file no longer writes its access time."),
            N_("Low: it holds at once; add the option to /etc/fstab too. Some programs need access times."),
        ),
        source=OCI_SCALE("LNX-011", "mount options"),
        missing=N_("The mount options could not be read."),
        applies=_mounted_storage_only,
    ),
)
