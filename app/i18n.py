"""Translation of marked sentences, by the one gettext catalogue of window, command line and report."""

import gettext
from functools import cache

from app.paths import resource


@cache
def _catalogue() -> gettext.NullTranslations:
    return gettext.translation("headroom", resource("translations"), fallback=True)


def tr(sentence: str) -> str:
    """Return ``sentence`` in the user's language, or unchanged where there is no translation."""
    return _catalogue().gettext(sentence)
