"""Azure: caps of sizes, disks and Azure NetApp Files, against what the cores demand."""

from typing import Final

from sizing.i18n import N_
from sizing.plan import PhaseKind
from sizing.rulebook import caps
from sizing.rulebook.demands import ADVISED, REQUIRED, advised_at_most
from sizing.rulebook.sources import ANF_FOR_SAS, ANF_GRID, AZURE_SIZES, SAS_AZURE_PRACTICE, SAS_ON_AZURE
from sizing.rules import Change, Effort, Limit, Override, Rule, Scope, Severity
from sizing.settings import all_of, is_yes, only_in, per_core
from sizing.units import MIB, Unit

_ON_AZURE: Final = only_in("azure")
_ANF_ONLY: Final = caps.service_only("anf.mib_per_tib", "Azure NetApp Files")
_ANF: Final = "communities.sas.com, m-p/579437"
_SINGLE_HOST: Final = SAS_ON_AZURE("REQ-004", "storage of a single host")
_RATE: Final = Limit(Unit.MB_PER_S_PER_CORE, passes=150.0, warns=0.0)
_STRIPE: Final = N_("Stripe several disks (P30 and up), as far as the cap of the machine allows.")
_NOT_MEASURED: Final = N_("No figure has been measured here: measure a folder on this volume.")

RULES: Final = (
    Rule(
        id="azure-machine-cap",
        title=N_("Uncached disk throughput of the size"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=per_core("cloud.remote_mb_s"),
        limit=caps.demand,
        remedy=caps.CONSTRAINED,
        source=AZURE_SIZES("AZ-001", "max uncached disk throughput", derived=True),
        missing=caps.NO_CAP,
        applies=all_of(_ON_AZURE, caps.behind_cap, caps.remote_only),
        asks=("cloud.remote_mb_s",),
        overrides=(
            Override(
                AZURE_SIZES("AZ-005", "disk types"),
                N_("2,000 MB/s for Ultra Disk in older papers"),
                N_("10,000 MB/s today: newer, and from the vendor. The cap of the machine comes first."),
            ),
        ),
    ),
    Rule(
        id="azure-persistent-write",
        title=N_("Persistent storage in Azure: write rate Microsoft advises"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=caps.rate(PhaseKind.WRITE),
        limit=_RATE,
        remedy=_STRIPE,
        source=_SINGLE_HOST,
        missing=_NOT_MEASURED,
        applies=all_of(_ON_AZURE, caps.behind_cap, caps.remote_only),
        phase=PhaseKind.WRITE,
    ),
    Rule(
        id="azure-persistent-read",
        title=N_("Persistent storage in Azure: read rate Microsoft advises"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=caps.rate(PhaseKind.READ),
        limit=_RATE,
        remedy=_STRIPE,
        source=_SINGLE_HOST,
        missing=_NOT_MEASURED,
        applies=all_of(_ON_AZURE, caps.behind_cap, caps.remote_only),
        phase=PhaseKind.READ,
    ),
    Rule(
        id="azure-nvme-controller",
        title=N_("Ebdsv5 with the NVMe controller"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=caps.is_nvme,
        limit=REQUIRED,
        remedy=N_("Create the machine anew with the NVMe controller: with SCSI the same size delivers far less."),
        source=AZURE_SIZES("AZ-002", "Ebdsv5 with NVMe"),
        missing=N_("How the disks are reached could not be read: lsblk -d -o NAME,TRAN."),
        applies=all_of(_ON_AZURE, caps.ebdsv5_only, caps.remote_volume, caps.remote_only),
        seen=caps.links,
        effort=Effort.REBUILD,
        change=Change(
            "az vm update --resource-group GROUP --name MACHINE --disk-controller-type NVMe",
            "az vm update --resource-group GROUP --name MACHINE --disk-controller-type SCSI",
            "lsblk -d -o NAME,TRAN",
            N_("The throughput of the size is there, at the same price."),
            N_("Medium: the machine is stopped, and its image must know NVMe."),
        ),
    ),
    Rule(
        id="azure-work-not-temp-disk",
        title=N_("Temporary files not on the small temporary disk"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=caps.azure_disk_is_large,
        limit=REQUIRED,
        remedy=N_("Use the NVMe disks of the size for SASWORK, UTILLOC and CAS; the temporary disk is slow."),
        source=AZURE_SIZES("AZ-007", "Lsv3"),
        missing=N_("What kind of disk it is could not be read: lsblk -o NAME,MODEL."),
        applies=all_of(_ON_AZURE, caps.lsv3_only, caps.remote_volume, caps.local_roles_only),
        seen=caps.products,
        effort=Effort.RESTART,
    ),
    Rule(
        id="azure-accelerated-network",
        title=N_("Accelerated networking on"),
        scope=Scope.HOST,
        severity=Severity.MUST,
        metric=is_yes("cloud.accelerated_network"),
        limit=REQUIRED,
        remedy=N_("Switch accelerated networking on for every SAS host."),
        source=SAS_AZURE_PRACTICE("AZ-008", "communities.sas.com, m-p/679994"),
        missing=N_("Whether it is on was not told: az network nic show."),
        applies=_ON_AZURE,
        asks=("cloud.accelerated_network",),
        effort=Effort.RESTART,
        change=Change(
            "az network nic update --resource-group GROUP --name NIC --accelerated-networking true",
            "az network nic update --resource-group GROUP --name NIC --accelerated-networking false",
            "az network nic show --resource-group GROUP --name NIC --query enableAcceleratedNetworking",
            N_("Less work for the processors and lower latency on the network."),
            N_("Medium: the machine has to be stopped for it."),
        ),
    ),
    Rule(
        id="anf-version",
        title=N_("Azure NetApp Files mounted with NFS version 3"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=caps.is_nfs_3,
        limit=ADVISED,
        remedy=N_("Mount it with NFS version 3: version 4.1 is not recommended for SAS Grid."),
        source=ANF_FOR_SAS("FS-011", _ANF),
        missing=N_("The version of NFS could not be read: nfsstat -m."),
        applies=_ANF_ONLY,
        seen=caps.nfs_version,
        effort=Effort.RESTART,
    ),
    Rule(
        id="anf-cores",
        title=N_("Physical cores on one volume of Azure NetApp Files"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=caps.cores_of_volume,
        limit=advised_at_most(Unit.COUNT, 32),
        remedy=N_("Use several volumes: one feeds 32 cores at 100 MiB/s each."),
        source=ANF_FOR_SAS("FS-011", _ANF),
        missing=N_("The cores of all hosts were not told, and those of this host could not be read."),
        applies=_ANF_ONLY,
        overrides=(
            Override(
                ANF_GRID("FS-011", "cores for each volume"),
                N_("48 cores with nconnect and tuning"),
                N_("32 hold without tuning; 48 are a figure for tuned clients, so they only inform."),
            ),
            Override(
                ANF_GRID("FS-012", "throughput of one volume"),
                N_("1,600 MiB/s for writing"),
                N_("The more careful of the two figures counts: 1,500 MiB/s."),
            ),
        ),
    ),
    Rule(
        id="anf-size",
        title=N_("Azure NetApp Files: throughput of its size against the demand"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=caps.by_size("anf.mib_per_tib", MIB),
        limit=Limit(Unit.RATIO, passes=1.0),
        remedy=N_("Enlarge the volume or choose a higher service level: 16, 64 or 128 MiB/s for each TiB."),
        source=AZURE_SIZES("FS-013", "service levels of Azure NetApp Files"),
        missing=N_("The service level was not told: az netappfiles volume show."),
        applies=_ANF_ONLY,
        asks=("anf.mib_per_tib",),
    ),
)
