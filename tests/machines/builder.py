"""Builder: machines composed from what their makers and the kernel document, written as recordings."""

from collections.abc import Callable
from pathlib import Path

from app.detection.linux import LinuxBackend
from app.detection.place import Here
from app.detection.probe import Answer
from app.detection.recorder import Recorder, archive
from app.detection.snapshot import snapshots_of
from sizing.units import GIB
from tests.app.detection.machine import Machine

FLAT = "[none] mq-deadline kyber bfq"
DEADLINE = "[mq-deadline] kyber bfq none"
VIRTUAL = "fpu vme sse2 ht hypervisor"
_HOME = "/opt/headroom/app/detection/place.py"
_MOMENT = "2026-11-20T09:00:00+00:00"
_SECTORS_OF_GIB = GIB // 512


class Builder(Machine):
    """A machine that is described in the words of sysfs; ``record`` gives its recording."""

    def __init__(self, place: Path) -> None:
        super().__init__(place)
        self._answers: dict[str, Answer] = {}

    def system(self, name: str, *, release: str, distribution: str, distribution_id: str, memory: float) -> None:
        """Say what the machine is called and runs, and how many GiB the kernel has."""
        total = int(memory * GIB) // 1024
        self.write("proc/sys/kernel/hostname", f"{name}\n")
        self.write("proc/sys/kernel/osrelease", f"{release}\n")
        self.write("etc/machine-id", f"{sum(name.encode()):032x}\n")
        self.write("etc/os-release", f'NAME="{distribution}"\nID="{distribution_id}"\nPRETTY_NAME="{distribution}"\n')
        self.write(
            "proc/meminfo", f"MemTotal: {total} kB\nMemFree: {total // 2} kB\nMemAvailable: {total * 3 // 4} kB\n"
        )

    def firmware(self, vendor: str, product: str, tag: str = "") -> None:
        """Say what DMI says."""
        self.write("sys/class/dmi/id/sys_vendor", f"{vendor}\n")
        self.write("sys/class/dmi/id/product_name", f"{product}\n")
        if tag:
            self.write("sys/class/dmi/id/chassis_asset_tag", f"{tag}\n")

    def block(self, way: str, number: str, gib: float, *, scheduler: str = FLAT, **files: str) -> str:
        """Add a disk at ``way`` in the tree of devices and return its name; see :meth:`Machine.disk` for ``files``."""
        name = way.rpartition("/")[2]
        settings = {
            "queue__rotational": "0",
            "queue__scheduler": scheduler,
            "queue__read_ahead_kb": "128",
            "queue__max_sectors_kb": "1280",
            "queue__nr_requests": "256",
            "queue__logical_block_size": "512",
            "queue__physical_block_size": "512",
            "queue__write_cache": "write through",
            **files,
        }
        self._block(f"sys/devices/{way}", name, number, int(gib * _SECTORS_OF_GIB), settings)
        return name

    def part(self, way: str, name: str, number: str, gib: float) -> None:
        """Add a partition of the disk at ``way``."""
        self._block(f"sys/devices/{way}/{name}", name, number, int(gib * _SECTORS_OF_GIB), {"partition": "1"})

    def nvme(self, index: int, model: str, gib: float, serial: str, **files: str) -> str:
        """Add an NVMe disk, the only one of its controller."""
        way = f"pci0000:00/0000:00:{index + 3:02x}.0/nvme/nvme{index}/nvme{index}n1"
        controller = {
            "device__model": model.ljust(40),
            "device__serial": serial,
            "device__transport": "pcie",
            "device__state": "live",
        }
        return self.block(way, f"259:{index}", gib, **{**controller, **files})

    def array(self, name: str, number: str, members: list[str], gib: float, **files: str) -> None:
        """Add a software RAID of whole disks."""
        level = files.pop("level")
        settings = {f"md__{key}": value for key, value in files.items()}
        queue = {"queue__rotational": "0", "queue__read_ahead_kb": "4096", "queue__logical_block_size": "512"}
        sectors = int(gib * _SECTORS_OF_GIB)
        every = {"md__level": level, "md__raid_disks": str(len(members)), **settings, **queue}
        self.virtual(name, number, *members, sectors=sectors, **every)
        for member in members:
            self.write(f"sys/devices/virtual/block/{name}/md/dev-{member}/state", "in_sync\n")

    def mapped(self, name: str, minor: int, kind: str, members: list[str], gib: float) -> None:
        """Add a device of the device mapper called ``name``; ``kind`` begins its uuid."""
        files = {
            "dm__name": name,
            "dm__uuid": f"{kind}{minor:04d}",
            "queue__rotational": "0",
            "queue__read_ahead_kb": "4096",
        }
        self.virtual(f"dm-{minor}", f"253:{minor}", *members, sectors=int(gib * _SECTORS_OF_GIB), **files)
        self.link(f"dev/mapper/{name}", f"../dm-{minor}")

    def volume_at(
        self,
        point: str,
        file_system: str,
        source: str,
        *,
        number: str,
        gib: float,
        free: float,
        options: str = "rw,noatime",
    ) -> None:
        """Add a volume of ``gib`` GiB, of which ``free`` are free."""
        self.mount(point, file_system, source, number=number, options=options)
        major, _, minor = number.partition(":")
        device = int(major) * 256 + int(minor)
        self._answers[point] = Answer(0, 0, device, int(gib * GIB), int(free * GIB), read_only=False)

    def silent_at(self, point: str, file_system: str, source: str, *, number: str, options: str) -> None:
        """Add a volume that does not answer."""
        self.mount(point, file_system, source, number=number, options=options)

    def settings(self, **values: str) -> None:
        """Set sysctls of ``vm``, and what a server has anyhow."""
        usual = {"dirty_ratio": "20", "dirty_background_ratio": "10", "dirty_bytes": "0", "swappiness": "60"}
        for name, value in {**usual, **values}.items():
            self.write(f"proc/sys/vm/{name}", f"{value}\n")
        self.write("sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never\n")
        self.write("proc/sys/kernel/numa_balancing", "1\n")

    def interface(self, name: str, megabits: int | None, *, mtu: int = 1500) -> None:
        """Add a network interface that is up."""
        folder = f"sys/class/net/{name}"
        self.write(f"{folder}/flags", "0x1003\n")
        self.write(f"{folder}/operstate", "up\n")
        self.write(f"{folder}/mtu", f"{mtu}\n")
        self.write(f"{folder}/speed", f"{-1 if megabits is None else megabits}\n")
        self.write(f"{folder}/duplex", "full\n" if megabits else "unknown\n")
        (self.place / folder / "device").mkdir()

    def record(self) -> bytes:
        """Return the recording: all that detection reads of the machine, with the answers its volumes give."""
        recorder = Recorder(Here(str(self.place)))
        for _ in snapshots_of(LinuxBackend(recorder), 10.0):
            pass
        tape = recorder.tape
        tape.answers, tape.moment, tape.home = dict(self._answers), _MOMENT, _HOME
        return archive(tape)


Machines = dict[str, Callable[[Builder], None]]
