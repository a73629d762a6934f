"""Policy files: a customer's TOML file, read with line numbers for whatever is wrong in it."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from app.errors import WorldError
from app.i18n import tr
from sizing.assessment import Assessment
from sizing.findings import check
from sizing.host import Tunable
from sizing.i18n import N_
from sizing.policy import Deviation, Policy, Problem, applied, problems
from sizing.rulebook import EDITION, RULES
from sizing.rules import Facts
from sizing.workload import STANDARD

LARGEST: Final = 1_000_000
"""Bytes beyond which a file is no policy."""
_KEYS: Final = frozenset({"limit", "warns", "unit", "reason", "off"})
_TABLE: Final = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]\s*(?:#.*)?")
_KEY: Final = re.compile(r"""\s*("[^"]*"|'[^']*'|[A-Za-z0-9_.-]+)\s*=""")


def read_policy(path: str | Path) -> Policy:
    """Return the policy in the file ``path``.

    Raises:
        WorldError: the file cannot be read, is no TOML, or says what no rule or question allows; with line numbers.
    """
    try:
        with Path(path).open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        why = error.strerror or str(error)
        raise WorldError(tr(N_("The policy {path} cannot be read: {why}.")).format(path=path, why=why)) from error
    if len(content) > LARGEST:
        raise WorldError(tr(N_("{path} is too large for a policy.")).format(path=path))
    return parse_policy(content, str(path))


def parse_policy(content: bytes, path: str) -> Policy:
    """Return the policy that ``content`` holds; ``path`` is what messages call it.

    Raises:
        WorldError: as :func:`read_policy` does.
    """
    try:
        text = content.decode()
        document = tomllib.loads(text)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise WorldError(tr(N_("{path} is no policy: {why}")).format(path=path, why=error)) from error
    found = list(_shape(document))
    policy = _policy(document, path) if not found else Policy("")
    found += problems(policy, RULES)
    if found:
        lines = "\n".join(f"{path}:{_line(text, problem)}: {_sentence(problem)}" for problem in found)
        raise WorldError(lines, tr(N_("Correct these lines. headroom rules list shows every rule and its unit.")))
    return policy


def judged_by(policy: Policy, assessment: Assessment, looked_up: Mapping[str, Tunable] | None = None) -> Assessment:
    """Return ``assessment`` checked anew with the rulebook of today as ``policy`` changes it.

    ``looked_up`` is what the catalogue answers of the machine.
    """
    host, plan = assessment.host, assessment.plan
    facts = Facts(
        host=host,
        workload=plan.workload if plan else STANDARD,
        volume=host.volume_of(plan.target.resolved) if plan else None,
        role=plan.role if plan else None,
        plan=plan,
        measurement=assessment.measurement,
        validity=assessment.validity,
        told=policy.told,
        looked_up=looked_up or {},
    )
    edition = tr(N_("{edition}, changed by {policy}")).format(edition=EDITION, policy=policy.name)
    return replace(assessment, edition=edition, findings=check(applied(policy, RULES), facts))


def _sentence(problem: Problem) -> str:
    place = _path(problem.table, problem.key)
    return f"{place}: {tr(problem.sentence)}" if place else tr(problem.sentence)


def _shape(document: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what is not of the form a policy has."""
    for key in document.keys() - {"name", "rules", "facts"}:
        yield Problem("", key, N_("A policy holds name, rules and facts only."))
    if not isinstance(document.get("name", ""), str):
        yield Problem("", "name", N_("The name must be text."))
    rules, facts = document.get("rules", {}), document.get("facts", {})
    if not isinstance(rules, dict) or not isinstance(facts, dict):
        yield Problem("rules" if not isinstance(rules, dict) else "facts", "", N_("This must be a table."))
        return
    for name, row in rules.items():
        yield from _shape_of_row(name, row)
    for name, value in _flat(facts):
        if not isinstance(value, str | int | float):
            yield Problem("facts", name, N_("An answer is a number, true, false or text."))


def _shape_of_row(name: str, row: object) -> Iterator[Problem]:
    table = f"rules.{name}"
    if not isinstance(row, dict):
        yield Problem(table, "", N_("This must be a table."))
        return
    for key, value in row.items():
        if key not in _KEYS:
            yield Problem(table, key, N_("A rule takes limit, warns, unit, reason and off only."))
        elif key in ("limit", "warns") and (isinstance(value, bool) or not isinstance(value, int | float)):
            yield Problem(table, key, N_("The value must be a number."))
        elif key in ("unit", "reason") and not isinstance(value, str):
            yield Problem(table, key, N_("The value must be text."))
        elif key == "off" and not isinstance(value, bool):
            yield Problem(table, key, N_("The value must be true or false."))


def _policy(document: Mapping[str, Any], path: str) -> Policy:
    rows = document.get("rules", {})
    return Policy(
        name=document.get("name") or Path(path).name,
        deviations=tuple(_deviation(name, row) for name, row in rows.items()),
        answers=tuple(Tunable(name, _word(value), path) for name, value in _flat(document.get("facts", {}))),
    )


def _deviation(name: str, row: Mapping[str, Any]) -> Deviation:
    limit, warns = row.get("limit"), row.get("warns")
    return Deviation(
        rule=name,
        reason=row.get("reason", ""),
        passes=None if limit is None else float(limit),
        warns=None if warns is None else float(warns),
        unit=row.get("unit"),
        is_off=row.get("off", False),
    )


def _flat(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, object]]:
    """Yield names with dots and their values, whether the file wrote them quoted or as tables."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", value


def _word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _line(text: str, problem: Problem) -> int:
    """Return the line where ``problem`` lies: that of the key, else that of the table, else the first."""
    table, found, wanted = "", 1, _path(problem.table, problem.key)
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _TABLE.fullmatch(line):
            table = _plain(header[1])
            found = number if table == problem.table else found
        elif (key := _KEY.match(line)) and _path(table, _plain(key[1])) == wanted:
            return number
    return found


def _path(table: str, key: str) -> str:
    return ".".join(filter(None, (table, key)))


def _plain(name: str) -> str:
    """Return a key without quotes and without blanks around its dots."""
    return re.sub(r"\s*\.\s*", ".", name.replace('"', "").replace("'", "")).strip()
