"""The rulebook: every row, in the order a reader expects; one module a chapter."""

from typing import Final

EDITION: Final = "2026-11"
"""Printed in every report; changes with every change of a row."""
