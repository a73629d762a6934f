"""Lustre: the settings of its client, which its modules show in sysfs (Lustre Operations Manual: tuning)."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from app.detection.sysfs import Root
from sizing.host import Tunable

_FOLDER: Final = "/sys/fs/lustre"
_THREADS: Final = "/sys/module/ptlrpc/parameters/ptlrpcd_per_cpt_max"
_BY_SERVER: Final[tuple[tuple[str, str, str, Callable[[Iterable[int]], int]], ...]] = (
    ("lustre.mdc_rpcs", "mdc", "max_rpcs_in_flight", min),
    ("lustre.osc_rpcs", "osc", "max_rpcs_in_flight", min),
    ("lustre.lru_max_age", "ldlm/namespaces", "lru_max_age", max),
)
"""Settings each server has one of; where they differ the one that hurts most counts. Ages are milliseconds."""


def lustre_tunables(root: Root) -> Iterator[Tunable]:
    """Yield the settings of a Lustre client; nothing where there is none."""
    for name, folder, file, worst in _BY_SERVER:
        place = f"{_FOLDER}/{folder}"
        values = [root.number(f"{place}/{entry}/{file}") for entry in root.names(place)]
        found = [value for value in values if value is not None]
        if found:
            yield Tunable(name, str(worst(found)), f"{place}/*/{file}")
    threads = root.number(_THREADS)
    if threads is not None:
        yield Tunable("lustre.threads_per_cpt", str(threads), _THREADS)
