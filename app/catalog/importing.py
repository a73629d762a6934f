"""Importing: what a cloud's own tool printed becomes our catalogue, and what changed is told."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from app.catalog import aws, azure, gcp
from app.catalog.load import merged
from app.catalog.reading import Node, document, refuse
from app.catalog.table import File, imported, parse, text_of
from app.i18n import tr
from sizing.catalog import Cloud, Source, Table
from sizing.i18n import N_

_TOOLS: Final = {
    Cloud.AWS: "aws ec2 describe-instance-types",
    Cloud.AZURE: "az vm list-skus",
    Cloud.GCP: "gcloud compute machine-types list",
}
_PARSERS: Final = {Cloud.AWS: aws.rows, Cloud.AZURE: azure.rows, Cloud.GCP: gcp.rows}


@dataclass(frozen=True, slots=True)
class Change:
    """One cell that differs; ``before`` is ``None`` where nothing was known, ``column`` empty for a new machine."""

    machine: str
    column: str
    before: object
    after: object


@dataclass(frozen=True, slots=True)
class Import:
    """What a file holds: ``text`` is the table to keep at ``path``, nothing is written yet."""

    cloud: Cloud
    machines: int
    changes: tuple[Change, ...]
    is_partial: bool
    """Whether the tool printed only a part and said so."""
    path: Path
    text: bytes


def read(path: str, today: str) -> Import:
    """Return what the file ``path`` holds, as of ``today``.

    Raises:
        WorldError: it cannot be read, or something in it is not understood; the message names the place.
    """
    top = Node(document(path), "")
    cloud = _cloud(top)
    rows = [{column: value for column, value in row.items() if value is not None} for row in _PARSERS[cloud](top)]
    if not rows:
        refuse(tr(N_("the top")), tr(N_("there is no machine in it")))
    name = f"{cloud}-instances"
    before = {row["name"]: row for row in merged(cloud).rows}
    changes = tuple(change for row in rows for change in _changes(before.get(row["name"]), row))
    about = Table(name, today, (Source("all it tells", _TOOLS[cloud], "the user's own", today),))
    sources = [[one.columns, one.source, one.licence, one.date] for one in about.sources]
    head = {"table": name, "cloud": str(cloud), "date": today, "sources": sources}
    kept = {**{row["name"]: row for row in _earlier(name)}, **{row["name"]: row for row in rows}}
    text = text_of(File(about, head, tuple(kept.values())))
    partial = cloud is Cloud.AWS and bool(top.get("NextToken").value)
    return Import(cloud, len(rows), changes, partial, imported(name), text)


def _earlier(name: str) -> tuple[Mapping[str, Any], ...]:
    """Return the rows of the import before this one, as long as it can be read."""
    try:
        return parse(imported(name).read_bytes()).rows
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return ()


def _cloud(top: Node) -> Cloud:
    if isinstance(top.value, dict) and "InstanceTypes" in top.value:
        return Cloud.AWS
    first = top.value[0] if isinstance(top.value, list) and top.value else None
    if isinstance(first, dict) and "resourceType" in first:
        return Cloud.AZURE
    if isinstance(first, dict) and "guestCpus" in first:
        return Cloud.GCP
    return refuse(tr(N_("the top")), tr(N_("this is none of the three listings that are understood")))


def _changes(before: Mapping[str, Any] | None, after: Mapping[str, Any]) -> list[Change]:
    if before is None:
        return [Change(after["name"], "", None, after["vcpus"])]
    return [
        Change(after["name"], column, before.get(column), value)
        for column, value in after.items()
        if column not in ("series", "cores_source") and not _same(before.get(column), value)
    ]


def _same(one: object, other: object) -> bool:
    if isinstance(one, int | float) and isinstance(other, int | float):
        return abs(one - other) <= 1e-6 * max(abs(one), abs(other))
    return one == other
