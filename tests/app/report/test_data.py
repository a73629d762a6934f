"""Data: the file is the whole assessment, its schema is published, and its fingerprint is its own."""

import hashlib
import json

import pytest
from jsonschema import Draft202012Validator

from app.report.data import fingerprint, write_data
from app.report.schema import PLACE, schema
from sizing.assessment import Assessment
from sizing.codec import from_json

EVERY = ("complete", "partial", "failed", "planned", "host_only", "in_memory", "hostile")


def test_the_published_schema_is_that_of_the_records_of_today() -> None:
    assert json.loads(PLACE.read_text("utf-8")) == json.loads(json.dumps(schema()))


def test_the_published_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("name", EVERY)
def test_a_data_file_is_what_the_schema_says(request: pytest.FixtureRequest, name: str) -> None:
    data = json.loads(write_data(request.getfixturevalue(name)))
    assert list(Draft202012Validator(schema()).iter_errors(data)) == []
    assert data["schema"] == 1


def test_the_schema_refuses_a_file_without_a_host(complete: Assessment) -> None:
    data = json.loads(write_data(complete))
    del data["host"]
    assert [error.message for error in Draft202012Validator(schema()).iter_errors(data)]


@pytest.mark.parametrize("name", EVERY)
def test_a_data_file_read_again_is_the_same_assessment(request: pytest.FixtureRequest, name: str) -> None:
    assessment: Assessment = request.getfixturevalue(name)
    assert from_json(write_data(assessment), Assessment) == assessment


def test_the_fingerprint_is_the_sha_256_of_the_file(complete: Assessment) -> None:
    assert fingerprint(complete) == hashlib.sha256(write_data(complete)).hexdigest()
