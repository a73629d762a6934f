from app.benchmark.progress import Activity, Progress
from app.cli.watch import progress_line
from app.presenters.live import LiveView
from app.presenters.words import ACTIVITIES
from sizing.plan import Choices, PhaseKind
from tests.sizing.machines import host_of, plan_of

PROGRESS = Progress(
    activity=Activity.FLUSHING,
    phase=PhaseKind.WRITE,
    elapsed_s=100.0,
    phase_s=99.0,
    phase_bytes=1,
    done_bytes=1,
    total_bytes=2,
    left_s=(50.0, 120.0),
    free_bytes=None,
)


def test_eighty_columns_show_activity_share_rate_and_the_time_left() -> None:
    rate, left = "12 345 MB/s", "50 s to 2 min"
    longest = LiveView(Activity.FLUSHING, PhaseKind.WRITE, 0.5, rate, rate, "", left, "", ())
    plan = plan_of(host_of(cores=2), Choices())
    shown = f"{max(ACTIVITIES.values(), key=len)}  {progress_line(longest, PROGRESS, plan)}"[:79]
    assert " 50%" in shown
    assert rate in shown
    assert f"{left} left" in shown
