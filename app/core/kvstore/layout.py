"""How one model's state bytes are arranged: state bytes ↔ rows per layer.

Understands the bytes of `llama_state_seq_get_data` when they are one attention cache section: K
rows, with V rows, with V transposed, or without V (MLA). A layout is only handed out after it has
reproduced the bytes it was read from; every later use checks the whole structure again, so that
native code never sees a header that this file did not prove or write.

A plane is the K or the V of one layer. Inside the store rows are always token-major,
[n_tokens, row_bytes]; a transposed V is turned on the way in and out.

Touches neither disk nor llama.cpp. Threads: values and pure functions, any thread.
Source: llama.cpp src/llama-kv-cache.cpp state_write, _meta and _data (0c1e57098).
"""

from __future__ import annotations

import functools
import struct
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import xxhash

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]
    Blob = bytes | bytearray | memoryview | Bytes
    Rows = NDArray[Any]

_MAGIC = 0xAF143CD8
_STATE_HEAD = struct.Struct("<IiII")  # magic, sequence id, number of streams, number of cells
_SECTION_HEAD = struct.Struct("<II")  # V transposed, number of layers
_ROWS_HEAD = struct.Struct("<iQ")  # ggml type, bytes of one row
_TRANSPOSED_HEAD = struct.Struct("<iII")  # ggml type, bytes of one element, elements of one row
_PLANE_HEAD_BYTES = 12  # of either kind
_CELL = np.dtype([("pos", "<i4"), ("n_seq_id", "<u4"), ("seq_id", "<i4")])

_MAX_LAYERS = 4096
_MAX_ROW_BYTES = 1 << 28
_ELEMENT_TYPES = {1: "<u1", 2: "<u2", 4: "<u4", 8: "<u8"}
_SIGNATURE_TAG = b"hearth.kvlayout.v1"


class LayoutMismatch(Exception):
    """Bytes are not arranged as this layout says, or do not hold the rows asked for."""


@dataclass(frozen=True, slots=True)
class Plane:
    """K or V of one layer.

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
        return data.view(self.dtype).reshape(n_tokens, -1)

    @property
    def dtype(self) -> str:
        """The numpy type of the values in a row: bytes, or elements where they must be turned."""
        return _ELEMENT_TYPES[self.element_bytes or 1]


@dataclass(frozen=True)
class KVLayout:
    """The planes of one attention cache section: all K, then all V.

    Attributes:
        k: one plane a layer.
        v: as many, or none.
        v_trans: whether V is held transposed.
    """

    k: tuple[Plane, ...]
    v: tuple[Plane, ...]
    v_trans: bool

    @classmethod
    def detect(cls, blob: Blob, n_tokens: int) -> KVLayout | None:
        """Read the layout off state bytes that hold `n_tokens` tokens, and prove it on them.

        Returns:
            A layout that consumed every byte and wrote the same bytes again, for positions that
            form one run without a gap in any order of cells; None for everything else.
        """
        data = np.frombuffer(blob, np.uint8)
        for has_v in (True, False):
            layout = _read_planes(data, n_tokens, has_v=has_v)
            if layout is not None and _reproduces(layout, data, n_tokens):
                return layout
        return None

    @functools.cached_property
    def planes(self) -> tuple[Plane, ...]:
        """All planes in the order of the state bytes."""
        return self.k + self.v

    @functools.cached_property
    def bytes_per_token(self) -> int:
        """Bytes of one token's rows over all planes."""
        return sum(plane.row_bytes for plane in self.planes)

    @functools.cached_property
    def signature(self) -> bytes:
        """16 bytes that differ whenever two layouts do; part of the fingerprint."""
        parts = [
            _SIGNATURE_TAG,
            _SECTION_HEAD.pack(self.v_trans, len(self.k)),
            bytes([bool(self.v)]),
        ]
        parts += [plane.header() for plane in self.planes]
        return xxhash.xxh3_128_digest(b"".join(parts))

    def state_bytes(self, n_tokens: int) -> int:
        """Return the size of a state of `n_tokens` tokens, in bytes."""
        return self._offsets(n_tokens)[-1]

    def rows(self, blob: Blob, begin: int, end: int) -> list[Rows]:
        """Return the rows of positions [begin, end), one array a plane.

        Args:
            blob: state bytes of one sequence that hold at least these positions.
            begin: first position.
            end: position after the last.

        Returns:
            Arrays [end - begin, …], token-major, sorted by position. They share memory with `blob`
            where its cells are in order; copy before `blob` changes.

        Raises:
            LayoutMismatch: `blob` is arranged otherwise, or its positions are no run that covers
                [begin, end).
        """
        data = np.frombuffer(blob, np.uint8)
        positions = self._check(data)
        n_cells = positions.size
        first = int(positions.min())
        order = np.argsort(positions)
        if first < 0 or not np.array_equal(positions[order], np.arange(first, first + n_cells)):
            raise LayoutMismatch("the positions are not one run without gaps")
        if not first <= begin < end <= first + n_cells:
            raise LayoutMismatch(f"holds [{first}, {first + n_cells}), not [{begin}, {end})")
        wanted: slice | NDArray[np.intp] = order[begin - first : end - first]
        if np.array_equal(order, np.arange(n_cells)):
            wanted = slice(begin - first, end - first)  # in order: no copy
        return [rows[wanted] for rows in self.views(data, n_cells)]

    def pack(self, blob: Blob, begin: int, end: int) -> Bytes:
        """Copy the rows of [begin, end) into one buffer, plane after plane, token-major.

        Raises:
            LayoutMismatch: as `rows`.
        """
        rows = self.rows(blob, begin, end)
        packed = np.empty((end - begin) * self.bytes_per_token, np.uint8)
        for target, source in zip(self.unpack(packed, end - begin), rows, strict=True):
            np.copyto(target, source)
        return packed

    def unpack(self, packed: Bytes, n_tokens: int) -> list[Rows]:
        """View a buffer made by `pack` as rows, one array a plane; shares memory."""
        views, at = [], 0
        for plane in self.planes:
            size = n_tokens * plane.row_bytes
            views.append(plane.packed(packed[at : at + size], n_tokens))
            at += size
        return views

    def blank(self, n_tokens: int) -> Bytes:
        """Return state bytes for positions [0, n_tokens) of sequence 0 with the rows still to fill.

        Every header is written; the contents of the planes are undefined. Fill them through
        `views`.
        """
        data = np.empty(self.state_bytes(n_tokens), np.uint8)
        cells = np.empty(n_tokens, _CELL)
        cells["pos"] = np.arange(n_tokens)
        cells["n_seq_id"] = 1
        cells["seq_id"] = 0
        self._write_headers(data, seq_id=0, cells=cells)
        return data

    def views(self, data: Bytes, n_tokens: int) -> list[Rows]:
        """View the planes of state bytes as rows [n_tokens, …]; shares memory."""
        return [
            plane.token_major(data[begin + _PLANE_HEAD_BYTES : end], n_tokens)
            for plane, (begin, end) in zip(
                self.planes, pairwise(self._offsets(n_tokens)), strict=True
            )
        ]

    def assemble(self, pieces: Sequence[Sequence[Rows]]) -> memoryview:
        """Put rows together into one state for positions [0, n).

        Args:
            pieces: in order of position, each as `rows` returns it.

        Returns:
            Bytes for one `llama_state_seq_set_data`, the caller's to keep.
        """
        n_tokens = sum(len(piece[0]) for piece in pieces)
        data = self.blank(n_tokens)
        at = 0
        for piece in pieces:
            end = at + len(piece[0])
            for target, source in zip(self.views(data, n_tokens), piece, strict=True):
                target[at:end] = source
            at = end
        return data.data

    def shorten(self, data: Bytes, n_tokens: int, n_kept: int) -> Bytes:
        """Return a new state with the first `n_kept` of the `n_tokens` tokens of `data`."""
        shorter = self.blank(n_kept)
        both = zip(self.views(shorter, n_kept), self.views(data, n_tokens), strict=True)
        for target, source in both:
            target[:] = source[:n_kept]
        return shorter

    def check_state(self, blob: Blob, n_tokens: int) -> None:
        """Check the whole structure of an assembled state, all but the rows themselves.

        Raises:
            LayoutMismatch: not exactly the positions 0 to n_tokens - 1 in order, or a header, a
                size or a sequence id is not what `blank` writes.
        """
        data = np.frombuffer(blob, np.uint8)
        positions = self._check(data)
        if not np.array_equal(positions, np.arange(n_tokens)):
            raise LayoutMismatch(f"the cells are not the positions 0 to {n_tokens - 1}")
        if _STATE_HEAD.unpack_from(data.data)[1] != 0 or _cells(data, n_tokens)["seq_id"].any():
            raise LayoutMismatch("the state is not of sequence 0")

    def _check(self, data: Bytes) -> NDArray[np.int32]:
        """Check every header against the size of `data`; return the positions, cell by cell."""
        if data.size < _STATE_HEAD.size:
            raise LayoutMismatch("too short for a state")
        magic, _, n_streams, n_cells = _STATE_HEAD.unpack_from(data.data)
        if magic != _MAGIC or n_streams != 1 or n_cells == 0:
            raise LayoutMismatch(f"magic {magic:#x}, {n_streams} streams, {n_cells} cells")
        offsets = self._offsets(n_cells)
        if offsets[-1] != data.size:
            raise LayoutMismatch(f"{n_cells} cells take {offsets[-1]} bytes, not {data.size}")
        section = _SECTION_HEAD.unpack_from(data.data, offsets[0] - _SECTION_HEAD.size)
        if section != (self.v_trans, len(self.k)):
            raise LayoutMismatch("another number of layers, or V the other way round")
        for plane, at in zip(self.planes, offsets[:-1], strict=True):
            if data[at : at + _PLANE_HEAD_BYTES].tobytes() != plane.header():
                raise LayoutMismatch("another type or row size")
        cells = _cells(data, n_cells)
        if (cells["n_seq_id"] != 1).any() or (cells["seq_id"] != cells["seq_id"][0]).any():
            raise LayoutMismatch("cells of more than one sequence")
        positions: NDArray[np.int32] = cells["pos"]
        return positions

    def _offsets(self, n_tokens: int) -> list[int]:
        """Return where each plane's header begins, and the size of the whole state."""
        offsets = [_STATE_HEAD.size + n_tokens * _CELL.itemsize + _SECTION_HEAD.size]
        for plane in self.planes:
            offsets.append(offsets[-1] + _PLANE_HEAD_BYTES + n_tokens * plane.row_bytes)
        return offsets

    def _write_headers(self, data: Bytes, *, seq_id: int, cells: NDArray[np.void]) -> None:
        offsets = self._offsets(cells.size)
        _STATE_HEAD.pack_into(data.data, 0, _MAGIC, seq_id, 1, cells.size)
        data[_STATE_HEAD.size : offsets[0] - _SECTION_HEAD.size] = cells.view(np.uint8)
        _SECTION_HEAD.pack_into(
            data.data, offsets[0] - _SECTION_HEAD.size, self.v_trans, len(self.k)
        )
        for plane, at in zip(self.planes, offsets[:-1], strict=True):
            data[at : at + _PLANE_HEAD_BYTES] = np.frombuffer(plane.header(), np.uint8)


def _cells(data: Bytes, n_cells: int) -> NDArray[np.void]:
    return np.frombuffer(data, _CELL, count=n_cells, offset=_STATE_HEAD.size)


def _read_planes(data: Bytes, n_tokens: int, *, has_v: bool) -> KVLayout | None:
    """Read the plane headers, trusting none of them; None when they cannot be such headers."""
    at = _STATE_HEAD.size + n_tokens * _CELL.itemsize
    try:
        v_trans, n_layers = _SECTION_HEAD.unpack_from(data.data, at)
        if v_trans not in (0, 1) or not 1 <= n_layers <= _MAX_LAYERS:
            return None
        at += _SECTION_HEAD.size
        planes: list[Plane] = []
        for i in range(n_layers * (2 if has_v else 1)):
            plane = _read_plane(data, at, transposed=bool(v_trans) and i >= n_layers)
            if plane is None:
                return None
            planes.append(plane)
            at += _PLANE_HEAD_BYTES + n_tokens * plane.row_bytes
    except struct.error:  # the bytes end inside a header
        return None
    return KVLayout(tuple(planes[:n_layers]), tuple(planes[n_layers:]), bool(v_trans))


def _read_plane(data: Bytes, at: int, *, transposed: bool) -> Plane | None:
    if not transposed:
        ggml_type, row_bytes = _ROWS_HEAD.unpack_from(data.data, at)
        plane = Plane(ggml_type, row_bytes)
    else:
        ggml_type, element_bytes, n_elements = _TRANSPOSED_HEAD.unpack_from(data.data, at)
        if element_bytes not in _ELEMENT_TYPES:
            return None
        plane = Plane(ggml_type, element_bytes * n_elements, element_bytes)
    return plane if 1 <= plane.row_bytes <= _MAX_ROW_BYTES else None


def _reproduces(layout: KVLayout, data: Bytes, n_tokens: int) -> bool:
    """Take `data` apart and put it together again; tell whether every byte is the same."""
    try:
        if layout._check(data).size != n_tokens:  # noqa: SLF001 - same module
            return False
        first = int(_cells(data, n_tokens)["pos"].min())
        rows = layout.rows(data, first, first + n_tokens)
    except LayoutMismatch:
        return False
    cells = _cells(data, n_tokens)
    again = np.zeros_like(data)
    layout._write_headers(again, seq_id=_STATE_HEAD.unpack_from(data.data)[1], cells=cells.copy())  # noqa: SLF001
    for target, source in zip(layout.views(again, n_tokens), rows, strict=True):
        target[:] = source[cells["pos"] - first]
    return bool(np.array_equal(again, data))
