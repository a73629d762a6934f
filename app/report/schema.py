"""Schema: the published JSON Schema of the data file; ``python -m app.report.schema`` writes it anew."""

import json
from typing import Any

from app.paths import resource
from app.report.save import save
from sizing.assessment import SCHEMA, Assessment
from sizing.codec import json_schema

PLACE = resource("schema", f"assessment-{SCHEMA}.json")


def schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a data file of today."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Headroom assessment",
        "description": f"The data file of a report, schema number {SCHEMA}. Readers ignore fields they do not know.",
        **_tidied(json_schema(Assessment)),
    }


def _tidied(part: dict[str, Any]) -> dict[str, Any]:
    """Return ``part`` with every description on one line: Python 3.13 strips the indentation that 3.11 keeps."""
    tidied: dict[str, Any] = {}
    for name, value in part.items():
        if name == "description" and isinstance(value, str):
            tidied[name] = " ".join(value.split())
        else:
            tidied[name] = _tidied(value) if isinstance(value, dict) else value
    return tidied


def main() -> None:
    """Write the schema to the place where it is published."""
    save(PLACE, (json.dumps(schema(), indent=2, ensure_ascii=False) + "\n").encode())


if __name__ == "__main__":
    main()
