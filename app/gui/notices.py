"""Notices: what is said above every page: what went wrong, and that an old assessment is shown."""

from PySide6.QtWidgets import QFrame, QWidget

from app.errors import WorldError
from app.gui.visit import Visit
from app.gui.widgets.banner import Banner
from app.gui.widgets.button import Button
from app.gui.widgets.glyph import Glyph
from app.gui.widgets.text import column, label, row
from app.i18n import tr
from sizing.i18n import N_

_TASKS = {
    "look": N_("Headroom failed while it looked at this machine."),
    "run": N_("Headroom failed during the measurement; its test files are removed."),
    "report": N_("Headroom failed to make the report."),
    "plan": N_("Headroom could not plan a run in this folder."),
    "history": N_("Headroom failed to read or write the history."),
}
_FAULT = N_("Something in Headroom failed; what was kept before is safe.")
_ADVICE = N_("Try again. If it happens once more, copy the details and send them to those who gave you Headroom.")


class Notices(QWidget):
    """Nothing at all while there is nothing to say."""

    def __init__(self, visit: Visit) -> None:
        super().__init__()
        self._visit = visit
        self.banner = Banner()
        self._old = _Old(visit)
        body = column(self, spacing=10)
        body.addWidget(self._old)
        body.addWidget(self.banner)
        self._layout = body
        visit.failed.connect(self.fail)
        visit.run_changed.connect(self._forget)
        self.banner.dismissed.connect(self._space)
        visit.assessment_changed.connect(self._space)
        self._space()

    def fail(self, task: str, error: BaseException) -> None:
        """Say what ended ``task``: the world's errors in their own words, our faults with details and a log entry."""
        if isinstance(error, WorldError):
            self.banner.refuse(error)
        else:
            from app.gui.faults import describe

            self.banner.say(tr(_TASKS.get(task, _FAULT)), tr(_ADVICE), "fail", describe(task, error))
        self._space()

    def _forget(self) -> None:
        if self._visit.is_running:
            self.banner.clear()

    def _space(self) -> None:
        shown = self._visit.is_opened or not self.banner.isHidden()
        self._old.setVisible(self._visit.is_opened)
        self._layout.setContentsMargins(28, 16 if shown else 0, 28, 0)


class _Old(QFrame):
    """Says that an assessment of the history is shown, and leads back."""

    def __init__(self, visit: Visit) -> None:
        super().__init__()
        self._visit = visit
        self.setProperty("kind", "banner")
        self._text = label("", wraps=True)
        back = Button(tr(N_("Back to this machine")), "", "server")
        back.clicked.connect(visit.come_back)
        line = row(self, spacing=12, margins=(16, 8, 8, 8))
        line.addWidget(Glyph("history", "neutral", 20))
        line.addWidget(self._text, 1)
        line.addWidget(back)
        visit.assessment_changed.connect(self._show)

    def _show(self) -> None:
        shown = self._visit.assessment
        if self._visit.is_opened and shown is not None:
            from app.presenters.history import moment_text

            words = tr(N_("From the history: {host}, assessed {when}. All pages show that assessment."))
            self._text.setText(words.format(host=shown.host.name, when=moment_text(shown.created_at)))
