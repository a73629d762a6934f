"""Catalogues of the clouds: read from our resources, refreshed by what the clouds' own tools print."""

from app.catalog.load import load, stale, today

__all__ = ["load", "stale", "today"]
