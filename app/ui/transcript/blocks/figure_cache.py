"""The formulas and images of the transcript, drawn on a second thread and kept for a while.

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
    from app.ui.transcript.blocks.figure import DrawnFigure

_MAX_BYTES = 64_000_000
_FAILED_BYTES = 200
_KEPT_S = 5.0  # after it was asked for

FigureKey = FormulaKey | ImageKey


class NotDrawn(enum.Enum):
    """Why there is no image."""

    PENDING = enum.auto()
    IMPOSSIBLE = enum.auto()


class FigureCache:
    """Pictures by what they show; those unused for longest are forgotten."""

    def __init__(self) -> None:
        self._work = SideWork("pictures")
        self._drawn_figures: OrderedDict[FigureKey, DrawnFigure | None] = OrderedDict()
        self._asked: set[FigureKey] = set()
        self._drawn: dict[FigureKey, DrawnFigure | None] = {}  # written by the worker, key by key
        self._asked_at: dict[FigureKey, float] = {}  # monotonic seconds
        self._n_bytes = 0

    def figure(self, key: FigureKey) -> DrawnFigure | NotDrawn:
        """Return an image, or why there is none; asks for it to be drawn."""
        self._collect()
        self._asked_at[key] = time.monotonic()
        if key in self._drawn_figures:
            self._drawn_figures.move_to_end(key)
            return self._drawn_figures[key] or NotDrawn.IMPOSSIBLE
        if key not in self._asked:
            self._asked.add(key)
            self._work.add(partial(self._draw, key))
        return NotDrawn.PENDING

    def is_pending(self, key: FigureKey) -> bool:
        """Return whether an image is still being drawn."""
        self._collect()
        return key in self._asked

    def _draw(self, key: FigureKey) -> None:
        self._drawn[key] = draw_formula(key) if isinstance(key, FormulaKey) else read_image(key)

    def _collect(self) -> None:
        for key in list(self._drawn):
            figure = self._drawn.pop(key)
            self._asked.discard(key)
            self._drawn_figures[key] = figure
            self._n_bytes += _size(key, figure)
        self._forget_some()

    def _forget_some(self) -> None:
        """Forget what was not asked for lately; else what is shown would be drawn for ever."""
        long_ago = time.monotonic() - _KEPT_S
        while self._n_bytes > _MAX_BYTES:
            oldest = next(iter(self._drawn_figures))
            if self._asked_at.get(oldest, 0.0) > long_ago:
                return
            self._asked_at.pop(oldest, None)
            self._n_bytes -= _size(oldest, self._drawn_figures.pop(oldest))


def _size(key: FigureKey, figure: DrawnFigure | None) -> int:
    name = len(key.tex if isinstance(key, FormulaKey) else key.path)
    return _FAILED_BYTES + 2 * name + (0 if figure is None else int(figure.image.sizeInBytes()))


@lru_cache(maxsize=1)
def figure_cache() -> FigureCache:
    """Return the images of this process."""
    return FigureCache()
