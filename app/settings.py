"""Settings: what the window remembers of its user from one start to the next."""

import logging
import os
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from app.errors import WorldError
from app.i18n import tr
from app.paths import data_folder, make_private
from sizing.codec import CodecError, from_json, to_json
from sizing.i18n import N_
from sizing.plan import Method
from sizing.workload import STANDARD, Role

FILE_NAME: Final = "settings.json"
_LARGEST: Final = 1024**2
"""More than this is no settings file of ours."""


class Theme(StrEnum):
    """How the window looks."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Settings:
    """What is remembered; each field has a default, so that older and newer files can be read."""

    theme: Theme = Theme.SYSTEM
    geometry: str = ""
    """Where the window was, in the window system's own words."""
    target: str = ""
    """The folder measured last."""
    method: Method = Method.QUICK
    role: Role = Role.SASDATA
    workload: str = STANDARD.name
    """Name of a workload in :data:`sizing.workload.WORKLOADS`."""


def load() -> Settings:
    """Return the user's settings; the defaults if there are none, or none that can be read.

    A damaged file is kept aside, so that saving does not overwrite it.
    """
    try:
        path = data_folder() / FILE_NAME
        with path.open("rb") as file:
            text = file.read(_LARGEST)
    except (OSError, WorldError):
        return Settings()
    try:
        return from_json(text, Settings)
    except CodecError as error:
        aside = path.with_suffix(".damaged")
        with suppress(OSError):
            path.replace(aside)
        logging.getLogger(__name__).warning("%s could not be read (%s): kept as %s", path, error, aside)
        return Settings()


def save(settings: Settings) -> None:
    """Keep ``settings``: wholly, or not at all.

    Raises:
        WorldError: the file cannot be written.
    """
    path = data_folder() / FILE_NAME
    fresh = path.with_suffix(f".{os.getpid()}")
    try:
        make_private(path.parent)
        try:
            _write(fresh, to_json(settings, indent=2))
            fresh.replace(path)
        finally:
            fresh.unlink(missing_ok=True)
    except OSError as error:
        raise WorldError(
            tr(N_("The settings {path} cannot be saved: {reason}.")).format(path=path, reason=error.strerror),
            tr(N_("Make its folder writable, or name another one in the environment variable HEADROOM_DATA.")),
        ) from error


def _write(path: Path, text: bytes) -> None:
    """Write ``text`` to a file only its user may read, down to the disk, so that a power cut leaves old or new."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:  # noqa: PTH123 - a descriptor
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
