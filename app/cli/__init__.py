"""Command line: detect, run, visit, check, report, history, for servers without a screen; it never loads Qt."""

import sys
import traceback
from collections.abc import Sequence

from app.cli.arguments import UsageError, parse, parser
from app.cli.terminal import Form, Terminal
from app.errors import ExitCode, WorldError
from app.i18n import tr
from app.log import to_stderr
from sizing.i18n import N_


def main(arguments: Sequence[str]) -> int:
    """Carry out the command in ``arguments`` and return its exit code."""
    try:
        options = parse(arguments)
    except UsageError as error:
        _failed(Terminal(_form(arguments)), ExitCode.USAGE, str(error), error.advice)
        return ExitCode.USAGE
    to_stderr()
    terminal = Terminal(Form.JSON if options.json else Form.EVENTS if options.events else Form.TEXT)
    try:
        return int(options.command(options, terminal))
    except UsageError as error:
        return _failed(terminal, ExitCode.USAGE, str(error), error.advice)
    except WorldError as error:
        return _failed(terminal, error.exit_code, error.message, error.advice)
    except KeyboardInterrupt:
        return _failed(terminal, ExitCode.CANCELLED, tr(N_("Cancelled.")), "")
    except Exception:
        terminal.note(traceback.format_exc())
        message = tr(N_("This is a fault of Headroom's own; nothing is wrong with your machine."))
        return _failed(terminal, ExitCode.INTERNAL, message, tr(N_("Please report the lines above.")))


def explain(*, has_display: bool) -> int:
    """Say why no window opens, and which commands there are."""
    terminal = Terminal(Form.TEXT)
    why = (
        tr(N_("The window cannot open: PySide6 is not installed (the extra gui)."))
        if has_display
        else tr(N_("The window cannot open: there is no display here."))
    )
    terminal.note(why + "\n")
    terminal.say(parser().format_help().rstrip())
    return ExitCode.USAGE


def _form(arguments: Sequence[str]) -> Form:
    """Return what stdout shall carry, from arguments that could not be parsed."""
    return Form.JSON if "--json" in arguments else Form.EVENTS if "--events" in arguments else Form.TEXT


def _failed(terminal: Terminal, code: ExitCode, message: str, advice: str) -> int:
    terminal.failed(code, message, advice)
    terminal.event("end", exit_code=int(code))
    sys.stderr.flush()
    return code
