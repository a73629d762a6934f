"""A policy file is read as it is meant, and whatever is wrong in it is told with its line."""

from pathlib import Path

import pytest

from app.errors import WorldError
from app.job import look
from app.policy import judged_by, parse_policy, read_policy
from sizing.policy import Deviation
from sizing.rules import Verdict
from sizing.units import GIB
from tests.sizing.machines import host_of

GOOD = """\
name = "Customer 2026"

[rules.ram-per-core]
limit = 4
unit = "GiB per core"
reason = "A small host for tests."

[rules.huge-pages]
off = true
reason = "The database on this host needs them."

[facts]
"grid.nodes" = 8
cloud = "none"
spds.version = 5.3
grid.metadata_tested = true
"""


def lines(text: str) -> str:
    with pytest.raises(WorldError) as caught:
        parse_policy(text.encode(), "ours.toml")
    return caught.value.message


def test_a_policy_says_what_it_says(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(GOOD)
    policy = read_policy(file)
    assert policy.name == "Customer 2026"
    assert policy.deviations == (
        Deviation("ram-per-core", "A small host for tests.", 4.0, unit="GiB per core"),
        Deviation("huge-pages", "The database on this host needs them.", is_off=True),
    )
    answers = {name: answer.value for name, answer in policy.told.items()}
    assert answers == {"grid.nodes": "8", "cloud": "none", "spds.version": "5.3", "grid.metadata_tested": "yes"}


def test_an_assessment_judged_by_a_policy_names_it_and_shows_every_deviation() -> None:
    host = host_of(cores=16, ram=16 * 5 * GIB)
    before = look(host)
    after = judged_by(parse_policy(GOOD.encode(), "ours.toml"), before)
    assert after.edition == "2026-11, changed by Customer 2026"
    verdicts = {finding.rule: finding.verdict for finding in after.findings}
    assert {finding.rule: finding.verdict for finding in before.findings}["ram-per-core"] is Verdict.WARN
    assert verdicts["ram-per-core"] is Verdict.PASS
    changed = {finding.rule for finding in after.findings if finding.deviation}
    assert changed == {"ram-per-core", "huge-pages"}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('[rules.write-speed]\nreason = "x"\n', "ours.toml:1: rules.write-speed: There is no rule"),
        (
            '\n[rules.write-rate]\nreason = "x"\nlimit = 80\nunit = "MiB/s per core"\n',
            "ours.toml:5: rules.write-rate.unit",
        ),
        (
            '[rules.write-rate]\nunit = "MB/s per core"\nreason = "x"\nlimit = -80\n',
            "ours.toml:4: rules.write-rate.limit",
        ),
        ('[rules."write-rate"]\nlimit = "80"\n', "ours.toml:2: rules.write-rate.limit: The value must be a number."),
        ("[rules.write-rate]\n\nlimits = 80\n", "ours.toml:3: rules.write-rate.limits: A rule takes"),
        ("[rules.write-rate]\noff = 1\n", "ours.toml:2: rules.write-rate.off"),
        ("[rules.write-rate]\nreason = 5\n", "ours.toml:2: rules.write-rate.reason"),
        ("[rules]\nwrite-rate = 5\n", "ours.toml:2: rules.write-rate: This must be a table."),
        ("rules = 5\n", "ours.toml:1: rules: This must be a table."),
        ("\n\ncolour = 5\n", "ours.toml:3: colour: A policy holds"),
        ("name = 5\n", "ours.toml:1: name"),
        ('[facts]\n"grid.nodes" = 8\n"grid.knots" = 8\n', "ours.toml:3: facts.grid.knots: There is no question"),
        ("[facts]\ngrid.nodes = [8]\n", "ours.toml:2: facts.grid.nodes: An answer is"),
        ('[facts]\ngrid.nodes = "eight"\n', "ours.toml:2: facts.grid.nodes: This is no answer"),
        ("[facts\n", "line 1"),
        ("name = 'x'\nname = 'y'\n", "line 2"),
    ],
)
def test_whatever_is_wrong_is_told_with_its_line(text: str, place: str) -> None:
    assert place in lines(text)


def test_all_that_is_wrong_is_told_at_once() -> None:
    text = lines('[rules.a]\nreason = "x"\n[rules.b]\nreason = "x"\n')
    assert text.splitlines() == [
        "ours.toml:1: rules.a: There is no rule of this id.",
        "ours.toml:3: rules.b: There is no rule of this id.",
    ]


def test_what_is_no_file_or_far_too_large_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WorldError, match="cannot be read"):
        read_policy(tmp_path / "none.toml")
    large = tmp_path / "large.toml"
    large.write_bytes(b"#" * 1_000_001)
    with pytest.raises(WorldError, match="too large"):
        read_policy(large)
    with pytest.raises(WorldError, match="no policy"):
        parse_policy(b"\xff\xfe", "ours.toml")
    with pytest.raises(WorldError, match="no policy"):
        parse_policy(b"a = " + b"[" * 5000, "ours.toml")


def test_a_policy_without_a_name_is_called_after_its_file() -> None:
    assert parse_policy(b"", "folder/ours.toml").name == "ours.toml"
