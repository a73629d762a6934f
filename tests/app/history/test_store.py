"""The history keeps every stage and gives back what was kept."""

import json
import sqlite3
from array import array
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import fields, replace
from pathlib import Path

import pytest

from app.errors import WorldError
from app.history.recording import digest
from app.history.store import FILE_NAME, Store, open_store
from sizing.assessment import SCHEMA, Assessment
from sizing.measurement import Outcome, PhaseSeries, Series
from sizing.plan import Method, PhaseKind
from sizing.rules import Verdict
from sizing.workload import Role
from sizing.zeros import ZerosProbe
from tests.app.history.conftest import FINDING, HOST, series_of


@pytest.mark.parametrize("stage", ["looked", "planned", "measured", "judged"])
def test_every_stage_is_read_back_as_it_was_saved(store: Store, stage: str, request: pytest.FixtureRequest) -> None:
    assessment: Assessment = request.getfixturevalue(stage)
    store.save(assessment)
    assert store.load(assessment.id) == assessment


def test_each_stage_takes_the_place_of_the_one_before(
    store: Store, looked: Assessment, planned: Assessment, measured: Assessment, judged: Assessment
) -> None:
    for stage in (looked, planned, measured, judged):
        store.save(stage)
        assert store.load(stage.id) == stage
    assert len(store.entries()) == 1


def test_an_earlier_stage_saved_again_leaves_nothing_of_the_later_one(
    store: Store, planned: Assessment, judged: Assessment
) -> None:
    store.save(judged)
    store.save(planned)
    assert store.load(planned.id) == planned
    assert store.entries()[0].outcome is None


def test_a_series_that_changed_takes_the_place_of_the_old_one(store: Store, measured: Assessment) -> None:
    assert measured.series is not None
    changed = replace(measured, series=replace(measured.series, phases=measured.series.phases[:1]))
    changed.series.phases[0].tracks[0].slots[7] += 1  # type: ignore[union-attr]
    store.save(measured)
    store.save(changed)
    assert store.load(measured.id) == changed


def test_what_was_saved_is_there_after_closing_and_opening(path: Path, judged: Assessment) -> None:
    with Store(path) as store:
        store.save(judged)
    with Store(path) as store:
        assert store.load(judged.id) == judged


def test_findings_read_back_with_the_words_and_verdicts_of_their_day(store: Store, judged: Assessment) -> None:
    retired = replace(FINDING, rule="a rule that no rulebook has any more", title="Ein alter Titel", note="“so”")
    store.save(replace(judged, findings=(retired,), edition="1999-01"))
    kept = store.load(judged.id)
    assert (kept.findings, kept.edition) == ((retired,), "1999-01")


def test_an_entry_tells_what_the_list_shows(store: Store, judged: Assessment) -> None:
    store.save(judged)
    (entry,) = store.entries()
    assert (entry.id, entry.created_at, entry.host) == (judged.id, judged.created_at, "compute01")
    assert (entry.mount_point, entry.role, entry.method) == ("/sasdata", Role.SASDATA, Method.QUICK)
    assert (entry.outcome, entry.verdict) == (Outcome.COMPLETE, Verdict.FAIL)
    assert judged.measurement is not None
    figure = judged.measurement.figure(PhaseKind.WRITE)
    assert figure is not None
    assert entry.write == figure.strict


def test_an_entry_of_a_host_alone_says_that_nothing_was_measured(store: Store, looked: Assessment) -> None:
    store.save(looked)
    (entry,) = store.entries()
    assert (entry.mount_point, entry.method, entry.outcome, entry.verdict, entry.read) == (None,) * 5


@pytest.mark.parametrize(
    ("verdicts", "worst"),
    [
        ((Verdict.PASS, Verdict.FAIL, Verdict.WARN), Verdict.FAIL),
        ((Verdict.PASS, Verdict.WARN, Verdict.NOT_MEASURED), Verdict.WARN),
        ((Verdict.PASS, Verdict.NOT_MEASURED), Verdict.NOT_MEASURED),
        ((Verdict.NOT_APPLICABLE, Verdict.PASS), Verdict.PASS),
    ],
)
def test_the_verdict_of_an_entry_is_the_worst_of_its_findings(
    store: Store, looked: Assessment, verdicts: tuple[Verdict, ...], worst: Verdict
) -> None:
    store.save(replace(looked, findings=tuple(replace(FINDING, verdict=verdict) for verdict in verdicts)))
    assert store.entries()[0].verdict is worst


def test_entries_come_newest_first_and_no_more_than_asked(
    store: Store, many: Callable[[int], Iterator[Assessment]]
) -> None:
    for assessment in many(7):
        store.save(assessment)
    assert [entry.id[:6] for entry in store.entries(3)] == ["000006", "000005", "000004"]


def test_of_one_second_the_assessment_saved_last_is_the_newest(store: Store, looked: Assessment) -> None:
    for name in ("b", "a", "c"):
        store.save(replace(looked, id=name))
    store.save(replace(looked, id="b", edition="later stage"))
    assert [entry.id for entry in store.entries()] == ["c", "a", "b"]
    assert store.load("last").id == "c"


@pytest.mark.parametrize("host", ["compute01", "id1"])
def test_entries_of_one_host_are_found_by_name_and_by_identity(
    store: Store, many: Callable[[int], Iterator[Assessment]], host: str
) -> None:
    for assessment in many(7):
        store.save(assessment)
    assert [entry.id[:6] for entry in store.entries(host=host)] == ["000004", "000001"]


def test_a_prefix_that_only_one_id_has_is_enough(store: Store, looked: Assessment) -> None:
    store.save(looked)
    store.save(replace(looked, id="20261121-bb0002"))
    assert store.load("20261121").id == "20261121-bb0002"


def test_a_prefix_of_several_ids_is_refused_and_names_them(store: Store, looked: Assessment) -> None:
    store.save(looked)
    store.save(replace(looked, id="20261120-bb0002"))
    with pytest.raises(WorldError, match="means several") as caught:
        store.load("20261120")
    assert "20261120-aa0001, 20261120-bb0002" in caught.value.advice


def test_a_whole_id_is_meant_even_if_another_begins_with_it(store: Store, looked: Assessment) -> None:
    store.save(replace(looked, id="abc"))
    store.save(replace(looked, id="abcd"))
    assert store.load("abc").id == "abc"


@pytest.mark.parametrize("name", ["", "nothing", "%", "_0261120", "\udcff", "last"])
def test_a_name_nobody_has_is_refused(store: Store, looked: Assessment, name: str) -> None:
    if name != "last":
        store.save(looked)
    with pytest.raises(WorldError, match="no assessment"):
        store.load(name)


def test_a_deleted_assessment_is_gone_with_all_its_rows(store: Store, path: Path, judged: Assessment) -> None:
    store.save(judged)
    store.delete(judged.id[:8])
    assert store.entries() == ()
    assert b"compute01" not in path.read_bytes()


def test_deleting_one_assessment_of_a_host_keeps_the_others(store: Store, judged: Assessment) -> None:
    other = replace(judged, id="other")
    store.save(judged)
    store.save(other)
    store.delete(judged.id)
    assert store.load("other") == other


def test_a_host_looked_at_anew_takes_the_place_of_the_old_look(store: Store, path: Path, looked: Assessment) -> None:
    store.save(looked)
    anew = replace(looked, host=replace(HOST, name="renamed-host"))
    store.save(anew)
    assert store.load(looked.id) == anew
    assert b"compute01" not in path.read_bytes()


def test_deleting_what_is_not_there_is_refused(store: Store) -> None:
    with pytest.raises(WorldError, match="no assessment"):
        store.delete("nothing")


def test_an_assessment_of_a_newer_document_schema_is_refused(store: Store, looked: Assessment) -> None:
    store.save(replace(looked, schema=SCHEMA + 1))
    with pytest.raises(WorldError, match="newer Headroom"):
        store.load("last")


def test_every_field_of_an_assessment_has_its_place_in_the_tables() -> None:
    kept = "id created_at tool edition host plan series measurement validity findings repeats zeros schema"
    assert [field.name for field in fields(Assessment)] == kept.split(), "teach app/history/rows.py the new field"


def test_without_a_path_the_history_is_in_the_users_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, looked: Assessment
) -> None:
    monkeypatch.setenv("HEADROOM_DATA", str(tmp_path / "data"))
    with open_store() as store:
        store.save(looked)
    assert (tmp_path / "data" / FILE_NAME).stat().st_size > 0


def test_only_the_user_may_look_into_the_history(store: Store, path: Path) -> None:
    assert store.path == path
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert path.stat().st_mode & 0o777 == 0o600


def test_names_that_are_no_utf8_are_spelled_out(store: Store, judged: Assessment) -> None:
    odd = "/mnt/caf\udce9"
    assert judged.plan is not None
    volumes = (replace(HOST.volumes[0], mount_point=odd), *HOST.volumes)
    plan = replace(judged.plan, mount_point=odd, target=replace(judged.plan.target, path=odd))
    store.save(replace(judged, host=replace(HOST, volumes=volumes), plan=plan))
    assert store.entries()[0].mount_point == r"/mnt/caf\xe9"
    kept = store.load("last")
    assert kept.host.volumes[0].mount_point == r"/mnt/caf\xe9"
    assert (kept.host.volumes[1:], kept.series, kept.findings) == (HOST.volumes, judged.series, judged.findings)


def test_a_history_from_before_latencies_and_left_files_were_kept_is_read_as_it_was(
    path: Path, measured: Assessment
) -> None:
    assert measured.series is not None
    series = replace(measured.series, phases=_without_latencies(measured.series))
    with Store(path) as store:
        store.save(replace(measured, series=series))
    with closing(sqlite3.connect(path)) as old, old:
        document = json.loads(old.execute("SELECT series FROM runs").fetchone()[0])
        assert document.pop("left") == []
        for phase in document["phases"]:
            for track in phase["tracks"]:
                assert track.pop("latencies") == []
        stored = json.dumps(document, separators=(",", ":")).encode()
        old.execute("UPDATE runs SET series = ?, series_digest = ?", (stored, digest(stored, series)))
        old.execute("ALTER TABLE tracks DROP COLUMN latencies")
        old.execute("DROP TABLE repeats")
        old.execute("ALTER TABLE runs DROP COLUMN zeros")
        old.execute("PRAGMA user_version = 1")
    with Store(path) as store:
        assert store.load("last").series == series


def _without_latencies(series: Series) -> tuple[PhaseSeries, ...]:
    return tuple(
        replace(phase, tracks=tuple(replace(track, latencies=array("Q")) for track in phase.tracks))
        for phase in series.phases
    )


def test_runs_are_kept_one_by_one_as_they_come_in_and_in_their_new_order(store: Store, measured: Assessment) -> None:
    runs = tuple(series_of(workers, slots) for workers, slots in ((2, 30), (1, 40), (3, 20)))
    cut = Series(Outcome.CANCELLED, (), left=("/sasdata/headroom-1",))
    for count in (1, 2, 3):
        kept = replace(measured, series=runs[0], repeats=runs[1:count])
        store.save(kept)
        assert store.load("last") == kept
    turned = replace(measured, series=runs[1], repeats=(runs[0], cut, runs[2]))
    store.save(turned)
    assert store.load("last") == turned
    store.save(replace(measured, series=runs[2]))
    assert store.load("last").repeats == ()


def test_a_probe_of_zeros_is_kept(store: Store, judged: Assessment) -> None:
    probed = replace(judged, zeros=ZerosProbe(1e8, 1.5e8, 2e8, 3e8, 0.01))
    store.save(probed)
    assert store.load("last") == probed


def test_a_damaged_repeat_is_noticed(path: Path, measured: Assessment) -> None:
    with Store(path) as store:
        store.save(replace(measured, repeats=(series_of(1, 10),)))
    with closing(sqlite3.connect(path)) as spoilt, spoilt:
        spoilt.execute("UPDATE repeats SET series = replace(CAST(series AS TEXT), 'complete', 'cancelled')")
    with Store(path) as store, pytest.raises(WorldError):
        store.load("last")


def test_deleting_an_assessment_deletes_its_repeats(path: Path, measured: Assessment) -> None:
    with Store(path) as store:
        store.save(replace(measured, repeats=(series_of(1, 10),)))
        store.delete(measured.id)
    with closing(sqlite3.connect(path)) as left:
        assert left.execute("SELECT count(*) FROM repeats").fetchone() == (0,)
        assert left.execute("SELECT count(*) FROM tracks").fetchone() == (0,)


def test_closing_twice_is_harmless(path: Path) -> None:
    store = Store(path)
    store.close()
    with closing(store):
        store.close()
