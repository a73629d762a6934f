"""The whole catalogue is searched, and the answer is what looking at every pair would give."""

import math
from itertools import pairwise

import pytest

from app.catalog import load
from sizing.advice import Demand, Rule
from sizing.catalog import Catalog, Cloud
from sizing.cost import HOURS
from sizing.provision import plans, usable
from sizing.recommend import recommend
from sizing.units import GIB, MB, TIB


@pytest.mark.parametrize("cloud", [Cloud.AWS, Cloud.AZURE, Cloud.GCP])
def test_every_cloud_is_searched_and_every_offer_meets_every_rule(cloud: Cloud) -> None:
    demand = Demand(cores=16, rate_per_core=100 * MB, size=10 * TIB)
    advice = recommend(load(cloud), demand)
    assert advice.candidates >= 100_000
    assert advice.offers
    for offer in advice.offers:
        machine = offer.machine
        assert machine.architecture in ("x86_64", None)
        assert offer.cores >= 16
        assert (machine.memory or 0) >= 8 * GIB * 16
        assert offer.per_core >= 99.99 * MB
        assert offer.plan.storage.total_size >= 10 * TIB
        assert machine.price is not None
        assert offer.month == pytest.approx(machine.price.amount * HOURS + offer.plan.month)
    assert [offer.month for offer in advice.offers] == sorted(offer.month for offer in advice.offers)


def test_nothing_cheaper_was_overlooked() -> None:
    catalog = load(Cloud.AWS)
    demand = Demand(cores=8, rate_per_core=100 * MB, size=2 * TIB, fewer_cores=False, accelerators=True)
    best, meeting = math.inf, 0
    for machine in catalog.instances:  # every pair, the slow way
        limit = machine.limit("EBS")
        cores = machine.cores or 0
        fits = machine.architecture == "x86_64" and cores >= 8 and (machine.memory or 0) >= 8 * GIB * cores
        if not fits or machine.price is None or machine.has_cpu_credits:
            continue
        for plan in plans(usable(catalog.volumes), cores * 100 * MB, 2 * TIB):
            shared = plan.storage.is_shared
            client = plan.storage.volume.rates.client or math.inf
            top = min(machine.network or 0, client) if shared else 0 if limit is None else limit.rate or 0
            attaches = shared or machine.max_volumes is None or plan.storage.count <= machine.max_volumes
            if top >= cores * 100 * MB and attaches:
                meeting += 1
                best = min(best, machine.price.amount * HOURS + plan.month)
    advice = recommend(catalog, demand)
    assert advice.offers[0].month == pytest.approx(best)
    assert advice.meeting == meeting


def test_the_front_rises_in_price_and_in_rate() -> None:
    front = recommend(load(Cloud.AZURE), Demand(16, 100 * MB, 10 * TIB)).front
    assert len(front) > 1
    assert all(one.month < other.month and one.per_core < other.per_core for one, other in pairwise(front))


def test_licences_make_fewer_cores_the_cheaper_machine() -> None:
    # Seed 002: limiting the cores raises the rate of each.
    azure = load(Cloud.AZURE)
    dear = Demand(8, 100 * MB, 2 * TIB, core_price=2_000)
    assert all(offer.cores == 8 for offer in recommend(azure, dear).offers[:5])
    few = recommend(load(Cloud.AWS), dear).offers[0]
    all_of_them = recommend(load(Cloud.AWS), Demand(8, 100 * MB, 2 * TIB, core_price=2_000, fewer_cores=False)).offers[
        0
    ]
    assert few.month <= all_of_them.month


def test_what_no_machine_meets_gives_the_nearest_miss() -> None:
    advice = recommend(load(Cloud.AWS), Demand(16, 500_000 * MB, TIB))
    assert not advice.offers
    assert advice.nearest is not None
    assert advice.nearest.rule in (Rule.RATE, Rule.VOLUMES)
    assert advice.nearest.have is not None
    assert advice.nearest.have < advice.nearest.need == 16 * 500_000 * MB


def test_a_budget_too_small_names_the_cheapest() -> None:
    demand = Demand(16, 100 * MB, 10 * TIB)
    least = recommend(load(Cloud.AWS), demand).offers[0]
    advice = recommend(load(Cloud.AWS), Demand(16, 100 * MB, 10 * TIB, budget=100))
    assert not advice.offers
    assert advice.meeting == 0
    assert advice.nearest is not None
    assert (advice.nearest.rule, advice.nearest.need) == (Rule.BUDGET, 100)
    assert advice.nearest.have == pytest.approx(least.month)


def test_more_cores_than_any_machine_has_names_the_largest() -> None:
    nearest = recommend(load(Cloud.AZURE), Demand(500, 100 * MB, TIB)).nearest
    assert nearest is not None
    assert nearest.rule is Rule.CORES
    assert nearest.have == max(m.cores or 0 for m in load(Cloud.AZURE).instances if m.architecture != "arm64")


def test_seed_004_popular_sizes_are_told_why_they_fail() -> None:
    popular = {miss.machine.name: miss for miss in recommend(load(Cloud.AWS), Demand(16, 100 * MB, TIB)).popular}
    assert popular["r5.8xlarge"].rule is Rule.RATE
    assert popular["r5.8xlarge"].need == 1_600 * MB


def test_local_disks_for_work_are_a_must_if_asked_for() -> None:
    advice = recommend(load(Cloud.AWS), Demand(16, 100 * MB, TIB, local=1e12))
    assert advice.offers
    assert all(o.machine.local is not None and (o.machine.local.size or 0) >= 1e12 for o in advice.offers)


def test_a_grid_gets_shared_storage_for_all_its_nodes() -> None:
    for offer in recommend(load(Cloud.AWS), Demand(8, 100 * MB, 10 * TIB, nodes=4, is_shared=True)).offers:
        assert offer.plan.storage.is_shared
        assert offer.plan.rate >= 4 * 8 * 100 * MB * 0.999


def test_an_empty_catalogue_offers_nothing_and_misses_nothing() -> None:
    advice = recommend(Catalog(Cloud.AWS, (), (), ()), Demand(16, 100 * MB, TIB))
    assert (advice.candidates, advice.offers, advice.nearest) == (0, (), None)


@pytest.mark.parametrize("values", [(0, 1, 1), (1, 0, 1), (1, 1, -1)])
def test_a_demand_of_nothing_is_refused(values: tuple[int, float, float]) -> None:
    with pytest.raises(ValueError, match="demand"):
        Demand(*values)


def test_local_disks_that_are_bought_apart_are_added_and_paid() -> None:
    # FACTS GCP-004: writing bounds them. Google: 8 disks of 375 GiB write 1 400 MiB/s, 16 write 3 120.
    advice = recommend(load(Cloud.GCP), Demand(16, 100 * MB, TIB, local=2 * TIB), limit=1_000)
    added = {offer.local.name: offer for offer in advice.offers if offer.local is not None}
    assert "local-ssd-nvme-x16" in added  # 8 would be large enough, but too slow for 1 600 MB/s
    assert "local-ssd-nvme-x8" not in added
    offer = added["local-ssd-nvme-x16"]
    assert offer.machine.price is not None
    assert offer.month == pytest.approx(offer.machine.price.amount * HOURS + 6_000 * 0.08 + offer.plan.month)


def test_local_disks_too_slow_for_the_cores_will_not_do() -> None:
    azure = recommend(load(Cloud.AZURE), Demand(8, 100 * MB, TIB, local=100 * GIB), limit=1_000)
    assert azure.offers
    for offer in azure.offers:
        assert offer.machine.local is not None
        assert (offer.machine.local.read or math.inf) >= offer.cores * 100 * MB
