"""Audit: the command that verifies parameter files of SPD Server, and the partitions that are there."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.terminal import Terminal
from app.errors import ExitCode

if TYPE_CHECKING:
    from sizing.host import Host
    from sizing.spds.components import Spread
    from sizing.spds.layout import Version
    from sizing.spds.parmfile import Libnames, ListedPath


def verify(options: argparse.Namespace, terminal: Terminal) -> int:
    """Check parameter files and the places they name, and measure the skew of the partitions that are there."""
    from app.detection import detect
    from sizing.spds.layout import Version

    host = detect()
    version = {"4": Version.V4, "5": Version.V5}.get(options.release)
    folders = [str(Path(place).absolute()) for place in options.places if Path(place).is_dir()]
    documents, failed = [], False
    for file in (place for place in options.places if not Path(place).is_dir()):
        document, is_bad = _file(file, version, host, terminal)
        documents.append(document)
        failed = failed or is_bad
    if folders:
        documents.append(_trees(folders, host, terminal))
    terminal.document({"verified": documents})
    return ExitCode.RULE_FAILED if failed else ExitCode.PASSED


def _file(file: str, version: "Version | None", host: "Host", terminal: Terminal) -> tuple[dict[str, object], bool]:
    from app.cli.advice_pages import advice_page
    from app.domains import look
    from app.presenters.spds import fault_text, present_faults
    from sizing.rules import Severity
    from sizing.spds.audit import audit, layouts

    parsed, paths = _parsed(file, version)
    facts = look((path.path for path in paths), host)
    faults = sorted((*parsed.faults, *audit(paths, facts)), key=lambda fault: (fault.line, fault.column))
    spreads = _spreads(parsed, host)
    terminal.say(advice_page(present_faults(file, len(parsed.statements), faults, spreads)))
    said = [{"fault": fault, "severity": fault.severity, "text": fault_text(fault)} for fault in faults]
    document = {"file": file, "domains": parsed.domains, "layouts": layouts(paths, facts)}
    is_bad = any(fault.severity is Severity.MUST for fault in faults)
    return {**document, "faults": said, "spreads": dict(spreads)}, is_bad


def _parsed(file: str, version: "Version | None") -> tuple["Libnames", tuple["ListedPath", ...]]:
    """Return what a file says; one whose name says so is a spdsserv.parm, of which WORKPATH is looked at."""
    from app.domains import read_parm
    from sizing.spds.parmfile import Libnames, parse_libnames, parse_server

    text = read_parm(file)
    if "spdsserv" in Path(file).name.lower():
        server = parse_server(text)
        return Libnames((), server.faults), server.work
    parsed = parse_libnames(text, version)
    return parsed, parsed.paths


def _spreads(parsed: "Libnames", host: "Host") -> list[tuple[str, "Spread"]]:
    """Return how the partitions of each domain lie that has any."""
    from app.domains import walk
    from sizing.spds.components import spread_of
    from sizing.spds.parmfile import Area

    found = []
    for statement in parsed.statements:
        listed = [path.path for path in statement.paths if path.area is Area.DATA]
        tree = walk(listed or [path for path in (statement.domain.primary,) if path], host)
        if tree.partitions:
            found.append((statement.domain.name, spread_of(tree.partitions, tree.places)))
    return found


def _trees(folders: list[str], host: "Host", terminal: Terminal) -> dict[str, object]:
    from app.cli.advice_pages import advice_page
    from app.domains import walk
    from app.presenters.spds import present_tree
    from sizing.spds.components import spread_of

    tree = walk(folders, host)
    spread = spread_of(tree.partitions, tree.places)
    terminal.say(advice_page(present_tree(folders, spread, tree.unread)))
    places = dict(zip(tree.folders, tree.places, strict=True))
    return {"folders": folders, "places": places, "spread": spread, "unread": tree.unread}
