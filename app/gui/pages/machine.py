"""Machine page: what the host is, its volumes, and the way from one of them to a measurement."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.gui.table import Mark, TableView
from app.gui.visit import Visit
from app.gui.widgets.button import Button
from app.gui.widgets.card import Surface
from app.gui.widgets.card_grid import CardGrid
from app.gui.widgets.glyph import Glyph
from app.gui.widgets.inventory import Inventory
from app.gui.widgets.page import Page
from app.gui.widgets.text import column, empty, label, row
from app.i18n import tr
from app.presenters.view import Card
from sizing.i18n import N_

if TYPE_CHECKING:
    from app.gui.pages.volume_details import VolumeDetails
    from app.presenters.machine import MachineView
    from sizing.host import Host, Volume

_CARDS = 4


class MachinePage(Page):
    """The first page: it fills itself while the volumes answer one by one."""

    def __init__(self, visit: Visit) -> None:
        super().__init__(tr(N_("This machine")), tr(N_("Being looked at …")))
        self._visit = visit
        self.again = Button(tr(N_("Look again")), "", "refresh-cw")
        self.measure = Button(tr(N_("Measure this volume")), "primary", "gauge")
        self.measure.setEnabled(False)
        self._cards = CardGrid(_CARDS)
        self._volumes = TableView(tr(N_("Volumes")), most=8)
        self._surface = Surface(tr(N_("Volumes")), tr(N_("Each appears as soon as it answers.")))
        self._notes: QVBoxLayout = column(spacing=6)
        self._inventories = (
            Inventory(tr(N_("Cores, by source")), tr(N_("What each source says; SAS counts physical cores."))),
            Inventory(tr(N_("Devices")), tr(N_("What the volumes lie on, and how the kernel sends it requests."))),
            Inventory(tr(N_("Settings")), tr(N_("Those that bear on storage, with where each was read."))),
        )
        self._details: VolumeDetails | None = None
        self._basis, self._conflicts = column(), column(spacing=6)
        self._lay_out()
        self._connect()
        self._cards.show_cards([Card(tr(title), "…", detail=" ") for title in _TITLES])
        if visit.host is not None:
            self._show()

    def _lay_out(self) -> None:
        self.buttons.addWidget(self.again)
        self.buttons.addWidget(self.measure)
        self._surface.body.addWidget(self._volumes)
        self._know = Surface(tr(N_("Good to know")))
        self._know.body.addLayout(self._notes)
        self._know.hide()
        self._volumes.hide()
        self.body.addWidget(self._cards)
        self.body.addWidget(self._surface)
        self.body.addWidget(self._know)
        self._inventories[0].content.addLayout(self._conflicts)
        self._inventories[0].content.addLayout(self._basis)
        for inventory in self._inventories:
            self.body.addWidget(inventory)
        self.body.addStretch(1)

    def _connect(self) -> None:
        self.again.clicked.connect(self._look_again)
        self.measure.clicked.connect(lambda: self._choose(self._volumes.key))
        self._volumes.chosen.connect(self._choose)
        self._volumes.pointed.connect(self._point)
        self._visit.host_changed.connect(self._show)
        self._visit.assessment_changed.connect(self._show)

    def _show(self) -> None:
        self.again.setEnabled(not self._visit.is_looking and not self._visit.is_running)
        host = self._visit.host
        if host is None:
            return
        from app.presenters.machine import present_machine

        assessment = self._visit.assessment
        view = present_machine(host, assessment.findings if assessment is not None else ())
        self.entitle(view.title, view.subtitle)
        self._cards.show_cards(view.cards)
        self._show_volumes(host, view)
        self._show_notes(view)
        for inventory, table in zip(self._inventories, (view.evidence, view.devices, view.settings), strict=True):
            inventory.show_table(table)
        self._show_basis(host)

    def _show_volumes(self, host: "Host", view: "MachineView") -> None:
        marks = {len(view.volumes.columns) - 1: [_mark(volume) for volume in host.volumes]}
        self._volumes.show_table(view.volumes, marks, wide=len(view.volumes.columns) - 2, spare=(1,))
        self._volumes.setVisible(bool(view.volumes.rows))
        self._surface.hint.setText(view.cards[-1].detail if len(view.cards) > _CARDS else "")
        if not self._volumes.key and not self._visit.is_looking:
            self._volumes.select(_likely(host))
        self._point(self._volumes.key)

    def _show_notes(self, view: "MachineView") -> None:
        empty(self._notes)
        for note in view.notes:
            self._notes.addWidget(_note(note))
        self._know.setVisible(bool(view.notes))

    def _show_basis(self, host: "Host") -> None:
        """Show below the evidence where it disagrees, and what else the machine runs on."""
        from app.gui.pages.volume_details import lines_grid
        from app.presenters.volume import present_basis

        cores, conflicts = self._inventories[0], host.cpu.conflicts
        empty(self._conflicts)
        empty(self._basis)
        for conflict in conflicts:
            self._conflicts.addWidget(_warning(conflict))
        self._basis.addLayout(lines_grid(present_basis(host)))
        if conflicts:
            cores.explain(tr(N_("There is something to mind here.")))
            cores.open()

    def _show_details(self, key: str) -> None:
        from app.gui.pages.volume_details import VolumeDetails
        from app.presenters.volume import present_volume

        view = present_volume(self._visit.host, key) if self._visit.host is not None and key else None
        if view is not None and self._details is None:
            self._details = VolumeDetails()
            self.body.insertWidget(self.body.indexOf(self._surface) + 1, self._details)
        if self._details is not None:
            self._details.setVisible(view is not None)
            if view is not None:
                self._details.show_volume(view)

    def _point(self, key: str) -> None:
        self._show_details(key)
        self.measure.setEnabled(bool(key) and self._can_measure(key))

    def _can_measure(self, key: str) -> bool:
        from sizing.host import VolumeState

        if self._visit.is_opened or self._visit.is_running or self._visit.here is None:
            return False
        found = [volume for volume in self._visit.here.volumes if volume.mount_point == key]
        return any(volume.state is VolumeState.ANSWERED and not volume.read_only for volume in found)

    def _choose(self, key: str) -> None:
        if key and self._can_measure(key):
            self._visit.page_wanted.emit("benchmark")
            self._visit.target_wanted.emit(key)

    def _look_again(self) -> None:
        if self._visit.is_opened:
            self._visit.come_back()
        self._visit.look()


_TITLES = (N_("Physical cores"), N_("RAM"), N_("RAM per core"), N_("Fastest network"))


def _likely(host: "Host") -> str:
    """Return the mount point of the volume a user will most likely want to measure.

    The one with most free space, rather not the one Headroom itself runs from, which SAS advises against.
    """
    from sizing.host import Medium, VolumeState

    able = [
        volume
        for volume in host.volumes
        if volume.state is VolumeState.ANSWERED and not volume.read_only and volume.medium is not Medium.MEMORY
    ]
    best = max(able, key=lambda volume: (volume.mount_point != host.runs_from, volume.free_bytes or 0), default=None)
    return best.mount_point if best is not None else ""


def _note(text: str) -> QLabel:
    return label(text, "muted", wraps=True, selectable=True)


def _warning(text: str) -> QWidget:
    piece = QWidget()
    line = row(piece, spacing=8)
    line.addWidget(Glyph("triangle-alert", "warn", 16), 0, Qt.AlignmentFlag.AlignTop)
    line.addWidget(label(text, wraps=True, selectable=True), 1)
    return piece


def _mark(volume: "Volume") -> Mark:
    """Return colour and shape of how ``volume`` answered."""
    from sizing.host import VolumeState

    if volume.state is VolumeState.ANSWERED and volume.read_only:
        return "muted", "ban"
    return {
        VolumeState.ASKING: ("muted", "hourglass"),
        VolumeState.ANSWERED: ("pass", "circle-check"),
        VolumeState.NOT_ANSWERING: ("fail", "unplug"),
        VolumeState.REFUSED: ("warn", "ban"),
    }[volume.state]
