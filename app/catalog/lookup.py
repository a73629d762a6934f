"""Lookup: what the catalogue answers of the machine a host is, so that nobody has to be asked."""

from collections.abc import Mapping
from typing import Final

from app.catalog.load import load
from app.errors import WorldError
from app.i18n import tr
from sizing.catalog import Catalog, Cloud, InstanceType
from sizing.host import Host, Tunable
from sizing.i18n import N_
from sizing.units import MB

_CLOUDS: Final = {"AWS": Cloud.AWS, "Azure": Cloud.AZURE, "Google Cloud": Cloud.GCP}
_BY_SCSI: Final = {Cloud.AWS: ("EBS",), Cloud.AZURE: ("uncached",)}
_BY_NVME: Final = {Cloud.AWS: ("EBS",), Cloud.AZURE: ("uncached NVMe", "uncached")}


def answers(host: Host) -> Mapping[str, Tunable]:
    """Return what is known of the caps of ``host``, by the names in :mod:`sizing.questions`.

    Empty where the machine is in no cloud, its size is not known, or the catalogue cannot be read.
    """
    cloud = _CLOUDS.get(host.cloud.provider) if host.cloud else None
    if cloud is None or host.cloud is None or not host.cloud.instance_type:
        return {}
    try:
        catalog = load(cloud)
    except WorldError:
        return {}
    machine = catalog.instance(host.cloud.instance_type)
    return dict(_caps(host, machine, catalog)) if machine else {}


def _caps(host: Host, machine: InstanceType, catalog: Catalog) -> list[tuple[str, Tunable]]:
    has_nvme = any(device.transport == "nvme" for device in host.devices if device.cloud and device.cloud.use != "os")
    names = (_BY_NVME if has_nvme else _BY_SCSI).get(machine.cloud, ())
    remote = machine.limit(*names) if names else None
    rates = {
        "cloud.remote_mb_s": remote.rate if remote else None,
        "cloud.egress_mb_s": machine.network if machine.cloud is Cloud.GCP else None,
    }
    source = tr(N_("catalogue of {date}, {machine}")).format(date=catalog.date, machine=machine.name)
    return [(name, Tunable(name, f"{rate / MB:g}", source)) for name, rate in rates.items() if rate]
