"""The checklist is a difference with commands, and the table for managers answers in words."""

from dataclasses import replace

from app.job import look
from app.presenters.suitability import present_suitability
from app.presenters.tuning import present_tuning
from sizing.host import Tunable
from tests.app.presenters.assessed import measured
from tests.sizing.machines import host_of


def test_each_line_says_now_recommended_command_check_undo_and_source() -> None:
    host = replace(host_of(), tunables=(Tunable("vm.swappiness", "60", "/proc/sys/vm/swappiness"),))
    (line,) = [view for view in present_tuning(look(host).findings) if view.rule == "swappiness"]
    assert (line.now, line.recommended) == ("60", "at most 30")
    assert (line.command, line.undo) == ("sysctl -w vm.swappiness=30", "sysctl -w vm.swappiness=60")
    assert line.verify == "sysctl vm.swappiness"
    assert "LNX-001" in line.source


def test_a_value_read_from_a_hostile_file_stays_one_word_of_a_command() -> None:
    host = replace(host_of(), tunables=(Tunable("tuned.profile", "x; rm -rf /", "/etc/tuned/active_profile"),))
    (line,) = [view for view in present_tuning(look(host).findings) if view.rule == "tuned-profile"]
    assert line.undo == "tuned-adm profile 'x; rm -rf /'"


def test_what_is_as_it_should_be_is_not_in_the_list() -> None:
    host = replace(host_of(), tunables=(Tunable("vm.swappiness", "10", "/proc/sys/vm/swappiness"),))
    assert "swappiness" not in {view.rule for view in present_tuning(look(host).findings)}


def test_a_manager_reads_need_have_margin_and_an_answer() -> None:
    table = present_suitability(measured(150, 20), jobs=4)
    assert len(table.rows) == 6
    batch = dict(zip((column.title for column in table.columns), table.rows[0], strict=True))
    assert batch["Load"] == "Base SAS batch"
    assert batch["Will it work?"] == "no"
    assert batch["Margin"].startswith("−")
    assert table.rows[5][0].endswith("(4)")


def test_a_host_alone_has_no_such_table() -> None:
    assert present_suitability(look(host_of())).rows == ()
