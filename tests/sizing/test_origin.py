"""Where a read came from is told by the device, the page cache or the size of the files, and never flattered."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sizing.host import Host, Medium, Volume
from sizing.measurement import DeviceSample, PhaseSeries
from sizing.origin import MIXED_SHARE, STORAGE_SHARE, Origin, read_origin
from sizing.plan import Choices, Method, PhaseKind, Plan
from sizing.units import GIB
from tests.sizing.machines import ROOT, VOLUME, delivered, host_of, phase_of, plan_of

HOST = host_of()
COLD = plan_of(HOST, Choices())
WARM = plan_of(HOST)
RANK = {Origin.STORAGE: 0, Origin.MIXED: 1, Origin.CACHE: 2}


def reading(plan: Plan, *, device: float | None = None, resident: float | None = None) -> PhaseSeries:
    phase = replace(phase_of(plan, PhaseKind.READ, 60.0), resident_share=resident)
    return phase if device is None else delivered(phase, device)


def told(plan: Plan, phase: PhaseSeries | None, volume: Volume = VOLUME, host: Host = HOST) -> Origin:
    return read_origin(host, volume, plan, phase).origin


@pytest.mark.parametrize(
    ("share", "origin"),
    [
        (1.0, Origin.STORAGE),
        (0.96, Origin.STORAGE),
        (0.94, Origin.MIXED),
        (0.76, Origin.MIXED),
        (0.74, Origin.CACHE),
        (0.0, Origin.CACHE),
    ],
)
def test_the_device_tells_how_much_of_the_read_it_delivered(share: float, origin: Origin) -> None:
    assert told(WARM, reading(WARM, device=share)) is origin
    assert told(COLD, reading(COLD, device=share)) is origin


def test_read_ahead_beyond_what_was_read_is_no_negative_cache() -> None:
    found = read_origin(HOST, VOLUME, COLD, reading(COLD, device=1.2))
    assert (found.origin, found.cached_share) == (Origin.STORAGE, 0.0)


def test_the_evidence_names_both_amounts() -> None:
    phase = replace(phase_of(COLD, PhaseKind.READ, 60.0), devices=(DeviceSample(60.0, 12 * GIB, 0),))
    assert read_origin(HOST, VOLUME, COLD, phase).evidence == "The device delivered 12 GiB of the 16 GiB read."


def test_what_was_read_ahead_is_explained_rather_than_called_a_part_of_less() -> None:
    phase = replace(phase_of(COLD, PhaseKind.READ, 60.0), devices=(DeviceSample(60.0, 17 * GIB, 0),))
    evidence = read_origin(HOST, VOLUME, COLD, phase).evidence
    assert evidence == "The device delivered 17 GiB: the 16 GiB that were read, and some ahead or for others."


def test_traffic_of_others_cannot_hide_a_read_from_the_page_cache() -> None:
    found = read_origin(HOST, VOLUME, COLD, reading(COLD, device=1.0, resident=0.9))
    assert found.origin is Origin.CACHE
    assert found.evidence == "The page cache held 90 % of the files when the read began."


def test_an_empty_page_cache_does_not_excuse_a_device_that_delivered_nothing() -> None:
    assert told(COLD, reading(COLD, device=0.0, resident=0.0)) is Origin.CACHE


def test_an_empty_page_cache_is_proof_enough_where_no_device_can_be_asked() -> None:
    assert told(COLD, reading(COLD, resident=0.01)) is Origin.STORAGE
    assert told(COLD, reading(COLD, resident=0.2)) is Origin.MIXED


def test_in_a_warm_read_the_page_cache_at_the_start_says_nothing() -> None:
    assert told(WARM, reading(WARM, device=1.0, resident=1.0)) is Origin.STORAGE


def test_without_evidence_a_warm_read_is_judged_by_the_size_of_its_files() -> None:
    # 16 files as large as RAM: at most a sixteenth can have stayed.
    found = read_origin(HOST, VOLUME, WARM, reading(WARM))
    assert (found.origin, found.cached_share) == (Origin.MIXED, None)
    assert found.evidence == "RAM (256 GiB) can have held at most 6 % of the files (4 TiB)."
    many = host_of(cores=24)
    assert told(plan_of(many), reading(plan_of(many)), host=many) is Origin.STORAGE


def test_a_warm_read_of_files_that_fit_into_ram_counts_as_cached() -> None:
    for size in (GIB, 16 * GIB):
        plan = plan_of(HOST, Choices(method=Method.SAS, file_size=size))
        assert told(plan, reading(plan)) is Origin.CACHE
    plan = plan_of(HOST, Choices(method=Method.SAS, file_size=17 * GIB))
    assert told(plan, reading(plan)) is Origin.MIXED


def test_a_cold_read_nobody_could_watch_stays_unknown_where_the_files_fit_into_ram() -> None:
    assert told(COLD, reading(COLD)) is Origin.UNKNOWN


def test_memory_is_no_storage_whatever_is_counted() -> None:
    memory = replace(VOLUME, medium=Medium.MEMORY, file_system="tmpfs")
    assert told(COLD, reading(COLD, device=1.0, resident=0.0), memory) is Origin.CACHE


@pytest.mark.parametrize(
    "volume",
    [
        replace(VOLUME, medium=Medium.FUSE, file_system="fuse.gcsfuse"),
        replace(VOLUME, medium=Medium.OVERLAY, file_system="overlay"),
        replace(VOLUME, file_system="zfs"),
    ],
)
def test_below_a_layer_an_empty_page_cache_proves_nothing_but_a_full_one_does(volume: Volume) -> None:
    assert told(COLD, reading(COLD, resident=0.0), volume) is Origin.UNKNOWN
    assert told(COLD, reading(COLD, resident=0.9), volume) is Origin.CACHE
    assert told(WARM, reading(WARM), volume) is Origin.UNKNOWN
    assert told(COLD, reading(COLD, device=1.0), volume) is Origin.STORAGE


def test_nothing_read_comes_from_nowhere() -> None:
    assert told(COLD, None) is Origin.UNKNOWN
    idle = reading(COLD)
    assert told(COLD, replace(idle, tracks=())) is Origin.UNKNOWN


def test_a_volume_that_is_gone_is_judged_by_what_was_counted() -> None:
    host = host_of(ROOT)
    assert read_origin(host, None, COLD, reading(COLD, device=1.0)).origin is Origin.STORAGE


@given(st.floats(0, 2), st.floats(0, 2), st.floats(-1, 2))
def test_more_from_the_device_never_looks_more_cached(one: float, other: float, resident: float) -> None:
    less, more = sorted((one, other))
    poor = told(COLD, reading(COLD, device=less, resident=resident))
    good = told(COLD, reading(COLD, device=more, resident=resident))
    assert RANK[good] <= RANK[poor]


def test_a_read_called_mixed_hides_no_more_than_the_warning_band() -> None:
    # At 75 % of the demand a rate fails; a cached share c raises it to 1 / (1 - c).
    assert pytest.approx(1.0) == 0.75 / (1 - MIXED_SHARE)
    assert 1 / (1 - STORAGE_SHARE) < 1.06
