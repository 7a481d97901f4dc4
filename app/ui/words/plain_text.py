"""Words of a model, a file, a user or a server, made safe to be shown.

Qt takes a text for HTML when it looks like it, in tooltips, labels and message boxes, and then
opens the files and shared folders that the HTML names. In menus and on buttons "&" would mark a
key, in the title of a window "[*]" a change. So such words go through here or through `labels.py`
and `message_box.py`; `tests/test_architecture.py` bans the other ways.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from bisect import bisect_left
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QSystemTrayIcon, QToolTip, QWidget

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QAction


_TIP_COLUMNS = 90
_TIP_LINES = 14
_TIP_CHARS = 1_200
_TITLE_CHARS = 120
_BUTTON_CHARS = 60
# Joins words and is not drawn; behind it a bracket begins no tag and an ampersand no entity.
_JOINER = "\u2060"
_MARKUP = re.compile(r"<|&(?=lt;)")
_CONTROLS = dict.fromkeys([*range(9), *range(11, 32), *range(127, 160)], " ")
_DIRECTIONS = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
_RIGHT_TO_LEFT = ("R", "AL", "AN")
_LEFT_TO_RIGHT = "\u200e"
_BREAK = "\u200b"  # not drawn; a line may end there
_LONG_WORD = re.compile(r"[^\s-]{16}(?=[^\s-])")
_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"


def never_html(text: str) -> str:
    """Return a text that looks the same and that Qt cannot take for HTML."""
    return _MARKUP.sub(lambda found: found[0] + _JOINER, text)


def tip(text: str) -> str:
    """Return a text as a tooltip may show it: plain, wrapped, and no longer than one reads."""
    cut = text[:_TIP_CHARS].translate(_CONTROLS)
    lines = [
        piece
        for line in cut.split("\n")
        for piece in (textwrap.wrap(line, _TIP_COLUMNS, replace_whitespace=False) or [""])
    ]
    if len(lines) > _TIP_LINES or len(text) > _TIP_CHARS:
        lines = [*lines[: _TIP_LINES - 1], "…"]
    return never_html("\n".join(lines))


def set_tip(target: QWidget | QAction | QSystemTrayIcon, text: str) -> None:
    """Give a widget or an action a tooltip; "" takes it away."""
    target.setToolTip(tip(text))


def show_tip(place: QPoint, text: str, widget: QWidget) -> None:
    """Show a tooltip now; "" hides it."""
    QToolTip.showText(place, tip(text), widget)


def button_text(text: str, most: int = _BUTTON_CHARS) -> str:
    """Return a text for a button or a menu: one line, no longer than `most`, no marked letter."""
    return never_html(_line(text, most).replace("&", "&&"))  # Qt makes a tooltip of an entry


def window_title(*parts: str) -> str:
    """Return the title of a window: its parts with dashes between them, whatever they hold."""
    said = [isolated(part) for part in parts if part]
    return " – ".join(said).replace("[*]", "[*][*]")


def isolated(text: str, most: int = _TITLE_CHARS) -> str:
    """Return one line whose direction of writing changes nothing of the words around it."""
    line = _line(text.translate(_DIRECTIONS), most)
    return f"{_ISOLATE}{line}{_END_ISOLATE}" if _turns(line) else line


def sentence(text: str) -> str:
    """Return a sentence that is read from left to right, whatever name begins it.

    An option of the command line in it stays in one piece where a line ends.
    """
    whole = _OPTION.sub(lambda found: found[0].replace("-", f"-{_JOINER}"), text)
    return f"{_LEFT_TO_RIGHT}{whole}" if _turns(whole) else whole


def breakable(text: str) -> str:
    """Return a text that looks the same and whose words may be broken where a line ends.

    For names that others give, such as those of files, which may be one long word.
    """
    return _LONG_WORD.sub(lambda found: found[0] + _BREAK, text)


def _turns(text: str) -> bool:
    """Return whether some of it is written from right to left."""
    return any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in text)


def _line(text: str, most: int) -> str:
    line = " ".join(text[: 4 * most].translate(_CONTROLS).split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


_PAIRS = re.compile("[\U00010000-\U0010ffff]")


class Utf16Positions:
    """Translates between characters of a text and its UTF-16 units.

    Args:
        text: without lone surrogates.
    """

    def __init__(self, text: str) -> None:
        # The characters that take two units: few or none in most texts.
        self._pairs = [] if text.isascii() else [one.start() for one in _PAIRS.finditer(text)]
        self._units = [at + before for before, at in enumerate(self._pairs)]  # where they begin

    def of(self, character: int) -> int:
        """Return the unit at which a character begins."""
        return character + bisect_left(self._pairs, character)

    def character_at(self, unit: int) -> int:
        """Return the character that begins at a unit, or after it."""
        return unit - bisect_left(self._units, unit - 1)
