"""Field: a label above its input, and a hint or refusal below it."""

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.gui.widgets.text import column, label, restyle, row


class Field(QWidget):
    """One input with the label that names it; Alt and the label's letter lead to it."""

    def __init__(self, name: str, entry: QWidget, *beside: QWidget, hint: str = "") -> None:
        super().__init__()
        title = label(name, "label")
        title.setBuddy(entry)
        entry.setAccessibleName(name.replace("&", ""))
        self._below = label(hint, "small", wraps=True)
        self._below.setVisible(bool(hint))
        body: QVBoxLayout = column(self, spacing=6)
        line: QHBoxLayout = row(spacing=8)
        line.addWidget(entry, 1)
        for widget in beside:
            line.addWidget(widget)
        body.addWidget(title)
        body.addLayout(line)
        body.addWidget(self._below)

    def explain(self, hint: str) -> None:
        """Show ``hint`` below the input, in the place of a refusal."""
        self._say(hint, "small")

    def refuse(self, message: str, advice: str) -> None:
        """Show below the input why it cannot be used, and what to do."""
        self._say(f"{message} {advice}".strip(), "error")

    def _say(self, text: str, role: str) -> None:
        self._below.setText(text)
        self._below.setVisible(bool(text))
        restyle(self._below, "role", role)
