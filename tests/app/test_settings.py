"""Settings survive from start to start, and damage costs no more than the settings."""

from dataclasses import replace
from pathlib import Path

import pytest

from app import settings
from app.errors import WorldError
from app.settings import Settings, Theme
from sizing.plan import Method
from sizing.workload import Role

CHOSEN = Settings(Theme.DARK, "AdnQywAD", "/sasdata", Method.SAS, Role.SASWORK, "heavy")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own."""
    monkeypatch.setenv("HEADROOM_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def test_the_first_start_has_defaults_and_writes_nothing(folder: Path) -> None:
    assert settings.load() == Settings()
    assert not folder.exists()


def test_what_was_saved_is_loaded(folder: Path) -> None:
    settings.save(CHOSEN)
    settings.save(replace(CHOSEN, theme=Theme.LIGHT))
    assert settings.load() == replace(CHOSEN, theme=Theme.LIGHT)
    assert [file.name for file in folder.iterdir()] == ["settings.json"]


def test_only_the_user_may_read_them(folder: Path) -> None:
    settings.save(CHOSEN)
    assert (folder / "settings.json").stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_file_of_a_newer_program_is_read_as_far_as_it_is_known(folder: Path) -> None:
    folder.mkdir()
    (folder / "settings.json").write_text('{"theme": "dark", "wallpaper": "sea"}')
    assert settings.load() == Settings(theme=Theme.DARK)


@pytest.mark.parametrize("content", [b"", b"{", b'{"theme": "plaid"}', b"\xff\xfe", b"[" * 100_000, b'{"target": 7}'])
def test_a_damaged_file_is_kept_aside_and_defaults_are_used(folder: Path, content: bytes) -> None:
    folder.mkdir()
    (folder / "settings.json").write_bytes(content)
    assert settings.load() == Settings()
    settings.save(CHOSEN)
    assert (folder / "settings.damaged").read_bytes() == content
    assert settings.load() == CHOSEN


def test_a_folder_that_cannot_be_made_is_told_of(folder: Path) -> None:
    folder.write_text("a file in the way")
    assert settings.load() == Settings()
    with pytest.raises(WorldError, match="cannot be saved") as caught:
        settings.save(CHOSEN)
    assert "HEADROOM_DATA" in caught.value.advice


def test_settings_that_could_not_be_saved_leave_the_old_ones(folder: Path) -> None:
    settings.save(CHOSEN)
    (folder / "settings.json").unlink()
    (folder / "settings.json").mkdir()
    with pytest.raises(WorldError):
        settings.save(CHOSEN)
    assert [file.name for file in folder.iterdir()] == ["settings.json"]
