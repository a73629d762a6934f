"""Reproduction: how others repeat the measurement, with our program, with fio and with SAS's own script."""

import shlex

from app.i18n import tr
from app.report.blocks import Block, Code, Heading, Paragraph, Section
from sizing.assessment import Assessment
from sizing.host import Host
from sizing.i18n import N_
from sizing.plan import Pattern, Plan
from sizing.space import needed
from sizing.units import size_text


def compose(assessment: Assessment) -> Section:
    """Return the commands that repeat what ``assessment`` did."""
    title = tr(N_("How to reproduce"))
    if assessment.plan is None:
        return Section(
            title,
            (
                Paragraph(tr(N_("The machine was looked at without a measurement. The same again:"))),
                Code(tr(N_("Command line of Headroom")), "headroom check --host"),
            ),
        )
    plan = assessment.plan
    blocks: tuple[Block, ...] = (
        Heading("Headroom"),
        Paragraph(tr(N_("The same measurement with this program, from a terminal:"))),
        Code(tr(N_("Command line of Headroom")), command_line(plan)),
        *_fio(plan),
        *_sas(assessment.host, plan),
    )
    return Section(title, blocks, on_new_page=True)


def command_line(plan: Plan) -> str:
    """Return our own command for ``plan``, quoted for a POSIX shell."""
    options = {
        "method": plan.method.value,
        "role": plan.role.name.lower().replace("_", "-"),
        "workload": plan.workload.name,
        "workers": str(plan.workers),
        "block-size": str(plan.block_size),
        "file-size": str(plan.file_size),
        "data": plan.pattern.value,
    }
    if plan.lasts_s:
        options["minutes"] = str(max(1, round(plan.lasts_s / 60)))
    words = [word for option, value in options.items() for word in (f"--{option}", value)]
    if plan.probes_zeros:
        words.append("--probe-zeros")
    lines = shlex.join(["headroom", "run", plan.target.resolved]), shlex.join(words[:6]), shlex.join(words[6:])
    return " \\\n    ".join(lines)


def fio_job(plan: Plan) -> str | None:
    """Return an equivalent job file for fio, or ``None`` where the folder's name cannot stand in one."""
    folder = plan.target.resolved
    if folder != folder.strip() or not folder.isprintable():
        return None
    lines = [
        "[global]",
        f"directory={folder.replace(':', chr(92) + ':')}",
        "filename_format=headroom-fio.$jobnum",
        "ioengine=psync",
        f"bs={plan.block_size}",
        f"size={plan.file_size}",
        f"numjobs={plan.workers}",
        "fallocate=none",
        "zero_buffers=1" if plan.pattern is Pattern.ZEROS else "refill_buffers=1",
        "group_reporting=1",
        "",
        "[write]",
        "rw=write",
        "end_fsync=1",
        "",
        "[read]",
        "stonewall",
        "rw=read",
        f"invalidate={int(plan.cold_reads)}",
        "unlink=1",
    ]
    return "\n".join(lines)


def _fio(plan: Plan) -> tuple[Block, ...]:
    job = fio_job(plan)
    if job is None:
        text = tr(N_("The name of the folder holds characters that cannot stand in a job file of fio."))
        return (Heading("fio"), Paragraph(text))
    return (
        Heading("fio"),
        Paragraph(
            tr(
                N_(
                    "An equivalent job for fio 3: save it as headroom.fio and start it with “fio headroom.fio”. "
                    "It needs {space} of free space; the read job removes the files. Compare its aggregate bandwidth "
                    "with our strict rate of all cores."
                )
            ).format(space=size_text(plan.phase_bytes))
        ),
        Code("headroom.fio", job),
    )


def _sas(host: Host, plan: Plan) -> tuple[Block, ...]:
    volume, ram = host.volume_of(plan.target.resolved), host.memory.total_bytes
    space = plan.cores * ram if volume is None else needed(ram, plan.cores, volume)
    return (
        Heading("rhel_iotest.sh"),
        Paragraph(
            tr(
                N_(
                    "SAS's own script for the same folder. It chooses its files itself: one as large as RAM for each "
                    "physical core. With what XFS may allocate ahead that is {space} here; where so much is not free "
                    "beyond a reserve of 10 % of the file system, its files are smaller. It "
                    "writes zeros, it does not empty the page cache before it reads, and it prints "
                    "MiB/s under the name “megabytes/second per physical core”: compare its figures "
                    "with the SAS-comparable ones."
                )
            ).format(space=size_text(space))
        ),
        Code(
            tr(N_("Command line of SAS's script")),
            f"./rhel_iotest.sh -t {shlex.quote(plan.target.resolved)}",
        ),
    )
