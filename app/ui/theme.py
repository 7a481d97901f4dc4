"""Colours, sizes and styles of the window, light and dark.

The system's colour scheme is the default and is followed while the program runs; the setting
"light" or "dark" overrides it. Text on its ground has a contrast of at least 4.5 to 1 (WCAG AA).
"""

from __future__ import annotations

import string
from dataclasses import asdict, dataclass, replace
from functools import lru_cache

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from app.core.paths import resource

SPACE_XS, SPACE_S, SPACE_M, SPACE_L, SPACE_XL = 4, 8, 12, 16, 24
RADIUS_S, RADIUS_M, RADIUS_L = 6, 10, 16
TEXT_CAPTION, TEXT_SMALL, TEXT_BODY, TEXT_TITLE = 12, 13, 15, 16
TEXT_HEADING, TEXT_HERO = 22, 26
READING_WIDTH = 760
MIN_ZOOM, MAX_ZOOM, ZOOM_STEP = 0.7, 2.0, 0.1

SYSTEM, LIGHT, DARK = "system", "light", "dark"
_SCHEMES = {LIGHT: Qt.ColorScheme.Light, DARK: Qt.ColorScheme.Dark}


@dataclass(frozen=True, slots=True)
class Colours:
    """One palette; every value is "#rrggbb".

    Attributes:
        text, muted: for words; muted still has AA contrast on every ground below.
        faint: for lines and shapes that carry no words.
        accent, on_accent: the one colour that asks to be pressed, and words on it.
        accent_soft: a tint of it for what is chosen.
        zoom: of the words that are read and written, 1 for their usual size; here because it goes
            wherever the colours go. The words around them grow with it, and do not shrink.
    """

    is_dark: bool
    window: str
    sidebar: str
    raised: str
    bubble: str
    code: str
    inline_code: str
    border: str
    faint: str
    text: str
    muted: str
    accent: str
    accent_hover: str
    on_accent: str
    accent_soft: str
    hover: str
    selected: str
    selection: str
    link: str
    danger: str
    danger_soft: str
    syntax_keyword: str
    syntax_string: str
    syntax_number: str
    syntax_comment: str
    syntax_name: str
    syntax_type: str
    zoom: float = 1.0


LIGHT_COLOURS = Colours(
    is_dark=False,
    window="#ffffff",
    sidebar="#f6f3ef",
    raised="#ffffff",
    bubble="#f4efe9",
    code="#f8f6f3",
    inline_code="#f2ede7",
    border="#e5dfd7",
    faint="#c9c1b6",
    text="#211e1a",
    muted="#625b52",
    accent="#b8471b",
    accent_hover="#9e3b14",
    on_accent="#ffffff",
    accent_soft="#fbe9e0",
    hover="#ece7e0",
    selected="#e6ded4",
    selection="#f5cdb6",
    link="#a43f14",
    danger="#b3261e",
    danger_soft="#fcebe9",
    syntax_keyword="#9a2c75",
    syntax_string="#2f6f3e",
    syntax_number="#a24d0c",
    syntax_comment="#706a60",
    syntax_name="#1f5ea8",
    syntax_type="#1c6e77",
)

DARK_COLOURS = Colours(
    is_dark=True,
    window="#1c1a18",
    sidebar="#151412",
    raised="#252220",
    bubble="#2d2926",
    code="#151412",
    inline_code="#2c2926",
    border="#34302c",
    faint="#57504a",
    text="#ece8e2",
    muted="#a9a198",
    accent="#f08a55",
    accent_hover="#f6a377",
    on_accent="#1f1109",
    accent_soft="#3a2619",
    hover="#24211e",
    selected="#302b27",
    selection="#6b3c22",
    link="#f3a27a",
    danger="#f28b82",
    danger_soft="#3b2220",
    syntax_keyword="#e58ac4",
    syntax_string="#93c98a",
    syntax_number="#e8a46a",
    syntax_comment="#948c82",
    syntax_name="#82b4ee",
    syntax_type="#74c5c9",
)


class Theme(QObject):
    """Applies the palette to the application and says when it changed.

    Args:
        choice: "system", "light" or "dark".
    """

    changed = Signal()

    def __init__(self, choice: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._choice = choice
        self._zoom = 1.0
        self.colours = self._wanted()
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._on_scheme_changed)
        if choice in _SCHEMES:
            self._tell_system()
        self._apply()

    def choose(self, choice: str) -> None:
        """Change the setting; takes effect at once."""
        self._choice = choice
        self._tell_system()
        self._on_scheme_changed()

    def _tell_system(self) -> None:
        """Have what the system draws, such as the title bar on Windows and macOS, go with it."""
        scheme = _SCHEMES.get(self._choice, Qt.ColorScheme.Unknown)  # which is the system's own
        QGuiApplication.styleHints().setColorScheme(scheme)

    @property
    def zoom(self) -> float:
        """Return the size of the words that are read, 1 for the usual one."""
        return self._zoom

    def set_zoom(self, zoom: float) -> None:
        """Make words larger, or those that are read smaller, within reason."""
        self._zoom = min(MAX_ZOOM, max(MIN_ZOOM, round(zoom, 1)))
        self._on_scheme_changed()

    @Slot()
    def _on_scheme_changed(self) -> None:
        wanted = self._wanted()
        if wanted is not self.colours:
            self.colours = wanted
            self._apply()
            self.changed.emit()

    def _wanted(self) -> Colours:
        scheme = QGuiApplication.styleHints().colorScheme()
        dark = self._choice == DARK or (self._choice != LIGHT and scheme == Qt.ColorScheme.Dark)
        return _zoomed(DARK_COLOURS if dark else LIGHT_COLOURS, self._zoom)

    def _apply(self) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication):
            if app.style().name() != "fusion":
                app.setStyle("Fusion")
            app.setPalette(palette(self.colours))

    def scaled(self, pixels: int) -> int:
        """Return the size of something that grows with the words and never becomes too small."""
        return round(pixels * max(1.0, self._zoom))

    def style_sheet(self) -> str:
        """Return the style sheet of the main window in the current colours."""
        template = resource("themes/window.qss").read_text(encoding="utf-8")
        sizes = {
            "caption": TEXT_CAPTION, "small": TEXT_SMALL, "body": TEXT_BODY,
            "title": TEXT_TITLE, "heading": TEXT_HEADING, "hero": TEXT_HERO,
        }  # fmt: skip
        sizes = {name: self.scaled(pixels) for name, pixels in sizes.items()}
        sizes["reading"] = round(TEXT_BODY * self._zoom)
        return string.Template(template).substitute(asdict(self.colours), **sizes)


@lru_cache(maxsize=32)
def _zoomed(colours: Colours, zoom: float) -> Colours:
    """Return one and the same object for the same look: what is laid out compares by identity."""
    return colours if zoom == 1.0 else replace(colours, zoom=zoom)


def palette(colours: Colours) -> QPalette:
    """Return the Qt palette, for what the style sheet does not reach: menus, tooltips, dialogs."""
    roles = QPalette.ColorRole
    result = QPalette()
    for role, name in (
        (roles.Window, colours.window), (roles.WindowText, colours.text),
        (roles.Base, colours.raised), (roles.AlternateBase, colours.sidebar),
        (roles.Text, colours.text), (roles.Button, colours.raised),
        (roles.ButtonText, colours.text), (roles.BrightText, colours.danger),
        (roles.ToolTipBase, colours.raised), (roles.ToolTipText, colours.text),
        (roles.PlaceholderText, colours.muted), (roles.Highlight, colours.selection),
        (roles.HighlightedText, colours.text), (roles.Link, colours.link),
        (roles.LinkVisited, colours.link), (roles.Accent, colours.accent),
        (roles.Mid, colours.border), (roles.Midlight, colours.hover),
        (roles.Dark, colours.faint), (roles.Light, colours.raised),
    ):  # fmt: skip
        result.setColor(role, QColor(name))
    disabled = QPalette.ColorGroup.Disabled
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        result.setColor(disabled, role, QColor(colours.faint))
    return result


@lru_cache(maxsize=64)
def text_font(pixels: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Return the interface font at a size in device-independent pixels."""
    font = QFont(QApplication.font())
    font.setPixelSize(pixels)
    font.setWeight(weight)
    return font


@lru_cache(maxsize=32)
def code_font(pixels: int = TEXT_SMALL) -> QFont:
    """Return the font of code."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPixelSize(pixels)
    font.setStyleHint(QFont.StyleHint.Monospace)
    return font
