"""Store: the assessments of this user, kept stage by stage, listed, and read back as they were judged then."""

from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from app.errors import WorldError
from app.history.database import connect, reading, worded, writing
from app.history.rows import forget_host, legible, read, write
from app.i18n import tr
from app.paths import data_folder
from sizing.assessment import SCHEMA, Assessment
from sizing.i18n import N_
from sizing.measurement import Outcome
from sizing.plan import Method
from sizing.rules import Verdict
from sizing.workload import Role

FILE_NAME: Final = "history.sqlite3"

_ENTRIES: Final = """
    SELECT id, created_at, hosts.name, mount_point, role, method, outcome, verdict, strict_write, strict_read
    FROM assessments
    JOIN hosts ON hosts.number = assessments.host
    LEFT JOIN plans ON plans.assessment = assessments.number
    LEFT JOIN runs ON runs.assessment = assessments.number
    WHERE ? IS NULL OR ? IN (hosts.name, hosts.identity)
    ORDER BY created_at DESC, assessments.number DESC
    LIMIT ?
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the history, read without opening the assessment. Rates are strict, bytes a second per core."""

    id: str
    created_at: str
    """ISO 8601, UTC."""
    host: str
    mount_point: str | None
    role: Role | None
    method: Method | None
    """``None``, like mount point and role, where the host alone was looked at."""
    outcome: Outcome | None
    """``None`` without a method: nothing was measured; with one: the run goes on, or was cut off without an end."""
    verdict: Verdict | None
    """The worst of the findings; ``None`` where nothing was judged yet."""
    write: float | None
    read: float | None


class Store:
    """An open history. Every method raises WorldError where the file cannot be read or written.

    What :meth:`save` returned from survives the end of the program, however it ends. Several programs may hold the
    same history open at once.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection = connect(path)

    def save(self, assessment: Assessment) -> None:
        """Keep ``assessment``, in the place of what was kept under its id before."""
        try:
            self._save(assessment)
        except UnicodeEncodeError:
            self._save(legible(assessment))

    def load(self, name: str) -> Assessment:
        """Return the assessment with the id ``name``, or the only one whose id begins so, or the newest for "last".

        Raises:
            WorldError: there is none, there are several, or it is damaged or of a newer program.
        """
        with worded(self.path), reading(self._connection):
            number, id_, schema = self._find(name)
            if schema > SCHEMA:
                raise WorldError(
                    tr(N_("Assessment {id} was saved by a newer Headroom.")).format(id=id_),
                    tr(N_("Open it with that one.")),
                )
            try:
                return read(self._connection, number)
            except (ValueError, LookupError, TypeError, OverflowError) as error:
                raise WorldError(
                    tr(N_("Assessment {id} is damaged in the history {path}.")).format(id=id_, path=self.path),
                    tr(N_("Nothing was changed. The other assessments can still be opened.")),
                ) from error

    def entries(self, limit: int = 100, host: str | None = None) -> tuple[Entry, ...]:
        """Return the ``limit`` newest entries, newest first; of one ``host`` if its name or identity is given."""
        with worded(self.path):
            rows = self._connection.execute(_ENTRIES, (host, host, limit)).fetchall()
        try:
            return tuple(_entry(*row) for row in rows)
        except ValueError as error:
            raise WorldError(
                tr(N_("The history {path} holds something this Headroom does not know.")).format(path=self.path),
                tr(N_("Open it with the newest Headroom that wrote to it.")),
            ) from error

    def delete(self, name: str) -> None:
        """Remove the assessment that :meth:`load` would return for ``name``, and all that belongs to it."""
        with worded(self.path), writing(self._connection, self.path):
            number = self._find(name)[0]
            (host,) = self._connection.execute("SELECT host FROM assessments WHERE number = ?", (number,)).fetchone()
            self._connection.execute("DELETE FROM assessments WHERE number = ?", (number,))
            forget_host(self._connection, host)

    def close(self) -> None:
        """Let go of the file; harmless when that is done already."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _save(self, assessment: Assessment) -> None:
        with worded(self.path), writing(self._connection, self.path):
            write(self._connection, assessment)

    def _find(self, name: str) -> tuple[int, str, int]:
        """Return number, id and schema of the one assessment meant by ``name``."""
        columns = "SELECT number, id, schema FROM assessments"
        newest = f"{columns} ORDER BY created_at DESC, number DESC LIMIT 1"
        prefixed = f"{columns} WHERE substr(id, 1, ?) = ? ORDER BY id <> ?, id LIMIT 9"
        given = legible(name)
        asked = (newest, ()) if given == "last" else (prefixed, (len(given), given, given))
        found = self._connection.execute(*asked).fetchall() if given else []
        if not found:
            raise WorldError(
                tr(N_("There is no assessment {name} in the history.")).format(name=repr(name)),
                tr(N_("The command headroom history lists those that are there.")),
            )
        if len(found) > 1 and name not in ("last", found[0][1]):
            raise WorldError(
                tr(N_("{name} means several assessments.")).format(name=repr(name)),
                tr(N_("Give more of the id: {ids}.")).format(ids=", ".join(id_ for _, id_, _ in found)),
            )
        number, id_, schema = found[0]
        return number, id_, schema


def open_store(path: Path | None = None) -> Store:
    """Return the history at ``path``, or this user's; it is made if there is none yet.

    Raises:
        WorldError: it cannot be used; whatever file is there is left as it is.
    """
    return Store(path or data_folder() / FILE_NAME)


def _entry(
    id_: str,
    created_at: str,
    host: str,
    mount_point: str | None,
    role: str | None,
    method: str | None,
    outcome: str | None,
    verdict: str | None,
    write_rate: float | None,
    read_rate: float | None,
) -> Entry:
    return Entry(
        id=id_,
        created_at=created_at,
        host=host,
        mount_point=mount_point,
        role=Role(role) if role else None,
        method=Method(method) if method else None,
        outcome=Outcome(outcome) if outcome else None,
        verdict=Verdict(verdict) if verdict else None,
        write=write_rate,
        read=read_rate,
    )
