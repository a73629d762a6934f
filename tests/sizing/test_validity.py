"""A measurement is valid, limited or invalid, with every reason named."""

from array import array
from dataclasses import replace
from itertools import accumulate

import pytest

from sizing.host import Device, DeviceKind, Host, Medium
from sizing.measurement import DeviceSample, Outcome, PhaseSeries, Series, Track, measure
from sizing.origin import Origin
from sizing.plan import Choices, Method, Pattern, PhaseKind, Plan
from sizing.units import GIB, MB
from sizing.validity import Reason, Standing, Validity, judge
from tests.sizing.machines import ROOT, UTIL, VOLUME, WORK, delivered, host_of, phase_of, plan_of, run_of

HOST = host_of()
PLAN = plan_of(HOST)
WRITE, READ = PhaseKind.WRITE, PhaseKind.READ


def judged(series: Series, plan: Plan = PLAN, host: Host = HOST) -> Validity:
    return judge(host, plan, series, measure(series, plan))


def reason(validity: Validity, code: str) -> Reason:
    return next(reason for reason in validity.reasons if reason.code == code)


def codes(validity: Validity) -> set[str]:
    return {reason.code for reason in validity.reasons}


def test_a_whole_run_by_sas_s_method_whose_read_came_from_storage_is_valid() -> None:
    validity = judged(run_of(PLAN, 120, 130))
    assert validity.reasons == ()
    assert validity.standing() is Standing.VALID
    assert validity.read_origin is Origin.STORAGE
    assert validity.cached_share == 0.0
    assert validity.evidence == "The device delivered 4 TiB of the 4 TiB read."


def test_a_read_from_the_cache_is_invalid_and_the_write_beside_it_is_not() -> None:
    validity = judged(run_of(PLAN, 120, 900, share=0.1))
    assert validity.standing(READ) is Standing.INVALID
    assert validity.standing(WRITE) is Standing.VALID
    assert validity.standing() is Standing.INVALID
    assert reason(validity, "read-from-cache").phase is READ
    assert validity.cached_share == pytest.approx(0.9)


def test_a_read_that_was_partly_cached_is_limited() -> None:
    validity = judged(run_of(PLAN, 120, 120, share=0.85))
    assert reason(validity, "read-mixed").standing is Standing.LIMITED
    assert validity.standing(READ) is Standing.LIMITED


@pytest.mark.parametrize(("share", "is_doubted"), [(0.94, True), (0.96, False), (1.1, False)])
def test_a_write_the_device_had_not_taken_when_it_was_over_is_limited(share: float, *, is_doubted: bool) -> None:
    whole = run_of(PLAN, 120, 120)
    write = whole.phases[0]
    taken = DeviceSample(60.0, 0, int(share * write.bytes_moved))
    validity = judged(replace(whole, phases=(replace(write, devices=(taken,)), whole.phases[1])))
    assert ("write-not-on-device" in codes(validity)) is is_doubted
    assert validity.standing(WRITE) is (Standing.LIMITED if is_doubted else Standing.VALID)


def test_a_write_cut_short_is_invalid_because_its_bytes_may_still_be_in_the_page_cache() -> None:
    phase = phase_of(PLAN, WRITE, 20.0)
    cut = replace(phase, tracks=tuple(replace(track, bytes_moved=GIB, is_complete=False) for track in phase.tracks))
    validity = judged(Series(Outcome.CANCELLED, (cut,)))
    assert "page cache" in reason(validity, "write-cut-short").sentence
    assert reason(validity, "read-never-began").standing is Standing.INVALID
    assert validity.standing(WRITE) is Standing.INVALID
    assert validity.read_origin is Origin.UNKNOWN
    assert "read-origin-unknown" not in codes(validity)


def test_a_run_cancelled_while_reading_keeps_its_write() -> None:
    whole = run_of(PLAN, 120, 120)
    read = whole.phases[1]
    cut = replace(read, tracks=(replace(read.tracks[0], bytes_moved=GIB, is_complete=False), *read.tracks[1:]))
    validity = judged(Series(Outcome.CANCELLED, (whole.phases[0], cut)))
    assert validity.standing(WRITE) is Standing.VALID
    assert reason(validity, "read-cut-short").standing is Standing.INVALID


def test_a_run_that_calls_itself_complete_with_a_short_file_is_not_believed() -> None:
    whole = run_of(PLAN, 120, 120)
    short = replace(whole.phases[0], tracks=whole.phases[0].tracks[1:])
    assert judged(replace(whole, phases=(short, whole.phases[1]))).standing(WRITE) is Standing.INVALID


def test_a_failed_run_is_invalid_and_says_why() -> None:
    validity = judged(replace(run_of(PLAN, 120, 120), outcome=Outcome.FAILED, failure="Worker 3 found the disk full."))
    assert reason(validity, "run-failed").sentence == "The run failed: Worker 3 found the disk full."
    assert validity.standing(WRITE) is Standing.INVALID
    assert reason(judged(Series(Outcome.FAILED, ())), "run-failed").sentence == "The run failed."


def test_nothing_measured_in_memory_is_valid() -> None:
    memory = replace(VOLUME, medium=Medium.MEMORY, file_system="tmpfs")
    host = host_of(ROOT, memory)
    validity = judged(run_of(PLAN, 9000, 9000), host=host)
    assert reason(validity, "memory-volume").phase is None
    assert validity.standing(WRITE) is Standing.INVALID
    assert validity.read_origin is Origin.CACHE
    assert validity.only_flatters(READ)


def test_that_a_volume_is_memory_is_said_once() -> None:
    memory = replace(VOLUME, medium=Medium.MEMORY, file_system="tmpfs")
    codes = [reason.code for reason in judged(run_of(PLAN, 9000, 9000), host=host_of(ROOT, memory)).reasons]
    assert codes.count("memory-volume") == 1
    assert "read-from-cache" not in codes


def test_caches_below_a_layer_limit_the_read() -> None:
    host = host_of(ROOT, replace(VOLUME, medium=Medium.OVERLAY, file_system="overlay"))
    whole = run_of(PLAN, 120, 120)
    unseen = replace(whole, phases=(whole.phases[0], replace(whole.phases[1], devices=())))
    validity = judged(unseen, host=host)
    assert reason(validity, "hidden-caches").phase is READ
    assert reason(validity, "read-origin-unknown").standing is Standing.LIMITED
    assert "hidden-caches" not in codes(judged(whole, host=host))


def test_a_loop_device_limits_the_read_because_a_page_cache_lies_below_it() -> None:
    host = replace(HOST, devices=(Device("sdb1", DeviceKind.LOOP, "7:0"),))
    assert reason(judged(run_of(PLAN, 120, 120), host=host), "loop-device").standing is Standing.LIMITED


def test_what_the_plan_gave_up_limits_every_figure() -> None:
    plan = plan_of(HOST, Choices(workers=4, pattern=Pattern.ZEROS))
    validity = judged(run_of(plan, 1, 1), plan)
    for code in ("quick-method", "zeros", "workers-differ"):
        assert reason(validity, code).standing is Standing.LIMITED
        assert reason(validity, code).phase is None
    assert reason(validity, "workers-differ").sentence.startswith("4 workers ran on 16 physical cores")


def test_unread_cores_limit_the_figures_per_core() -> None:
    host = host_of(ROOT, VOLUME, WORK, UTIL, cores=None)
    plan = plan_of(host, Choices(method=Method.SAS, workers=16))
    assert reason(judged(run_of(plan, 120, 120), plan, host), "cores-unread").standing is Standing.LIMITED


def test_warm_reads_of_files_that_fit_into_ram_are_limited_even_where_the_device_delivered_them() -> None:
    plan = plan_of(HOST, Choices(method=Method.SAS, file_size=16 * GIB))
    validity = judged(run_of(plan, 120, 120), plan)
    assert reason(validity, "files-fit-in-ram").phase is READ
    assert validity.standing(WRITE) is Standing.VALID


def test_a_phase_below_ten_seconds_is_limited() -> None:
    plan = plan_of(HOST, Choices(method=Method.SAS))
    read = delivered(phase_of(plan, READ, 9.9), 1.0)
    validity = judged(Series(Outcome.COMPLETE, (phase_of(plan, WRITE, 10.0), read)), plan)
    assert reason(validity, "short-phase").phase is READ
    assert reason(validity, "short-phase").sentence == "The read took only 9.9 s."
    assert validity.standing(WRITE) is Standing.VALID


@pytest.mark.parametrize(("slowest", "is_flagged"), [(130.0, False), (131.0, True)])
def test_unequal_workers_are_flagged_above_a_spread_of_1_3(slowest: float, *, is_flagged: bool) -> None:
    write = phase_of(PLAN, WRITE, 100.0, slowest)
    series = Series(Outcome.COMPLETE, (write, delivered(phase_of(PLAN, READ, 100.0), 1.0)))
    assert ("uneven-workers" in codes(judged(series))) is is_flagged


def written(*slots: int, flush_s: float = 0.0) -> Series:
    """Return a run whose write accepted ``slots`` of each worker and then took ``flush_s`` until all was on storage."""
    seconds = len(slots) / 10
    track = Track(0, 0.0, seconds, seconds + flush_s, sum(slots), array("Q", slots))
    tracks = tuple(replace(track, rank=rank) for rank in range(PLAN.workers))
    return Series(Outcome.COMPLETE, (PhaseSeries(WRITE, 0.0, tracks),))


def test_a_figure_that_a_fast_beginning_flatters_is_limited_and_the_knee_is_told() -> None:
    # 30 s at 1600 MB/s of 16 workers, then 70 s at a fifth of that: the strict figure is 704 MB/s.
    found = judged(written(*[10 * MB] * 300, *[2 * MB] * 700))
    assert reason(found, "knee").sentence == (
        "In the write the rate fell from 1\u202f600 MB/s to 320 MB/s after 30 s: the figure may flatter, unless that "
        "was memory."
    )
    assert reason(found, "knee").phase is WRITE
    assert "not-steady" not in codes(found)


def test_a_page_cache_that_was_full_does_not_flatter_a_figure_that_waits_for_the_flush() -> None:
    # 3 s of 10 slots at 100 MB, then 57 s throttled to 2 MB: 300 MB x 10 held back, flushed at 20 MB/s in 150 s.
    found = judged(written(*[100 * MB] * 30, *[2 * MB] * 570, flush_s=150))
    assert "knee" not in codes(found)


def with_device(series: Series, *rates: int) -> Series:
    """Return ``series`` with a device that wrote so many MB in each second of the write."""
    totals = list(accumulate(rates, initial=0))
    samples = tuple(
        DeviceSample(slot / 10, 0, int((totals[slot // 10] + rates[slot // 10] * (slot % 10) / 10) * MB))
        for slot in range(1, 10 * len(rates))
    )
    last = DeviceSample(float(len(rates)), 0, totals[-1] * MB)
    return replace(series, phases=(replace(series.phases[0], devices=(*samples, last)),))


def test_a_page_cache_that_was_full_is_told_from_slower_storage_by_the_device() -> None:
    # As it was seen: 3 s at 2400 MB/s, then 12 s at 700 while the device goes on at 1040, and 2 s of flush.
    accepted = written(*[15 * MB] * 30, *[4_375_000] * 120, flush_s=1)
    assert reason(judged(accepted), "knee").standing is Standing.LIMITED
    assert not {"knee", "not-steady"} & codes(judged(with_device(accepted, 0, *[1040] * 15)))


def test_a_device_that_slows_down_is_believed_whatever_the_file_system_accepted() -> None:
    even = written(*[5 * MB] * 400)
    assert "knee" not in codes(judged(even))
    slower = judged(with_device(even, *[1600] * 10, *[533] * 30))
    assert reason(slower, "knee").sentence == (
        "In the write the rate fell from 1\u202f600 MB/s to 533 MB/s after 10 s: the figure flatters."
    )


def test_counters_that_were_kept_seldom_tell_no_single_seconds() -> None:
    series = with_device(written(*[5 * MB] * 400), *[1600] * 10, *[533] * 30)
    seldom = replace(series, phases=(replace(series.phases[0], devices=series.phases[0].devices[::7]),))
    assert "knee" not in codes(judged(seldom))


def test_a_rate_that_never_settles_is_limited() -> None:
    assert reason(judged(written(*range(20 * MB, 0, -20_000))), "not-steady").phase is WRITE


def test_the_gravest_reason_comes_first() -> None:
    plan = plan_of(HOST, Choices())
    validity = judged(run_of(plan, 90, 900, share=0.0), plan)
    assert validity.concerning(READ)[0].code == "read-from-cache"
    assert {found.code for found in validity.concerning(WRITE)} == {"quick-method"}
    assert set(validity.concerning()) == set(validity.reasons)


def test_a_phase_cut_short_is_not_only_flattered() -> None:
    reasons = (
        Reason("read-from-cache", Standing.INVALID, "", READ),
        Reason("read-cut-short", Standing.INVALID, "", READ),
    )
    assert not Validity(reasons, Origin.CACHE, 1.0, "").only_flatters(READ)
    assert Validity(reasons[:1], Origin.CACHE, 1.0, "").only_flatters(READ)


def test_codes_are_stable_words_and_sentences_end() -> None:
    plan = plan_of(HOST, Choices(workers=4, pattern=Pattern.ZEROS))
    for found in judged(run_of(plan, 9000, 9000, share=0.0), plan).reasons:
        assert found.code == found.code.lower().replace(" ", "-")
        assert found.sentence.endswith(".")
