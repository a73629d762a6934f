"""What if: the commands that look into the catalogues, answer scenarios and search for the cheapest plan."""

import argparse
import math
from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

from app.cli.arguments import UsageError
from app.cli.terminal import Terminal
from app.errors import ExitCode
from app.i18n import tr
from sizing.i18n import N_

if TYPE_CHECKING:
    from app.catalog.scenarios import Question
    from sizing.advice import Demand
    from sizing.catalog import Catalog, Cloud, InstanceType, VolumeType
    from sizing.handover import Script
    from sizing.whatif import Projection


def catalog_list(options: argparse.Namespace, terminal: Terminal) -> int:
    """List the tables with their dates and sources, or all that is known of one machine or volume."""
    from app.cli.catalog_pages import catalog_page, found_page

    clouds = _clouds(options.cloud)
    catalogs = [_catalog(cloud, options) for cloud in clouds]
    if options.name:
        found = [one for known in catalogs for one in _named(known, options.name)]
        if not found:
            from app.catalog.scenarios import unknown

            names = [one.name for known in catalogs for one in known.instances]
            names += [one.name for known in catalogs for one in known.volumes]
            raise unknown(options.name, names)
        terminal.document({"found": found, "notes": _notes(catalogs)})
        terminal.say(found_page(found, _notes(catalogs)))
        return ExitCode.PASSED
    heads = [
        {"cloud": c.cloud, "machines": len(c.instances), "volumes": len(c.volumes), "tables": c.tables}
        for c in catalogs
    ]
    terminal.document({"catalogs": heads, "notes": _notes(catalogs)})
    terminal.say(catalog_page(catalogs, _notes(catalogs)))
    return ExitCode.PASSED


def _named(known: "Catalog", name: str) -> "list[InstanceType | VolumeType]":
    from app.catalog.load import seeds

    machine = known.instance(name)
    older = [one for one in seeds() if machine is not None and one.name == machine.name]
    volumes = [one for one in known.volumes if one.name.casefold() == name.casefold()]
    return [*([machine] if machine else []), *older, *volumes]


def catalog_import(options: argparse.Namespace, terminal: Terminal) -> int:
    """Take over what a cloud's own tool printed, and say what changed."""
    from app.catalog import today
    from app.catalog.importing import read
    from app.cli.catalog_pages import import_page

    told = read(options.file, today())
    if not options.dry_run:
        from app.paths import data_folder, make_private
        from app.report.save import save

        make_private(data_folder())
        make_private(told.path.parent)
        save(told.path, told.text)
    changes = [{"machine": c.machine, "column": c.column, "before": c.before, "after": c.after} for c in told.changes]
    fields = {"cloud": told.cloud, "machines": told.machines, "changes": changes, "is_partial": told.is_partial}
    terminal.document({**fields, "is_kept": not options.dry_run})
    terminal.say(import_page(told, is_kept=not options.dry_run))
    return ExitCode.PASSED


def whatif(options: argparse.Namespace, terminal: Terminal) -> int:
    """Answer one scenario, or set kept ones side by side."""
    if options.compare:
        return _compare(options, terminal)
    from app.catalog.scenarios import path_of, scenario, text_of
    from app.cli.catalog_pages import whatif_page
    from app.presenters.whatif import present_projection
    from sizing.whatif import project

    question = _question(options)
    known = _known([question], options)
    told = project(scenario(question, known.get(question.cloud)))
    if options.save:
        from app.cli.papers import save
        from app.paths import data_folder, make_private

        path = path_of(options.save)
        make_private(data_folder())
        make_private(path.parent)
        save(path, text_of(question))
    scripts = _scripts(told, options)
    document = {"question": question, **_document(told), "notes": _notes(known.values())}
    terminal.document({**document, "scripts": scripts} if scripts else document)
    terminal.say(whatif_page(present_projection(told, _notes(known.values()), question.measured), scripts))
    return _exit(told)


def recommend(options: argparse.Namespace, terminal: Terminal) -> int:
    """Search whole catalogues for the cheapest plans that meet a demand."""
    from app.cli.catalog_pages import advice_page
    from app.presenters.whatif import present_advice
    from sizing.recommend import recommend as search

    demand = _demand(options)
    found, documents = False, []
    for cloud in _clouds(options.cloud):
        known = _catalog(cloud, options)
        advice = search(known, demand, options.limit)
        found |= bool(advice.offers)
        documents.append({"cloud": cloud, "advice": advice, "notes": _notes([known])})
        terminal.say(f"{cloud.upper()}\n" + advice_page(present_advice(advice, _notes([known]))) + "\n")
    terminal.document({"demand": demand, "clouds": documents})
    return ExitCode.PASSED if found else ExitCode.RULE_FAILED


def _compare(options: argparse.Namespace, terminal: Terminal) -> int:
    from app.catalog.scenarios import kept, scenario
    from app.cli.pages import table_text
    from app.presenters.whatif import compared
    from sizing.whatif import project

    asked = [kept(name) for name in options.compare]
    known = _known(asked, options)
    told = [project(scenario(one, known.get(one.cloud))) for one in asked]
    notes = _notes(known.values())
    answers = [{"question": one, **_document(two)} for one, two in zip(asked, told, strict=True)]
    terminal.document({"scenarios": answers, "notes": notes})
    measured = [one.measured for one in asked]
    terminal.say("\n\n".join(filter(None, (table_text(compared(told, measured)), "\n".join(notes)))))
    return max(_exit(one) for one in told)


def _question(options: argparse.Namespace) -> "Question":
    from app.catalog.scenarios import Question, kept
    from sizing.catalog import Cloud

    if options.scenario:
        return kept(options.scenario)
    missing = [name for name in ("cloud", "instance", "volume", "size") if getattr(options, name) is None]
    if missing or options.cloud == "all":
        raise UsageError(tr(N_("Give --cloud aws, azure or gcp, --instance, --volume and --size, or --scenario.")))
    return Question(
        options.save or options.instance,
        Cloud(options.cloud),
        options.instance,
        options.volume,
        options.size,
        options.count,
        options.edition,
        options.iops,
        options.rate,
        options.cores,
        options.nodes,
        options.workload,
        options.core_price,
        options.writes,
        options.reads,
        options.memory,
        options.adapter,
        options.measured,
    )


def _demand(options: argparse.Namespace) -> "Demand":
    from sizing.advice import Demand
    from sizing.workload import WORKLOADS

    return Demand(
        options.cores,
        options.rate_per_core or WORKLOADS[options.workload].rate_per_core,
        options.size,
        options.nodes,
        options.memory_per_core,
        options.local,
        options.shared,
        current=options.current,
        fewer_cores=not options.all_cores,
        budget=options.budget,
        core_price=options.core_price or 0.0,
    )


def _scripts(told: "Projection", options: argparse.Namespace) -> "tuple[Script, ...]":
    from sizing.handover import scripts

    if not options.commands:
        return ()
    try:
        return scripts(told.scenario, options.mount_point)
    except ValueError as error:
        raise UsageError(str(error)) from error


def _clouds(name: str | None) -> "list[Cloud]":
    from sizing.catalog import Cloud

    return [Cloud.AWS, Cloud.AZURE, Cloud.GCP] if name in (None, "all") else [Cloud(name)]


def _catalog(cloud: "Cloud", options: argparse.Namespace) -> "Catalog":
    from app.catalog import load

    if not options.prices:
        return load(cloud)
    from app.catalog.prices import with_prices

    return with_prices(load(cloud), options.prices)


def _known(asked: "Sequence[Question]", options: argparse.Namespace) -> "dict[Cloud, Catalog]":
    """Return the catalogue of each cloud that is asked about; a server of one's own needs none."""
    clouds = dict.fromkeys(one.cloud for one in asked)
    return {cloud: _catalog(cloud, options) for cloud in clouds if cloud != "own"}


def _notes(catalogs: "Iterable[Catalog]") -> list[str]:
    from app.catalog import stale, today

    return [sentence for known in catalogs for sentence in stale(known, today())]


def _exit(told: "Projection") -> int:
    from sizing.whatif import Answer

    return ExitCode.RULE_FAILED if told.answer is Answer.FAILS else ExitCode.PASSED


def _document(told: "Projection") -> dict[str, object]:
    """Return ``told`` for programs: bytes, seconds, and the same figures as the page."""
    bursts = [
        {**_fields(one), "lasts_s": None if one.lasts_s is None or math.isinf(one.lasts_s) else one.lasts_s}
        for one in told.forecasts
    ]
    bill = [{**_fields(line), "amount": line.amount} for line in told.cost.lines]
    return {
        "answer": told.answer,
        "demand": told.demand,
        "capacity": told.capacity,
        "headroom": told.headroom,
        "per_core": told.per_core,
        "limiting": None if told.waterfall.limiting is None else told.waterfall.limiting.kind,
        "stages": told.waterfall.stages,
        "needs": told.verdicts,
        "bursts": bursts,
        "cost": {"total": told.cost.total, "currency": told.cost.currency, "oldest": told.cost.oldest, "lines": bill},
    }


def _fields(record: object) -> dict[str, object]:
    return {field.name: getattr(record, field.name) for field in fields(record)} if is_dataclass(record) else {}
