"""Whatever happens to the history's file or process, what was saved stays, and no file is overwritten."""

import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from app.errors import WorldError
from app.history.migrations import APPLICATION_ID, VERSION
from app.history.store import Store
from sizing.assessment import Assessment
from sizing.codec import to_json
from tests.app.history.conftest import series_of

ROOT = Path(__file__).parents[3]
SAVER = Path(__file__).with_name("saver.py")


def saver(path: Path, document: Path, tag: str, count: int) -> "subprocess.Popen[str]":
    """Start a process that saves ``count`` assessments."""
    return subprocess.Popen(
        [sys.executable, SAVER, path, document, tag, str(count)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


@pytest.fixture
def heavy(judged: Assessment, tmp_path: Path) -> tuple[Assessment, Path]:
    """An assessment large enough to be killed in the middle of, and its document."""
    whole = replace(judged, series=series_of(workers=8, slots=1500))
    document = tmp_path / "heavy.json"
    document.write_bytes(to_json(whole))
    return whole, document


def test_killing_a_saving_process_at_any_moment_loses_nothing_it_had_saved(
    path: Path, heavy: tuple[Assessment, Path]
) -> None:
    whole, document = heavy
    told: list[str] = []
    cut = 0
    chance = random.Random(20261120)  # noqa: S311 - it only spreads the moments
    for number in range(16):
        with saver(path, document, f"run{number:02}", 10_000) as process:
            assert process.stdout is not None
            told.append(process.stdout.readline().strip())
            time.sleep(chance.uniform(0, 0.12))
            process.kill()
            told += process.stdout.read().split()
        cut += path.with_name(path.name + "-journal").exists()
        with Store(path) as store:
            assert store.load(f"run{number:02}-000000") == replace(whole, id=f"run{number:02}-000000")
    with Store(path) as store:
        assert {entry.id for entry in store.entries(100_000)} >= set(told)
        for name in told[-40:]:
            assert store.load(name) == replace(whole, id=name)
    assert intact(path)
    print(f"{len(told)} assessments saved, {cut} of 16 processes killed within a transaction")


def intact(path: Path) -> bool:
    """Return whether SQLite finds nothing wrong with the file."""
    with closing(sqlite3.connect(path)) as connection:
        return bool(connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)])


def test_two_headrooms_may_save_at_once(path: Path, heavy: tuple[Assessment, Path]) -> None:
    whole, document = heavy
    with saver(path, document, "left", 15) as left, saver(path, document, "right", 15) as right:
        assert left.stdout is not None
        assert right.stdout is not None
        told = left.stdout.read().split() + right.stdout.read().split()
    assert (left.returncode, right.returncode, len(told)) == (0, 0, 30)
    with Store(path) as store:
        assert {entry.id for entry in store.entries()} == set(told)
        assert store.load("right-000014") == replace(whole, id="right-000014")


def test_a_history_that_somebody_locks_for_long_is_told_of(
    store: Store, path: Path, looked: Assessment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.history.database.BUSY_S", 0.05)
    with Store(path) as hurried, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(WorldError, match="Another program is writing"):
            hurried.save(looked)
        other.execute("ROLLBACK")
    store.save(looked)
    assert store.load("last") == looked


def refused(path: Path, match: str) -> None:
    """Check that the file at ``path`` is refused and left as it is, to the byte."""
    before = path.read_bytes()
    with pytest.raises(WorldError, match=match) as caught:
        Store(path)
    assert path.read_bytes() == before
    assert caught.value.advice
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.fixture
def place(path: Path) -> Path:
    """The same path, in a folder that exists."""
    path.parent.mkdir()
    return path


@pytest.mark.parametrize("content", [b"x", b"dear diary\n" * 500, b"SQLite format 3\0", b"\0" * 4096])
def test_a_file_that_is_no_database_is_kept(place: Path, content: bytes) -> None:
    place.write_bytes(content)
    refused(place, "not a history of Headroom")


def test_a_foreign_database_is_kept(place: Path) -> None:
    with closing(sqlite3.connect(place)) as connection:
        connection.execute("CREATE TABLE letters (text)")
        connection.commit()
    refused(place, "not a history of Headroom")


@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_what_is_no_file_at_all_is_refused_at_once(place: Path, kind: str) -> None:
    place.mkdir() if kind == "folder" else os.mkfifo(place)
    with pytest.raises(WorldError, match="not a history of Headroom"):
        Store(place)


def test_an_empty_file_becomes_a_history(place: Path, looked: Assessment) -> None:
    place.touch()
    with Store(place) as store:
        store.save(looked)
        assert store.load("last") == looked


def alter(path: Path, statement: str) -> None:
    """Change a history behind Headroom's back."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()


def test_a_newer_history_is_refused_with_the_format_it_needs(path: Path, looked: Assessment) -> None:
    with Store(path) as store:
        store.save(looked)
    alter(path, f"PRAGMA user_version = {VERSION + 6}")
    refused(path, f"of format {VERSION + 6}; this Headroom knows formats up to {VERSION}")


def test_a_history_that_became_newer_while_it_was_open_is_not_written_to(
    store: Store, path: Path, looked: Assessment
) -> None:
    store.save(looked)
    alter(path, f"PRAGMA user_version = {VERSION + 1}")
    before = path.read_bytes()
    with pytest.raises(WorldError, match=f"of format {VERSION + 1}"):
        store.save(looked)
    assert path.read_bytes() == before


def test_a_damaged_history_is_told_of_and_kept(path: Path, judged: Assessment) -> None:
    with Store(path) as store:
        store.save(judged)
    content = path.read_bytes()
    path.write_bytes(content[:4096] + os.urandom(len(content) - 4096))
    before = path.read_bytes()
    with Store(path) as store:
        for act in (store.entries, lambda: store.load("last"), lambda: store.save(judged)):
            with pytest.raises(WorldError, match=r"is damaged.") as caught:
                act()
            assert "recover" in caught.value.advice
    assert path.read_bytes() == before


def test_a_history_cut_short_is_told_of_and_kept(path: Path, judged: Assessment) -> None:
    with Store(path) as store:
        store.save(judged)
    path.write_bytes(path.read_bytes()[:8192])
    before = path.read_bytes()
    with pytest.raises(WorldError, match="is damaged"), Store(path) as store:
        store.entries()
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tracks SET slots = x'00' WHERE place = 1",
        "UPDATE tracks SET slots = (SELECT slots FROM tracks WHERE place = 0) WHERE place = 1",
        "DELETE FROM tracks WHERE place = 1",
        "UPDATE samples SET counters = 'text'",
        "UPDATE findings SET document = '{}'",
        "UPDATE hosts SET document = substr(document, 1, 100)",
        "UPDATE plans SET document = 7",
        "UPDATE runs SET series = x'ff'",
    ],
)
def test_an_assessment_with_damaged_rows_is_refused_and_the_others_open(
    path: Path, judged: Assessment, looked: Assessment, statement: str
) -> None:
    other = replace(looked, id="other", host=replace(looked.host, name="other"))
    with Store(path) as store:
        store.save(judged)
    alter(path, statement)
    with Store(path) as store:
        store.save(other)
        with pytest.raises(WorldError, match=f"{judged.id} is damaged"):
            store.load(judged.id)
        assert store.load("other") == other


def test_a_recording_that_unpacks_to_far_too_much_is_refused(
    path: Path, judged: Assessment, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(path) as store:
        store.save(judged)
        monkeypatch.setattr("app.history.recording._CEILING", 1000)
        with pytest.raises(WorldError, match="damaged"):
            store.load("last")


def test_the_mark_of_a_history_is_in_its_header(store: Store, path: Path) -> None:
    assert store.entries() == ()
    assert int.from_bytes(path.read_bytes()[68:72]) == APPLICATION_ID


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 2 MiB in memory; needs root."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m,mode=0700", "headroom-test", str(place)]
    try:
        done = subprocess.run(mount, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("no mount command on this machine")
    if done.returncode:
        pytest.skip(f"a small tmpfs needs root and CAP_SYS_ADMIN: {done.stderr.strip()}")
    yield place
    subprocess.run(["umount", place], check=True)


def test_on_a_full_disk_nothing_saved_before_is_lost(small_disk: Path, heavy: tuple[Assessment, Path]) -> None:
    whole, _ = heavy
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(700 * 1024))
    with Store(small_disk / "history.sqlite3") as store:
        kept = 0
        with pytest.raises(WorldError, match="disk is full"):
            for kept in range(1000):
                store.save(replace(whole, id=f"{kept:04}"))
        assert kept > 0
        assert len(store.entries(1000)) == kept
        assert store.load(f"{kept - 1:04}") == replace(whole, id=f"{kept - 1:04}")
        ballast.unlink()
        store.save(replace(whole, id="after"))
        assert store.load("after") == replace(whole, id="after")
    assert intact(small_disk / "history.sqlite3")


def test_a_history_that_may_only_be_read_is_read_and_not_written(small_disk: Path, judged: Assessment) -> None:
    path = small_disk / "history.sqlite3"
    with Store(path) as store:
        store.save(judged)
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    with Store(path) as store:
        assert store.load("last") == judged
        with pytest.raises(WorldError, match="cannot be used"):
            store.save(judged)
    with pytest.raises(WorldError, match="cannot be used") as caught:
        Store(small_disk / "new" / "history.sqlite3")
    assert "HEADROOM_DATA" in caught.value.advice


def test_a_folder_nobody_may_write_to_is_told_of(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write anywhere; the read-only tmpfs stands in for it")
    tmp_path.chmod(0o500)
    with pytest.raises(WorldError, match="cannot be used"):
        Store(tmp_path / "history.sqlite3")
    tmp_path.chmod(0o700)
