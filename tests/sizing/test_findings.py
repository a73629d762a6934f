"""Findings word themselves, and a figure that may not be believed never passes."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sizing.findings import (
    NO_VOLUME,
    NOTHING,
    Finding,
    check,
    citation,
    limit_text,
    margin_text,
    overall,
    unit_note,
    value_text,
)
from sizing.host import Network
from sizing.measurement import Outcome, Series
from sizing.plan import PhaseKind
from sizing.rulebook import RULES
from sizing.rules import Facts, Limit, Severity, Source, Verdict
from sizing.units import MB, MIB, Unit
from sizing.validity import Standing
from sizing.workload import HEAVY, MIXED, STANDARD, Role, Workload
from tests.sizing.machines import delivered, facts_of, host_of, phase_of, plan_of, run_of, volume_facts

HOST = host_of()
PLAN = plan_of(HOST)
RANK = {Verdict.FAIL: 0, Verdict.WARN: 1, Verdict.PASS: 2}
RATE = Limit(Unit.MB_PER_S_PER_CORE, passes=100, warns=75)
BLANK = Finding(
    rule="a-rule",
    title="A rule",
    verdict=Verdict.PASS,
    severity=Severity.MUST,
    subject="sas01",
    value=118.0,
    limit=RATE,
    seen="",
    note="",
    remedy="Do this.",
    source=Source("REQ-001", "A document", 2021, "page 3"),
)


def found(facts: Facts, rule: str) -> Finding:
    return next(finding for finding in check(RULES, facts) if finding.rule == rule)


def measured(write: float, read: float, share: float = 1.0, workload: Workload = STANDARD) -> Facts:
    return facts_of(HOST, PLAN, run_of(PLAN, write, read, share), workload=workload)


@pytest.mark.parametrize(
    ("workload", "rate", "verdict"),
    [
        (STANDARD, 105, Verdict.PASS),
        (STANDARD, 99, Verdict.WARN),
        (STANDARD, 74, Verdict.FAIL),
        (MIXED, 124, Verdict.WARN),
        (MIXED, 132, Verdict.PASS),
        (HEAVY, 149, Verdict.WARN),
        (HEAVY, 112, Verdict.FAIL),
        (HEAVY, 158, Verdict.PASS),
    ],
)
def test_a_rate_is_judged_against_what_the_workload_demands(workload: Workload, rate: float, verdict: Verdict) -> None:
    facts = measured(rate, rate, workload=workload)
    for rule in ("write-rate", "read-rate"):
        assert found(facts, rule).verdict is verdict
        assert found(facts, rule).value == pytest.approx(rate)
        assert found(facts, rule).note == ""


def test_each_workload_cites_its_own_source() -> None:
    cited = {name: found(measured(1, 1, workload=name), "read-rate").source.fact for name in (STANDARD, MIXED, HEAVY)}
    assert cited == {STANDARD: "REQ-001", MIXED: "REQ-003", HEAVY: "REQ-002"}
    own = Workload("ours", "Ours", 80 * MB)
    assert found(measured(1, 1, workload=own), "read-rate").source.is_derived


def test_a_read_from_the_cache_neither_passes_nor_warns() -> None:
    for rate in (900, 102, 80):
        finding = found(measured(120, rate, share=0.1), "read-rate")
        assert finding.verdict is Verdict.NOT_MEASURED
        assert finding.note == "The read came from a cache, not from storage."
        assert finding.value == pytest.approx(rate)
        assert margin_text(finding) == NOTHING
    assert found(measured(120, 900, share=0.1), "write-rate").verdict is Verdict.PASS


def test_a_read_that_fails_although_it_was_cached_fails() -> None:
    finding = found(measured(120, 60, share=0.1), "read-rate")
    assert finding.verdict is Verdict.FAIL
    assert finding.note.startswith("It fails although the figure is flattered.")


def test_a_partial_figure_is_no_verdict_in_either_direction() -> None:
    whole = run_of(PLAN, 120, 120)
    for rate in (1.0, 500.0):
        track = whole.phases[0].tracks[0]
        cut = replace(track, bytes_moved=int(rate * MB * track.done_s), is_complete=False)
        write = replace(whole.phases[0], tracks=(cut, *whole.phases[0].tracks[1:]))
        facts = facts_of(HOST, PLAN, Series(Outcome.CANCELLED, (write,)))
        finding = found(facts, "write-rate")
        assert finding.verdict is Verdict.NOT_MEASURED
        assert "cut short" in finding.note
        assert found(facts, "read-rate").note == "The run ended before the read began."


def test_a_phase_cut_short_tells_nothing_of_how_equal_the_workers_are() -> None:
    write = phase_of(PLAN, PhaseKind.WRITE, 1.0, 90.0)
    cut = replace(write, tracks=(replace(write.tracks[0], is_complete=False), *write.tracks[1:]))
    facts = facts_of(HOST, PLAN, Series(Outcome.CANCELLED, (cut,)))
    assert found(facts, "worker-spread").verdict is Verdict.NOT_MEASURED


def test_a_limited_figure_may_pass_and_says_what_limits_it() -> None:
    finding = found(measured(120, 120, share=0.85), "read-rate")
    assert finding.verdict is Verdict.PASS
    assert finding.note == "Limited: A part of the read may have come from a cache."


def test_a_failed_run_gives_no_verdict_and_says_why() -> None:
    series = replace(run_of(PLAN, 120, 120), outcome=Outcome.FAILED, failure="The disk was full.")
    finding = found(facts_of(HOST, PLAN, series), "write-rate")
    assert finding.verdict is Verdict.NOT_MEASURED
    assert finding.note == "The run failed: The disk was full."


def test_a_figure_nobody_judged_is_not_believed() -> None:
    finding = found(replace(measured(120, 120), validity=None), "write-rate")
    assert finding.verdict is Verdict.NOT_MEASURED
    assert finding.note


@settings(deadline=None, max_examples=50)
@given(st.floats(1, 1000), st.floats(1, 1000))
def test_a_faster_storage_never_gets_a_worse_verdict(one: float, other: float) -> None:
    low, high = sorted((one, other))
    for rule in ("write-rate", "read-rate"):
        slow, fast = found(measured(low, low), rule), found(measured(high, high), rule)
        assert RANK[slow.verdict] <= RANK[fast.verdict]


@settings(deadline=None, max_examples=50)
@given(
    rate=st.floats(1, 5000),
    share=st.floats(0, 1.5),
    outcome=st.sampled_from(list(Outcome)),
    is_complete=st.booleans(),
)
def test_an_invalid_figure_never_passes(rate: float, share: float, outcome: Outcome, *, is_complete: bool) -> None:
    whole = run_of(PLAN, rate, rate, share)
    write = whole.phases[0]
    write = replace(write, tracks=(replace(write.tracks[0], is_complete=is_complete), *write.tracks[1:]))
    facts = facts_of(HOST, PLAN, replace(whole, phases=(write, whole.phases[1]), outcome=outcome))
    assert facts.validity is not None
    for rule, phase in (("write-rate", PhaseKind.WRITE), ("read-rate", PhaseKind.READ)):
        if facts.validity.standing(phase) is Standing.INVALID:
            assert found(facts, rule).verdict in (Verdict.FAIL, Verdict.NOT_MEASURED)


def test_152_90_on_24_cores_is_above_the_cap_as_mib_and_below_it_as_mb() -> None:
    # r5b.12xlarge: 3,750 MB/s for 24 cores (FACTS.md IOT-009, PRODUCT.md section 1).
    cap = Limit(Unit.MB_PER_S_PER_CORE, passes=3750 / 24, at_most=True)
    assert pytest.approx(3669.6) == 24 * 152.90
    assert pytest.approx(3847.8, abs=0.1) == 24 * 152.90 * MIB / MB
    assert cap.judge(152.90) is Verdict.PASS
    assert cap.judge(152.90 * MIB / MB) is Verdict.FAIL
    note = unit_note(cap, 152.90 * MIB / MB)
    assert "In MiB/s" in note
    assert "152.9 " in note
    assert "would be pass" in note
    assert unit_note(cap, 152.90) == ""


@pytest.mark.parametrize(
    ("rate", "verdict", "other"), [(102, Verdict.PASS, "warn"), (76, Verdict.WARN, "fail"), (106, Verdict.PASS, "")]
)
def test_the_note_names_the_unit_where_mb_or_mib_decides(rate: float, verdict: Verdict, other: str) -> None:
    finding = found(measured(rate, rate), "write-rate")
    assert finding.verdict is verdict
    assert finding.note.endswith(f"would be {other}.") if other else not finding.note


def test_only_rates_have_a_unit_that_could_be_misread() -> None:
    assert unit_note(Limit(Unit.GIB_PER_CORE, passes=100), 102) == ""


def test_a_rule_about_a_volume_says_what_is_missing_while_none_is_chosen() -> None:
    findings = check(RULES, Facts(HOST, STANDARD))
    by_rule = {finding.rule: finding for finding in findings}
    assert by_rule["ram-per-core"].verdict is Verdict.PASS
    for rule in RULES:
        finding = by_rule[rule.id]
        assert finding.source == rule.source_for(Facts(HOST, STANDARD))
        if rule.scope == "volume":
            assert (finding.verdict, finding.note) == (Verdict.NOT_MEASURED, NO_VOLUME)


def test_findings_come_in_the_order_of_the_rules() -> None:
    assert [finding.rule for finding in check(RULES, measured(120, 120))] == [rule.id for rule in RULES]


def test_a_finding_names_what_was_judged() -> None:
    facts = measured(120, 120)
    assert found(facts, "write-rate").subject == "/sasdata (SASDATA)"
    assert found(facts, "ram-per-core").subject == "sas01"
    assert found(volume_facts(role=None), "noatime").subject == "/sasdata"
    assert found(Facts(HOST, STANDARD), "write-rate").subject == "sas01"


def test_the_demand_is_told_before_anything_is_measured() -> None:
    assert limit_text(found(Facts(HOST, HEAVY), "write-rate")) == "at least 150 MB/s per core"


def test_what_does_not_apply_has_no_value_and_no_limit() -> None:
    finding = found(volume_facts(role=Role.HOME), "write-rate")
    assert finding.verdict is Verdict.NOT_APPLICABLE
    assert finding.note
    assert (value_text(finding), limit_text(finding), margin_text(finding)) == (NOTHING, NOTHING, NOTHING)


@pytest.mark.parametrize(
    ("value", "text", "margin"),
    [
        (118.0, "118 MB/s per core", "+18 %"),
        (100.0, "100 MB/s per core", "+0.0 %"),
        # Rounding must not turn a warning into a pass on paper, nor a fail into a warning.
        (99.97, "99.97 MB/s per core", "−0.0 %"),
        (74.98, "74.98 MB/s per core", "−25 %"),
        (92.0, "92 MB/s per core", "−8.0 %"),
        (1234.5, "1\u202f234 MB/s per core", "+1\u202f134 %"),
        (4.25, "4.25 MB/s per core", "−96 %"),
    ],
)
def test_a_value_is_rounded_without_contradicting_its_verdict(value: float, text: str, margin: str) -> None:
    finding = replace(BLANK, value=value)
    assert value_text(finding) == text
    assert margin_text(finding) == margin


def test_a_limit_that_is_a_ceiling_is_worded_and_measured_downwards() -> None:
    finding = replace(BLANK, value=1.04, limit=Limit(Unit.RATIO, 1.3, at_most=True))
    assert (value_text(finding), limit_text(finding), margin_text(finding)) == ("1.04 ×", "at most 1.3 ×", "+20 %")


def test_units_stand_beside_every_number_that_has_one() -> None:
    ram = replace(BLANK, value=7.5, limit=Limit(Unit.GIB_PER_CORE, passes=7.8046875, warns=3.8046875))
    assert value_text(ram) == "7.5 GiB per core"
    assert limit_text(ram) == "at least 7.8047 GiB per core"
    assert value_text(replace(ram, value=7.8046)) == "7.8 GiB per core"
    assert value_text(replace(ram, value=7.8047)) == "7.805 GiB per core"
    link = replace(BLANK, value=1.0, limit=Limit(Unit.GIGABIT_PER_S, 10))
    assert value_text(link) == "1 Gb/s"
    count = replace(BLANK, value=2.0, limit=Limit(Unit.COUNT, 3))
    assert (value_text(count), limit_text(count), margin_text(count)) == ("2", "at least 3", NOTHING)


def test_yes_and_no_are_told_by_what_was_seen() -> None:
    yes = replace(BLANK, value=1.0, limit=Limit(Unit.YES, passes=1.0))
    assert (value_text(yes), limit_text(yes), margin_text(yes)) == ("yes", "required", NOTHING)
    no = replace(yes, value=0.0, severity=Severity.SHOULD)
    assert (value_text(no), limit_text(no)) == ("no", "recommended")
    assert value_text(replace(no, seen="ext4")) == "ext4"


def test_a_citation_names_document_year_place_and_fact() -> None:
    assert citation(BLANK.source) == "A document (2021), page 3 [REQ-001]"
    undated = Source("IOT-004", "Another", None, "page 1", is_derived=True)
    assert citation(undated) == "Another, page 1 [IOT-004, derived]"


@pytest.mark.parametrize(
    ("verdicts", "worst"),
    [
        ((), Verdict.NOT_MEASURED),
        ((Verdict.PASS, Verdict.NOT_APPLICABLE), Verdict.PASS),
        ((Verdict.NOT_APPLICABLE,), Verdict.NOT_MEASURED),
        ((Verdict.PASS, Verdict.NOT_MEASURED), Verdict.NOT_MEASURED),
        ((Verdict.WARN, Verdict.NOT_MEASURED), Verdict.WARN),
        ((Verdict.PASS, Verdict.FAIL, Verdict.WARN), Verdict.FAIL),
    ],
)
def test_the_worst_verdict_speaks_for_all(verdicts: tuple[Verdict, ...], worst: Verdict) -> None:
    assert overall(replace(BLANK, verdict=verdict) for verdict in verdicts) is worst


def test_rules_that_only_explain_do_not_decide() -> None:
    info = replace(BLANK, verdict=Verdict.FAIL, severity=Severity.INFO)
    assert overall([BLANK, info]) is Verdict.PASS


def test_a_recommendation_nobody_could_look_at_does_not_hide_what_was_measured() -> None:
    unknown = replace(BLANK, verdict=Verdict.NOT_MEASURED, severity=Severity.SHOULD)
    assert overall([BLANK, unknown]) is Verdict.PASS
    assert overall([unknown]) is Verdict.NOT_MEASURED
    assert overall([BLANK, replace(unknown, severity=Severity.MUST)]) is Verdict.NOT_MEASURED


def test_a_virtual_machine_that_hides_the_rate_of_its_network_can_pass() -> None:
    facts = measured(120, 120)
    host = replace(HOST, networks=(Network("eth0", None),))
    findings = check(RULES, replace(facts, host=host))
    assert "network-rate" in {found.rule for found in findings if found.verdict is Verdict.NOT_MEASURED}
    assert overall(findings) is Verdict.PASS


def test_a_well_made_host_with_fast_storage_passes_as_a_whole() -> None:
    assert overall(check(RULES, measured(120, 120))) is Verdict.PASS


def test_uneven_workers_explain_without_deciding() -> None:
    times = (PLAN.file_size / (160 * MB), PLAN.file_size / (110 * MB))
    phases = (phase_of(PLAN, PhaseKind.WRITE, *times), delivered(phase_of(PLAN, PhaseKind.READ, *times), 1.0))
    facts = facts_of(HOST, PLAN, Series(Outcome.COMPLETE, phases))
    assert found(facts, "worker-spread").verdict is Verdict.WARN
    assert found(facts, "write-rate").value == pytest.approx(110)
    assert overall(check(RULES, facts)) is Verdict.PASS
