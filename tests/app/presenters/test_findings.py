"""What the rulebook is said to say."""

from app.job import look
from app.presenters.findings import present_findings
from app.presenters.words import WORST_FIRST
from sizing.findings import overall
from sizing.rules import Severity, Verdict
from sizing.units import GIB
from tests.app.presenters.assessed import failed, measured
from tests.sizing.machines import host_of


def test_the_worst_comes_first() -> None:
    order = [WORST_FIRST.index(row.verdict) for row in present_findings(measured(150, 20)).rows]
    assert order == sorted(order)
    assert order[0] == 0


def test_within_a_verdict_the_gravest_comes_first() -> None:
    for _, rows in present_findings(failed()).groups:
        order = [tuple(Severity).index(row.severity) for row in rows]
        assert order == sorted(order)


def test_nothing_is_left_out() -> None:
    assessment = measured(150, 20)
    rules = sorted(rule for row in present_findings(assessment).rows for rule in row.rule.split(", "))
    assert rules == sorted(finding.rule for finding in assessment.findings)


def test_a_failure_says_what_was_seen_what_is_demanded_what_to_do_and_where_it_is_written() -> None:
    row = next(row for row in present_findings(measured(150, 20)).rows if row.rule == "read-rate")
    assert row.value == "20 MB/s per core"
    assert row.limit == "at least 100 MB/s per core"
    assert row.margin == "−80 %"
    assert row.remedy
    assert "REQ-001" in row.source


def test_the_headline_is_the_verdict_of_the_findings_together() -> None:
    assessment = measured(150, 20)
    view = present_findings(assessment)
    assert view.verdict is overall(assessment.findings) is Verdict.FAIL
    assert "not met" in view.headline


def test_one_failure_is_counted_as_one() -> None:
    view = present_findings(look(host_of(cores=16, ram=16 * GIB)))
    assert sum(row.verdict is Verdict.FAIL for row in view.rows) == 1
    assert view.headline == "Not as SAS needs it: one demand is not met."


def test_rules_that_give_the_same_reason_stand_together() -> None:
    view = present_findings(measured(150, 20))
    idle = [row for row in view.rows if row.verdict is Verdict.NOT_APPLICABLE]
    assert len({row.title for row in idle}) == len(idle)
    only_aix = next(row for row in idle if "aix-read-ahead" in row.rule)
    assert only_aix.title == "Only AIX has this setting"
    assert "Read-ahead of JFS2, in pages" in only_aix.note
    assert "headroom rules explain" in only_aix.source


def test_a_rule_with_a_figure_never_stands_with_others() -> None:
    rows = present_findings(measured(150, 20)).rows
    assert all("," not in row.rule for row in rows if row.verdict in (Verdict.PASS, Verdict.WARN, Verdict.FAIL))


def test_a_reason_that_many_rules_share_does_not_drown_the_reader() -> None:
    row = next(row for row in present_findings(look(host_of())).rows if row.rule.count(",") > 40)
    assert row.note.count(";") == 8
    assert "more" in row.note.rpartition(";")[2]
