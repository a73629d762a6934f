"""Scope: what was looked at, what was not, and what this paper is not."""

from app.i18n import tr
from app.report.blocks import Block, Heading, Lines, Paragraph, Section
from app.report.wording import METHODS, name
from sizing.assessment import Assessment
from sizing.i18n import N_
from sizing.plan import Plan


def compose(assessment: Assessment) -> Section:
    """Return scope and disclaimer of ``assessment``."""
    blocks: list[Block] = []
    if assessment.plan is None:
        blocks.append(
            Paragraph(
                tr(
                    N_(
                        "This report describes the machine {host} and judges what can be judged without a measurement. "
                        "No storage was measured, so it holds no statement on throughput."
                    )
                ).format(host=name(assessment.host.name))
            )
        )
    else:
        blocks += _measured(assessment, assessment.plan)
    return Section(tr(N_("Scope and disclaimer")), (*blocks, *_disclaimer()))


def _measured(assessment: Assessment, plan: Plan) -> tuple[Block, ...]:
    return (
        Paragraph(
            tr(
                N_(
                    "One folder on one volume of one host was measured with sequential writes and reads, all workers "
                    "at the same time. Nothing else was: no failover, no backup in parallel, no small files, no "
                    "random access, and no SAS program."
                )
            )
        ),
        Lines(
            (
                (tr(N_("Host")), name(assessment.host.name)),
                (tr(N_("Target")), name(plan.target.resolved)),
                (tr(N_("Volume")), name(plan.mount_point)),
                (tr(N_("Role")), plan.role.value),
                (tr(N_("Workload")), tr(plan.workload.title)),
                (tr(N_("Method")), tr(METHODS[plan.method])),
                (tr(N_("It proves")), tr(plan.proves)),
                (tr(N_("It does not prove")), tr(plan.does_not_prove)),
                *((tr(N_("To know")), tr(note.sentence)) for note in plan.notes),
            )
        ),
    )


def _disclaimer() -> tuple[Block, ...]:
    return (
        Heading(tr(N_("Disclaimer"))),
        Paragraph(
            tr(
                N_(
                    "The figures hold for the moment and the conditions they were taken under. Whether other load was "
                    "on the storage at that time is not known to this program. The demands are those of the published "
                    "documents cited beside each of them; documents of different years can disagree, and the edition "
                    "of the rulebook on the cover says which were applied. This report is no statement of SAS "
                    "Institute and no certification."
                )
            )
        ),
    )
