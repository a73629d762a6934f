"""SPDS: the commands that design, simulate and generate layouts of SPD Server."""

import argparse
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from app.cli.arguments import UsageError, count, folder, size
from app.cli.terminal import Terminal
from app.errors import ExitCode
from app.i18n import tr
from sizing.i18n import N_

if TYPE_CHECKING:
    from app.presenters.advice import AdviceView
    from app.presenters.spds import Sized
    from sizing.spds.design import Design
    from sizing.spds.layout import Pattern, Start, Version
    from sizing.spds.parmfile import Domain
    from sizing.spds.placement import Table

_TABLES = re.compile(r"(?:([0-9]{1,6})x)?([0-9][0-9kmgtib]*)(?:\+([0-9][0-9kmgtib]*))?", re.IGNORECASE)
_MOST = 1_000_000
_T = TypeVar("_T")


def add(commands: "argparse._SubParsersAction[Any]", command: Callable[..., argparse.ArgumentParser]) -> None:
    """Add ``spds`` and its actions to the command line."""
    from app.cli.audit import verify

    group = commands.add_parser("spds", help=tr(N_("lay out, simulate and verify domains of SPD Server")))
    actions = group.add_subparsers(metavar=tr(N_("action")), required=True)
    _add_design(command(actions, "design", tr(N_("propose a domain on file systems, or pools of bare disks")), design))
    _add_simulate(command(actions, "simulate", tr(N_("show where partitions go, layout by layout")), simulate))
    _add_generate(command(actions, "generate", tr(N_("write the parameter files and a script as text")), generate))
    purpose = tr(N_("check a libnames.parm or spdsserv.parm, or the .dpf files below folders"))
    verified = command(actions, "verify", purpose, verify, more=tr(N_("No file of a domain is opened.")))
    verified.add_argument("places", metavar="FILE|FOLDER", nargs="+", type=folder)
    _add_release(verified)


def design(options: argparse.Namespace, terminal: Terminal) -> int:
    """Propose a domain on the file systems of a machine, or pools of bare disks."""
    if options.disks:
        return _pools(options, terminal)
    from app.detection import detect
    from app.presenters.spds import present_design
    from sizing.spds.design import Wishes, places_of
    from sizing.spds.design import design as designed

    version, start = _release(options), _start(options)
    if not options.volumes or options.domain is None:
        raise UsageError(tr(N_("Name the domain and its file systems with --volume, or bare disks with --disks.")))
    host = detect(machine=options.machine)
    wishes = Wishes(options.domain, version, _pattern(options), start, options.index, options.work, options.owner)
    found = _told(lambda: designed(places_of(host, options.volumes), wishes))
    sized = _sized(options, found)
    texts = _texts(found.domain, found.work, version, start, options.account, None)
    terminal.document({"design": found, "sized": sized, "texts": texts})
    _say(terminal, present_design(found, sized), texts)
    return ExitCode.PASSED


def simulate(options: argparse.Namespace, terminal: Terminal) -> int:
    """Compare the layouts for tables of given sizes."""
    from app.presenters.spds import present_comparison
    from sizing.spds.comparison import compare
    from sizing.spds.layout import Pattern, usual_start
    from sizing.spds.placement import Case
    from sizing.units import MB

    tables = [table for text in options.tables for table in _tables(text, options.partition_size)]
    n = options.file_systems
    if len(tables) > _MOST or n > 1024 or options.moments > 1000 or len(tables) * options.moments > 10 * _MOST:
        raise UsageError(
            tr(N_("This is more than can be simulated: a million tables, 1,024 file systems, 1,000 moments."))
        )
    rates = [rate * MB for rate in _each(options.rate, n, 100)]
    room = _each(options.room, n, 0) if options.room else None
    start = _start(options) or usual_start(_release(options))
    case = Case(tables, n, Pattern.SINGLE, start, options.moments, room, options.seed)
    found = compare(case, rates)
    terminal.document({"start": start, "comparison": found})
    _say(terminal, present_comparison(found), {})
    return ExitCode.PASSED


def generate(options: argparse.Namespace, terminal: Terminal) -> int:
    """Write parameter files and script for paths that are given."""
    from sizing.spds.layout import data_paths
    from sizing.spds.parmfile import Domain

    pattern = _pattern(options)
    data = tuple(options.data)
    if pattern is not None and data:
        data = data_paths(pattern, data, options.domain)
    domain = Domain(options.domain, options.primary, tuple(options.meta), data, tuple(options.index), options.owner)
    version = _release(options)
    texts = _texts(domain, tuple(options.work), version, _start(options), options.account, options.min_partition_size)
    terminal.document({"domain": domain, "texts": texts})
    _say(terminal, None, texts)
    return ExitCode.PASSED


def _pools(options: argparse.Namespace, terminal: Terminal) -> int:
    from app.presenters.spds import present_pools
    from sizing.spds.pools import box, make_pools

    found = re.fullmatch(r"([1-9][0-9]{0,2})x([1-9][0-9]{0,3})", options.disks)
    if found is None:
        raise UsageError(tr(N_("Write --disks as controllers x disks of each, such as 6x8.")))
    pools = _told(lambda: make_pools(box(int(found[1]), int(found[2])), options.pools, options.spares))
    terminal.document({"pools": pools})
    _say(terminal, present_pools(pools), {})
    return ExitCode.PASSED


def _texts(
    domain: "Domain",
    work: tuple[str, ...],
    version: "Version",
    start: "Start | None",
    account: str,
    smallest: int | None,
) -> dict[str, str]:
    from sizing.spds.generation import Server, check_apart, directories, libnames_text, script_text, server_text

    paths = (*directories(domain), *work)
    _told(lambda: check_apart(paths))
    server = Server(version, work, smallest, start)
    return {
        "libnames.parm": _told(lambda: libnames_text([domain], version)),
        "spdsserv.parm": _told(lambda: server_text(server)),
        "directories.sh": _told(lambda: script_text(paths, account)),
    }


def _sized(options: argparse.Namespace, found: "Design") -> "Sized | None":
    """Return PARTSIZE for the largest table, where its size was given, and what stands in its way on this machine."""
    from app.domains import file_size_limit, open_file_limit
    from app.presenters.spds import Sized
    from sizing.spds.layout import open_files, partition_size, partitions
    from sizing.spds.parmfile import Area

    if options.rows is None or options.row_bytes is None:
        return None
    partition = partition_size(options.rows, options.row_bytes, len(found.of(Area.DATA)))
    each = partitions(options.rows * options.row_bytes, partition)
    files = open_files(options.tables, each, options.indexes, options.users)
    if options.machine is not None:
        return Sized(partition, files)
    return Sized(partition, files, open_file_limit(), file_size_limit())


def _tables(text: str, partition: int) -> list["Table"]:
    from sizing.spds.placement import Table

    found = _TABLES.fullmatch(text)
    if found is None or not 0 < int(found[1] or 1) <= _MOST:
        raise UsageError(tr(N_("{text} is no set of tables; write 100x8G or 100x8G+1G.")).format(text=repr(text)))
    try:
        table = Table(size(found[2]), partition, size(found[3]) if found[3] else 0)
    except (argparse.ArgumentTypeError, ValueError) as error:
        raise UsageError(str(error)) from error
    return [table] * int(found[1] or 1)


def _each(values: list[int] | None, n: int, default: int) -> list[int]:
    """Return one value for each file system; a single one holds for all."""
    given = values or [default]
    if len(given) not in (1, n):
        raise UsageError(tr(N_("Give one figure for all file systems, or one for each.")))
    return given * n if len(given) == 1 else given


def _told(work: Callable[[], _T]) -> _T:
    """Return what ``work`` returns; what cannot be done is wrong usage."""
    try:
        return work()
    except ValueError as error:
        raise UsageError(tr(N_("This cannot be done: {reason}.")).format(reason=error)) from error


def _release(options: argparse.Namespace) -> "Version":
    from sizing.spds.layout import Version

    return Version.V4 if options.release == "4" else Version.V5


def _start(options: argparse.Namespace) -> "Start | None":
    from sizing.spds.layout import Start

    return Start(options.start) if options.start else None


def _pattern(options: argparse.Namespace) -> "Pattern | None":
    from sizing.spds.layout import Pattern

    return Pattern(options.pattern) if options.pattern else None


def _say(terminal: Terminal, view: "AdviceView | None", texts: dict[str, str]) -> None:
    from app.cli.advice_pages import advice_page

    if view is not None:
        terminal.say(advice_page(view))
    for name, text in texts.items():
        terminal.say(f"\n--- {name}\n{text.rstrip()}")


def _add_release(added: argparse.ArgumentParser) -> None:
    added.add_argument("--release", choices=("4", "5"), help=tr(N_("generation of SPD Server (default: 5)")))


def _add_layout(added: argparse.ArgumentParser) -> None:
    _add_release(added)
    patterns = ("single", "sequential", "zigzag")
    added.add_argument(
        "--pattern", choices=patterns, help=tr(N_("order of DATAPATH (default: what the start calls for)"))
    )
    added.add_argument(
        "--start", choices=("fixed", "random"), help=tr(N_("where tables start (default: the release's)"))
    )
    added.add_argument("--owner", default="", help=tr(N_("OWNER of the domain")))
    added.add_argument("--account", default="spds", help=tr(N_("account the server runs as (default: spds)")))


def _add_design(added: argparse.ArgumentParser) -> None:
    added.set_defaults(can_replay=True)
    added.add_argument("domain", metavar="DOMAIN", nargs="?")
    added.add_argument(
        "--volume", dest="volumes", metavar="MOUNT", action="append", help=tr(N_("a file system to use"))
    )
    added.add_argument("--disks", metavar="CxN", help=tr(N_("pools of bare disks: controllers x disks of each")))
    added.add_argument("--pools", type=count, help=tr(N_("how many pools (default: as many as possible)")))
    added.add_argument(
        "--spares", type=int, choices=range(1000), metavar="N", default=1, help=tr(N_("spare disks at least"))
    )
    added.add_argument("--index", type=count, default=1, help=tr(N_("file systems for indexes (default: 1)")))
    added.add_argument("--work", type=count, default=1, help=tr(N_("file systems for work (default: 1)")))
    added.add_argument("--rows", type=_number, help=tr(N_("rows of the largest table")))
    added.add_argument("--row-bytes", type=_number, help=tr(N_("bytes of one of its rows")))
    for name in ("tables", "users"):
        added.add_argument(
            f"--{name}", type=count, default=1, help=tr(N_("open at once, for the number of open files"))
        )
    added.add_argument("--indexes", type=int, choices=range(1000), metavar="N", default=0, help=tr(N_("of each table")))
    _add_layout(added)


def _add_simulate(added: argparse.ArgumentParser) -> None:
    purpose = tr(N_("tables: count x size, with what each grows by: 100x8G+1G"))
    added.add_argument("tables", metavar="TABLES", nargs="+", help=purpose)
    added.add_argument("--file-systems", type=count, required=True, metavar="N")
    added.add_argument("--partition-size", type=size, default="128M", metavar="SIZE", help=tr(N_("default: 128M")))
    added.add_argument(
        "--moments", type=count, default=1, help=tr(N_("moments in time; tables grow from each to the next"))
    )
    added.add_argument(
        "--start", choices=("fixed", "random"), help=tr(N_("where tables start (default: the release's)"))
    )
    added.add_argument("--seed", type=_number, default=1, help=tr(N_("which of the many random starts")))
    added.add_argument(
        "--room", type=size, nargs="+", metavar="SIZE", help=tr(N_("free space: of each, or of every one"))
    )
    added.add_argument(
        "--rate", type=count, nargs="+", metavar="MB/s", help=tr(N_("MB/s (10^6) of each (default: 100)"))
    )
    _add_release(added)


def _add_generate(added: argparse.ArgumentParser) -> None:
    added.add_argument("domain", metavar="DOMAIN")
    added.add_argument("--primary", required=True, metavar="PATH", help="PATHNAME")
    for name in ("meta", "data", "index", "work"):
        added.add_argument(f"--{name}", action="append", default=[], metavar="PATH", help=f"{name.upper()}PATH")
    added.add_argument("--min-partition-size", type=size, metavar="SIZE", help="MINPARTSIZE")
    _add_layout(added)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 16 and int(text) > 0):
        raise argparse.ArgumentTypeError(tr(N_("{text} is no number above 0")).format(text=repr(text)))
    return int(text)
