"""What may be typed, and what it means."""

import argparse
import shlex

import pytest

from app.cli.arguments import ROLES, UsageError, count, folder, parse, parser, size
from app.cli.run import chosen
from app.errors import ExitCode
from app.report.chapters.reproduce import command_line
from sizing.plan import Choices, Method, Pattern
from sizing.units import GIB, KIB, MIB
from sizing.workload import HEAVY, Role
from tests.sizing.machines import host_of, plan_of


@pytest.mark.parametrize(
    ("text", "meant"),
    [("64K", 64 * KIB), ("64KiB", 64 * KIB), ("16m", 16 * MIB), ("1G", GIB), ("4096", 4096), ("2 G", None)],
)
def test_sizes_count_in_powers_of_1024(text: str, meant: int | None) -> None:
    if meant is None:
        with pytest.raises(argparse.ArgumentTypeError):
            size(text)
    else:
        assert size(text) == meant


@pytest.mark.parametrize("text", ["", "K", "-1", "1.5G", "1Q", "1e3", "١٢", "9" * 13])
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        size(text)


def test_decimal_megabytes_are_refused_because_they_would_be_misread() -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        size("64MB")


@pytest.mark.parametrize("text", ["0", "-1", "two", "1000000", "²"])
def test_what_is_no_number_of_workers_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        count(text)


def test_a_folder_whose_name_is_no_text_is_refused() -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        folder("/data/\udcff")


@pytest.mark.parametrize("role", Role)
def test_every_role_can_be_chosen_by_name(role: Role) -> None:
    options = parse(["run", "/data", "--role", role.name])
    assert ROLES[options.role] is role


def test_the_command_line_that_a_report_prints_means_the_same_plan() -> None:
    choices = Choices(Method.SAS, Role.SPDS_META, HEAVY, 3, 128 * KIB, 2 * GIB, Pattern.ZEROS)
    plan = plan_of(host_of(), choices)
    words = shlex.split(command_line(plan).replace("\\\n", ""))
    options = parse(words[1:])
    assert options.target == plan.target.resolved
    assert chosen(options) == choices


def test_an_endurance_run_is_reproduced_with_its_minutes() -> None:
    plan = plan_of(host_of(), Choices(Method.ENDURANCE, lasts_s=50 * 60.0))
    words = shlex.split(command_line(plan).replace("\\\n", ""))
    assert chosen(parse(words[1:])).lasts_s == 50 * 60.0


def test_a_probe_of_zeros_is_reproduced_too() -> None:
    plan = plan_of(host_of(), Choices(probes_zeros=True))
    words = shlex.split(command_line(plan).replace("\\\n", ""))
    assert chosen(parse(words[1:])).probes_zeros


def test_iotest_takes_its_file_in_blocks() -> None:
    # The example of SAS's own text: one stream of 580 000 blocks of 64 KiB.
    options = parse(
        ["run", "/data", "--method", "iotest", "--workers", "1", "--blocks", "580000", "--block-size", "64K"]
    )
    assert (chosen(options).workers, chosen(options).file_size) == (1, 580_000 * 64 * KIB)
    with pytest.raises(UsageError):
        parse(["run", "/data", "--blocks", "10", "--file-size", "1G"])
    with pytest.raises(UsageError):
        parse(["run", "/data", "--blocks", "0"])


@pytest.mark.parametrize("words", [["history", "--json", "list"], ["history", "list", "--json"], ["history", "--json"]])
def test_json_may_stand_before_or_after_the_action(words: list[str]) -> None:
    assert parse(words).json is True


def test_json_and_events_exclude_each_other() -> None:
    with pytest.raises(UsageError):
        parse(["run", "/data", "--json", "--events"])


def test_the_help_names_every_exit_code() -> None:
    lines = parser().format_help().splitlines()
    documented = {line.split()[0] for line in lines if line.strip()[:1].isdigit()}
    assert documented == {str(int(code)) for code in ExitCode}
