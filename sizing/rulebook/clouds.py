"""Clouds: what holds in every cloud, and the caps of Google Cloud."""

from typing import Final

from sizing.i18n import N_
from sizing.rulebook import caps
from sizing.rulebook.applicability import heavy_traffic_only
from sizing.rulebook.demands import ADVISED, advised
from sizing.rulebook.sources import AZURE_SIZES, CLOUD_PAPER, GOOGLE_DISKS, GOOGLE_FILESTORE, SAS_GRID_AWS
from sizing.rules import Effort, Limit, Rule, Scope, Severity
from sizing.settings import all_of, in_any_cloud, is_yes, only_in, per_core
from sizing.units import Unit

RULES: Final = (
    Rule(
        id="cloud-disk-cap",
        title=N_("All disks of the volume against the demand"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=per_core("cloud.disks_mb_s"),
        limit=caps.demand,
        remedy=N_("Stripe more disks, or buy more throughput: the lower of disk cap and machine cap decides."),
        source=CLOUD_PAPER("CLD-002", "caps of instance and disk", derived=True),
        missing=N_("What the disks may deliver together was not told: add up their caps."),
        applies=all_of(in_any_cloud, caps.behind_cap, heavy_traffic_only),
        asks=("cloud.disks_mb_s",),
    ),
    Rule(
        id="cloud-one-zone",
        title=N_("Hosts and storage in one zone"),
        scope=Scope.HOST,
        severity=Severity.SHOULD,
        metric=is_yes("cloud.one_zone"),
        limit=ADVISED,
        remedy=N_("Put all SAS hosts and their storage in one zone and one placement group."),
        source=SAS_GRID_AWS("CLD-004", "placement of compute and storage"),
        missing=N_("Where hosts and storage lie was not told."),
        applies=in_any_cloud,
        asks=("cloud.one_zone",),
        effort=Effort.REBUILD,
    ),
    Rule(
        id="outlasts-burst",
        title=N_("Measurement that outlasts burst allowances"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=caps.minutes,
        limit=advised(Unit.MINUTES, caps.LONGEST_BURST_MIN),
        remedy=N_("Measure for 35 minutes a phase: shorter runs may only show what the cloud lends for a while."),
        source=AZURE_SIZES("IOT-027", "credit based bursting", derived=True),
        missing=N_("No figure has been measured here: measure a folder on this volume."),
        applies=all_of(in_any_cloud, heavy_traffic_only),
        effort=Effort.COMMAND,
    ),
    Rule(
        id="gcp-machine-cap",
        title=N_("Network egress of the machine, which disk writes count against"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=per_core("cloud.egress_mb_s"),
        limit=caps.demand,
        remedy=N_("Choose a machine with more egress for each core, or local SSD for temporary files."),
        source=GOOGLE_DISKS("GCP-005", "network egress caps", derived=True),
        missing=caps.NO_CAP,
        applies=all_of(only_in("gcp"), caps.behind_cap, caps.remote_only),
        asks=("cloud.egress_mb_s",),
    ),
    Rule(
        id="filestore-client",
        title=N_("Filestore: what one client writes against what its cores demand"),
        scope=Scope.VOLUME,
        severity=Severity.INFO,
        metric=per_core("filestore.client_mb_s"),
        limit=lambda facts: Limit(Unit.MB_PER_S_PER_CORE, caps.demand(facts).passes, warns=0.0),
        remedy=N_("Expect few cores from one client: 350 MB/s feed three. Use another file system for heavy writing."),
        source=GOOGLE_FILESTORE("FS-026", "performance of the tiers", derived=True),
        missing=N_("What one client may write was not told: it depends on tier and size."),
        applies=caps.service_only("filestore.client_mb_s", "Google Filestore"),
        asks=("filestore.client_mb_s",),
    ),
)
