"""A process that saves and saves, telling each id once it is kept: saver.py DATABASE DOCUMENT TAG COUNT."""

import sys
from dataclasses import replace
from pathlib import Path

from app.history.store import Store
from sizing.assessment import Assessment
from sizing.codec import from_json


def main(database: str, document: str, tag: str, count: str) -> None:
    """Save the assessment of ``document`` ``count`` times, in two stages like a job."""
    whole = from_json(Path(document).read_bytes(), Assessment)
    with Store(Path(database)) as store:
        for number in range(int(count)):
            named = replace(whole, id=f"{tag}-{number:06}")
            store.save(replace(named, series=None, measurement=None, validity=None, findings=()))
            store.save(named)
            sys.stdout.write(f"{named.id}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
