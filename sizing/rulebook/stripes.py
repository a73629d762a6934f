"""Stripes: how a RAID is cut, and whether the file system on it knows."""

from typing import Final

from sizing.i18n import N_
from sizing.rulebook.demands import ADVISED
from sizing.rulebook.devices import NO_DEVICE, local_only
from sizing.rulebook.sources import SAS_ON_AWS, SPD_ENGINE, VIYA_ON_AWS
from sizing.rules import Change, Effort, Facts, Override, Rule, Scope, Severity
from sizing.settings import all_of, linux_only
from sizing.units import KIB

_STRIPED: Final = frozenset({"raid0", "raid4", "raid5", "raid6", "raid10"})
_STRIPE_UNIT: Final = 64 * KIB


def _striped(facts: Facts) -> list[int]:
    stack = facts.host.stack(facts.volume) if facts.volume else ()
    return [
        device.raid.chunk_bytes
        for device in stack
        if device.raid and device.raid.level in _STRIPED and device.raid.chunk_bytes
    ]


def _striped_only(facts: Facts) -> str | None:
    return None if _striped(facts) else N_("No software RAID with stripes lies behind this volume.")


def _stripe_fits(facts: Facts) -> float | None:
    return float(all(chunk % _STRIPE_UNIT == 0 for chunk in _striped(facts)))


def _stripe_text(facts: Facts) -> str:
    return ", ".join(f"{chunk / KIB:g} KiB" for chunk in _striped(facts))


def _file_system_knows_stripe(facts: Facts) -> float | None:
    """Tell whether XFS was made for the stripes below it (sunit is 0 where it was not)."""
    settings = facts.volume.settings if facts.volume else ()
    unit = next((found.number for found in settings if found.name == "xfs.stripe_unit_bytes"), None)
    return None if unit is None else float(unit > 0 and all(unit % chunk == 0 for chunk in _striped(facts)))


def _xfs_only(facts: Facts) -> str | None:
    return None if facts.volume and facts.volume.file_system.lower() == "xfs" else N_("Only XFS is judged here.")


RULES: Final = (
    Rule(
        id="stripe-unit",
        title=N_("Stripes of a multiple of 64 KiB"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=_stripe_fits,
        limit=ADVISED,
        remedy=N_("When the RAID is made anew, give it chunks of 512 KiB to 1 MiB."),
        source=SAS_ON_AWS("LNX-014", "stripes of several volumes", derived=True),
        missing=NO_DEVICE,
        applies=all_of(linux_only, local_only, _striped_only),
        seen=_stripe_text,
        effort=Effort.REBUILD,
        change=Change(
            "mdadm --create /dev/md0 --level=0 --chunk=1024 --raid-devices=N DEVICES && mkfs.xfs /dev/md0",
            "",
            "mdadm --detail {device}",
            N_("A block of SAS does not fall on two disks by halves."),
            N_("High: a new RAID destroys what is on the disks. Restore from a backup."),
        ),
        overrides=(
            Override(VIYA_ON_AWS("LNX-013", "NVMe disks of nodes"), N_("512 KiB"), N_("It passes as well.")),
            Override(
                SPD_ENGINE("SPD-030", "disk striping"),
                N_("64 KiB"),
                N_("Written for RAID controllers; 64 KiB passes as well."),
            ),
        ),
    ),
    Rule(
        id="stripe-known",
        title=N_("XFS made for the stripes below it"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=_file_system_knows_stripe,
        limit=ADVISED,
        remedy=N_("When the file system is made anew, tell mkfs.xfs the stripes (su and sw)."),
        source=SAS_ON_AWS("LNX-014", "stripes of several volumes", derived=True),
        missing=N_("How the file system is laid out could not be read: xfs_info."),
        applies=all_of(linux_only, local_only, _striped_only, _xfs_only),
        effort=Effort.REBUILD,
        change=Change(
            "mkfs.xfs -d su=CHUNK,sw=DATA_DISKS {device}",
            "",
            "xfs_info {place}",
            N_("Files begin where stripes begin."),
            N_("High: a new file system destroys what is on the volume. Restore from a backup."),
        ),
    ),
)
