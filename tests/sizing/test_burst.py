"""A rate above the baseline ends, and it is known when."""

import math

import pytest

from app.catalog import load
from sizing.burst import Bursting, forecast, forecasts
from sizing.catalog import Cloud
from sizing.storage import Allocation
from sizing.units import GIB, MB, MIB, TIB


def aws(machine: str, volume: str, size: float, asked: float, count: int = 1) -> list[tuple[Bursting, float, float]]:
    catalog = load(Cloud.AWS)
    host, disk = catalog.instance(machine), catalog.volume(volume)
    assert host is not None
    assert disk is not None
    found = forecasts(host, Allocation(disk, count, size, 16_000, 1_000 * MIB), asked)
    return [(one.who, one.baseline, one.lasts_s or -1) for one in found]


def test_m6i_4xlarge_bursts_for_half_an_hour_and_keeps_half_of_it() -> None:
    # 10 000 Mbit/s for 30 minutes, then 5 000 Mbit/s: 625 MB/s.
    assert aws("m6i.4xlarge", "gp3", TIB, 1_250 * MB, 2) == [(Bursting.MACHINE, 625 * MB, 1_800)]


def test_less_than_the_full_burst_lasts_longer() -> None:
    assert aws("m6i.4xlarge", "gp3", TIB, 937.5 * MB, 2) == [(Bursting.MACHINE, 625 * MB, 3_600)]


def test_what_the_baseline_carries_lasts_for_good() -> None:
    assert aws("m6i.4xlarge", "gp3", TIB, 600 * MB) == [(Bursting.MACHINE, 625 * MB, math.inf)]


def test_a_gp2_volume_spends_5_4_million_credits() -> None:
    # 100 GiB: 300 IOPS for good, 3 000 in a burst; 250 MiB/s are 1 000 requests of 256 KiB: 5.4 million / 700 a second.
    who, baseline, lasts = aws("r5b.8xlarge", "gp2", 100 * GIB, 250 * MIB)[0]
    assert (who, baseline) == (Bursting.VOLUMES, 75 * MIB)
    assert lasts == pytest.approx(5_400_000 / 700)


def test_st1_spends_one_tib_for_each_tib() -> None:
    # 2 TiB: 80 MiB/s for good, 500 in a burst; 2 TiB / 420 MiB/s.
    who, baseline, lasts = aws("r5b.8xlarge", "st1", 2 * TIB, 500 * MIB)[0]
    assert (who, baseline) == (Bursting.VOLUMES, 80 * MIB)
    assert lasts == pytest.approx(2 * TIB / (420 * MIB))


def test_an_azure_p20_bursts_for_half_an_hour_from_its_bucket() -> None:
    azure = load(Cloud.AZURE)
    host, disk = azure.instance("E8s_v3"), azure.volume("P20")
    assert host is not None
    assert disk is not None
    volumes = forecasts(host, Allocation(disk, 1, 512 * GIB), 170 * MB)[0]
    assert (volumes.baseline, volumes.peak, volumes.bucket) == (150 * MB, 170 * MB, 35 * GIB)
    assert volumes.lasts_s == pytest.approx(35 * GIB / (20 * MB))


def test_a_run_shorter_than_the_bucket_is_a_burst() -> None:
    told = forecast(Bursting.MACHINE, 1_250 * MB, 625 * MB, 1_250 * MB, 625 * MB * 1_800)
    assert told.is_run_burst(600)
    assert not told.is_run_burst(2_400)
    assert not forecast(Bursting.MACHINE, 600 * MB, 625 * MB, 1_250 * MB, None).is_run_burst(600)


def test_a_bucket_nobody_states_lasts_nobody_knows_how_long() -> None:
    assert forecast(Bursting.VOLUMES, 2, 1, 3, None).lasts_s is None
