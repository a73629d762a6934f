"""Target: the folder where test files go, looked at before the plan; and why a run there is refused."""

import errno
import os
import stat
from typing import Final

from app.benchmark.board import Fault
from app.benchmark.folder import Place
from app.benchmark.mounts import mounts, number_text
from app.errors import WorldError
from app.i18n import tr
from sizing.i18n import N_
from sizing.plan import Plan, Target
from sizing.space import RESERVE_PART
from sizing.units import size_text

# fmt: off
_PSEUDO: Final = frozenset({
    "autofs", "bdev", "binder", "binfmt_misc", "bpf", "cgroup", "cgroup2", "configfs", "cpuset", "debugfs", "devfs",
    "devpts", "devtmpfs", "drm", "efivarfs", "fusectl", "hugetlbfs", "mqueue", "nsfs", "pipefs", "proc", "pstore",
    "ramfs", "resctrl", "rpc_pipefs", "securityfs", "selinuxfs", "smackfs", "sockfs", "sysfs", "tracefs",
})
# fmt: on
"""File systems that hold no files of anybody's; ramfs is here because it takes memory without a limit."""

_CHOOSE_FOLDER: Final = N_("Choose a folder on a disk, an array or a network file system.")


def examine(path: str) -> Target:
    """Return the folder ``path`` as it is now, symbolic links followed.

    Raises:
        WorldError: it cannot be measured in: missing, no folder, a raw device, not writable, on a pseudo file system.
    """
    try:
        resolved = os.path.realpath(path, strict=True)
        state = os.stat(resolved)  # noqa: PTH116 - the path is already resolved text
    except (OSError, ValueError) as error:
        raise _not_reachable(path, error) from error
    _refuse_other_than_folder(path, state.st_mode)
    file_system = _file_system(state.st_dev)
    if file_system in _PSEUDO:
        raise WorldError(
            tr(N_("{path} is on {name}, which holds no files on any storage.")).format(path=path, name=file_system),
            tr(_CHOOSE_FOLDER),
        )
    _refuse_unless_writable(path, resolved)
    return Target(path=path, resolved=resolved, device=state.st_dev, inode=state.st_ino)


class RunRefusedError(WorldError):
    """A run could not begin, and wrote nothing that counts."""


def place_of(plan: Plan) -> Place:
    """Return what the workers need to prove that the folder is the planned one and has room."""
    target = plan.target
    return Place(target.resolved, target.device, target.inode, plan.peak_bytes, plan.free_after, RESERVE_PART)


def refusal(plan: Plan, fault: Fault, free: int | None) -> RunRefusedError | None:
    """Return why a run of ``plan`` cannot begin, if ``fault`` is such a reason; ``free`` bytes are left there."""
    path = plan.target.path
    if fault is Fault.ENTER:
        return RunRefusedError(
            tr(N_("{path} is no longer the folder it was when the run was planned.")).format(path=path),
            tr(N_("Look at it again, then plan anew.")),
        )
    if fault is Fault.LOCK:
        return RunRefusedError(
            tr(N_("Another Headroom is measuring {path}, or is still removing its files there.")).format(path=path),
            tr(N_("Wait until it is done: two at once would measure each other.")),
        )
    if fault is Fault.ROOM:
        return RunRefusedError(
            tr(N_("{path} has less free space than when the run was planned: {free} left, {needed} needed.")).format(
                path=path, free=size_text(free or 0), needed=size_text(plan.peak_bytes)
            ),
            tr(N_("Free some space, or plan anew.")),
        )
    if fault is Fault.JOURNAL:
        return RunRefusedError(
            tr(N_("Test files must have names on {path}, and their names could not be noted beforehand.")).format(
                path=path
            ),
            tr(N_("Make the data folder writable, or name another one in the environment variable HEADROOM_DATA.")),
        )
    return None


def _not_reachable(path: str, error: OSError | ValueError) -> WorldError:
    number = error.errno if isinstance(error, OSError) else None
    if number in (errno.ENOENT, errno.ENOTDIR) or number is None:
        return WorldError(tr(N_("{path} does not exist.")).format(path=path), tr(N_("Check the name of the folder.")))
    if number in (errno.EACCES, errno.EPERM):
        return WorldError(
            tr(N_("You may not look into {path}.")).format(path=path),
            tr(N_("Run as a user who may, or choose another folder.")),
        )
    return WorldError(
        tr(N_("{path} cannot be used: {reason}.")).format(path=path, reason=os.strerror(number)),
        tr(_CHOOSE_FOLDER),
    )


def _refuse_other_than_folder(path: str, mode: int) -> None:
    if stat.S_ISBLK(mode) or stat.S_ISCHR(mode):
        raise WorldError(
            tr(N_("{path} is a raw device: Headroom never writes to one.")).format(path=path),
            tr(N_("Choose a folder of the file system that SAS uses on this device.")),
        )
    if not stat.S_ISDIR(mode):
        raise WorldError(
            tr(N_("{path} is not a folder.")).format(path=path),
            tr(N_("Give the folder, not a file in it.")),
        )


def _file_system(device: int) -> str:
    number = number_text(device)
    return next((mount.file_system for mount in mounts() if mount.number == number), "")


def _refuse_unless_writable(path: str, resolved: str) -> None:
    if os.statvfs(resolved).f_flag & os.ST_RDONLY:
        raise WorldError(
            tr(N_("{path} is on a file system that is mounted read-only.")).format(path=path),
            tr(N_("Choose a folder that can be written to.")),
        )
    if not os.access(resolved, os.W_OK | os.X_OK, effective_ids=os.access in os.supports_effective_ids):
        raise WorldError(
            tr(N_("You may not write in {path}.")).format(path=path),
            tr(N_("Run as a user who may, or choose another folder.")),
        )
