"""A policy changes what it names and nothing else, says so at every verdict, and is refused where it makes no sense."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sizing.findings import check, limit_text
from sizing.host import Tunable
from sizing.policy import Deviation, Policy, applied, problems, unit_of
from sizing.rulebook import RULES
from sizing.rules import Facts, Limit, Verdict
from sizing.units import Unit
from sizing.workload import STANDARD, Workload
from tests.sizing.cases import measured, told
from tests.sizing.machines import host_of
from tests.sizing.test_rulebook import CASES

RATE = "MB/s per core"


def policy(*deviations: Deviation) -> Policy:
    return Policy("ours", deviations)


def found(facts: Facts, rule: str, *deviations: Deviation) -> tuple[Verdict, str]:
    findings = check(applied(policy(*deviations), RULES), facts)
    finding = next(finding for finding in findings if finding.rule == rule)
    return finding.verdict, finding.note


def test_a_limit_of_the_customer_s_own_decides_and_its_reason_stands_beside_the_verdict() -> None:
    facts = measured(90, 90)
    assert found(facts, "write-rate")[0] is Verdict.WARN
    verdict, note = found(facts, "write-rate", Deviation("write-rate", "Small tables only.", 80.0, unit=RATE))
    assert verdict is Verdict.PASS
    assert note == "By the customer's policy: Small tables only."


def test_the_band_below_a_changed_limit_keeps_its_share() -> None:
    change = Deviation("write-rate", "Heavy.", 200.0, unit=RATE)
    assert found(measured(151, 200), "write-rate", change)[0] is Verdict.WARN
    assert found(measured(149, 200), "write-rate", change)[0] is Verdict.FAIL
    own = replace(change, warns=190.0)
    assert found(measured(189, 200), "write-rate", own)[0] is Verdict.FAIL


def test_a_changed_limit_is_what_the_finding_says_was_demanded() -> None:
    rules = applied(policy(Deviation("write-rate", "Why.", 80.0, unit=RATE)), RULES)
    assert limit_text(check(rules, measured(90, 90))[0]) == "at least 80 MB/s per core"


def test_a_rule_that_is_switched_off_does_not_judge_and_says_why() -> None:
    verdict, note = found(measured(10, 10), "write-rate", Deviation("write-rate", "Not yet.", is_off=True))
    assert verdict is Verdict.NOT_APPLICABLE
    assert note == "Switched off by the customer's policy. By the customer's policy: Not yet."


def test_a_reason_alone_changes_no_verdict_but_is_printed() -> None:
    for rule, case in CASES.items():
        plain = found(case.bad, rule)
        marked = found(case.bad, rule, Deviation(rule, "Agreed."))
        assert marked[0] is plain[0]
        assert marked[1].endswith("By the customer's policy: Agreed.")


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(sorted(CASES)), st.booleans())
def test_a_policy_that_loosens_nothing_changes_nothing(name: str, is_good: bool) -> None:  # noqa: FBT001
    rule = next(rule for rule in RULES if rule.id == name)
    facts = CASES[name].good if is_good else CASES[name].bad
    limit = rule.limit_for(facts)
    same = Deviation(name, "As it is.", limit.passes, limit.warns)
    assert found(facts, name, same)[0] is found(facts, name)[0]
    others = [(one.rule, one.verdict) for one in check(RULES, facts) if one.rule != name]
    changed = check(applied(policy(same), RULES), facts)
    assert [(one.rule, one.verdict) for one in changed if one.rule != name] == others


@settings(deadline=None, max_examples=60)
@given(st.floats(1, 1000), st.floats(1, 1000), st.floats(1, 1000))
def test_a_higher_demand_never_gives_a_better_verdict(rate: float, one: float, other: float) -> None:
    rank = {Verdict.FAIL: 0, Verdict.WARN: 1, Verdict.PASS: 2}
    low, high = sorted((one, other))
    facts = measured(rate, rate)
    easy = found(facts, "write-rate", Deviation("write-rate", "Why.", low, unit=RATE))[0]
    hard = found(facts, "write-rate", Deviation("write-rate", "Why.", high, unit=RATE))[0]
    assert rank[hard] <= rank[easy]


def test_no_policy_makes_an_invalid_figure_pass() -> None:
    facts = measured(500, 500)
    facts = replace(facts, validity=None)
    assert found(facts, "write-rate", Deviation("write-rate", "Why.", 1.0, unit=RATE))[0] is Verdict.NOT_MEASURED


@pytest.mark.parametrize(
    ("deviation", "key", "sentence"),
    [
        (Deviation("write-speed", "Why.", 80.0), "", "There is no rule of this id."),
        (Deviation("write-rate", " ", 80.0, unit=RATE), "reason", "A reason is missing"),
        (Deviation("write-rate", "Why.", 80.0), "limit", "The unit is missing"),
        (Deviation("write-rate", "Why.", 80.0, unit="MiB/s per core"), "unit", "counted in another unit"),
        (Deviation("write-rate", "Why.", -1.0, unit=RATE), "limit", "from 0 on"),
        (Deviation("write-rate", "Why.", float("nan"), unit=RATE), "limit", "from 0 on"),
        (Deviation("write-rate", "Why.", float("inf"), unit=RATE), "limit", "from 0 on"),
        (Deviation("write-rate", "Why.", 0.0, unit=RATE), "limit", "demands nothing"),
        (Deviation("write-rate", "Why.", 80.0, 90.0, unit=RATE), "warns", "other side"),
        (Deviation("swappiness", "Why.", 30.0, 10.0, unit="count"), "warns", "other side"),
        (Deviation("dirty-limit", "Why.", 130.0, unit="%"), "limit", "No share is above 100 %."),
        (Deviation("open-files", "Why.", 10.5, unit="count"), "limit", "whole number"),
        (Deviation("huge-pages", "Why.", 1.0, unit="yes or no"), "limit", "no figure to change"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_place(deviation: Deviation, key: str, sentence: str) -> None:
    problem, *_ = problems(policy(deviation), RULES)
    assert (problem.table, problem.key) == (f"rules.{deviation.rule}", key)
    assert sentence in problem.sentence


@pytest.mark.parametrize(
    ("name", "value", "is_good"),
    [
        ("grid.nodes", "8", True),
        ("grid.nodes", "many", False),
        ("grid.nodes", "-1", False),
        ("grid.nodes", "nan", False),
        ("cloud", "aws", True),
        ("cloud", "home", False),
        ("grid.metadata_tested", "yes", True),
        ("grid.metadata_tested", "perhaps", False),
        ("spds.domain", "SALES", True),
        ("spds.domain", "", False),
        ("spds.colour", "blue", False),
    ],
)
def test_an_answer_must_fit_its_question(name: str, value: str, *, is_good: bool) -> None:
    assert (not problems(Policy("ours", (), (Tunable(name, value, "ours.toml"),)), RULES)) is is_good


def test_a_sensible_policy_has_no_problems() -> None:
    good = policy(Deviation("write-rate", "Why.", 120.0, 100.0, RATE), Deviation("huge-pages", "Why.", is_off=True))
    assert problems(good, RULES) == ()


def test_the_unit_of_a_rule_is_that_of_its_limit_whatever_the_workload() -> None:
    own = Workload("ours", "Ours", 80e6)
    for rule in RULES:
        for workload in (STANDARD, own):
            limit = rule.limit_for(Facts(host_of(), workload))
            assert isinstance(limit, Limit)
            assert limit.unit is unit_of(rule)
    assert unit_of(RULES[0]) is Unit.MB_PER_S_PER_CORE


def test_an_answer_outweighs_what_was_read_of_the_wrong_account() -> None:
    host = replace(host_of(), tunables=(Tunable("limits.nofile", "1024", "/proc/self/limits"),))
    read = Facts(host, STANDARD)
    assert found(read, "open-files")[0] is Verdict.WARN
    assert found(told(read, "limits.nofile=65536"), "open-files")[0] is Verdict.PASS
