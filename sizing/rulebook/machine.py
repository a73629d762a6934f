"""Machine: what SAS asks of the host itself."""

from typing import Final

from sizing import metrics
from sizing.i18n import N_
from sizing.plan import SAS_RAM_PER_CORE, SAS_RAM_PER_CORE_ADVISED
from sizing.rulebook.sources import DISK_RATE, IOTEST, IOTEST_PLACE
from sizing.rules import Facts, Limit, Override, Rule, Scope, Severity
from sizing.units import GIB, Unit


def _counted(facts: Facts) -> str:
    count = metrics.data_file_systems(facts)
    return N_("{count:.0f} could serve; whether SAS uses them apart only its own settings tell.").format(count=count)


RULES: Final = (
    Rule(
        id="ram-per-core",
        title=N_("RAM per physical core"),
        scope=Scope.HOST,
        severity=Severity.MUST,
        metric=metrics.ram_per_core,
        # 8 GB and 4 GB, each less the 200 MB a core that SAS's script allows for what the firmware keeps.
        limit=Limit(Unit.GIB_PER_CORE, passes=SAS_RAM_PER_CORE_ADVISED / GIB, warns=SAS_RAM_PER_CORE / GIB),
        remedy=N_("Give the host 8 GB of RAM for each physical core, or license fewer cores."),
        source=IOTEST("REQ-007", IOTEST_PLACE),
        missing=N_("The number of physical cores could not be read: look at lscpu, or ask the administrator."),
        overrides=(
            Override(
                IOTEST("IOT-015", IOTEST_PLACE),
                N_("4 GB for each core (where the script stops)"),
                N_("The script's history raised it to 8 GB in 2018; between the two it warns, and so does this row."),
            ),
        ),
    ),
    Rule(
        id="network-rate",
        title=N_("Network between SAS systems"),
        scope=Scope.HOST,
        severity=Severity.SHOULD,
        metric=metrics.fastest_link,
        # Never a fail: it is a recommendation, and a host that stands alone does not need it.
        limit=Limit(Unit.GIGABIT_PER_S, passes=10.0, warns=0.0),
        remedy=N_("Connect the SAS systems with 10 Gb/s or more."),
        source=DISK_RATE("REQ-009", "network bandwidth between SAS systems"),
        missing=N_("No network interface tells its rate (usual on virtual machines): ask for it, or run iperf."),
    ),
    Rule(
        id="separate-file-systems",
        title=N_("File systems that could serve SASDATA, SASWORK and UTILLOC"),
        scope=Scope.HOST,
        severity=Severity.SHOULD,
        metric=metrics.data_file_systems,
        # Fewer than three prove that the three share; three or more only make it possible, and ``seen`` says so.
        limit=Limit(Unit.COUNT, passes=3.0, warns=0.0),
        remedy=N_("Give SASDATA, SASWORK and UTILLOC a file system each, on devices of their own."),
        source=DISK_RATE("REQ-011", "three kinds of file system", derived=True),
        missing=N_("No file system could be read."),
        seen=_counted,
    ),
)
