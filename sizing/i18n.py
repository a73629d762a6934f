"""Marking of sentences for translation; nothing is translated here."""


def N_(sentence: str) -> str:  # noqa: N802 - gettext's own name for a marked sentence
    """Return ``sentence`` unchanged; extraction finds it by this name, the edges translate it."""
    return sentence
