"""Skipping arrays of texts: a vocabulary has hundreds of thousands, each with its own length.

Each text is a length of 8 bytes, then so many bytes of UTF-8; where the next one begins is known
only from this one. A loop over them takes a tenth of a second for one model file. But tokens are
short and hold no zero byte: then all zero bytes are those of the lengths, seven for each text, and
numpy finds all of them at once. What it found is proved, not assumed: the first length is where the
array begins, and each further one is exactly where the one before it says that its text ends. From
the first text that is no such text, a plain loop goes on for a while.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.gguf.cursor import Cursor

_LENGTH = struct.Struct("<Q")
_ZEROS = 7  # of the eight bytes of a length below 256
# How many texts the loop takes before numpy is tried again: few after one strange text among many
# usual ones, more each time that trying was of little use, so that it costs little at worst.
_LEAST_LOOPED, _MOST_LOOPED = 16, 4096
_WORTHWHILE = 1000  # texts that numpy should find to be of use


def skip_texts(cursor: Cursor, n_texts: int) -> None:
    """Move the cursor behind `n_texts` texts.

    Raises:
        HeaderCutOff: the source ends before.
        HeaderDamaged: more would have to be read than any header has.
    """
    left, n_looped = n_texts, _LEAST_LOOPED
    while left:
        window = cursor.window(_LENGTH.size)
        n_skipped, n_bytes = _short_texts(window, left)
        if n_skipped >= _WORTHWHILE:
            n_looped = _LEAST_LOOPED
        if not n_skipped:
            n_skipped, n_bytes = _any_texts(window, min(left, n_looped))
            n_looped = min(2 * n_looped, _MOST_LOOPED)
        cursor.skip(n_bytes)
        left -= n_skipped


def _short_texts(window: memoryview, most: int) -> tuple[int, int]:
    """Return how many short texts the window begins with, `most` at most, and their bytes.

    The last one may end behind the window.
    """
    import numpy as np  # which takes longer than most headers do

    data = np.frombuffer(window, dtype=np.uint8)
    zeros = np.flatnonzero(data == 0)
    runs = zeros[: zeros.size // _ZEROS * _ZEROS].reshape(-1, _ZEROS)[:most]
    if not runs.size or runs[0, 0] != 1:
        return 0, 0
    begins = runs[:, 0] - 1
    ends = begins + _LENGTH.size + data[begins]
    is_length = runs[:, -1] - runs[:, 0] == _ZEROS - 1
    is_length[1:] &= begins[1:] == ends[:-1]
    n_texts = int(is_length.argmin()) if not is_length.all() else len(is_length)
    return (n_texts, int(ends[n_texts - 1])) if n_texts else (0, 0)


def _any_texts(window: memoryview, most: int) -> tuple[int, int]:
    """Return how many texts of whatever kind the window begins with, and their bytes.

    At least one; the last one may end behind the window.
    """
    n_texts = position = 0
    last = len(window) - _LENGTH.size
    while n_texts < most and position <= last:
        position += _LENGTH.size + _LENGTH.unpack_from(window, position)[0]
        n_texts += 1
    return n_texts, position
