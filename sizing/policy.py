"""Policy: a customer's own limits, rules switched off, and answers to what the host cannot tell, each with a reason."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from sizing.host import Tunable
from sizing.i18n import N_
from sizing.questions import QUESTIONS, AnswerKind, Question
from sizing.rules import Facts, Limit, Rule
from sizing.units import Unit

_WORDS_OF_YES: Final = ("yes", "no", "true", "false")


@dataclass(frozen=True, slots=True)
class Deviation:
    """What a policy says of one rule; ``None`` leaves the rulebook's own. Limits are counted in the rule's unit."""

    rule: str
    reason: str
    passes: float | None = None
    warns: float | None = None
    unit: str | None = None
    """The unit the policy names, to be compared with the rule's."""
    is_off: bool = False


@dataclass(frozen=True, slots=True)
class Policy:
    """What a customer decided; ``answers`` are filed under the names in :mod:`sizing.questions`."""

    name: str
    deviations: tuple[Deviation, ...] = ()
    answers: tuple[Tunable, ...] = ()

    @property
    def told(self) -> Mapping[str, Tunable]:
        """The answers by name, as :class:`sizing.rules.Facts` takes them."""
        return {answer.name: answer for answer in self.answers}


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a policy cannot be followed: ``table`` and ``key`` name the place, ``sentence`` says what is wrong there."""

    table: str
    key: str
    sentence: str


def applied(policy: Policy, rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Return ``rules`` as ``policy`` changes them, each change marked with its reason."""
    changes = {deviation.rule: deviation for deviation in policy.deviations}
    return tuple(_changed(rule, changes[rule.id]) if rule.id in changes else rule for rule in rules)


def problems(policy: Policy, rules: Iterable[Rule]) -> tuple[Problem, ...]:
    """Return why ``policy`` cannot be followed with ``rules``; nothing if it can."""
    known = {rule.id: rule for rule in rules}
    found = [problem for deviation in policy.deviations for problem in _of_deviation(deviation, known)]
    return (*found, *(problem for answer in policy.answers for problem in _of_answer(answer)))


def unit_of(rule: Rule) -> Unit:
    """Return what the limit of ``rule`` is counted in; one that depends on the workload is a rate per core."""
    return rule.limit.unit if isinstance(rule.limit, Limit) else Unit.MB_PER_S_PER_CORE


def _changed(rule: Rule, deviation: Deviation) -> Rule:
    limit: Limit | Callable[[Facts], Limit] = rule.limit
    if isinstance(limit, Limit):
        limit = _limited(limit, deviation)
    else:
        own = limit
        limit = lambda facts: _limited(own(facts), deviation)  # noqa: E731 - a closure like the rulebook's own
    return replace(rule, limit=limit, is_off=deviation.is_off, deviation=deviation.reason)


def _limited(limit: Limit, deviation: Deviation) -> Limit:
    """Return ``limit`` as changed; a band below it keeps its share unless it is changed too."""
    if deviation.passes is None:
        return limit if deviation.warns is None else replace(limit, warns=deviation.warns, never_fails=False)
    warns = deviation.warns
    if warns is None and limit.warns is not None:
        is_share = limit.warns > 0 and limit.passes > 0
        warns = deviation.passes * limit.warns / limit.passes if is_share else limit.warns
    never_fails = limit.never_fails and deviation.warns is None
    return replace(limit, passes=deviation.passes, warns=warns, never_fails=never_fails)


def _of_deviation(deviation: Deviation, known: Mapping[str, Rule]) -> Iterator[Problem]:
    table = f"rules.{deviation.rule}"
    rule = known.get(deviation.rule)
    if rule is None:
        yield Problem(table, "", N_("There is no rule of this id."))
        return
    if not deviation.reason.strip():
        yield Problem(table, "reason", N_("A reason is missing: it is printed beside the verdict."))
    if deviation.unit is not None and deviation.unit != unit_of(rule):
        yield Problem(table, "unit", N_("The rule is counted in another unit."))
    for key, value in (("limit", deviation.passes), ("warns", deviation.warns)):
        if value is not None and (sentence := _impossible(value, rule)):
            yield Problem(table, key, sentence)
    if deviation.passes is not None and deviation.warns is not None and _is_turned(deviation, rule):
        yield Problem(table, "warns", N_("A warning must lie on the other side of the limit than a pass."))
    if deviation.passes is not None and deviation.unit is None:
        yield Problem(table, "limit", N_("The unit is missing: name the one the limit is counted in."))


def _impossible(value: float, rule: Rule) -> str:
    unit = unit_of(rule)
    if unit is Unit.YES:
        return N_("The rule has no figure to change; it can only be switched off.")
    if not math.isfinite(value) or value < 0:
        return N_("The value must be a number from 0 on.")
    if unit is Unit.MB_PER_S_PER_CORE and not value:
        return N_("A demand of nothing demands nothing: switch the rule off instead.")
    if unit is Unit.PERCENT and value > 100:
        return N_("No share is above 100 %.")
    if unit is Unit.COUNT and value != int(value):
        return N_("The value must be a whole number.")
    return ""


def _is_turned(deviation: Deviation, rule: Rule) -> bool:
    at_most = isinstance(rule.limit, Limit) and rule.limit.at_most
    passes, warns = deviation.passes or 0.0, deviation.warns or 0.0
    return warns < passes if at_most else warns > passes


def _of_answer(answer: Tunable) -> Iterator[Problem]:
    question = QUESTIONS.get(answer.name)
    if question is None:
        yield Problem("facts", answer.name, N_("There is no question of this name."))
    elif not _is_answer(answer, question):
        yield Problem("facts", answer.name, N_("This is no answer to the question."))


def _is_answer(answer: Tunable, question: Question) -> bool:
    if question.kind is AnswerKind.NUMBER:
        number = answer.number
        return number is not None and math.isfinite(number) and number >= 0
    value = answer.value.strip().lower()
    if question.kind is AnswerKind.YES:
        return value in _WORDS_OF_YES
    return value in question.choices if question.choices else bool(value)
