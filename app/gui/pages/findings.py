"""Findings page: what the rulebook says, worst first, each with its reason, its remedy and its source.

What does not apply here is a list that is folded away: a reader looks for what does.
"""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from app.gui.visit import Visit
from app.gui.widgets.badge import TONES, Badge
from app.gui.widgets.button import Button
from app.gui.widgets.card import Surface
from app.gui.widgets.empty import EmptyState
from app.gui.widgets.fold import Fold
from app.gui.widgets.glyph import Glyph
from app.gui.widgets.page import Page
from app.gui.widgets.text import column, empty, frame, label, row
from app.i18n import tr
from app.presenters.findings import FindingsView, FindingView, present_findings
from app.presenters.words import verdict_word
from sizing.i18n import N_
from sizing.rules import Verdict

_BADGE_PX, _FIGURES_PX = 124, 252
_NONE = "–"
_GROUPS = {
    Verdict.FAIL: N_("Demands that are not met"),
    Verdict.WARN: N_("To be improved"),
    Verdict.NOT_MEASURED: N_("Not measured yet"),
    Verdict.PASS: N_("As SAS needs it"),
    Verdict.NOT_APPLICABLE: N_("Does not apply here"),
}


class FindingsPage(Page):
    """The verdict on all, then the findings in groups."""

    def __init__(self, visit: Visit) -> None:
        super().__init__(tr(N_("Findings")), "")
        self._visit = visit
        self._measure = Button(tr(N_("Measure a volume")), "", "gauge")
        self._report = Button(tr(N_("Write the report")), "primary", "file-text")
        self._nothing = EmptyState(
            "clipboard-check",
            tr(N_("No findings yet")),
            tr(N_("As soon as this machine is known, the rulebook is applied to it. A measurement adds the rest.")),
        )
        self._groups = QWidget()
        self._list = column(self._groups, spacing=16)
        self.buttons.addWidget(self._measure)
        self.buttons.addWidget(self._report)
        self.body.addWidget(self._nothing)
        self.body.addWidget(self._groups)
        self.body.addStretch(1)
        self._measure.clicked.connect(lambda: visit.page_wanted.emit("benchmark"))
        self._report.clicked.connect(lambda: visit.page_wanted.emit("report"))
        visit.assessment_changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        shown = self._visit.assessment
        has_findings = shown is not None and bool(shown.findings)
        self._nothing.setVisible(not has_findings)
        self._groups.setVisible(has_findings)
        self._report.setVisible(has_findings)
        self._measure.setVisible(not self._visit.is_opened and (shown is None or shown.measurement is None))
        empty(self._list)
        self.entitle(tr(N_("Findings")), tr(N_("What the rulebook says of this machine and its storage.")))
        if shown is None or not has_findings:
            return
        view = present_findings(shown)
        subject = shown.host.name if shown.plan is None else f"{shown.host.name} · {shown.plan.target.resolved}"
        edition = tr(N_("rulebook edition {edition}")).format(edition=view.edition)
        self.entitle(tr(N_("Findings")), f"{subject} · {edition}")
        self._list.addWidget(_overall(view))
        for verdict, rows in view.groups:
            group = _idle if verdict is Verdict.NOT_APPLICABLE else _group
            self._list.addWidget(group(verdict, rows, self._lead))

    def _lead(self, rule: str) -> None:
        self._visit.page_wanted.emit(f"rulebook:{rule}")


def _overall(view: FindingsView) -> QFrame:
    """Return the verdict on all, as large as it matters."""
    tone = view.verdict.value if view.verdict in (Verdict.PASS, Verdict.WARN, Verdict.FAIL) else "neutral"
    surface = frame("banner", tone=tone)
    words = column(spacing=3)
    words.addWidget(label(f"{verdict_word(view.verdict)}: {view.headline}", "heading", wraps=True))
    words.addWidget(label(view.counts, wraps=True))
    line = row(surface, spacing=16, margins=(20, 16, 20, 16))
    line.addWidget(Glyph(TONES[view.verdict][1], tone, 28))
    line.addLayout(words, 1)
    surface.setAccessibleName(view.headline)
    surface.setAccessibleDescription(view.counts)
    return surface


def _group(verdict: Verdict, rows: tuple[FindingView, ...], lead: Callable[[str], None]) -> Surface:
    surface = Surface(tr(_GROUPS[verdict]), str(len(rows)))
    surface.body.setSpacing(0)
    surface.body.setContentsMargins(20, 16, 20, 4)
    for index, found in enumerate(rows):
        surface.body.addWidget(_finding(found, lead, is_last=index == len(rows) - 1))
    return surface


def _idle(verdict: Verdict, rows: tuple[FindingView, ...], lead: Callable[[str], None]) -> Fold:
    """Return what does not apply here: what it is, why not, and no more."""
    surface = Fold(tr(_GROUPS[verdict]), str(len(rows)))
    for found in rows:
        words = column(spacing=2)
        words.addWidget(label(found.title, "strong", wraps=True))
        words.addWidget(label(found.note, "small", wraps=True, selectable=True))
        line = row(spacing=18)
        line.addLayout(words, 1)
        line.addWidget(_way(found, lead), 0, Qt.AlignmentFlag.AlignTop)
        surface.content.addLayout(line)
    return surface


def _finding(found: FindingView, lead: Callable[[str], None], *, is_last: bool) -> QFrame:
    """Return one finding: verdict and title, figures to the right, then why, what to do, and where it is written."""
    piece = frame("row", last=str(is_last).lower())
    badge = Badge()
    badge.show_verdict(found.verdict, verdict_word(found.verdict))
    place = QWidget()
    place.setFixedWidth(_BADGE_PX)
    row(place).addWidget(badge, 0, Qt.AlignmentFlag.AlignLeft)
    words = column(spacing=5)
    words.addWidget(label(found.title, "strong", wraps=True))
    words.addWidget(label(found.subject, "small", wraps=True))
    if found.note:
        words.addWidget(label(found.note, wraps=True, selectable=True))
    if found.remedy and found.verdict in (Verdict.FAIL, Verdict.WARN):
        words.addWidget(_titled(tr(N_("What to do")), found.remedy))
    words.addWidget(label(found.source, "small", wraps=True, selectable=True))
    words.addWidget(_way(found, lead), 0, Qt.AlignmentFlag.AlignLeft)
    line = row(piece, spacing=18, margins=(0, 14, 0, 14))
    line.addWidget(place, 0, Qt.AlignmentFlag.AlignTop)
    line.addLayout(words, 1)
    line.addWidget(_figures(found), 0, Qt.AlignmentFlag.AlignTop)
    piece.setAccessibleName(f"{verdict_word(found.verdict)}: {found.title}")
    piece.setAccessibleDescription(found.note)
    return piece


def _way(found: FindingView, lead: Callable[[str], None]) -> Button:
    """Return a button that leads to the rule, or the rules, of a finding."""
    button = Button(tr(N_("Rules")) if "," in found.rule else tr(N_("Rule")), "link", "book-open")
    button.setAccessibleDescription(found.title)
    button.clicked.connect(lambda: lead(found.rule))
    return button


def _titled(title: str, text: str) -> QWidget:
    piece = QWidget()
    line = row(piece, spacing=8)
    line.addWidget(label(title, "label"), 0, Qt.AlignmentFlag.AlignTop)
    line.addWidget(label(text, wraps=True, selectable=True), 1)
    return piece


def _figures(found: FindingView) -> QWidget:
    """Return measured, demanded and margin as a small table."""
    piece = QWidget()
    piece.setFixedWidth(_FIGURES_PX)
    grid = QGridLayout(piece)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(12)
    grid.setVerticalSpacing(3)
    grid.setColumnStretch(1, 1)
    lines = ((N_("Found"), found.value), (N_("Demanded"), found.limit), (N_("Margin"), found.margin))
    for number, (title, value) in enumerate((title, value) for title, value in lines if value not in ("", _NONE)):
        figure = label(value, "strong", selectable=True)
        figure.setWordWrap(True)
        figure.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        grid.addWidget(label(tr(title), "small"), number, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(figure, number, 1)
    return piece
