"""Wording: the words the chapters share, so that a thing is called the same on every page."""

from datetime import UTC, datetime
from typing import Final

from app.errors import WorldError
from app.i18n import tr
from app.report.legible import shortened
from sizing.host import Device, DeviceKind, Host, Medium, Volume, VolumeState
from sizing.i18n import N_
from sizing.measurement import Outcome
from sizing.plan import Method, Pattern, PhaseKind
from sizing.rules import Verdict
from sizing.units import size_text
from sizing.validity import Origin, Standing

EARLIEST: Final = 1980
"""No record of ours is older."""
VERDICTS: Final = {
    Verdict.PASS: N_("Pass"),
    Verdict.WARN: N_("Warning"),
    Verdict.FAIL: N_("Fail"),
    Verdict.NOT_APPLICABLE: N_("Not applicable"),
    Verdict.NOT_MEASURED: N_("Not measured"),
}
PHASES: Final = {PhaseKind.WRITE: N_("Write"), PhaseKind.READ: N_("Read")}
METHODS: Final = {
    Method.SAS: N_("sas: as SAS's rhel_iotest.sh does it, one file as large as RAM for each core"),
    Method.QUICK: N_("quick: the same load on smaller files, in minutes"),
    Method.ASSESSMENT: N_("assessment: files of twice RAM together, read cold, three to five runs until they agree"),
    Method.ENDURANCE: N_("endurance: writing and reading again and again, for longer than allowances for bursts last"),
    Method.IOTEST: N_("iotest: workers, blocks and block size by hand; SAS's own figure does not count the flush"),
    Method.VIYA: N_("viya: one worker a core on data, two a core on the CAS disk cache, read cold"),
}
PATTERNS: Final = {
    Pattern.RANDOM: N_("random bytes that neither compress nor deduplicate"),
    Pattern.ZEROS: N_("zeros, as SAS's script writes them; storage that compresses looks faster than it is"),
}
STANDINGS: Final = {
    Standing.VALID: (N_("Valid"), Verdict.PASS),
    Standing.LIMITED: (N_("Limited"), Verdict.WARN),
    Standing.INVALID: (N_("Invalid"), Verdict.FAIL),
}
ORIGINS: Final = {
    Origin.STORAGE: N_("The reads came from the storage."),
    Origin.MIXED: N_("The reads came partly from the page cache."),
    Origin.CACHE: N_("The reads came from the page cache, not from the storage."),
    Origin.UNKNOWN: N_("Where the reads came from could not be told."),
}
OUTCOMES: Final = {
    Outcome.COMPLETE: N_("The run went to its end."),
    Outcome.CANCELLED: N_("The run was cancelled before its end; the figures cover what was moved until then."),
    Outcome.FAILED: N_("The run failed; it has no figures, because one failed worker spoils every sum."),
}
MEDIA: Final = {
    Medium.LOCAL: N_("local"),
    Medium.NETWORK: N_("network"),
    Medium.FUSE: N_("FUSE"),
    Medium.MEMORY: N_("memory"),
    Medium.OVERLAY: N_("overlay"),
}
KINDS: Final = {
    DeviceKind.DISK: N_("disk"),
    DeviceKind.PARTITION: N_("partition"),
    DeviceKind.LVM: N_("LVM volume"),
    DeviceKind.CRYPT: N_("encrypted"),
    DeviceKind.MULTIPATH: N_("multipath"),
    DeviceKind.MAPPED: N_("mapped"),
    DeviceKind.RAID: N_("software RAID"),
    DeviceKind.LOOP: N_("loop"),
}
STATES: Final = {
    VolumeState.ASKING: N_("had not answered yet"),
    VolumeState.ANSWERED: N_("answered"),
    VolumeState.NOT_ANSWERING: N_("does not answer"),
    VolumeState.REFUSED: N_("refused to answer"),
}
_MONTHS: Final = (
    N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June"),
    N_("July"), N_("August"), N_("September"), N_("October"), N_("November"), N_("December"),
)  # fmt: skip


def name(text: str) -> str:
    """Return a name of the user's, short enough for a page."""
    return shortened(text)


def sentence(text: str) -> str:
    """Return what the system itself said, short enough for a paragraph."""
    return shortened(text, 600)


def short_name(text: str) -> str:
    """Return a name of the user's, short enough for a line."""
    return shortened(text, 60)


def moment(created_at: str) -> datetime:
    """Return ``created_at`` (ISO 8601) in UTC; a moment without a zone is taken as UTC.

    Raises:
        WorldError: it is no moment of ours, in a record from elsewhere.
    """
    try:
        read = datetime.fromisoformat(created_at)
        when = read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)
    except (ValueError, OverflowError):
        when = datetime.min.replace(tzinfo=UTC)
    if when.year < EARLIEST:
        raise WorldError(
            tr(N_("The assessment carries no date that can be read: {date}")).format(date=shortened(created_at)),
            tr(N_("Make the assessment anew, or look at the file it came from.")),
        )
    return when


def date_text(created_at: str) -> str:
    """Return the moment in words, with its zone: ``"21 November 2026, 14:05 UTC"``."""
    when = moment(created_at)
    return f"{when.day} {tr(_MONTHS[when.month - 1])} {when.year}, {when:%H:%M} UTC"


def seconds_text(seconds: float) -> str:
    """Return seconds as they stand in a table of times: ``"302.4 s"``."""
    return f"{seconds:,.1f} s".replace(",", "\u202f")


def count_text(count: float) -> str:
    """Return a whole number, thousands set apart by a narrow space."""
    return f"{count:,.0f}".replace(",", "\u202f")


def bytes_text(size: int) -> str:
    """Return ``size`` both as people say it and to the byte."""
    return tr(N_("{size} ({bytes} bytes)")).format(size=size_text(size), bytes=count_text(size))


def stack_text(host: Host, volume: Volume) -> str:
    """Return the devices behind ``volume``, from the top down to the disks."""
    device = host.device(volume.device)
    return name(volume.source) if device is None else _below(host, device, frozenset())


def _below(host: Host, device: Device, above: frozenset[str]) -> str:
    """Return ``device`` and what it is built on; a device among those ``above`` it is not followed again."""
    model = f", {name(device.model)}" if device.model else ""
    own = f"{name(device.name)} ({tr(KINDS[device.kind])}{model})"
    above |= {device.name}
    lower = [found for found in map(host.device, device.lower) if found is not None and found.name not in above]
    texts = [_below(host, found, above) for found in lower]
    if len(texts) > 1:
        return f"{own} → {' + '.join(texts)}"
    return f"{own} → {texts[0]}" if texts else own
