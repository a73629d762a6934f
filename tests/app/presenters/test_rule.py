import pytest

from app.presenters.rule import HERE_COLUMN, present_rule, rule_table
from app.presenters.words import verdict_word
from sizing.rulebook import RULES
from sizing.rules import Severity
from tests.app.presenters.assessed import HOST, measured

FOUND = measured(120, 80)


def test_every_rule_is_listed_with_its_demand_and_what_it_said_here() -> None:
    table, verdicts = rule_table(FOUND, HOST)
    assert table.keys == tuple(rule.id for rule in RULES)
    assert all(all(row) for row in table.rows)
    said = {finding.rule: finding.verdict for finding in FOUND.findings}
    assert verdicts == [said[key] for key in table.keys]
    assert [row[HERE_COLUMN] for row in table.rows] == [verdict_word(said[key]) for key in table.keys]


def test_the_rulebook_can_be_read_before_any_machine_is_known() -> None:
    table, verdicts = rule_table(None, None)
    assert len(table.rows) == len(RULES)
    assert set(verdicts) == {None}
    assert all(present_rule(rule.id, None, None) is not None for rule in RULES)


@pytest.mark.parametrize("query", ["REQ-001", "write core", "  WRITE-RATE ", "write-rate, no-such-rule"])
def test_a_rule_is_found_by_document_words_and_id(query: str) -> None:
    table, _ = rule_table(None, HOST, query)
    assert "write-rate" in table.keys
    assert len(table.keys) < len(RULES)


def test_wishes_parted_by_commas_find_each_their_own() -> None:
    table, _ = rule_table(None, HOST, "write-rate, swappiness")
    assert {"write-rate", "swappiness"} <= set(table.keys)


def test_nothing_matches_what_nobody_wrote() -> None:
    assert rule_table(None, HOST, "zzyzx")[0].rows == ()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: str(rule.id))
def test_each_rule_tells_source_remedy_and_whatever_others_say(rule: object) -> None:
    (known,) = [one for one in RULES if one is rule]
    view = present_rule(known.id, FOUND, HOST)
    assert view is not None
    assert view.source.endswith("]")
    assert view.remedy
    assert view.here
    assert len(view.others) == len(known.overrides)
    assert bool(view.commands) == (known.change is not None)
    if known.change is not None and known.change.undo:
        assert "Undo" in {line.label for line in view.commands}
    assert (view.severity == "Must") == (known.severity is Severity.MUST)


def test_the_commands_are_those_for_this_host_where_there_is_one() -> None:
    found = next(one for one in FOUND.findings if one.change is not None)
    view = present_rule(found.rule, FOUND, HOST)
    assert view is not None
    assert found.change is not None
    assert view.commands[0].value == found.change.command


def test_there_is_nothing_to_say_of_a_rule_that_does_not_exist() -> None:
    assert present_rule("no-such-rule", FOUND, HOST) is None
