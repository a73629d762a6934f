"""Load: the catalogue of one cloud, what was imported in place of what ships."""

import datetime
import gc
from dataclasses import replace
from functools import cache

from app.catalog.instances import instances
from app.catalog.table import File, Row, imported, parse, shipped
from app.catalog.volumes import volumes
from app.i18n import tr
from sizing.catalog import Catalog, Cloud, InstanceType, Limit, is_old
from sizing.i18n import N_
from sizing.units import GIB, MB

SEED_EDITION = "seed-2021"


def load(cloud: Cloud) -> Catalog:
    """Return the catalogue of ``cloud`` as it is known here now.

    Raises:
        WorldError: an imported file is damaged.
    """
    path = imported(f"{cloud}-instances")
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        changed = 0
    collects = gc.isenabled()
    gc.disable()  # tens of thousands of new objects and no garbage: looking for some takes a third of the time
    try:
        return _load(cloud, str(path), changed)
    finally:
        if collects:
            gc.enable()


@cache
def _load(cloud: Cloud, path: str, changed: int) -> Catalog:
    machines = shipped(f"{cloud}-instances")
    tables = [machines.about]
    if changed:
        ours = _kept(path)
        names = {row["name"]: row for row in machines.rows}
        merged = {**names, **{row["name"]: {**names.get(row["name"], {}), **row} for row in ours.rows}}
        machines = File(ours.about, machines.head, tuple(merged.values()))
        tables = [ours.about]
    disks = shipped(f"{cloud}-volumes")
    return Catalog(cloud, tuple(instances(machines)), tuple(volumes(disks)), (*tables, disks.about))


def _kept(path: str) -> File:
    from pathlib import Path

    from app.errors import WorldError

    try:
        return parse(Path(path).read_bytes())
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise WorldError(
            tr(N_("The imported catalogue {file} is damaged.")).format(file=path),
            tr(N_("Import it again, or delete the file to use the catalogue that ships.")),
        ) from error


@cache
def seeds() -> tuple[InstanceType, ...]:
    """Return the machines as the papers of 2021 print them."""
    return tuple(_seed(row) for row in shipped("seed-instances").rows)


def _seed(row: Row) -> InstanceType:
    cloud, rate = Cloud(str(row["cloud"])), float(str(row["rate"])) * MB
    return replace(
        InstanceType(
            cloud,
            str(row["name"]),
            str(row["name"]).partition(".")[0],
            int(str(row["vcpus"])),
            int(str(row["cores"])),
            None if row["memory"] is None else float(str(row["memory"])) * GIB,
            "x86_64",
            (Limit("EBS" if cloud is Cloud.AWS else "uncached", rate, rate),),
        ),
        network=None if row.get("network") is None else float(str(row["network"])) * 125e6,
        is_current=False,
    )


def today() -> str:
    """Return this day, ISO 8601, UTC."""
    return datetime.datetime.now(datetime.UTC).date().isoformat()


def stale(catalog: Catalog, day: str) -> tuple[str, ...]:
    """Return a sentence for each table of ``catalog`` that is older than six months on ``day``."""
    sentence = tr(N_("The figures in {table} are of {date}, older than six months: refresh them before you decide."))
    return tuple(
        sentence.format(table=table.name, date=table.date) for table in catalog.tables if is_old(table.date, day)
    )
