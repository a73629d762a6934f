"""What is written is read back as it was, and what others wrote is not trusted."""

import json
from array import array
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sizing.assessment import SCHEMA, Assessment
from sizing.codec import CodecError, from_json, json_schema, to_json
from sizing.findings import check
from sizing.host import Unread
from sizing.measurement import Series, Track, measure
from sizing.plan import Choices, PhaseKind
from sizing.rulebook import EDITION, RULES
from sizing.validity import judge
from tests.sizing.machines import TARGET, facts_of, host_of, plan_of, run_of


def full() -> Assessment:
    """Return an assessment with every stage reached and every kind of field filled."""
    host = replace(host_of(), unread=(Unread("firmware", "needs root – « réservé »"),), left_out=("/proc",))
    plan = plan_of(host, Choices(workers=4))
    series = run_of(plan, 90, 900, share=0.1)
    tracks = tuple(replace(track, slots=array("Q", [0, 1, 2**64 - 1])) for track in series.phases[0].tracks)
    write = replace(series.phases[0], tracks=tracks, resident_share=0.25)
    series = replace(series, phases=(write, series.phases[1]))
    measurement = measure(series, plan)
    return Assessment(
        id="20261121-abcdef",
        created_at="2026-11-21T01:00:00+00:00",
        tool="Headroom 0.1.0",
        edition=EDITION,
        host=host,
        plan=plan,
        series=series,
        measurement=measurement,
        validity=judge(host, plan, series, measurement),
        findings=check(RULES, facts_of(host, plan, series)),
    )


FULL = full()
DOCUMENT: dict[str, Any] = json.loads(to_json(FULL))


@pytest.mark.parametrize("indent", [0, 2])
def test_a_full_assessment_survives_the_way_to_json_and_back(indent: int) -> None:
    text = to_json(FULL, indent=indent)
    assert from_json(text, Assessment) == FULL
    assert to_json(from_json(text, Assessment), indent=indent) == text
    assert (b"\n" in text) is bool(indent)


def test_an_assessment_of_the_host_alone_survives_too() -> None:
    alone = replace(FULL, plan=None, series=None, measurement=None, validity=None, findings=())
    assert from_json(to_json(alone), Assessment) == alone


def test_an_assessment_says_which_schema_it_is_in() -> None:
    assert DOCUMENT["schema"] == SCHEMA


def test_the_document_meets_the_schema_that_is_published_for_it() -> None:
    schema = json_schema(Assessment)
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(DOCUMENT, schema)
    without_host = {name: value for name, value in DOCUMENT.items() if name != "host"}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(without_host, schema)


def test_every_number_in_the_document_is_a_number() -> None:
    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    json.loads(to_json(FULL), parse_constant=refuse)
    assert all(finding["limit"] is None or finding["limit"]["passes"] is not None for finding in DOCUMENT["findings"])


def test_fields_of_a_later_edition_are_passed_over() -> None:
    later = DOCUMENT | {"mood": "good", "host": DOCUMENT["host"] | {"colour": "blue"}}
    assert from_json(json.dumps(later), Assessment) == FULL


def _set(*path: str | int, to: object) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        place: Any = document
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = to

    return change


@pytest.mark.parametrize(
    "change",
    [
        _set("host", to=None),
        _set("host", to="sas01"),
        _set("findings", to={}),
        _set("schema", to="1"),
        _set("host", "memory", "total_bytes", to=-1),
        _set("host", "memory", "total_bytes", to=10**400),
        _set("host", "memory", "total_bytes", to=1.5),
        _set("host", "volumes", 0, "free_bytes", to=-5),
        _set("host", "volumes", 0, "medium", to="tape"),
        _set("plan", "cores", to=0),
        _set("plan", "workers", to=-4),
        _set("plan", "workers", to=10**90),
        _set("plan", "block_size", to=0),
        _set("plan", "workload", "rate_per_core", to=0),
        _set("series", "phases", 0, "phase", to="format"),
        _set("series", "phases", 0, "tracks", 0, "bytes_moved", to=-1),
        _set("series", "phases", 0, "tracks", 0, "done_s", to="soon"),
        _set("series", "phases", 0, "tracks", 0, "slots", to=[-1]),
        _set("series", "phases", 0, "tracks", 0, "slots", to=[2**64]),
        _set("series", "phases", 0, "tracks", 0, "slots", to=[0.5]),
        _set("series", "phases", 0, "tracks", 0, "slots", to="AAAA"),
        _set("series", "phases", 1, "devices", 0, "read_bytes", to=-1),
        _set("findings", 0, "verdict", to="excellent"),
        _set("findings", 0, "source", "year", to="2021"),
    ],
)
def test_a_document_that_is_not_what_it_claims_is_refused(change: Callable[[dict[str, Any]], None]) -> None:
    document = json.loads(json.dumps(DOCUMENT))
    change(document)
    with pytest.raises(CodecError):
        from_json(json.dumps(document), Assessment)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"\xff\xfe",
        b'{"id": "\xed\xa0\x80"}',
        b'{"schema": 1e999}',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"9" * 10_000,
        b"\x00" * 100,
    ],
)
def test_what_is_no_assessment_at_all_is_refused(text: bytes) -> None:
    with pytest.raises(CodecError):
        from_json(text, Assessment)


def test_a_refusal_names_the_place() -> None:
    document = json.loads(json.dumps(DOCUMENT))
    document["host"]["cpu"]["threads"] = "many"
    with pytest.raises(CodecError, match=r"host\.cpu\.threads"):
        from_json(json.dumps(document), Assessment)


@given(st.binary(max_size=200))
def test_no_bytes_get_past_the_codec_as_an_assessment(text: bytes) -> None:
    with pytest.raises(CodecError):
        from_json(text, Assessment)


@given(st.lists(st.integers(0, 2**64 - 1), max_size=30))
def test_slots_survive_to_the_last_bit(slots: list[int]) -> None:
    track = Track(0, 0.0, 1.0, 1.0, 5, array("Q", slots))
    assert from_json(to_json(track), Track) == track


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=-1e300, max_value=1e300), st.integers(0, 2**90))
def test_whatever_numbers_a_series_holds_it_can_be_measured_and_judged(done_s: float, moved: int) -> None:
    plan = plan_of(host_of(), Choices(workers=4))
    series = run_of(plan, 90, 90)
    odd = replace(series.phases[0].tracks[0], done_s=done_s, bytes_moved=moved)
    write = replace(series.phases[0], tracks=(odd, *series.phases[0].tracks[1:]))
    series = from_json(to_json(replace(series, phases=(write, series.phases[1]))), Series)
    facts = facts_of(host_of(), plan, series)
    assert [finding.rule for finding in check(RULES, facts)] == [rule.id for rule in RULES]
    assert facts.measurement is not None
    figure = facts.measurement.figure(PhaseKind.WRITE)
    assert figure is None or figure.is_partial or moved == plan.file_size


def test_what_is_no_record_is_not_written() -> None:
    with pytest.raises(TypeError, match="no JSON for"):
        to_json(object())


def test_a_kind_without_a_schema_says_so() -> None:
    with pytest.raises(TypeError, match="no schema"):
        json_schema(complex)


def test_only_arrays_of_slots_need_help_from_the_codec() -> None:
    with pytest.raises(CodecError):
        from_json("5", complex)
    assert from_json(to_json(TARGET), type(TARGET)) == TARGET
