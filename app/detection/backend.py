"""Backend: what detection asks of an operating system, and which one answers here."""

import sys
from collections.abc import Generator
from dataclasses import dataclass
from typing import Protocol

from app.errors import WorldError
from app.i18n import tr
from sizing.host import Cloud, Cpu, Device, Kernel, Memory, Network, Tunable, Unread, Volume
from sizing.i18n import N_


@dataclass(frozen=True, slots=True)
class Mounted:
    """Everything mounted, as far as it is known: volumes, and the mount points that are none."""

    volumes: tuple[Volume, ...]
    left_out: tuple[str, ...]


class Backend(Protocol):
    """One operating system. All texts it returns can be written as UTF-8; what cannot be read is in ``unread``."""

    def moment(self) -> str:
        """Return when the machine is looked at, as ISO 8601 in UTC."""

    def home(self) -> str:
        """Return the path Headroom runs from on that machine."""

    def name(self) -> str:
        """Return the name the host has for itself."""

    def identity(self) -> str:
        """Return a stable pseudonym of the machine: 64 hexadecimal digits from which nothing can be read back."""

    def kernel(self) -> Kernel:
        """Return what the operating system says it is."""

    def cpu(self) -> Cpu:
        """Return the processors."""

    def memory(self) -> Memory:
        """Return the size of RAM.

        Raises:
            WorldError: it cannot be read; nothing can be planned without it.
        """

    def networks(self) -> tuple[Network, ...]:
        """Return the interfaces that are up, without loopback."""

    def devices(self) -> tuple[Device, ...]:
        """Return the block devices that have a size, each name once."""

    def tunables(self) -> tuple[Tunable, ...]:
        """Return the settings of the system that bear on storage, each name once, with where each comes from."""

    def cloud(self) -> Cloud | None:
        """Return the cloud this machine is rented from, as far as it tells without any network."""

    def mounted(self, devices: tuple[Device, ...], deadline_s: float) -> Generator[Mounted, None, None]:
        """Yield what is mounted: at once with every volume asked, last, within ``deadline_s``, with none.

        A file system that does not answer delays nothing but itself. Closing the iterator ends all asking.
        """

    def unread(self) -> tuple[Unread, ...]:
        """Return what could not be read until now, and why."""


def this_backend(root: str = "/") -> Backend:
    """Return the backend of the system we run on, reading below ``root``.

    Raises:
        WorldError: there is none for this system.
    """
    if sys.platform == "linux":
        from app.detection.linux import LinuxBackend

        return LinuxBackend(root)
    raise WorldError(
        tr(N_("Headroom cannot look at this kind of system ({system}) yet.")).format(system=sys.platform),
        tr(N_("Run it on Linux; a result saved there opens on any desktop.")),
    )
