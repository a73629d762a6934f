"""SPDS: how domains of SPD Server are written down, cut into partitions and spread over file systems."""

import math
import re
from collections import Counter
from typing import Final

from sizing.i18n import N_
from sizing.rulebook.applicability import only_for
from sizing.rulebook.demands import REQUIRED, advised_at_most
from sizing.rulebook.sources import SPDS_5, SPDS_45, SPDS_SUN
from sizing.rules import Change, Effort, Facts, Limit, Override, Rule, Scope, Severity
from sizing.settings import all_of, amount, is_no, is_one_of, number, shown, words
from sizing.units import GIB, Unit
from sizing.workload import Role

FULL_SHARE: Final = 80.0
"""Per cent of the primary path from which to warn: the figure is ours (SPD-006 says what happens at 100)."""
FAIR_SKEW: Final = 1.1
"""Fullest file system against the mean from which a layout counts as skewed (ours)."""
_SPDS_ROLES: Final = (Role.SPDS_META, Role.SPDS_DATA, Role.SPDS_INDEX, Role.SPDS_WORK)
_LIBREF: Final = re.compile(r"[a-z_][a-z0-9_]{0,7}")
_LIBNAMES: Final = "libnames.parm"

spds_only = only_for(_SPDS_ROLES, N_("Only volumes of SPD Server are judged here."))
_data_only = only_for((Role.SPDS_DATA,), N_("Only SPDS data is judged here."))


def _version_5_only(facts: Facts) -> str | None:
    version = amount(facts, "spds.version")
    if version is None:
        return N_("The version of SPD Server was not told (spds.version).")
    return None if version >= 5 else N_("SPD Server 4 takes both options.")


def _used_share(facts: Facts) -> float | None:
    volume = facts.volume
    if volume is None or not volume.total_bytes or volume.free_bytes is None:
        return None
    return 100 * (1 - volume.free_bytes / volume.total_bytes)


def _is_libref(facts: Facts) -> float | None:
    found = words(facts, "spds.domain")
    return None if found is None else float(_LIBREF.fullmatch(found) is not None)


def _partition_ratio(facts: Facts) -> float | None:
    """Return PARTSIZE / MINPARTSIZE."""
    size, least = amount(facts, "spds.partsize_mib"), amount(facts, "spds.minpartsize_mib")
    return size / least if size is not None and least else None


def _paths(facts: Facts) -> list[str]:
    found = facts.setting("spds.data_paths")
    return found.value.split() if found else []


def _paths_apart(facts: Facts) -> float | None:
    """Tell whether each path of DATAPATH lies on a file system of its own; a zigzag list names each of them twice."""
    volumes = [facts.host.volume_of(path) for path in _paths(facts)]
    if not volumes or None in volumes:
        return None
    uses = Counter(volume.mount_point for volume in volumes if volume)
    return float(len(uses) > 1 and len(set(uses.values())) == 1 and max(uses.values()) <= 2)


def placement_skew(paths: list[str]) -> float:
    """Return what the fullest of ``paths`` holds / the mean, tables of every size starting at the first path.

    Table sizes from one partition to two full rounds of the file systems are equally frequent (SPD-013).
    """
    places = [_place(path) for path in paths]
    systems = sorted(set(places))
    filled: Counter[str] = Counter()
    for partitions in range(1, 2 * len(systems) + 1):
        filled.update(places[number % len(places)] for number in range(partitions))
    return max(filled.values()) * len(systems) / filled.total()


def _place(path: str) -> str:
    """Return the file system a path stands for: the first of its folders."""
    return "/".join(path.split("/")[:2])


def _skew(facts: Facts) -> float | None:
    paths = _paths(facts)
    return placement_skew(paths) if len(paths) > 1 else None


def _fixed_start_only(facts: Facts) -> str | None:
    """Let a rule hold where every table starts at the first path: by default only before SPD Server 5.3."""
    random = words(facts, "spds.random_place")
    version = amount(facts, "spds.version")
    if random in ("yes", "true") or (random is None and version is not None and version >= 5.3):
        return N_("Each table starts at a random path here, which evens the load by itself.")
    if random is None and version is None:
        return N_("The version of SPD Server was not told (spds.version).")
    return None


def _sort_share(facts: Facts) -> float | None:
    sorts, ram = amount(facts, "spds.sort_gib"), facts.host.memory.total_bytes
    return 100 * sorts * GIB / ram if sorts is not None and ram else None


def _file_share(facts: Facts) -> float | None:
    wanted, limit = amount(facts, "spds.open_files"), amount(facts, "limits.nofile")
    return 100 * wanted / limit if wanted is not None and limit else None


RULES: Final = (
    Rule(
        id="spds-primary-space",
        title=N_("Space left on the primary path"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=_used_share,
        limit=Limit(Unit.PERCENT, passes=FULL_SHARE, warns=math.nextafter(100.0, 0.0), at_most=True),
        remedy=N_("Free space or enlarge it: once it is full there are no new tables, even with empty data paths."),
        source=SPDS_45("SPD-006", _LIBNAMES, derived=True),
        missing=N_("The size of the volume could not be read."),
        applies=only_for((Role.SPDS_META,), N_("Only the primary path of SPDS is judged here.")),
        effort=Effort.COMMAND,
    ),
    Rule(
        id="spds-path-option",
        title=N_("Paths in ROPTIONS from SPD Server 5 on"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=is_one_of("spds.path_option", "roptions"),
        limit=REQUIRED,
        remedy=N_("Write the paths in ROPTIONS= in libnames.parm, and start the server anew."),
        source=SPDS_5("SPD-004", "domain naming syntax"),
        missing=N_("What libnames.parm says was not told: look for OPTIONS= and ROPTIONS= in it."),
        applies=all_of(spds_only, _version_5_only),
        seen=shown("spds.path_option"),
        asks=("spds.path_option",),
        effort=Effort.RESTART,
        overrides=(
            Override(
                SPDS_45("SPD-003", "domain path options"),
                N_("OPTIONS or ROPTIONS, never both"),
                N_("Newer edition of the same guide: OPTIONS is gone from the syntax of version 5."),
            ),
            Override(
                SPDS_45("SPD-002", "domain path options"),
                N_("a semicolon after PATHNAME as well"),
                N_("The guide's own worked examples have it at the end only."),
            ),
        ),
    ),
    Rule(
        id="spds-domain-name",
        title=N_("Domain name that SAS takes as a libref"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=_is_libref,
        limit=REQUIRED,
        remedy=N_("Use at most 8 letters, digits and underscores, and begin with no digit."),
        source=SPDS_45("SPD-005", "domain naming syntax"),
        missing=N_("The name of the domain was not told: see libnames.parm."),
        applies=spds_only,
        seen=shown("spds.domain"),
        asks=("spds.domain",),
        effort=Effort.RESTART,
        overrides=(
            Override(
                SPDS_45("SPD-005", "domain naming syntax, example"),
                N_("an example named 123spds"),
                N_("It breaks the rule the same page gives."),
            ),
        ),
    ),
    Rule(
        id="spds-workpath",
        title=N_("WORKPATH not in libnames.parm"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=is_no("spds.workpath_in_libnames"),
        limit=REQUIRED,
        remedy=N_("Move WORKPATH to spdsserv.parm: in libnames.parm the last connection sets it for everybody."),
        source=SPDS_5("SPD-007", "WORKPATH"),
        missing=N_("What libnames.parm says was not told: look for WORKPATH in it."),
        applies=spds_only,
        asks=("spds.workpath_in_libnames",),
        effort=Effort.RESTART,
        overrides=(
            Override(
                SPDS_45("SPD-007", "examples of libnames.parm"),
                N_("examples with WORKPATH in OPTIONS"),
                N_("Newer edition: it tells of the effect on all connections."),
            ),
        ),
    ),
    Rule(
        id="spds-partitions",
        title=N_("Large tables cut into partitions"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=number("spds.partsize_mib"),
        limit=Limit(Unit.COUNT, passes=1.0),
        remedy=N_("Give PARTSIZE above 0: with 0 a table is one partition and lies on one path."),
        source=SPDS_5("SPD-017", "PARTSIZE"),
        missing=N_("PARTSIZE was not told, in MiB: see the table option or the macro variable SPDSSIZE."),
        applies=_data_only,
        asks=("spds.partsize_mib",),
        effort=Effort.REBUILD,
    ),
    Rule(
        id="spds-partition-size",
        title=N_("PARTSIZE above MINPARTSIZE"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=_partition_ratio,
        limit=Limit(Unit.RATIO, passes=math.nextafter(1.0, 2.0)),
        remedy=N_("Raise PARTSIZE above MINPARTSIZE, which is 16 MiB unless spdsserv.parm says otherwise."),
        source=SPDS_5("SPD-016", "MINPARTSIZE and PARTSIZE"),
        missing=N_("PARTSIZE and MINPARTSIZE were not told: see spdsserv.parm."),
        applies=_data_only,
        asks=("spds.partsize_mib", "spds.minpartsize_mib"),
        effort=Effort.REBUILD,
    ),
    Rule(
        id="spds-data-paths-apart",
        title=N_("Each data path on a file system of its own"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=_paths_apart,
        limit=REQUIRED,
        remedy=N_("List one folder on each file system: two paths on one disk give no more throughput."),
        source=SPDS_45("SPD-019", "path options", derived=True),
        missing=N_("DATAPATH was not told, or names a folder that is not on this host."),
        applies=_data_only,
        seen=shown("spds.data_paths"),
        asks=("spds.data_paths",),
        effort=Effort.REBUILD,
    ),
    Rule(
        id="spds-layout",
        title=N_("Partitions spread evenly over the data paths"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=_skew,
        limit=advised_at_most(Unit.RATIO, FAIR_SKEW),
        remedy=N_("List the paths forwards and then backwards (zigzag), with two folders on each file system."),
        source=SPDS_SUN("SPD-013", "sequential and zigzag arrays", derived=True),
        missing=N_("DATAPATH was not told: see libnames.parm."),
        applies=all_of(_data_only, _fixed_start_only),
        seen=shown("spds.data_paths"),
        asks=("spds.data_paths",),
        effort=Effort.REBUILD,
    ),
    Rule(
        id="spds-file-limit",
        title=N_("No limit on the size of a file"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=is_one_of("limits.fsize", "unlimited", "-1"),
        limit=REQUIRED,
        remedy=N_("Set fsize to unlimited for the account of SPD Server: a partition ends where the limit is."),
        source=SPDS_5("SPD-016", "MINPARTSIZE and PARTSIZE"),
        missing=N_("The limit could not be read: ulimit -f in a session of that account."),
        applies=spds_only,
        seen=shown("limits.fsize"),
        asks=("limits.fsize",),
        effort=Effort.RESTART,
        change=Change(
            "echo '* - fsize unlimited' >> /etc/security/limits.d/sas.conf",
            "sed -i '/fsize unlimited/d' /etc/security/limits.d/sas.conf",
            "ulimit -f",
            N_("Partitions grow to the size asked for."),
            N_("Low: it holds for new sessions."),
        ),
    ),
    Rule(
        id="spds-sort-memory",
        title=N_("RAM that all sorts at a time take"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=_sort_share,
        limit=advised_at_most(Unit.PERCENT, 100),
        remedy=N_("Lower SORTSIZE or MAXSORTTHREADS, or let fewer sorts run at a time."),
        source=SPDS_5("SPD-031", "SORTSIZE and MAXSORTTHREADS", derived=True),
        missing=N_("SORTSIZE x threads x sorts was not told, in GiB."),
        applies=only_for((Role.SPDS_WORK,), N_("Only SPDS work is judged here.")),
        asks=("spds.sort_gib",),
        effort=Effort.RESTART,
    ),
    Rule(
        id="spds-open-files",
        title=N_("Open files of SPD Server against the limit"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=_file_share,
        limit=advised_at_most(Unit.PERCENT, 100),
        remedy=N_("Make partitions larger, or raise the limit of open files of the account of SPD Server."),
        source=SPDS_5("SPD-018", "size of partitions"),
        missing=N_("Tables x parts x users was not told, or the limit of open files could not be read."),
        applies=_data_only,
        asks=("spds.open_files", "limits.nofile"),
        effort=Effort.REBUILD,
    ),
)
