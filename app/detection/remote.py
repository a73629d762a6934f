"""Remote: the server, path and version of a network file system, and the program behind a FUSE one."""

import re
from typing import Final

from app.detection.mounts import Mount
from app.detection.sysfs import Root, legible
from sizing.host import Remote

_SERVICES: Final = (
    (re.compile(r"\.efs\.[a-z0-9-]+\.amazonaws\.com$"), "Amazon EFS"),
    (re.compile(r"\.fsx\.[a-z0-9-]+\.amazonaws\.com(?:@\w+)?$"), "Amazon FSx"),
    (re.compile(r"\.file\.core\.windows\.net$"), "Azure Files"),
    (re.compile(r"\.blob\.core\.windows\.net$"), "Azure Blob Storage"),
)
_PROTOCOLS: Final = {
    "nfs": "NFS",
    "nfs4": "NFS",
    "cifs": "SMB",
    "smb3": "SMB",
    "smbfs": "SMB",
    "lustre": "Lustre",
    "gpfs": "GPFS (IBM Storage Scale)",
    "ceph": "CephFS",
    "fuse.ceph": "CephFS",
    "fuse.ceph-fuse": "CephFS",
    "beegfs": "BeeGFS",
    "glusterfs": "GlusterFS",
    "fuse.glusterfs": "GlusterFS",
    "wekafs": "Weka",
    "panfs": "PanFS",
    "afs": "AFS",
    "fuse.sshfs": "SFTP",
}
_PROGRAMS: Final = {
    "gcsfuse": "Cloud Storage FUSE (gcsfuse)",
    "s3fs": "s3fs-fuse",
    "blobfuse": "BlobFuse",
    "blobfuse2": "BlobFuse2",
    "goofys": "goofys",
    "juicefs": "JuiceFS",
    "mountpoint-s3": "Mountpoint for Amazon S3",
    "rclone": "rclone",
    "sshfs": "SSHFS",
    "glusterfs": "GlusterFS",
    "ceph": "ceph-fuse",
    "ceph-fuse": "ceph-fuse",
    "ntfs": "NTFS-3G",
    "ntfs-3g": "NTFS-3G",
    "lxcfs": "LXCFS",
    "mergerfs": "mergerfs",
    "unionfs": "unionfs-fuse",
    "alluxio-fuse": "Alluxio",
    "seaweedfs": "SeaweedFS",
}
"""FUSE file systems by the kind or the source they give themselves."""
_BEEGFS_CONFIG: Final = "/etc/beegfs/beegfs-client.conf"
_LUSTRE_VERSIONS: Final = ("/sys/fs/lustre/version", "/proc/fs/lustre/version")
_VERSION: Final = re.compile(r"\d+(?:\.\d+){1,3}")


def remote(root: Root, mount: Mount) -> Remote | None:
    """Return where a network file system comes from; ``None`` for one of this machine."""
    protocol = _PROTOCOLS.get(mount.file_system)
    if protocol is None:
        return None
    server, path = _server_and_path(root, mount)
    service = next((name for form, name in _SERVICES if server and form.search(server)), None)
    return Remote(protocol, legible(server) if server else None, legible(path), _version(root, mount), service)


def program(mount: Mount) -> str | None:
    """Return the program behind a FUSE file system: by its kind, else by the source it names; else ``None``."""
    kind, _, subtype = mount.file_system.partition(".")
    if kind == "fuseblk":
        return _PROGRAMS["ntfs"] if not subtype else _PROGRAMS.get(subtype, legible(subtype))
    if kind != "fuse":
        return None
    named = _PROGRAMS.get(subtype) or _PROGRAMS.get(mount.source.partition(":")[0].lower())
    return named or (legible(subtype) if subtype else None)


def option(mount: Mount, name: str) -> str | None:
    """Return the value of a mount option; an empty text where it has none, ``None`` where it is not set."""
    for text in mount.options:
        key, _, value = text.partition("=")
        if key == name:
            return value
    return None


def _server_and_path(root: Root, mount: Mount) -> tuple[str | None, str]:
    source = mount.source
    if source.startswith("//"):
        server, _, path = source[2:].partition("/")
        return server or None, path
    if mount.file_system == "beegfs":
        return _beegfs_server(root, mount), source
    if mount.file_system == "ceph" and "=/" in source:
        _, _, path = source.partition("=")
        return (option(mount, "mon_addr") or "").replace("/", ", ") or None, path
    server, colon, path = source.rpartition(":/")
    if not colon:
        return None, source
    joined = ", ".join(server.split(":")) if mount.file_system == "lustre" else server.rpartition("@")[2]
    return joined.strip("[]") or None, f"/{path}"


def _beegfs_server(root: Root, mount: Mount) -> str | None:
    """Return the management server, which only BeeGFS' own file names."""
    file = option(mount, "cfgFile") or _BEEGFS_CONFIG
    for line in (root.value(file) or "").split("\n") if file.startswith("/etc/beegfs/") else ():
        name, equals, value = line.partition("=")
        if equals and name.strip() == "sysMgmtdHost":
            return value.strip() or None
    return None


def _version(root: Root, mount: Mount) -> str | None:
    told = option(mount, "vers") or option(mount, "nfsvers")
    if told:
        return legible(told)
    if mount.file_system == "lustre":
        texts = (root.value(path) or "" for path in _LUSTRE_VERSIONS)
        found = next(filter(None, map(_VERSION.search, texts)), None)
        return found[0] if found else None
    return None
