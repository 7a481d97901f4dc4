"""How high what was never laid out may be, from the length of its text."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from app.ui.transcript.render.measures import (
    BUBBLE_PAD_Y,
    BUBBLE_SHARE,
    CAPTION,
    FOOTER,
    growth,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

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
