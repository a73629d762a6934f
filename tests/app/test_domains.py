"""What lies at the paths of a domain is found without opening a file, and nothing on the way holds the look up."""

import os
import time
from dataclasses import replace
from pathlib import Path

import pytest

from app.domains import look, read_parm, walk
from app.errors import WorldError
from sizing.host import Host, Medium, Volume, VolumeState
from sizing.spds.audit import PathState
from tests.sizing.machines import host_of


def host_with(*volumes: Volume) -> Host:
    return replace(host_of(), volumes=volumes)


def volume_at(point: Path | str, state: VolumeState = VolumeState.ANSWERED) -> Volume:
    return Volume(str(point), "ext4", "/dev/sda1", (), Medium.LOCAL, state, total_bytes=100, free_bytes=10)


def test_directories_files_and_nothing_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    host = host_with(volume_at("/"))
    facts = look([str(tmp_path), f"{tmp_path}/file", f"{tmp_path}/file/below", f"{tmp_path}/none", "d:\\x"], host)
    assert [fact.state for fact in facts.values()] == [
        PathState.FOUND,
        PathState.NOT_A_DIRECTORY,
        PathState.NOT_A_DIRECTORY,
        PathState.MISSING,
        PathState.MISSING,
    ]


def test_a_path_is_resolved_to_its_file_system_and_space(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir()
    (tmp_path / "link").symlink_to("real")
    fact = look([f"{tmp_path}/link/../link"], host_with(volume_at("/")))[f"{tmp_path}/link/../link"]
    assert (fact.resolved, fact.file_system) == (str(real), real.stat().st_dev)
    assert (fact.mount_point, fact.total_bytes, fact.free_bytes) == ("/", 100, 10)


def test_a_directory_nobody_may_write_to_is_told(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o555)
    assert look([str(closed)], host_with(volume_at("/")))[str(closed)].state is PathState.NOT_WRITABLE


def test_a_link_in_a_circle_ends(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    assert look([f"{tmp_path}/a"], host_with(volume_at("/")))[f"{tmp_path}/a"].state is PathState.NOT_READABLE


@pytest.mark.parametrize("through_link", ["", "yes"])
def test_a_volume_that_does_not_answer_is_left_alone(tmp_path: Path, through_link: str) -> None:
    dead = tmp_path / "dead"
    dead.mkdir()
    (tmp_path / "link").symlink_to(dead / "below")
    host = host_with(volume_at("/"), volume_at(dead, VolumeState.NOT_ANSWERING))
    path = f"{tmp_path}/link/x" if through_link else f"{dead}/x"
    assert look([path], host)[path].state is PathState.NOT_ANSWERING
    assert walk([str(dead)], host).unread == (str(dead),)


def test_partitions_are_counted_by_name_and_size_and_their_content_is_never_read(tmp_path: Path) -> None:
    deep = tmp_path / "d1" / "sales"
    deep.mkdir(parents=True)
    part = deep / "t.dpf._meta_sales.0.0.spds9"
    part.write_bytes(b"x" * 100)
    part.chmod(0)
    os.utime(part, ns=(1, 1))
    (deep / "t.mdf.0.0.0.spds9").write_text("no")
    (deep / "u.dpf._meta_sales.0.0.spds9").symlink_to(part)
    os.mkfifo(deep / "v.dpf._meta_sales.0.0.spds9")
    (tmp_path / "d1" / "loop").symlink_to(tmp_path)
    tree = walk([str(tmp_path)], host_with(volume_at("/")))
    assert [(found.table, found.number, found.size) for found in tree.partitions] == [("t", 0, 100)]
    assert tree.folders == (str(deep),)
    assert part.stat().st_atime_ns == 1


def test_a_folder_given_twice_is_counted_once(tmp_path: Path) -> None:
    (tmp_path / "t.dpf.x.0.0.spds9").write_bytes(b"1")
    assert len(walk([str(tmp_path), str(tmp_path)], host_with(volume_at("/"))).partitions) == 1


def test_bytes_that_are_no_text_are_marked(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"LIBNAME=\xff;")
    assert read_parm(str(tmp_path / "x")) == "LIBNAME=\ufffd;"


def test_what_is_no_parameter_file_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(64 * 1024**2 + 1)
    for name in ("pipe", "huge", "none"):
        with pytest.raises(WorldError):
            read_parm(str(tmp_path / name))


def test_twenty_thousand_paths_are_looked_at_in_a_few_seconds(tmp_path: Path) -> None:
    host = host_with(
        *(volume_at(f"/mnt/{number}") for number in range(200)), volume_at("/dead", VolumeState.NOT_ANSWERING)
    )
    began = time.process_time()
    facts = look([f"{tmp_path}/d{number}" for number in range(20_000)], host)
    assert time.process_time() - began < 5
    assert {fact.state for fact in facts.values()} == {PathState.MISSING}
