"""Words: what verdicts, standings, origins, phases and states are called in front of people."""

from typing import Final

from app.benchmark.progress import Activity
from app.i18n import tr
from sizing.host import DeviceKind, VolumeState
from sizing.i18n import N_
from sizing.measurement import Outcome
from sizing.plan import Method, Pattern, PhaseKind
from sizing.rules import Verdict
from sizing.validity import Origin, Standing

WORST_FIRST: Final = (Verdict.FAIL, Verdict.WARN, Verdict.NOT_MEASURED, Verdict.PASS, Verdict.NOT_APPLICABLE)
"""The order in which a reader wants to see verdicts."""

VERDICTS: Final = {
    Verdict.PASS: N_("Pass"),
    Verdict.WARN: N_("Warning"),
    Verdict.FAIL: N_("Fail"),
    Verdict.NOT_APPLICABLE: N_("Not applicable"),
    Verdict.NOT_MEASURED: N_("Not measured"),
}
STANDINGS: Final = {
    Standing.VALID: N_("The figures may be relied on."),
    Standing.LIMITED: N_("The figures hold within limits."),
    Standing.INVALID: N_("The figures may not be used: with them no requirement is met."),
}
ORIGINS: Final = {
    Origin.STORAGE: N_("The reads came from storage."),
    Origin.MIXED: N_("The reads came partly from memory."),
    Origin.CACHE: N_("The reads came from memory, not from storage."),
    Origin.UNKNOWN: N_("Where the reads came from could not be told."),
}
OUTCOMES: Final = {
    Outcome.COMPLETE: N_("Complete"),
    Outcome.CANCELLED: N_("Cancelled, partial"),
    Outcome.FAILED: N_("Failed"),
}
PHASES: Final = {PhaseKind.WRITE: N_("Write"), PhaseKind.READ: N_("Read")}
METHODS: Final = {
    Method.SAS: N_("SAS-comparable"),
    Method.QUICK: N_("Quick"),
    Method.ASSESSMENT: N_("Assessment"),
    Method.ENDURANCE: N_("Endurance"),
    Method.IOTEST: N_("As iotest.sh"),
    Method.VIYA: N_("Viya"),
}
PATTERNS: Final = {Pattern.RANDOM: N_("random, not compressible"), Pattern.ZEROS: N_("zeros, compressible")}
ACTIVITIES: Final = {
    Activity.STARTING: N_("Starting the workers"),
    Activity.WRITING: N_("Writing"),
    Activity.FLUSHING: N_("Flushing to storage"),
    Activity.READING: N_("Reading"),
    Activity.REMOVING: N_("Removing the test files"),
    Activity.OVER: N_("Over"),
}
STATES: Final = {
    VolumeState.ASKING: N_("Being asked …"),
    VolumeState.ANSWERED: N_("Answers"),
    VolumeState.NOT_ANSWERING: N_("Does not answer"),
    VolumeState.REFUSED: N_("May not be asked"),
}
DEVICES: Final = {
    DeviceKind.DISK: (N_("disk"), N_("disks")),
    DeviceKind.PARTITION: (N_("partition"), N_("partitions")),
    DeviceKind.LVM: (N_("LVM volume"), N_("LVM volumes")),
    DeviceKind.CRYPT: (N_("encryption"), N_("encryptions")),
    DeviceKind.MULTIPATH: (N_("multipath"), N_("multipaths")),
    DeviceKind.MAPPED: (N_("mapped device"), N_("mapped devices")),
    DeviceKind.RAID: (N_("RAID"), N_("RAIDs")),
    DeviceKind.LOOP: (N_("loop device"), N_("loop devices")),
}


def verdict_word(verdict: Verdict) -> str:
    """Return what ``verdict`` is called."""
    return tr(VERDICTS[verdict])


def device_words(kind: DeviceKind, names: list[str]) -> str:
    """Return devices of one kind in words: ``"disks sda, sdb"``."""
    one, many = DEVICES[kind]
    return f"{tr(one if len(names) == 1 else many)} {', '.join(names)}"
