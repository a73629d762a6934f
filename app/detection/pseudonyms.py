"""Pseudonyms: stable names instead of those that tell whose machine this is.

They are keyed with the machine's own id, which no recording holds: the same name is the same pseudonym in every
recording of one machine, and nobody without that machine can try out names until one fits.
"""

import hashlib
import re
from typing import Final

_DEVICES: Final = re.compile(
    r"(?:sd[a-z]{1,3}|vd[a-z]{1,2}|xvd[a-z]{1,2})\d{0,3}|nvme\d+(?:c\d+)?(?:n\d+(?:p\d+)?)?|dm-\d+|mpath[a-z]{1,3}\d{0,3}"
    r"|(?:md|loop|zram|sr|mmcblk|nbd|rbd|pmem|zd|drbd|bcache)\d+(?:p\d+)?|cciss!c\d+d\d+(?:p\d+)?|(?:cpu|node|policy|4-)\d+|b\d+:\d+"
)
_INTERFACES: Final = re.compile(
    r"(?:lo|(?:eth|eno|bond|team|ib|br|docker|virbr|ifb|dummy|tun|tap|wg)\d+|en[sp]\d+\w{0,12})(?:\.\d+)?"
)
_SAS: Final = re.compile(
    r"(?:sas|spds?|spde|cas|viya|lsf|grid)?_?(?:9|94)?_?(?:work|util|utilloc|data|home|temp|tmp|cache|config|software|"
    r"share|shared|index|meta|metadata|logs?|backup|archive|gridwork|users?|export|disk|pool|tank|nvme|scratch|local|"
    r"staging|resource|perm|fast|bulk|raid)?_?\d{0,3}"
)
_EVERYWHERE: Final = (
    "bin boot dev etc home lib lib64 media mnt opt proc root run sbin srv sys tmp usr var log cache spool tmpfs none "
    "proc sysfs devtmpfs devpts overlay cgroup cgroup2 shm pts mapper by-id disk user lost+found snap efi esp libexec "
    "www mail docker containers containerd kubelet pods lustre gpfs nfs nfs4 zfs xfs ext4 btrfs vfat swap systemd-1 "
    "hugepages mqueue debug tracing security config fuse connections binfmt_misc sunrpc rpc_pipefs fs selinux bpf "
    "kernel pstore firmware efivars s3fs blobfuse blobfuse2 mountpoint-s3 gcsfuse rclone sshfs beegfs_nodev tracefs "
    "debugfs securityfs hugetlbfs configfs fusectl ramfs autofs squashfs system.slice user.slice init.scope "
    "machine.slice kubepods.slice kubepods @ @home @root unified memory cpu cpuset cpu,cpuacct cpuacct "
    "blkio devices freezer pids systemd net_cls net_prio net_cls,net_prio perf_event rdma misc hugetlb headroom app "
    "detection place.py venv .venv site-packages python"
)
_WORDS: Final = frozenset(_EVERYWHERE.split())
_GENERIC: Final = frozenset(
    {"", "root", "localhost", "localdomain", "linux", "sas", "sasinst", "sassrv", "sasdemo", "cas", "ubuntu", "debian"}
    | {"ec2-user", "azureuser", "centos", "rhel", "admin", "user", "nobody", "none", "data", "home"}
)
"""Names that thousands of machines have, and which therefore tell of none."""
_DIGITS: Final = 10
PSEUDONYM: Final = re.compile(rf"\b[a-zA-Z]+-[0-9a-f]{{{_DIGITS}}}\b")
"""What a pseudonym looks like."""


class Pseudonyms:
    """Gives names their pseudonyms and remembers, in :attr:`secrets`, what must not be seen any more."""

    def __init__(self, key: bytes, *known: str) -> None:
        self._key = hashlib.blake2b(b"headroom pseudonyms 1\0" + key, digest_size=32).digest()
        self.known: Final = frozenset(name for name in known if name.lower() not in _GENERIC)
        """Names of the machine and of people, to be found however they are written."""
        self.secrets = set(self.known)
        self._told = {name.lower() for name in self.known}

    def of(self, kind: str, text: str) -> str:
        """Return the pseudonym of ``text``, such as ``"server-3f9a0c4d11"``."""
        if text.lower() not in _GENERIC:
            self.secrets.add(text)
        content = text.encode("utf-8", "surrogateescape")
        return f"{kind}-{hashlib.blake2b(content, key=self._key).hexdigest()[:_DIGITS]}"

    def part(self, text: str) -> str:
        """Return one part of a path: itself where it is one that every machine may have."""
        is_ordinary = text in _WORDS or any(form.fullmatch(text) for form in (_DEVICES, _INTERFACES, _SAS))
        return text if is_ordinary and text.lower() not in self._told else self.of("name", text)

    def path(self, text: str) -> str:
        """Return a path, part by part."""
        return "/".join(self.part(part) if part not in ("", ".", "..") else part for part in text.split("/"))
