"""Generation: the text of parameter files and of the script that makes their directories (SPD-001 to SPD-009)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from shlex import quote

from sizing.spds.layout import Start, Version
from sizing.spds.parmfile import Area, Domain, is_name, is_path
from sizing.units import MIB

_FORBIDDEN = frozenset("'\"();=")


@dataclass(frozen=True, slots=True)
class Server:
    """What spdsserv.parm says of layouts: WORKPATH, MINPARTSIZE in bytes, and where tables start."""

    version: Version
    work: tuple[str, ...] = ()
    smallest_partition: int | None = None
    start: Start | None = None
    """``None`` leaves it at what the version does by itself."""


def libnames_text(domains: Sequence[Domain], version: Version) -> str:
    """Return a libnames.parm with one statement a domain, which only the server's administrator can change (ROPTIONS).

    Raises:
        ValueError: a name or path cannot be written, or is used twice.
    """
    for domain in domains:
        _check(domain)
    if len({domain.name.upper() for domain in domains}) < len(domains):
        raise ValueError("two domains have one name")
    check_apart(path for domain in domains for path in directories(domain))
    return "\n".join(_statement(domain, version) for domain in domains)


def server_text(server: Server) -> str:
    """Return the lines of spdsserv.parm; WORKPATH stands here because in a domain it would hold for all (SPD-007).

    Raises:
        ValueError: a path cannot be written, or the version does not know the choice of a start.
    """
    lines = []
    for path in server.work:
        _check_path(path)
    if server.work:
        lines.append(f"WORKPATH={_listing(server.work, 10)};")
    if server.smallest_partition is not None:
        if server.smallest_partition < MIB or server.smallest_partition % MIB:
            raise ValueError("MINPARTSIZE must be whole MiB")
        lines.append(f"MINPARTSIZE={server.smallest_partition // MIB}M;")
    if server.start is not None and server.version is Version.V5:
        lines.append(f"{'NO' if server.start is Start.FIXED else ''}RANDOMPLACEDPF;")
    elif server.start is Start.RANDOM:
        raise ValueError("4.x always starts at the first path")
    return "".join(f"{line}\n" for line in lines)


def script_text(paths: Iterable[str], account: str, group: str = "") -> str:
    """Return a shell script that makes the directories and gives them to the server's account (SPD-009).

    Raises:
        ValueError: a path or name cannot be written.
    """
    for name in filter(None, (account, group)):
        if not name.replace("-", "").replace("_", "").replace(".", "").isalnum() or name.startswith("-"):
            raise ValueError("the name of an account holds letters, digits, dots, dashes and underscores")
    owner = f"{account}:{group}" if group else account
    lines = ["#!/bin/sh", "set -eu"]
    for path in dict.fromkeys(paths):
        _check_path(path)
        lines += [f"mkdir -p -- {quote(path)}", f"chown -- {quote(owner)} {quote(path)}", f"chmod 770 -- {quote(path)}"]
    return "".join(f"{line}\n" for line in lines)


def directories(domain: Domain) -> tuple[str, ...]:
    """Return every directory of ``domain``, the primary one first."""
    return (domain.primary, *domain.meta, *domain.data, *domain.index)


def check_apart(paths: Iterable[str]) -> None:
    """Refuse directories of which one is another or lies in it (SPD-005).

    Raises:
        ValueError: they do.
    """
    listed = sorted(path.rstrip("/") + "/" for path in paths)
    for before, after in pairwise(listed):
        if after.startswith(before):
            raise ValueError(f"{after.rstrip('/')} is listed twice or lies in {before.rstrip('/')}")


def _statement(domain: Domain, version: Version) -> str:
    areas = ((Area.META, domain.meta), (Area.DATA, domain.data), (Area.INDEX, domain.index))
    key, equals = ("LIBNAME", str.upper) if version is Version.V4 else ("libname", str.lower)
    lists = [f"{equals(area.value)}={_listing(paths, 16 + len(area.value))}" for area, paths in areas if paths]
    lines = [f"{key}={domain.name} {equals('PATHNAME')}={domain.primary}"]
    if lists:
        lines.append(f'    {equals("ROPTIONS")}="' + ("\n" + " " * 14).join(lists) + '"')
    if domain.owner:
        lines.append(f"    {equals('OWNER')}={domain.owner}")
    return "\n".join(lines) + ";\n"


def _listing(paths: Sequence[str], indent: int) -> str:
    return "(" + ("\n" + " " * indent).join(f"'{path}'" for path in paths) + ")"


def _check(domain: Domain) -> None:
    if not is_name(domain.name):
        raise ValueError(f"{domain.name} is no name of a domain: a letter or underscore, at most 8 characters")
    if domain.owner and not domain.owner.isalnum():
        raise ValueError("the owner must consist of letters and digits")
    for path in directories(domain):
        _check_path(path)


def _check_path(path: str) -> None:
    if not is_path(path) or _FORBIDDEN & set(path) or path.split() != [path]:
        raise ValueError(f"{path!r} cannot stand in a parameter file: absolute, without blanks, quotes or parentheses")
