"""Composed machines: each recording is what its description says, can be judged, and can be made anonymous."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app import job
from app.detection.linux import LinuxBackend
from app.detection.manifest import read
from app.detection.recorder import Tape, archive
from app.detection.recording import Recording, open_recording
from app.detection.redaction import redacted
from app.detection.snapshot import snapshots_of
from sizing.codec import from_json, to_json
from sizing.host import Host
from tests.machines.compose import MACHINES, composed, file_of

EVERY = pytest.mark.parametrize("name", MACHINES)


def _host(recording: Recording) -> Host:
    *_, host = snapshots_of(LinuxBackend(recording), 5.0)
    return host


def _tape(recording: Recording) -> Tape:
    told = recording._told
    return Tape(
        contents=dict(recording._contents),
        folders={read(path): tuple(map(read, names)) for path, names in told.folders.items()},
        links={read(path): read(target) for path, target in told.links.items()},
        refused={read(path): number for path, number in told.refused.items()},
        answers={read(path): answer for path, answer in told.answers.items()},
        moment=told.moment,
        architecture=told.architecture,
        home=recording.home(),
    )


@pytest.fixture
def anonymous(name: str, tmp_path: Path) -> Iterator[Recording]:
    """The machine without its names."""
    file = tmp_path / "redacted.tar.gz"
    file.write_bytes(archive(redacted(_tape(open_recording(str(file_of(name)))))))
    yield open_recording(str(file))


@EVERY
def test_the_recording_is_the_machine_that_is_described(name: str, tmp_path: Path) -> None:
    file = tmp_path / "again.tar.gz"
    file.write_bytes(composed(name))
    assert _host(open_recording(str(file))) == _host(open_recording(str(file_of(name))))


@EVERY
def test_the_recording_holds_all_that_detection_asks_for(name: str) -> None:
    recording = open_recording(str(file_of(name)))
    _host(recording)
    assert recording.gaps() == ""


@EVERY
def test_the_machine_can_be_kept_and_judged(name: str) -> None:
    host = _host(open_recording(str(file_of(name))))
    assert from_json(to_json(host), Host) == host
    assert job.look(host).findings


@EVERY
def test_the_machine_without_its_names_is_still_the_same_machine(name: str, anonymous: Recording) -> None:
    plain, clean = _host(open_recording(str(file_of(name)))), _host(anonymous)
    assert anonymous.gaps() == ""
    assert clean.cpu == plain.cpu
    assert clean.cloud == plain.cloud
    assert [tunable.name for tunable in clean.tunables] == [tunable.name for tunable in plain.tunables]
    assert sorted(len(clean.stack(volume)) for volume in clean.volumes) == sorted(
        len(plain.stack(volume)) for volume in plain.volumes
    )
    assert {plain.name, plain.identity}.isdisjoint({clean.name, clean.identity})
    for device in plain.devices:
        assert device.serial is None or device.serial not in {other.serial for other in clean.devices}
