"""Rows: an assessment taken apart into the tables, and put together again."""

import sqlite3
from array import array
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from hashlib import blake2b
from typing import TypeVar, cast

from app.history.recording import bare, digest, pack_samples, pack_slots, unpack_samples, unpack_slots
from sizing.assessment import Assessment
from sizing.codec import from_json, to_json
from sizing.findings import Finding, overall
from sizing.host import Host
from sizing.measurement import Measurement, Series, Slots
from sizing.plan import PhaseKind, Plan
from sizing.validity import Validity
from sizing.zeros import ZerosProbe

T = TypeVar("T")


def legible(record: T) -> T:
    r"""Return ``record`` with the bytes of names that are no UTF-8 spelled out, as in ``/mnt/caf\xe9``.

    Such mount points and folders exist on old machines; neither JSON nor SQLite can hold them as they are.
    """
    if isinstance(record, str) and not isinstance(record, Enum):
        readable = record.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
        return cast("T", readable)
    if isinstance(record, tuple):
        return cast("T", tuple(legible(part) for part in record))
    if is_dataclass(record) and not isinstance(record, type):
        return replace(record, **{field.name: legible(getattr(record, field.name)) for field in fields(record)})
    return record


def write(connection: sqlite3.Connection, assessment: Assessment) -> None:
    """Insert ``assessment``, or put it in the place of the one with its id."""
    old_host = connection.execute("SELECT host FROM assessments WHERE id = ?", (assessment.id,)).fetchone()
    number = _write_head(connection, assessment, _write_host(connection, assessment.host))
    _write_plan(connection, number, assessment.plan)
    _write_run(connection, number, assessment)
    _write_findings(connection, number, assessment.findings)
    if old_host:
        forget_host(connection, old_host[0])


def read(connection: sqlite3.Connection, number: int) -> Assessment:
    """Return the assessment stored under ``number``.

    Raises:
        CodecError, RecordingError, ValueError: what is stored is damaged.
    """
    id_, created_at, schema, tool, edition, host = connection.execute(
        "SELECT id, created_at, assessments.schema, tool, edition, document"
        " FROM assessments JOIN hosts ON hosts.number = host WHERE assessments.number = ?",
        (number,),
    ).fetchone()
    plan = connection.execute("SELECT document FROM plans WHERE assessment = ?", (number,)).fetchone()
    found = connection.execute("SELECT document FROM findings WHERE assessment = ? ORDER BY place", (number,))
    assessment = Assessment(
        id=id_,
        created_at=created_at,
        tool=tool,
        edition=edition,
        host=from_json(host, Host),
        plan=from_json(plan[0], Plan) if plan else None,
        findings=tuple(from_json(document, Finding) for (document,) in found),
        schema=schema,
    )
    return _read_run(connection, number, assessment)


def forget_host(connection: sqlite3.Connection, host: int) -> None:
    """Remove a host that no assessment speaks of any more."""
    connection.execute(
        "DELETE FROM hosts WHERE number = ? AND NOT EXISTS (SELECT 1 FROM assessments WHERE host = ?)", (host, host)
    )


def _write_host(connection: sqlite3.Connection, host: Host) -> int:
    document = to_json(host)
    key = blake2b(document, digest_size=16).digest()
    connection.execute(
        "INSERT INTO hosts (digest, identity, name, detected_at, document) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (digest) DO NOTHING",
        (key, host.identity, host.name, host.detected_at, document),
    )
    number: int = connection.execute("SELECT number FROM hosts WHERE digest = ?", (key,)).fetchone()[0]
    return number


def _write_head(connection: sqlite3.Connection, assessment: Assessment, host: int) -> int:
    connection.execute(
        "INSERT INTO assessments (id, created_at, schema, tool, edition, host, verdict) VALUES (?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET created_at = excluded.created_at, schema = excluded.schema,"
        " tool = excluded.tool, edition = excluded.edition, host = excluded.host, verdict = excluded.verdict",
        (
            assessment.id,
            assessment.created_at,
            assessment.schema,
            assessment.tool,
            assessment.edition,
            host,
            overall(assessment.findings) if assessment.findings else None,
        ),
    )
    number: int = connection.execute("SELECT number FROM assessments WHERE id = ?", (assessment.id,)).fetchone()[0]
    return number


def _write_plan(connection: sqlite3.Connection, number: int, plan: Plan | None) -> None:
    connection.execute("DELETE FROM plans WHERE assessment = ?", (number,))
    if plan is not None:
        connection.execute(
            "INSERT INTO plans (assessment, mount_point, role, method, document) VALUES (?, ?, ?, ?, ?)",
            (number, plan.mount_point, plan.role, plan.method, to_json(plan)),
        )


def _write_run(connection: sqlite3.Connection, number: int, assessment: Assessment) -> None:
    series, measurement, validity = assessment.series, assessment.measurement, assessment.validity
    documents = [to_json(bare(run)) for run in assessment.runs]
    told = [digest(document, run) for document, run in zip(documents, assessment.runs, strict=True)]
    if _kept_digests(connection, number) != told:
        # The slots, by far the most of it, are written once however often the rest changes.
        _write_recording(connection, number, assessment.runs)
    connection.execute("DELETE FROM repeats WHERE assessment = ?", (number,))
    connection.executemany(
        "INSERT INTO repeats (assessment, place, series_digest, series) VALUES (?, ?, ?, ?)",
        ((number, place, told[place], documents[place]) for place in range(1, len(documents))),
    )
    connection.execute("DELETE FROM runs WHERE assessment = ?", (number,))
    if series is None and measurement is None and validity is None:
        return
    connection.execute(
        "INSERT INTO runs (assessment, outcome, strict_write, strict_read, series_digest, series, measurement,"
        " validity, zeros) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            number,
            series.outcome if series else None,
            _strict(measurement, PhaseKind.WRITE),
            _strict(measurement, PhaseKind.READ),
            told[0] if told else None,
            documents[0] if documents else None,
            to_json(measurement) if measurement else None,
            to_json(validity) if validity else None,
            to_json(assessment.zeros) if assessment.zeros else None,
        ),
    )


def _kept_digests(connection: sqlite3.Connection, number: int) -> list[bytes]:
    """Return the digests of the runs as they are kept, in order."""
    return [
        told
        for (told,) in connection.execute(
            "SELECT series_digest FROM (SELECT 0 AS place, series_digest FROM runs WHERE assessment = ?"
            " UNION ALL SELECT place, series_digest FROM repeats WHERE assessment = ?) ORDER BY place",
            (number, number),
        )
        if told is not None
    ]


def _write_recording(connection: sqlite3.Connection, number: int, runs: tuple[Series, ...]) -> None:
    """Write what was recorded; the phases of all runs are counted through."""
    connection.execute("DELETE FROM tracks WHERE assessment = ?", (number,))
    connection.execute("DELETE FROM samples WHERE assessment = ?", (number,))
    for index, phase in enumerate(phase for run in runs for phase in run.phases):
        connection.executemany(
            "INSERT INTO tracks (assessment, phase, place, slots, latencies) VALUES (?, ?, ?, ?, ?)",
            (
                (number, index, place, pack_slots(track.slots), pack_slots(track.latencies))
                for place, track in enumerate(phase.tracks)
            ),
        )
        connection.execute(
            "INSERT INTO samples (assessment, phase, counters) VALUES (?, ?, ?)",
            (number, index, pack_samples(phase.devices)),
        )


def _write_findings(connection: sqlite3.Connection, number: int, findings: tuple[Finding, ...]) -> None:
    connection.execute("DELETE FROM findings WHERE assessment = ?", (number,))
    connection.executemany(
        "INSERT INTO findings (assessment, place, rule, verdict, document) VALUES (?, ?, ?, ?, ?)",
        ((number, place, finding.rule, finding.verdict, to_json(finding)) for place, finding in enumerate(findings)),
    )


def _read_run(connection: sqlite3.Connection, number: int, assessment: Assessment) -> Assessment:
    row = connection.execute(
        "SELECT series, series_digest, measurement, validity, zeros FROM runs WHERE assessment = ?", (number,)
    ).fetchone()
    if row is None:
        return assessment
    series, told, measurement, validity, zeros = row
    runs = _read_runs(connection, number, series, told) if series else ()
    return replace(
        assessment,
        series=runs[0] if runs else None,
        repeats=runs[1:],
        measurement=from_json(measurement, Measurement) if measurement else None,
        validity=from_json(validity, Validity) if validity else None,
        zeros=from_json(zeros, ZerosProbe) if zeros else None,
    )


def _read_runs(connection: sqlite3.Connection, number: int, document: bytes, told: bytes) -> tuple[Series, ...]:
    """Return the run whose ``document`` and digest are given, and its repeats."""
    repeats = connection.execute(
        "SELECT series, series_digest FROM repeats WHERE assessment = ? ORDER BY place", (number,)
    ).fetchall()
    runs: list[Series] = []
    for text, digested in ((document, told), *repeats):
        first = sum(len(run.phases) for run in runs)
        runs.append(_read_series(connection, number, first, text, digested))
    return tuple(runs)


def _read_series(connection: sqlite3.Connection, number: int, first: int, document: bytes, told: bytes) -> Series:
    """Return a run, the first phase of which is number ``first`` of all that were recorded."""
    series = from_json(document, Series)
    among = (number, first, first + len(series.phases))
    recorded = {
        (phase - first, place): _recorded(slots, latencies)
        for phase, place, slots, latencies in connection.execute(
            "SELECT phase, place, slots, latencies FROM tracks WHERE assessment = ? AND phase >= ? AND phase < ?", among
        )
    }
    counters = {
        phase - first: packed
        for phase, packed in connection.execute(
            "SELECT phase, counters FROM samples WHERE assessment = ? AND phase >= ? AND phase < ?", among
        )
    }
    whole = replace(
        series,
        phases=tuple(
            replace(
                phase,
                tracks=tuple(
                    replace(track, slots=recorded[index, place][0], latencies=recorded[index, place][1])
                    for place, track in enumerate(phase.tracks)
                ),
                devices=unpack_samples(counters[index]),
            )
            for index, phase in enumerate(series.phases)
        ),
    )
    if digest(document, whole) != told:
        raise ValueError("the series is not what was saved")
    return whole


def _recorded(slots: bytes, latencies: bytes | None) -> tuple[Slots, Slots]:
    """Return slots and latencies; before version 2 of the tables latencies were not kept."""
    return unpack_slots(slots), array("Q") if latencies is None else unpack_slots(latencies)


def _strict(measurement: Measurement | None, kind: PhaseKind) -> float | None:
    figure = measurement.figure(kind) if measurement else None
    return figure.headline if figure else None
