"""What the history is said to hold."""

from app.history.store import Entry
from app.presenters.history import moment_text, present_history
from sizing.measurement import Outcome
from sizing.plan import Method
from sizing.rules import Verdict
from sizing.units import MB
from sizing.workload import Role

RUN = Entry(
    id="20261121-abc123",
    created_at="2026-11-21T14:05:09+00:00",
    host="sas01",
    mount_point="/sasdata",
    role=Role.SASDATA,
    method=Method.SAS,
    outcome=Outcome.COMPLETE,
    verdict=Verdict.WARN,
    write=118 * MB,
    read=None,
)
LOOKED = Entry("20261121-def456", "2026-11-21T14:05:09+00:00", "sas01", None, None, None, None, None, None, None)
CUT_OFF = Entry("x", "2026-11-21T14:05:09+00:00", "h", "/", Role.HOME, Method.QUICK, None, None, None, None)


def test_an_assessment_is_a_row_known_by_its_id() -> None:
    table = present_history([RUN])
    assert table.keys == ("20261121-abc123",)
    assert table.rows[0][:3] == ("2026-11-21 14:05 UTC", "sas01", "/sasdata")
    assert table.rows[0][5:9] == ("118 MB/s", "–", "Complete", "Warning")


def test_what_was_not_measured_is_told_apart_from_what_did_not_end() -> None:
    looked, cut_off = present_history([LOOKED, CUT_OFF]).rows
    assert looked[7] == "Host only"
    assert cut_off[7] == "Not ended"


def test_every_row_is_as_long_as_the_headings() -> None:
    table = present_history([RUN, LOOKED, CUT_OFF])
    assert {len(row) for row in table.rows} == {len(table.columns)}


def test_a_moment_of_another_zone_is_told_in_utc() -> None:
    assert moment_text("2026-11-21T16:05:09+02:00") == "2026-11-21 14:05 UTC"


def test_an_empty_history_has_headings_and_no_rows() -> None:
    table = present_history([])
    assert table.columns
    assert table.rows == ()
