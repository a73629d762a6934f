"""Compose: ``python -m tests.machines.compose`` writes the recordings of all composed machines anew."""

import tempfile
from pathlib import Path

from tests.machines.builder import Builder
from tests.machines.own import OWN
from tests.machines.rented import RENTED

MACHINES = {**OWN, **RENTED}
FOLDER = Path(__file__).parent


def composed(name: str) -> bytes:
    """Return the recording of the machine called ``name``."""
    with tempfile.TemporaryDirectory() as place:
        machine = Builder(Path(place))
        MACHINES[name](machine)
        return machine.record()


def file_of(name: str) -> Path:
    """Return where the recording is kept."""
    return FOLDER / f"{name}.tar.gz"


if __name__ == "__main__":
    for machine_name in MACHINES:
        file_of(machine_name).write_bytes(composed(machine_name))
