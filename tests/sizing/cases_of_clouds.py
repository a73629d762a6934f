"""Cases of clouds: facts for the rows on AWS, Azure and Google Cloud."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from sizing.host import CloudDisk, Device, DeviceKind, Remote, Volume
from sizing.measurement import Series
from sizing.rules import Facts, Verdict
from sizing.units import MB, TIB
from sizing.workload import Role
from tests.sizing.cases import LUSTRE, NFS, Case, measured, on, told
from tests.sizing.cases_of_volumes import disk, on_devices
from tests.sizing.machines import VOLUME, facts_of, host_of, plan_of, run_of

WARN, FAIL = Verdict.WARN, Verdict.FAIL
AWS, AZURE, GCP = "cloud=aws", "cloud=azure", "cloud=gcp"
LASTING: Final = Device("sdb", DeviceKind.DISK, "8:16", cloud=CloudDisk("Amazon EBS"))
INSIDE: Final = replace(LASTING, cloud=CloudDisk("Amazon EC2 instance store", "temporary", is_ephemeral=True))
SMALL: Final = replace(LASTING, cloud=CloudDisk("Azure temporary disk", "temporary", is_ephemeral=True))
NVME: Final = replace(LASTING, cloud=CloudDisk("Azure local NVMe disk", "temporary", is_ephemeral=True))


def cloud(good: str, bad: str, verdict: Verdict, *given: str, outside: Facts | None = None) -> Case:
    """Return the case of a row on a volume in a cloud that rests on one answer."""
    outside = outside or told(on(VOLUME), bad)
    return Case(told(on(VOLUME), *given, good), told(on(VOLUME), *given, bad), verdict, outside)


def service(volume: Volume, *answers: str, size: int = 10 * TIB, version: str | None = None) -> Facts:
    remote = Remote("NFS", "server", "/", version)
    return told(on(replace(volume, total_bytes=size, remote=remote)), *answers)


def long_run(minutes: float) -> Facts:
    """Return a run whose phases took ``minutes``, in a cloud."""
    plan = plan_of(host_of())
    rate = plan.phase_bytes / plan.cores / MB / (minutes * 60)
    series: Series = run_of(plan, rate, rate)
    return told(facts_of(host_of(), plan, series), AWS)


CASES: Final[Mapping[str, Case]] = {
    # 16 cores: Standard_E32ds_v5 with constrained cores against Standard_E32s_v3.
    "azure-machine-cap": cloud("cloud.remote_mb_s=1600", "cloud.remote_mb_s=768", FAIL, AZURE),
    "aws-machine-cap": cloud("cloud.remote_mb_s=1600", "cloud.remote_mb_s=1599", FAIL, AWS),
    "gcp-machine-cap": cloud("cloud.egress_mb_s=1600", "cloud.egress_mb_s=1200", FAIL, GCP),
    "cloud-disk-cap": cloud("cloud.disks_mb_s=1600", "cloud.disks_mb_s=250", FAIL, AZURE),
    "cloud-one-zone": cloud("cloud.one_zone=yes", "cloud.one_zone=no", WARN, GCP),
    "outlasts-burst": Case(long_run(36), long_run(34), WARN, measured(100, 100)),
    "filestore-client": Case(
        told(on(NFS), "filestore.client_mb_s=1600"), told(on(NFS), "filestore.client_mb_s=110"), WARN, on(NFS)
    ),
    "aws-volume-type": cloud("cloud.volume_type=gp3", "cloud.volume_type=gp2", WARN, AWS),
    # 1.6 GB/s at 256 KiB each are 6,104 operations a second.
    "aws-io2-iops": cloud("cloud.iops=6104", "cloud.iops=6103", WARN, AWS, "cloud.volume_type=io2"),
    "aws-work-on-instance-store": Case(
        told(on_devices(INSIDE, role=Role.SASWORK), AWS),
        told(on_devices(LASTING, role=Role.SASWORK), AWS),
        WARN,
        told(on_devices(LASTING), AWS),
    ),
    # 16 cores demand 1.6 GB/s: 12.8 TiB at 125 MB/s each.
    "fsx-size": Case(
        service(LUSTRE, "fsx.mb_per_tib=125", size=13 * TIB),
        service(LUSTRE, "fsx.mb_per_tib=125", size=12 * TIB),
        WARN,
        service(LUSTRE),
    ),
    "efs-client": Case(
        told(replace(on(NFS), host=host_of(NFS, cores=15)), "efs.mode=elastic"),
        told(replace(on(NFS), host=host_of(NFS, cores=16)), "efs.mode=elastic"),
        WARN,
        on(NFS),
    ),
    "azure-persistent-write": Case(
        told(measured(150, 200), AZURE), told(measured(149, 200), AZURE), WARN, measured(149, 200)
    ),
    "azure-persistent-read": Case(
        told(measured(200, 150), AZURE), told(measured(200, 149), AZURE), WARN, measured(200, 149)
    ),
    "azure-nvme-controller": Case(
        told(on_devices(disk(link="nvme")), AZURE, "cloud.instance=Standard_E32bds_v5"),
        told(on_devices(disk(link="scsi")), AZURE, "cloud.instance=Standard_E32bds_v5"),
        FAIL,
        told(on_devices(disk(link="scsi")), AZURE, "cloud.instance=Standard_E32ds_v5"),
    ),
    "azure-work-not-temp-disk": Case(
        told(on_devices(NVME, role=Role.SASWORK), AZURE, "cloud.instance=Standard_L8s_v3"),
        told(on_devices(SMALL, role=Role.SASWORK), AZURE, "cloud.instance=Standard_L8s_v3"),
        FAIL,
        told(on_devices(SMALL, role=Role.SASWORK), AZURE, "cloud.instance=Standard_E8ds_v5"),
    ),
    "azure-accelerated-network": cloud(
        "cloud.accelerated_network=true", "cloud.accelerated_network=false", FAIL, AZURE
    ),
    "anf-version": Case(
        service(NFS, "anf.mib_per_tib=128", version="3"),
        service(NFS, "anf.mib_per_tib=128", version="4.1"),
        WARN,
        on(NFS),
    ),
    "anf-cores": Case(
        service(NFS, "anf.mib_per_tib=128", "grid.cores=32"),
        service(NFS, "anf.mib_per_tib=128", "grid.cores=33"),
        WARN,
        on(NFS),
    ),
    # 16 cores at 100 MB/s are 1,526 MiB/s: 12 TiB at 128 MiB/s each are enough, 11 are not.
    "anf-size": Case(
        service(NFS, "anf.mib_per_tib=128", size=12 * TIB),
        service(NFS, "anf.mib_per_tib=128", size=11 * TIB),
        FAIL,
        on(NFS),
    ),
}
