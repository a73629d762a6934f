"""CAS: the command that says in which format, over which path and on which storage tables should live."""

import argparse
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from app.cli.arguments import UsageError, count, size
from app.cli.terminal import Terminal
from app.errors import ExitCode
from app.i18n import tr
from sizing.i18n import N_

if TYPE_CHECKING:
    from sizing.cas.advice import TableAdvice
    from sizing.cas.cache import CacheNeed
    from sizing.cas.estimate import CasTable, Cluster

_TABLE: Final = re.compile(r"(?:([^=]{1,64})=)?(?:([0-9]{1,15})x([0-9]{1,9})|([0-9][0-9kmgtib ]*))", re.IGNORECASE)
_GIGABIT: Final = 125_000_000
"""Bytes in a gigabit."""


def add(commands: "argparse._SubParsersAction[Any]", command: Callable[..., argparse.ArgumentParser]) -> None:
    """Add ``cas`` to the command line."""
    purpose = tr(N_("estimate load and save times of CAS tables, and set minutes against money"))
    added = command(commands, "cas", purpose, cas, more=tr(N_("Without a table: the measurements all of it rests on.")))
    table = tr(N_("size as sas7bdat (29G) or rows x bytes of a row (576000x50000), with a name before it: sales=29G"))
    added.add_argument("tables", metavar="TABLE", nargs="*", help=table)
    added.add_argument("--storage", choices=("filestore", "gcs"), action="append", help=tr(N_("default: both")))
    added.add_argument("--workers", type=count, default=9, help=tr(N_("CAS workers (default: 9, as in the reference)")))
    for name in ("loads", "saves"):
        added.add_argument(f"--{name}", type=_whole, default=1, help=tr(N_("of each table in a day (default: 1)")))
    added.add_argument("--copies", type=_whole, default=0, help=tr(N_("replicas of each block (default: 0)")))
    added.add_argument("--filtered", action="store_true", help=tr(N_("loads take only some rows or columns")))
    for name in ("controller", "worker"):
        added.add_argument(f"--{name}-link", type=_positive, metavar="Gb/s", help=tr(N_("network link of each")))
    added.add_argument("--run", metavar="ID", help=tr(N_("a kept measurement of the storage: slower rates count")))
    added.add_argument("--stored", type=_positive, default=0.0, metavar="GB", help=tr(N_("GB kept in all (10^9)")))
    for name in ("class-a", "class-b"):
        added.add_argument(
            f"--{name}", type=_whole, default=1_000_000, help=tr(N_("operations a month (default: 1000000)"))
        )


def cas(options: argparse.Namespace, terminal: Terminal) -> int:
    """Advise on tables, or show the reference."""
    from app.cli.advice_pages import advice_page
    from app.presenters.cas import present_advice, present_reference
    from app.references import cas_reference
    from sizing.cas.advice import Habits, advise, trades
    from sizing.cas.reference import Storage

    reference = cas_reference()
    if not options.tables:
        terminal.document({"reference": reference})
        terminal.say(advice_page(present_reference(reference)))
        return ExitCode.PASSED
    try:
        habits = Habits(options.loads, options.saves, options.class_a, options.class_b, options.stored)
    except ValueError as error:
        raise UsageError(tr(N_("Tables must be loaded or saved: --loads and --saves are both 0."))) from error
    tables = [_table(text, number) for number, text in enumerate(options.tables, 1)]
    storages = [Storage(name) for name in dict.fromkeys(options.storage or ("filestore", "gcs"))]
    cluster = _cluster(options)
    advices = [advise(table, storages, cluster, habits, reference) for table in tables]
    traded = trades(advices, habits, reference)
    cache = _cache(options, advices)
    terminal.document(
        {"advice": advices, "trades": traded, "cache": cache, "cluster": cluster, "edition": reference.edition}
    )
    terminal.say(advice_page(present_advice(advices, traded, cache, options.workers, reference)))
    return ExitCode.PASSED


def _cache(options: argparse.Namespace, advices: "list[TableAdvice]") -> "CacheNeed":
    """Return the disk cache for the fastest way of each table."""
    from app.references import cas_reference
    from sizing.cas.cache import cache_need

    loads = [
        (a.table, a.choices[0].load.format, a.choices[0].load.access)
        for a in advices
        if a.choices and a.choices[0].load
    ]
    return cache_need(loads, options.workers, cas_reference(), copies=options.copies, filtered=options.filtered)


def _cluster(options: argparse.Namespace) -> "Cluster":
    from sizing.cas.estimate import Cluster

    read = write = None
    if options.run:
        from app.history.store import open_store
        from sizing.plan import PhaseKind

        with open_store() as store:
            measurement = store.load(options.run).measurement
        figures = {figure.phase: figure.strict_total for figure in measurement.figures} if measurement else {}
        read, write = figures.get(PhaseKind.READ) or None, figures.get(PhaseKind.WRITE) or None
        if read is None and write is None:
            raise UsageError(tr(N_("The assessment {id} holds no measured rate.")).format(id=options.run))
    controller, worker = (link and link * _GIGABIT for link in (options.controller_link, options.worker_link))
    return Cluster(options.workers, controller, worker, read, write)


def _table(text: str, number: int) -> "CasTable":
    from sizing.cas.estimate import CasTable, table_of

    found = _TABLE.fullmatch(text)
    name = (found and found[1]) or tr(N_("table {number}")).format(number=number)
    wrong = UsageError(tr(N_("{text} is no table; write sales=29G or sales=576000x50000.")).format(text=repr(text)))
    if found is None:
        raise wrong
    try:
        return table_of(name, int(found[2]), int(found[3])) if found[2] else CasTable(name, size(found[4]))
    except (ValueError, argparse.ArgumentTypeError) as error:
        raise wrong from error


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 13):
        raise argparse.ArgumentTypeError(tr(N_("{text} is no whole number")).format(text=repr(text)))
    return int(text)


def _positive(text: str) -> float:
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,6})?", text, re.ASCII) is None or not float(text) > 0:
        raise argparse.ArgumentTypeError(tr(N_("{text} is no number above 0")).format(text=repr(text)))
    return float(text)
