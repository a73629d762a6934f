"""Machine: a tree of small files that looks to detection like a machine, composed for one test."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

from app.detection import detect
from app.detection.backend import Mounted
from app.detection.sysfs import Root
from app.detection.volumes import read_volumes
from sizing.host import Cpu, Device, Host, Volume
from sizing.units import GIB

_CLASS = "sys/class/block"
_BARE = "fpu vme sse2 ht"


class Machine:
    """A machine below ``place``; it has a name, memory and one plain core until a test says otherwise."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self._lines: list[str | bytes] = []
        self._ids = count(100)
        self.write("proc/sys/kernel/hostname", "compute01\n")
        self.write("proc/sys/kernel/osrelease", "5.14.0-427.el9\n")
        self.write("proc/sys/kernel/arch", "x86_64\n")
        self.write("proc/meminfo", f"MemTotal: {64 * GIB // 1024} kB\nMemAvailable: {48 * GIB // 1024} kB\n")
        self.write("etc/machine-id", "0123456789abcdef0123456789abcdef\n")
        self.write("etc/os-release", 'NAME="Red Hat"\nID="rhel"\nPRETTY_NAME="Red Hat Enterprise Linux 9.4 (Plow)"\n')
        self.processors(sockets=1, cores=1, threads=1)

    def write(self, path: str, content: str | bytes) -> None:
        """Write a file."""
        file = self.place / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)

    def link(self, path: str, to: str) -> None:
        """Make a symbolic link."""
        (self.place / path).parent.mkdir(parents=True, exist_ok=True)
        (self.place / path).symlink_to(to)

    def processors(
        self, *, sockets: int, cores: int, threads: int, flags: str = _BARE, model: str = "Intel(R) Xeon(R) Gold 6226"
    ) -> None:
        """Give the machine processors of x86, numbered as Linux does: first every core once, then the siblings."""
        total = sockets * cores
        blocks = []
        for number in range(total * threads):
            package, core = divmod(number % total, cores)
            siblings = ",".join(str(number % total + total * thread) for thread in range(threads))
            self.topology(number, package=str(package), core=str(core), siblings=siblings)
            blocks.append(
                f"processor\t: {number}\nmodel name\t: {model}\nphysical id\t: {package}\n"
                f"core id\t\t: {core}\ncpu cores\t: {cores}\nflags\t\t: {flags}\n"
            )
        self.write("proc/cpuinfo", "\n".join(blocks))
        self.online(total * threads)

    def arm(self, cores: int) -> None:
        """Give the machine a server processor of ARM, whose /proc/cpuinfo knows neither sockets nor cores."""
        for number in range(cores):
            self.topology(number, package="0", core=str(number), siblings=str(number))
        block = (
            "processor\t: {}\nBogoMIPS\t: 243.75\nFeatures\t: fp asimd\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n"
        )
        self.write("proc/cpuinfo", "\n".join(block.format(number) for number in range(cores)))
        self.write("proc/sys/kernel/arch", "aarch64\n")
        self.online(cores)

    def topology(self, number: int, *, package: str, core: str, siblings: str) -> None:
        """Write the folder ``topology`` of one logical CPU."""
        folder = f"sys/devices/system/cpu/cpu{number}/topology"
        self.write(f"{folder}/physical_package_id", f"{package}\n")
        self.write(f"{folder}/core_id", f"{core}\n")
        self.write(f"{folder}/thread_siblings_list", f"{siblings}\n")

    def online(self, threads: int, allowed: str = "") -> None:
        """Say how many logical CPUs work, and which of them we may use."""
        everything = f"0-{threads - 1}" if threads > 1 else "0"
        self.write("sys/devices/system/cpu/online", f"{everything}\n")
        self.write("proc/self/status", f"Name:\tpython\nCpus_allowed_list:\t{allowed or everything}\n")

    def disk(self, name: str, number: str, *, sectors: int = 2048, **files: str) -> None:
        """Add a disk; ``files`` are further ones of its folder, two underscores standing for a slash."""
        self._block(f"sys/devices/pci0000:00/0000:00:1f.2/block/{name}", name, number, sectors, files)
        self.write(f"sys/devices/pci0000:00/0000:00:1f.2/block/{name}/queue/rotational", "1\n")

    def partition(self, disk: str, name: str, number: str, *, sectors: int = 1024) -> None:
        """Add a partition of a disk."""
        folder = f"sys/devices/pci0000:00/0000:00:1f.2/block/{disk}/{name}"
        self._block(folder, name, number, sectors, {"partition": "1"})

    def virtual(self, name: str, number: str, *slaves: str, sectors: int = 2048, **files: str) -> None:
        """Add a device that is built on others."""
        folder = f"sys/devices/virtual/block/{name}"
        self._block(folder, name, number, sectors, files)
        (self.place / folder / "slaves").mkdir(exist_ok=True)
        for slave in slaves:
            self.link(f"{folder}/slaves/{slave}", f"../../{slave}")

    def _block(self, folder: str, name: str, number: str, sectors: int, files: dict[str, str]) -> None:
        self.write(f"{folder}/dev", f"{number}\n")
        self.write(f"{folder}/size", f"{sectors}\n")
        for path, content in files.items():
            self.write(f"{folder}/{path.replace('__', '/')}", f"{content}\n")
        self.link(f"{_CLASS}/{name}", f"../../../{folder}")

    def mount(
        self,
        point: str,
        file_system: str,
        source: str,
        *,
        number: str,
        root: str = "/",
        options: str = "rw,relatime",
        parent: int = 1,
    ) -> int:
        """Add a mount, with a folder to ask, and return its id."""
        mount_id = next(self._ids)
        (self.place / point.lstrip("/")).mkdir(parents=True, exist_ok=True)
        self.line(f"{mount_id} {parent} {number} {root} {point} {options} shared:7 - {file_system} {source} rw")
        return mount_id

    def line(self, text: str | bytes) -> None:
        """Add a line to the table of mounts."""
        self._lines.append(text)
        lines = [line.encode() if isinstance(line, str) else line for line in self._lines]
        self.write("proc/self/mountinfo", b"".join(line + b"\n" for line in lines))

    def detect(self, deadline_s: float = 5.0) -> Host:
        """Return what detection makes of the machine."""
        return detect(deadline_s, str(self.place))

    def snapshots(self, deadline_s: float = 5.0) -> Iterator[Mounted]:
        """Yield the mounts as they answer."""
        return read_volumes(Root(str(self.place)), self.devices(), deadline_s)

    def cpu(self) -> Cpu:
        """Return the processors detection sees."""
        from app.detection.cpu import read_cpu

        return read_cpu(Root(str(self.place)), "x86_64")

    def devices(self) -> tuple[Device, ...]:
        """Return the devices detection sees."""
        from app.detection.devices import read_devices

        return read_devices(Root(str(self.place)))

    def volume(self, mount_point: str) -> Volume:
        """Return the volume at ``mount_point``, asked and answered."""
        *_, last = self.snapshots()
        return next(volume for volume in last.volumes if volume.mount_point == mount_point)
