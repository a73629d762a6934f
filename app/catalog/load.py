"""Load: the catalogue of one cloud, what was imported in place of what ships."""

import datetime
import gc
from dataclasses import replace
from functools import cache
from pathlib import Path

from app.catalog.instances import instances
from app.catalog.table import File, Row, imported, parse, shipped
from app.catalog.volumes import volumes
from app.errors import WorldError
from app.i18n import tr
from sizing.catalog import Catalog, Cloud, InstanceType, Limit, is_old
from sizing.i18n import N_
from sizing.units import GIB, MB


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
def _load(cloud: Cloud, path: str, changed: int) -> Catalog:  # noqa: ARG001 - they tell one state of the file from another
    machines, disks = merged(cloud), shipped(f"{cloud}-volumes")
    known = shipped(f"{cloud}-instances") if changed else machines
    all_ours = changed and _covers(cloud, known)
    tables = [machines.about] if not changed or all_ours else [machines.about, known.about]
    return Catalog(cloud, tuple(instances(machines)), tuple(volumes(disks)), (*tables, disks.about))


def _covers(cloud: Cloud, known: File) -> bool:
    """Return whether every machine that ships was imported, so that the date of what ships no longer counts."""
    ours = {row["name"] for row in _kept(imported(f"{cloud}-instances")).rows}
    return all(row["name"] in ours for row in known.rows)


def merged(cloud: Cloud) -> File:
    """Return the machines of ``cloud``: what ships, and over it what was imported, cell by cell.

    Raises:
        WorldError: the imported file is damaged.
    """
    table = shipped(f"{cloud}-instances")
    path = imported(f"{cloud}-instances")
    if not path.exists():
        return table
    rows = {row["name"]: row for row in table.rows}
    ours = _kept(path)
    for row in ours.rows:
        told = {column: value for column, value in row.items() if value is not None}
        rows[row["name"]] = {**rows.get(row["name"], {}), **told}
    return File(ours.about, table.head, tuple(rows.values()))


def _kept(path: Path) -> File:
    try:
        return parse(path.read_bytes())
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
