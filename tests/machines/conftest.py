"""Recorded machines, detected."""

from collections.abc import Callable
from functools import cache

import pytest

from app.detection import detect
from sizing.device import Device
from sizing.host import Host, Volume
from tests.machines.compose import file_of


class Looked:
    """A recorded machine as detection sees it."""

    def __init__(self, host: Host) -> None:
        self.host = host

    def volume(self, mount_point: str) -> Volume:
        """Return the volume at ``mount_point``."""
        return next(volume for volume in self.host.volumes if volume.mount_point == mount_point)

    def stack(self, mount_point: str) -> list[str]:
        """Return the names of the devices behind it."""
        return [device.name for device in self.host.stack(self.volume(mount_point))]

    def device(self, name: str) -> Device:
        """Return the device called ``name``."""
        found = self.host.device(name)
        assert found is not None
        return found

    def settings(self, mount_point: str) -> dict[str, str]:
        """Return how the file system is laid out."""
        return {setting.name: setting.value for setting in self.volume(mount_point).settings}

    def tunable(self, name: str) -> str:
        """Return the value of a setting."""
        found = self.host.tunable(name)
        assert found is not None
        return found.value

    def unread(self) -> str:
        """Return all that could not be read."""
        return " ".join(f"{gap.what} {gap.why}" for gap in self.host.unread)


@cache
def _looked(name: str) -> Looked:
    return Looked(detect(machine=str(file_of(name))))


@pytest.fixture
def look() -> Callable[[str], Looked]:
    """Look at a recorded machine."""
    return _looked
