"""Restoring: stored rows → one buffer for one `llama_state_seq_set_data`.

Rows are read straight to where they end up and checked there before anyone else sees them.
Whatever is wrong with a segment shortens the result to the segments before it; nothing that was
not checked is ever handed out.

Longer than other files: one load, from its files to its buffer, in the order in which it is done.

Threads: `PrefixReader.load` runs on the store's reader thread only; the rows of several segments
are read side by side (`piece_workers.py`), each to a place of its own.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from app.core.kvstore.chain import SegmentKey
from app.core.kvstore.format.kv_section import LayoutMismatch
from app.core.kvstore.format.segment_file import (
    SNAPSHOT_MAGIC,
    SegmentDamaged,
    SegmentHeader,
    read_header,
)
from app.core.kvstore.reading.checked_planes import (
    OtherMedia,
    PlannedPlane,
    ReadTimes,
    check_cells,
    check_segment,
    check_window,
    read_planes,
)
from app.core.kvstore.reading.prefix_search import shortened_prefix
from app.core.kvstore.records import LoadedState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from io import FileIO

    from numpy.typing import NDArray

    from app.core.kvstore.folder import SegmentFolder
    from app.core.kvstore.format.kv_section import Plane
    from app.core.kvstore.format.layout import KVLayout
    from app.core.kvstore.pool import PendingSegment, Pool
    from app.core.kvstore.reading.piece_workers import PieceWorkers, SpareBuffer
    from app.core.kvstore.records import StoredPiece, StoredPrefix, Witness

    Rows = NDArray[Any]

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Times(ReadTimes):
    assemble_ms: float = 0.0

    @contextlib.contextmanager
    def add(self, name: str) -> Iterator[None]:
        began = time.perf_counter()
        try:
            yield
        finally:
            setattr(self, name, getattr(self, name) + 1e3 * (time.perf_counter() - began))

    def add_side_by_side(self, pieces: Sequence[_Times], took_ms: float) -> None:
        """Add what pieces took that were read side by side, `took_ms` for all of them."""
        spent_ms = sum(one.read_ms + one.verify_ms + one.assemble_ms for one in pieces)
        share = min(1.0, took_ms / spent_ms) if spent_ms else 0.0
        self.read_ms += share * sum(one.read_ms for one in pieces)
        self.verify_ms += share * sum(one.verify_ms for one in pieces)
        self.assemble_ms += share * sum(one.assemble_ms for one in pieces)


class _Unusable(Exception):
    """Piece number `at` of the prefix cannot be used."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


@dataclass(slots=True)
class _Assembly:
    """The buffer of one load while it is being filled.

    Attributes:
        full: full planes of `data` as rows [n_tokens, …], one array a plane.
        windowed: windowed planes as rows [n_window, …], the last of the positions.
        window_begin: position of the first of those.
        witness: of the last piece, where one stands.
    """

    layout: KVLayout
    data: NDArray[np.uint8]
    full: list[Rows]
    windowed: list[Rows]
    window_begin: int
    witness: Witness | None = None


class _Placed(NamedTuple):
    """A piece whose rows are where they belong.

    Attributes:
        witness: of its end, where one stands and all of it is used.
        times: what it took.
    """

    witness: Witness | None
    times: _Times


class _Snapshot(NamedTuple):
    """A snapshot that was found.

    Attributes:
        put: copies or reads it, checked, into a place of its size.
    """

    n_bytes: int
    witness: Witness | None
    put: Callable[[NDArray[np.uint8]], None]


class DamageHandler(Protocol):
    """Who sees to what is damaged or gone."""

    def withdraw(self, keys: Sequence[SegmentKey]) -> None:
        """Take note that segments cannot be used; they must not be found again."""

    def drop_snapshots(self, keys: Sequence[SegmentKey]) -> None:
        """Take note that the snapshots of segments cannot be used."""


def _go_on() -> None:
    pass


class PrefixReader:
    """Puts stored prefixes together.

    Args:
        folder: where the files lie.
        pool: segments still in memory.
        damage: told what is damaged or gone.
        buffer: where states are put together.
        workers: read the pieces.
        before_piece: called before each piece; whatever it raises ends the load.
    """

    def __init__(
        self,
        folder: SegmentFolder,
        pool: Pool,
        damage: DamageHandler,
        buffer: SpareBuffer,
        workers: PieceWorkers,
        before_piece: Callable[[], None] = _go_on,
    ) -> None:
        self._folder = folder
        self._pool = pool
        self._damage = damage
        self._buffer = buffer
        self._workers = workers
        self._before_piece = before_piece
        self._n_damaged = 0

    def load(self, layout: KVLayout, prefix: StoredPrefix) -> LoadedState:
        """Read, verify and assemble as much of `prefix` as is sound and can be restored.

        Damage makes it begin again with what is left: that is rare, and the system still has the
        rows in its file cache.

        Raises:
            MemoryError: the state does not fit into memory.
            LayoutMismatch: what was assembled is not a state; a defect.
        """
        times = _Times()
        self._n_damaged = 0
        while prefix.pieces:
            try:
                work = self._assemble(layout, prefix, times)
            except _Unusable as error:
                prefix = shortened_prefix(prefix, error.at, layout.needs)
                continue
            return self._finished(work, prefix, times)
        return LoadedState(n_damaged=self._n_damaged, read_ms=times.read_ms)

    def _assemble(self, layout: KVLayout, prefix: StoredPrefix, times: _Times) -> _Assembly:
        """Fill the state of `prefix`.

        Raises:
            _Unusable: a piece is damaged, gone or not readable; it has been dealt with.
        """
        n_tokens, cells = prefix.n_tokens, prefix.cells
        witness = None
        with contextlib.ExitStack() as files:
            snapshot = None
            if layout.needs_snapshot:
                with self._judging_snapshot(prefix):
                    snapshot = self._find_snapshot(layout, prefix, times, files)
            with times.add("assemble_ms"):
                n_snapshot = 0 if snapshot is None else snapshot.n_bytes
                data = self._buffer.take(layout.state_bytes(n_tokens, n_snapshot))
                views = layout.views(data, n_tokens)
            if snapshot is not None:
                witness = snapshot.witness
                with self._judging_snapshot(prefix):
                    _put_snapshot(layout, prefix, snapshot, data[data.size - n_snapshot :])
        n_full = len(layout.full_planes)
        begin = n_tokens - layout.n_window(n_tokens)
        work = _Assembly(layout, data, views[:n_full], views[n_full:], begin)
        self._place_all(work, prefix, times)
        with times.add("assemble_ms"):
            layout.complete(data, n_tokens, cells)
        if layout.needs_snapshot:
            work.witness = witness
        return work

    def _judging_snapshot(self, prefix: StoredPrefix) -> AbstractContextManager[None]:
        return self._judging(len(prefix.pieces) - 1, prefix, self._damage.drop_snapshots)

    def _place_all(self, work: _Assembly, prefix: StoredPrefix, times: _Times) -> None:
        """Put the rows of all pieces where they belong, several at a time.

        Raises:
            _Unusable: a piece is damaged, gone or not readable; it has been dealt with.
        """
        began = time.perf_counter()
        layout = work.layout
        cells = prefix.media.run(prefix.n_tokens) if prefix.media else None

        def place(piece: StoredPiece) -> _Placed:
            placed = self._place(work, prefix, piece)
            if cells is not None:
                check_cells(layout, work.full, piece, cells, prefix)
            return placed

        placed: list[_Placed] = []
        with self._workers.begin(place, prefix.pieces, self._before_piece) as results:
            for at, result in enumerate(results):
                with self._judging(at, prefix, self._damage.withdraw):
                    placed.append(result())
        work.witness = placed[-1].witness
        took_ms = 1e3 * (time.perf_counter() - began)
        times.add_side_by_side([one.times for one in placed], took_ms)

    @contextlib.contextmanager
    def _judging(
        self, at: int, prefix: StoredPrefix, withdraw: Callable[[Sequence[SegmentKey]], None]
    ) -> Iterator[None]:
        """Decide what becomes of piece `at`, whatever is wrong with it.

        Args:
            withdraw: called with it where it is damaged or gone.

        Raises:
            _Unusable: something is wrong.
        """
        key = SegmentKey(prefix.namespace, prefix.pieces[at].name)
        try:
            yield
        except FileNotFoundError:  # evicted since it was looked up
            _log.info("a stored file is gone: %s", key.name.hex())
            withdraw([key])
        except OtherMedia:
            _log.info("a stored segment is of other media: %s", key.name.hex())
        except (SegmentDamaged, OSError) as error:
            if isinstance(error, OSError) and error.errno != errno.EIO:
                _log.warning("a stored file cannot be opened now: %r", error)
            else:
                _log.warning("a stored file is damaged: %s (%r)", key.name.hex(), error)
                self._n_damaged += 1
                withdraw([key])
        else:
            return
        raise _Unusable(at)

    def _place(self, work: _Assembly, prefix: StoredPrefix, piece: StoredPiece) -> _Placed:
        times = _Times()
        key = SegmentKey(prefix.namespace, piece.name)
        waiting = self._pool.get(key)
        if waiting is not None:
            check_segment(waiting.segment, piece, prefix)
            check_window(waiting.packed.n_windowed, piece)
            _place_waiting(work, waiting, piece, times)
            return _Placed(waiting.witness if piece.is_whole else None, times)
        with self._folder.path(key).open("rb", buffering=0) as file:
            with times.add("read_ms"):
                header = read_header(file)
            check_segment(header.segment, piece, prefix)
            check_window(header.n_windowed, piece)
            _place_stored(work, file, header, piece, times)
            return _Placed(header.witness if piece.is_whole else None, times)

    def _find_snapshot(
        self,
        layout: KVLayout,
        prefix: StoredPrefix,
        times: _Times,
        files: contextlib.ExitStack,
    ) -> _Snapshot:
        """Return the snapshot of the end of `prefix`; its file is open until `files` are closed."""
        piece = prefix.pieces[-1]
        key = SegmentKey(prefix.namespace, piece.name)
        waiting = self._pool.get(key)
        if waiting is not None and waiting.packed.snapshot is not None:
            check_segment(waiting.segment, piece, prefix)
            source = waiting.packed.snapshot
            return _Snapshot(source.size, waiting.witness, lambda place: np.copyto(place, source))
        path = self._folder.snapshot_path(key)
        file = files.enter_context(path.open("rb", buffering=0))
        with times.add("read_ms"):
            header = read_header(file, SNAPSHOT_MAGIC)
        check_segment(header.segment, piece, prefix)
        if header.signature != layout.signature or len(header.stored_planes) != 1:
            raise SegmentDamaged("a snapshot of another layout")
        plane = header.stored_planes[0]

        def read(place: NDArray[np.uint8]) -> None:
            read_planes(file, [PlannedPlane(plane, place.data)], times)

        return _Snapshot(plane.n_bytes, header.witness, read)

    def _finished(self, work: _Assembly, prefix: StoredPrefix, times: _Times) -> LoadedState:
        """Check the structure of the buffer once more and hand it out."""
        with times.add("assemble_ms"):
            work.layout.check_state(work.data, prefix.n_tokens, prefix.cells)
        return LoadedState(
            n_tokens=prefix.n_tokens,
            buffer=work.data.data,
            witness=work.witness,
            n_damaged=self._n_damaged,
            read_ms=times.read_ms,
            verify_ms=times.verify_ms,
            assemble_ms=times.assemble_ms,
        )


def _put_snapshot(
    layout: KVLayout, prefix: StoredPrefix, snapshot: _Snapshot, place: NDArray[np.uint8]
) -> None:
    """Put a snapshot where it belongs.

    Raises:
        SegmentDamaged: it is not one of that position.
    """
    snapshot.put(place)
    try:
        layout.check_snapshot(place, prefix.media.position(prefix.n_tokens))
    except LayoutMismatch as error:
        raise SegmentDamaged(str(error)) from error


class _Target(NamedTuple):
    """Where the rows of one plane of a piece go.

    Attributes:
        place: rows of the state; may be fewer than the piece has.
        first: number of the first row of the piece that goes there.
        n_rows: rows of the piece.
    """

    plane: Plane
    place: Rows
    first: int
    n_rows: int


def _targets(work: _Assembly, piece: StoredPiece, n_windowed: int) -> list[_Target]:
    """Return the places of all planes of a piece, in the order in which they are stored."""
    n_tokens = piece.end - piece.begin
    used_end = piece.begin + piece.n_used
    targets = [
        _Target(plane, view[piece.begin : used_end], 0, n_tokens)
        for plane, view in zip(work.layout.full_planes, work.full, strict=True)
    ]
    windowed_from = piece.end - n_windowed
    begin = min(used_end, max(windowed_from, work.window_begin))
    for plane, view in zip(work.layout.windowed_planes, work.windowed, strict=True):
        place = view[max(0, begin - work.window_begin) : max(0, used_end - work.window_begin)]
        targets.append(_Target(plane, place, max(0, begin - windowed_from), n_windowed))
    return targets


def _place_waiting(
    work: _Assembly, waiting: PendingSegment, piece: StoredPiece, times: _Times
) -> None:
    packed = waiting.packed
    if waiting.layout.signature != work.layout.signature:
        raise SegmentDamaged("rows of another layout")
    sources = waiting.layout.unpack(packed.rows, waiting.segment.n_tokens, packed.n_windowed)
    with times.add("assemble_ms"):
        for target, source in zip(_targets(work, piece, packed.n_windowed), sources, strict=True):
            target.place[:] = source[target.first : target.first + len(target.place)]


def _place_stored(
    work: _Assembly, file: FileIO, header: SegmentHeader, piece: StoredPiece, times: _Times
) -> None:
    targets = _targets(work, piece, header.n_windowed)
    sizes = [target.n_rows * target.plane.row_bytes for target in targets]
    if header.signature != work.layout.signature or sizes != [
        c.n_bytes for c in header.stored_planes
    ]:
        raise SegmentDamaged("rows of another layout")
    planned: list[PlannedPlane] = []
    aside: list[tuple[_Target, NDArray[np.uint8]]] = []
    for target, stored_plane in zip(targets, header.stored_planes, strict=True):
        place = target.place
        if not len(place):
            continue
        if len(place) == target.n_rows and place.flags.c_contiguous:
            planned.append(PlannedPlane(stored_plane, place.reshape(-1).view("u1").data))
            continue
        scratch = np.empty(stored_plane.n_bytes, np.uint8)
        planned.append(PlannedPlane(stored_plane, scratch.data))
        aside.append((target, scratch))
    read_planes(file, planned, times)
    with times.add("assemble_ms"):
        for target, scratch in aside:
            rows = target.plane.packed(scratch, target.n_rows)
            target.place[:] = rows[target.first : target.first + len(target.place)]
