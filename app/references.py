"""References: dated tables of measurements that ship with Headroom, read from resources."""

from functools import cache

from app.paths import resource
from sizing.cas.reference import Reference
from sizing.codec import from_json


@cache
def cas_reference() -> Reference:
    """Return the measurements of CAS on Filestore and Cloud Storage of September 2020."""
    return from_json(resource("reference", "cas-2020-09.json").read_bytes(), Reference)
