"""Colours, sizes and styles of the window, light and dark.

The system's colour scheme is the default and is followed while the program runs; the setting
"light" or "dark" overrides it. Text on its ground has a contrast of at least 4.5 to 1 (WCAG AA),
with high contrast, which has a light and a dark side as well, of 7 to 1 (AAA).
"""

from __future__ import annotations

import string
from functools import lru_cache
from typing import Any

from msgspec.structs import asdict
from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from app.core.plain_value import PlainValue, replace
from app.core.system.paths import resource

SPACE_XS, SPACE_S, SPACE_M, SPACE_L, SPACE_XL = 4, 8, 12, 16, 24
RADIUS_S, RADIUS_M, RADIUS_L = 6, 10, 16
TEXT_CAPTION, TEXT_SMALL, TEXT_BODY, TEXT_TITLE = 12, 13, 15, 16
TEXT_HEADING, TEXT_HERO = 22, 26
READING_WIDTH = 760
_NARROW = 560
_SYMBOL, _TOOL = 16, 18  # icons of buttons, those around the message field
ARROW_ROOM = 28  # at the end of what opens a list
_LINE = 21  # of words in a field: letters of another font reach further up and down
_FIELD = 28
MIN_ZOOM, MAX_ZOOM, ZOOM_STEP = 0.7, 2.0, 0.1

SYSTEM, LIGHT, DARK, CONTRAST = "system", "light", "dark", "contrast"
_SCHEMES = {LIGHT: Qt.ColorScheme.Light, DARK: Qt.ColorScheme.Dark}


class Colours(PlainValue, frozen=True):
    """One palette; every value is "#rrggbb".

    Attributes:
        text, muted: for words; muted still has AA contrast on every ground below.
        faint: for lines and shapes that carry no words.
        border, edge: around what only lies together; around what can be pressed or written in.
        accent, on_accent: the one colour that asks to be pressed, and words on it.
        accent_soft: a tint of it for what is chosen.
        zoom: of the words that are read and written, 1 for their usual size; here because it goes
            wherever the colours go, as do the next two. The words around them grow with it, and do
            not shrink.
        spacing: of paragraphs and rows, 1 for the usual room.
        font: family of all words but code; "" for the system's.
    """

    is_dark: bool
    window: str
    sidebar: str
    raised: str
    bubble: str
    code: str
    inline_code: str
    border: str
    edge: str
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
    spacing: float = 1.0
    font: str = ""


# Each in the light and the dark scheme, and in both where high contrast is wanted.
_TABLE = {
    "window": ("#ffffff", "#1c1a18", "#ffffff", "#000000"),
    "sidebar": ("#f6f3ef", "#151412", "#ffffff", "#000000"),
    "raised": ("#ffffff", "#252220", "#ffffff", "#000000"),
    "bubble": ("#f4efe9", "#2d2926", "#f2f2f2", "#1c1c1c"),
    "code": ("#f8f6f3", "#151412", "#ffffff", "#000000"),
    "inline_code": ("#f2ede7", "#2c2926", "#f2f2f2", "#1c1c1c"),
    "border": ("#e5dfd7", "#34302c", "#000000", "#ffffff"),
    "edge": ("#918a80", "#80776d", "#000000", "#ffffff"),
    "faint": ("#c9c1b6", "#57504a", "#000000", "#ffffff"),
    "text": ("#211e1a", "#ece8e2", "#000000", "#ffffff"),
    "muted": ("#625b52", "#a9a198", "#2b2b2b", "#dedede"),
    "accent": ("#b8471b", "#f08a55", "#7a2600", "#ffb38a"),
    "accent_hover": ("#9e3b14", "#f6a377", "#531a00", "#ffd0b5"),
    "on_accent": ("#ffffff", "#1f1109", "#ffffff", "#000000"),
    "accent_soft": ("#fbe9e0", "#3a2619", "#ffe9dd", "#3d2414"),
    "hover": ("#ece7e0", "#24211e", "#e6e6e6", "#2a2a2a"),
    "selected": ("#e6ded4", "#302b27", "#d9d9d9", "#3a3a3a"),
    "selection": ("#f5cdb6", "#6b3c22", "#ffd08a", "#7a4a00"),
    "link": ("#a43f14", "#f3a27a", "#00318a", "#9cc4ff"),
    "danger": ("#b3261e", "#f28b82", "#8f0000", "#ffa8a0"),
    "danger_soft": ("#fcebe9", "#3b2220", "#ffeeee", "#3b1513"),
    "syntax_keyword": ("#9a2c75", "#e58ac4", "#6b0051", "#ffa3dd"),
    "syntax_string": ("#2f6f3e", "#93c98a", "#00431a", "#b4f0a8"),
    "syntax_number": ("#a24d0c", "#e8a46a", "#6b2b00", "#ffc78a"),
    "syntax_comment": ("#706a60", "#948c82", "#3a3a3a", "#cfcfcf"),
    "syntax_name": ("#1f5ea8", "#82b4ee", "#00307a", "#a9d0ff"),
    "syntax_type": ("#1c6e77", "#74c5c9", "#00434d", "#9af0f5"),
}


def _scheme(number: int) -> Colours:
    """Return the colours of a column of the table."""
    colours: dict[str, Any] = {name: columns[number] for name, columns in _TABLE.items()}
    return Colours(is_dark=bool(number % 2), **colours)


LIGHT_COLOURS, DARK_COLOURS, CONTRAST_LIGHT_COLOURS, CONTRAST_DARK_COLOURS = map(_scheme, range(4))


class Look(PlainValue, frozen=True):
    """What the user has chosen of how the window looks.

    Attributes:
        scheme: "system", "light", "dark", or "contrast", which goes with the system, too.
        zoom, spacing, font: as in `Colours`.
    """

    scheme: str = SYSTEM
    zoom: float = 1.0
    spacing: float = 1.0
    font: str = ""


def column_side(width: int, zoom: float) -> int:
    """Return the room at each side of the column of text, in a page of this width."""
    least = SPACE_XL if width > _NARROW else SPACE_L
    return max(least, (width - round(READING_WIDTH * zoom)) // 2)


class Theme(QObject):
    """Applies the palette to the application and says when it changed.

    Args:
        look: or only its scheme.

    Attributes:
        look: what is chosen.
    """

    changed = Signal()

    def __init__(self, look: Look | str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.look = Look(look) if isinstance(look, str) else look
        self.colours = self._wanted()
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._on_scheme_changed)
        if self.look.scheme in _SCHEMES:
            self._tell_system()
        self._apply()

    def wear(self, look: Look) -> None:
        """Look otherwise; takes effect at once."""
        zoom = min(MAX_ZOOM, max(MIN_ZOOM, round(look.zoom, 1)))
        is_other_scheme = look.scheme != self.look.scheme
        self.look = replace(look, zoom=zoom)
        if is_other_scheme:
            self._tell_system()
        self._on_scheme_changed()

    def choose(self, scheme: str) -> None:
        """Change the scheme alone."""
        self.wear(replace(self.look, scheme=scheme))

    def _tell_system(self) -> None:
        """Have what the system draws, such as the title bar on Windows and macOS, go with it."""
        scheme = _SCHEMES.get(self.look.scheme, Qt.ColorScheme.Unknown)  # the system's own
        QGuiApplication.styleHints().setColorScheme(scheme)

    @property
    def zoom(self) -> float:
        """Return the size of the words that are read, 1 for the usual one."""
        return self.look.zoom

    def set_zoom(self, zoom: float) -> None:
        """Make words larger, or those that are read smaller, within reason."""
        self.wear(replace(self.look, zoom=zoom))

    @Slot()
    def _on_scheme_changed(self) -> None:
        wanted = self._wanted()
        if wanted is not self.colours:
            self.colours = wanted
            self._apply()
            self.changed.emit()

    def _wanted(self) -> Colours:
        scheme = self.look.scheme
        is_dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        if scheme == CONTRAST:
            colours = CONTRAST_DARK_COLOURS if is_dark else CONTRAST_LIGHT_COLOURS
        else:
            is_dark = scheme == DARK or (scheme != LIGHT and is_dark)
            colours = DARK_COLOURS if is_dark else LIGHT_COLOURS
        return _sized(colours, replace(self.look, scheme=""))

    def _apply(self) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication):
            if app.style().name() != "fusion":
                app.setStyle("Fusion")
            app.setPalette(palette(self.colours))
            self._set_font(app)

    def _set_font(self, app: QApplication) -> None:
        """Let all words have the chosen font, or the system's again."""
        global _system_font
        if _system_font is None:
            _system_font = QFont(app.font())
        font = QFont(_system_font)
        if self.colours.font:
            font.setFamilies([self.colours.font, *_system_font.families()])
        if font != app.font():
            app.setFont(font)
            text_font.cache_clear()

    def scaled(self, pixels: int) -> int:
        """Return the size of something that grows with the words and never becomes too small."""
        return round(pixels * max(1.0, self.look.zoom))

    def style_sheet(self) -> str:
        """Return the style sheet of the main window in the current colours."""
        template = resource("themes/window.qss").read_text(encoding="utf-8")
        sizes = {
            "caption": TEXT_CAPTION, "small": TEXT_SMALL, "body": TEXT_BODY,
            "title": TEXT_TITLE, "heading": TEXT_HEADING, "hero": TEXT_HERO,
            "symbol": _SYMBOL, "tool": _TOOL, "line": _LINE, "arrow": ARROW_ROOM,
        }  # fmt: skip
        sizes = {name: self.scaled(pixels) for name, pixels in sizes.items()}
        sizes["field"] = max(_FIELD, sizes["line"])
        sizes["reading"] = round(TEXT_BODY * self.look.zoom)
        return string.Template(template).substitute(asdict(self.colours), **sizes)


_system_font: QFont | None = None  # before any other was set


@lru_cache(maxsize=32)
def _sized(colours: Colours, look: Look) -> Colours:
    """Return one and the same object for the same look: what is laid out compares by identity."""
    if look == Look(""):
        return colours
    return replace(colours, zoom=look.zoom, spacing=look.spacing, font=look.font)


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
