"""Cells that do not lie at their own number: those of pictures with M-RoPE, and all behind them.

Cells of such a picture share a position; a row and a column, in the extra bytes of each cell, tell
them apart. Sorted by position, row and column, cells are in the order of the sequence, whatever the
order in which llama.cpp holds them.

Threads: pure functions, any thread.
Source: llama.cpp src/llama-kv-cache.cpp, llama_kv_cell_ext and state_write_meta (0c1e57098).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from app.core.kvstore.format.kv_section import LayoutMismatch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from app.core.content import CellRun
    from app.core.kvstore.format.kv_section import FoundSection

    Bytes = NDArray[np.uint8]
    Rows = NDArray[Any]

_NO_TOKEN = -1


def chosen_cells(data: Bytes, found: FoundSection, cells: CellRun) -> list[Rows]:
    """Return the rows of some cells, in their order.

    Raises:
        LayoutMismatch: the section has not exactly these cells in a row, or is of a window: which
            cells a window still holds is not worked out for positions that are shared.
    """
    section = found.section
    if section.is_windowed:
        raise LayoutMismatch("a window over cells that share positions")
    n_cells = found.positions.size
    views = section.views(data, found.at, n_cells)
    y = x = found.positions
    if section.has_ext:
        x, y, _token = np.ascontiguousarray(views[0]).view("<i4").reshape(n_cells, 3).T
    order = np.lexsort((x, y, found.positions))
    places = np.stack([found.positions, y, x])[:, order]
    wanted = np.stack([cells.pos, cells.y, cells.x])
    if not section.has_ext:
        wanted[1:] = wanted[0]
    begin = int((places == wanted[:, :1]).all(axis=0).argmax())
    chosen = slice(begin, begin + wanted.shape[1])
    if not np.array_equal(places[:, chosen], wanted):
        raise LayoutMismatch(f"does not hold the cells at {wanted[:, 0]} to {wanted[:, -1]}")
    return [rows[order[chosen]] for rows in views]


def extra_bytes(cells: CellRun, token_ids: NDArray[np.int32]) -> Bytes:
    """Return what llama.cpp keeps in each cell beside its position: uint8 [n, 12].

    Column, row and token as i32; a cell of a medium has no token.
    """
    tokens = np.where(token_ids < 0, np.int32(_NO_TOKEN), token_ids)
    extra = np.stack([cells.x, cells.y, tokens], axis=1).astype("<i4")
    return extra.view(np.uint8)
