"""Arguments: what may be typed after ``headroom``, and what it means."""

import argparse
import re
from collections.abc import Callable, Sequence
from typing import Final, NoReturn

from app import __version__
from app.i18n import tr
from sizing.i18n import N_
from sizing.plan import Method, Pattern
from sizing.units import GIB, KIB, MIB, TIB
from sizing.workload import WORKLOADS, Role

ROLES: Final = {role.name.lower().replace("_", "-"): role for role in Role}
"""Roles by the names they have on the command line."""

_EXIT_CODES: Final = N_(
    "exit codes:\n"
    "   0  done; no rule failed\n"
    "   1  done; at least one rule failed\n"
    "   2  wrong usage\n"
    "   3  refused before anything was written: space, path, rights\n"
    "   4  the run failed, or some of its figures cannot be believed\n"
    "   5  cancelled, cleaned up\n"
    "   6  not everything could be removed; the files are named\n"
    "   7  kept for runs on several hosts: some failed\n"
    "  70  a fault of Headroom's own\n"
)
_WINDOW: Final = N_("Without a command, headroom opens its window, where there is a display.")
_SIZE: Final = re.compile(r"([0-9]{1,12})(?:([kmgt])(?:ib)?)?", re.IGNORECASE)
_FACTORS: Final = {"": 1, "k": KIB, "m": MIB, "g": GIB, "t": TIB}


class UsageError(Exception):
    """The command was not understood; ``advice`` says how to write it."""

    def __init__(self, message: str, advice: str = "") -> None:
        super().__init__(message)
        self.advice = advice


class _Parser(argparse.ArgumentParser):
    """A parser that raises instead of ending the program, so that the error can be told as JSON too."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(message, tr(N_("See {program} --help.")).format(program=self.prog))


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Return what ``arguments`` mean; ``command`` in it is what to call.

    Raises:
        UsageError: they mean nothing.
    """
    options = parser().parse_args(arguments)
    if options.events and options.json:
        raise UsageError(tr(N_("Give --json or --events, not both.")))
    if options.machine is not None and not options.can_replay:
        raise UsageError(
            tr(N_("A recorded machine can be looked at and judged, not measured.")),
            tr(N_("Give --machine with detect or check.")),
        )
    return options


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    top = _Parser(
        prog="headroom",
        description=tr(N_("Storage advisor for SAS: detects, measures, judges, reports.")) + " " + tr(_WINDOW),
        epilog=tr(_EXIT_CODES),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"Headroom {__version__}")
    _add_machine(top, default=None)
    top.set_defaults(json=False, events=False, can_replay=False)
    from app.cli.rules import add as add_rules
    from app.cli.whatif_arguments import add as add_whatif

    commands = top.add_subparsers(metavar=tr(N_("command")), required=True)
    _add_detect(commands)
    _add_run(commands)
    _add_visit(commands)
    _add_check(commands)
    _add_report(commands)
    _add_compare(commands)
    _add_history(commands)
    _add_sweep(commands)
    _add_advisors(commands)
    add_rules(commands, _command)
    add_whatif(commands, _command)
    return top


def size(text: str) -> int:
    """Return the bytes that ``text`` means: ``"64K"``, ``"1GiB"``; K, M, G and T count in powers of 1024.

    Raises:
        ArgumentTypeError: it means none.
    """
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        raise argparse.ArgumentTypeError(tr(N_("{text} is no size; write 64K, 16M or 1G")).format(text=repr(text)))
    return int(found[1]) * _FACTORS[(found[2] or "").lower()]


def count(text: str) -> int:
    """Return the number of workers that ``text`` means.

    Raises:
        ArgumentTypeError: it is no number from 1 on.
    """
    if len(text) > 5:
        raise argparse.ArgumentTypeError(tr(N_("{text} is no number of workers")).format(text=repr(text)))
    return number(text)


def number(text: str) -> int:
    """Return the number that ``text`` means.

    Raises:
        ArgumentTypeError: it is no number from 1 on.
    """
    if not (text.isascii() and text.isdigit() and len(text) < 13 and int(text) > 0):
        raise argparse.ArgumentTypeError(tr(N_("{text} is no number from 1 on")).format(text=repr(text)))
    return int(text)


def role_name(text: str) -> str:
    """Return ``text`` as roles are named here: ``"CAS_DISK_CACHE"`` and ``"CAS disk cache"`` are one."""
    return text.lower().replace("_", "-").replace(" ", "-")


def folder(text: str) -> str:
    """Return the name of a folder as it is.

    Raises:
        ArgumentTypeError: it is no text, so that nothing kept or reported could hold it.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError(tr(N_("the name of the folder is not valid UTF-8"))) from None
    return text


_Commands = argparse._SubParsersAction


def _command(
    commands: "_Commands[_Parser]", name: str, purpose: str, carry_out: Callable[..., int], *, more: str = ""
) -> _Parser:
    added: _Parser = commands.add_parser(
        name,
        help=purpose,
        description=f"{purpose}. {more}".strip(),
        epilog=tr(_EXIT_CODES),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    added.add_argument(
        "--json",
        action="store_true",
        default=argparse.SUPPRESS,  # or the default of "history list" would undo "history --json"
        help=tr(N_("write one JSON document on stdout, errors too")),
    )
    added.set_defaults(command=carry_out)
    return added


def _add_detect(commands: "_Commands[_Parser]") -> None:
    from app.cli.machine import detect

    more = tr(N_("A recording holds the small files read here, and no file of anybody's."))
    added = _command(commands, "detect", tr(N_("say what this machine is")), detect, more=more)
    added.set_defaults(can_replay=True)
    added.add_argument("--record", metavar="FILE", help=tr(N_("keep all that was read in a new FILE (.tar.gz)")))
    redact = tr(N_("record pseudonyms instead of names, serial numbers and addresses"))
    added.add_argument("--redact", action="store_true", help=redact)
    _add_machine(added, default=argparse.SUPPRESS)


def _add_machine(added: argparse.ArgumentParser, default: object) -> None:
    purpose = tr(N_("look at the machine recorded in FILE instead of this one"))
    added.add_argument("--machine", metavar="FILE", default=default, help=purpose)


def _add_run(commands: "_Commands[_Parser]") -> None:
    from app.cli.run import run

    added = _command(
        commands, "run", tr(N_("measure a folder")), run, more=tr(N_("It shows its plan and asks before it writes."))
    )
    added.add_argument(
        "target", metavar="TARGET", type=folder, help=tr(N_("folder to measure; everything written is removed"))
    )
    methods = tr(
        N_(
            "quick: minutes, a first look (default); assessment: files beyond RAM, three runs or more, for reports; "
            "sas: files as large as RAM, as rhel_iotest.sh does it; endurance: longer than bursts last; "
            "viya: as viya-perf-tool; iotest: as iotest.sh, which does not wait for the storage"
        )
    )
    added.add_argument("--method", choices=[*map(str, Method)], default="quick", help=methods)
    _add_choices(added)
    added.add_argument("--workers", type=count, help=tr(N_("processes at once (default: one a physical core)")))
    added.add_argument("--block-size", type=size, metavar="SIZE", help=tr(N_("bytes a request (default: 64K)")))
    amount = added.add_mutually_exclusive_group()
    amount.add_argument("--file-size", type=size, metavar="SIZE", help=tr(N_("bytes of each worker's file")))
    amount.add_argument("--blocks", type=number, help=tr(N_("the same in blocks, as iotest.sh wants it")))
    minutes = tr(N_("how long method endurance goes on (default: 35)"))
    added.add_argument("--minutes", type=count, help=minutes)
    data = tr(N_("what the files hold; zeros flatter storage that compresses (default: random)"))
    added.add_argument("--data", "--pattern", choices=[*map(str, Pattern)], default="random", help=data)
    probe = tr(N_("compare zeros with random data at the end, for SAS's scripts write zeros"))
    added.add_argument("--probe-zeros", action="store_true", help=probe)
    added.add_argument(
        "--events",
        action="store_true",
        default=argparse.SUPPRESS,
        help=tr(N_("write a stream of JSON lines on stdout")),
    )
    added.add_argument("--dry-run", action="store_true", help=tr(N_("show the plan, or why it is refused; no more")))
    added.add_argument("--yes", action="store_true", help=tr(N_("do not ask; for scripts")))
    added.add_argument("--pdf", metavar="FILE", help=tr(N_("write the report there at the end")))


def _add_choices(added: _Parser) -> None:
    purpose = tr(N_("what SAS uses it for (default: sasdata)"))
    added.add_argument("--role", choices=list(ROLES), type=role_name, default="sasdata", help=purpose)
    added.add_argument(
        "--workload", choices=list(WORKLOADS), default="standard", help=tr(N_("100, 125 or 150 MB/s per core"))
    )


def _add_visit(commands: "_Commands[_Parser]") -> None:
    from app.cli.run import visit

    purpose = tr(N_("do the whole job: look at the machine, measure a folder quickly, judge, write the PDF"))
    more = tr(N_("It asks before it writes. The PDF goes to the current folder, or to the data folder if it cannot."))
    added = _command(commands, "visit", purpose, visit, more=more)
    added.add_argument(
        "target", metavar="TARGET", nargs="?", type=folder, default=".", help=tr(N_("default: the current folder"))
    )
    _add_choices(added)
    added.add_argument("--yes", action="store_true", help=tr(N_("do not ask; for scripts")))
    added.add_argument("--pdf", metavar="FILE", help=tr(N_("write the report there instead")))


def _add_check(commands: "_Commands[_Parser]") -> None:
    from app.cli.kept import check

    more = tr(N_("Without ID: the newest in the history, or this machine alone where there is none."))
    added = _command(commands, "check", tr(N_("judge a kept assessment with today's rulebook")), check, more=more)
    added.add_argument("id", metavar="ID", nargs="?", help=tr(N_("id, its beginning, or last")))
    added.add_argument("--host", action="store_true", help=tr(N_("judge this machine alone, as it is now")))
    _add_policy(added)
    added.set_defaults(can_replay=True)
    _add_machine(added, default=argparse.SUPPRESS)


def _add_report(commands: "_Commands[_Parser]") -> None:
    from app.cli.kept import report

    more = tr(N_("Text and JSON go to stdout, a PDF to the current folder, unless -o says otherwise."))
    added = _command(commands, "report", tr(N_("write the report on a kept assessment")), report, more=more)
    added.add_argument("id", metavar="ID", nargs="?", default="last", help=tr(N_("id, its beginning, or last")))
    added.add_argument("--format", choices=("pdf", "text", "json"), help=tr(N_("default: as FILE ends, else pdf")))
    added.add_argument("-o", "--output", metavar="FILE", help=tr(N_("write there; - is stdout")))
    _add_policy(added)


def _add_policy(added: _Parser) -> None:
    purpose = tr(N_("judge by a policy of your own: limits, rules switched off, answers (TOML)"))
    added.add_argument("--policy", metavar="FILE", help=purpose)


def _add_compare(commands: "_Commands[_Parser]") -> None:
    from app.cli.compare import compare

    more = tr(N_("It says whether the second is faster, slower, or not known to be either; judged on what was kept."))
    added = _command(commands, "compare", tr(N_("compare two kept measurements")), compare, more=more)
    added.add_argument("first", metavar="BEFORE", help=tr(N_("id, its beginning, or last")))
    added.add_argument("second", metavar="AFTER", help=tr(N_("id, its beginning, or last")))


def _add_advisors(commands: "_Commands[_Parser]") -> None:
    from app.cli import cas, spds

    spds.add(commands, _command)
    cas.add(commands, _command)


def _add_sweep(commands: "_Commands[_Parser]") -> None:
    from app.cli import sweep

    sweep.add(commands, _command)


def _add_history(commands: "_Commands[_Parser]") -> None:
    from app.cli import kept

    added = _command(commands, "history", tr(N_("list, show or delete what was kept")), kept.history)
    added.set_defaults(limit=100)
    actions = added.add_subparsers(metavar=tr(N_("action")))
    listed = _command(actions, "list", tr(N_("list the newest assessments (default)")), kept.history)
    listed.add_argument("--limit", type=count, default=100, help=tr(N_("how many (default: 100)")))
    shown = _command(actions, "show", tr(N_("show one assessment")), kept.show)
    shown.add_argument("id", metavar="ID", nargs="?", default="last")
    deleted = _command(actions, "delete", tr(N_("delete one assessment for good")), kept.delete)
    deleted.add_argument("id", metavar="ID")
    deleted.add_argument("--yes", action="store_true", help=tr(N_("do not ask; for scripts")))
