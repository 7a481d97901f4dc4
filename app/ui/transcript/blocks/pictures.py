"""The formulas and pictures of the transcript, drawn on a second thread and kept for a while.

Threads: interface thread; the second one only draws.
"""

from __future__ import annotations

import enum
import time
from collections import OrderedDict
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from app.ui.side_work import SideWork
from app.ui.transcript.blocks.formula import FormulaKey, draw_formula
from app.ui.transcript.blocks.local_image import ImageKey, read_image

if TYPE_CHECKING:
    from app.ui.transcript.blocks.figure import Picture

_MAX_BYTES = 64_000_000
_FAILED_BYTES = 200
_KEPT_S = 5.0  # after it was asked for

PictureKey = FormulaKey | ImageKey


class Missing(enum.Enum):
    """Why there is no picture."""

    PENDING = enum.auto()
    IMPOSSIBLE = enum.auto()


class PictureShelf:
    """Pictures by what they show; those unused for longest are forgotten."""

    def __init__(self) -> None:
        self._work = SideWork("pictures")
        self._pictures: OrderedDict[PictureKey, Picture | None] = OrderedDict()
        self._asked: set[PictureKey] = set()
        self._drawn: dict[PictureKey, Picture | None] = {}  # written by the worker, key by key
        self._asked_at: dict[PictureKey, float] = {}  # monotonic seconds
        self._n_bytes = 0

    def picture(self, key: PictureKey) -> Picture | Missing:
        """Return a picture, or why there is none; asks for it to be drawn."""
        self._collect()
        self._asked_at[key] = time.monotonic()
        if key in self._pictures:
            self._pictures.move_to_end(key)
            return self._pictures[key] or Missing.IMPOSSIBLE
        if key not in self._asked:
            self._asked.add(key)
            self._work.add(partial(self._draw, key))
        return Missing.PENDING

    def is_pending(self, key: PictureKey) -> bool:
        """Return whether a picture is still being drawn."""
        self._collect()
        return key in self._asked

    def _draw(self, key: PictureKey) -> None:
        self._drawn[key] = draw_formula(key) if isinstance(key, FormulaKey) else read_image(key)

    def _collect(self) -> None:
        for key in list(self._drawn):
            picture = self._drawn.pop(key)
            self._asked.discard(key)
            self._pictures[key] = picture
            self._n_bytes += _size(key, picture)
        self._forget_some()

    def _forget_some(self) -> None:
        """Forget what was not asked for lately; else what is shown would be drawn for ever."""
        long_ago = time.monotonic() - _KEPT_S
        while self._n_bytes > _MAX_BYTES:
            oldest = next(iter(self._pictures))
            if self._asked_at.get(oldest, 0.0) > long_ago:
                return
            self._asked_at.pop(oldest, None)
            self._n_bytes -= _size(oldest, self._pictures.pop(oldest))


def _size(key: PictureKey, picture: Picture | None) -> int:
    name = len(key.tex if isinstance(key, FormulaKey) else key.path)
    return _FAILED_BYTES + 2 * name + (0 if picture is None else int(picture.image.sizeInBytes()))


@lru_cache(maxsize=1)
def pictures() -> PictureShelf:
    """Return the pictures of this process."""
    return PictureShelf()
