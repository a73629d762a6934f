"""What an assessment means for the exit code."""

from dataclasses import replace

import pytest

from app.cli.verdict import exit_code
from app.errors import ExitCode
from sizing.assessment import Assessment
from sizing.measurement import Outcome
from tests.app.presenters.assessed import PLAN, assessed, failed, measured
from tests.sizing.machines import run_of

CANCELLED = assessed(replace(run_of(PLAN, 120, 120), outcome=Outcome.CANCELLED))
LEFT = assessed(replace(run_of(PLAN, 120, 120), left=("/data/headroom-host-0123abcd-0.tmp",)))
CACHED = assessed(run_of(PLAN, 20, 5000, share=0.0))


@pytest.mark.parametrize(
    ("assessment", "code"),
    [
        (measured(150, 150), ExitCode.PASSED),
        (measured(150, 20), ExitCode.RULE_FAILED),
        (failed(), ExitCode.NOT_BELIEVABLE),
        (CACHED, ExitCode.NOT_BELIEVABLE),
        (CANCELLED, ExitCode.CANCELLED),
        (LEFT, ExitCode.LEFT_BEHIND),
    ],
)
def test_a_script_learns_first_whether_it_may_believe_the_rest(assessment: Assessment, code: ExitCode) -> None:
    assert exit_code(assessment) is code
