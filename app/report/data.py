"""Data: the whole assessment as JSON, for other programs and for later; its schema is published with the program."""

import hashlib

from sizing.assessment import Assessment
from sizing.codec import to_json


def write_data(assessment: Assessment) -> bytes:
    """Return ``assessment`` as one line of JSON; the same assessment gives the same bytes."""
    return to_json(assessment) + b"\n"


def fingerprint(assessment: Assessment) -> str:
    """Return the SHA-256 of :func:`write_data`, which ``sha256sum`` of the saved file gives too."""
    return hashlib.sha256(write_data(assessment)).hexdigest()
