"""Compare: the command that says whether a second measurement is faster than a first."""

import argparse

from app.cli.terminal import Terminal
from app.errors import ExitCode, WorldError
from app.i18n import tr
from sizing.i18n import N_


def compare(options: argparse.Namespace, terminal: Terminal) -> int:
    """Compare two kept assessments."""
    from app.history.store import open_store
    from app.presenters.comparison import present_comparison
    from sizing.comparison import compare as compared

    with open_store() as store:
        first, second = store.load(options.first), store.load(options.second)
    found = compared(first, second)
    sentences = present_comparison(found)
    if found.refusals:
        advice = tr(N_("Measure both in the same way: same method, workers, block size, data and size of files."))
        raise WorldError(" ".join(sentences), advice)
    terminal.document({"comparison": found, "sentences": sentences})
    terminal.say("\n".join((tr(N_("{second} against {first}:")).format(second=second.id, first=first.id), *sentences)))
    return ExitCode.PASSED
