"""The rulebook: every row, in the order a reader expects; one module a chapter."""

from typing import Final

from sizing.rulebook import file_systems, linux, machine, method, throughput
from sizing.rules import Rule

EDITION: Final = "2026-11"
"""Printed in every report; changes with every change of a row."""

RULES: Final[tuple[Rule, ...]] = (
    *throughput.RULES,
    *machine.RULES,
    *file_systems.RULES,
    *linux.RULES,
    *method.RULES,
)
"""What is demanded of the storage first, then of machine and file systems, then of the measurement itself."""
