"""Every planted fault is found, and a sound layout has none."""

from dataclasses import replace

import pytest

from sizing.host import Medium
from sizing.spds.audit import PathFact, PathState, audit, layouts
from sizing.spds.components import Partition, parse_name, spread_of
from sizing.spds.fault import FaultKind
from sizing.spds.layout import Pattern
from sizing.spds.parmfile import parse_libnames
from sizing.units import GIB

TEXT = """\
LIBNAME=sales PATHNAME=/meta/sales
 ROPTIONS="METAPATH=('/m1/sales')
 DATAPATH=('/d1/a' '/d2/a' '/d2/b' '/d1/b')
 INDEXPATH=('/i1/sales')";
"""


def facts_of(text: str = TEXT) -> dict[str, PathFact]:
    """Each first part of a path is a file system on a disk of its own."""
    known = {}
    for path in parse_libnames(text).paths:
        top = path.path.split("/")[1]
        known[path.path] = PathFact(
            PathState.FOUND,
            path.path,
            sum(top.encode()),
            f"/{top}",
            Medium.LOCAL,
            frozenset({top}),
            100 * GIB,
            90 * GIB,
        )
    return known


def found(text: str, facts: dict[str, PathFact]) -> list[tuple[FaultKind, str, int]]:
    return [(fault.kind, fault.subject, fault.line) for fault in audit(parse_libnames(text).paths, facts)]


def test_a_sound_zigzag_has_no_faults_and_is_known_as_one() -> None:
    assert found(TEXT, facts_of()) == []
    assert layouts(parse_libnames(TEXT).paths, facts_of()) == {"sales": Pattern.ZIGZAG}


@pytest.mark.parametrize(
    ("path", "change", "kind"),
    [
        ("/d2/a", {"state": PathState.MISSING}, FaultKind.MISSING),
        ("/d2/a", {"state": PathState.NOT_A_DIRECTORY}, FaultKind.NOT_A_DIRECTORY),
        ("/d2/a", {"state": PathState.NOT_ANSWERING}, FaultKind.NOT_ANSWERING),
        ("/i1/sales", {"state": PathState.NOT_WRITABLE}, FaultKind.NOT_WRITABLE),
        ("/i1/sales", {"medium": Medium.NETWORK}, FaultKind.NETWORK),
        ("/meta/sales", {"medium": Medium.FUSE}, FaultKind.FUSE),
        ("/m1/sales", {"medium": Medium.MEMORY}, FaultKind.MEMORY),
        ("/meta/sales", {"free_bytes": 20 * GIB}, FaultKind.PRIMARY_FILLING),
    ],
)
def test_a_planted_fault_is_found_at_its_line(path: str, change: dict[str, object], kind: FaultKind) -> None:
    facts = facts_of()
    facts[path] = replace(facts[path], **change)  # type: ignore[arg-type]
    line = next(number for number, text in enumerate(TEXT.splitlines(), 1) if path in text)
    assert found(TEXT, facts) == [(kind, path, line)]


def test_nfs_is_accepted_for_the_primary_path() -> None:
    facts = facts_of()
    facts["/meta/sales"] = replace(facts["/meta/sales"], medium=Medium.NETWORK)
    assert found(TEXT, facts) == []


def test_a_primary_path_just_below_four_fifths_is_not_reported() -> None:
    facts = facts_of()
    facts["/meta/sales"] = replace(facts["/meta/sales"], free_bytes=21 * GIB)
    assert found(TEXT, facts) == []


def test_two_file_systems_on_one_disk_are_reported_even_in_a_zigzag() -> None:
    facts = facts_of()
    for path in ("/d2/a", "/d2/b"):
        facts[path] = replace(facts[path], disks=frozenset({"d1"}))
    assert (FaultKind.SHARED_DEVICE, "/d2/a", 3) in found(TEXT, facts)


def test_two_directories_of_one_file_system_in_a_plain_list_are_reported() -> None:
    text = "LIBNAME=a PATHNAME=/meta/a ROPTIONS=\"DATAPATH=('/d1/x' '/d1/y' '/d2/x')\";"
    assert found(text, facts_of(text)) == [(FaultKind.SHARED_DEVICE, "/d1/y", 1)]


def test_index_on_the_disks_of_data_is_reported() -> None:
    facts = facts_of()
    facts["/i1/sales"] = replace(facts["/i1/sales"], disks=frozenset({"d1"}))
    assert found(TEXT, facts) == [(FaultKind.AREAS_SHARE_DEVICE, "/i1/sales", 4)]


def test_a_path_of_two_domains_and_one_inside_another_are_reported() -> None:
    text = "LIBNAME=a PATHNAME=/x/a;\nLIBNAME=b PATHNAME=/x/a/;\n" + (
        "LIBNAME=c PATHNAME=/x/a/deep/er;\nLIBNAME=d PATHNAME=/x/ab;"
    )
    assert found(text, {}) == [
        (FaultKind.DUPLICATE_PATH, "/x/a/", 2),
        (FaultKind.NESTED_PATH, "/x/a/deep/er", 3),
    ]


def test_a_link_does_not_hide_that_two_paths_are_one() -> None:
    text = "LIBNAME=a PATHNAME=/m/a;\nLIBNAME=b PATHNAME=/n/b;"
    facts = facts_of(text)
    facts["/n/b"] = replace(facts["/n/b"], resolved="/m/a")
    assert (FaultKind.DUPLICATE_PATH, "/n/b", 2) in found(text, facts)


@pytest.mark.parametrize(
    ("name", "partition"),
    [
        ("table1.dpf._disk1_usertables.1.0.spds9", Partition("table1", 1, 7, 0)),
        ("table1.dpf.d__usertables.12.3.spds9", Partition("table1", 12, 7, 0)),
        ("mine.dpf.000032a6.0.1.spds9", Partition("mine", 0, 7, 0)),
        ("t.dpf._disk1_a.b.5.0.spds9", Partition("t", 5, 7, 0)),
        ("table1.mdf.0.0.0.spds9", None),
        ("table1.idxy._disk1.0.0.spds9", None),
        ("table1.dpf", None),
        ("x" * 100_000 + ".dpf.1.0.spds9", None),
    ],
)
def test_data_partitions_are_known_by_their_names(name: str, partition: Partition | None) -> None:
    assert parse_name(name, 7, 0) == partition


def test_the_spread_of_real_partitions_adds_directories_of_one_file_system() -> None:
    files = [Partition("t", n, 10, n % 4) for n in range(4)] + [Partition("u", 0, 10, 0)]
    spread = spread_of(files, places=[0, 1, 1, 0])
    assert (spread.partitions, spread.bytes) == ((3, 2), (30, 20))
    assert (spread.tables, spread.narrow_tables) == (2, 1)
    assert spread.skew is not None
    assert spread.skew.over_mean == pytest.approx(30 / 25)
