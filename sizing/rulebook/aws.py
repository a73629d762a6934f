"""AWS: caps of instances, EBS volumes and file services, against what the cores demand."""

from typing import Final

from sizing.i18n import N_
from sizing.rulebook import caps
from sizing.rulebook.applicability import heavy_traffic_only
from sizing.rulebook.demands import ADVISED, advised
from sizing.rulebook.sources import AWS_WHITEPAPER, EC2_TYPES, EFS_GUIDE, FSX_GUIDE, SAS_GRID_AWS, SAS_ON_AWS
from sizing.rules import Change, Effort, Override, Rule, Scope, Severity
from sizing.settings import all_of, only_in, per_core, shown
from sizing.units import MB, Unit

_ON_AWS: Final = only_in("aws")

RULES: Final = (
    Rule(
        id="aws-machine-cap",
        title=N_("Sustained EBS throughput of the instance"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=per_core("cloud.remote_mb_s"),
        limit=caps.demand,
        remedy=N_(
            "Choose a family with more EBS throughput for each core (r5b, r6idn, r8idb), or keep only work files here "
            "and data on a shared file system."
        ),
        source=EC2_TYPES("AWS-001", "github.com/aws/karpenter-provider-aws, instance types", derived=True),
        missing=caps.NO_CAP,
        applies=all_of(_ON_AWS, caps.behind_cap, caps.remote_only),
        asks=("cloud.remote_mb_s",),
        overrides=(
            Override(
                SAS_ON_AWS("AWS-001", "table 1"),
                N_("r5n and m5n are recommended"),
                N_("They give about 50 MB/s a core on EBS, half of what the same paper demands: figures decide."),
            ),
        ),
    ),
    Rule(
        id="aws-volume-type",
        title=N_("Type of EBS volume"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=caps.is_suitable_type,
        limit=ADVISED,
        remedy=N_("Use io2, or gp3 with throughput bought; gp2 and sc1 live on credits."),
        source=AWS_WHITEPAPER("AWS-009", "volume types"),
        missing=N_("The type was not told: aws ec2 describe-volumes."),
        applies=all_of(_ON_AWS, caps.behind_cap, heavy_traffic_only),
        seen=shown("cloud.volume_type"),
        asks=("cloud.volume_type",),
        change=Change(
            "aws ec2 modify-volume --volume-id VOLUME --volume-type gp3 --throughput MIB_PER_S",
            "aws ec2 modify-volume --volume-id VOLUME --volume-type PREVIOUS",
            "aws ec2 describe-volumes-modifications --volume-id VOLUME",
            N_("The rate holds for hours instead of minutes."),
            N_("Low: it is done while in use; the next change has to wait for hours."),
        ),
    ),
    Rule(
        id="aws-io2-iops",
        title=N_("IOPS bought for io2 against the demand at 256 KiB each"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=caps.iops,
        limit=advised(Unit.RATIO, 1),
        remedy=N_("Buy the demand in bytes a second / 262,144, and test 10 % more and less."),
        source=SAS_ON_AWS("AWS-004", "IOPS to provision"),
        missing=N_("The IOPS were not told: aws ec2 describe-volumes."),
        applies=all_of(_ON_AWS, caps.volume_types("io2"), caps.behind_cap, heavy_traffic_only),
        asks=("cloud.iops",),
        change=Change(
            "aws ec2 modify-volume --volume-id VOLUME --iops NUMBER",
            "aws ec2 modify-volume --volume-id VOLUME --iops PREVIOUS",
            "aws ec2 describe-volumes --volume-ids VOLUME",
            N_("The volume serves the rate the cores demand."),
            N_("Low: it is done while in use; each IOPS costs."),
        ),
    ),
    Rule(
        id="aws-work-on-instance-store",
        title=N_("Temporary files on disks inside the instance"),
        scope=Scope.VOLUME,
        # The guide demands it; paper 1150-2021 measured work files on io2 that met the demand, so the rate decides.
        severity=Severity.SHOULD,
        metric=caps.on_local_disks,
        limit=ADVISED,
        remedy=N_("Use an instance with NVMe disks and stripe them (RAID 0), rebuilt at each start."),
        source=SAS_GRID_AWS("AWS-010", "docs.aws.amazon.com/prescriptive-guidance, migration-sas-grid"),
        missing=N_("What kind of disk it is could not be read: lsblk -o NAME,MODEL."),
        applies=all_of(_ON_AWS, caps.remote_volume, caps.local_roles_only),
        seen=caps.products,
        overrides=(
            Override(
                SAS_ON_AWS("AWS-005", "measured throughput"),
                N_("work files on io2 reach 150 MB/s a core"),
                N_("True, at a price: so this row only recommends, and the measured rate decides."),
            ),
        ),
    ),
    Rule(
        id="fsx-size",
        title=N_("FSx for Lustre: throughput of its size against the demand"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=caps.by_size("fsx.mb_per_tib", MB),
        limit=advised(Unit.RATIO, 1),
        remedy=N_("Enlarge it, or choose a tier with more throughput for each TiB."),
        source=FSX_GUIDE("AWS-011", "throughput for each TiB"),
        missing=N_("The tier was not told: aws fsx describe-file-systems."),
        applies=caps.service_only("fsx.mb_per_tib", "Amazon FSx"),
        asks=("fsx.mb_per_tib",),
    ),
    Rule(
        id="efs-client",
        title=N_("EFS: what one client gets against what its cores demand"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=caps.client_of_efs,
        limit=advised(Unit.RATIO, 1),
        remedy=N_("Use EFS for 5 cores a host at most (15 in mode elastic), or another file system."),
        source=EFS_GUIDE("FS-025", "docs.aws.amazon.com/efs/latest/ug/performance.html", derived=True),
        missing=N_("The mode was not told: aws efs describe-file-systems."),
        applies=caps.service_only("efs.mode", "Amazon EFS"),
        seen=shown("efs.mode"),
        asks=("efs.mode",),
        effort=Effort.PURCHASE,
    ),
)
