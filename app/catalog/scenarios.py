"""Scenarios by name: what was asked, kept as names and numbers, so that a newer catalogue answers anew."""

import re
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from app.catalog.load import load
from app.errors import WorldError
from app.i18n import tr
from app.paths import data_folder
from sizing.catalog import Catalog, Cloud, InstanceType, Kind, Rates, VolumeType
from sizing.codec import CodecError, from_json, to_json
from sizing.i18n import N_
from sizing.storage import Allocation
from sizing.units import MIB
from sizing.whatif import Scenario, own_server
from sizing.workload import STANDARD, WORKLOADS

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,60}")


@dataclass(frozen=True, slots=True)
class Question:
    """A scenario as it was typed. Sizes in bytes, rates in bytes a second, each of one volume."""

    name: str
    cloud: Cloud
    machine: str
    volume: str
    size: float
    count: int = 1
    edition: str | None = None
    iops: float | None = None
    rate: float | None = None
    cores: int | None = None
    nodes: int = 1
    workload: str = STANDARD.name
    core_price: float | None = None
    writes: float = 0.0
    reads: float = 0.0
    memory: float | None = None
    """Of a server of one's own, whose ``cloud`` is ``own``: bytes."""
    adapter: float | None = None
    """What the adapters of one's own server carry, bytes a second."""
    measured: float | None = None
    """What was measured there, bytes a second, if it was."""


def scenario(question: Question, catalog: Catalog | None = None) -> Scenario:
    """Return what ``question`` means in ``catalog``, by default the one of its cloud.

    Raises:
        WorldError: a name is not known, or the cores of the machine are not and none were given.
    """
    if question.cloud is Cloud.OWN:
        return _own(question)
    known = catalog or load(question.cloud)
    machine = known.instance(question.machine)
    if machine is None:
        raise unknown(question.machine, [one.name for one in known.instances])
    volume = known.volume(question.volume, question.edition)
    if volume is None:
        raise unknown(question.volume, [one.name for one in known.volumes])
    cores = question.cores or machine.cores
    if cores is None:
        raise WorldError(
            tr(N_("How many physical cores {machine} has is not known.")).format(machine=machine.name),
            tr(N_("Give them with --cores.")),
        )
    return _asked(question, machine, volume, cores)


def _own(question: Question) -> Scenario:
    """Return the scenario of a server of one's own: its volumes deliver the rate given, as measured or as specified."""
    if question.cores is None or question.memory is None or question.rate is None:
        raise WorldError(
            tr(N_("A server of one's own is known by what you tell of it.")),
            tr(N_("Give --cores, --memory and --rate, what one volume delivers.")),
        )
    machine = own_server(question.machine, question.cores, question.memory, volumes=question.adapter)
    rates, name = Rates(maximum=question.rate), question.volume
    volume = VolumeType(Cloud.OWN, name, name, "", True, "", Kind.BLOCK, None, None, "MB/s", rates)  # noqa: FBT003
    return _asked(replace(question, rate=None), machine, volume, question.cores)


def _asked(question: Question, machine: InstanceType, volume: VolumeType, cores: int) -> Scenario:
    try:
        chunk = MIB if question.count > 1 else None
        storage = Allocation(volume, question.count, question.size, question.iops, question.rate, chunk)
        work = WORKLOADS.get(question.workload, STANDARD)
        return Scenario(
            question.name,
            machine,
            storage,
            work,
            cores,
            question.nodes,
            core_price=question.core_price,
            writes=question.writes,
            reads=question.reads,
        )
    except ValueError as error:
        raise WorldError(str(error)) from error


def path_of(name: str) -> Path:
    """Return the file that keeps the scenario called ``name``.

    Raises:
        WorldError: the name would not do for a file.
    """
    if not _NAME.fullmatch(name) or name.endswith((".", " ")):
        raise WorldError(
            tr(N_("{name} cannot name a scenario.")).format(name=repr(name)),
            tr(N_("Use letters, digits, spaces, dots and hyphens.")),
        )
    return data_folder() / "scenarios" / f"{name}.json"


def kept(name: str) -> Question:
    """Return the question kept under ``name``.

    Raises:
        WorldError: there is none, or its file is damaged.
    """
    try:
        return from_json(path_of(name).read_bytes(), Question)
    except OSError as error:
        advice = tr(N_("There are: {names}.")).format(names=", ".join(names()) or "-")
        raise WorldError(tr(N_("No scenario is called {name}.")).format(name=name), advice) from error
    except CodecError as error:
        raise WorldError(
            tr(N_("The file of the scenario {name} is damaged.")).format(name=name), tr(N_("Save it again."))
        ) from error


def text_of(question: Question) -> bytes:
    """Return ``question`` as it is kept."""
    return to_json(question, indent=2)


def names() -> tuple[str, ...]:
    """Return the names of all scenarios kept."""
    return tuple(sorted(path.stem for path in (data_folder() / "scenarios").glob("*.json")))


def unknown(name: str, known: list[str]) -> WorldError:
    """Return the error that ``name`` is not in the catalogue, with names that look like it."""
    near = get_close_matches(name.casefold(), [one.casefold() for one in known], 3)
    advice = (
        tr(N_("Did you mean: {names}?")).format(names=", ".join(near)) if near else tr(N_("See: headroom catalog list"))
    )
    return WorldError(tr(N_("{name} is not in the catalogue.")).format(name=repr(name)), advice)
