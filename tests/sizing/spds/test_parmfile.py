"""Parameter files: what they say, what is wrong in them and where, however hostile they are."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sizing.spds.fault import Fault, FaultKind
from sizing.spds.layout import Version
from sizing.spds.parmfile import Area, Domain, parse_libnames, parse_server

GOOD = """\
LIBNAME=sales PATHNAME=/meta/sales
  ROPTIONS="METAPATH=('/m1/sales')
    DATAPATH=('/d1/sales' '/d2/sales')
    INDEXPATH=('/i1/sales')"
  OWNER=admin LIBACLINHERIT=YES DYNLOCK=YES ;
libname=hr pathname=/meta/hr;
"""


def faults(text: str, version: Version | None = None) -> list[tuple[FaultKind, int, int]]:
    return [(fault.kind, fault.line, fault.column) for fault in parse_libnames(text, version).faults]


def test_a_good_file_says_what_it_says() -> None:
    found = parse_libnames(GOOD, Version.V5)
    assert found.faults == ()
    assert found.domains == (
        Domain("sales", "/meta/sales", ("/m1/sales",), ("/d1/sales", "/d2/sales"), ("/i1/sales",), "admin"),
        Domain("hr", "/meta/hr"),
    )
    assert found.statements[0].options == (("LIBACLINHERIT", "YES"), ("DYNLOCK", "YES"))


def test_every_path_has_its_place_in_the_file() -> None:
    second = parse_libnames(GOOD).statements[0].paths[3]
    assert (second.area, second.path, second.line, second.column) == (Area.DATA, "/d2/sales", 3, 28)


def test_windows_paths_and_comments_are_understood() -> None:
    found = parse_libnames("/* all */ LIBNAME=all_user pathname=d:\\peruser_tables;")
    assert found.domains == (Domain("all_user", "d:\\peruser_tables"),)
    assert found.faults == ()


@pytest.mark.parametrize(
    ("text", "kind", "line", "column"),
    [
        ("LIBNAME=a PATHNAME=/a\n ROPTIONS=\"DATAPATH=('/d1')\n;", FaultKind.UNCLOSED_QUOTE, 2, 11),
        ('LIBNAME=a PATHNAME=/a\n ROPTIONS="DATAPATH=(\'/d1)";', FaultKind.UNCLOSED_QUOTE, 2, 22),
        ("LIBNAME=a PATHNAME=/a\n ROPTIONS=\"DATAPATH=('/d1'\";", FaultKind.UNCLOSED_PARENTHESIS, 2, 21),
        ("LIBNAME=a PATHNAME=/a", FaultKind.UNFINISHED, 1, 1),
        ("LIBNAME=a PATHNAME=/a; /* what", FaultKind.UNCLOSED_COMMENT, 1, 24),
        ("LIBNAME=a;", FaultKind.NO_PRIMARY, 1, 1),
        ("LIBNAME=123spds PATHNAME=/a;", FaultKind.BAD_NAME, 1, 9),
        ("LIBNAME=ninechars PATHNAME=/a;", FaultKind.BAD_NAME, 1, 9),
        ("LIBNAME=a PATHNAME=/a;\nLIBNAME=A PATHNAME=/b;", FaultKind.DUPLICATE_NAME, 2, 9),
        ("LIBNAME=a PATHNAME=a/b;", FaultKind.UNUSABLE_PATH, 1, 20),
        ("LIBNAME=a PATHNAME=/a PATHNAME=/b;", FaultKind.TWICE, 1, 23),
        ("LIBNAME=a PATHNAME=/a;\n ROPTIONS=\"DATAPATH=('/d1')\";", FaultKind.STRAY_SEMICOLON, 2, 2),
        ("LIBNAME=a PATHNAME=/a\nCOLOUR=red;", FaultKind.UNKNOWN_OPTION, 2, 1),
        ("LIBNAME=a PATHNAME=/a ROPTIONS=\"WORKPATH=('/w')\";", FaultKind.WORK_IN_DOMAIN, 1, 33),
        ("PATHNAME=/a;", FaultKind.UNEXPECTED, 1, 1),
        ("LIBNAME=a PATHNAME=/a )(;", FaultKind.UNEXPECTED, 1, 23),
        ("LIBNAME=a PATHNAME=/a\ufffd;", FaultKind.NOT_TEXT, 1, 22),
    ],
)
def test_a_fault_is_told_with_line_and_column(text: str, kind: FaultKind, line: int, column: int) -> None:
    assert (kind, line, column) in faults(text)


def test_both_kinds_of_options_in_one_file_are_told_where_the_second_begins() -> None:
    text = "LIBNAME=a PATHNAME=/a OPTIONS=\"DATAPATH=('/d')\";\nLIBNAME=b PATHNAME=/b ROPTIONS=\"DATAPATH=('/e')\";"
    assert faults(text) == [(FaultKind.BOTH_OPTIONS, 2, 23)]


def test_what_only_one_version_takes_is_held_against_the_other() -> None:
    options = "LIBNAME=a PATHNAME=/a OPTIONS=\"DATAPATH=('/d')\";"
    assert faults(options, Version.V5) == [(FaultKind.OPTIONS_IN_5, 1, 23)]
    assert faults(options, Version.V4) == []
    backup = "LIBNAME=a PATHNAME=/a BACKUP=YES;"
    assert faults(backup, Version.V4) == [(FaultKind.BACKUP_IN_4, 1, 23)]
    assert faults(backup, Version.V5) == []


def test_one_bad_statement_leaves_the_next_readable() -> None:
    found = parse_libnames("LIBNAME=a PATHNAME=/a ROPTIONS=\"DATAPATH=('/d1');\nLIBNAME=b PATHNAME=/b;")
    assert [fault.kind for fault in found.faults] == [FaultKind.UNCLOSED_QUOTE]
    assert found.domains[1] == Domain("b", "/b")


MEGABYTES = 10_000_000


@pytest.mark.parametrize(
    "unit",
    ['"', "'", "(", 'LIBNAME=a PATHNAME=/a ROPTIONS="', "x=('", "/*", "=", "\x00", "a ", "x=(", ";", "é\n", "/*;*/'"],
)
def test_ten_megabytes_of_rubbish_are_told_with_line_and_column_in_good_time(unit: str) -> None:
    text = unit * (MEGABYTES // len(unit))
    began = time.process_time()
    found = parse_libnames(text)
    assert time.process_time() - began < 10
    assert all(fault.line >= 1 and fault.column >= 1 for fault in found.faults)
    assert found.faults or unit == ";"


def test_very_many_domains_with_long_paths_do_not_take_long() -> None:
    from sizing.spds.audit import audit

    text = "".join(f"LIBNAME=d{n} PATHNAME={'/a' * 1500}/{n};\n" for n in range(3000))
    began = time.process_time()
    assert audit(parse_libnames(text).paths, {}) == ()
    assert time.process_time() - began < 20


@settings(deadline=None)
@given(st.text(alphabet="LIBNAMEPATHROSDX=('\"/;) \n*ab12", max_size=80))
def test_no_text_breaks_the_parser_and_every_fault_lies_in_the_text(text: str) -> None:
    lines = text.split("\n")
    for fault in parse_libnames(text).faults:
        assert 1 <= fault.line <= len(lines)
        assert 1 <= fault.column <= len(lines[fault.line - 1]) + 1


def test_server_options_are_read_with_their_paths() -> None:
    found = parse_server("SORTSIZE=512M;\nWORKPATH=('/w1' '/w2');\nNORANDOMPLACEDPF;\n")
    assert found.options == (("SORTSIZE", "512M"), ("NORANDOMPLACEDPF", ""))
    assert [path.path for path in found.work] == ["/w1", "/w2"]
    assert found.faults == ()


def test_an_unclosed_quote_in_the_server_file_is_told() -> None:
    assert parse_server("WORKPATH=('/w1 '/w2');").faults[0] == Fault(FaultKind.UNCLOSED_QUOTE, 1, 20, "');")
