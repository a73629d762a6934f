"""Metrics: small functions, facts to a number or ``None``: what the rows of the rulebook point at.

A metric of a volume is asked only where :attr:`sizing.rules.Facts.volume` is there; ``1.0`` and ``0.0`` stand for yes
and no.
"""

from typing import Final

from sizing.host import DeviceKind, Medium, Volume, VolumeState
from sizing.measurement import Figure
from sizing.plan import Pattern, PhaseKind
from sizing.rules import Facts
from sizing.space import needed, usable
from sizing.units import GIB, MB

NFS: Final = frozenset({"nfs", "nfs3", "nfs4"})
CLUSTERED: Final = frozenset({"gfs2", "ocfs2", "gpfs", "lustre", "beegfs", "ceph", "stornext", "cvfs"})
"""Shared file systems, whatever kind of mount they look like: choosing among them is another question (FS-029)."""
RECOMMENDED: Final = {
    "Linux": frozenset({"xfs"}),
    "Windows": frozenset({"ntfs"}),
    "AIX": frozenset({"jfs2"}),
    "SunOS": frozenset({"zfs"}),
    "HP-UX": frozenset({"jfs", "vxfs"}),
}
"""File systems SAS recommends for heavy reading and writing, by system (FS-001)."""
OBJECT_STORES: Final = ("gcsfuse", "s3", "blobfuse", "goofys", "rclone", "juicefs", "seaweedfs", "ossfs", "cosfs")
"""Programs that show an object store as folders (FS-022)."""
OTHER_FUSE: Final = ("ntfs", "gluster", "ceph", "mergerfs", "unionfs", "sshfs")
"""Programs that show something else: disks, or servers that know files."""
_SYSTEM_ONLY: Final = frozenset({"vfat", "msdos", "iso9660", "udf", "squashfs", "erofs"})
_SYSTEM_PLACES: Final = ("/boot", "/efi", "/snap")
_BITS_PER_GIGABIT: Final = 8e-9


def ram_per_core(facts: Facts) -> float | None:
    """Return GiB of RAM per physical core."""
    cores = facts.host.cpu.physical_cores
    return facts.host.memory.total_bytes / cores / GIB if cores else None


def fastest_link(facts: Facts) -> float | None:
    """Return the rate of the fastest network interface, in Gb/s."""
    rate = _fastest_rate(facts)
    return None if rate is None else rate * _BITS_PER_GIGABIT


def link_against_demand(facts: Facts) -> float | None:
    """Return what the fastest network interface can carry / what all cores demand."""
    rate, cores = _fastest_rate(facts), facts.host.cpu.physical_cores
    return rate / (cores * facts.workload.rate_per_core) if rate is not None and cores else None


def data_file_systems(facts: Facts) -> float | None:
    """Return how many file systems could hold SASDATA, SASWORK or UTILLOC; how SAS uses them the host cannot tell."""
    return float(sum(map(_may_hold_data, facts.host.volumes)))


def write_rate(facts: Facts) -> float | None:
    """Return the strict write rate, in MB/s per physical core."""
    return _strict(facts, PhaseKind.WRITE)


def read_rate(facts: Facts) -> float | None:
    """Return the strict read rate, in MB/s per physical core."""
    return _strict(facts, PhaseKind.READ)


def worker_spread(facts: Facts) -> float | None:
    """Return the time of the slowest worker / that of the fastest, in the phase where they differ most."""
    figures: tuple[Figure, ...] = facts.measurement.figures if facts.measurement else ()
    return max((figure.spread for figure in figures if not figure.is_partial), default=None)


def files_against_ram(facts: Facts) -> float | None:
    """Return the size of all test files / RAM."""
    ram = facts.host.memory.total_bytes
    return facts.plan.phase_bytes / ram if facts.plan and ram else None


def file_against_ram(facts: Facts) -> float | None:
    """Return the size of each test file / RAM, which a file of whole blocks cannot always fill."""
    if facts.plan is None:
        return None
    ram = facts.host.memory.total_bytes
    return facts.plan.file_size / max(1, ram - ram % facts.plan.block_size)


def full_test_space(facts: Facts) -> float | None:
    """Return the space a run may take / what SAS's full test needs: a file as large as RAM for each core (IOT-003)."""
    room, need = full_test_bytes(facts)
    return room / need if room is not None and need else None


def full_test_bytes(facts: Facts) -> tuple[int | None, int | None]:
    """Return the bytes a run may take of the volume, and those that SAS's full test needs."""
    cores = facts.host.cpu.physical_cores
    need = needed(facts.host.memory.total_bytes, cores, _volume(facts)) if cores else None
    return usable(facts.host, _volume(facts)), need


def runs_from_elsewhere(facts: Facts) -> float | None:
    """Tell whether Headroom itself lies on another file system than the one measured."""
    runs_from = facts.host.runs_from
    return None if runs_from is None else float(runs_from != _volume(facts).mount_point)


def writes_random_data(facts: Facts) -> float | None:
    """Tell whether the test files held data that cannot be compressed."""
    return float(facts.plan.pattern is Pattern.RANDOM) if facts.plan else None


def is_recommended(facts: Facts) -> float | None:
    """Tell whether SAS recommends the file system on this operating system."""
    return float(file_system(facts) in RECOMMENDED.get(facts.host.kernel.system, frozenset()))


def is_not_nfs(facts: Facts) -> float | None:
    """Tell whether the file system is anything but NFS."""
    return float(file_system(facts) not in NFS)


def is_not_fuse(facts: Facts) -> float | None:
    """Tell whether the kernel itself runs the file system."""
    return float(_volume(facts).medium is not Medium.FUSE)


def is_no_object_store(facts: Facts) -> float | None:
    """Tell whether a FUSE file system is known to be something else than an object store; ``None`` if it is unknown."""
    name = fuse_program(facts).lower()
    if any(store in name for store in OBJECT_STORES):
        return 0.0
    return 1.0 if any(other in name for other in OTHER_FUSE) else None


def fuse_program(facts: Facts) -> str:
    """Return the program behind a FUSE file system, or its type where that is not known."""
    return _volume(facts).program or file_system(facts)


def lies_not_in_tmp(facts: Facts) -> float | None:
    """Tell whether the volume, and the folder that was chosen on it, lie elsewhere than in ``/tmp``."""
    paths = [_volume(facts).mount_point, *([facts.plan.target.resolved] if facts.plan else ())]
    return float(not any(path == "/tmp" or path.startswith("/tmp/") for path in paths))  # noqa: S108 - only looked at


def disks_behind(facts: Facts) -> float | None:
    """Return how many disks the volume lies on."""
    return float(len(facts.host.disks(_volume(facts)))) or None


def is_not_network(facts: Facts) -> float | None:
    """Tell whether the volume lies in this host."""
    return float(_volume(facts).medium is not Medium.NETWORK)


def is_not_memory(facts: Facts) -> float | None:
    """Tell whether the volume is anything but RAM."""
    return float(_volume(facts).medium is not Medium.MEMORY)


def is_not_encrypted(facts: Facts) -> float | None:
    """Tell whether no device behind the volume is encrypted by the host itself."""
    stack = facts.host.stack(_volume(facts))
    return float(all(device.kind is not DeviceKind.CRYPT for device in stack)) if stack else None


def has_flock(facts: Facts) -> float | None:
    """Tell whether file locks hold across all clients of a Lustre mount."""
    return float("flock" in _volume(facts).options)


def has_noatime(facts: Facts) -> float | None:
    """Tell whether reading a file leaves its access time alone."""
    options = _volume(facts).options
    return float("noatime" in options) if options else None


def file_system(facts: Facts) -> str:
    """Return the type of the volume's file system, in small letters."""
    return _volume(facts).file_system.lower()


def _volume(facts: Facts) -> Volume:
    if facts.volume is None:
        raise ValueError("a metric of a volume was asked without one")
    return facts.volume


def _strict(facts: Facts, kind: PhaseKind) -> float | None:
    figure = facts.measurement.figure(kind) if facts.measurement else None
    return figure.headline / MB if figure else None


def _fastest_rate(facts: Facts) -> float | None:
    """Return bytes a second; the fastest interface stands for all, since which one carries the data is not known."""
    return max((network.rate for network in facts.host.networks if network.rate), default=None)


def _may_hold_data(volume: Volume) -> bool:
    return (
        volume.state is VolumeState.ANSWERED
        and volume.medium in (Medium.LOCAL, Medium.NETWORK)
        and not volume.read_only
        and volume.file_system.lower() not in _SYSTEM_ONLY
        and not volume.mount_point.startswith(_SYSTEM_PLACES)
    )
