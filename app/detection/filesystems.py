"""File systems by their type: which hold files at all, and where the bytes of the others end up."""

from typing import Final

from sizing.host import Medium

# fmt: off
_PSEUDO: Final = frozenset({
    "autofs", "bdev", "binder", "binfmt_misc", "bpf", "cgroup", "cgroup2", "configfs", "cpuset", "debugfs",
    "devpts", "devtmpfs", "dmabuf", "efivarfs", "fuse.gvfsd-fuse", "fuse.lxcfs", "fuse.portal", "fusectl",
    "hugetlbfs", "ipathfs", "mqueue", "nfsd", "nsfs", "openpromfs", "pipefs", "proc", "pstore", "resctrl",
    "rootfs", "rpc_pipefs", "secretmem", "securityfs", "selinuxfs", "smackfs", "sockfs", "spufs", "sysfs",
    "tracefs", "usbfs", "vmblock", "xenfs",
})
"""Windows into the kernel or another program; nobody can keep a file there."""
_NETWORK: Final = frozenset({
    "9p", "afs", "beegfs", "ceph", "cifs", "coda", "glusterfs", "gpfs", "lustre", "ncpfs", "nfs",
    "nfs4", "orangefs", "panfs", "prl_fs", "pvfs2", "quobyte", "smb3", "smbfs", "vboxsf", "virtiofs", "vmhgfs",
    "wekafs",
})
"""File systems of a server, a cluster or the machine below; their bytes leave this host."""
# fmt: on
_IMAGES: Final = frozenset({"squashfs"})
"""Packaged programs, dozens on a desktop (snap): sealed, so that nothing can ever be measured there."""
_MEMORY: Final = frozenset({"ramfs", "tmpfs"})
_OVERLAY: Final = frozenset({"aufs", "ecryptfs", "overlay", "unionfs"})
_SYSTEM_PLACES: Final = ("/dev", "/proc", "/run", "/sys", "/var/run")
_SHARED_MEMORY: Final = "/dev/shm"  # noqa: S108 - the mount point, nothing is written there


def holds_files(file_system: str, mount_point: str) -> bool:
    """Whether files of somebody's can be kept on ``file_system`` mounted at ``mount_point``.

    Memory the system uses for its own state counts as pseudo, /dev/shm and memory mounted elsewhere do not.
    """
    if file_system in _PSEUDO or file_system in _IMAGES:
        return False
    if file_system not in _MEMORY or mount_point == _SHARED_MEMORY:
        return True
    return not any(mount_point == place or mount_point.startswith(f"{place}/") for place in _SYSTEM_PLACES)


def medium(file_system: str) -> Medium:
    """Return where the bytes of ``file_system`` end up; what is not known to be elsewhere is local."""
    if file_system in _MEMORY:
        return Medium.MEMORY
    if file_system in _NETWORK:
        return Medium.NETWORK
    if file_system in _OVERLAY:
        return Medium.OVERLAY
    if file_system.startswith("fuse"):
        return Medium.FUSE
    return Medium.LOCAL
