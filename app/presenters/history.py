"""History: what was found before, one assessment a row."""

from collections.abc import Iterable
from datetime import UTC, datetime

from app.history.store import Entry
from app.i18n import tr
from app.presenters.view import Column, Table
from app.presenters.words import METHODS, OUTCOMES, verdict_word
from sizing.i18n import N_
from sizing.units import rate_text


def present_history(entries: Iterable[Entry]) -> Table:
    """Return ``entries`` as a table; its keys are the ids of the assessments."""
    entries = tuple(entries)
    titles = (
        (N_("When"), False),
        (N_("Host"), False),
        (N_("Volume"), False),
        (N_("Role"), False),
        (N_("Method"), False),
        (N_("Write per core"), True),
        (N_("Read per core"), True),
        (N_("Outcome"), False),
        (N_("Verdict"), False),
        (N_("Assessment"), False),
    )
    return Table(
        columns=tuple(Column(tr(title), is_number) for title, is_number in titles),
        rows=tuple(_row(entry) for entry in entries),
        keys=tuple(entry.id for entry in entries),
    )


def moment_text(created_at: str) -> str:
    """Return an ISO 8601 moment to the minute, with its zone: ``"2026-11-21 14:05 UTC"``."""
    moment = datetime.fromisoformat(created_at)
    return f"{moment.astimezone(UTC) if moment.tzinfo else moment:%Y-%m-%d %H:%M} UTC"


def _row(entry: Entry) -> tuple[str, ...]:
    return (
        moment_text(entry.created_at),
        entry.host,
        entry.mount_point or "–",
        entry.role.value if entry.role else "–",
        tr(METHODS[entry.method]) if entry.method else "–",
        _rate(entry.write),
        _rate(entry.read),
        _outcome(entry),
        verdict_word(entry.verdict) if entry.verdict else "–",
        entry.id,
    )


def _outcome(entry: Entry) -> str:
    if entry.method is None:
        return tr(N_("Host only"))
    return tr(OUTCOMES[entry.outcome]) if entry.outcome else tr(N_("Not ended"))


def _rate(rate: float | None) -> str:
    return "–" if rate is None else rate_text(rate)
