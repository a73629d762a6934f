"""Catalogue pages: scenarios, advice and catalogues as text."""

from collections.abc import Iterable, Sequence

from app.catalog.importing import Import
from app.cli.pages import lines_text, table_text
from app.i18n import tr
from app.presenters.view import Line
from app.presenters.whatif import AdviceView, WhatIfView
from sizing.catalog import Catalog, InstanceType, VolumeType
from sizing.codec import to_json
from sizing.handover import Script
from sizing.i18n import N_

_SHOWN = 40
"""Changes shown of an import; all of them are in the JSON."""


def whatif_page(view: WhatIfView, scripts: Sequence[Script] = ()) -> str:
    """Return a scenario and its answer."""
    return _joined(
        f"{view.title}\n{tr(N_('Answer'))}: {view.answer}. {view.limits}",
        lines_text(view.lines),
        table_text(view.waterfall),
        table_text(view.needs),
        "\n".join(view.bursts),
        f"{table_text(view.cost)}\n{view.total}",
        *(f"{one.title} ({one.language})\n{one.text}{tr(N_('Undo:'))}\n{one.undo}".rstrip() for one in scripts),
        "\n".join(view.notes),
    )


def advice_page(view: AdviceView) -> str:
    """Return what was found, what lies on the front, and why others fail."""
    failed = lines_text(view.failed)
    return _joined(
        view.headline,
        table_text(view.offers) if view.offers.rows else view.nearest,
        _titled(tr(N_("More MB/s a core for more money:")), table_text(view.front) if view.front.rows else ""),
        _titled(tr(N_("Machines people ask about that fail:")), "\n".join(view.popular)),
        _titled(tr(N_("Machines left out, by the first reason:")), failed),
        "\n".join(view.notes),
    )


def catalog_page(catalogs: Iterable[Catalog], notes: Sequence[str]) -> str:
    """Return which tables there are, how old, and where from."""
    parts = []
    for one in catalogs:
        head = tr(N_("{cloud}: {machines} machines, {volumes} types of storage")).format(
            cloud=one.cloud.upper(), machines=len(one.instances), volumes=len(one.volumes)
        )
        rows = [
            Line(f"{table.name}: {source.columns}", f"{source.source}; {source.licence}; {source.date}")
            for table in one.tables
            for source in table.sources
        ]
        parts.append("\n".join((head, *(f"  {line.label}\n      {line.value}" for line in rows))))
    return _joined(*parts, "\n".join(notes))


def found_page(found: Sequence[InstanceType | VolumeType], notes: Sequence[str]) -> str:
    """Return all that is known of machines or volumes, in bytes and seconds."""
    return _joined(*(to_json(one, indent=2).decode() for one in found), "\n".join(notes))


def import_page(told: Import, *, is_kept: bool) -> str:
    """Return what an import changes."""
    sentence = tr(N_("{machines} machines read, {changes} changes."))
    head = sentence.format(machines=told.machines, changes=len(told.changes))
    rows = [
        f"  {one.machine}: {one.column} {'–' if one.before is None else one.before} → {one.after}"
        if one.column
        else "  " + tr(N_("{name}: new")).format(name=one.machine)
        for one in told.changes[:_SHOWN]
    ]
    if len(told.changes) > _SHOWN:
        rows.append("  " + tr(N_("… and {count} more")).format(count=len(told.changes) - _SHOWN))
    partial = tr(N_("The listing says there is more: import the rest too.")) if told.is_partial else ""
    kept = tr(N_("Kept.")) if is_kept else tr(N_("Nothing was kept (--dry-run)."))
    return "\n".join(filter(None, (head, *rows, partial, kept)))


def _titled(title: str, text: str) -> str:
    return f"{title}\n{text}" if text else ""


def _joined(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part)
