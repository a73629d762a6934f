"""Where CAS data should live, from the command line."""

from pathlib import Path

import pytest

from tests.app.cli.conftest import SMALL, Headroom


def test_without_a_table_the_measurements_are_shown_with_what_failed_and_why(headroom: Headroom) -> None:
    out = headroom("cas").out
    assert "2020-09-24" in out
    for words in ("587.14", "47.58 (!)", "24.98 (!)", "cannot rename a folder", "concurrent writes", "in parallel"):
        assert words in out


def test_the_monthly_cost_of_seed_000_is_told_for_its_2560_gb(headroom: Headroom) -> None:
    found = headroom("cas", "prdsale=29G", "--saves", 0, "--stored", 2560, "--json").document
    usd = {trade["storage"]: round(trade["usd"]) for trade in found["trades"]}
    assert usd == {"filestore": 768, "gcs": 57}


def test_every_time_is_a_range_with_its_limit_and_what_was_extrapolated(headroom: Headroom) -> None:
    found = headroom("cas", "big=290G", "--controller-link", 1, "--json").document
    (advice,) = found["advice"]
    kept = next(choice for choice in advice["choices"] if choice["format"] == "sas7bdat")
    assert kept["storage"] == "filestore"  # 29 GB in 90 s are more than a gigabit
    assert kept["save"]["stage"] == "network link of the controller"
    assert kept["save"]["low_s"] < kept["save"]["high_s"]
    assert "another size" in kept["save"]["extrapolations"]
    assert [refusal["faults"] for refusal in advice["refusals"]] == [["folder-rename"]]


def test_several_tables_are_added_up(headroom: Headroom) -> None:
    ended = headroom("cas", "a=1G", "b=100000x5000", "--workers", 4)
    assert ended.code == 0
    assert "Formats, paths and storage for 2 tables" in ended.out
    assert "CAS_DISK_CACHE" in ended.out


@pytest.mark.parametrize(
    "words",
    [
        ("a=lots",),
        ("a=0G",),
        ("a=0x5",),
        ("a=1G", "--loads", "0", "--saves", "0"),
        ("a=1G", "--workers", "0"),
        ("a=1G", "--worker-link", "nan"),
        ("a=1G", "--storage", "floppy"),
    ],
)
def test_what_makes_no_sense_is_wrong_usage(headroom: Headroom, words: tuple[str, ...]) -> None:
    ended = headroom("cas", *words)
    assert ended.code == 2
    assert "Traceback" not in ended.err


def test_a_kept_measurement_counts_and_only_makes_estimates_slower(headroom: Headroom, target: Path) -> None:
    assert headroom("run", target, "--yes", *SMALL).code in (0, 1, 4)
    plain = headroom("cas", "a=29G", "--json").document
    measured = headroom("cas", "a=29G", "--run", "last", "--json").document
    assert measured["cluster"]["read_rate"] > 0
    before, after = (
        {(choice["format"], choice["storage"]): choice["low_s"] for choice in found["advice"][0]["choices"]}
        for found in (plain, measured)
    )
    assert all(after[way] >= low for way, low in before.items())
    assert headroom("cas", "a=1G", "--run", "no-such-id").code == 3
