"""What is generated says the same when it is read again."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sizing.spds.generation import Server, libnames_text, script_text, server_text
from sizing.spds.layout import Pattern, Start, Version, data_paths
from sizing.spds.parmfile import Domain, parse_libnames, parse_server
from sizing.units import MIB

SALES = Domain(
    "sales",
    "/meta/sales",
    ("/m1/sales",),
    data_paths(Pattern.ZIGZAG, ("/d1", "/d2"), "sales"),
    ("/i1/sales",),
    "admin",
)


def test_a_file_for_version_4_is_written_as_its_documentation_writes_it() -> None:
    assert libnames_text([SALES], Version.V4) == (
        "LIBNAME=sales PATHNAME=/meta/sales\n"
        "    ROPTIONS=\"METAPATH=('/m1/sales')\n"
        "              DATAPATH=('/d1/sales/a'\n"
        "                        '/d2/sales/a'\n"
        "                        '/d2/sales/b'\n"
        "                        '/d1/sales/b')\n"
        "              INDEXPATH=('/i1/sales')\"\n"
        "    OWNER=admin;\n"
    )


@pytest.mark.parametrize("version", Version)
def test_there_is_one_semicolon_a_domain_and_neither_options_nor_workpath(version: Version) -> None:
    text = libnames_text([SALES, Domain("hr", "/meta/hr")], version).upper()
    assert text.count(";") == 2
    assert " OPTIONS=" not in text
    assert "WORKPATH" not in text


NAMES = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,7}", fullmatch=True)


@settings(deadline=None)
@given(NAMES, st.sampled_from(Version), st.sampled_from(Pattern), st.integers(1, 12), st.integers(0, 3))
def test_what_is_generated_parses_back_to_the_same_design(
    name: str, version: Version, pattern: Pattern, file_systems: int, index: int
) -> None:
    data = data_paths(pattern, [f"/data{n}" for n in range(file_systems)], name)
    designed = Domain(name, f"/meta/{name}", ("/over/flow",), data, tuple(f"/idx{n}/{name}" for n in range(index)))
    found = parse_libnames(libnames_text([designed], version), version)
    assert found.faults == ()
    assert found.domains == (designed,)


@settings(deadline=None)
@given(st.integers(0, 5), st.sampled_from([None, 16, 128]), st.sampled_from([None, *Start]))
def test_server_lines_parse_back(work: int, megabytes: int | None, start: Start | None) -> None:
    paths = tuple(f"/work{n}/@HOSTNAME@" for n in range(work))
    smallest = None if megabytes is None else megabytes * MIB
    found = parse_server(server_text(Server(Version.V5, paths, smallest, start)))
    assert found.faults == ()
    assert tuple(path.path for path in found.work) == paths
    options = dict(found.options)
    assert options.get("MINPARTSIZE") == (None if megabytes is None else f"{megabytes}M")
    assert ("NORANDOMPLACEDPF" in options) is (start is Start.FIXED)


def test_version_4_knows_no_option_for_the_start() -> None:
    assert server_text(Server(Version.V4, ("/w",), start=Start.FIXED)) == "WORKPATH=('/w');\n"
    with pytest.raises(ValueError, match=r"4\.x"):
        server_text(Server(Version.V4, start=Start.RANDOM))


@pytest.mark.parametrize(
    "domain",
    [
        Domain("toolongname", "/a"),
        Domain("a", "relative"),
        Domain("a", "/it's"),
        Domain("a", '/a";'),
        Domain("a", "/with blank"),
        Domain("a", "/line\nbreak"),
        Domain("a", "/a", data=("/d", "/d")),
        Domain("a", "/a", data=("/a/b",)),
        Domain("a", "/a", owner="me; you"),
    ],
)
def test_what_would_not_read_back_is_refused(domain: Domain) -> None:
    with pytest.raises(ValueError, match=r"[a-z]"):
        libnames_text([domain], Version.V5)


def test_two_domains_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="one name"):
        libnames_text([Domain("a", "/a"), Domain("A", "/b")], Version.V5)


def test_the_script_makes_the_directories_when_it_is_run(tmp_path: Path) -> None:
    import getpass

    wanted = [f"{tmp_path}/d$HOME/a", f"{tmp_path}/d2/`x`"]
    subprocess.run(["sh"], input=script_text(wanted, getpass.getuser()), text=True, check=True)
    assert all(Path(path).is_dir() for path in wanted)


@pytest.mark.parametrize("account", ["a;b", "-R", "a b", "$x"])
def test_an_account_that_could_be_more_than_a_name_is_refused(account: str) -> None:
    with pytest.raises(ValueError, match="account"):
        script_text(["/a"], account)
