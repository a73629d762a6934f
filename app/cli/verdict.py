"""Verdict: what an assessment means for the exit code."""

from app.errors import ExitCode
from sizing.assessment import Assessment
from sizing.findings import overall
from sizing.measurement import Outcome
from sizing.rules import Verdict
from sizing.validity import Standing


def exit_code(assessment: Assessment) -> ExitCode:
    """Return what a script should know first: files left, cancelled, not believable, a rule failed, or none."""
    series, validity = assessment.series, assessment.validity
    if assessment.left:
        return ExitCode.LEFT_BEHIND
    if series is not None and series.outcome is Outcome.CANCELLED:
        return ExitCode.CANCELLED
    if series is not None and series.outcome is Outcome.FAILED:
        return ExitCode.NOT_BELIEVABLE
    if validity is not None and validity.standing() is Standing.INVALID:
        return ExitCode.NOT_BELIEVABLE
    return ExitCode.RULE_FAILED if overall(assessment.findings) is Verdict.FAIL else ExitCode.PASSED
