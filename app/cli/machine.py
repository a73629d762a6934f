"""Machine: the command that says what this machine is."""

import argparse

from app.cli.terminal import Terminal
from app.errors import ExitCode


def detect(_options: argparse.Namespace, terminal: Terminal) -> int:
    """Say what this machine is."""
    from app.cli.pages import machine_page
    from app.detection import detect as detected
    from app.presenters.machine import present_machine

    host = detected()
    terminal.document({"host": host})
    terminal.say(machine_page(present_machine(host)))
    return ExitCode.PASSED
