"""Five stars less one for each thing that would have made the figures surer, each named."""

from dataclasses import replace

import pytest

from sizing.confidence import BURST_S, DAY_S, MOST, Confidence, confidence
from sizing.origin import Origin
from sizing.plan import Choices, Method, Pattern, Plan
from sizing.reason import Reason, Standing
from sizing.units import GIB
from tests.sizing.machines import facts_of, host_of, plan_of, run_of

HOST = host_of()
VIRTUAL = replace(HOST, cpu=replace(HOST.cpu, hypervisor="VMware"))
PLAN = plan_of(HOST)
THRICE = (600.0, 600.0, 600.0)
DAYS = (DAY_S / 3, DAY_S / 3, DAY_S / 3)


def sure(
    plan: Plan = PLAN,
    *reasons: Reason,
    origin: Origin = Origin.STORAGE,
    durations: tuple[float, ...] = THRICE,
    is_virtual: bool = False,
) -> Confidence:
    return confidence(VIRTUAL if is_virtual else HOST, plan, reasons, origin, durations)


def codes(found: Confidence) -> list[str]:
    return [deduction.code for deduction in found.deductions]


def limited(code: str) -> Reason:
    return Reason(code, Standing.LIMITED, f"Because of {code}.")


def test_only_a_day_of_runs_on_files_twice_ram_read_from_storage_has_five_stars() -> None:
    assert sure(durations=DAYS) == Confidence(MOST, ())


def test_three_runs_in_an_hour_lack_the_star_for_other_hours() -> None:
    found = sure()
    assert (found.stars, codes(found)) == (4, ["moment"])


@pytest.mark.parametrize(
    ("count", "sentence"), [(1, "It was measured only once."), (2, "It was measured only 2 times.")]
)
def test_fewer_than_three_runs_cost_a_star(count: int, sentence: str) -> None:
    found = sure(durations=THRICE[:count])
    assert (found.stars, codes(found)) == (3, ["runs", "moment"])
    assert found.deductions[0].sentence == sentence


@pytest.mark.parametrize("origin", [Origin.CACHE, Origin.MIXED, Origin.UNKNOWN])
def test_a_read_that_is_not_known_to_come_from_storage_costs_a_star(origin: Origin) -> None:
    assert codes(sure(origin=origin)) == ["origin", "moment"]


def test_files_below_twice_ram_cost_a_star_and_so_do_zeros() -> None:
    small = plan_of(HOST, Choices(method=Method.SAS, file_size=31 * GIB))
    assert codes(sure(small)) == ["size", "moment"]
    assert "496 GiB" in sure(small).deductions[0].sentence
    assert codes(sure(plan_of(HOST, Choices(method=Method.SAS, file_size=32 * GIB)))) == ["moment"]
    assert codes(sure(plan_of(HOST, Choices(method=Method.SAS, pattern=Pattern.ZEROS)))) == ["data", "moment"]


def test_a_virtual_machine_must_outlast_the_half_hour_of_bursts() -> None:
    assert codes(sure(is_virtual=True)) == ["burst", "moment"]
    assert codes(sure(durations=(BURST_S, 1.0, 1.0), is_virtual=True)) == ["moment"]


def test_however_much_disturbed_the_run_it_costs_one_star_and_names_the_first() -> None:
    found = sure(PLAN, limited("workers-differ"), limited("knee"), limited("other-load"))
    assert (found.stars, codes(found)) == (3, ["moment", "disturbed"])
    assert found.deductions[1].sentence == "Because of knee."


def test_there_is_always_one_star_and_never_more_for_figures_that_may_not_be_believed() -> None:
    worst = sure(plan_of(HOST, Choices()), limited("knee"), origin=Origin.UNKNOWN, durations=(9.0,), is_virtual=True)
    assert (worst.stars, len(worst.deductions)) == (1, 6)
    invalid = sure(PLAN, Reason("memory-volume", Standing.INVALID, "It is memory."), durations=DAYS)
    assert (invalid.stars, codes(invalid)) == (1, ["invalid"])
    assert invalid.deductions[0].sentence == "It is memory."


def test_the_verdict_on_a_run_carries_its_stars() -> None:
    validity = facts_of(HOST, PLAN, run_of(PLAN, 120, 120)).validity
    assert validity is not None
    assert validity.confidence is not None
    assert validity.confidence.stars == 3
    assert codes(validity.confidence) == ["runs", "moment"]
