"""Devices: how block devices should be set, by the class of the device."""

from typing import Final

from sizing.host import DeviceKind, Medium
from sizing.i18n import N_
from sizing.rulebook.applicability import heavy_traffic_only
from sizing.rulebook.demands import ADVISED, REQUIRED, advised
from sizing.rulebook.sources import (
    AWS_WHITEPAPER,
    OCI_SCALE,
    OCI_TUNING,
    SAS_ON_AWS,
    SAS_ON_AZURE,
    TUNED,
    VIYA_ON_AWS,
    XFS_NO_BARRIER,
)
from sizing.rules import Change, Effort, Facts, Override, Rule, Scope, Severity
from sizing.settings import Applies, all_of, linux_only, only_in, words
from sizing.units import KIB, Unit

_ARRAY_LINKS: Final = frozenset({"fc", "fcoe", "iscsi", "sas"})
NO_DEVICE: Final = N_("The device behind this volume, or this setting of it, could not be read.")


def _read_ahead(facts: Facts) -> float | None:
    """Return the read-ahead in KiB, of the device the file system sits on where that tells one (LNX-009)."""
    for device in facts.host.stack(facts.volume) if facts.volume else ():
        if device.read_ahead_bytes is not None:
            return device.read_ahead_bytes / KIB
    return None


def _read_ahead_is_256(facts: Facts) -> float | None:
    found = _read_ahead(facts)
    return None if found is None else float(found == 256)


def _read_ahead_text(facts: Facts) -> str:
    return f"{_read_ahead(facts) or 0:g} KiB"


def _set_read_ahead(size_kib: int, effect: str) -> Change:
    return Change(
        f"blockdev --setra {2 * size_kib} {{device}}",
        "blockdev --setra $((2 * {now})) {device}",
        "blockdev --getra {device}",
        effect,
        N_("Low: it holds at once, until the next start; small random reads may fetch more than they need."),
    )


def local_only(facts: Facts) -> str | None:
    """Let a rule hold for volumes with a block device here that carry much traffic."""
    if facts.volume and facts.volume.medium is not Medium.LOCAL:
        return N_("This volume has no block device here.")
    return heavy_traffic_only(facts)


def _volume_type(*types: str) -> Applies:
    def applies(facts: Facts) -> str | None:
        found = words(facts, "cloud.volume_type")
        return None if found in types else N_("The volume is not known to be of this type (cloud.volume_type).")

    return all_of(linux_only, only_in("aws"), applies, local_only)


def _arrays_only(facts: Facts) -> str | None:
    stack = facts.host.stack(facts.volume) if facts.volume else ()
    if any(device.cloud for device in stack):
        return N_("A cloud sells these disks: other figures hold for them.")
    if any(
        device.kind in (DeviceKind.MULTIPATH, DeviceKind.RAID) or device.transport in _ARRAY_LINKS for device in stack
    ):
        return None
    return N_("This volume is not known to lie on an array or RAID.")


def _has_no_barrier_option(facts: Facts) -> float | None:
    """Tell whether fstab gives no XFS the option; without any setting read fstab was not read either."""
    found = words(facts, "fstab.nobarrier.xfs")
    if found is None:
        return 1.0 if facts.host.tunables else None
    return float(found in ("", "none"))


def _no_barrier_places(facts: Facts) -> str:
    return words(facts, "fstab.nobarrier.xfs") or ""


def _old_kernels_out(facts: Facts) -> str | None:
    version = kernel_version(facts.host.kernel.release)
    if version and version < (4, 19):
        return N_("Kernels before 4.19 ignore the option or obey it; they do not refuse the mount.")
    return None


def kernel_version(release: str) -> tuple[int, int] | None:
    """Return the first two numbers of a kernel's release."""
    parts = release.split(".")
    if len(parts) < 2 or not (parts[0].isdecimal() and parts[1].isdecimal()):
        return None
    return int(parts[0]), int(parts[1])


def _suits_scheduler(facts: Facts) -> float | None:
    """Tell whether every disk has the scheduler its link wants: none on NVMe, deadline on others (LNX-018)."""
    disks = [disk for disk in (facts.host.disks(facts.volume) if facts.volume else ()) if disk.scheduler]
    if not disks:
        return None
    return float(all(disk.scheduler in _SCHEDULERS[disk.transport == "nvme"] for disk in disks))


_SCHEDULERS: Final = {True: ("none",), False: ("deadline", "mq-deadline")}


def _scheduler_text(facts: Facts) -> str:
    disks = facts.host.disks(facts.volume) if facts.volume else ()
    return ", ".join(sorted({disk.scheduler for disk in disks if disk.scheduler}))


def _san_or_nvme_only(facts: Facts) -> str | None:
    disks = facts.host.disks(facts.volume) if facts.volume else ()
    if any(disk.transport == "nvme" or disk.transport in _ARRAY_LINKS for disk in disks):
        return None
    return N_("No disk behind this volume is an NVMe device or known to come from a SAN.")


def _has_room_for_requests(facts: Facts) -> float | None:
    sizes = [disk.max_request_bytes for disk in (facts.host.disks(facts.volume) if facts.volume else ())]
    known = [size for size in sizes if size is not None]
    return float(max(known) <= 128 * KIB) if known else None


def _request_text(facts: Facts) -> str:
    disks = facts.host.disks(facts.volume) if facts.volume else ()
    return ", ".join(sorted({f"{disk.max_request_bytes / KIB:g} KiB" for disk in disks if disk.max_request_bytes}))


def _old_azure_only(facts: Facts) -> str | None:
    """Leave out all but RHEL 7 on Azure before kernel 3.10.0-957.27.2, with NVMe (LNX-019)."""
    release = facts.host.kernel.release
    disks = facts.host.disks(facts.volume) if facts.volume else ()
    if not any(disk.transport == "nvme" for disk in disks):
        return N_("This volume lies on no NVMe device.")
    if not release.startswith("3.10.0-") or _build(release) >= (957, 27, 2):
        return N_("Kernels from 3.10.0-957.27.2 on do not have this fault.")
    return None


def _build(release: str) -> tuple[int, ...]:
    parts = release.removeprefix("3.10.0-").split(".")[:3]
    return tuple(int(part) if part.isdecimal() else 0 for part in parts)


_BY_CLASS: Final = N_("Each figure holds for its own class of device, so the sources do not contradict each other.")

RULES: Final = (
    Rule(
        id="read-ahead-io2",
        title=N_("Read-ahead on io2 volumes: 256 KiB"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=_read_ahead_is_256,
        limit=ADVISED,
        remedy=N_("Set the read-ahead to 256 KiB, which was best in the test of AWS and SAS, and measure again."),
        source=SAS_ON_AWS("LNX-008", "read-ahead of io2 Block Express volumes"),
        missing=NO_DEVICE,
        applies=_volume_type("io2"),
        seen=_read_ahead_text,
        effort=Effort.COMMAND,
        change=Change(
            "blockdev --setra 512 {device}",
            "",
            "blockdev --getra {device}",
            N_("Reads come in the size the volume serves best."),
            N_("Low: it holds at once, until the next start."),
        ),
        overrides=(Override(AWS_WHITEPAPER("LNX-007", "st1 volumes"), N_("8 MiB"), _BY_CLASS),),
    ),
    Rule(
        id="read-ahead-st1",
        title=N_("Read-ahead on st1 and io1 volumes"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=_read_ahead,
        limit=advised(Unit.KIB, 8192),
        remedy=N_("Set the read-ahead to 8 MiB."),
        source=AWS_WHITEPAPER("LNX-007", "read-ahead of EBS volumes"),
        missing=NO_DEVICE,
        applies=_volume_type("st1", "io1"),
        effort=Effort.COMMAND,
        change=_set_read_ahead(8192, N_("Sequential reads keep the volume busy.")),
        overrides=(Override(SAS_ON_AWS("LNX-008", "io2 volumes"), N_("256 KiB"), _BY_CLASS),),
    ),
    Rule(
        id="read-ahead-array",
        title=N_("Read-ahead on arrays and RAID"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=_read_ahead,
        limit=advised(Unit.KIB, 4096),
        remedy=N_("Set the read-ahead of the device the file system sits on to 4 MiB; the kernel's own is 128 KiB."),
        source=TUNED("LNX-009", "github.com/redhat-performance/tuned, throughput-performance"),
        missing=NO_DEVICE,
        applies=all_of(linux_only, local_only, _arrays_only),
        effort=Effort.COMMAND,
        change=_set_read_ahead(4096, N_("One sequential reader keeps several disks busy.")),
        overrides=(
            Override(OCI_SCALE("LNX-009", OCI_TUNING), N_("up to 16 MiB"), N_("4 MiB is the least; 16 MiB passes.")),
            Override(SAS_ON_AWS("LNX-008", "io2 volumes"), N_("256 KiB"), _BY_CLASS),
        ),
    ),
    Rule(
        id="no-barrier-option",
        title=N_("No mount option nobarrier for XFS"),
        scope=Scope.HOST,
        severity=Severity.MUST,
        metric=_has_no_barrier_option,
        limit=REQUIRED,
        remedy=N_("Remove nobarrier from /etc/fstab before the next start: kernels from 4.19 on refuse the mount."),
        source=XFS_NO_BARRIER("LNX-010", "removal of the option"),
        missing=N_("/etc/fstab could not be read: grep nobarrier /etc/fstab."),
        applies=all_of(linux_only, _old_kernels_out),
        seen=_no_barrier_places,
        asks=("fstab.nobarrier.xfs",),
        effort=Effort.COMMAND,
        change=Change(
            "sed -i.before '/xfs/s/,nobarrier//;/xfs/s/nobarrier,//' /etc/fstab",
            "mv /etc/fstab.before /etc/fstab",
            "findmnt --verify",
            N_("The host starts again after an upgrade."),
            N_("Low: the option has had no effect for years; look at the file before the next start."),
        ),
        overrides=(
            Override(
                VIYA_ON_AWS("LNX-013", "NVMe disks of nodes"),
                N_("nobarrier for ext4 on NVMe disks that may be lost"),
                N_("ext4 still knows the option; this row looks at XFS only."),
            ),
        ),
    ),
    Rule(
        id="io-scheduler",
        title=N_("Scheduler that suits the disks"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=_suits_scheduler,
        limit=ADVISED,
        remedy=N_("Use none on NVMe devices and mq-deadline (deadline before RHEL 8) on LUNs of a SAN."),
        source=OCI_SCALE("LNX-018", OCI_TUNING),
        missing=NO_DEVICE,
        applies=all_of(linux_only, local_only, _san_or_nvme_only),
        seen=_scheduler_text,
        effort=Effort.COMMAND,
        change=Change(
            "echo mq-deadline > /sys/block/DISK/queue/scheduler",
            "echo PREVIOUS > /sys/block/DISK/queue/scheduler",
            "cat /sys/block/*/queue/scheduler",
            N_("Requests reach the array in an order it can merge."),
            N_("Low: it holds at once, until the next start."),
        ),
    ),
    Rule(
        id="azure-nvme-requests",
        title=N_("Requests of 128 KiB at most on old kernels in Azure"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=_has_room_for_requests,
        limit=ADVISED,
        remedy=N_("Update the kernel to 3.10.0-957.27.2 or later, or limit requests to 128 KiB at each start."),
        source=SAS_ON_AZURE("LNX-019", "Red Hat Enterprise Linux 7 with NVMe"),
        missing=NO_DEVICE,
        applies=all_of(linux_only, only_in("azure"), local_only, _old_azure_only),
        seen=_request_text,
        effort=Effort.COMMAND,
        change=Change(
            "echo 128 > /sys/block/nvme0n1/queue/max_sectors_kb",
            "echo PREVIOUS > /sys/block/nvme0n1/queue/max_sectors_kb",
            "cat /sys/block/nvme*/queue/max_sectors_kb",
            N_("No processor gets stuck in the driver."),
            N_("Low: large requests are split."),
        ),
    ),
)
