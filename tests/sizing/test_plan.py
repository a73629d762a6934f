"""A plan says what a run will take before it starts, and refuses what cannot be done."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sizing.host import Medium, Volume, VolumeState
from sizing.plan import Choices, Method, Pattern, Plan, PlanRefusedError
from sizing.space import reserve
from sizing.units import GIB, KIB, MIB, TIB
from tests.sizing.machines import ROOT, VOLUME, host_of, plan_of

SAS = Choices(method=Method.SAS)


def codes(plan: Plan) -> set[str]:
    return {note.code for note in plan.notes}


def on(volume: Volume, choices: Choices = SAS, *, cores: int | None = 16, ram: int = 256 * GIB) -> Plan:
    return plan_of(host_of(ROOT, volume, cores=cores, ram=ram), choices, volume)


def test_the_sas_method_gives_each_core_a_file_as_large_as_ram() -> None:
    plan = on(VOLUME)
    assert (plan.workers, plan.file_size, plan.block_size) == (16, 256 * GIB, 64 * KIB)
    assert plan.phase_bytes == 4096 * GIB
    assert plan.preallocation == 128 * GIB
    assert plan.peak_bytes == 4224 * GIB
    assert plan.free_after == 9 * TIB - 4224 * GIB


def test_the_sas_method_leaves_the_page_cache_as_it_is_and_the_quick_one_does_not() -> None:
    assert not on(VOLUME).cold_reads
    assert on(VOLUME, Choices()).cold_reads


def test_a_well_made_host_gives_no_warning() -> None:
    assert codes(on(VOLUME)) == {"not-zeros"}


def test_a_file_is_a_whole_number_of_blocks() -> None:
    plan = on(VOLUME, ram=64 * GIB + 100 * KIB)
    assert plan.file_size == 64 * GIB + 64 * KIB
    assert "file-below-ram" not in codes(plan)
    assert "smaller-files" not in codes(plan)


def test_short_space_makes_the_files_smaller_and_says_so() -> None:
    # 3 TiB free less a reserve of 1 TiB: 128 GiB a worker, less 8 GiB for XFS.
    plan = on(replace(VOLUME, free_bytes=3 * TIB))
    assert plan.file_size == 120 * GIB
    assert plan.free_after == TIB
    assert {"smaller-files", "file-below-ram"} <= codes(plan)
    assert "files-fit-in-ram" not in codes(plan)


def test_very_short_space_halves_the_share_on_xfs_and_warns_of_the_cache() -> None:
    # 160 GiB beyond the reserve: 10 GiB a worker, half of it file; 80 GiB in all, below 256 GiB of RAM.
    plan = on(replace(VOLUME, free_bytes=TIB + 160 * GIB))
    assert plan.file_size == 5 * GIB
    assert plan.preallocation == 80 * GIB
    assert "files-fit-in-ram" in codes(plan)


@pytest.mark.parametrize(("file_size", "noted"), [(16 * GIB, True), (16 * GIB + 64 * KIB, False)])
def test_files_that_fill_ram_exactly_still_fit(file_size: int, *, noted: bool) -> None:
    assert ("files-fit-in-ram" in codes(on(VOLUME, replace(SAS, file_size=file_size)))) is noted


def test_the_quick_method_uses_one_gib_a_core() -> None:
    plan = on(VOLUME, Choices())
    assert plan.file_size == GIB
    assert plan.preallocation == 16 * GIB
    assert "asked to drop" in next(note for note in plan.notes if note.code == "files-fit-in-ram").sentence
    assert not {"file-below-ram", "smaller-files"} & codes(plan)


@pytest.mark.parametrize(
    ("kilobytes_per_core", "code"),
    [(3_989_503, "below-sas-minimum"), (3_989_504, "below-sas-advice"), (8_183_807, "below-sas-advice")],
)
def test_little_ram_a_core_is_noted_at_the_gates_of_sas_s_script(kilobytes_per_core: int, code: str) -> None:
    assert code in codes(on(VOLUME, ram=16 * kilobytes_per_core * KIB))


def test_ram_at_the_upper_gate_is_enough() -> None:
    assert not {"below-sas-minimum", "below-sas-advice"} & codes(on(VOLUME, ram=16 * 8_183_808 * KIB))


def test_other_circumstances_a_reader_must_know_are_noted() -> None:
    assert "workers-differ" in codes(on(VOLUME, replace(SAS, workers=4)))
    assert "zeros" in codes(on(VOLUME, replace(SAS, pattern=Pattern.ZEROS)))
    assert "one-client" in codes(on(replace(VOLUME, medium=Medium.NETWORK, file_system="nfs4")))
    assert "layered-volume" in codes(on(replace(VOLUME, medium=Medium.FUSE, file_system="fuse.sshfs")))
    assert "memory-volume" in codes(on(replace(VOLUME, medium=Medium.MEMORY, file_system="tmpfs", total_bytes=GIB)))
    host = replace(host_of(ROOT, VOLUME), runs_from="/sasdata")
    assert "same-file-system" in codes(plan_of(host))


@pytest.mark.parametrize(("sockets", "cores", "noted"), [(2, 16, False), (4, 16, True), (16, 16, False)])
def test_many_sockets_are_noted_unless_a_hypervisor_made_them(sockets: int, cores: int, *, noted: bool) -> None:
    host = host_of(cores=cores)
    host = replace(host, cpu=replace(host.cpu, sockets=sockets))
    assert ("many-sockets" in codes(plan_of(host))) is noted


def test_unread_cores_are_asked_for() -> None:
    with pytest.raises(PlanRefusedError, match="physical cores"):
        on(VOLUME, cores=None)
    plan = on(VOLUME, replace(SAS, workers=8), cores=None)
    assert (plan.cores, plan.workers) == (8, 8)


@pytest.mark.parametrize(
    ("volume", "message"),
    [
        (replace(VOLUME, state=VolumeState.NOT_ANSWERING), "does not answer"),
        (replace(VOLUME, free_bytes=None), "does not answer"),
        (replace(VOLUME, read_only=True), "read-only"),
        (replace(VOLUME, free_bytes=TIB), "too little free space"),
        (replace(VOLUME, free_bytes=TIB + 16 * 31 * MIB), "too little free space"),
        (replace(VOLUME, free_bytes=2 * TIB, options=("allocsize=1t",)), "too little free space"),
        (replace(VOLUME, free_bytes=0), "too little free space"),
    ],
)
def test_a_volume_that_cannot_be_measured_is_refused_with_advice(volume: Volume, message: str) -> None:
    with pytest.raises(PlanRefusedError, match=message) as refused:
        on(volume)
    assert refused.value.advice


def test_the_advice_names_the_space_that_is_lacking() -> None:
    # 16 files of 16 MiB, each counted twice on XFS, are 512 MiB; 496 MiB are there.
    with pytest.raises(PlanRefusedError) as refused:
        on(replace(VOLUME, free_bytes=TIB + 16 * 31 * MIB))
    assert "Free 16 MiB more" in refused.value.advice


@pytest.mark.parametrize(
    "choices",
    [
        Choices(workers=0),
        Choices(workers=-2),
        Choices(block_size=0),
        Choices(file_size=15 * MIB),
        Choices(file_size=-1),
    ],
)
def test_a_choice_no_run_can_carry_out_is_refused_with_advice(choices: Choices) -> None:
    with pytest.raises(PlanRefusedError) as refused:
        on(VOLUME, choices)
    assert refused.value.advice


def test_the_smallest_file_is_a_whole_number_of_blocks() -> None:
    assert on(VOLUME, Choices(block_size=10 * MIB, file_size=20 * MIB)).file_size == 20 * MIB
    with pytest.raises(PlanRefusedError, match="too small"):
        on(VOLUME, Choices(block_size=10 * MIB, file_size=16 * MIB))


@given(
    total=st.integers(GIB, 2**50),
    share=st.floats(0, 1),
    cores=st.integers(1, 128),
    kind=st.sampled_from(["xfs", "ext4"]),
    option=st.sampled_from(["rw", "allocsize=64m", "allocsize=2g"]),
    method=st.sampled_from(list(Method)),
)
def test_no_plan_goes_into_the_reserve(
    total: int, share: float, cores: int, kind: str, option: str, method: Method
) -> None:
    free = min(total, int(total * share))
    volume = replace(VOLUME, file_system=kind, options=(option,), total_bytes=total, free_bytes=free)
    try:
        plan = on(volume, Choices(method=method), cores=cores, ram=cores * 8 * GIB)
    except PlanRefusedError:
        return
    assert plan.free_after >= reserve(total)
    assert plan.free_after == free - plan.peak_bytes
    assert plan.file_size % plan.block_size == 0


def test_the_time_is_a_range_of_a_quarter_to_five_times_sas_s_minimum() -> None:
    plan = on(VOLUME, Choices(file_size=25_000_000 * 64, block_size=64))
    assert plan.seconds_low == pytest.approx(6.4)
    assert plan.seconds_high == pytest.approx(128)


def test_every_plan_says_what_it_proves_and_what_not() -> None:
    for method in Method:
        plan = on(VOLUME, Choices(method=method))
        assert plan.proves
        assert plan.does_not_prove
