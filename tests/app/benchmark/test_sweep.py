"""Sweep: what killed runs left is removed once it may be, and nothing else ever is."""

import json
import os
import platform
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from app.benchmark.journal import NONCE_BYTES, Journal, Note, notes
from app.benchmark.run import start
from app.benchmark.sweep import Swept, is_due, journal_folder, sweeping
from app.errors import WorldError
from sizing.units import MIB
from tests.app.benchmark.conftest import Faulty, Mount, plan_for, poll_to_the_end, poll_until
from tests.app.benchmark.test_faults import parent_on, session

NONCE = "5a" * NONCE_BYTES
NAME = "headroom-here-0123456789abcdef-0.tmp"


def swept() -> Swept:
    """Return what a sweep of everything comes to."""
    return [Swept(), *sweeping()][-1]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "target"
    place.mkdir()
    return place


def noted(folder: Path, content: bytes | None = bytes.fromhex(NONCE) + b"data", *, confirmed: bool = True) -> Path:
    """Leave a journal of one file in ``folder``, and the file with ``content``, as a killed run does."""
    note = Note(platform.node(), str(folder), folder.stat().st_ino, NAME, NONCE)
    journal = Journal(str(journal_folder() / "run.jsonl"), note)
    journal.announce()
    file = folder / NAME
    if content is not None:
        file.write_bytes(content)
        if confirmed:
            journal.confirm(file.stat().st_ino)
    os.close(journal._fd)  # as the end of its process does
    return file


@pytest.mark.parametrize("content", [bytes.fromhex(NONCE) + b"data", b""])
@pytest.mark.parametrize("confirmed", [True, False])
def test_a_file_that_is_proved_ours_is_removed_and_the_journal_with_it(
    folder: Path, content: bytes, *, confirmed: bool
) -> None:
    file = noted(folder, content, confirmed=confirmed)
    (folder / "somebody's").touch()
    assert is_due()
    assert swept() == Swept(removed=(str(file),))
    assert [path.name for path in folder.iterdir()] == ["somebody's"]
    assert not is_due()


def test_a_file_that_was_never_made_or_is_gone_is_forgotten(folder: Path) -> None:
    noted(folder, None)
    assert swept() == Swept()
    assert not is_due()


def replaced(file: Path) -> None:
    content = file.read_bytes()
    file.rename(file.with_name("moved"))
    file.write_bytes(content)


def overwritten(file: Path) -> None:
    file.write_bytes(b"somebody's data")


def linked(file: Path) -> None:
    file.with_name("other").hardlink_to(file)


def made_a_link(file: Path) -> None:
    file.rename(file.with_name("moved"))
    file.symlink_to("moved")


def made_a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def given_away(file: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("needs root, to give a file away")
    os.chown(file, 65534, 65534)


@pytest.mark.parametrize("change", [replaced, overwritten, linked, made_a_link, made_a_folder, given_away])
def test_what_is_not_proved_ours_stays_and_is_told(folder: Path, change: Callable[[Path], None]) -> None:
    file = noted(folder)
    change(file)
    before = sorted(folder.iterdir())
    found = swept()
    assert found.removed == ()
    assert [remnant.path for remnant in found.left] == [str(file)]
    assert found.left[0].reason
    assert sorted(folder.iterdir()) == before
    assert is_due()


def test_a_folder_that_took_the_place_of_the_target_is_not_touched(folder: Path) -> None:
    file = noted(folder)
    folder.rename(folder.with_name("moved"))
    folder.mkdir()
    file.write_bytes(bytes.fromhex(NONCE))
    (remnant,) = swept().left
    assert "another one" in remnant.reason
    assert file.exists()
    file.unlink()
    folder.rmdir()
    (remnant,) = swept().left
    assert "not there" in remnant.reason


def test_the_journal_of_another_host_is_left_to_that_host(folder: Path) -> None:
    note = Note("elsewhere", str(folder), folder.stat().st_ino, NAME, NONCE)
    journal = Journal(str(journal_folder() / "run.jsonl"), note)
    journal.announce()
    os.close(journal._fd)
    (folder / NAME).touch()
    (remnant,) = swept().left
    assert "elsewhere" in remnant.reason


def test_a_journal_that_somebody_forged_or_cut_short_leads_nowhere(folder: Path) -> None:
    (folder / "precious").touch()
    true = {"host": platform.node(), "folder": str(folder), "folder_inode": 1, "name": NAME, "nonce": NONCE}
    forged = [
        {**true, "name": "precious"},
        {**true, "name": "headroom-/../precious"},
        {**true, "folder": "relative"},
        {**true, "nonce": ""},
        {**true, "inode": "2"},
        {"name": NAME},
        ["no", "note"],
    ]
    text = b"\n".join(json.dumps(line).encode() for line in forged) + b"\n\xff\n" + json.dumps(true).encode()[:-5]
    assert notes(text) == []
    assert len(notes(json.dumps(true).encode())) == 1


def test_a_run_that_is_going_on_is_not_swept(faulty: Faulty) -> None:
    faulty.order("pin")
    run = start(plan_for(faulty.place, file_size=256 * MIB))
    poll_until(run, lambda progress: progress.done_bytes > 0)
    faulty.order("well")
    assert is_due()
    assert swept() == Swept()
    assert len(list(faulty.place.iterdir())) == 2
    run.cancel()
    poll_to_the_end(run)
    assert run.collect().left == ()
    assert not is_due()


def test_what_a_power_cut_left_is_found_and_removed(faulty: Faulty) -> None:
    faulty.order("pin")
    with parent_on(faulty.place) as parent:
        os.killpg(parent.pid, signal.SIGKILL)
        parent.wait()
        deadline = time.monotonic() + 5
        while session(parent.pid) and time.monotonic() < deadline:
            time.sleep(0.05)
    here = sorted(map(str, faulty.place.iterdir()))
    assert len(here) == 2
    assert sorted(remnant.path for remnant in swept().left) == here
    faulty.order("well")
    assert sorted(swept().removed) == here
    assert list(faulty.place.iterdir()) == []
    assert not is_due()


def test_a_file_that_could_not_be_removed_stays_noted_until_it_can(faulty: Faulty) -> None:
    faulty.order("pin")
    run = start(plan_for(faulty.place))
    poll_to_the_end(run)
    left = run.collect().left
    assert len(left) == 2
    faulty.order("well")
    assert sorted(swept().removed) == sorted(left)


def test_where_files_need_no_names_nothing_is_noted(mount: Mount) -> None:
    run = start(plan_for(mount("ext4")))
    poll_until(run, lambda progress: progress.done_bytes > 0)
    assert not is_due()
    poll_to_the_end(run)
    run.close()


def test_a_file_that_cannot_be_noted_is_not_made(
    faulty: Faulty, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "no folder").touch()
    monkeypatch.setenv("HEADROOM_DATA", str(tmp_path / "no folder"))
    run = start(plan_for(faulty.place))
    with pytest.raises(WorldError, match="could not be noted") as caught:
        poll_to_the_end(run)
    run.close()
    assert "HEADROOM_DATA" in caught.value.advice
    assert list(faulty.place.iterdir()) == []
