"""One attention cache section of state bytes: cells, then K and V of every layer.

Inside the store rows are always token-major, [n_tokens, row_bytes]; a transposed V is turned on the
way in and out. Cells of models with positions in several axes (M-RoPE) carry 12 bytes more, which
are treated as one plane more.

Touches neither disk nor llama.cpp. Threads: values and pure functions, any thread.
Source: llama.cpp src/llama-kv-cache.cpp state_write, _meta and _data (0c1e57098).

Cells that do not lie at their own number: those of pictures with M-RoPE, and all behind them. Cells
of such a picture share a position; a row and a column, in the extra bytes of each cell, tell them
apart. Sorted by position, row and column, cells are in the order of the sequence, whatever the
order in which llama.cpp holds them.

Source: llama.cpp src/llama-kv-cache.cpp, llama_kv_cell_ext and state_write_meta (0c1e57098).
"""

from __future__ import annotations

import functools
import struct
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from app.core.plain_value import PlainValue, replace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]
    Rows = NDArray[Any]
    from app.core.content.media_table import CellRun


_CELLS_HEAD = struct.Struct("<II")  # number of streams, number of cells
_LAYERS_HEAD = struct.Struct("<II")  # V transposed, number of layers
_ROWS_HEAD = struct.Struct("<iQ")  # ggml type, bytes of one row
_TRANSPOSED_HEAD = struct.Struct("<iII")  # ggml type, bytes of one element, elements of one row
_PLANE_HEAD_BYTES = 12  # of either kind
_SIGNATURE_HEAD = struct.Struct("<???II")  # has V, has extra bytes, is windowed; as `_LAYERS_HEAD`
_EXT_BYTES = 12
_CELL = np.dtype([("pos", "<i4"), ("n_seq_id", "<u4"), ("seq_id", "<i4")])
_CELL_WITH_EXT = np.dtype(
    [("pos", "<i4"), ("n_seq_id", "<u4"), ("ext", "u1", (_EXT_BYTES,)), ("seq_id", "<i4")]
)

_MAX_LAYERS = 4096
_MAX_ROW_BYTES = 1 << 28
_ELEMENT_TYPES = {1: "<u1", 2: "<u2", 4: "<u4", 8: "<u8"}


class LayoutMismatch(Exception):
    """Bytes are not arranged as this layout says, or do not hold the rows asked for."""


class Plane(PlainValue, frozen=True):
    """K or V of one layer, or the extra bytes of the cells.

    Attributes:
        ggml_type: type of the values.
        row_bytes: bytes of one token's row.
        element_bytes: bytes of one value where the state holds the plane transposed, 0 elsewhere.
    """

    ggml_type: int
    row_bytes: int
    element_bytes: int = 0

    def header(self) -> bytes:
        """Return the 12 bytes in front of the plane's data."""
        if not self.element_bytes:
            return _ROWS_HEAD.pack(self.ggml_type, self.row_bytes)
        n_elements = self.row_bytes // self.element_bytes
        return _TRANSPOSED_HEAD.pack(self.ggml_type, self.element_bytes, n_elements)

    def token_major(self, data: Bytes, n_tokens: int) -> Rows:
        """View the plane as it lies in state bytes as rows [n_tokens, …]; shares memory."""
        if not self.element_bytes:
            return data.reshape(n_tokens, self.row_bytes)
        return data.view(self.dtype).reshape(-1, n_tokens).T

    def packed(self, data: Bytes, n_tokens: int) -> Rows:
        """View stored bytes of the plane, always token-major, as rows of the same shape."""
        return data.view(self.dtype).reshape(n_tokens, self.row_bytes // (self.element_bytes or 1))

    @property
    def dtype(self) -> str:
        """The numpy type of the values in a row: bytes, or elements where they must be turned."""
        return _ELEMENT_TYPES[self.element_bytes or 1]


_EXT_PLANE = Plane(0, _EXT_BYTES)


@dataclass(frozen=True)
class KVSection:
    """The planes of one attention cache: all K, then all V.

    There may be none: where every layer has a window, the cache of the others has cells only.

    Attributes:
        k: one plane a layer.
        v: as many, or none (MLA).
        v_trans: whether V is held transposed.
        has_ext: whether cells carry 12 bytes more.
        is_windowed: whether it holds only the last positions, as wide as the model's window.
    """

    k: tuple[Plane, ...]
    v: tuple[Plane, ...]
    v_trans: bool
    has_ext: bool = False
    is_windowed: bool = False

    @classmethod
    def read(
        cls, data: Bytes, at: int, n_tokens: int, *, has_v: bool, has_ext: bool
    ) -> KVSection | None:
        """Read the plane headers at `at`, trusting none of them; None when they cannot be such."""
        try:
            n_streams, n_cells = _CELLS_HEAD.unpack_from(data.data, at)
            if n_streams != 1 or n_cells != n_tokens or not n_tokens:
                return None
            at += _CELLS_HEAD.size + n_tokens * (_CELL_WITH_EXT if has_ext else _CELL).itemsize
            v_trans, n_layers = _LAYERS_HEAD.unpack_from(data.data, at)
            if v_trans not in (0, 1) or n_layers > _MAX_LAYERS:
                return None
            at += _LAYERS_HEAD.size
            planes: list[Plane] = []
            for i in range(n_layers * (2 if has_v else 1)):
                plane = _plane_of_header(data.data, at, transposed=bool(v_trans) and i >= n_layers)
                if plane is None:
                    return None
                planes.append(plane)
                at += _PLANE_HEAD_BYTES + n_tokens * plane.row_bytes
        except struct.error:  # the bytes end inside a header
            return None
        if at > data.size:
            return None
        return cls(tuple(planes[:n_layers]), tuple(planes[n_layers:]), bool(v_trans), has_ext)

    @functools.cached_property
    def planes(self) -> tuple[Plane, ...]:
        """All planes as they are stored: the extra bytes first, then K, then V."""
        return (_EXT_PLANE, *self._tensors) if self.has_ext else self._tensors

    @functools.cached_property
    def _tensors(self) -> tuple[Plane, ...]:
        return self.k + self.v

    @functools.cached_property
    def signature(self) -> bytes:
        """Bytes that differ whenever two sections do."""
        head = _SIGNATURE_HEAD.pack(
            bool(self.v), self.has_ext, self.is_windowed, self.v_trans, len(self.k)
        )
        return b"".join([head, *(plane.header() for plane in self._tensors)])

    @classmethod
    def from_signature(cls, data: bytes, at: int) -> tuple[KVSection, int]:
        """Return the section whose signature begins at `at`, and where that ends.

        Raises:
            LayoutMismatch: no section has such a signature.
        """
        try:
            has_v, has_ext, is_windowed, v_trans, n_layers = _SIGNATURE_HEAD.unpack_from(data, at)
            at += _SIGNATURE_HEAD.size
            if v_trans > 1 or n_layers > _MAX_LAYERS:
                raise LayoutMismatch(f"{n_layers} layers, V transposed: {v_trans}")
            planes = []
            for i in range(n_layers * (1 + has_v)):
                planes.append(
                    _plane_of_header(data, at, transposed=bool(v_trans) and i >= n_layers)
                )
                at += _PLANE_HEAD_BYTES
        except struct.error as error:
            raise LayoutMismatch("cut off") from error
        found = [plane for plane in planes if plane is not None]
        if len(found) < len(planes):
            raise LayoutMismatch("an impossible plane")
        k, v = tuple(found[:n_layers]), tuple(found[n_layers:])
        return cls(k, v, bool(v_trans), has_ext, is_windowed), at

    def as_stored(self) -> KVSection:
        """Return the section with all its rows token-major."""
        v = tuple(replace(plane, element_bytes=0) for plane in self.v)
        return replace(self, v=v, v_trans=False)

    def n_bytes(self, n_cells: int) -> int:
        """Return the size of the section with `n_cells` cells, in bytes."""
        return self._offsets(n_cells)[-1]

    def views(self, data: Bytes, at: int, n_cells: int) -> list[Rows]:
        """View the planes of the section at `at` as rows [n_cells, …]; shares memory."""
        if not n_cells:
            return [np.empty((0, 1), plane.dtype) for plane in self.planes]
        offsets = self._offsets(n_cells)
        rows = [
            plane.token_major(data[at + begin + _PLANE_HEAD_BYTES : at + end], n_cells)
            for plane, (begin, end) in zip(self._tensors, pairwise(offsets), strict=True)
        ]
        return [self._cells(data, at, n_cells)["ext"], *rows] if self.has_ext else rows

    def write_headers(
        self, data: Bytes, at: int, positions: NDArray[np.integer[Any]], seq_id: int
    ) -> None:
        """Write everything but the rows; `positions` are those of the cells, in their order."""
        n_cells = positions.size
        _CELLS_HEAD.pack_into(data.data, at, 1, n_cells)
        if not n_cells:
            return
        cells = self._cells(data, at, n_cells)
        cells["pos"], cells["n_seq_id"], cells["seq_id"] = positions, 1, seq_id
        offsets = self._offsets(n_cells)
        _LAYERS_HEAD.pack_into(
            data.data, at + offsets[0] - _LAYERS_HEAD.size, self.v_trans, len(self.k)
        )
        for plane, begin in zip(self._tensors, offsets[:-1], strict=True):
            head = data[at + begin : at + begin + _PLANE_HEAD_BYTES]
            head[:] = np.frombuffer(plane.header(), np.uint8)

    def check(self, data: Bytes, at: int) -> tuple[NDArray[np.int32], int]:
        """Check every header of the section at `at` against the size of `data`.

        Returns:
            The positions, cell by cell, and where the section ends.

        Raises:
            LayoutMismatch: it is not such a section.
        """
        if data.size < at + _CELLS_HEAD.size:
            raise LayoutMismatch("too short for a section")
        n_streams, n_cells = _CELLS_HEAD.unpack_from(data.data, at)
        end = at + self.n_bytes(n_cells)
        if n_streams != 1 or end > data.size or (not n_cells and not self.is_windowed):
            raise LayoutMismatch(f"{n_streams} streams, {n_cells} cells, {data.size} bytes")
        if not n_cells:
            return np.empty(0, np.int32), end
        offsets = self._offsets(n_cells)
        head = _LAYERS_HEAD.unpack_from(data.data, at + offsets[0] - _LAYERS_HEAD.size)
        if head != (self.v_trans, len(self.k)):
            raise LayoutMismatch("another number of layers, or V the other way round")
        for plane, begin in zip(self._tensors, offsets[:-1], strict=True):
            head_at = at + begin
            if data[head_at : head_at + _PLANE_HEAD_BYTES].tobytes() != plane.header():
                raise LayoutMismatch("another type or row size")
        cells = self._cells(data, at, n_cells)
        if (cells["n_seq_id"] != 1).any() or (cells["seq_id"] != cells["seq_id"][0]).any():
            raise LayoutMismatch("cells of more than one sequence")
        positions: NDArray[np.int32] = cells["pos"]
        return positions, end

    def seq_id(self, data: Bytes, at: int) -> int:
        """Return the sequence that the cells of a checked section belong to, 0 without cells."""
        n_cells = _CELLS_HEAD.unpack_from(data.data, at)[1]
        return int(self._cells(data, at, n_cells)["seq_id"][0]) if n_cells else 0

    def _cells(self, data: Bytes, at: int, n_cells: int) -> NDArray[np.void]:
        dtype = _CELL_WITH_EXT if self.has_ext else _CELL
        begin = at + _CELLS_HEAD.size
        return data[begin : begin + n_cells * dtype.itemsize].view(dtype)

    def _offsets(self, n_cells: int) -> list[int]:
        """Return where each plane's header begins, and the size of the section."""
        if not n_cells:
            return [_CELLS_HEAD.size]
        cell = _CELL_WITH_EXT if self.has_ext else _CELL
        offsets = [_CELLS_HEAD.size + n_cells * cell.itemsize + _LAYERS_HEAD.size]
        for plane in self._tensors:
            offsets.append(offsets[-1] + _PLANE_HEAD_BYTES + n_cells * plane.row_bytes)
        return offsets


class FoundSection(NamedTuple):
    """A section inside a state."""

    section: KVSection
    at: int
    positions: NDArray[np.int32]


def _plane_of_header(data: bytes | memoryview, at: int, *, transposed: bool) -> Plane | None:
    if not transposed:
        ggml_type, row_bytes = _ROWS_HEAD.unpack_from(data, at)
        plane = Plane(ggml_type, row_bytes)
    else:
        ggml_type, element_bytes, n_elements = _TRANSPOSED_HEAD.unpack_from(data, at)
        if element_bytes not in _ELEMENT_TYPES:
            return None
        plane = Plane(ggml_type, element_bytes * n_elements, element_bytes)
    return plane if 1 <= plane.row_bytes <= _MAX_ROW_BYTES else None


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
