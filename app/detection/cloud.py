"""Cloud: whose machine this is, told by its firmware and by what cloud-init wrote down, without any network.

AWS's Nitro machines name their instance type in DMI; Azure and Google do not. cloud-init leaves what the cloud told it
at the start in a file everybody may read (cloud-init: explanation/instancedata).
"""

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from app.detection.hypervisor import is_azure
from app.detection.sysfs import Root, legible
from app.i18n import tr
from sizing.host import Cloud
from sizing.i18n import N_

_DMI: Final = "/sys/class/dmi/id"
_TOLD: Final = "/run/cloud-init/instance-data.json"
_HOSTS: Final = "/etc/hosts"
_INSTANCE_TYPE: Final = re.compile(r"[a-z][a-z0-9-]{1,20}\.[a-z0-9-]{2,20}")
_WORD: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_GOOGLE_ZONE: Final = re.compile(r"\.([a-z]+-[a-z]+\d+-[a-z])\.c\.[\w.-]+\.internal\b")
_PROVIDERS: Final = {"aws": "AWS", "azure": "Azure", "gce": "Google Cloud"}


def read_cloud(root: Root) -> Cloud | None:
    """Return the cloud this machine is rented from; ``None`` where it is not known to be one of the three."""
    told = instance_data(root.value(_TOLD) or "")
    provider, source = _provider(root, told)
    if provider is None:
        return None
    instance_type = _instance_type(root, told, provider)
    region, zone = told.get("region"), told.get("zone")
    if provider == "Google Cloud" and zone is None:
        found = _GOOGLE_ZONE.search(root.value(_HOSTS) or "")
        zone = found[1] if found else None
        source += f", {_HOSTS}" if found else ""
    if instance_type is None:
        why = tr(N_("This cloud's firmware does not tell it, and {file} does not either.")).format(file=_TOLD)
        root.note(tr(N_("the instance type")), why)
    return Cloud(provider, instance_type, region or _region_of(provider, zone), zone, source)


def instance_data(text: str) -> Mapping[str, str]:
    """Return cloud, type, region and zone from what cloud-init wrote; a broken or foreign file says nothing."""
    try:
        document = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        return {}
    places = {
        "cloud": (("v1", "cloud_name"),),
        "region": (("v1", "region"), ("ds", "meta_data", "imds", "compute", "location")),
        "zone": (("v1", "availability_zone"), ("ds", "meta_data", "imds", "compute", "zone")),
        "type": (
            ("ds", "meta_data", "instance-type"),
            ("ds", "meta_data", "imds", "compute", "vmSize"),
            ("ds", "meta_data", "machine-type"),
        ),
    }
    found = {key: next(filter(None, (_at(document, *path) for path in paths)), None) for key, paths in places.items()}
    return {key: value for key, value in found.items() if value is not None}


def _at(document: Any, *path: str) -> str | None:  # noqa: ANN401 - JSON of somebody else
    for name in path:
        document = document.get(name) if isinstance(document, dict) else None
    word = document.rpartition("/")[2] if isinstance(document, str) else ""
    return word if _WORD.fullmatch(word) else None


def _provider(root: Root, told: Mapping[str, str]) -> tuple[str | None, str]:
    vendor = root.value(f"{_DMI}/sys_vendor") or ""
    product = root.value(f"{_DMI}/product_name") or ""
    bios = root.value(f"{_DMI}/bios_vendor") or ""
    if is_azure(root):
        return "Azure", f"{_DMI}/chassis_asset_tag"
    if vendor == "Amazon EC2" or bios == "Amazon EC2" or "amazon" in (root.value(f"{_DMI}/bios_version") or ""):
        return "AWS", f"{_DMI}/sys_vendor"
    if product == "Google Compute Engine" or vendor == "Google":
        return "Google Cloud", f"{_DMI}/product_name"
    named = _PROVIDERS.get(told.get("cloud", ""))
    return (named, _TOLD) if named else (None, "")


def _instance_type(root: Root, told: Mapping[str, str], provider: str) -> str | None:
    product = root.value(f"{_DMI}/product_name") or ""
    if provider == "AWS" and _INSTANCE_TYPE.fullmatch(product):
        return legible(product)
    return told.get("type")


def _region_of(provider: str, zone: str | None) -> str | None:
    """Return the region that the name of a zone begins with, on AWS and Google."""
    if zone is None or provider == "Azure":
        return None
    return zone.rpartition("-")[0] if provider == "Google Cloud" else zone[:-1] or None
