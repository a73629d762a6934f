"""Cases of volumes: facts for the rows on devices, shared file systems and SPD Server."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from sizing.host import Device, DeviceKind, Host, Raid, Tunable, Volume
from sizing.rules import Facts, Verdict
from sizing.units import GIB, KIB
from sizing.workload import Role
from tests.sizing.cases import AIX, GCSFUSE, LUSTRE, NFS, Case, on, told
from tests.sizing.machines import ROOT, UTIL, VOLUME, WORK, host_of, volume_facts

WARN, FAIL = Verdict.WARN, Verdict.FAIL
GFS2: Final = replace(VOLUME, file_system="gfs2")
GPFS: Final = replace(LUSTRE, file_system="gpfs")
SSHFS: Final = replace(GCSFUSE, file_system="fuse.sshfs")
ON_EBS: Final = ("cloud=aws", "cloud.volume_type=st1")


def with_devices(*devices: Device, volume: Volume = VOLUME, release: str = "5.14.0") -> Host:
    """Return a host whose volume lies on ``devices``, the first of which it sits on."""
    host = host_of(ROOT, replace(volume, device=devices[0].name), WORK, UTIL)
    return replace(host, devices=devices, kernel=replace(host.kernel, release=release))


def on_devices(*devices: Device, role: Role = Role.SASDATA, volume: Volume = VOLUME, release: str = "5.14.0") -> Facts:
    host = with_devices(*devices, volume=volume, release=release)
    return volume_facts(replace(volume, device=devices[0].name), role, host)


def disk(
    ahead_kib: int | None = None,
    *,
    link: str | None = None,
    scheduler: str | None = None,
    requests_kib: int | None = None,
) -> Device:
    return Device(
        "sdb",
        DeviceKind.DISK,
        "8:16",
        transport=link,
        scheduler=scheduler,
        read_ahead_bytes=None if ahead_kib is None else ahead_kib * KIB,
        max_request_bytes=None if requests_kib is None else requests_kib * KIB,
    )


def raid(chunk_kib: int) -> tuple[Device, ...]:
    found = Raid("raid0", 2, chunk_kib * KIB, 0, "clean", "idle")
    return Device("md0", DeviceKind.RAID, "9:0", lower=("sdb",), raid=found), disk()


def striped(unit_kib: int) -> Facts:
    volume = replace(VOLUME, settings=(Tunable("xfs.stripe_unit_bytes", str(unit_kib * KIB), "options"),))
    return on_devices(*raid(512), volume=volume)


def large(volume: Volume) -> Facts:
    """Return a client with much RAM and many CPUs."""
    host = host_of(ROOT, volume, ram=512 * GIB)
    return volume_facts(volume, Role.SASDATA, replace(host, cpu=replace(host.cpu, threads=96)))


def small(volume: Volume) -> Facts:
    return volume_facts(volume, Role.SASDATA, host_of(ROOT, volume, ram=64 * GIB))


def spds(role: Role, *answers: str) -> Facts:
    return told(volume_facts(VOLUME, role), *answers)


def paths(*names: str) -> tuple[Volume, ...]:
    return tuple(replace(VOLUME, mount_point=name) for name in names)


def domain(*answers: str, listed: str) -> Facts:
    """Return an SPD Server host with five file systems whose DATAPATH is ``listed``."""
    host = host_of(ROOT, *paths("/d1", "/d2", "/d3", "/d4", "/d5"))
    facts = volume_facts(host.volumes[1], Role.SPDS_DATA, host)
    return told(facts, f"spds.data_paths={listed}", *answers)


PLAIN: Final = "/d1/a /d2/a /d3/a /d4/a /d5/a"
ZIGZAG: Final = f"{PLAIN} /d5/b /d4/b /d3/b /d2/b /d1/b"


def asked(role: Role, good: str, bad: str, verdict: Verdict, *given: str, outside: Facts | None = None) -> Case:
    """Return the case of a row on SPD Server that rests on one answer."""
    return Case(spds(role, good, *given), spds(role, bad, *given), verdict, outside or told(on(VOLUME), bad))


def shared(good: str, bad: str, verdict: Verdict, *given: str) -> Case:
    """Return the case of a row on a file system of four hosts."""
    nodes = ("grid.nodes=4", *given)
    return Case(
        told(on(LUSTRE), *nodes, good), told(on(LUSTRE), *nodes, bad), verdict, told(on(LUSTRE), bad, "grid.nodes=1")
    )


def lustre(good: str, bad: str) -> Case:
    return Case(told(large(LUSTRE), good), told(large(LUSTRE), bad), WARN, told(large(VOLUME), bad))


def aix(role: Role, place: str) -> Facts:
    volume = replace(VOLUME, mount_point=place, file_system="jfs2")
    return volume_facts(volume, role, replace(AIX, volumes=(volume,)))


CASES: Final[Mapping[str, Case]] = {
    "read-ahead-io2": Case(
        told(on_devices(disk(256)), "cloud=aws", "cloud.volume_type=io2"),
        told(on_devices(disk(128)), "cloud=aws", "cloud.volume_type=io2"),
        WARN,
        told(on_devices(disk(128)), *ON_EBS),
    ),
    "read-ahead-st1": Case(
        told(on_devices(disk(8192)), *ON_EBS),
        told(on_devices(disk(256)), *ON_EBS),
        WARN,
        told(on_devices(disk(256)), "cloud=aws", "cloud.volume_type=io2"),
    ),
    "read-ahead-array": Case(
        on_devices(disk(4096, link="fc")), on_devices(disk(128, link="fc")), WARN, on_devices(disk(128, link="nvme"))
    ),
    "no-barrier-option": Case(
        told(host_of(), "fstab.nobarrier.xfs=none"),
        told(host_of(), "fstab.nobarrier.xfs=/saswork"),
        FAIL,
        told(with_devices(disk(), release="4.18.0-553.el8"), "fstab.nobarrier.xfs=/saswork"),
    ),
    "stripe-unit": Case(on_devices(*raid(512)), on_devices(*raid(4)), WARN, on(VOLUME)),
    "stripe-known": Case(striped(512), striped(0), WARN, on(VOLUME)),
    "io-scheduler": Case(
        on_devices(disk(link="nvme", scheduler="none")),
        on_devices(disk(link="fc", scheduler="none")),
        WARN,
        on_devices(disk(link="virtio", scheduler="bfq")),
    ),
    "azure-nvme-requests": Case(
        told(on_devices(disk(link="nvme", requests_kib=128), release="3.10.0-862.el7.x86_64"), "cloud=azure"),
        told(on_devices(disk(link="nvme", requests_kib=512), release="3.10.0-862.el7.x86_64"), "cloud=azure"),
        WARN,
        told(on_devices(disk(link="nvme", requests_kib=512), release="3.10.0-957.27.2.el7.x86_64"), "cloud=azure"),
    ),
    "data-not-on-object-store": Case(on(SSHFS), on(GCSFUSE), FAIL, on(GCSFUSE, Role.SASWORK)),
    "cas-cache-place": Case(
        on(VOLUME, Role.CAS_DISK_CACHE),
        on(replace(VOLUME, mount_point="/tmp"), Role.CAS_DISK_CACHE),
        FAIL,
        on(VOLUME),
    ),
    "cas-cache-disks": Case(
        on_devices(
            Device("md0", DeviceKind.RAID, "9:0", lower=("sdb", "sdc")),
            disk(),
            replace(disk(), name="sdc"),
            role=Role.CAS_DISK_CACHE,
        ),
        on_devices(disk(), role=Role.CAS_DISK_CACHE),
        WARN,
        on(NFS, Role.CAS_DISK_CACHE),
    ),
    "cas-cache-volume": Case(
        spds(Role.CAS_DISK_CACHE, "cas.cache_volume=hostPath"),
        spds(Role.CAS_DISK_CACHE, "cas.cache_volume=emptyDir"),
        WARN,
        told(on(VOLUME), "cas.cache_volume=emptyDir"),
    ),
    "grid-hosts-measured": shared("grid.hosts_measured=4", "grid.hosts_measured=1", WARN),
    # Four hosts of 16 cores demand 6.4 GB/s.
    "grid-aggregate": shared("storage.aggregate_mb_s=6400", "storage.aggregate_mb_s=6399", WARN, "grid.cores=64"),
    "grid-metadata": shared("grid.metadata_tested=yes", "grid.metadata_tested=no", WARN),
    "grid-work-local": Case(
        told(on(VOLUME, Role.SASWORK), "grid.nodes=4"),
        told(on(LUSTRE, Role.SASWORK), "grid.nodes=4"),
        WARN,
        told(on(LUSTRE, Role.SASWORK), "grid.nodes=1"),
    ),
    "grid-same-processors": Case(
        told(host_of(), "grid.nodes=4", "grid.cpu_models=1"),
        told(host_of(), "grid.nodes=4", "grid.cpu_models=2"),
        WARN,
        told(host_of(), "grid.cpu_models=2"),
    ),
    "data-on-nfs": Case(
        told(on(NFS), "sas.mostly_read=yes"),
        told(on(NFS), "sas.mostly_read=no"),
        WARN,
        told(on(VOLUME), "sas.mostly_read=no"),
    ),
    "nfs-file-locks": Case(
        told(on(NFS), "sas.filelocks=FAIL"),
        told(on(NFS), "sas.filelocks=NONE"),
        WARN,
        told(on(VOLUME), "sas.filelocks=NONE"),
    ),
    "gfs2-nodes": Case(
        told(on(GFS2), "grid.nodes=16"), told(on(GFS2), "grid.nodes=17"), FAIL, told(on(VOLUME), "grid.nodes=17")
    ),
    "gfs2-size": Case(
        on(replace(GFS2, total_bytes=100 * 10**12)), on(replace(GFS2, total_bytes=101 * 10**12)), FAIL, on(VOLUME)
    ),
    "scale-pagepool": Case(
        told(on(GPFS), "gpfs.pagepool_gib=10"),
        told(on(GPFS), "gpfs.pagepool_gib=1"),
        WARN,
        told(on(VOLUME), "gpfs.pagepool_gib=1"),
    ),
    "lustre-stripes": lustre("lustre.stripe_count=8", "lustre.stripe_count=1"),
    "lustre-lock-age": Case(
        told(large(LUSTRE), "lustre.lru_max_age=600000"),
        told(large(LUSTRE), "lustre.lru_max_age=3900000"),
        WARN,
        told(small(LUSTRE), "lustre.lru_max_age=3900000"),
    ),
    "lustre-threads": Case(
        told(large(LUSTRE), "lustre.threads_per_cpt=32"),
        told(large(LUSTRE), "lustre.threads_per_cpt=8"),
        WARN,
        told(small(LUSTRE), "lustre.threads_per_cpt=8"),
    ),
    "lustre-metadata-requests": lustre("lustre.mdc_rpcs=128", "lustre.mdc_rpcs=8"),
    "lustre-files-per-folder": lustre("lustre.files_per_folder=99999", "lustre.files_per_folder=100000"),
    "spds-primary-space": Case(
        on(replace(VOLUME, total_bytes=100 * GIB, free_bytes=20 * GIB), Role.SPDS_META),
        on(replace(VOLUME, total_bytes=100 * GIB, free_bytes=0), Role.SPDS_META),
        FAIL,
        on(VOLUME),
    ),
    "spds-path-option": asked(
        Role.SPDS_DATA,
        "spds.path_option=ROPTIONS",
        "spds.path_option=OPTIONS",
        FAIL,
        "spds.version=5.3",
        outside=spds(Role.SPDS_DATA, "spds.path_option=OPTIONS", "spds.version=4.5"),
    ),
    "spds-domain-name": asked(Role.SPDS_DATA, "spds.domain=SALES", "spds.domain=123spds", FAIL),
    "spds-workpath": asked(Role.SPDS_WORK, "spds.workpath_in_libnames=no", "spds.workpath_in_libnames=yes", FAIL),
    "spds-partitions": asked(Role.SPDS_DATA, "spds.partsize_mib=256", "spds.partsize_mib=0", FAIL),
    "spds-partition-size": asked(
        Role.SPDS_DATA, "spds.partsize_mib=17", "spds.partsize_mib=16", FAIL, "spds.minpartsize_mib=16"
    ),
    "spds-data-paths-apart": Case(
        domain(listed=ZIGZAG), domain(listed="/d1/a /d1/b /d2/a"), FAIL, told(on(VOLUME), f"spds.data_paths={PLAIN}")
    ),
    "spds-layout": Case(
        domain("spds.version=4.4", listed=ZIGZAG),
        domain("spds.version=4.4", listed=PLAIN),
        WARN,
        domain("spds.version=5.3", listed=PLAIN),
    ),
    "spds-file-limit": asked(Role.SPDS_DATA, "limits.fsize=unlimited", "limits.fsize=2097152", FAIL),
    # 256 GiB of RAM.
    "spds-sort-memory": asked(Role.SPDS_WORK, "spds.sort_gib=256", "spds.sort_gib=257", WARN),
    "spds-open-files": asked(
        Role.SPDS_DATA, "spds.open_files=20480", "spds.open_files=20481", WARN, "limits.nofile=20480"
    ),
    "orphaned-work": asked(Role.SASWORK, "sas.orphaned_work=0", "sas.orphaned_work=3", WARN),
    "aix-work-not-var": Case(
        aix(Role.SASWORK, "/saswork"), aix(Role.SASWORK, "/var/work"), FAIL, aix(Role.SASDATA, "/var/data")
    ),
}
