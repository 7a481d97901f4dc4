"""Which cells of a sequence belong to media, and at which positions the cells lie.

A token of text takes a cell and a position. So does a cell of most media; with M-RoPE, all cells
of a picture share one position and have a row and a column beside it, and the text behind goes on
after as many positions as its longer side has cells. Where that is so, a cell is not its position,
and this table is what tells the one from the other.

Cells and positions are counted from where the table begins: a sequence, or one segment of it. A
chunk may begin before that (first cell negative) where a segment holds the rest of it.

Ids for the cells of a medium, so that sequences with media are compared like any others. They are
negative, which no token is, and follow from the medium's digest: two media differ from their first
cell on, but for one pair in two thousand million. What has to be certain compares the media tables
as well (`media_table.py`).

Threads: frozen values and pure functions, any thread.
Source: llama.cpp tools/mtmd/mtmd.cpp, mtmd_image_tokens_get_decoder_pos (llama-cpp-python 0.3.36).
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Self

from app.core.content.media import DIGEST_BYTES, MediaDigest, MediaKind
from app.core.plain_value import PlainValue, replace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int32]


_TAG = b"hearth.cells.v1"
_SIGN = 0x80000000


def pseudo_token_ids(digest: MediaDigest, number: int, n_cells: int) -> NDArray[np.int32]:
    """Return the ids of the cells of one chunk of a medium.

    Args:
        digest: of the medium.
        number: of the chunk among those of the medium, from 0.
        n_cells: of the chunk.

    Returns:
        int32 [n_cells], all negative; those of fewer cells are a beginning of those of more.
    """
    import numpy as np  # not before it is needed: most that know of media need no more

    stream = hashlib.shake_128(_TAG + digest + struct.pack("<I", number)).digest(4 * n_cells)
    return (np.frombuffer(stream, "<u4") | np.uint32(_SIGN)).astype(np.uint32).view(np.int32)


# first cell, cells, positions, kind, number of the chunk, columns, rows, digest
_CHUNK = struct.Struct(f"<iIIHHII{DIGEST_BYTES}s")
CHUNK_BYTES = _CHUNK.size
_MAX_CELLS = 1 << 20  # of a chunk; far more than any projector makes
_MAX_NUMBER = 1 << 16


class TableMismatch(ValueError):
    """A table is impossible, or not that of these token ids."""


class MediaChunk(PlainValue, frozen=True):
    """A run of cells that belong to one medium.

    Attributes:
        first: its first cell; negative where that lies before the table's beginning.
        n_cells: of all of it.
        n_pos: positions that it takes.
        number: of the chunk among those of its medium, from 0.
        columns: of a picture whose cells share their position; 0 where each has its own.
        rows: likewise.

    Raises:
        TableMismatch: there is no such chunk.
    """

    first: int
    n_cells: int
    n_pos: int
    kind: MediaKind
    number: int
    digest: MediaDigest
    columns: int = 0
    rows: int = 0

    def __post_init__(self) -> None:
        is_sound = (
            0 < self.n_cells <= _MAX_CELLS
            and -self.n_cells < self.first < 1 << 31
            and 0 <= self.number < _MAX_NUMBER
            and len(self.digest) == DIGEST_BYTES
        )
        if self.has_grid:
            is_sound &= self.kind is MediaKind.IMAGE
            is_sound &= self.columns > 0 and self.columns * self.rows == self.n_cells
            is_sound &= self.n_pos == max(self.columns, self.rows)
        else:
            is_sound &= self.n_pos == self.n_cells
        if not is_sound:
            raise TableMismatch("no chunk of a medium is like that")

    @property
    def has_grid(self) -> bool:
        """Whether its cells share one position."""
        return self.columns != 0 or self.rows != 0

    @property
    def end(self) -> int:
        """The cell behind its last."""
        return self.first + self.n_cells

    def encode(self) -> bytes:
        """Return its 40 bytes."""
        numbers = (self.first, self.n_cells, self.n_pos, self.kind, self.number)
        return _CHUNK.pack(*numbers, self.columns, self.rows, self.digest)

    @classmethod
    def decode(cls, data: bytes) -> Self:
        """Return the chunk with these bytes.

        Raises:
            TableMismatch: there is none.
        """
        first, n_cells, n_pos, kind, number, columns, rows, digest = _CHUNK.unpack(data)
        if kind not in set(MediaKind):
            raise TableMismatch(f"a medium of kind {kind}")
        kind, digest = MediaKind(kind), MediaDigest(digest)
        return cls(first, n_cells, n_pos, kind, number, digest, columns, rows)


class CellRun(NamedTuple):
    """Where consecutive cells lie.

    Attributes:
        pos: position of each, int32 [n].
        y: row of each; its position where it has none, int32 [n].
        x: column of each; likewise, int32 [n].
        next_pos: position of the cell behind them.
    """

    pos: Ints
    y: Ints
    x: Ints
    next_pos: int


@dataclass(frozen=True)
class MediaTable:
    """The chunks of some cells, in order, none reaching into another.

    Raises:
        TableMismatch: they do.
    """

    chunks: tuple[MediaChunk, ...] = ()

    def __post_init__(self) -> None:
        for before, behind in itertools.pairwise(self.chunks):
            if behind.first < before.end:
                raise TableMismatch("media lie in one another")
        if any(chunk.end <= 0 for chunk in self.chunks):
            raise TableMismatch("a medium lies before the beginning")

    def __bool__(self) -> bool:
        return bool(self.chunks)

    @functools.cached_property
    def has_grids(self) -> bool:
        """Whether any cells share their position: only then a cell may not be its position."""
        return any(chunk.has_grid for chunk in self.chunks)

    # -- positions --

    def position(self, cell: int) -> int:
        """Return the position of a cell of a sequence, whatever it holds or will hold."""
        n_shared = 0
        for chunk in self.chunks:
            if chunk.first >= cell:
                break
            if chunk.end > cell:
                return chunk.first - n_shared if chunk.has_grid else cell - n_shared
            n_shared += chunk.n_cells - chunk.n_pos
        return cell - n_shared

    def run(self, n_cells: int, begin_pos: int = 0) -> CellRun:
        """Return where the first cells lie.

        Args:
            n_cells: how many.
            begin_pos: position of the first of them.
        """
        import numpy as np  # not before it is needed: most that know of media need no more

        pos = np.arange(begin_pos, begin_pos + n_cells, dtype=np.int32)
        places: list[tuple[slice, Ints, Ints]] = []
        next_pos, at = begin_pos, 0
        for chunk in self.chunks:
            begin, end = max(0, chunk.first), min(n_cells, chunk.end)
            if begin >= n_cells:
                break
            pos[at:begin] = np.arange(next_pos, next_pos + begin - at)
            next_pos += begin - at
            if chunk.has_grid:
                cells = np.arange(begin - chunk.first, end - chunk.first, dtype=np.int32)
                pos[begin:end] = next_pos
                row, column = np.divmod(cells, np.int32(chunk.columns))
                places.append((slice(begin, end), next_pos + row, next_pos + column))
                next_pos += chunk.n_pos if end == chunk.end else 0
            else:
                pos[begin:end] = np.arange(next_pos, next_pos + end - begin)
                next_pos += end - begin
            at = end
        pos[at:] = np.arange(next_pos, next_pos + n_cells - at)
        y, x = pos.copy(), pos.copy()
        for cells_of, rows, columns in places:
            y[cells_of], x[cells_of] = rows, columns
        return CellRun(pos, y, x, next_pos + n_cells - at)

    # -- parts --

    def part(self, begin: int, end: int) -> MediaTable:
        """Return the table of the cells `[begin, end)`, counted from `begin`."""
        return MediaTable(
            tuple(
                replace(chunk, first=chunk.first - begin)
                for chunk in self.chunks
                if chunk.first < end and chunk.end > begin
            )
        )

    def whole(self, n_cells: int) -> int:
        """Return how many of the first cells a sequence can be cut to: no chunk is cut in two."""
        for chunk in self.chunks:
            if chunk.first < n_cells < chunk.end:
                return max(0, chunk.first)
        return n_cells

    def alike(self, other: MediaTable, n_cells: int) -> int:
        """Return how many of the first cells are of the same media as those of another sequence.

        Args:
            other: the table of that.
            n_cells: no more than so many; no chunk is cut in two.
        """
        for mine, theirs in itertools.zip_longest(self.chunks, other.chunks):
            first = min(chunk.first for chunk in (mine, theirs) if chunk is not None)
            if first >= n_cells:
                break
            if mine != theirs or mine.end > n_cells:
                return max(0, first)
        return n_cells

    def chunk_at(self, cell: int) -> MediaChunk | None:
        """Return the chunk that a cell belongs to; None of text."""
        return next((one for one in self.chunks if one.first <= cell < one.end), None)

    def next_medium(self, cell: int) -> int | None:
        """Return the first cell of a medium that is not before a cell; None where there is none."""
        later = (max(cell, one.first) for one in self.chunks if one.end > cell)
        return next(later, None)

    def media(self) -> tuple[tuple[int, int], ...]:
        """Return for each medium its first cell, and the one behind its last, in order."""
        found: list[tuple[int, int]] = []
        follows: tuple[MediaDigest, int] | None = None  # what goes on with the medium before
        for chunk in self.chunks:
            goes_on = follows == (chunk.digest, chunk.number)
            begin = found.pop()[0] if goes_on else chunk.first
            found.append((begin, chunk.end))
            follows = chunk.digest, chunk.number + 1
        return tuple(found)

    def text_end(self, n_cells: int) -> int:
        """Return how many of the first cells a sequence can be cut to so that text comes last."""
        for chunk in reversed(self.chunks):
            if chunk.first < n_cells <= chunk.end:
                n_cells = chunk.first
        return max(0, n_cells)

    # -- tokens --

    def fill(self, token_ids: Ints) -> None:
        """Write the ids of all cells of media into those of a sequence, in place."""
        for chunk in self.chunks:
            begin, end = max(0, chunk.first), min(token_ids.size, chunk.end)
            if begin >= end:
                break
            ids = pseudo_token_ids(chunk.digest, chunk.number, end - chunk.first)
            token_ids[begin:end] = ids[begin - chunk.first :]

    def check(self, token_ids: Ints) -> None:
        """Check that these are the ids of a sequence with these media.

        Raises:
            TableMismatch: a cell of a medium has another id, or one of text the id of a medium's.
        """
        if self.chunks and self.chunks[-1].first >= token_ids.size:
            raise TableMismatch("a medium lies behind the end")
        import numpy as np

        expected = np.maximum(token_ids, 0)
        self.fill(expected)
        if not np.array_equal(expected, token_ids):
            raise TableMismatch("the ids are not those of these media")

    # -- bytes --

    def encode(self) -> bytes:
        """Return 40 bytes a chunk."""
        return b"".join(chunk.encode() for chunk in self.chunks)

    @classmethod
    def decode(cls, data: bytes) -> Self:
        """Return the table with these bytes.

        Raises:
            TableMismatch: there is none.
        """
        if len(data) % CHUNK_BYTES:
            raise TableMismatch(f"{len(data)} bytes are no chunks")
        parts = range(0, len(data), CHUNK_BYTES)
        return cls(tuple(MediaChunk.decode(data[at : at + CHUNK_BYTES]) for at in parts))


NO_MEDIA = MediaTable()
