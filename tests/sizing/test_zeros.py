"""How much zeros flatter a storage is told from two small runs."""

from dataclasses import replace

import pytest

from sizing.measurement import DeviceSample, Outcome, Series
from sizing.plan import Choices, Method, Pattern
from sizing.units import GIB, MB, MIB
from sizing.zeros import PROBE_FILE, ZerosProbe, probe_plan, zeros_probe, zeros_sentence
from tests.sizing.machines import host_of, plan_of, run_of

PLAN = plan_of(host_of(), Choices(method=Method.ASSESSMENT, probes_zeros=True))
SMALL = probe_plan(PLAN, Pattern.ZEROS)


def probe(zeros_write: float, zeros_read: float, taken: float | None = None) -> ZerosProbe:
    return ZerosProbe(100 * MB, 100 * MB, zeros_write * MB, zeros_read * MB, taken)


def test_a_probe_is_one_run_of_small_files() -> None:
    assert (SMALL.file_size, SMALL.pattern, SMALL.most_runs) == (PROBE_FILE, Pattern.ZEROS, 1)
    tiny = plan_of(host_of(), Choices(file_size=16 * MIB))
    assert probe_plan(tiny, Pattern.RANDOM).file_size == 16 * MIB
    odd = plan_of(host_of(), Choices(block_size=3 * MIB, file_size=GIB))
    assert probe_plan(odd, Pattern.RANDOM).file_size == 510 * MIB


def test_who_writes_zeros_anyway_has_nothing_to_probe() -> None:
    assert not plan_of(host_of(), Choices(pattern=Pattern.ZEROS, probes_zeros=True)).probes_zeros


def test_the_rates_of_both_are_the_strict_ones_per_core() -> None:
    found = zeros_probe(PLAN, run_of(SMALL, 100, 120), run_of(SMALL, 270, 180))
    assert found is not None
    assert found.random_write == pytest.approx(100 * MB)
    assert found.write_factor == pytest.approx(2.7)
    assert found.read_factor == pytest.approx(1.5)
    assert found.taken_share is None


def test_the_share_the_device_was_given_is_told_where_it_can_be() -> None:
    zeros = run_of(SMALL, 270, 180)
    write = replace(zeros.phases[0], devices=(DeviceSample(1.0, 0, SMALL.phase_bytes // 100),))
    found = zeros_probe(PLAN, run_of(SMALL, 100, 120), replace(zeros, phases=(write, zeros.phases[1])))
    assert found is not None
    assert found.taken_share == pytest.approx(0.01)
    assert zeros_sentence(found).endswith("The device was given 1 % of the zeros: the file system shrinks them.")


@pytest.mark.parametrize("outcome", [Outcome.CANCELLED, Outcome.FAILED])
def test_a_probe_that_did_not_go_to_its_end_says_nothing(outcome: Outcome) -> None:
    whole = run_of(SMALL, 100, 100)
    assert zeros_probe(PLAN, whole, replace(whole, outcome=outcome)) is None
    assert zeros_probe(PLAN, replace(whole, outcome=outcome), whole) is None
    assert zeros_probe(PLAN, whole, Series(Outcome.COMPLETE, whole.phases[:1])) is None


def test_the_sentence_says_by_how_much_sas_s_scripts_would_overstate() -> None:
    assert zeros_sentence(probe(270, 90)) == (
        "Zeros were written at 270 MB/s and read at 90 MB/s per core, random bytes at 100 MB/s and 100 MB/s: SAS's "
        "scripts, which write zeros, would overstate the write 2.7 times and the read 1.0 times."
    )


def test_a_difference_that_chance_can_make_flatters_nothing() -> None:
    assert "not known to flatter" in zeros_sentence(probe(124, 95))
    assert "overstate" in zeros_sentence(probe(100, 126))
    assert "device" not in zeros_sentence(probe(100, 100, taken=1.0))
    assert "device" in zeros_sentence(probe(100, 100, taken=0.3))


def test_what_chance_can_make_is_learnt_from_the_runs_before() -> None:
    random, zeros = run_of(SMALL, 100, 100), run_of(SMALL, 170, 100)
    calm = zeros_probe(PLAN, random, zeros, [run_of(PLAN, 100, 100), run_of(PLAN, 104, 100)])
    restless = zeros_probe(PLAN, random, zeros, [run_of(PLAN, 100, 100), run_of(PLAN, 180, 100)])
    assert calm is not None
    assert restless is not None
    assert restless.chance == pytest.approx(1.8)
    assert "overstate" in zeros_sentence(calm)
    assert "not known to flatter" in zeros_sentence(restless)
