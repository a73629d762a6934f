"""Method: what was done, how the figures are calculated and what their units mean."""

from app.i18n import tr
from app.report.blocks import Block, Formula, Heading, Lines, Paragraph, Section
from app.report.wording import METHODS, PATTERNS, PHASES, bytes_text, count_text
from sizing.agreement import AGREEING
from sizing.assessment import Assessment
from sizing.i18n import N_
from sizing.plan import Plan
from sizing.units import duration_text, rate_text, size_text


def compose(assessment: Assessment) -> Section:
    """Return how the measurement of ``assessment`` was made, or how the host alone was judged."""
    blocks: tuple[Block, ...] = (_judging(),)
    if assessment.plan is not None:
        blocks = (*_procedure(assessment.plan), *_formulas(), *_units(), Heading(tr(N_("Judging"))), *blocks)
    return Section(tr(N_("Method")), blocks, on_new_page=assessment.plan is not None)


def _procedure(plan: Plan) -> tuple[Block, ...]:
    cold = N_(
        "After the write phase the page cache is asked to drop the files (posix_fadvise DONTNEED after fsync), so that "
        "the read phase has to go to the storage."
    )
    warm = N_("As in SAS's script the page cache is left as it is before the read phase.")
    return (
        Paragraph(
            tr(
                N_(
                    "{workers} workers, each a process of its own with a file of its own, start each phase together "
                    "at a gate. They write, flush and then read their files from beginning to end through the page "
                    "cache, as SAS does. The time of a write ends when the data are flushed to the storage, not when "
                    "the operating system has accepted them. Each worker counts its bytes by its own clock in slots "
                    "of 100 ms."
                )
            ).format(workers=plan.workers)
        ),
        Paragraph(tr(cold if plan.cold_reads else warm)),
        *_repeats(plan),
        Lines(
            (
                (tr(N_("Method")), tr(METHODS[plan.method])),
                (tr(N_("Workers")), count_text(plan.workers)),
                (tr(N_("Physical cores")), tr(N_("{count}, which the figures per core are divided by")).format(
                    count=count_text(plan.cores)
                )),
                (tr(N_("File of each worker")), bytes_text(plan.file_size)),
                (tr(N_("All files")), bytes_text(plan.phase_bytes)),
                (tr(N_("Block size")), size_text(plan.block_size)),
                (tr(N_("Content")), tr(PATTERNS[plan.pattern])),
                (tr(N_("Phases")), ", ".join(tr(PHASES[phase]) for phase in plan.phases)),
                (tr(N_("Requirement")), tr(N_("{cores} cores × {rate} = {total}")).format(
                    cores=plan.cores,
                    rate=rate_text(plan.workload.rate_per_core),
                    total=rate_text(plan.cores * plan.workload.rate_per_core),
                )),
            )
        ),
    )  # fmt: skip


def _repeats(plan: Plan) -> tuple[Block, ...]:
    if plan.lasts_s:
        text = tr(N_("All this was done again and again for {time} at the least.")).format(
            time=duration_text(plan.lasts_s)
        )
    elif plan.most_runs > 1:
        text = tr(
            N_(
                "All this was done {fewest} times, and again, up to {most} times, until the strict rates of all runs "
                "lay within {percent:.0f} % of their median."
            )
        ).format(fewest=plan.fewest_runs, most=plan.most_runs, percent=AGREEING * 100)
    else:
        return ()
    return (Paragraph(text),)


def _formulas() -> tuple[Block, ...]:
    return (
        Heading(tr(N_("Two figures side by side"))),
        Formula(
            tr(N_("Strict")),
            tr(N_("all bytes ÷ seconds until the last worker was done and flushed ÷ physical cores")),
            tr(
                N_(
                    "Decimal megabytes, MB/s per core. This is what the storage sustained while every worker had to be "
                    "served; the verdicts use it."
                )
            ),
        ),
        Formula(
            tr(N_("SAS-comparable")),
            tr(N_("file size ÷ mean seconds of the workers (× workers ÷ physical cores)")),
            tr(
                N_(
                    "Binary megabytes, MiB/s per core: the formula of SAS's rhel_iotest.sh, which prints "
                    "“megabytes/second per physical core” and divides by 1024². With one worker a core "
                    "the factor in brackets is 1. It is never below the strict rate in the same unit, because the "
                    "mean hides the slowest worker."
                )
            ),
        ),
    )


def _units() -> tuple[Block, ...]:
    return (
        Heading(tr(N_("Units"))),
        Paragraph(
            tr(
                N_(
                    "1 MB = 1\u202f000\u202f000 bytes, 1 MiB = 1\u202f048\u202f576 bytes, so that 100 MiB/s are "
                    "104.9 MB/s. Rates are given in MB/s wherever nothing else is said, sizes of files, RAM and "
                    "volumes in KiB, MiB, GiB and TiB. "
                    "A published demand of “100 MB/s” is judged as decimal megabytes."
                )
            )
        ),
    )


def _judging() -> Block:
    return Paragraph(
        tr(
            N_(
                "Each requirement is one row of a rulebook that names the document it comes from. There are five "
                "verdicts: pass, warning, fail, not applicable, and not measured, which means that the fact could not "
                "be told and is neither good nor bad. A figure that may not be believed never passes; it can still "
                "fail, when even the flattering figure misses the demand."
            )
        )
    )
