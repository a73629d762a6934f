"""What-if is told in plain sentences with units, dates and what is not known."""

from dataclasses import replace

import pytest

from app.catalog import load
from app.presenters.whatif import money, present_advice, present_projection
from sizing.advice import Demand
from sizing.catalog import Cloud
from sizing.recommend import recommend
from sizing.storage import Allocation
from sizing.units import MB, MIB, TIB
from sizing.whatif import Scenario, project
from sizing.workload import STANDARD


@pytest.fixture
def scenario() -> Scenario:
    aws = load(Cloud.AWS)
    machine, volume = aws.instance("m6i.4xlarge"), aws.volume("gp3")
    assert machine is not None
    assert volume is not None
    return Scenario("today", machine, Allocation(volume, 2, TIB, 3_000, 500 * MIB), STANDARD, 8)


def test_the_burst_is_told_with_its_time_and_what_remains(scenario: Scenario) -> None:
    view = present_projection(project(scenario))
    # The bucket holds 625 MB/s for 1 800 s; 175 MB/s above the baseline empty it in 6 429 s.
    sentence = (
        "The machine: at 800 MB/s the bucket lasts 1 h 47 min, then 625 MB/s remain; a shorter run shows the burst."
    )
    assert view.bursts == (sentence,)
    assert "The VM size limits, at 625 MB/s" in view.limits


def test_units_of_the_vendor_stand_beside_ours(scenario: Scenario) -> None:
    rows = present_projection(project(scenario)).waterfall.rows
    assert rows[0][3] == "2 × 524 MB/s = 500 MiB/s"


def test_what_was_measured_has_a_row_of_its_own(scenario: Scenario) -> None:
    view = present_projection(project(scenario), measured=620 * MB)
    assert view.waterfall.rows[-1][:2] == ("Measured", "620 MB/s")
    assert any("not the tuning" in line.value for line in view.lines)
    below = present_projection(project(scenario), measured=400 * MB)
    assert not any("not the tuning" in line.value for line in below.lines)


def test_a_price_that_is_not_known_leaves_no_total(scenario: Scenario) -> None:
    view = present_projection(project(replace(scenario, machine=replace(scenario.machine, price=None))))
    assert view.total == "Not every price is known, so there is no total."
    assert view.cost.rows[0][2:4] == ("–", "–")


def test_prices_are_told_with_their_date(scenario: Scenario) -> None:
    assert "list prices, the oldest of 2024-07-01" in present_projection(project(scenario)).total
    assert money(5_975, "USD") == "5\u202f975.00 USD"


def test_cores_by_a_rule_are_said_to_be(scenario: Scenario) -> None:
    azure = load(Cloud.AZURE).instance("E32ds_v5")
    assert azure is not None
    view = present_projection(project(replace(scenario, machine=azure, cores=16)))
    assert any("two vCPUs a core" in note for note in view.notes)


def test_advice_tells_the_nearest_miss_where_nothing_holds() -> None:
    view = present_advice(recommend(load(Cloud.GCP), Demand(16, 1e12, TIB)), ["old"])
    assert view.headline.startswith("0 of ")
    assert not view.offers.rows
    assert view.nearest.startswith("Nearest: ")
    assert view.notes == ("old",)


def test_the_controller_that_azure_needs_for_its_figure_is_named(scenario: Scenario) -> None:
    azure = load(Cloud.AZURE)
    fast, disk = azure.instance("E32bds_v5"), azure.volume("P60")
    assert fast is not None
    assert disk is not None
    view = present_projection(project(replace(scenario, machine=fast, cores=16, storage=Allocation(disk, 8, 8 * TIB))))
    assert "3\u202f700 MB/s" in view.limits  # 8 x 500 would be 4 000
    assert any("--disk-controller-type NVMe" in note for note in view.notes)
    assert not any("NVMe" in note for note in present_projection(project(scenario)).notes)
