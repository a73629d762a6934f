"""One command tells which document says so, since when, for which case, and what was measured here."""

import json
from pathlib import Path

import pytest

from sizing.rulebook import EDITION, RULES
from tests.app.cli.conftest import SMALL, Ended, carried_out

POLICY = '[rules.huge-pages]\noff = true\nreason = "Agreed with the vendor."\n'


def _rules(tmp_path: Path, *words: str) -> Ended:
    return carried_out("rules", *words, HEADROOM_DATA=str(tmp_path), XDG_DATA_HOME=str(tmp_path))


def test_the_list_names_the_edition_and_every_rule(tmp_path: Path) -> None:
    done = _rules(tmp_path, "list")
    assert done.code == 0
    assert f"Rulebook {EDITION}: {len(RULES)} rules." in done.out
    assert all(f"\n{rule.id} " in done.out for rule in RULES)
    assert "Unverified" in done.out


def test_a_search_finds_a_rule_by_what_it_says(tmp_path: Path) -> None:
    done = _rules(tmp_path, "search", "lustre", "flock")
    assert "lustre-flock" in done.out
    assert "write-rate" not in done.out


def test_an_explanation_names_source_others_command_and_undo(tmp_path: Path) -> None:
    done = _rules(tmp_path, "explain", "dirty-limit")
    assert done.code == 0
    for part in ("LNX-003, derived", "40 %", "sysctl -w vm.dirty_ratio=30", "Undo", "vm.dirty_ratio: "):
        assert part in done.out


def test_a_fact_leads_to_its_rules_too(tmp_path: Path) -> None:
    assert "grid-metadata: " in _rules(tmp_path, "explain", "grd-002").out


def test_a_rule_nobody_knows_is_refused_with_advice(tmp_path: Path) -> None:
    done = _rules(tmp_path, "explain", "write-speed")
    assert done.code == 3
    assert "headroom rules list" in done.err


@pytest.mark.parametrize("words", [("list",), ("search", "tuned"), ("explain", "write-rate")])
def test_each_action_is_one_document_for_programs(tmp_path: Path, words: tuple[str, ...]) -> None:
    document = _rules(tmp_path, *words, "--json").document
    assert document["edition"] == EDITION
    assert all(rule["sources"] for rule in document["rules"])


def test_a_policy_marks_what_it_changes(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(POLICY)
    done = carried_out("check", "--host", "--policy", str(file), "--json", XDG_DATA_HOME=str(tmp_path))
    document = json.loads(done.out)
    assert document["edition"] == f"{EDITION}, changed by ours.toml"
    changed = [finding for finding in document["findings"] if finding["deviation"]]
    assert [finding["rule"] for finding in changed] == ["huge-pages"]


def test_a_wrong_policy_is_refused_with_the_line(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(POLICY.replace("huge-pages", "small-pages"))
    done = carried_out("check", "--host", "--policy", str(file), XDG_DATA_HOME=str(tmp_path))
    assert done.code == 3
    assert "ours.toml:1: rules.small-pages: There is no rule of this id." in done.err


def test_the_checklist_of_this_machine_is_a_document_for_programs(tmp_path: Path) -> None:
    document = _rules(tmp_path, "tuning", "--json").document
    assert document["assessment"] is None
    assert all(change["command"] and change["verify"] and change["source"] for change in document["changes"])


def test_what_a_measurement_will_do_is_a_table(tmp_path: Path) -> None:
    assert _rules(tmp_path, "suitability").code == 3
    data, target = tmp_path / "data", tmp_path / "target"
    target.mkdir()
    place = str(data)
    done = carried_out("run", str(target), *SMALL, "--yes", HEADROOM_DATA=place)
    assert done.code in (0, 1, 4), done.err
    shown = carried_out("rules", "suitability", "--jobs", "3", HEADROOM_DATA=place)
    assert "Grid jobs at the same time (3)" in shown.out
    assert "Found in" in carried_out("rules", "explain", "write-rate", HEADROOM_DATA=place).out
