"""Document: an honest answer first, whatever became of the run, and everything a reader needs to check it."""

import shlex
import shutil
import subprocess
from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.cli.arguments import ROLES, parse
from app.errors import WorldError
from app.report.blocks import BarChart, Block, Cell, Document, Items, LineChart, Lines, Paragraph, Table
from app.report.chapters.reproduce import command_line, fio_job
from app.report.data import fingerprint
from app.report.document import compose
from sizing.assessment import Assessment
from sizing.measurement import measure
from sizing.plan import Plan
from sizing.rules import Severity, Verdict
from sizing.units import MB
from sizing.workload import Role


def blocks(document: Document, title: str) -> tuple[Block, ...]:
    """Return the blocks of the section called ``title``."""
    return next(section.blocks for section in document.sections if section.title.endswith(f"  {title}"))


def tables(document: Document) -> Iterator[Table]:
    for section in document.sections:
        yield from (block for block in section.blocks if isinstance(block, Table))


def plan_at(assessment: Assessment, path: str) -> Plan:
    assert assessment.plan is not None
    return replace(assessment.plan, target=replace(assessment.plan.target, resolved=path))


@pytest.mark.parametrize(
    ("name", "status", "verdict"),
    [
        ("complete", "Complete: the figures hold with limits", Verdict.WARN),
        ("partial", "Draft: partial, the run was cancelled", Verdict.NOT_MEASURED),
        ("failed", "Draft: the run failed and has no figures", Verdict.NOT_MEASURED),
        ("planned", "Draft: the measurement was not carried through", Verdict.NOT_MEASURED),
        ("host_only", "Host only: nothing was measured", Verdict.WARN),
        ("in_memory", "Complete: the figures may not be believed", Verdict.FAIL),
    ],
)
def test_the_status_says_how_far_it_got(
    request: pytest.FixtureRequest, name: str, status: str, verdict: Verdict
) -> None:
    document = compose(request.getfixturevalue(name))
    assert document.status == status
    assert document.verdict is verdict


@pytest.mark.parametrize("name", ["partial", "failed", "planned", "host_only", "in_memory"])
def test_without_believable_figures_no_volume_meets_anything(request: pytest.FixtureRequest, name: str) -> None:
    document = compose(request.getfixturevalue(name))
    assert "meets what SAS needs of a volume" not in document.answer.replace("Whether /sasdata meets", "")


def test_a_host_that_was_only_looked_at_says_that_nothing_was_measured(host_only: Assessment) -> None:
    document = compose(host_only)
    titles = [section.title for section in document.sections]
    assert document.title == "Host assessment"
    assert "its storage was not measured" in document.answer
    assert not any("Results" in title or "Validity" in title for title in titles)


@pytest.mark.parametrize(("name", "first"), [("partial", "Measure again"), ("host_only", "Measure a volume")])
def test_where_rates_are_missing_the_first_advice_is_to_measure(
    request: pytest.FixtureRequest, name: str, first: str
) -> None:
    summary = blocks(compose(request.getfixturevalue(name)), "Management summary")
    assert next(block for block in summary if isinstance(block, Items)).items[0].title == first


def test_sections_tables_and_figures_are_counted_through(complete: Assessment) -> None:
    document = compose(complete)
    assert [section.title.split()[0] for section in document.sections] == [
        str(number) for number in range(1, len(document.sections) + 1)
    ]
    titles = [table.title for table in tables(document)]
    assert [title.split(".")[0] for title in titles] == [f"Table {number}" for number in range(1, len(titles) + 1)]


def test_the_cover_names_date_with_zone_edition_and_fingerprint(complete: Assessment) -> None:
    cover = dict(compose(complete).cover)
    assert cover["Date"] == "20 November 2026, 14:05 UTC"
    assert cover["Rulebook edition"] == complete.edition
    assert cover["Report"] == "20261120-4f1c9a"
    assert cover["Data file (SHA-256)"] == fingerprint(complete)


def test_the_rates_stand_in_both_units_beside_what_is_needed(complete: Assessment) -> None:
    assert complete.measurement is not None
    table = next(table for table in tables(compose(complete)) if table.title.endswith("Rates"))
    for row, figure in zip(table.rows, complete.measurement.figures, strict=True):
        assert row[2] == f"{figure.strict / 1e6:.1f} MB/s"
        assert row[3] == "100 MB/s"
        assert str(row[4]).removesuffix(" MiB/s") == f"{figure.sas_comparable / 2**20:.1f}".removesuffix(".0")


def test_the_requirement_line_is_cores_times_rate_per_core(complete: Assessment) -> None:
    charts = [block for block in blocks(compose(complete), "Results") if isinstance(block, LineChart)]
    assert [chart.level.value for chart in charts if chart.level] == [1600 * MB, 1600 * MB]
    assert "1\u202f600 MB/s" in charts[0].alt


def test_every_verdict_is_in_one_of_the_tables_with_its_citation(complete: Assessment) -> None:
    shown = [block for block in blocks(compose(complete), "Requirements: pass or fail") if isinstance(block, Table)]
    details = [cell.detail for table in shown for row in table.rows for cell in row[:1] if isinstance(cell, Cell)]
    reasons = Counter(finding.note for finding in complete.findings if finding.limit is None or finding.value is None)
    idle = "\n".join(str(row[1]) for table in shown for row in table.rows if table.title.endswith("do not apply here"))
    for finding in complete.findings:
        if finding.verdict is Verdict.NOT_APPLICABLE:
            assert finding.rule in idle
            continue
        stands_alone = reasons[finding.note] < 2 or finding.value is not None
        source = finding.source.document if stands_alone else f"{finding.rule} [{finding.source.fact}]"
        assert any(finding.rule in detail and source in detail for detail in details)


def test_a_failed_run_shows_what_was_recorded_and_no_figure(failed: Assessment) -> None:
    document = compose(failed)
    results = blocks(document, "Results")
    assert not any(isinstance(block, BarChart) for block in results)
    assert all(block.level is None for block in results if isinstance(block, LineChart))
    assert not any("MB/s" in column.title for table in tables(document) for column in table.columns)


def test_what_could_not_be_read_is_said_with_the_reason(complete: Assessment) -> None:
    unread = [block for block in blocks(compose(complete), "Environment") if isinstance(block, Table)][-1]
    assert ("firmware of the disks", "only the administrator may read it") in unread.rows


def test_both_disks_below_a_volume_are_named(complete: Assessment) -> None:
    volume = [block for block in blocks(compose(complete), "Environment") if isinstance(block, Lines)][1]
    assert dict(volume.lines)["Devices behind it"] == (
        "dm-0 (LVM volume) → sdb (disk, VMware Virtual disk) + sdc (disk, VMware Virtual disk)"
    )


def test_devices_that_name_each_other_do_not_go_on_for_ever(host_only: Assessment) -> None:
    devices = tuple(replace(device, lower=("dm-0", "sdb")) for device in host_only.host.devices)
    compose(replace(host_only, host=replace(host_only.host, devices=devices)))


def test_a_date_that_is_none_is_an_error_of_the_world(host_only: Assessment) -> None:
    for date in ("yesterday", "0001-01-01T00:00:00+23:00", ""):
        with pytest.raises(WorldError, match="no date"):
            compose(replace(host_only, created_at=date))


@pytest.mark.parametrize("path", ["/sas data/it's $HOME", "/a\nb", "/#;|&", "/–déjà"])
def test_the_command_survives_a_shell(complete: Assessment, path: str) -> None:
    said = subprocess.run(
        ["sh", "-c", command_line(plan_at(complete, path)).replace("headroom run", "printf '%s\\0'", 1)],
        capture_output=True,
        check=True,
    )
    assert said.stdout.decode().split("\0")[0] == path
    assert shlex.split(command_line(plan_at(complete, "/x")).replace("\\\n", ""))[:3] == ["headroom", "run", "/x"]


@pytest.mark.parametrize("role", list(Role))
def test_our_command_line_understands_the_command_as_the_plan(complete: Assessment, role: Role) -> None:
    plan = replace(plan_at(complete, "/sas data"), role=role)
    said = parse(shlex.split(command_line(plan).replace("\\\n", ""))[1:])
    assert said.target == "/sas data"
    assert (said.method, said.workload, said.data) == (plan.method, plan.workload.name, plan.pattern)
    assert (said.workers, said.block_size, said.file_size) == (plan.workers, plan.block_size, plan.file_size)
    assert ROLES[said.role] is role


@pytest.mark.parametrize("folder", ["plain", "with blank", "with:colon"])
def test_fio_accepts_the_job_and_moves_the_bytes_of_the_plan(complete: Assessment, tmp_path: Path, folder: str) -> None:
    fio = shutil.which("fio")
    if fio is None:
        pytest.skip("fio is not installed")
    place = tmp_path / folder
    place.mkdir()
    plan = replace(plan_at(complete, str(place)), file_size=2**20, workers=2)
    job = fio_job(plan)
    assert job is not None
    (tmp_path / "headroom.fio").write_text(job)
    done = subprocess.run([fio, "headroom.fio"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("io=2048KiB") + done.stdout.count("io=2.00MiB") >= 2
    assert list(place.iterdir()) == []


def test_a_folder_no_job_file_can_name_has_none(complete: Assessment) -> None:
    assert fio_job(plan_at(complete, "/a\nb")) is None


def test_settings_nobody_could_read_do_not_hide_the_rates_on_the_summary(complete: Assessment) -> None:
    rate = next(found for found in complete.findings if found.rule == "write-rate")
    setting = replace(rate, verdict=Verdict.NOT_MEASURED, value=None, severity=Severity.SHOULD, title="Some setting")
    demand = replace(setting, severity=Severity.MUST, title="Some demand")
    many = replace(complete, findings=(*[setting] * 20, demand, replace(rate, verdict=Verdict.PASS)))
    table = next(block for block in blocks(compose(many), "Management summary") if isinstance(block, Table))
    assert [row[0] for row in table.rows[:3]] == ["Some demand", rate.title, "Some setting"]


def test_what_does_not_apply_takes_a_line_for_each_reason_and_names_a_few(complete: Assessment) -> None:
    one = replace(complete.findings[0], verdict=Verdict.NOT_APPLICABLE, value=None, note="Only AIX has it.")
    many = replace(complete, findings=tuple(replace(one, rule=f"r{number}") for number in range(40)))
    table = next(block for block in blocks(compose(many), "Requirements: pass or fail") if isinstance(block, Table))
    ((reason, requirements),) = table.rows
    assert isinstance(requirements, Cell)
    assert reason == "Only AIX has it."
    assert requirements.text == f"{one.title}; {one.title}; {one.title}; and 37 more"


def test_the_stars_stand_on_the_summary_and_each_missing_one_in_the_chapter_on_validity(complete: Assessment) -> None:
    document = compose(complete)
    summary = [block.text for block in blocks(document, "Management summary") if isinstance(block, Paragraph)]
    assert summary[0].startswith("Confidence: 2 of 5 stars.")
    (missing,) = [table for table in tables(document) if "Why stars are missing" in table.title]
    codes = [row[0].detail for row in missing.rows if isinstance(row[0], Cell)]
    assert codes == ["runs", "burst", "moment"]


def test_several_runs_stand_in_a_table_of_their_own(complete: Assessment) -> None:
    series, plan = complete.series, complete.plan
    assert series is not None
    assert plan is not None
    repeats = (series, series)
    document = compose(replace(complete, repeats=repeats, measurement=measure(series, plan, repeats)))
    (table,) = [table for table in tables(document) if "of all runs" in table.title]
    assert [row[1] for row in table.rows] == ["3", "3"]
    assert [row[-1] for row in table.rows] == ["0.0 %", "0.0 %"]
    assert not [table for table in tables(compose(complete)) if "of all runs" in table.title]


def test_the_knee_is_marked_in_the_picture_of_its_phase(complete: Assessment) -> None:
    plan, series = complete.plan, complete.series
    assert plan is not None
    assert series is not None
    write = series.phases[0]
    slots = array("Q", [20 * MB] * 300 + [5 * MB] * 900)
    fallen = tuple(replace(track, slots=slots, moved_s=120.0, done_s=121.0) for track in write.tracks)
    whole = replace(series, phases=(replace(write, tracks=fallen),))
    document = compose(replace(complete, series=whole, measurement=measure(whole, plan)))
    (chart,) = [block for block in blocks(document, "Results") if isinstance(block, LineChart)]
    (knee,) = [mark for mark in chart.marks if mark.label == "knee"]
    assert knee.at_s == pytest.approx(30, abs=1)
