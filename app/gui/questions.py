"""Questions: what must be answered before something is lost, and faults that must be seen. The safe answer is first."""

from PySide6.QtWidgets import QMessageBox, QWidget

from app.gui.widgets.button import Button


def ask(parent: QWidget, question: str, consequence: str, act: str, refrain: str) -> bool:
    """Return whether the user wants to ``act``; Enter and Escape both ``refrain``."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.NoIcon)
    box.setWindowTitle("Headroom")
    box.setText(question)
    box.setInformativeText(consequence)
    acting = Button(act)
    safe = Button(refrain, "primary")
    box.addButton(acting, QMessageBox.ButtonRole.DestructiveRole)
    box.addButton(safe, QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(safe)
    box.setEscapeButton(safe)
    box.exec()
    return box.clickedButton() is acting
