"""Notices: what is said above every page: what went wrong, and that an old assessment is shown."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from app.errors import WorldError
from app.gui.visit import Visit
from app.gui.widgets.text import column
from app.i18n import tr
from sizing.i18n import N_

if TYPE_CHECKING:
    from app.gui.widgets.banner import Banner
    from app.gui.widgets.old_notice import OldNotice

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
        self._banner: Banner | None = None
        self._old: OldNotice | None = None
        self._layout = column(self, spacing=10)
        visit.failed.connect(self.fail)
        visit.run_changed.connect(self._forget)
        visit.assessment_changed.connect(self._show_old)

    @property
    def text(self) -> str:
        """What is said now of something that went wrong; empty for nothing."""
        return "" if self._banner is None or self._banner.isHidden() else self._banner.text

    def fail(self, task: str, error: BaseException) -> None:
        """Say what ended ``task``: the world's errors in their own words, our faults with details and a log entry."""
        banner = self._made_banner()
        if isinstance(error, WorldError):
            banner.refuse(error)
        else:
            from app.gui.faults import describe

            banner.say(tr(_TASKS.get(task, _FAULT)), tr(_ADVICE), "fail", describe(task, error))
        self._space()

    def _made_banner(self) -> "Banner":
        from app.gui.widgets.banner import Banner

        if self._banner is None:
            self._banner = Banner()
            self._banner.dismissed.connect(self._space)
            self._layout.addWidget(self._banner)
        return self._banner

    def _forget(self) -> None:
        if self._visit.is_running and self._banner is not None:
            self._banner.clear()

    def _show_old(self) -> None:
        shown = self._visit.assessment
        if self._visit.is_opened and shown is not None:
            from app.gui.widgets.old_notice import OldNotice

            if self._old is None:
                self._old = OldNotice()
                self._old.left.connect(self._visit.come_back)
                self._layout.insertWidget(0, self._old)
            self._old.say(shown.host.name, shown.created_at)
        if self._old is not None:
            self._old.setVisible(self._visit.is_opened)
        self._space()

    def _space(self) -> None:
        shown = self._visit.is_opened or bool(self.text)
        self._layout.setContentsMargins(28, 16 if shown else 0, 28, 0)
