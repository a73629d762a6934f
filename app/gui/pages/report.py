"""Report page: what the report will say, and the files it can be written to."""

import re
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QShowEvent
from PySide6.QtWidgets import QFileDialog, QGridLayout, QVBoxLayout, QWidget

from app.gui.errands import Outline, Paper
from app.gui.visit import Visit
from app.gui.widgets.badge import Badge
from app.gui.widgets.button import Button
from app.gui.widgets.card import Surface
from app.gui.widgets.empty import EmptyState
from app.gui.widgets.glyph import Glyph
from app.gui.widgets.page import Page
from app.gui.widgets.pair import Pair
from app.gui.widgets.text import column, empty, frame, label, row
from app.i18n import tr
from app.presenters.words import verdict_word
from sizing.i18n import N_

_PAPERS = {
    Paper.PDF: (N_("PDF document"), N_("For people: PDF/A for the archive, tagged for screen readers.")),
    Paper.TEXT: (N_("Plain text"), N_("For a ticket or an e-mail: the same report without the pictures.")),
    Paper.DATA: (N_("JSON data"), N_("For programs: every figure and every curve, with a schema.")),
}
_LONGEST = 24
_ICONS = {Paper.PDF: "file-text", Paper.TEXT: "file-down", Paper.DATA: "file-json"}


class ReportPage(Page):
    """A preview in words on the left, the files on the right."""

    def __init__(self, visit: Visit) -> None:
        super().__init__(tr(N_("Report")), tr(N_("The assessment on paper, for those who were not there.")))
        self._visit = visit
        self._known = ""
        self._folder = Path.home()
        self.save_pdf = Button(tr(N_("Save as PDF …")), "primary", "file-text")
        self._buttons: list[Button] = [self.save_pdf]
        self._saved = _Saved()
        self._paper = Surface(tr(N_("What the report says")))
        self._inner: QVBoxLayout = column(spacing=12)
        self._nothing = EmptyState(
            "file-text",
            tr(N_("There is nothing to report yet")),
            tr(N_("Once this machine is known, its report can be written; a measurement makes it worth reading.")),
        )
        self._files = self._file_list()
        self._lay_out()
        self.save_pdf.clicked.connect(lambda: self.save(Paper.PDF))
        visit.assessment_changed.connect(self._refresh)
        visit.run_changed.connect(self._refresh)
        visit.outlined.connect(self._show_outline)
        visit.written.connect(self._saved.say)
        visit.writing_changed.connect(self._show_buttons)
        self._refresh()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Put the preview together when it is wanted."""
        super().showEvent(event)
        self._refresh()

    def save(self, paper: Paper) -> None:
        """Ask where to, and write the report there."""
        shown = self._visit.assessment
        if shown is None:
            return
        host = re.sub(r"[^\w.-]+", "-", shown.host.name).strip("-.") or "host"
        start = self._folder / f"headroom-{host}-{shown.id}.{paper.value}"
        title = tr(_PAPERS[paper][0])
        path, _ = QFileDialog.getSaveFileName(self, title, str(start), f"{title} (*.{paper.value})")
        if path:
            self._folder = Path(path).parent
            self._visit.write(path, paper)

    def _lay_out(self) -> None:
        self.buttons.addWidget(self.save_pdf)
        self._paper.body.addLayout(self._inner)
        self._paper.body.addStretch(1)
        side = QWidget()
        stacked = column(side)
        stacked.addWidget(self._files)
        stacked.addStretch(1)
        self._parts = Pair(self._paper, side, (3, 2), narrow=700)
        self.body.addWidget(self._saved)
        self.body.addWidget(self._parts)
        self.body.addWidget(self._nothing)
        self.body.addStretch(1)

    def _file_list(self) -> Surface:
        files = Surface(tr(N_("Files")))
        files.body.setSpacing(0)
        for paper, (title, hint) in _PAPERS.items():
            button = Button(tr(N_("Save …")))
            button.setAccessibleName(tr(N_("Save as {title}")).format(title=tr(title)))
            button.clicked.connect(lambda _checked=False, one=paper: self.save(one))
            self._buttons.append(button)
            words = column(spacing=1)
            words.addWidget(label(tr(title), "strong"))
            words.addWidget(label(tr(hint), "small", wraps=True))
            piece = frame("row", last=str(paper is Paper.DATA).lower())
            line = row(piece, spacing=12, margins=(0, 12, 0, 12))
            line.addWidget(Glyph(_ICONS[paper], "accent", 22), 0, Qt.AlignmentFlag.AlignTop)
            line.addLayout(words, 1)
            line.addWidget(button)
            files.body.addWidget(piece)
        return files

    def _refresh(self) -> None:
        shown = self._visit.assessment
        self._show_buttons()
        self._parts.setVisible(shown is not None)
        self._nothing.setVisible(shown is None)
        if shown is None or self._visit.is_running:
            self._known = ""
            return
        key = f"{shown.id} {len(shown.findings)} {shown.measurement is not None}"
        if self.isVisible() and key != self._known:
            self._known = key
            self._saved.hide()
            empty(self._inner)
            self._inner.addWidget(label(tr(N_("Being put together …")), "muted"))
            self._visit.outline()

    def _show_buttons(self) -> None:
        for button in self._buttons:
            button.setEnabled(
                self._visit.assessment is not None and not self._visit.is_running and not self._visit.is_writing
            )
        busy = self._visit.is_writing
        self.save_pdf.word(tr(N_("Writing …")) if busy else tr(N_("Save as PDF …")), "file-text")

    def _show_outline(self, found: Outline) -> None:
        empty(self._inner)
        badge = Badge()
        badge.show_verdict(found.verdict, verdict_word(found.verdict))
        self._inner.addWidget(label(f"{found.title}: {found.subject}", "lead", wraps=True))
        line = row(spacing=10)
        line.addWidget(badge, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(label(found.answer, "strong", wraps=True), 1)
        self._inner.addLayout(line)
        self._inner.addLayout(_cover(found))
        self._inner.addWidget(frame("line"))
        self._inner.addWidget(label(tr(N_("Chapters")), "label"))
        chapters = column(spacing=5)
        for chapter in found.chapters:
            chapters.addWidget(label(chapter, wraps=True))
        self._inner.addLayout(chapters)


def _cover(found: Outline) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(18)
    grid.setVerticalSpacing(6)
    grid.setColumnStretch(1, 1)
    for number, (title, value) in enumerate(found.cover):
        grid.addWidget(label(title, "label"), number, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(label(_short(value), wraps=True, selectable=True), number, 1)
    return grid


def _short(value: str) -> str:
    """Return ``value`` without the end of a word that no line can hold; the report itself has all of it."""
    return f"{value[:_LONGEST]} …" if len(value) > _LONGEST and " " not in value else value


class _Saved(QWidget):
    """Says where the report is, and opens it or its folder."""

    def __init__(self) -> None:
        super().__init__()
        self._path = Path()
        surface = frame("banner", tone="pass")
        self._words = label("", wraps=True, selectable=True)
        opener = Button(tr(N_("Open")), "", "external-link")
        folder = Button(tr(N_("Open folder")), "", "folder-open")
        opener.clicked.connect(lambda: _open(self._path))
        folder.clicked.connect(lambda: _open(self._path.parent))
        line = row(surface, spacing=12, margins=(16, 10, 10, 10))
        line.addWidget(Glyph("circle-check", "pass", 20))
        line.addWidget(self._words, 1)
        line.addWidget(folder)
        line.addWidget(opener)
        column(self).addWidget(surface)
        self.hide()

    def say(self, path: str) -> None:
        """Show that the report was written to ``path``."""
        self._path = Path(path)
        self._words.setText(tr(N_("Saved as {path}")).format(path=path))
        self.show()


def _open(path: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))
