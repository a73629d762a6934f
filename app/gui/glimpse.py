"""Glimpse: theme and place of the window, as settings.json has them, read before anything heavy is loaded."""

import json
from typing import Any

from app.errors import WorldError
from app.gui.theme import Scheme

_LARGEST = 1024**2


def glimpse() -> tuple[Scheme, str]:
    """Return which theme to begin with, and where the window was; the defaults where that cannot be read.

    ``app.settings`` reads and judges the file properly; that costs a tenth of the time to the first paint, so it comes
    after it.
    """
    from app.paths import data_folder

    try:
        with (data_folder() / "settings.json").open("rb") as file:
            kept: dict[str, Any] = json.loads(file.read(_LARGEST))
        return Scheme(kept.get("theme", "system")), str(kept.get("geometry", ""))
    except (OSError, ValueError, AttributeError, RecursionError, WorldError):
        return Scheme.SYSTEM, ""
