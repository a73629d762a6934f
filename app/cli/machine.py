"""Machine: the command that says what this machine is, or a recorded one."""

import argparse
from typing import TYPE_CHECKING

from app.cli.arguments import UsageError
from app.cli.terminal import Terminal
from app.errors import ExitCode
from app.i18n import tr
from sizing.i18n import N_

if TYPE_CHECKING:
    from sizing.host import Host


def detect(options: argparse.Namespace, terminal: Terminal) -> int:
    """Say what the machine is, and record it where that was asked for."""
    from app.cli.pages import machine_page
    from app.presenters.machine import present_machine

    host = _host(options)
    terminal.document({"host": host})
    terminal.say(machine_page(present_machine(host)))
    if options.record:
        terminal.say("\n" + tr(N_("Recorded in {file}.")).format(file=options.record))
        if not options.redact:
            terminal.say(tr(N_("It holds names, addresses and serial numbers; --redact replaces them.")))
    return ExitCode.PASSED


def _host(options: argparse.Namespace) -> "Host":
    from app.detection import detect as detected
    from app.detection import record

    if not options.record:
        if options.redact:
            raise UsageError(tr(N_("--redact needs --record.")))
        return detected(machine=options.machine)
    if options.machine:
        raise UsageError(tr(N_("Give --record or --machine, not both.")))
    return record(options.record, redact=options.redact)
