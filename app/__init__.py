"""Acts: detects, measures, remembers, reports, shows."""

__version__ = "0.1.0"
