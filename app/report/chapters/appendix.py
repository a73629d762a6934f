"""Appendix: the raw data, compact, and the words of this report explained."""

from math import ceil

from app.i18n import tr
from app.report.blocks import Block, Column, Lines, Paragraph, Section, Table
from app.report.curves import SECOND, rates, totals
from app.report.wording import PHASES, name, seconds_text, sentence
from sizing.assessment import Assessment
from sizing.host import Volume
from sizing.i18n import N_
from sizing.measurement import PhaseSeries
from sizing.units import MB

ACROSS = 10
"""Values in a row."""
VALUES = 600
"""Most values of a phase on paper; the data file holds every slot of 100 ms."""


def raw_data(assessment: Assessment) -> Section | None:
    """Return the totals of every second and the options of every mount, or ``None`` where there are neither."""
    blocks: list[Block] = []
    if assessment.series is not None:
        blocks += [_seconds(phase) for phase in assessment.series.phases if phase.seconds > 0]
    if blocks:
        text = tr(
            N_(
                "The data file of this report holds the bytes of each worker in each 100 ms. Its SHA-256 stands on "
                "the cover."
            )
        )
        blocks.insert(0, Paragraph(text))
    if assessment.host.volumes:
        blocks.append(_options(assessment.host.volumes))
    return Section(tr(N_("Raw data")), tuple(blocks), on_new_page=True) if blocks else None


def _seconds(phase: PhaseSeries) -> Table:
    slots = totals(phase)
    seconds = max(1, ceil(phase.seconds / VALUES))
    values = [rate for _middle, rate in rates(slots, seconds * SECOND, phase.seconds)]
    rows = []
    for first in range(0, len(values), ACROSS):
        chunk = [f"{value / MB:.0f}" for value in values[first : first + ACROSS]]
        rows.append((str(first * seconds), *chunk, *[""] * (ACROSS - len(chunk))))
    return Table(
        title=tr(N_("{phase}: MB/s of all workers, each value the mean of {seconds} s")).format(
            phase=tr(PHASES[phase.phase]), seconds=seconds
        ),
        columns=(
            Column(tr(N_("From second")), share=1.6),
            *(Column(f"+{index * seconds}", share=1, is_number=True) for index in range(ACROSS)),
        ),
        rows=tuple(rows),
        note=tr(N_("The phase ended after {seconds}.")).format(seconds=seconds_text(phase.seconds)),
        is_dense=True,
    )


def _options(volumes: tuple[Volume, ...]) -> Table:
    return Table(
        title=tr(N_("Mount options")),
        columns=(
            Column(tr(N_("Mount point")), share=3),
            Column(tr(N_("Source")), share=2),
            Column(tr(N_("Options")), share=3.5),
        ),
        rows=tuple(
            (name(volume.mount_point), name(volume.source), sentence(", ".join(volume.options) or "–"))
            for volume in volumes
        ),
        is_dense=True,
    )


def glossary() -> Section:
    """Return the words of the report."""
    words = (
        (N_("Host"), N_("The machine under advice.")),
        (N_("Device"), N_("A block device: a disk, a partition, or what is built on them.")),
        (N_("Volume"), N_("A mounted file system and the devices behind it.")),
        (N_("Target"), N_("The folder the test files were written to.")),
        (N_("Role"), N_("What SAS uses the volume for, such as SASDATA or SASWORK.")),
        (N_("Worker"), N_("One process of the run, with a file of its own.")),
        (N_("Phase"), N_("A stretch of the run in which all workers do the same: write, or read.")),
        (N_("Physical core"), N_("A core that is really there; two hyper-threads or vCPUs usually share one.")),
        (N_("Strict rate"), N_("All bytes ÷ seconds until the last worker was done and flushed.")),
        (N_("SAS-comparable rate"), N_("File size ÷ mean seconds of the workers, as SAS's rhel_iotest.sh has it.")),
        (N_("First done, last done, tail"), N_("When the fastest and the slowest worker ended, and the time between.")),
        (N_("Spread"), N_("Time of the slowest worker ÷ time of the fastest.")),
        (N_("Page cache"), N_("RAM in which the operating system keeps pieces of files; fast, but not storage.")),
        (N_("Margin"), N_("How far the measured value lies from the demanded one.")),
        (N_("MB, MiB"), N_("1\u202f000\u202f000 bytes and 1\u202f048\u202f576 bytes; GB, GiB and TiB accordingly.")),
        (N_("Not measured"), N_("The fact could not be told: neither good nor bad.")),
    )
    return Section(tr(N_("Glossary")), (Lines(tuple((tr(word), tr(meaning)) for word, meaning in words)),))
