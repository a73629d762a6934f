"""Papers: what a report is made of, and which file it goes to."""

import os
from pathlib import Path

from app.errors import WorldError
from app.i18n import tr
from app.paths import data_folder, make_private
from sizing.assessment import Assessment
from sizing.i18n import N_


def pdf(assessment: Assessment) -> bytes:
    """Return the report on ``assessment`` as a PDF."""
    from app.report.document import compose
    from app.report.pdf import write_pdf

    return write_pdf(compose(assessment))


def text(assessment: Assessment) -> bytes:
    """Return the report on ``assessment`` as text in UTF-8."""
    from app.report.document import compose
    from app.report.text import write_text

    return write_text(compose(assessment)).encode()


def data(assessment: Assessment) -> bytes:
    """Return ``assessment`` as JSON."""
    from app.report.data import write_data

    return write_data(assessment)


def place(given: str | None, assessment_id: str) -> Path:
    """Return where the PDF on an assessment goes: to the file or folder ``given``, else :func:`folder`."""
    name = f"headroom-{assessment_id}.pdf"
    if given is None:
        return folder() / name
    return Path(given).absolute() / name if Path(given).is_dir() else Path(given).absolute()


def folder() -> Path:
    """Return where a report goes that nobody named a file for: the current folder, or ours if it cannot take one."""
    if os.access(".", os.W_OK | os.X_OK):
        return Path.cwd()
    return data_folder() / "reports"


def refuse_unless_possible(given: str | None) -> None:
    """Refuse a file that cannot be written, before hours of measuring and not after.

    Raises:
        WorldError: its folder does not exist or may not be written to.
    """
    if given is None:
        return
    parent = place(given, "").parent
    if not parent.is_dir() or not os.access(parent, os.W_OK | os.X_OK):
        raise WorldError(
            tr(N_("The report cannot be written to {folder}.")).format(folder=parent),
            tr(N_("Name a file in a folder that exists and that you may write to.")),
        )


def save(path: Path, content: bytes) -> None:
    """Write ``content`` to ``path``, whole or not at all; only our own folder is made where it is missing.

    Raises:
        WorldError: it cannot be written there.
    """
    from app.report.save import save as save_whole

    if path.parent == data_folder() / "reports":
        make_private(data_folder())
        make_private(path.parent)
    save_whole(path, content)
