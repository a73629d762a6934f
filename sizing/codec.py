"""Codec: every record to and from JSON, strictly typed, with the schema that describes it."""

from array import array
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


class CodecError(ValueError):
    """A document that is not what it claims to be; the message names the place."""


def to_json(record: object, *, indent: int = 0) -> bytes:
    """Return ``record`` as JSON text in UTF-8, indented for people if ``indent`` is given."""
    text = msgspec.json.encode(record, enc_hook=_encode)
    return msgspec.json.format(text, indent=indent) if indent else text


def from_json(text: bytes | str, kind: type[T]) -> T:
    """Return the record of type ``kind`` that ``text`` holds; unknown fields are ignored.

    Raises:
        CodecError: the text is no JSON, or a field is missing or of the wrong type.
    """
    try:
        return msgspec.json.decode(text, type=kind, dec_hook=_decode)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, OverflowError) as error:
        raise CodecError(str(error)) from error


def json_schema(kind: type) -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of ``kind``."""
    return msgspec.json.schema(kind, schema_hook=_schema)


def _encode(value: object) -> object:
    if isinstance(value, array):
        return value.tolist()
    raise TypeError(f"no JSON for {type(value).__name__}")


def _decode(kind: type, value: object) -> object:
    if kind is array and isinstance(value, list):
        return array("Q", value)
    raise TypeError(f"no {kind} in JSON")


def _schema(kind: type) -> dict[str, Any]:
    if kind is array:
        return {"type": "array", "items": {"type": "integer", "minimum": 0}}
    raise TypeError(f"no schema for {kind}")
