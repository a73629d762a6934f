"""The rulebook: every row, in the order a reader expects; one module a chapter."""

from typing import Final

from sizing.rulebook import (
    aws,
    azure,
    clouds,
    devices,
    file_systems,
    linux,
    machine,
    method,
    other_systems,
    shared,
    spds,
    stripes,
    throughput,
)
from sizing.rules import Rule

EDITION: Final = "2026-11"
"""Printed in every report; changes with every change of a row."""

CHAPTERS: Final = (
    throughput,
    machine,
    file_systems,
    shared,
    spds,
    devices,
    stripes,
    linux,
    other_systems,
    clouds,
    aws,
    azure,
    method,
)
RULES: Final[tuple[Rule, ...]] = tuple(rule for chapter in CHAPTERS for rule in chapter.RULES)
"""What is demanded of the storage first, then of machine and file systems, then of the measurement itself."""
