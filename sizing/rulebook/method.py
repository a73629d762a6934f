"""Method: whether the measurement is one that SAS's own support would accept."""

import math
from typing import Final

from sizing import metrics
from sizing.host import Medium
from sizing.i18n import N_
from sizing.plan import Method
from sizing.rulebook.sources import DISK_RATE, FIO_WRAPPER, IOTEST, IOTEST_PLACE
from sizing.rules import Facts, Limit, Rule, Scope, Severity
from sizing.units import Unit, size_text

_NOT_PLANNED: Final = N_("No run has been planned here: plan one for a folder on this volume.")


def _full_size_only(facts: Facts) -> str | None:
    if facts.plan and facts.plan.method is not Method.SAS:
        return N_("Only the SAS method uses files as large as RAM.")
    return None


def _warm_reads_only(facts: Facts) -> str | None:
    if facts.plan and facts.plan.cold_reads:
        return N_("The page cache is emptied before the read, and where the read came from is checked.")
    return None


def _storage_only(facts: Facts) -> str | None:
    if facts.volume and facts.volume.medium is Medium.MEMORY:
        return N_("This volume is memory.")
    return None


def _space_seen(facts: Facts) -> str:
    room, need = metrics.full_test_bytes(facts)
    return N_("{room} may be used, the full test needs {need}.").format(
        room=size_text(room or 0), need=size_text(need or 0)
    )


RULES: Final = (
    Rule(
        id="full-test-space",
        title=N_("Free space against cores x RAM"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=metrics.full_test_space,
        # Never a fail: with less space SAS's script goes on with smaller files, and so does Headroom.
        limit=Limit(Unit.RATIO, passes=1.0, warns=0.0),
        remedy=N_("Free space for a file as large as RAM for each core, or measure with smaller files and say so."),
        source=IOTEST("IOT-003", IOTEST_PLACE),
        missing=N_("The size of the volume or the number of cores could not be read."),
        applies=_storage_only,
        seen=_space_seen,
    ),
    Rule(
        id="file-size",
        title=N_("Size of each test file against RAM"),
        scope=Scope.VOLUME,
        severity=Severity.INFO,
        metric=metrics.file_against_ram,
        limit=Limit(Unit.RATIO, passes=1.0, warns=0.0),
        remedy=N_("Free more space and measure again, so that each file is as large as RAM."),
        source=IOTEST("IOT-003", IOTEST_PLACE),
        missing=_NOT_PLANNED,
        applies=_full_size_only,
    ),
    Rule(
        id="files-exceed-ram",
        title=N_("All test files together against RAM"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=metrics.files_against_ram,
        # More than RAM: files that fill it exactly still fit.
        limit=Limit(Unit.RATIO, passes=math.nextafter(1.0, 2.0), warns=0.0),
        remedy=N_("Use larger files, or the quick method, which empties the page cache before it reads."),
        source=IOTEST("IOT-004", IOTEST_PLACE, derived=True),
        missing=_NOT_PLANNED,
        applies=_warm_reads_only,
    ),
    Rule(
        id="data-not-zeros",
        title=N_("Test data that cannot be compressed"),
        scope=Scope.VOLUME,
        severity=Severity.INFO,
        metric=metrics.writes_random_data,
        limit=Limit(Unit.YES, passes=1.0, warns=0.0),
        remedy=N_("Measure again with random data; keep zeros for comparing with a figure of SAS's own script."),
        source=FIO_WRAPPER("IOT-006", "why zeros flatter arrays"),
        missing=_NOT_PLANNED,
    ),
    Rule(
        id="runs-from-elsewhere",
        title=N_("Headroom on another file system than the one measured"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=metrics.runs_from_elsewhere,
        # Never a fail: it says something of the test, not of the storage.
        limit=Limit(Unit.YES, passes=1.0, warns=0.0),
        remedy=N_("Install Headroom on another file system and measure again."),
        source=DISK_RATE("IOT-010", "rhel_iotest.sh"),
        missing=N_("Where Headroom runs from could not be told."),
    ),
)
