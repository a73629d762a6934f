"""Status: how far an assessment got, and the plain answer it allows, in one sentence."""

from app.i18n import tr
from app.report.wording import short_name
from sizing.assessment import Assessment
from sizing.findings import overall
from sizing.i18n import N_
from sizing.measurement import Outcome
from sizing.rulebook import RULES
from sizing.rules import Severity, Verdict
from sizing.validity import Reason, Standing


def status_of(assessment: Assessment) -> str:
    """Return on what the report stands, in a few words."""
    series, validity = assessment.series, assessment.validity
    if assessment.plan is None:
        return tr(N_("Host only: nothing was measured"))
    if series is None:
        return tr(N_("Draft: the measurement was not carried through"))
    if series.outcome is Outcome.FAILED:
        return tr(N_("Draft: the run failed and has no figures"))
    if series.outcome is Outcome.CANCELLED:
        return tr(N_("Draft: partial, the run was cancelled"))
    if validity is None:
        return tr(N_("Draft: measured, not yet judged"))
    return {
        Standing.VALID: tr(N_("Complete: the figures may be believed")),
        Standing.LIMITED: tr(N_("Complete: the figures hold with limits")),
        Standing.INVALID: tr(N_("Complete: the figures may not be believed")),
    }[validity.standing()]


def tone_of(assessment: Assessment) -> Verdict:
    """Return the verdict that stands for the whole assessment.

    A volume whose rates were not all measured and judged does not pass, not even with reservations.
    """
    verdict = overall(assessment.findings)
    if assessment.plan is not None and verdict is not Verdict.FAIL and not _are_rates_judged(assessment):
        return Verdict.NOT_MEASURED
    return verdict


def answer_of(assessment: Assessment) -> str:
    """Return the plain answer in one sentence."""
    plan = assessment.plan
    if plan is None:
        return _host_answer(assessment)
    place, role = short_name(plan.mount_point), plan.role.value
    series = assessment.series
    if series is None:
        sentence = N_("There is no answer yet for {place} as {role}: the measurement was not carried through.")
    elif series.outcome is Outcome.FAILED:
        sentence = N_("There is no answer for {place} as {role}: the measurement failed.")
    else:
        sentence = _SENTENCES[tone_of(assessment)]
    return tr(sentence).format(place=place, role=role)


_SENTENCES = {
    Verdict.PASS: N_("{place} meets what SAS needs of a volume for {role}."),
    Verdict.WARN: N_("{place} meets what SAS needs of a volume for {role} only with reservations."),
    Verdict.FAIL: N_("{place} does not meet what SAS needs of a volume for {role}."),
    Verdict.NOT_MEASURED: N_("Whether {place} meets what SAS needs of a volume for {role} could not be told."),
    Verdict.NOT_APPLICABLE: N_("No requirement of the rulebook applies to {place} as {role}."),
}
_HOST_SENTENCES = {
    Verdict.FAIL: N_("{host} does not meet every requirement on the machine itself; its storage was not measured."),
    Verdict.WARN: N_("{host} meets the requirements on the machine with reservations; its storage was not measured."),
}


def _host_answer(assessment: Assessment) -> str:
    sentence = _HOST_SENTENCES.get(
        overall(assessment.findings), N_("What can be judged of {host} is listed below; its storage was not measured.")
    )
    return tr(sentence).format(host=short_name(assessment.host.name))


def reservations_of(assessment: Assessment) -> str:
    """Return what a reader of the answer has to know at once; empty if there is nothing."""
    sentences = []
    if assessment.series is not None and assessment.series.outcome is Outcome.CANCELLED:
        sentences.append(
            tr(N_("The run was cancelled before its end, so the figures cover only what was moved until then."))
        )
    if assessment.series is not None and assessment.validity is None and assessment.series.failure:
        sentences.append(tr(assessment.series.failure))
    sentences += [tr(reason.sentence) for reason in _weighty(assessment)]
    return " ".join(dict.fromkeys(sentences))


def _weighty(assessment: Assessment) -> tuple[Reason, ...]:
    return assessment.validity.concerning()[:3] if assessment.validity else ()


def _are_rates_judged(assessment: Assessment) -> bool:
    rates = {rule.id for rule in RULES if rule.phase is not None and rule.severity is Severity.MUST}
    verdicts = [finding.verdict for finding in assessment.findings if finding.rule in rates]
    return bool(verdicts) and Verdict.NOT_MEASURED not in verdicts
