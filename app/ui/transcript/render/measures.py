"""The sizes around the words of a message, in logical pixels at the usual size of the text.

What holds a line of words or a button is as many times as high as `growth` says.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtGui import QFont

from app.ui.kit.theme import text_font
from app.ui.transcript.blocks.places import BLOCK_GAP

if TYPE_CHECKING:
    from collections.abc import Iterable


_MOST_GROWTH = 1.5


def growth(zoom: float) -> float:
    """Return how many times larger than usual the words around a message are."""
    return min(_MOST_GROWTH, max(1.0, zoom))


CAPTION = 26
FOOTER = 36
THINKING = 30  # the line that stands for folded thinking
REREAD_NOTE = 22  # the line that says why a chat was read again
DIVIDER = 52  # the line above which the model does not read
SUMMARY_HEADING = 30  # the line above the words of a summary, with its button
PROBLEM_ICON = 26  # the sign before the words of a problem, with the space behind it
ATTACHMENT = 34  # one text that goes along with a message
ATTACHMENT_WIDTH = 300.0
MEDIA_GAP = 6  # between pictures, and below them
BUBBLE_PAD_X = 14
BUBBLE_PAD_Y = 10
BUBBLE_SHARE = 0.84  # of the column, at most
GAP = BLOCK_GAP
WAITING = 26
STATUS_GAP = 24  # below the words that say how an answer ended, which are no buttons
RING_GAP = 6  # above the next message


def zoomed_font(zoom: float, pixels: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Return the font where words are `zoom` times as large as usual."""
    return text_font(round(pixels * growth(zoom)), weight)


_CHAR_WIDTH = 7.4
_LINE = 22.0


def estimated_lines(text: str, width: float, zoom: float) -> float:
    """Guess how high the lines of a section are at a width."""
    per_line = max(8.0, width / (_CHAR_WIDTH * zoom))
    lines = sum(math.ceil((len(line) + 1) / per_line) for line in text.split("\n"))
    return max(1, lines) * _LINE * zoom


class MessageSize(NamedTuple):
    """What the height of a message is guessed from.

    Attributes:
        media: the height of its pictures and sounds.
    """

    n_chars: int
    n_breaks: int
    is_user: bool
    media: float = 0.0


def estimated_heights(sizes: Iterable[MessageSize], width: float, zoom: float) -> list[float]:
    """Guess how high messages are that were never laid out.

    Args:
        width: of the text column.
        zoom: of the letters.
    """
    line = _LINE * zoom
    footer, caption = FOOTER * growth(zoom), CAPTION * growth(zoom)
    kinds = {
        True: (max(80.0, width * BUBBLE_SHARE), footer + 2 * BUBBLE_PAD_Y),
        False: (max(80.0, width), caption + footer),
    }
    heights = []
    for n_chars, n_breaks, is_user, media in sizes:
        inner, around = kinds[is_user]
        lines = n_breaks * 0.8 + n_chars * _CHAR_WIDTH * zoom / inner
        heights.append(max(1.0, lines) * line + around + media)
    return heights
