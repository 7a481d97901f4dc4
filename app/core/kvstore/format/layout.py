"""How one model's state bytes are arranged, and what of them must be kept to restore a prefix.

State bytes are attention cache sections (`kv_section.py`), then for recurrent and hybrid models a
section that only native code understands. Of these are kept:

- rows of sections that hold every token: once for each token;
- rows of sections that hold a sliding window: for the last tokens of each segment;
- what follows the sections, as a snapshot of one position.

Where the bytes cannot be proved to be so, all of them are the snapshot. A layout is only handed out
after it has reproduced the bytes it was read from (`layout_detection.py`); every later use checks
the whole structure again, so that native code never sees a header that was not proved or written
here.

Touches neither disk nor llama.cpp. Threads: values and pure functions, any thread.
Sources: llama.cpp src/llama-memory-hybrid*.cpp, llama-kv-cache-iswa.cpp, llama-memory-recurrent.cpp
state_write (0c1e57098).
"""

from __future__ import annotations

import functools
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import xxhash

from app.core.kvstore.format.kv_section import FoundSection, KVSection, LayoutMismatch, chosen_cells
from app.core.plain_value import replace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from app.core.content.media_table import CellRun
    from app.core.kvstore.format.kv_section import Plane

    Bytes = NDArray[np.uint8]
    Blob = bytes | bytearray | memoryview | Bytes
    Rows = NDArray[Any]

MAGIC = 0xAF143CD8
HEAD = struct.Struct("<Ii")  # magic, sequence id
_RECURRENT_HEAD = struct.Struct("<IiI")  # cells, position of the cell, sequence ids in it
_FACTS = struct.Struct("<I??B")  # window, needs a snapshot, is opaque, number of sections
_SIGNATURE_TAG = b"hearth.kvlayout.v2"


class RestoreNeeds(NamedTuple):
    """What a prefix must have to be restorable beside the rows of all its tokens.

    Attributes:
        window: windowed rows of so many tokens before its end, 0 for none.
        snapshot: a snapshot of exactly its end.
    """

    window: int = 0
    snapshot: bool = False


class PackedState(NamedTuple):
    """What is kept of the state of one segment.

    Attributes:
        rows: plane after plane, token-major: full planes of all its tokens, then windowed planes.
        n_windowed: tokens at its end that the windowed planes hold.
        snapshot: of its end, None when none was asked for or the layout has none.
    """

    rows: Bytes
    n_windowed: int = 0
    snapshot: Bytes | None = None

    @property
    def n_bytes(self) -> int:
        """Bytes of everything."""
        return self.rows.nbytes + (0 if self.snapshot is None else self.snapshot.nbytes)


@dataclass(frozen=True)
class KVLayout:
    """The sections of one model's state.

    Attributes:
        sections: attention caches, in the order of the state bytes.
        window: positions a windowed section holds; 0 without one.
        needs_snapshot: whether bytes follow the sections that are only kept as snapshots.
        is_opaque: whether those bytes are the whole state and say nothing about their position.
    """

    sections: tuple[KVSection, ...]
    window: int = 0
    needs_snapshot: bool = False
    is_opaque: bool = False

    @classmethod
    def opaque(cls) -> KVLayout:
        """Return the layout of states that are not understood: nothing but a snapshot."""
        return cls((), needs_snapshot=True, is_opaque=True)

    @functools.cached_property
    def full_planes(self) -> tuple[Plane, ...]:
        """Planes that have a row for every token."""
        return tuple(p for s in self.sections if not s.is_windowed for p in s.planes)

    @functools.cached_property
    def windowed_planes(self) -> tuple[Plane, ...]:
        """Planes that have rows for the last tokens only."""
        return tuple(p for s in self.sections if s.is_windowed for p in s.planes)

    @functools.cached_property
    def planes(self) -> tuple[Plane, ...]:
        """All planes in the order in which they are stored."""
        return self.full_planes + self.windowed_planes

    @functools.cached_property
    def bytes_per_token(self) -> int:
        """Bytes of one token's rows over all planes."""
        return sum(plane.row_bytes for plane in self.planes)

    @property
    def needs(self) -> RestoreNeeds:
        """What makes a prefix restorable."""
        return RestoreNeeds(self.window, self.needs_snapshot)

    @functools.cached_property
    def signature(self) -> bytes:
        """16 bytes that differ whenever the stored rows of two layouts do; part of the fingerprint.

        Which way round a state holds V is not among it: a chat comes back with flash attention and
        without, with layers on a GPU and with none.
        """
        stored = replace(self, sections=tuple(one.as_stored() for one in self.sections))
        return xxhash.xxh3_128_digest(_SIGNATURE_TAG + stored.description)

    @functools.cached_property
    def description(self) -> bytes:
        """Bytes that say all of it; `from_description` reads them."""
        facts = _FACTS.pack(self.window, self.needs_snapshot, self.is_opaque, len(self.sections))
        return b"".join([facts, *(section.signature for section in self.sections)])

    @classmethod
    def from_description(cls, data: bytes) -> KVLayout:
        """Return the layout with this description.

        Raises:
            LayoutMismatch: none has.
        """
        if len(data) < _FACTS.size:
            raise LayoutMismatch("cut off")
        window, needs_snapshot, is_opaque, n_sections = _FACTS.unpack_from(data)
        sections, at = [], _FACTS.size
        for _ in range(n_sections):
            section, at = KVSection.from_signature(data, at)
            sections.append(section)
        layout = cls(tuple(sections), window, needs_snapshot, is_opaque)
        if layout.description != data:
            raise LayoutMismatch("not as a layout is described")
        return layout

    # -- out of a state --

    def pack(
        self,
        blob: Blob,
        begin: int,
        end: int,
        *,
        with_snapshot: bool = False,
        cells: CellRun | None = None,
    ) -> PackedState:
        """Copy what is to be kept of the cells [begin, end).

        Args:
            blob: state bytes of one sequence.
            begin: number of the first cell.
            end: number of the cell after the last.
            with_snapshot: keep a snapshot too; the state must then end at `end`.
            cells: where they lie; None where each lies at its own number.

        Raises:
            LayoutMismatch: `blob` is arranged otherwise, lacks rows, or is a state of another end.
        """
        data = np.frombuffer(blob, np.uint8)
        found, snapshot_at = self.sections_of(data)
        full: list[Rows] = []
        windowed: list[Rows] = []
        for section in found:
            if cells is None:
                wanted, rows = chosen_rows(data, section, begin, end)
            else:
                wanted, rows = end - begin, chosen_cells(data, section, cells)
            (windowed if section.section.is_windowed else full).extend(rows[:])
            if not section.section.is_windowed and wanted != end - begin:
                raise LayoutMismatch(f"{wanted} rows of the {end - begin} from {begin} on")
        n_windowed = min((len(rows) for rows in windowed), default=0)
        windowed = [rows[len(rows) - n_windowed :] for rows in windowed]
        size = sum(rows.nbytes for rows in (*full, *windowed))
        packed = PackedState(np.empty(size, np.uint8), n_windowed, None)
        for target, source in zip(
            self.unpack(packed.rows, end - begin, n_windowed), (*full, *windowed), strict=True
        ):
            np.copyto(target, source)
        if not (with_snapshot and self.needs_snapshot):
            return packed
        snapshot = data[snapshot_at:]
        self.check_snapshot(snapshot, end if cells is None else cells.next_pos)
        return packed._replace(snapshot=snapshot.copy())

    def unpack(self, packed: Bytes, n_tokens: int, n_windowed: int = 0) -> list[Rows]:
        """View the rows of a `PackedState` as arrays, one a plane; shares memory."""
        views, at = [], 0
        for plane, n_rows in self.row_counts(n_tokens, n_windowed):
            size = n_rows * plane.row_bytes
            views.append(plane.packed(packed[at : at + size], n_rows))
            at += size
        return views

    def row_counts(self, n_tokens: int, n_windowed: int) -> list[tuple[Plane, int]]:
        """Return every plane with how many rows a segment has of it."""
        return [
            *((plane, n_tokens) for plane in self.full_planes),
            *((plane, n_windowed) for plane in self.windowed_planes),
        ]

    # -- into a state --

    def n_window(self, n_tokens: int) -> int:
        """Return how many of `n_tokens` tokens a windowed section holds."""
        return min(n_tokens, self.window)

    def state_bytes(self, n_tokens: int, n_snapshot: int = 0) -> int:
        """Return the size of the state of the first `n_tokens` cells.

        In so many bytes, put the snapshot last, fill the planes through `views`, then call
        `complete`.

        Args:
            n_tokens: cells.
            n_snapshot: bytes of the snapshot, where the layout has one.
        """
        sizes = [section.n_bytes(self._n_cells(section, n_tokens)) for section in self.sections]
        return HEAD.size + sum(sizes) + n_snapshot

    def complete(self, data: Bytes, n_tokens: int, cells: CellRun | None = None) -> None:
        """Write what is neither rows nor snapshot into the state of the first cells of sequence 0.

        After the rows: the headers lie all over the state, and touching fresh memory twice, once
        for them and once for the rows, is slower than once.

        Args:
            data: of the size that `state_bytes` tells.
            n_tokens: as there.
            cells: where they lie; None where each lies at its own number.
        """
        positions = np.arange(n_tokens) if cells is None else cells.pos
        HEAD.pack_into(data.data, 0, MAGIC, 0)
        at = HEAD.size
        for section in self.sections:
            n_cells = self._n_cells(section, n_tokens)
            section.write_headers(data, at, positions[n_tokens - n_cells :], 0)
            at += section.n_bytes(n_cells)

    def views(self, data: Bytes, n_tokens: int) -> list[Rows]:
        """View the planes of a state as rows, full ones first; shares memory.

        Full planes have rows [0, n_tokens), windowed ones the last `n_window(n_tokens)` of them.
        """
        full: list[Rows] = []
        windowed: list[Rows] = []
        at = HEAD.size
        for section in self.sections:
            n_cells = self._n_cells(section, n_tokens)
            (windowed if section.is_windowed else full).extend(section.views(data, at, n_cells))
            at += section.n_bytes(n_cells)
        return full + windowed

    def check_state(self, blob: Blob, n_tokens: int, cells: CellRun | None = None) -> None:
        """Check the whole structure of an assembled state, all but the rows themselves.

        Args:
            blob: of the first `n_tokens` cells.
            n_tokens: as of `complete`.
            cells: as there.

        Raises:
            LayoutMismatch: not exactly the positions it should have, in order, or a header, a size
                or a sequence id is not what `complete` writes.
        """
        data = np.frombuffer(blob, np.uint8)
        found, snapshot_at = self.sections_of(data)
        positions = np.arange(n_tokens) if cells is None else cells.pos
        for one in found:
            first = n_tokens - self._n_cells(one.section, n_tokens)
            if not np.array_equal(one.positions, positions[first:]):
                raise LayoutMismatch(f"the cells are not those from {first} to {n_tokens - 1}")
            if one.section.seq_id(data, one.at) != 0:
                raise LayoutMismatch("the state is not of sequence 0")
        if HEAD.unpack_from(data.data)[1] != 0:
            raise LayoutMismatch("the state is not of sequence 0")
        if self.needs_snapshot:
            self.check_snapshot(data[snapshot_at:], _next_pos(n_tokens, cells))

    def check_snapshot(self, snapshot: Bytes, next_pos: int) -> None:
        """Check that the bytes behind the sections are a state with text last, before `next_pos`.

        Raises:
            LayoutMismatch: they are not. llama.cpp aborts the process on some that are not.
        """
        if self.is_opaque:
            if not snapshot.size:
                raise LayoutMismatch("an empty state")
        elif not _is_recurrent(snapshot, next_pos):
            raise LayoutMismatch(f"no recurrent state before position {next_pos}")

    def sections_of(self, data: Bytes) -> tuple[list[FoundSection], int]:
        """Find and check every section; return them and where the snapshot begins.

        Raises:
            LayoutMismatch: a section is arranged otherwise, or bytes are left over.
        """
        if data.size < HEAD.size or HEAD.unpack_from(data.data)[0] != MAGIC:
            raise LayoutMismatch("no state bytes")
        found, at = [], HEAD.size
        for section in self.sections:
            positions, end = section.check(data, at)
            found.append(FoundSection(section, at, positions))
            at = end
        if at != data.size and not self.needs_snapshot:
            raise LayoutMismatch(f"{data.size - at} bytes too many")
        return found, at

    def _n_cells(self, section: KVSection, n_tokens: int) -> int:
        return self.n_window(n_tokens) if section.is_windowed else n_tokens


def chosen_rows(data: Bytes, found: FoundSection, begin: int, end: int) -> tuple[int, list[Rows]]:
    """Return the rows of [begin, end) that a section has, sorted by position, and their number.

    Shares memory with `data` where the cells are in order.

    Raises:
        LayoutMismatch: the positions are no run, or what there is does not reach `end`.
    """
    n_cells = found.positions.size
    views = found.section.views(data, found.at, n_cells)
    if not n_cells:
        return 0, views
    first = int(found.positions.min())
    order = np.argsort(found.positions)
    run = np.arange(first, first + n_cells)
    if first < 0 or not np.array_equal(found.positions[order], run):
        raise LayoutMismatch("the positions are not one run without gaps")
    if not begin < end <= first + n_cells:
        raise LayoutMismatch(f"holds [{first}, {first + n_cells}), not [{begin}, {end})")
    begin = min(end, max(begin, first))
    wanted: slice | NDArray[np.intp] = order[begin - first : end - first]
    if np.array_equal(order, np.arange(n_cells)):
        wanted = slice(begin - first, end - first)  # in order: no copy
    return end - begin, [rows[wanted] for rows in views]


def _next_pos(n_tokens: int, cells: CellRun | None) -> int:
    return n_tokens if cells is None else cells.next_pos


def _is_recurrent(snapshot: Bytes, next_pos: int) -> bool:
    """Tell whether bytes begin like a recurrent section with one cell, the tail."""
    if snapshot.size <= _RECURRENT_HEAD.size:
        return False
    return bool(_RECURRENT_HEAD.unpack_from(snapshot.data) == (1, next_pos - 1, 0))
