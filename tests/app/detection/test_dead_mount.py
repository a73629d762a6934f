"""A mount that really does not answer, of which the kernel makes processes that cannot be killed."""

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil

from app.detection import detect, watch
from app.detection.probe import ask
from sizing.host import Medium, VolumeState

_DEADLINE_S = 1.2


def _askers() -> list[psutil.Process]:
    """Return the living children that are copies of this process."""
    command = psutil.Process().cmdline()
    return [child for child in psutil.Process().children() if _command(child) == command]


def _command(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.NoSuchProcess:
        return []


def test_the_others_are_shown_and_answer_while_the_dead_one_is_given_up_at_the_deadline(dead_mount: Path) -> None:
    snapshots = [{volume.mount_point: volume for volume in host.volumes} for host in watch(_DEADLINE_S)]
    first, *between, last = snapshots
    dead = str(dead_mount)
    assert "/" in first
    assert {volume.state for volume in first.values()} == {VolumeState.ASKING}
    assert any((shown["/"].state, shown[dead].state) == (VolumeState.ANSWERED, VolumeState.ASKING) for shown in between)
    assert (last[dead].state, last[dead].medium) == (VolumeState.NOT_ANSWERING, Medium.FUSE)
    assert last[dead].reason == "It did not answer within 1.2 s."
    assert all(volume.state is VolumeState.ANSWERED for place, volume in last.items() if place != dead)


def test_a_dead_mount_is_found_by_who_waits_for_the_whole_answer(dead_mount: Path) -> None:
    volume = detect(_DEADLINE_S).volume_of(str(dead_mount / "work"))
    assert volume is not None
    assert volume.state is VolumeState.NOT_ANSWERING
    assert volume.total_bytes is None


def test_who_stops_looking_leaves_nobody_asking_once_the_mount_is_gone(dead_mount: Path) -> None:
    answers = ask([["/"], [str(dead_mount)]], 30.0)
    assert list(next(answers)) == [0]
    (asker,) = _askers()
    answers.close()  # type: ignore[attr-defined]
    assert _is_told_to_end(asker.pid)
    # The fixture ends the mount; the check for leftovers after every test sees whether the asker ended with it.


def test_a_mount_that_only_its_owner_may_see_is_refused_and_not_waited_for(private_mount: Path) -> None:
    volume = detect(30.0).volume_of(str(private_mount))
    assert volume is not None
    assert (volume.state, volume.reason) == (VolumeState.REFUSED, os.strerror(errno.EACCES))


def test_a_mount_whose_server_has_died_is_refused_with_the_reason_of_the_system(orphaned_mount: Path) -> None:
    volume = detect(30.0).volume_of(str(orphaned_mount))
    assert volume is not None
    assert (volume.state, volume.reason) == (VolumeState.REFUSED, os.strerror(errno.ENOTCONN))


def test_an_asker_ends_with_its_parent_even_when_that_is_killed(dead_mount: Path) -> None:
    code = "import sys; from app.detection import watch; [print(len(h.volumes), flush=True) for h in watch(60.0)]"
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    parent.stdout.readline()
    parent.stdout.readline()
    (asker,) = psutil.Process(parent.pid).children()
    parent.send_signal(signal.SIGKILL)
    parent.communicate(timeout=10)
    # One whose request was taken sleeps until the mount is gone; it must have been told to end all the same.
    assert _is_told_to_end(asker.pid), f"{dead_mount} is still asked"


def _is_told_to_end(pid: int) -> bool:
    """Whether SIGKILL is pending for ``pid``, or it has just ended."""
    until = time.monotonic() + 5
    while time.monotonic() < until:
        try:
            lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        except (FileNotFoundError, ProcessLookupError):
            return True
        fields = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
        pending = int(fields["SigPnd"], 16) | int(fields["ShdPnd"], 16)
        if pending & 1 << (signal.SIGKILL - 1) or fields["State"].startswith(("Z", "X")):
            return True
        time.sleep(0.01)
    return False


def test_an_asker_that_cannot_die_keeps_no_file_of_its_parent_open(dead_mount: Path) -> None:
    reader, writer = os.pipe()
    os.set_inheritable(writer, True)  # noqa: FBT003 - it has no name
    answers = ask([["/"], [str(dead_mount)]], 30.0)
    next(answers)
    os.close(writer)
    os.set_blocking(reader, False)
    try:
        assert os.read(reader, 1) == b""
    finally:
        os.close(reader)
        answers.close()  # type: ignore[attr-defined]
