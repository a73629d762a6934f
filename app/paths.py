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
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "Headroom"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Headroom"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "headroom"
