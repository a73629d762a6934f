"""Damaged machines: files that lie, are cut off or hold anything at all give a host that can be kept, or a refusal."""

from collections.abc import Iterator
from random import Random

import pytest

from app import job
from app.cli.pages import machine_page
from app.detection.linux import LinuxBackend
from app.detection.recording import Recording, open_recording
from app.detection.snapshot import snapshots_of
from app.errors import WorldError
from app.presenters.machine import present_machine
from sizing.codec import from_json, to_json
from sizing.host import Host
from tests.machines.compose import MACHINES, file_of

_ROUNDS = 6
_JUNK = (
    b"", b"-1", b"9" * 40, b"nan", b"\xff\xfe", b"[", b"0-", b"1,2,3", b"none", b"\0" * 20, b"x" * 70_000, b"1 / 0",
    b"{}", b"../..", b":", b"=", b"E:ID_FS_TYPE=zfs_member\nE:ID_FS_LABEL=\xff\n", b"a b c\n" * 5,
)  # fmt: skip
_NAMES = (("..",), ("a/b", "\udcff"), ("dev-",), ("4-x", "4-0"), ())


def _damaged(recording: Recording, chance: Random) -> Recording:
    contents = dict(recording._contents)
    for path in chance.sample(sorted(contents), chance.choice((1, 5, 40))):
        content = contents[path]
        place = chance.randrange(len(content) + 1)
        rest = content[place:] if chance.random() < 0.5 else b""
        contents[path] = chance.choice((b"", content[:place])) + chance.choice(_JUNK) + rest
    recording._contents = contents
    recording._folders = {
        path: names if chance.random() > 0.05 else chance.choice(_NAMES) for path, names in recording._folders.items()
    }
    recording._links = {
        path: target if chance.random() > 0.05 else chance.choice(("..", "/", "a\udcff", ""))
        for path, target in recording._links.items()
    }
    return recording


def _hosts(name: str) -> Iterator[Host]:
    chance = Random(name)  # noqa: S311 - the same damage every time
    for _ in range(_ROUNDS):
        try:
            *_, host = snapshots_of(LinuxBackend(_damaged(open_recording(str(file_of(name))), chance)), 1.0)
        except WorldError:
            continue
        yield host


@pytest.mark.parametrize("name", MACHINES)
def test_a_damaged_machine_can_still_be_kept_judged_and_shown(name: str) -> None:
    for host in _hosts(name):
        assert from_json(to_json(host), Host) == host
        assert job.look(host).findings
        assert machine_page(present_machine(host)).encode()
