"""How high what was never laid out may be, from the length of its text."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from app.ui.transcript.render.measures import (
    BUBBLE_PAD_Y,
    BUBBLE_SHARE,
    CAPTION,
    FOOTER,
    growth,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

_CHAR_WIDTH = 7.4
_LINE = 22.0


def estimated_lines(text: str, width: float, zoom: float) -> float:
    """Guess how high the lines of a section are at a width."""
    per_line = max(8.0, width / (_CHAR_WIDTH * zoom))
    lines = sum(math.ceil((len(line) + 1) / per_line) for line in text.split("\n"))
    return max(1, lines) * _LINE * zoom


def estimated_heights(sizes: NDArray[np.float64], width: float, zoom: float) -> NDArray[np.float64]:
    """Guess how high messages are that were never laid out.

    Args:
        sizes: for each message its characters, line breaks, 1 for the user's, and the height of its
            pictures and sounds; [n, 4].
        width: of the text column.
        zoom: of the letters.
    """
    n_chars, n_breaks, is_user, media = sizes.T
    inner = np.maximum(80.0, width * np.where(is_user, BUBBLE_SHARE, 1.0))
    lines = np.maximum(1.0, n_breaks * 0.8 + n_chars * _CHAR_WIDTH * zoom / inner)
    footer, caption = FOOTER * growth(zoom), CAPTION * growth(zoom)
    around = np.where(is_user, footer + 2 * BUBBLE_PAD_Y, caption + footer)
    return np.asarray(lines * _LINE * zoom + around + media)
