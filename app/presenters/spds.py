"""SPDS: layouts of SPD Server, what they do to tables and what is wrong with them, in words and numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.i18n import tr
from app.presenters.advice import AdviceView
from app.presenters.view import Column, Line, Table
from sizing.i18n import N_
from sizing.rules import Severity
from sizing.spds.comparison import Advice, Comparison, Outcome
from sizing.spds.components import Spread
from sizing.spds.design import Design, Remark
from sizing.spds.fault import Fault, FaultKind
from sizing.spds.layout import Pattern
from sizing.spds.parmfile import Area
from sizing.spds.pools import Disk, Pools
from sizing.spds.skew import Skew
from sizing.units import rate_text, size_text

_BAR: Final = 40
"""Characters of the longest bar."""
_MOST_FAULTS: Final = 200
"""Faults told as text: nobody reads more."""

PATTERNS: Final = {
    Pattern.SINGLE: N_("single"),
    Pattern.SEQUENTIAL: N_("sequential"),
    Pattern.ZIGZAG: N_("zigzag"),
}
_AREAS: Final = {
    Area.PRIMARY: N_("Primary path"),
    Area.META: N_("Metadata overflow"),
    Area.DATA: N_("Data"),
    Area.INDEX: N_("Index"),
    Area.WORK: N_("Work"),
}
_FAULTS: Final = {
    FaultKind.NOT_TEXT: N_("Here is something that is no UTF-8 text."),
    FaultKind.UNCLOSED_QUOTE: N_("The quote that begins here is not closed before the next semicolon: {subject}"),
    FaultKind.UNCLOSED_COMMENT: N_("The comment that begins here has no end."),
    FaultKind.UNCLOSED_PARENTHESIS: N_("The list of {subject} that begins here has no closing parenthesis."),
    FaultKind.UNFINISHED: N_("The statement that begins here has no final semicolon."),
    FaultKind.UNEXPECTED: N_("This makes no sense here: {subject}"),
    FaultKind.GIVEN_UP: N_("From here on the file was not read: there are too many faults."),
    FaultKind.TWICE: N_("{subject} is given twice for the domain {other}."),
    FaultKind.UNKNOWN_OPTION: N_("{subject} is no known option here (domain {other})."),
    FaultKind.STRAY_SEMICOLON: N_("A semicolon before {subject} ends the domain {other} too early."),
    FaultKind.NO_PRIMARY: N_("The domain {subject} has no PATHNAME."),
    FaultKind.BAD_NAME: N_("{subject} is no name of a domain: a letter or underscore first, 8 characters at most."),
    FaultKind.DUPLICATE_NAME: N_("There are two domains called {subject}."),
    FaultKind.BOTH_OPTIONS: N_("{subject} stands here and {other} above: a file may use one of them only."),
    FaultKind.OPTIONS_IN_5: N_("Version 5 takes the paths of the domain {subject} in ROPTIONS, not in OPTIONS."),
    FaultKind.BACKUP_IN_4: N_("Version 4 does not know BACKUP (domain {subject})."),
    FaultKind.WORK_IN_DOMAIN: N_(
        "WORKPATH in the domain {subject} holds for the whole server: move it to spdsserv.parm."
    ),
    FaultKind.UNUSABLE_PATH: N_("This is no absolute path: {subject}"),
    FaultKind.DUPLICATE_PATH: N_("{subject} and {other} are one directory: each path may be used once."),
    FaultKind.NESTED_PATH: N_("{subject} lies inside {other}."),
    FaultKind.SHARED_DEVICE: N_("{subject} is on the same disks as {other}: the second path brings no bandwidth."),
    FaultKind.AREAS_SHARE_DEVICE: N_("{subject} shares disks with {other}, which serves another purpose."),
    FaultKind.MISSING: N_("{subject} does not exist; the server needs it before it starts."),
    FaultKind.NOT_A_DIRECTORY: N_("{subject} is no directory."),
    FaultKind.NOT_WRITABLE: N_("{subject} may be written to by nobody."),
    FaultKind.NOT_READABLE: N_("{subject} could not be looked at with the rights of this user."),
    FaultKind.NOT_ANSWERING: N_("The file system of {subject} does not answer."),
    FaultKind.NETWORK: N_("{subject} is on a network file system ({other}); only the primary path may be."),
    FaultKind.FUSE: N_("{subject} is on a FUSE file system ({other}), which cannot carry a domain."),
    FaultKind.MEMORY: N_("{subject} is in memory ({other}): its files are gone after a restart."),
    FaultKind.PRIMARY_FILLING: N_("The primary path {subject} is {other} full: when it is, no new table can be made."),
}
_ADVICE: Final = {
    Advice.ZIGZAG_EVENS: N_("Zigzag evens the load: all tables start at the first path, and their sizes differ."),
    Advice.ZIGZAG_CHANGES_NOTHING: N_("Zigzag does not make the expected load of these tables more even."),
    Advice.RANDOM_IS_EVEN: N_("Tables start at a random path, so that either list is even on average."),
    Advice.ZIGZAG_NARROWS_SCANS: N_(
        "Zigzag slows scans down here: a table that starts near a turn has neighbours on one file system."
    ),
    Advice.SMALL_TABLES: N_(
        "Tables of fewer partitions than file systems: {count}. No order spreads them while they all start at the "
        "first path; smaller partitions or random starts do."
    ),
    Advice.FILLS_UP: N_("A file system fills up; what comes after goes to fewer file systems."),
    Advice.DOES_NOT_FIT: N_("Not everything fits: some partitions found no file system with room."),
}
_REMARKS: Final = {
    Remark.ALL_ON_ONE: N_("There is one group of disks: everything competes for it."),
    Remark.AREAS_SHARE: N_("There are too few groups of disks: some areas share one."),
    Remark.ONE_DATA: N_("One file system is left for data: tables are not read in parallel."),
    Remark.META_ELSEWHERE: N_(
        "METAPATH lies on another area's file system, so that it helps when the primary path is full. New tables still "
        "need room in the primary path: watch it from 80 % on."
    ),
    Remark.NO_META: N_("There is no second file system for METAPATH: when the primary path is full, nothing helps."),
    Remark.START_DECIDES: N_(
        "Zigzag evens tables that all start at the first path (4.x, NORANDOMPLACEDPF); with the random starts of 5.x "
        "it brings nothing."
    ),
    Remark.NETWORK_LEFT_OUT: N_(
        "File systems that are not local were left out; a network one may hold the primary path."
    ),
    Remark.DISKS_UNKNOWN: N_("The disks behind a file system are unknown: check that they are its own."),
}


@dataclass(frozen=True, slots=True)
class Sized:
    """PARTSIZE for the largest table, the files open with it, and the limits of a process; sizes in bytes."""

    partition: int
    open_files: int
    open_file_limit: int | None = None
    file_size_limit: int | None = None


def fault_text(fault: Fault) -> str:
    """Return a fault in words, with its place where a file says it."""
    words = tr(_FAULTS[fault.kind]).format(subject=fault.subject, other=fault.other)
    if not fault.line:
        return words
    return tr(N_("line {line}, column {column}: {words}")).format(line=fault.line, column=fault.column, words=words)


def present_faults(
    place: str, domains: int, faults: Sequence[Fault], spreads: Sequence[tuple[str, Spread]]
) -> AdviceView:
    """Return what was found in a parameter file and at its paths."""
    must = sum(fault.severity is Severity.MUST for fault in faults)
    headline = tr(N_("{place}: domains: {domains}; must be mended: {must}; should be: {should}")).format(
        place=place, domains=domains, must=must, should=len(faults) - must
    )
    tables = tuple(_spread(name, spread) for name, spread in spreads)
    notes = [fault_text(fault) for fault in faults[:_MOST_FAULTS]]
    if len(faults) > _MOST_FAULTS:
        notes.append(tr(N_("And {count} more; --json lists them all.")).format(count=len(faults) - _MOST_FAULTS))
    return AdviceView(headline, tables=tables, notes=tuple(notes))


def present_tree(folders: Sequence[str], spread: Spread, unread: Sequence[str]) -> AdviceView:
    """Return how the partitions below some folders lie."""
    notes = tuple(tr(N_("Not read: {folder}")).format(folder=folder) for folder in unread)
    if not sum(spread.partitions):
        return AdviceView(tr(N_("No data partitions (.dpf) were found.")), notes=notes)
    headline = tr(N_("Data partitions below {folders}")).format(folders=", ".join(folders))
    return AdviceView(headline, tables=(_spread(tr(N_("all folders")), spread),), notes=notes)


def present_comparison(found: Comparison) -> AdviceView:
    """Return the three layouts side by side, the fill of each file system as bars, and the advice."""
    notes = tuple(tr(_ADVICE[advice]).format(count=found.small_tables) for advice in found.advice)
    headline = tr(N_("Take the {pattern} layout.")).format(pattern=tr(PATTERNS[found.best]))
    bars = tuple(line for outcome in found.outcomes for line in _bars(outcome))
    return AdviceView(headline, tables=(_compared(found),), bars=bars, notes=notes)


def present_design(found: Design, sized: Sized | None) -> AdviceView:
    """Return a proposed domain, and what its largest table does to it where that is known."""
    lines = [Line(tr(_AREAS[area]), _points(found, area)) for area in _AREAS]
    lines.append(Line(tr(N_("Layout")), tr(PATTERNS[found.pattern])))
    primary = found.of(Area.PRIMARY)[0]
    lines.append(Line(tr(N_("Free on the primary path")), size_text(primary.free_bytes)))
    notes = [tr(_REMARKS[remark]) for remark in found.remarks]
    if sized:
        lines += [
            Line("PARTSIZE", size_text(sized.partition)),
            Line(tr(N_("Open files at most")), str(sized.open_files)),
        ]
        notes += _limits(sized)
    headline = tr(N_("Domain {name}")).format(name=found.domain.name)
    return AdviceView(headline, tuple(lines), notes=tuple(notes))


def _limits(sized: Sized) -> list[str]:
    """Return what the limits of this user's processes are in the way of; the server's account may have others."""
    notes = []
    if sized.open_file_limit is not None and sized.open_files > sized.open_file_limit:
        notes.append(
            tr(N_("A process of this user may open {limit} files only: raise nofile for the server's account.")).format(
                limit=sized.open_file_limit
            )
        )
    if sized.file_size_limit is not None and sized.partition > sized.file_size_limit:
        notes.append(
            tr(
                N_("A file of this user may have {limit} only: partitions end there; set ulimit -f to unlimited.")
            ).format(limit=size_text(sized.file_size_limit))
        )
    return notes


def present_pools(found: Pools) -> AdviceView:
    """Return the jobs of bare disks."""
    rows = [(tr(N_("system mirror")), *_disks(found.root)), (tr(N_("spares")), *_disks(found.spares))]
    rows += [(tr(N_("pool {number}")).format(number=number), *_disks(pool)) for number, pool in enumerate(found.pools)]
    columns = (Column(tr(N_("Job"))), Column(tr(N_("Count")), is_number=True), Column(tr(N_("Disks"))))
    headline = tr(N_("{pools} pools with {each} of each controller's disks in every pool")).format(
        pools=len(found.pools), each=found.per_controller
    )
    return AdviceView(headline, tables=(Table(columns, tuple(rows)),))


def skew_text(skew: Skew | None) -> tuple[str, str]:
    """Return the fullest against the mean, and Gini's coefficient."""
    return (f"{skew.over_mean:.2f}", f"{skew.gini:.3f}") if skew else ("", "")


def _disks(disks: Sequence[Disk]) -> tuple[str, str]:
    return str(len(disks)), " ".join(disk.name for disk in disks)


def _points(found: Design, area: Area) -> str:
    return " ".join(place.mount_point for place in found.of(area)) or tr(N_("none"))


def _compared(found: Comparison) -> Table:
    numbers = (
        N_("Expected: fullest / mean"),
        N_("Gini"),
        N_("In the end: fullest / mean"),
        N_("Gini"),
        N_("Scan"),
        N_("Not placed"),
    )
    columns = (Column(tr(N_("Layout"))), *(Column(tr(title), is_number=True) for title in numbers))
    return Table(columns, tuple(_outcome(outcome) for outcome in found.outcomes))


def _outcome(found: Outcome) -> tuple[str, ...]:
    return (
        tr(PATTERNS[found.pattern]),
        *skew_text(found.expected_skew),
        *skew_text(found.skew),
        rate_text(found.rate),
        str(found.frames[-1].unplaced),
    )


def _bars(found: Outcome) -> list[str]:
    """Return the last frame as one bar a file system."""
    held = found.frames[-1].partitions
    most = max(held, default=0) or 1
    width = len(str(most))
    title = tr(N_("Partitions, {pattern}")).format(pattern=tr(PATTERNS[found.pattern]))
    return [title, *(f"{n:3d} {count:{width}d} {'#' * round(_BAR * count / most)}" for n, count in enumerate(held))]


def _spread(name: str, spread: Spread) -> Table:
    over, gini = skew_text(spread.skew)
    title = tr(N_("{name}: tables {tables}, fullest / mean {over}, Gini {gini}")).format(
        name=name, tables=spread.tables, over=over, gini=gini
    )
    columns = (Column(title), Column(tr(N_("Partitions")), is_number=True), Column(tr(N_("Size")), is_number=True))
    rows = tuple(
        (tr(N_("file system {number}")).format(number=number), str(count), size_text(size))
        for number, (count, size) in enumerate(zip(spread.partitions, spread.bytes, strict=True))
    )
    return Table(columns, rows)
