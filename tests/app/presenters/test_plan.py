"""What a plan says before it starts."""

from dataclasses import replace

import pytest

from app.presenters.plan import PlanView, present_plan, range_text
from sizing.plan import Choices, Method, Pattern, PhaseKind
from sizing.units import GIB
from tests.sizing.machines import host_of, plan_of

HOST = host_of(cores=16, ram=256 * GIB)


def line(view: PlanView, label: str) -> str:
    return next(line.value for line in view.lines if line.label == label)


def test_it_says_how_much_is_written_and_read() -> None:
    view = present_plan(plan_of(HOST, Choices(method=Method.QUICK)))
    assert line(view, "Written") == "16 GiB"
    assert line(view, "Read") == "16 GiB"
    assert line(view, "Files") == "16 of 1 GiB each, holding random, not compressible"


def test_a_phase_that_is_not_planned_moves_nothing() -> None:
    plan = replace(plan_of(HOST), phases=(PhaseKind.WRITE,))
    assert line(present_plan(plan), "Read") == "0 B"


def test_the_time_names_the_assumption_it_rests_on() -> None:
    time = line(present_plan(plan_of(HOST, Choices(method=Method.QUICK))), "Time")
    assert " to " in time
    assert "if each worker moves 25 MB/s to 500 MB/s" in time


def test_space_at_most_counts_what_the_file_system_takes_in_advance() -> None:
    plan = plan_of(HOST, Choices(method=Method.QUICK))
    assert plan.preallocation == 16 * GIB
    assert line(present_plan(plan), "Space at most") == "32 GiB, 16 GiB of it taken in advance by the file system"
    spared = replace(plan, preallocation=0)
    assert line(present_plan(spared), "Space at most") == "16 GiB"


def test_zeros_are_called_compressible() -> None:
    view = present_plan(plan_of(HOST, Choices(pattern=Pattern.ZEROS)))
    assert line(view, "Files").endswith("zeros, compressible")


@pytest.mark.parametrize(("method", "words"), [(Method.SAS, "straight after"), (Method.QUICK, "cold")])
def test_it_says_whether_the_reads_are_cold(method: Method, words: str) -> None:
    assert words in line(present_plan(plan_of(HOST, Choices(method=method))), "Reads")


def test_it_says_what_the_result_will_and_will_not_prove() -> None:
    plan = plan_of(HOST)
    view = present_plan(plan)
    assert (view.proves, view.does_not_prove) == (plan.proves, plan.does_not_prove)
    assert len(view.notes) == len(plan.notes)


def test_a_range_that_reads_the_same_at_both_ends_is_one_duration() -> None:
    assert range_text(20.1, 20.2) == "20 s"
    assert range_text(20.0, 120.0) == "20 s to 2 min"


def test_it_says_how_often_all_is_done() -> None:
    assert line(present_plan(plan_of(HOST, Choices(Method.ASSESSMENT))), "Done") == (
        "3 times, up to 5 times if the runs differ"
    )
    assert line(present_plan(plan_of(HOST, Choices(Method.ENDURANCE))), "Done") == (
        "again and again, for 35 min at the least"
    )
    assert all(found.label != "Done" for found in present_plan(plan_of(HOST, Choices(Method.QUICK))).lines)


def test_a_probe_of_zeros_says_what_it_moves_besides() -> None:
    # 16 workers, 512 MiB each, once with random bytes and once with zeros.
    plan = plan_of(HOST, Choices(Method.QUICK, probes_zeros=True))
    assert line(present_plan(plan), "Zeros probe") == "16 GiB more, written and read"
