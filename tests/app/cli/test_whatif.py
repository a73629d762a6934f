"""What-if on the command line: text for people, the same figures as JSON, exit codes for scripts."""

import json
from pathlib import Path

import pytest

from tests.app.cli.conftest import Headroom

SEED4 = ("whatif", "--cloud", "aws", "--instance", "r5b.12xlarge", "--volume", "io2", "--edition", "seed-2021")
BOUGHT = ("--size", "40T", "--iops", "14305", "--cores", "24")
E32 = ("whatif", "--cloud", "azure", "--instance", "E32s_v3", "--volume", "P50", "--count", "4", "--size", "4T")


def test_seed_004_is_answered_the_same_for_people_and_programs(headroom: Headroom) -> None:
    told = headroom(*SEED4, *BOUGHT, "--json").document
    assert told["answer"] == "holds"
    assert told["demand"] == 2_400_000_000
    assert told["capacity"] == pytest.approx(3_750_000_000, rel=1e-4)
    assert told["per_core"] == pytest.approx(156_250_000, rel=1e-4)
    assert told["cost"]["total"] == pytest.approx(730 * 3.576 + 40_960 * 0.125 + 14_305 * 0.065)
    page = headroom(*SEED4, *BOUGHT)
    assert page.code == 0
    assert "Volumes and machine are matched" in page.out
    assert "3\u202f750 MB/s" in page.out
    assert "older than six months" in page.out


def test_seed_002_fails_with_the_sentence_and_exit_code_1(headroom: Headroom) -> None:
    ended = headroom(*E32, "--measured", "760")
    assert ended.code == 1
    assert "The VM size limits, at 768 MB/s; faster disks will change nothing." in ended.out
    assert "What was measured is this limit, not the tuning." in ended.out
    told = headroom(*E32, "--json").document
    assert told["limiting"] == "machine"
    assert told["per_core"] == 48_000_000
    assert told["bursts"][0]["lasts_s"] == pytest.approx(1_800)


def test_kept_scenarios_are_set_side_by_side(headroom: Headroom) -> None:
    headroom(*SEED4, *BOUGHT, "--save", "io2 plan")
    headroom(*E32, "--measured", "760", "--save", "today")
    told = headroom("whatif", "--compare", "io2 plan", "today")
    assert told.code == 1
    head, *rows = told.out.splitlines()
    assert "io2 plan" in head
    assert "today" in head
    assert next(row.split()[1:] for row in rows if row.startswith("Measured")) == ["–", "760", "MB/s"]
    again = headroom("whatif", "--scenario", "today", "--json").document
    assert again["capacity"] == 768_000_000
    assert again["question"]["measured"] == 760_000_000


def test_commands_are_text_to_hand_over_with_a_way_back(headroom: Headroom) -> None:
    ended = headroom(*E32, "--commands", "--mount-point", "/data/sas")
    assert "mdadm --create /dev/md0 --level=0 --chunk=1024 --raid-devices=4" in ended.out
    assert "Undo:" in ended.out
    assert headroom(*E32, "--commands", "--mount-point", "/x;reboot").code == 2


def test_the_cheapest_plans_are_listed_and_what_fails_is_said(headroom: Headroom) -> None:
    ended = headroom("recommend", "--cloud", "aws", "--cores", "16", "--size", "10T", "--limit", "3")
    assert ended.code == 0
    assert "candidates meet the demand" in ended.out
    assert "r5.8xlarge: " in ended.out
    found = headroom("recommend", "--cloud", "aws", "--cores", "16", "--size", "10T", "--json").document["clouds"][0]
    assert found["advice"]["candidates"] >= 100_000
    assert len(found["advice"]["offers"]) == 20


def test_what_nothing_meets_ends_with_1_and_the_nearest(headroom: Headroom) -> None:
    ended = headroom("recommend", "--cores", "16", "--size", "10T", "--rate-per-core", "900000")
    assert ended.code == 1
    assert ended.out.count("Nearest: ") == 3


def test_own_prices_replace_list_prices(headroom: Headroom, tmp_path: Path) -> None:
    prices = tmp_path / "prices.toml"
    prices.write_text(
        'currency = "EUR"\ndate = 2026-11-01\n[machines]\n"r5b.12xlarge" = 3\n[volumes.io2]\ngib = 0.1\niops = 0.05\n'
    )
    told = headroom(*SEED4, *BOUGHT, "--prices", prices, "--json").document["cost"]
    assert told["currency"] == "EUR"
    assert told["total"] == pytest.approx(730 * 3 + 40_960 * 0.1 + 14_305 * 0.05)
    ended = headroom("recommend", "--cloud", "aws", "--cores", "24", "--size", "1T", "--prices", prices)
    assert "r5b.12xlarge" in ended.out
    assert "USD" not in ended.out


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[machines]\nx = -1", "machines.x"),
        ("[machines]\nx = nan", "machines.x"),
        ("machines = 3", "machines"),
        ("[volumes.io2]\ncolour = 1", "volumes.io2"),
        ("[volumes]\nio2 = 1", "volumes.io2"),
        ('[volumes.io2]\niops = ["much"]', "volumes.io2.iops"),
        ("currency = 7", "currency"),
        ("[extra]", "extra"),
        ("[machines", "cannot be read"),
    ],
)
def test_prices_that_are_none_are_refused_with_their_place(
    headroom: Headroom, tmp_path: Path, text: str, place: str
) -> None:
    prices = tmp_path / "prices.toml"
    prices.write_text(text)
    ended = headroom(*E32, "--prices", prices)
    assert ended.code == 3
    assert place in ended.err


def test_an_import_is_told_and_kept_unless_it_is_a_trial(headroom: Headroom, tmp_path: Path) -> None:
    listing = tmp_path / "machines.json"
    listing.write_text(json.dumps([{"name": "n9-standard-8", "guestCpus": 8, "memoryMb": 32768}]))
    trial = headroom("catalog", "import", listing, "--dry-run")
    assert "n9-standard-8: new" in trial.out
    assert headroom("catalog", "list", "n9-standard-8").code == 3
    told = headroom("catalog", "import", listing, "--json").document
    assert told["changes"] == [{"machine": "n9-standard-8", "column": "", "before": None, "after": 8}]
    assert headroom("catalog", "list", "n9-standard-8", "--json").document["found"][0]["cores"] == 4
    listing.write_text("{")
    refused = headroom("catalog", "import", listing)
    assert refused.code == 3
    assert "cannot be imported" in refused.err


def test_the_tables_are_listed_with_source_licence_and_age(headroom: Headroom) -> None:
    ended = headroom("catalog")
    assert "AWS: 1263 machines" in ended.out
    assert "Apache-2.0; 2026-05-20" in ended.out
    assert "older than six months" in ended.out
    both = headroom("catalog", "list", "io2", "--json").document["found"]
    assert [one["edition"] for one in both] == ["2026-05", "seed-2021"]


@pytest.mark.parametrize(
    "words",
    [
        ("whatif", "--cloud", "aws"),
        ("whatif", "--cloud", "aws", "--instance", "r5b.large", "--volume", "gp3", "--size", "much"),
        ("whatif", "--cloud", "aws", "--instance", "r5b.large", "--volume", "gp3", "--size", "1T", "--rate", "nan"),
        ("recommend", "--cores", "0", "--size", "1T"),
        ("recommend", "--size", "1T"),
    ],
)
def test_what_means_nothing_is_wrong_usage(headroom: Headroom, words: tuple[str, ...]) -> None:
    assert headroom(*words).code == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("whatif", "--cloud", "aws", "--instance", "r5q.large", "--volume", "gp3", "--size", "1T"), "Did you mean"),
        (("whatif", "--scenario", "../../etc/passwd"), "cannot name a scenario"),
        (("whatif", "--scenario", "nobody"), "No scenario is called"),
        (("whatif", "--cloud", "gcp", "--instance", "e2-micro", "--volume", "pd-ssd", "--size", "1T"), "--cores"),
    ],
)
def test_what_is_not_there_is_refused_with_advice(headroom: Headroom, words: tuple[str, ...], said: str) -> None:
    ended = headroom(*words)
    assert ended.code == 3
    assert said in ended.err


def test_a_server_of_ones_own_is_answered_from_what_is_told_of_it(headroom: Headroom) -> None:
    own = ("whatif", "--cloud", "own", "--instance", "rack 7", "--volume", "array", "--count", "4", "--size", "2T")
    told = headroom(*own, "--rate", "400", "--adapter", "1200", "--cores", "16", "--memory", "256G", "--json").document
    assert (told["capacity"], told["limiting"], told["answer"]) == (1_200_000_000, "machine", "nearly holds")
    assert told["notes"] == []
    assert headroom(*own).code == 3


def test_seed_004_rows_stand_beside_todays(headroom: Headroom) -> None:
    today, then = headroom("catalog", "list", "r5b.large", "--json").document["found"]
    assert today["limits"][0]["read"] == 1_250_000_000 / 8  # 1 250 Mbit/s for good, eight times that in a burst
    assert then["limits"][0]["read"] == 1_250_000_000  # printed as "up to"
    assert not then["is_current"]


def test_a_price_reckoned_from_its_family_is_said_to_be(headroom: Headroom) -> None:
    ended = headroom("whatif", "--cloud", "azure", "--instance", "E8as_v5", "--volume", "P30", "--size", "1T")
    derived = "The price of Standard_E8as_v5 is that of its family" in ended.out
    plain = headroom("whatif", "--cloud", "azure", "--instance", "E32s_v3", "--volume", "P30", "--size", "1T")
    assert "is that of its family" not in plain.out
    assert derived
