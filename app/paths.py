"""Places: where our own files are, and where the user's data go."""

import os
import sys
from pathlib import Path


def resource(*parts: str) -> Path:
    """Return the path of something below ``resources``."""
    return Path(__file__).resolve().parent.parent.joinpath("resources", *parts)


def data_folder() -> Path:
    """Return the folder of the user's data, which may not exist yet; ``HEADROOM_DATA`` moves it."""
    if moved := os.environ.get("HEADROOM_DATA"):
        return Path(moved)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or _home() / "AppData" / "Local") / "Headroom"
    if sys.platform == "darwin":
        return _home() / "Library" / "Application Support" / "Headroom"
    base = os.environ.get("XDG_DATA_HOME", "")
    # The XDG base directory specification has relative paths ignored.
    return (Path(base) if base.startswith("/") else _home() / ".local" / "share") / "headroom"


def make_private(folder: Path) -> None:
    """Make ``folder`` where it is missing, for this user's eyes only; one that exists is left as it is.

    Raises:
        OSError: it cannot be made.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError as error:
        from app.errors import WorldError
        from app.i18n import tr
        from sizing.i18n import N_

        raise WorldError(
            tr(N_("This user has no home folder to keep data in.")),
            tr(N_("Name a folder in the environment variable HEADROOM_DATA.")),
        ) from error
