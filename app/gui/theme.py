"""Theme: the colours, sizes and style sheet of the window, from one table of tokens.

Qt's own colour scheme stays ``Unknown`` where there is no desktop (bare X servers, offscreen), so the palette is ours
and the desktop's wish is only asked for, never relied on.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from string import Template

from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

from app.paths import resource

FAMILY = "Inter"
_HALF = 128
TEXT_PX = 13
"""Height of ordinary text in device-independent pixels."""


class Scheme(StrEnum):
    """What the user wants to see."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours by name, as ``resources/style/tokens.toml`` has them."""

    name: str
    tokens: Mapping[str, str]

    def colour(self, token: str) -> QColor:
        """Return the colour called ``token``.

        Raises:
            KeyError: there is no such token.
        """
        return QColor(self.tokens[token])


@cache
def themes() -> Mapping[str, Theme]:
    """Return the light and the dark theme, by name."""
    tables: dict[str, dict[str, str]] = {}
    for line in resource("style", "tokens.toml").read_text("utf-8").splitlines():
        # Nothing but tables of texts, as a test proves: loading tomllib would hold up the first paint by 7 ms.
        if line.startswith("["):
            tables[line.strip("[] ")] = table = {}
        elif " = " in line and not line.startswith("#"):
            name, value = line.split(" = ")
            table[name] = value.strip('" ')
    return {name: Theme(name, table) for name, table in tables.items()}


def current() -> Theme:
    """Return the theme the application shows now; the light one before any was applied."""
    application = QApplication.instance()
    name = application.property("theme") if application is not None else None
    return themes()[name or "light"]


def choose(scheme: Scheme) -> Theme:
    """Return the theme for ``scheme``; without a word from the desktop the system's theme is the light one."""
    if scheme is not Scheme.SYSTEM:
        return themes()[scheme]
    # The style's own palette is dark where the desktop is. To ask for the scheme by name costs 14 ms for loading names.
    ground = QApplication.style().standardPalette().color(QPalette.ColorRole.Window)
    return themes()["dark" if ground.lightness() < _HALF else "light"]


def apply(theme: Theme) -> None:
    """Show the application in ``theme``; widgets learn of it by ``QEvent.StyleChange``."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        raise TypeError("there is no application with a window")
    application.setProperty("theme", theme.name)
    application.setPalette(_palette(theme))
    application.setStyleSheet(_style_sheet(theme))


def load_fonts(application: QApplication) -> None:
    """Make the bundled font the application's, with figures of equal width so that live numbers do not jump."""
    for weight in ("Regular", "Medium", "SemiBold", "Bold"):
        QFontDatabase.addApplicationFont(str(resource("fonts", f"Inter-{weight}.otf")))
    application.setFont(font())


def font(pixels: int = TEXT_PX, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Return the window's font in one size and weight."""
    made = QFont(FAMILY)
    made.setPixelSize(pixels)
    made.setWeight(weight)
    made.setFeature(QFont.Tag("tnum"), 1)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made


def mix(one: QColor, other: QColor, share: float) -> QColor:
    """Return ``one`` with ``share`` (0 to 1) of ``other`` in it."""
    pairs = ((one.red(), other.red()), (one.green(), other.green()), (one.blue(), other.blue()))
    return QColor(*(round(a + (b - a) * share) for a, b in pairs))


def _palette(theme: Theme) -> QPalette:
    roles = {
        QPalette.ColorRole.Window: "window",
        QPalette.ColorRole.WindowText: "text",
        QPalette.ColorRole.Base: "surface",
        QPalette.ColorRole.AlternateBase: "sunken",
        QPalette.ColorRole.Text: "text",
        QPalette.ColorRole.Button: "surface",
        QPalette.ColorRole.ButtonText: "text",
        QPalette.ColorRole.BrightText: "fail",
        QPalette.ColorRole.ToolTipBase: "text",
        QPalette.ColorRole.ToolTipText: "surface",
        QPalette.ColorRole.PlaceholderText: "muted",
        QPalette.ColorRole.Highlight: "accent",
        QPalette.ColorRole.HighlightedText: "accent_text",
        QPalette.ColorRole.Link: "accent",
        QPalette.ColorRole.LinkVisited: "accent",
        QPalette.ColorRole.Accent: "accent",
        QPalette.ColorRole.Mid: "border",
        QPalette.ColorRole.Midlight: "border",
        QPalette.ColorRole.Dark: "muted",
        QPalette.ColorRole.Light: "surface",
    }
    palette = QPalette()
    for role, token in roles.items():
        palette.setColor(role, theme.colour(token))
    faint = mix(theme.colour("muted"), theme.colour("surface"), 0.35)
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.WindowText, QPalette.ColorRole.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, faint)
    return palette


def _style_sheet(theme: Theme) -> str:
    """Return the style sheet with the colours filled in, and a few shades mixed from them."""
    accent, surface, text = (theme.colour(token) for token in ("accent", "surface", "text"))
    shades = {
        "accent_hover": mix(accent, text, 0.14).name(),
        "accent_down": mix(accent, text, 0.26).name(),
        "hover": mix(surface, text, 0.05).name(),
        "down": mix(surface, text, 0.10).name(),
        "fail_hover": mix(theme.colour("fail"), text, 0.14).name(),
        "faint": mix(theme.colour("muted"), surface, 0.35).name(),
        "handle": mix(theme.colour("border"), theme.colour("muted"), 0.35).name(),
        "icons": resource("icons").as_posix(),
    }
    return Template(resource("style", "window.qss").read_text("utf-8")).substitute(theme.tokens, **shades)
