"""Recorder and recording: what was seen here is what is seen there."""

import gzip
import io
import os
import stat
import tarfile
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.detection import detect, record, watch
from app.detection.linux import LinuxBackend
from app.detection.manifest import NAME, read, written
from app.detection.place import Here
from app.detection.recorder import Recorder, archive
from app.detection.recording import Recording, open_recording
from app.detection.snapshot import snapshots_of
from app.errors import WorldError
from sizing.host import VolumeState
from tests.app.detection.machine import Machine


@pytest.fixture
def server(machine: Machine) -> Machine:
    """A machine with disks, names that are no words, and volumes."""
    machine.processors(sockets=2, cores=4, threads=2)
    machine.disk("sda", "8:0")
    machine.partition("sda", "sda1", "8:1")
    machine.virtual("dm-0", "253:0", "sda1", dm__name="vg-sas", dm__uuid="LVM-abc")
    machine.mount("/", "xfs", "/dev/mapper/vg-sas", number="253:0")
    machine.mount("/sasdata", "nfs4", "filer:/sasdata", number="0:50")
    (machine.place / os.fsdecode(b"caf\xe9")).mkdir()
    machine.line(b"50 1 8:1 / /caf\xe9 rw - ext4 /dev/sda1 rw")
    return machine


@pytest.fixture
def file(server: Machine, tmp_path: Path) -> Path:
    """The recording of that machine."""
    path = tmp_path / "machine.tar.gz"
    record(str(path), root=str(server.place))
    return path


def test_a_recorded_machine_is_the_machine_as_it_was(server: Machine, file: Path) -> None:
    host = detect(machine=str(file))
    assert [volume.mount_point for volume in host.volumes] == ["/", "/caf\\xe9", "/sasdata"]
    assert {volume.state for volume in host.volumes} == {VolumeState.ANSWERED}
    before = server.detect()
    assert replace(before, detected_at=host.detected_at, volumes=host.volumes) == host


def test_a_recorded_machine_is_watched_like_any_other(file: Path) -> None:
    first, *_, last = watch(machine=str(file))
    assert all(volume.state is VolumeState.ASKING for volume in first.volumes)
    assert all(volume.state is VolumeState.ANSWERED for volume in last.volumes)


def test_the_machine_is_recorded_while_it_is_shown_and_stays_when_it_is_gone(server: Machine, tmp_path: Path) -> None:
    path = tmp_path / "now.tar.gz"
    shown = record(str(path), root=str(server.place))
    server.write("proc/meminfo", "MemTotal: 1 kB\n")
    assert detect(machine=str(path)) == shown


def test_a_volume_that_did_not_answer_then_does_not_answer_now(server: Machine) -> None:
    recorder = Recorder(Here(str(server.place)))
    *_, _ = LinuxBackend(recorder).mounted((), 5.0)
    del recorder.tape.answers["/sasdata"]
    recording = open_bytes(archive(recorder.tape))
    *_, last = LinuxBackend(recording).mounted((), 2.5)
    states = {volume.mount_point: volume.state for volume in last.volumes}
    assert states["/sasdata"] is VolumeState.NOT_ANSWERING
    assert states["/"] is VolumeState.ANSWERED


def test_the_same_machine_gives_the_same_bytes(server: Machine) -> None:
    recorders = [Recorder(Here(str(server.place))) for _ in range(2)]
    for recorder in recorders:
        LinuxBackend(recorder).devices()
        recorder.tape.moment = "2026-01-01T00:00:00+00:00"
    assert archive(recorders[0].tape) == archive(recorders[1].tape)


def test_only_its_owner_can_read_a_recording_and_none_is_ever_overwritten(server: Machine, file: Path) -> None:
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    before = file.read_bytes()
    with pytest.raises(WorldError, match="exists already"):
        record(str(file), root=str(server.place))
    assert file.read_bytes() == before


def test_a_folder_that_is_not_there_is_told(server: Machine, tmp_path: Path) -> None:
    with pytest.raises(WorldError, match="could not be written"):
        record(str(tmp_path / "none/machine.tar.gz"), root=str(server.place))


def test_the_archive_holds_plain_files_only_and_any_tar_reads_it(file: Path) -> None:
    with tarfile.open(file) as opened:
        members = opened.getmembers()
    assert members[0].name == NAME
    assert all(member.isreg() for member in members)
    assert "root/proc/cpuinfo" in {member.name for member in members}


def test_a_path_too_long_for_a_header_survives(tmp_path: Path) -> None:
    deep = "/".join(["kubepods"] * 60)
    (tmp_path / deep).mkdir(parents=True)
    (tmp_path / deep / "cpu.max").write_text("max 100000\n")
    recorder = Recorder(Here(str(tmp_path)))
    recorder.content(f"/{deep}/cpu.max", 100)
    assert open_bytes(archive(recorder.tape)).content(f"/{deep}/cpu.max", 100) == b"max 100000\n"


def test_what_was_refused_then_is_refused_now_for_the_same_reason(tmp_path: Path) -> None:
    recorder = Recorder(Here(str(tmp_path)))
    with pytest.raises(FileNotFoundError):
        recorder.content("/proc/none", 10)
    recorder.tape.refused["/proc/secret"] = 13
    recording = open_bytes(archive(recorder.tape))
    with pytest.raises(PermissionError):
        recording.content("/proc/secret", 10)
    assert recording.gaps() == ""
    with pytest.raises(FileNotFoundError):
        recording.content("/proc/newer", 10)
    assert "1 files" in recording.gaps()


@given(st.binary())
def test_every_name_survives_its_way_into_the_manifest(name: bytes) -> None:
    text = os.fsdecode(name)
    assert written(text).isascii()
    assert read(written(text)) == text


def open_bytes(content: bytes) -> Recording:
    """Open a recording that is no file yet."""
    with tempfile.NamedTemporaryFile() as place:
        place.write(content)
        place.flush()
        return open_recording(place.name)


def _packed(*members: tuple[str, bytes], kind: bytes = tarfile.REGTYPE, manifest: bytes | None = None) -> bytes:
    packed = io.BytesIO()
    told = _MANIFEST if manifest is None else manifest
    with tarfile.open(fileobj=packed, mode="w:gz", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in ((NAME, told), *members):
            member = tarfile.TarInfo(name)
            member.size = len(content)
            if name != NAME:
                member.type = kind
                member.linkname = "/etc/passwd"
            archive.addfile(member, io.BytesIO(content))
    return packed.getvalue()


_MANIFEST = (
    b'{"format":1,"program":"1","system":"linux","moment":"2026-01-01T00:00:00+00:00","architecture":"x86_64",'
    b'"home":"/","redacted":false}'
)
_HUGE = b'{"/":{"place":0,"error":0,"number":0,"total_bytes":-1,"free_bytes":0,"read_only":false}}'

_HOSTILE: dict[str, Callable[[], bytes]] = {
    "empty": lambda: b"",
    "no archive": lambda: b"PK\x03\x04 something else",
    "gzip of nothing": lambda: gzip.compress(b""),
    "gzip of text": lambda: gzip.compress(b"hello" * 1000),
    "truncated": lambda: _packed(("root/proc/x", os.urandom(5000)))[:3000],
    "a path out of it": lambda: _packed(("root/../../etc/passwd", b"x")),
    "an absolute path": lambda: _packed(("/etc/passwd", b"x")),
    "a folder of its own": lambda: _packed(("other/file", b"x")),
    "a link": lambda: _packed(("root/proc/x", b""), kind=tarfile.SYMTYPE),
    "a hard link": lambda: _packed(("root/proc/x", b""), kind=tarfile.LNKTYPE),
    "a device": lambda: _packed(("root/dev/sda", b""), kind=tarfile.BLKTYPE),
    "a pipe": lambda: _packed(("root/dev/pipe", b""), kind=tarfile.FIFOTYPE),
    "a long name": lambda: _packed(("root/x", b"y" * 600), kind=tarfile.GNUTYPE_LONGNAME),
    "a sparse file": lambda: _packed(("root/x", b""), kind=tarfile.GNUTYPE_SPARSE),
    "a file twice": lambda: _packed(("root/x", b"1"), ("root/x", b"2")),
    "a long file nobody knows": lambda: _packed(("long/0", b"1")),
    "no manifest": lambda: _packed(manifest=b""),
    "a manifest that is a list": lambda: _packed(manifest=b"[]"),
    "a manifest without end": lambda: _packed(manifest=b"[" * 100_000),
    "a newer kind": lambda: _packed(manifest=_MANIFEST.replace(b'"format":1', b'"format":2')),
    "another system": lambda: _packed(manifest=_MANIFEST.replace(b"linux", b"beos")),
    "no time": lambda: _packed(manifest=_MANIFEST.replace(b"2026-01-01T00:00:00+00:00", b"yesterday")),
    "sizes below nothing": lambda: _packed(manifest=_MANIFEST[:-1] + b',"answers":' + _HUGE + b"}"),
    "an error nobody has": lambda: _packed(manifest=_MANIFEST[:-1] + b',"refused":{"/x":99999999999}}'),
    "a size beyond the file": lambda: gzip.compress(_header("root/x", 5000) + b"x"),
    "a size no file has": lambda: gzip.compress(_header(NAME, 2**33)),
    "a manifest as large as a book": lambda: gzip.compress(_header(NAME, 9 * 1024**2) + bytes(9 * 1024**2), 1),
    "a bomb": lambda: gzip.compress(_header(NAME, 1024**2) + bytes(1024**2) + _headers(140), 1),
}


def _header(name: str, size: int) -> bytes:
    member = tarfile.TarInfo(name)
    member.size = size
    return member.tobuf(tarfile.GNU_FORMAT)


def _headers(mebibytes: int) -> bytes:
    content = bytes(1024**2)
    return b"".join(_header(f"root/{number}", len(content)) + content for number in range(mebibytes))


@pytest.mark.parametrize("kind", _HOSTILE)
def test_a_file_that_is_no_recording_is_refused_in_words(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "hostile.tar.gz"
    file.write_bytes(_HOSTILE[kind]())
    with pytest.raises(WorldError) as refusal:
        open_recording(str(file))
    assert str(file) in refusal.value.message
    assert refusal.value.advice
    assert list(tmp_path.iterdir()) == [file]


def test_a_recording_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(WorldError, match="could not be read"):
        open_recording(str(tmp_path / "none"))


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_whatever_the_files_of_a_recording_hold_there_is_a_host_or_a_refusal(file: Path, data: st.DataObject) -> None:
    recording = open_recording(str(file))
    contents = dict(recording._contents)
    for path in data.draw(st.lists(st.sampled_from(sorted(contents)), min_size=1, max_size=6)):
        contents[path] = data.draw(st.binary(max_size=60) | st.from_regex(rb"-?[0-9]{1,40}|[0-9,-]{1,20}|\S+:/\S*"))
    recording._contents = contents
    try:
        *_, host = snapshots_of(LinuxBackend(recording), 1.0)
    except WorldError:
        return
    assert host.memory.total_bytes > 0
