"""What-if arguments: what may be typed after ``headroom catalog``, ``whatif`` and ``recommend``."""

import argparse
import math
import re
from collections.abc import Callable
from typing import Any, Final

from app.i18n import tr
from sizing.i18n import N_
from sizing.units import GIB, MB, TIB
from sizing.workload import WORKLOADS

_SIZE: Final = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,3})?)([GT])(?:(i)?B)?", re.IGNORECASE)
_CLOUDS: Final = ("aws", "azure", "gcp", "all")
Adder = Callable[..., Any]


def add(commands: Any, command: Adder) -> None:  # noqa: ANN401 - argparse keeps the type of its actions to itself
    """Add the three commands to ``commands``, each made by ``command``."""
    _add_whatif(commands, command)
    _add_recommend(commands, command)
    _add_catalog(commands, command)


def _add_catalog(commands: Any, command: Adder) -> None:  # noqa: ANN401
    from app.cli import whatif

    added = command(
        commands, "catalog", tr(N_("list the clouds' machines and storage, or refresh them")), whatif.catalog_list
    )
    added.set_defaults(cloud=None, name=None, prices=None)
    actions = added.add_subparsers(metavar=tr(N_("action")))
    listed = command(
        actions, "list", tr(N_("say what is known, how old it is and where from (default)")), whatif.catalog_list
    )
    listed.add_argument("name", metavar="NAME", nargs="?", help=tr(N_("a machine or a type of storage")))
    listed.add_argument("--cloud", choices=_CLOUDS, default="all")
    _add_prices(listed)
    more = tr(
        N_(
            "FILE is what one of these printed: aws ec2 describe-instance-types --output json;"
            " az vm list-skus --all -o json; gcloud compute machine-types list --format json."
        )
    )
    imported = command(
        actions, "import", tr(N_("take over what a cloud's own tool printed")), whatif.catalog_import, more=more
    )
    imported.add_argument("file", metavar="FILE")
    imported.add_argument("--dry-run", action="store_true", help=tr(N_("say what would change; keep nothing")))


def _add_whatif(commands: Any, command: Adder) -> None:  # noqa: ANN401
    from app.cli.whatif import whatif

    more = tr(N_("Storage is given for each volume; cores are physical cores of one machine."))
    added = command(
        commands, "whatif", tr(N_("answer a scenario: demand, capacity, what limits, price")), whatif, more=more
    )
    added.add_argument("--cloud", choices=(*_CLOUDS[:3], "own"), help=tr(N_("own: a server of your own")))
    added.add_argument("--instance", metavar="NAME", help=tr(N_("machine, as the cloud names it")))
    added.add_argument("--volume", metavar="NAME", help=tr(N_("type of storage: gp3, io2, P50, ultra, pd-ssd, ...")))
    added.add_argument("--edition", metavar="DATE", help=tr(N_("an older edition of its figures")))
    added.add_argument("--count", type=_whole, default=1, help=tr(N_("volumes, striped (default: 1)")))
    added.add_argument("--size", type=size, metavar="SIZE", help=tr(N_("of each: 500G, 2T; powers of 1024")))
    added.add_argument("--iops", type=_number, help=tr(N_("bought for each")))
    added.add_argument("--rate", type=_rate, metavar="MB/S", help=tr(N_("bought for each, in MB/s (10^6)")))
    added.add_argument("--cores", type=_whole, help=tr(N_("those SAS may use (default: all)")))
    added.add_argument("--nodes", type=_whole, default=1, help=tr(N_("machines (default: 1)")))
    added.add_argument("--memory", type=size, metavar="SIZE", help=tr(N_("of a server of your own")))
    added.add_argument(
        "--adapter", type=_rate, metavar="MB/S", help=tr(N_("what the adapters of your own server carry"))
    )
    _add_work(added)
    added.add_argument("--writes", type=_number, default=0.0, help=tr(N_("requests a month that write, where billed")))
    added.add_argument("--reads", type=_number, default=0.0, help=tr(N_("requests a month that read, where billed")))
    added.add_argument("--measured", type=_rate, metavar="MB/S", help=tr(N_("what was measured there, in MB/s")))
    added.add_argument("--save", metavar="NAME", help=tr(N_("keep the scenario under this name")))
    added.add_argument("--scenario", metavar="NAME", help=tr(N_("answer a kept scenario again")))
    added.add_argument("--compare", metavar="NAME", nargs="+", help=tr(N_("set kept scenarios side by side")))
    added.add_argument("--commands", action="store_true", help=tr(N_("add commands to hand over; none is executed")))
    added.add_argument("--mount-point", metavar="PATH", default="/sasdata")


def _add_recommend(commands: Any, command: Adder) -> None:  # noqa: ANN401
    from app.cli.whatif import recommend

    more = tr(N_("Every machine is tried with every way to buy storage. Exit code 1: nothing meets the demand."))
    added = command(
        commands, "recommend", tr(N_("search for the cheapest machine and storage that hold")), recommend, more=more
    )
    added.add_argument("--cloud", choices=_CLOUDS, default="all", help=tr(N_("default: all")))
    added.add_argument("--cores", type=_whole, required=True, help=tr(N_("physical cores of each machine")))
    added.add_argument("--size", type=size, metavar="SIZE", required=True, help=tr(N_("of the libraries: 500G, 10T")))
    added.add_argument("--rate-per-core", type=_rate, metavar="MB/S", help=tr(N_("instead of --workload, in MB/s")))
    _add_work(added)
    added.add_argument("--nodes", type=_whole, default=1, help=tr(N_("machines (default: 1)")))
    added.add_argument("--shared", action="store_true", help=tr(N_("all machines must reach the same libraries")))
    added.add_argument("--memory-per-core", type=size, metavar="SIZE", default=8 * GIB, help=tr(N_("default: 8G")))
    added.add_argument(
        "--local", type=size, metavar="SIZE", default=0.0, help=tr(N_("WORK on disks inside the machine"))
    )
    added.add_argument("--current", action="store_true", help=tr(N_("leave out what the vendor calls previous")))
    added.add_argument("--all-cores", action="store_true", help=tr(N_("do not limit the cores of larger machines")))
    added.add_argument("--budget", type=_number, help=tr(N_("at most this a month")))
    added.add_argument("--limit", type=_whole, default=20, help=tr(N_("how many to list (default: 20)")))


def _add_work(added: argparse.ArgumentParser) -> None:
    added.add_argument(
        "--workload", choices=list(WORKLOADS), default="standard", help=tr(N_("100, 125 or 150 MB/s per core"))
    )
    added.add_argument("--core-price", type=_number, help=tr(N_("licence for a core and month")))
    _add_prices(added)


def _add_prices(added: argparse.ArgumentParser) -> None:
    added.add_argument("--prices", metavar="FILE", help=tr(N_("TOML file with prices of your own")))


def size(text: str) -> float:
    """Return the bytes that ``text`` means: ``"500G"``, ``"12.5TiB"``; G and T count in powers of 1024.

    Raises:
        ArgumentTypeError: it means none.
    """
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        raise argparse.ArgumentTypeError(tr(N_("{text} is no size; write 500G or 12.5T")).format(text=repr(text)))
    return float(found[1]) * (TIB if found[2].upper() == "T" else GIB)


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:9]) > 0 and len(text) < 6):
        raise argparse.ArgumentTypeError(tr(N_("{text} is no number from 1 on")).format(text=repr(text)))
    return int(text)


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= 1e12:
        raise argparse.ArgumentTypeError(tr(N_("{text} is no number from 0 on")).format(text=repr(text)))
    return value


def _rate(text: str) -> float:
    rate = _number(text) * MB
    if rate <= 0:
        raise argparse.ArgumentTypeError(tr(N_("{text} is no rate above 0")).format(text=repr(text)))
    return rate
