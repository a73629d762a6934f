"""Catalogue sources: which columns ship, where each comes from, and what replaces what may not ship."""

from typing import Final

Cell = str | float | int | bool | list[float] | None


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_APACHE: Final = "Apache-2.0"
_CC_BY: Final = "CC BY 4.0"
_FIGURES: Final = "figures only, from the vendor's public page"

COLUMNS: Final = {
    "aws-instances": _names("""
name vcpus cores memory arch rate rate_burst iops iops_burst volumes local_size local_count local_kind
network network_burst current metal cpu_burst usd
"""),
    "azure-instances": _names("""
name series vcpus cores cores_source memory arch premium parent rate iops rate_burst iops_burst v2_rate
v2_rate_burst nvme_rate nvme_iops nvme_rate_burst nvme_v2_rate cached_rate cache temp_size temp_rate
local_count local_size local_read local_write volumes network usd derived_price
"""),
    "gcp-instances": _names("""
name series vcpus cores cores_source memory arch metal cpu_burst pd_standard_read pd_standard_write
pd_balanced_read pd_balanced_write pd_ssd_read pd_ssd_write pd_extreme_read pd_extreme_write hd_balanced
hd_balanced_ha hd_extreme hd_ml local_choice local_count local_size local_read local_write volumes
network usd
"""),
    "seed-instances": _names("cloud name vcpus cores memory rate network"),
}
VOLUMES: Final = _names("""
name title edition current media kind unit size_min size_max iops_included iops_max iops_per_gib iops_floor
iops_burst rate_included rate_max write_max rate_floor rate_per_tib burst_per_tib burst_max burst_rate
burst_minutes bucket_gib bucket_per_tib network_per_tib network_burst_per_tib client_rate max_io usd_month
usd_gib usd_iops usd_iops_upto usd_rate usd_10k usd_10k_read price_date price_region
""")

AWS_VOLUMES: Final[dict[tuple[str, str], dict[str, str | float | int | None]]] = {
    ("gp3", "2026-05"): {"name": "gp3", "kind": "block"},
    ("gp3", "2023-06"): {"name": "gp3", "kind": "block"},
    ("gp2", "2026-05"): {"name": "gp2", "kind": "block", "burst_minutes": 30},
    ("io2 Block Express", "2026-05"): {"name": "io2", "kind": "block"},
    ("io2 Block Express", "seed-2021"): {"name": "io2", "kind": "block"},
    # Above 32 000 IOPS its requests count for less; below, 500 MiB/s are its maximum.
    ("io1", "2026-05"): {"name": "io1", "kind": "block", "rate_max": 500, "iops_max": 32000},
    ("io1", "seed-2021"): {"name": "io1", "kind": "block"},
    ("st1", "2026-05"): {"name": "st1", "kind": "block", "burst_max": 500, "bucket_per_tib": 1},
    ("st1", "seed-2021"): {"name": "st1", "kind": "block"},
    # Its rates per TiB are known from a share-alike page alone; its maximum is a burst.
    ("sc1", "2026-05"): {
        "name": "sc1",
        "kind": "block",
        "rate_per_tib": None,
        "burst_per_tib": None,
        "rate_max": None,
        "iops_max": None,
    },
    **{
        (f"PERSISTENT_2 SSD {tier}", "2023-06"): {"name": f"fsx-persistent2-{tier}", "kind": "shared"}
        for tier in (125, 250, 500, 1000)
    },
    **{
        (f"PERSISTENT_1 {media} {tier}", "2023-06"): {
            "name": f"fsx-persistent1-{tier}",
            "kind": "shared",
            "burst_per_tib": None,
            "network_per_tib": None,
            "network_burst_per_tib": None,
        }
        for media, tier in (("SSD", 50), ("SSD", 100), ("SSD", 200), ("HDD", 12), ("HDD", 40))
    },
    ("SCRATCH_2", "2023-06"): {
        "name": "fsx-scratch2",
        "title": "FSx for Lustre SCRATCH_2 (its writes; reads reach twice as much)",
        "kind": "shared",
        "rate_per_tib": 100,
    },
    ("Intelligent-Tiering", "2026-05"): {"name": "fsx-intelligent", "kind": "shared"},
    ("Single-AZ SSD", "2024-07"): {"name": "fsx-openzfs", "kind": "shared"},
    ("Standard, Bursting", "2023-06"): {
        "name": "efs-bursting",
        "kind": "shared",
        "unit": "MiB/s",
        "rate_floor": None,
        "rate_per_tib": 50,
        "burst_per_tib": 100,
        "client_rate": 500,
        "bucket_gib": 2150.4,
    },
    ("Standard, Provisioned throughput", "2026-05"): {"name": "efs-provisioned", "kind": "shared", "client_rate": 500},
    ("One Zone", "2023-06"): {"name": "efs-one-zone", "kind": "shared"},
}

SOURCES: Final[dict[str, dict[str, object]]] = {
    "aws-instances": {
        "cloud": "aws",
        "date": "2026-05-20",
        "price_date": "2026-07-20",
        "price_region": "us-east-1",
        "currency": "USD",
        "units": {"rate": "MB/s", "memory": "GiB", "local_size": "GB", "network": "Gbit/s", "usd": "USD an hour"},
        "cores_sources": ["EC2 API, default cores of the size"],
        "sources": [
            ["all but usd", "moto 5.2.1, describe-instance-types as recorded", _APACHE, "2026-05-20"],
            ["usd", "karpenter-provider-aws @1d92708, on-demand prices, Linux", _APACHE, "2026-07-20"],
        ],
    },
    "azure-instances": {
        "cloud": "azure",
        "date": "2024-12-12",
        "price_date": "2026-06-18",
        "price_region": "eastus",
        "currency": "USD",
        "units": {
            "rate": "MB/s",
            "memory": "GiB",
            "cache": "GiB",
            "temp_size": "GiB",
            "local_size": "GB",
            "network": "Mbit/s",
            "usd": "USD an hour",
        },
        "cores_sources": [
            "Azure API or documentation, vCPUs per core",
            "rule of the series: two vCPUs a core, one on Arm and where multithreading is off",
            "rule of the series' page: all its published sizes have the same vCPUs per core",
        ],
        "sources": [
            ["rate, iops, bursts, cached, temp, local, network", "Microsoft Learn size pages", _CC_BY, "2024 to 2026"],
            [
                "rate, iops where no page is known",
                "azuredisk-csi-driver @d983d613b, az vm list-skus",
                _APACHE,
                "2024-12-12",
            ],
            ["rate, iops, cores of some sizes", "karpenter-provider-azure @352646f5", _APACHE, "2025-06"],
            ["rate, cores, temp_size of older sizes", "Azure/skewer @ab19a3f, az vm list-skus", "MIT", "2020-08"],
            ["cores of older series", "azure-docs acu.md @009757b", _CC_BY, "2020"],
            ["memory", "kubernetes autoscaler @55c37cd5eb, az vm list-skus", _APACHE, "2026-03-05"],
            ["usd", "karpenter-provider-azure, Azure Retail Prices API, eastus", _APACHE, "2026-06-18"],
        ],
    },
    "gcp-instances": {
        "cloud": "gcp",
        "date": "2024-08-21",
        "price_date": "2026-07-30",
        "price_region": "us-central1",
        "currency": "USD",
        "units": {"rate": "MiB/s", "memory": "GiB", "local_size": "GiB", "network": "Gbit/s", "usd": "USD an hour"},
        "cores_sources": [
            "Google's general-purpose machines page, threads per core of the series",
            "Google's rule: two threads a core unless the series has none (Set the number of threads per core)",
        ],
        "sources": [
            ["name, vcpus, memory", "Cyclenerd google-cloud-pricing-cost-calculator @dac3128", _APACHE, "2026-08"],
            ["network, series", "Cyclenerd google-cloud-compute-machine-types @6df0dc7", _APACHE, "2026-03-22"],
            ["cores", "cloud.google.com: general-purpose machines, set threads per core", _CC_BY, "2026"],
            ["pd_*", "GoogleCloudPlatform/gcpdiag @06ec8584", _APACHE, "2024-08-21"],
            [
                "hd_*",
                "Compute Engine release notes; cloud-image-tests @79e74bb",
                f"{_CC_BY}; {_APACHE}",
                "2025 to 2026",
            ],
            ["volumes", "gcp-compute-persistent-disk-csi-driver @b560165c", _APACHE, "2026"],
            ["local_*", "cloud.google.com: local SSD", _CC_BY, "2026-04-14"],
            ["usd", "Cyclenerd pricing.yml @fd66b26, Cloud Billing SKUs", _APACHE, "2026-07-30"],
        ],
    },
    "aws-volumes": {
        "cloud": "aws",
        "date": "2026-05-01",
        "currency": "USD",
        "units": {"size": "GiB", "rate": "as in the column unit", "max_io": "KiB", "usd_gib": "USD a GiB and month"},
        "sources": [
            [
                "size, iops, rate of EBS; baselines of FSx; efs-provisioned",
                "botocore 1.43.11 API documents",
                _APACHE,
                "2026-05",
            ],
            ["st1 per TiB and bursts; EBS maxima", "aws.amazon.com/ebs product pages", _FIGURES, "2026"],
            ["gp2 baseline and credits", "repost.aws knowledge centre, RDS low burst balance", _FIGURES, "2024"],
            ["max_io; editions seed-2021", "SAS communities paper 1150-2021", _FIGURES, "2021-05-14"],
            [
                "bursts and network of fsx-persistent2, fsx-scratch2",
                "docs.aws.amazon.com FSx for Lustre, SSD storage",
                _FIGURES,
                "2025",
            ],
            [
                "efs-bursting rates and bucket, client_rate",
                "docs.aws.amazon.com EFS performance; repost.aws EFS burst credits",
                _FIGURES,
                "2025",
            ],
            ["usd of EBS, OpenZFS, EFS", "infracost @95ba4f4 recorded estimates, us-east-1", _APACHE, "2024-07-01"],
            [
                "usd of fsx-persistent2-125, fsx-scratch2",
                "public pages about the price list, approximate",
                _FIGURES,
                "2026",
            ],
        ],
    },
    "azure-volumes": {
        "cloud": "azure",
        "date": "2024-12-12",
        "currency": "USD",
        "units": {
            "size": "GiB",
            "rate": "as in the column unit",
            "max_io": "KiB",
            "bucket": "GiB",
            "usd_month": "USD a month",
        },
        "sources": [
            ["P, E, S sizes", "azuredisk-csi-driver @3ccc92fab, az vm list-skus", _APACHE, "2024-12-12"],
            ["burst_minutes, bucket_gib", "Azure/skewer @ab19a3f, az vm list-skus", "MIT", "2020-08"],
            ["premium-v2, ultra", "azure-compute-docs disks-types.md @18c531e", _CC_BY, "2026-08-11"],
            ["anf-*", "learn.microsoft.com Azure NetApp Files service levels and cost model", _CC_BY, "2026"],
            ["usd of P20 to P60", "Azure Retail Prices API, East US", _FIGURES, "2026-07-23"],
            ["other usd", "infracost @95ba4f4 recorded estimates", _APACHE, "2024"],
            ["editions seed 002", "SAS blog on disk throughput (in French)", _FIGURES, "2021"],
        ],
    },
    "gcp-volumes": {
        "cloud": "gcp",
        "date": "2024-08-21",
        "currency": "USD",
        "units": {
            "size": "GiB",
            "rate": "as in the column unit",
            "usd_gib": "USD a GiB and month",
            "usd_month": "USD a month",
        },
        "sources": [
            ["pd-*", "GoogleCloudPlatform/gcpdiag @06ec8584", _APACHE, "2024-08-21"],
            ["hyperdisk-*", "Google Hyperdisk page", _CC_BY, "2026-08-26"],
            ["local-ssd, titanium", "cloud.google.com: local SSD", _CC_BY, "2026-04-14"],
            ["filestore-*", "cloud.google.com: Filestore performance and tiers", _CC_BY, "2026"],
            ["usd", "Cyclenerd pricing.yml @fd66b26, Cloud Billing SKUs, us-central1", _APACHE, "2026-07-30"],
            ["usd_iops, usd_10k", "infracost @95ba4f4 recorded estimates", _APACHE, "2024-07-01"],
            ["editions seed 000", "SAS communities article on Google Cloud Storage", _FIGURES, "2020-09-24"],
        ],
    },
    "seed-instances": {
        "cloud": "",
        "date": "2021-05-14",
        "units": {"rate": "MB/s", "memory": "GiB", "network": "Gbit/s"},
        "sources": [
            ["aws", "SAS communities paper 1150-2021, table 2", _FIGURES, "2021-05-14"],
            ["azure", "SAS blog on disk throughput (in French), Standard_E32s_v3", _FIGURES, "2021"],
        ],
    },
}

_R5B: Final = (
    ("large", 2, 16, 1250),
    ("xlarge", 4, 32, 1250),
    ("2xlarge", 8, 64, 1250),
    ("4xlarge", 16, 128, 1250),
    ("8xlarge", 32, 256, 2500),
    ("12xlarge", 48, 384, 3750),
    ("16xlarge", 64, 512, 5000),
    ("24xlarge", 96, 768, 7500),
    ("metal", 96, 768, 7500),
)


def _seeds() -> list[dict[str, Cell]]:
    seeds: list[dict[str, Cell]] = [
        {"cloud": "aws", "name": f"r5b.{size}", "vcpus": vcpus, "cores": vcpus // 2, "memory": memory, "rate": rate}
        for size, vcpus, memory, rate in _R5B
    ]
    e32: dict[str, Cell] = {"cloud": "azure", "name": "Standard_E32s_v3", "vcpus": 32, "cores": 16, "rate": 768}
    return [*seeds, {**e32, "network": 16}]


SEED_INSTANCES: Final = _seeds()
"""The seeds' own rows; the first three of r5b are printed there as "up to"."""
