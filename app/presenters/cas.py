"""CAS: load and save times, what fails and why, disk cache and cost, in words and numbers."""

from collections.abc import Sequence
from typing import Final

from app.i18n import tr
from app.presenters.advice import AdviceView
from app.presenters.view import Column, Line, Table
from sizing.cas.advice import Choice, Refusal, TableAdvice, Trade
from sizing.cas.cache import CacheNeed
from sizing.cas.estimate import FIXED_SHARE, Estimate, Extrapolation, Stage
from sizing.cas.reference import Access, Action, CasFault, Cell, Format, Reference, Storage
from sizing.i18n import N_
from sizing.units import duration_text, share_text, size_text

STORAGES: Final = {Storage.FILESTORE: N_("Filestore (NFS)"), Storage.GCS: N_("Cloud Storage (gcsfuse)")}
FAULTS: Final = {
    CasFault.CONCURRENT_UPDATE: N_("gcsfuse does not take concurrent writes to one file: the file would be corrupt"),
    CasFault.FOLDER_RENAME: N_(
        "the bucket cannot rename a folder: saving parquet ends in an error, though its files exist"
    ),
    CasFault.NO_PARALLEL_WRITE: N_("sas7bdat cannot be written in parallel"),
}
_STAGES: Final = {
    Stage.REFERENCE: N_("as in the reference"),
    Stage.CONTROLLER_LINK: N_("the controller's network link"),
    Stage.WORKER_LINKS: N_("the workers' network links"),
    Stage.STORAGE: N_("the storage, as measured here"),
}
_EXTRAPOLATIONS: Final = {
    Extrapolation.SIZE: N_("size"),
    Extrapolation.WORKERS: N_("workers"),
    Extrapolation.FORMAT_SIZE: N_("size in this format"),
}
_RANGE: Final = N_("{low} to {high}")
_PLOT: Final = 40
"""Characters of the longest bar."""


def present_advice(
    advices: Sequence[TableAdvice], trades: Sequence[Trade], cache: CacheNeed, workers: int, reference: Reference
) -> AdviceView:
    """Return the fastest ways for each table, the trade of time against money, and the disk cache needed."""
    best = advices[0].choices[0] if len(advices) == 1 and advices[0].choices else None
    headline = (
        tr(N_("Fastest for {table}: {way}.")).format(table=advices[0].table.name, way=_way(best))
        if best
        else tr(N_("Formats, paths and storage for {count} tables")).format(count=len(advices))
    )
    each = tr(N_("{total} in all, {each} on each of {workers} workers")).format(
        total=size_text(cache.total), each=size_text(cache.each), workers=workers
    )
    tables = (*(_choices(advice) for advice in advices), _trades(trades))
    return AdviceView(headline, (Line("CAS_DISK_CACHE", each),), tables, _plot(trades), _notes(advices, reference))


def present_reference(reference: Reference) -> AdviceView:
    """Return the table of measurements as it was published."""
    columns = (
        Column(tr(N_("File"))),
        *(
            Column(f"{_access(access)} {tr(STORAGES[storage])}", is_number=True)
            for storage in Storage
            for access in Access
        ),
    )
    rows = tuple(_row(reference, action, form) for action in Action for form in Format)
    notes = [f"{_where(cell)}: {tr(FAULTS[cell.fault])}." for cell in reference.cells if cell.fault]
    notes += [tr(N_("{cell}: far slower than its neighbours; measured all the same.")).format(cell=_where(cell))
              for cell in reference.cells if cell.is_anomaly]  # fmt: skip
    headline = tr(
        N_("Seconds for {rows} rows and {columns} columns with {workers} CAS workers; {document}, {date}")
    ).format(
        rows=reference.rows,
        columns=reference.columns,
        workers=reference.workers,
        document=reference.document,
        date=reference.edition,
    )
    return AdviceView(headline, tables=(Table(columns, rows),), notes=tuple(notes))


def range_of(found: Estimate) -> str:
    """Return the range of an estimate in words, or why there is none."""
    if found.low_s is None or found.high_s is None:
        return tr(FAULTS[found.fault]) if found.fault else ""
    return tr(_RANGE).format(low=_time(found.low_s), high=_time(found.high_s))


def _way(choice: Choice) -> str:
    return f"{choice.format.value}, {tr(STORAGES[choice.storage])}"


def _access(access: Access) -> str:
    return "PATH" if access is Access.SERIAL else "DNFS"


def _path(found: Estimate | None) -> str:
    """Return which caslib does it; sas7bdat is read in parallel by a PATH caslib (FS-024)."""
    if found is None:
        return ""
    if found.format is Format.SAS7BDAT and found.access is Access.PARALLEL:
        return "PATH+DTM=parallel"
    return _access(found.access)


def _where(cell: Cell) -> str:
    action = tr(N_("read")) if cell.action is Action.READ else tr(N_("write"))
    return f"{cell.format.value} {action}, {_access(cell.access)}, {tr(STORAGES[cell.storage])}"


def _row(reference: Reference, action: Action, form: Format) -> tuple[str, ...]:
    action_word = tr(N_("read")) if action is Action.READ else tr(N_("write"))
    cells = [reference.cell(action, form, access, storage) for storage in Storage for access in Access]
    name = f"{form.value} ({reference.bytes_of(form) // 10**9} GB) {action_word}"
    return (name, *(_seconds(cell) for cell in cells))


def _seconds(cell: Cell) -> str:
    text = tr(N_("fails")) if cell.seconds is None else f"{cell.seconds:.2f}"
    return f"{text} (!)" if cell.is_anomaly or (cell.fault and cell.seconds is not None) else text


def _choices(advice: TableAdvice) -> Table:
    title = tr(N_("{name}: format and storage")).format(name=advice.table.name)
    columns = (
        Column(title),
        Column(tr(N_("Load by"))),
        Column(tr(N_("Load time"))),
        Column(tr(N_("Save by"))),
        Column(tr(N_("Save time"))),
        Column(tr(N_("Limited by"))),
        Column(tr(N_("Extrapolated in"))),
    )
    chosen = (_chosen(choice) for choice in advice.choices)
    return Table(columns, (*chosen, *(_refused(refusal) for refusal in advice.refusals)))


def _chosen(choice: Choice) -> tuple[str, ...]:
    ways = [found for found in (choice.load, choice.save) if found]
    stages = dict.fromkeys(tr(_STAGES[found.stage]) for found in ways)
    beyond = dict.fromkeys(tr(_EXTRAPOLATIONS[kind]) for found in ways for kind in found.extrapolations)
    return (
        _way(choice),
        _path(choice.load),
        range_of(choice.load) if choice.load else "",
        _path(choice.save),
        range_of(choice.save) if choice.save else "",
        ", ".join(stages),
        ", ".join(beyond),
    )


def _refused(refusal: Refusal) -> tuple[str, ...]:
    way = f"{refusal.format.value}, {tr(STORAGES[refusal.storage])}"
    why = tr(N_("fails, see below"))
    return (way, "", why, "", "", "", "") if refusal.action is Action.READ else (way, "", "", "", why, "", "")


def _trades(trades: Sequence[Trade]) -> Table:
    columns = (
        Column(tr(N_("All tables as"))),
        Column(tr(N_("Time a day"))),
        Column(tr(N_("USD a month")), is_number=True),
        Column(tr(N_("Worth it"))),
    )
    yes, no = tr(N_("nothing is both faster and cheaper")), ""
    rows = (
        (
            f"{trade.format.value}, {tr(STORAGES[trade.storage])}",
            tr(_RANGE).format(low=_time(trade.low_s), high=_time(trade.high_s)),
            f"{trade.usd:,.0f}".replace(",", "\u202f"),
            yes if trade.is_best else no,
        )
        for trade in trades
    )
    return Table(columns, tuple(rows))


def _plot(trades: Sequence[Trade]) -> tuple[str, ...]:
    """Return minutes a day as bars, each with its money."""
    longest = max((trade.typical_s for trade in trades), default=0.0)
    if not longest:
        return ()
    names = [f"{trade.format.value} {trade.storage.value}" for trade in trades]
    width = max(map(len, names))
    lines = (
        f"{name:{width}} {trade.usd:8,.0f} USD  {'#' * max(1, round(_PLOT * trade.typical_s / longest))} "
        f"{trade.typical_s / 60:.1f} min"
        for name, trade in zip(names, trades, strict=True)
    )
    return (tr(N_("Minutes a day against US dollars a month")), *lines)


def _notes(advices: Sequence[TableAdvice], reference: Reference) -> tuple[str, ...]:
    refused = dict.fromkeys(fault for advice in advices for refusal in advice.refusals for fault in refusal.faults)
    whys = [f"{tr(FAULTS[fault])[:1].upper()}{tr(FAULTS[fault])[1:]}." for fault in refused]
    return (
        *whys,
        tr(N_("Scaled from one table measured on one cluster: {document}, {date}.")).format(
            document=reference.document, date=reference.edition
        ),
        tr(N_("Up to {share} of each time is assumed to be the same for every size; nobody measured it.")).format(
            share=share_text(FIXED_SHARE)
        ),
        *_anomalies(advices, reference),
        tr(
            N_(
                "Put CAS_DISK_CACHE on several local NVMe or SSD devices of every worker: never on /tmp, on one disk, "
                "in memory or on a network file system. When it is full, sessions and actions end."
            )
        ),
        *(f"{tr(STORAGES[price.storage])}: {price.source}." for price in reference.prices),
    )


def _anomalies(advices: Sequence[TableAdvice], reference: Reference) -> list[str]:
    """Return a warning for each odd cell that a choice here is a neighbour of."""
    used = {(choice.format, choice.storage) for advice in advices for choice in advice.choices if choice.load}
    sentence = N_(
        "{cell}: {odd:.2f} s in the reference, against {other:.2f} s over the other path. Nobody explained it; measure "
        "your own before you rely on either."
    )
    return [
        tr(sentence).format(cell=_where(cell), odd=cell.seconds, other=_neighbour(cell, reference).seconds)
        for cell in reference.cells
        if cell.is_anomaly and (cell.format, cell.storage) in used
    ]


def _neighbour(cell: Cell, reference: Reference) -> Cell:
    other = Access.SERIAL if cell.access is Access.PARALLEL else Access.PARALLEL
    return reference.cell(cell.action, cell.format, other, cell.storage)


def _time(seconds: float) -> str:
    """Return seconds as durations are said elsewhere, but minutes with their seconds: a range must show its width."""
    if seconds < 90 or seconds >= 5400:
        return duration_text(seconds)
    whole = round(seconds)
    return f"{whole // 60} min {whole % 60:02d} s"
