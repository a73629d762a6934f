"""The rulebook is open: each rule can be found by what it says, and says who demands it and who disagrees."""

from app.presenters.rulebook import present_rules, rules_table, search_hearsay, search_rules
from sizing.rulebook import RULES


def test_every_rule_is_shown_once_in_the_order_of_the_rulebook() -> None:
    assert [rule.id for rule in present_rules()] == [rule.id for rule in RULES]
    assert len(rules_table(present_rules()).rows) == len(RULES)


def test_every_rule_says_what_it_demands_and_where_that_is_written() -> None:
    for rule in present_rules():
        assert rule.title
        assert all(rule.demands)
        assert all(fact in source for fact, source in zip(rule.facts, rule.sources, strict=True))


def test_what_the_workload_decides_is_shown_for_each_of_them() -> None:
    rate = next(rule for rule in present_rules() if rule.id == "write-rate")
    assert rate.demands == (
        "at least 100 MB/s per core",
        "at least 125 MB/s per core",
        "at least 150 MB/s per core",
    )
    assert rate.facts == ("REQ-001", "REQ-003", "REQ-002")


def test_the_old_grid_guide_s_figure_leads_to_the_rule_that_overrides_it_and_why() -> None:
    found = search_rules("25 to 30 grid", present_rules())
    assert [rule.id for rule in found] == ["write-rate", "read-rate"]
    other = next(other for other in found[0].overrides if "25 to 30" in other.says)
    assert "older" in other.why


def test_a_search_needs_every_word() -> None:
    assert {rule.id for rule in search_rules("lustre FLOCK", present_rules())} == {"lustre-flock"}
    assert search_rules("lustre powercfg", present_rules()) == ()
    assert len(search_rules("", present_rules())) == len(RULES)


def test_what_is_not_verified_is_found_apart_and_is_no_rule() -> None:
    said = search_hearsay("NTFS 64")
    assert [one.fact for one in said] == ["WIN-001"]
    facts = {fact for rule in present_rules() for fact in rule.facts}
    assert {one.fact for one in search_hearsay("")}.isdisjoint(facts - {"AWS-002"})
