"""Migrations: the tables of the history, from an empty file to the newest schema, one step a version.

The host of an assessment is stored once however many assessments share it; the 100 ms slots and the device's counters
lie compressed in tables of their own, so that the JSON documents never repeat them. Columns beside a document are for
finding and listing; the document is what is read back. Nothing here needs more than SQLite 3.31, for RHEL 9 has 3.34.
"""

import sqlite3
from typing import Final

APPLICATION_ID: Final = 0x48645271
"""Marks a SQLite file as ours ("HdRq"): any other number is somebody else's file."""

MIGRATIONS: Final = (
    (
        """
        CREATE TABLE hosts (
            number INTEGER PRIMARY KEY,
            digest BLOB NOT NULL UNIQUE,
            identity TEXT NOT NULL,
            name TEXT NOT NULL,
            detected_at TEXT NOT NULL,
            document BLOB NOT NULL
        )
        """,
        """
        CREATE TABLE assessments (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            created_at TEXT NOT NULL,
            schema INTEGER NOT NULL,
            tool TEXT NOT NULL,
            edition TEXT NOT NULL,
            host INTEGER NOT NULL REFERENCES hosts,
            verdict TEXT
        )
        """,
        "CREATE INDEX assessments_by_time ON assessments (created_at, number)",
        "CREATE INDEX assessments_by_host ON assessments (host)",
        """
        CREATE TABLE plans (
            assessment INTEGER PRIMARY KEY REFERENCES assessments ON DELETE CASCADE,
            mount_point TEXT NOT NULL,
            role TEXT NOT NULL,
            method TEXT NOT NULL,
            document BLOB NOT NULL
        )
        """,
        """
        CREATE TABLE runs (
            assessment INTEGER PRIMARY KEY REFERENCES assessments ON DELETE CASCADE,
            outcome TEXT,
            strict_write REAL,
            strict_read REAL,
            series_digest BLOB,
            series BLOB,
            measurement BLOB,
            validity BLOB
        )
        """,
        """
        CREATE TABLE tracks (
            assessment INTEGER NOT NULL REFERENCES assessments ON DELETE CASCADE,
            phase INTEGER NOT NULL,
            place INTEGER NOT NULL,
            slots BLOB NOT NULL,
            PRIMARY KEY (assessment, phase, place)
        )
        """,
        """
        CREATE TABLE samples (
            assessment INTEGER NOT NULL REFERENCES assessments ON DELETE CASCADE,
            phase INTEGER NOT NULL,
            counters BLOB NOT NULL,
            PRIMARY KEY (assessment, phase)
        )
        """,
        """
        CREATE TABLE findings (
            assessment INTEGER NOT NULL REFERENCES assessments ON DELETE CASCADE,
            place INTEGER NOT NULL,
            rule TEXT NOT NULL,
            verdict TEXT NOT NULL,
            document BLOB NOT NULL,
            PRIMARY KEY (assessment, place)
        )
        """,
    ),
    ("ALTER TABLE tracks ADD COLUMN latencies BLOB",),
    (
        """
        CREATE TABLE repeats (
            assessment INTEGER NOT NULL REFERENCES assessments ON DELETE CASCADE,
            place INTEGER NOT NULL,
            series_digest BLOB NOT NULL,
            series BLOB NOT NULL,
            PRIMARY KEY (assessment, place)
        )
        """,
    ),
    ("ALTER TABLE runs ADD COLUMN zeros BLOB",),
)
"""The statements that lead to version 1, 2, and so on. What was released is never edited, only added to."""

VERSION: Final = len(MIGRATIONS)
"""The schema this program reads and writes."""


def version_of(connection: sqlite3.Connection) -> int:
    """Return the schema version the file says it has; 0 is an empty one."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the tables to :data:`VERSION`; the caller's transaction makes it all or nothing."""
    for statements in MIGRATIONS[version_of(connection) :]:
        for statement in statements:
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
