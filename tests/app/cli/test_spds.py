"""Layouts of SPD Server from the command line."""

from pathlib import Path

import pytest

from tests.app.cli.conftest import Headroom


def test_bare_disks_come_out_as_the_pools_of_seed_001(headroom: Headroom) -> None:
    pools = headroom("spds", "design", "--disks", "6x8", "--json").document["pools"]
    assert [len(pool) for pool in pools["pools"]] == [6] * 7
    assert (len(pools["root"]), len(pools["spares"])) == (2, 4)


def test_the_layouts_are_compared_side_by_side(headroom: Headroom) -> None:
    tables = [f"1x{128 * count}M" for count in range(1, 9)]
    ended = headroom("spds", "simulate", *tables, "--file-systems", 4, "--start", "fixed", "--json")
    comparison = ended.document["comparison"]
    assert comparison["best"] == "zigzag"
    held = {outcome["pattern"]: outcome["frames"][-1]["partitions"] for outcome in comparison["outcomes"]}
    assert held == {"single": [36, 0, 0, 0], "sequential": [12, 10, 8, 6], "zigzag": [9, 9, 9, 9]}


def test_what_is_generated_is_verified_and_every_missing_directory_named(headroom: Headroom, tmp_path: Path) -> None:
    words = ("--primary", f"{tmp_path}/meta", "--data", f"{tmp_path}/d1", "--index", f"{tmp_path}/i1", "--release", "5")
    texts = headroom("spds", "generate", "sales", *words, "--json").document["texts"]
    file = tmp_path / "libnames.parm"
    file.write_text(texts["libnames.parm"])
    ended = headroom("spds", "verify", file, "--json")
    assert ended.code == 1
    (verified,) = ended.document["verified"]
    missing = {
        fault["fault"]["subject"] for fault in verified["faults"] if fault["fault"]["kind"] == "missing directory"
    }
    assert missing == {f"{tmp_path}/meta", f"{tmp_path}/d1", f"{tmp_path}/i1"}


def test_a_fault_of_the_text_is_told_with_line_and_column(headroom: Headroom, tmp_path: Path) -> None:
    file = tmp_path / "libnames.parm"
    file.write_text('LIBNAME=a PATHNAME=/tmp\n  ROPTIONS="DATAPATH=(\'/d1)";\n')
    ended = headroom("spds", "verify", file)
    assert ended.code == 1
    assert "line 2, column 23: The quote" in " ".join(ended.out.split())


def test_the_skew_of_partitions_in_a_folder_is_told(headroom: Headroom, tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"t.dpf._meta.{number}.0.spds9").write_bytes(b"x" * 10)
    ended = headroom("spds", "verify", tmp_path, "--json")
    assert ended.code == 0
    spread = ended.document["verified"][0]["spread"]
    assert (spread["partitions"], spread["bytes"], spread["tables"]) == ([3], [30], 1)


def test_a_domain_is_designed_on_file_systems_of_this_machine(headroom: Headroom) -> None:
    points = [volume["mount_point"] for volume in headroom("detect", "--json").document["host"]["volumes"]]
    local = next((point for point in points if headroom("spds", "design", "s", "--volume", point).code == 0), None)
    if local is None:
        pytest.skip("no local file system here")
    words = ("--volume", local, "--rows", 1_048_576, "--row-bytes", 1024, "--json")
    found = headroom("spds", "design", "sales", *words).document
    assert found["design"]["domain"]["name"] == "sales"
    assert found["sized"]["partition"] == 512 * 1024**2
    assert "mkdir" in found["texts"]["directories.sh"]


@pytest.mark.parametrize(
    "words",
    [
        ("spds",),
        ("spds", "design", "sales"),
        ("spds", "design", "--disks", "48"),
        ("spds", "design", "sales", "--volume", "/no/such/mount"),
        ("spds", "simulate", "many", "--file-systems", "4"),
        ("spds", "simulate", "999999x1G", "--file-systems", "4", "--moments", "1000"),
        ("spds", "generate", "123spds", "--primary", "/meta"),
        ("spds", "generate", "sales", "--primary", "/me'ta"),
    ],
)
def test_what_cannot_be_is_wrong_usage(headroom: Headroom, words: tuple[str, ...]) -> None:
    ended = headroom(*words)
    assert ended.code == 2
    assert "Traceback" not in ended.err


def test_work_paths_of_the_server_are_looked_at_too(headroom: Headroom, tmp_path: Path) -> None:
    file = tmp_path / "spdsserv.parm"
    file.write_text(f"MINPARTSIZE=128M;\nWORKPATH=('{tmp_path}/w1');\n")
    ended = headroom("spds", "verify", file)
    assert ended.code == 1
    assert f"line 2, column 12: {tmp_path}/w1 does not exist" in " ".join(ended.out.split())


def test_a_folder_without_partitions_is_said_to_have_none(headroom: Headroom, tmp_path: Path) -> None:
    ended = headroom("spds", "verify", tmp_path)
    assert ended.code == 0
    assert "No data partitions" in ended.out
