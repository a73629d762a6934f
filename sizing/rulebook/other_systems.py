"""Other systems: how Windows and AIX should be set."""

from typing import Final

from sizing.i18n import N_
from sizing.rulebook.applicability import TEMPORARY, only_for
from sizing.rulebook.demands import ADVISED, REQUIRED, advised, advised_at_most
from sizing.rulebook.sources import AIX_TUNING, WINDOWS_2008, WINDOWS_CLEANWORK
from sizing.rules import Change, Effort, Facts, Rule, Scope, Severity
from sizing.settings import aix_only, all_of, amount, number, shown, windows_only, words
from sizing.units import Unit

_AIX_GUIDE: Final = "vmo and ioo settings"
_HIGH_PERFORMANCE: Final = ("high performance", "8c5e7fda-e8bf-4a96-9a85-a6e23a8c635c", "ultimate performance")


def _is_high_performance(facts: Facts) -> float | None:
    found = words(facts, "windows.power_plan")
    return None if found is None else float(any(name in found for name in _HIGH_PERFORMANCE))


def _free_pages(facts: Facts) -> float | None:
    """Return minfree / what the guide asks: 128 a logical CPU, 960 at least."""
    found = amount(facts, "aix.minfree")
    return None if found is None else found / max(960, 128 * facts.host.cpu.threads)


def _most_free_pages(facts: Facts) -> float | None:
    """Return maxfree / what the guide asks: minfree and the read-ahead of every logical CPU."""
    most, least = amount(facts, "aix.maxfree"), amount(facts, "aix.minfree")
    ahead = amount(facts, "aix.j2_max_read_ahead")
    if most is None or least is None or ahead is None:
        return None
    wanted = least + ahead * facts.host.cpu.threads
    return most / wanted if wanted else 1.0


def _lies_not_in_var(facts: Facts) -> float | None:
    place = facts.volume.mount_point if facts.volume else ""
    return float(place != "/var" and not place.startswith("/var/"))


def _ioo(name: str, value: int, effect: str) -> Change:
    """Return the commands that set an I/O option of AIX for now and for the next start."""
    return Change(
        f"ioo -p -o {name}={value}",
        f"ioo -p -o {name}={{now}}",
        f"ioo -o {name}",
        effect,
        N_("Low to medium: it takes memory of the kernel; j2 settings hold for file systems mounted afterwards."),
    )


RULES: Final = (
    Rule(
        id="power-plan",
        title=N_("Power plan High performance"),
        scope=Scope.HOST,
        severity=Severity.SHOULD,
        metric=_is_high_performance,
        limit=ADVISED,
        remedy=N_("Choose the power plan High performance."),
        source=WINDOWS_2008("WIN-003", "power plan"),
        missing=N_("The power plan could not be read: powercfg /getactivescheme."),
        applies=windows_only,
        seen=shown("windows.power_plan"),
        asks=("windows.power_plan",),
        effort=Effort.COMMAND,
        change=Change(
            "powercfg /setactive SCHEME_MIN",
            "powercfg /setactive SCHEME_BALANCED",
            "powercfg /getactivescheme",
            N_("The processors do not slow down while they wait for the disk."),
            N_("Low: it holds at once; the machine takes more power."),
        ),
    ),
    Rule(
        id="orphaned-work",
        title=N_("Work folders left by sessions that are gone"),
        scope=Scope.VOLUME,
        severity=Severity.SHOULD,
        metric=number("sas.orphaned_work"),
        limit=advised_at_most(Unit.COUNT, 0),
        remedy=N_("Run cleanwork on the work folder regularly: it removes only folders whose session is gone."),
        source=WINDOWS_CLEANWORK("WIN-005", "cleanwork"),
        missing=N_("Nobody counted them: list the work folder and compare with the sessions that run."),
        applies=only_for(TEMPORARY, N_("Only SASWORK and UTILLOC are judged here.")),
        asks=("sas.orphaned_work",),
        effort=Effort.COMMAND,
        change=Change(
            "cleanwork {place}",
            "",
            "cleanwork {place}",
            N_("The space is there for sessions that run."),
            N_("Low: what it removes belongs to nobody, and cannot be brought back."),
        ),
    ),
    Rule(
        id="aix-free-pages",
        title=N_("AIX keeps enough pages free (minfree)"),
        scope=Scope.HOST,
        severity=Severity.SHOULD,
        metric=_free_pages,
        limit=advised(Unit.RATIO, 1),
        remedy=N_("Set minfree to 128 for each logical CPU, to 960 at least."),
        source=AIX_TUNING("AIX-001", _AIX_GUIDE),
        missing=N_("The setting could not be read: vmo -o minfree."),
        applies=aix_only,
        asks=("aix.minfree",),
        effort=Effort.COMMAND,
        change=Change(
            "vmo -p -o minfree=PAGES",
            "vmo -p -o minfree={now}",
            "vmo -o minfree",
            N_("Large reads find free pages at once."),
            N_("Low: it holds at once."),
        ),
    ),
    Rule(
        id="aix-most-free-pages",
        title=N_("AIX frees enough pages at a time (maxfree)"),
        scope=Scope.HOST,
        severity=Severity.SHOULD,
        metric=_most_free_pages,
        limit=advised(Unit.RATIO, 1),
        remedy=N_("Set maxfree to minfree and j2_maxPageReadAhead for each logical CPU."),
        source=AIX_TUNING("AIX-001", _AIX_GUIDE),
        missing=N_("The settings could not be read: vmo -o maxfree -o minfree, ioo -o j2_maxPageReadAhead."),
        applies=aix_only,
        asks=("aix.maxfree", "aix.minfree", "aix.j2_max_read_ahead"),
        effort=Effort.COMMAND,
        change=Change(
            "vmo -p -o maxfree=PAGES",
            "vmo -p -o maxfree={now}",
            "vmo -o maxfree",
            N_("Read-ahead of all processors finds room."),
            N_("Low: it holds at once."),
        ),
    ),
    Rule(
        id="aix-read-ahead",
        title=N_("Read-ahead of JFS2, in pages"),
        scope=Scope.HOST,
        severity=Severity.SHOULD,
        metric=number("aix.j2_max_read_ahead"),
        limit=advised(Unit.COUNT, 1024),
        remedy=N_("Set j2_maxPageReadAhead to 1024; up to 2048 was used."),
        source=AIX_TUNING("AIX-002", _AIX_GUIDE),
        missing=N_("The setting could not be read: ioo -o j2_maxPageReadAhead."),
        applies=aix_only,
        asks=("aix.j2_max_read_ahead",),
        effort=Effort.COMMAND,
        change=_ioo("j2_maxPageReadAhead", 1024, N_("Sequential reads keep the disks busy.")),
    ),
    Rule(
        id="aix-preallocation",
        title=N_("Buffers of JFS2 given ahead"),
        scope=Scope.HOST,
        severity=Severity.SHOULD,
        metric=number("aix.j2_preallocation"),
        limit=advised(Unit.COUNT, 256),
        remedy=N_("Set j2_dynamicBufferPreallocation to 256."),
        source=AIX_TUNING("AIX-002", _AIX_GUIDE),
        missing=N_("The setting could not be read: ioo -o j2_dynamicBufferPreallocation."),
        applies=aix_only,
        asks=("aix.j2_preallocation",),
        effort=Effort.COMMAND,
        change=_ioo("j2_dynamicBufferPreallocation", 256, N_("Bursts of requests do not wait for buffers.")),
    ),
    Rule(
        id="aix-pager-buffers",
        title=N_("Buffers of JFS2 for each file system"),
        scope=Scope.HOST,
        severity=Severity.SHOULD,
        metric=number("aix.j2_pager_buffers"),
        limit=advised(Unit.COUNT, 2048),
        remedy=N_("Set j2_nBufferPerPagerDevice to 2048."),
        source=AIX_TUNING("AIX-002", _AIX_GUIDE),
        missing=N_("The setting could not be read: ioo -o j2_nBufferPerPagerDevice."),
        applies=aix_only,
        asks=("aix.j2_pager_buffers",),
        effort=Effort.RESTART,
        change=_ioo("j2_nBufferPerPagerDevice", 2048, N_("Requests do not wait for buffers.")),
    ),
    Rule(
        id="aix-work-not-var",
        title=N_("SASWORK and UTILLOC not in /var on AIX"),
        scope=Scope.VOLUME,
        severity=Severity.MUST,
        metric=_lies_not_in_var,
        limit=REQUIRED,
        remedy=N_("Give SASWORK and UTILLOC file systems of their own."),
        source=AIX_TUNING("AIX-003", "places of temporary files"),
        missing=N_("Choose a folder: its volume and role are then judged."),
        applies=all_of(aix_only, only_for(TEMPORARY, N_("Only SASWORK and UTILLOC are judged here."))),
        seen=lambda facts: facts.volume.mount_point if facts.volume else "",
        effort=Effort.RESTART,
    ),
)
