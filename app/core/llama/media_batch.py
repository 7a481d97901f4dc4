"""Computes the cells of media in a context: batches of vectors in place of tokens.

What a picture or a sound is in a prompt: marks of text, and cells that are computed.

Threads: the engine thread only.
Source: llama.cpp include/llama.h (llama_batch: with M-RoPE, `pos` of vectors has four axes, one
after the other) and tools/mtmd/mtmd-helper.cpp, llama-cpp-python 0.3.36.
"""

from __future__ import annotations

import contextlib
import ctypes
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from llama_cpp import llama_cpp as native

from app.core.content.media import MediaDigest, MediaKind
from app.core.content.media_table import MediaChunk, MediaTable
from app.core.errors import BugError
from app.core.llama.context import DecodeOutcome
from app.core.llama.errors import MediaTooLarge
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    import numpy.typing as npt

    from app.core.llama.context import Context


class MarkerTokens(PlainValue, frozen=True):
    """Tokens that the model is used to see around or between media.

    Attributes:
        token_ids: each in the model's vocabulary.
    """

    token_ids: tuple[int, ...]

    @property
    def n_cells(self) -> int:
        """One a token."""
        return len(self.token_ids)


class MediaCells(PlainValue, frozen=True):
    """Cells that the projector computes.

    Attributes:
        number: of this part among those with cells, from 0.
        n_cells: how many there are.
        n_pos: positions that they take; fewer than cells with M-RoPE.
        columns: of a picture whose cells share their position; 0 where each has its own.
        rows: likewise.
        is_causal: whether a cell sees only those before it; else all are computed at once.
    """

    kind: MediaKind
    number: int
    n_cells: int
    n_pos: int
    columns: int = 0
    rows: int = 0
    is_causal: bool = True

    def chunk(self, first: int, digest: MediaDigest) -> MediaChunk:
        """Return its line in the table of a sequence.

        Args:
            first: its first cell there.
            digest: of the medium.
        """
        return MediaChunk(
            first, self.n_cells, self.n_pos, self.kind, self.number, digest, self.columns, self.rows
        )


MediaPart: TypeAlias = MarkerTokens | MediaCells


N_AXES = 4  # time, row, column and one that nothing uses
_FLOAT_POINTER = ctypes.POINTER(ctypes.c_float)
_POS_POINTER = ctypes.POINTER(native.llama_pos)
_ANY_DIGEST = MediaDigest(bytes(16))


class EncodedPart(NamedTuple):
    """A part of a medium that can be computed.

    Attributes:
        rows: what the projector has made of it, float32 [n_cells, n_embd_inp].
    """

    cells: MediaCells
    rows: npt.NDArray[np.float32]


class MediaBatch:
    """Some vectors of one sequence in place of tokens; none of their logits is wanted.

    `llama_batch_init` makes room for one position a vector, which M-RoPE overruns, so the arrays
    are our own, and live as long as this.

    Args:
        seq_id: of the sequence.
        rows: float32 [n, width], contiguous; not copied.
        positions: int32 [n_axes, n], contiguous; not copied.
    """

    n_outputs = 0

    def __init__(
        self, seq_id: int, rows: npt.NDArray[np.float32], positions: npt.NDArray[np.int32]
    ) -> None:
        n = len(rows)
        self._rows = rows
        self._positions = positions
        self._ids = (native.llama_seq_id * 1)(seq_id)
        self._id_counts = (ctypes.c_int32 * n)(*[1] * n)
        pointer = ctypes.cast(self._ids, ctypes.POINTER(native.llama_seq_id))
        self._id_pointers = (type(pointer) * n)(*[pointer] * n)
        self._is_output = (ctypes.c_int8 * n)()
        self._batch = native.llama_batch(
            n_tokens=n,
            token=None,
            embd=rows.ctypes.data_as(_FLOAT_POINTER),
            pos=positions.ctypes.data_as(_POS_POINTER),
            n_seq_id=self._id_counts,
            seq_id=self._id_pointers,
            logits=self._is_output,
        )

    @property
    def handle(self) -> Any:
        """The native structure, for `Context.decode` only."""
        return self._batch


def check_room(context: Context, cells: MediaCells) -> None:
    """Check that a context can compute these cells.

    Raises:
        MediaTooLarge: cells that see each other are more than it computes at once. llama.cpp would
            end the process, or compute nonsense.
    """
    most = min(context.n_batch, context.params.n_ubatch)
    if not cells.is_causal and cells.n_cells > most:
        raise MediaTooLarge(n=cells.n_cells, most=most)


def decode_media(
    context: Context,
    seq_id: int,
    part: EncodedPart,
    pos: int,
    begin: int = 0,
    most: int = 0,
) -> tuple[DecodeOutcome, int]:
    """Compute the next cells of one part of a medium: all of them, or as many as one batch takes.

    Args:
        context: of the model that the rows were made for.
        seq_id: of the sequence.
        part: what the projector has made.
        pos: position of its first cell.
        begin: cells of it that are computed already.
        most: no more than so many, where a cell sees only those before it; 0 for all.

    Returns:
        How it ended, and how many cells of it are computed then. After NO_ROOM and ABORTED the
        sequence may hold a part of what is missing.

    Raises:
        MediaTooLarge: as `check_room`.
        BugError: the rows are not those of this part or this model.
        DecodeFailure: llama.cpp failed for good.
    """
    cells, rows = part
    check_room(context, cells)
    if rows.shape != (cells.n_cells, context.n_embd_inp) or rows.dtype != np.float32:
        raise BugError(f"rows {rows.shape} are not of {cells.n_cells} cells of this model")
    if not 0 <= begin < cells.n_cells or (begin and not cells.is_causal):
        raise BugError(f"cell {begin} of {cells.n_cells} is no beginning")
    room = min(most, context.n_batch) if most and cells.is_causal else context.n_batch
    end = min(cells.n_cells, begin + room)
    places = positions_of(cells, pos, n_axes=N_AXES if context.uses_mrope else 1)
    wanted = np.ascontiguousarray(rows[begin:end])
    batch = MediaBatch(seq_id, wanted, np.ascontiguousarray(places[:, begin:end]))
    sight = contextlib.nullcontext() if cells.is_causal else context.seeing_all()
    with sight:
        outcome = context.decode(batch)
    return outcome, end if outcome is DecodeOutcome.DONE else begin


def positions_of(cells: MediaCells, pos: int, *, n_axes: int) -> npt.NDArray[np.int32]:
    """Return the positions of all cells of a part as a batch wants them: int32 [n_axes, n_cells].

    Raises:
        BugError: its cells share a position, which a model without M-RoPE does not know.
    """
    chunk = cells.chunk(0, _ANY_DIGEST)
    run = MediaTable((chunk,)).run(cells.n_cells, pos)
    if n_axes == 1:
        if chunk.has_grid:
            raise BugError("rows and columns of a picture for a model without M-RoPE")
        return run.pos.reshape(1, -1)
    return np.stack([run.pos, run.y, run.x, np.zeros_like(run.pos)])
