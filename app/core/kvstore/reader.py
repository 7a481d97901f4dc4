"""Restoring: stored rows → one buffer for one `llama_state_seq_set_data`.

Rows are read straight to where they end up and checked there before anyone else sees them.
Whatever is wrong with a segment shortens the result to the segments before it; nothing that was
not checked is ever handed out.

Threads: `Reader.load` runs on the store's reader thread only.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
import xxhash

from app.core.kvstore.chain import Key
from app.core.kvstore.records import LoadedState
from app.core.kvstore.segment_file import SegmentDamaged, SegmentHeader, read_header

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from app.core.kvstore.folder import SegmentFolder
    from app.core.kvstore.layout import KVLayout
    from app.core.kvstore.pool import PendingSegment, Pool
    from app.core.kvstore.records import Segment, StoredPiece, StoredPrefix, Witness
    from app.core.kvstore.segment_file import Chunk

    Rows = NDArray[Any]

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Times:
    read_ms: float = 0.0
    verify_ms: float = 0.0
    assemble_ms: float = 0.0

    @contextlib.contextmanager
    def add(self, name: str) -> Iterator[None]:
        began = time.perf_counter()
        try:
            yield
        finally:
            setattr(self, name, getattr(self, name) + 1e3 * (time.perf_counter() - began))


@dataclass(slots=True)
class _Assembly:
    """The buffer of one load while it is being filled.

    Attributes:
        views: planes of `data` as rows, one array a plane.
        n_done: tokens whose rows are in place and checked.
        witness: of the last of them, where a witness stands.
    """

    layout: KVLayout
    data: NDArray[np.uint8]
    views: list[Rows]
    times: _Times = field(default_factory=_Times)
    n_done: int = 0
    n_damaged: int = 0
    witness: Witness | None = None


class Reader:
    """Puts stored prefixes together.

    Args:
        folder: where the files lie.
        pool: segments still in memory.
        withdraw: told which segment is damaged or gone; it must not be found again.
    """

    def __init__(
        self, folder: SegmentFolder, pool: Pool, withdraw: Callable[[list[Key]], None]
    ) -> None:
        self._folder = folder
        self._pool = pool
        self._withdraw = withdraw

    def load(self, layout: KVLayout, prefix: StoredPrefix) -> LoadedState:
        """Read, verify and assemble as much of `prefix` as is sound.

        Raises:
            MemoryError: the state does not fit into memory.
            LayoutMismatch: what was assembled is not a state; a defect.
        """
        if not prefix.pieces:
            return LoadedState()
        times = _Times()
        with times.add("assemble_ms"):
            data = layout.blank(prefix.n_tokens)
        work = _Assembly(layout, data, layout.views(data, prefix.n_tokens), times)
        wanted = np.frombuffer(prefix.token_ids, "<i4")
        for piece in prefix.pieces:
            key = Key(prefix.namespace, piece.name)
            ids = wanted[piece.begin : piece.begin + piece.n_used]
            if not self._place_or_withdraw(work, key, piece, ids):
                break
        return _finished(work, prefix.n_tokens)

    def _place_or_withdraw(
        self, work: _Assembly, key: Key, piece: StoredPiece, ids: NDArray[np.int32]
    ) -> bool:
        """Place one piece; False when it cannot be used."""
        try:
            self._place(work, key, piece, ids)
        except FileNotFoundError:  # evicted since it was looked up
            _log.info("a stored segment is gone: %s", key.name.hex())
            self._withdraw([key])
            return False
        except (SegmentDamaged, OSError) as error:
            if isinstance(error, OSError) and error.errno != errno.EIO:
                _log.warning("a stored segment cannot be opened now: %r", error)
                return False
            _log.warning("a stored segment is damaged: %s (%r)", key.name.hex(), error)
            work.n_damaged += 1
            self._withdraw([key])
            return False
        work.n_done += piece.n_used
        return True

    def _place(self, work: _Assembly, key: Key, piece: StoredPiece, ids: NDArray[np.int32]) -> None:
        waiting = self._pool.get(key)
        if waiting is not None:
            _check_segment(waiting.segment, key, piece, ids)
            _place_waiting(work, waiting, piece)
            work.witness = waiting.witness if piece.is_whole else None
            return
        with self._folder.path(key).open("rb", buffering=0) as file:
            with work.times.add("read_ms"):
                header = read_header(file)
            _check_segment(header.segment, key, piece, ids)
            _place_stored(work, file, header, piece)
            work.witness = header.witness if piece.is_whole else None


def _check_segment(segment: Segment, key: Key, piece: StoredPiece, ids: NDArray[np.int32]) -> None:
    """Compare what a segment says it is with what was looked up, token by token."""
    if segment.key != key or (segment.begin, segment.end) != (piece.begin, piece.end):
        raise SegmentDamaged("another segment lies under this name")
    if not np.array_equal(segment.token_ids[: piece.n_used], ids):
        raise SegmentDamaged("other tokens lie under this name")


def _place_waiting(work: _Assembly, waiting: PendingSegment, piece: StoredPiece) -> None:
    if waiting.layout.signature != work.layout.signature:
        raise SegmentDamaged("rows of another layout")
    at = piece.begin
    sources = waiting.layout.unpack(waiting.packed, waiting.segment.n_tokens)
    with work.times.add("assemble_ms"):
        for target, source in zip(work.views, sources, strict=True):
            target[at : at + piece.n_used] = source[: piece.n_used]


def _place_stored(
    work: _Assembly, file: BinaryIO, header: SegmentHeader, piece: StoredPiece
) -> None:
    n_tokens = header.segment.n_tokens
    sizes = [n_tokens * plane.row_bytes for plane in work.layout.planes]
    if header.signature != work.layout.signature or sizes != [c.n_bytes for c in header.chunks]:
        raise SegmentDamaged("rows of another layout")
    at = piece.begin
    for plane, target, chunk in zip(work.layout.planes, work.views, header.chunks, strict=True):
        place = target[at : at + piece.n_used]
        if piece.is_whole and not plane.element_bytes:
            _read_checked(work, file, chunk, place.reshape(-1))
            continue
        scratch = np.empty(chunk.n_bytes, np.uint8)
        _read_checked(work, file, chunk, scratch)
        with work.times.add("assemble_ms"):
            place[:] = plane.packed(scratch, n_tokens)[: piece.n_used]


def _read_checked(work: _Assembly, file: BinaryIO, chunk: Chunk, place: NDArray[np.uint8]) -> None:
    """Fill `place`, contiguous and as large as the chunk, and verify it there."""
    view = place.data
    with work.times.add("read_ms"):
        file.seek(chunk.offset)
        n_read = 0
        while n_read < chunk.n_bytes:
            n = file.readinto(view[n_read:])  # type: ignore[attr-defined] # a raw file
            if not n:
                raise SegmentDamaged("the file ends early")
            n_read += n
    with work.times.add("verify_ms"):
        checksum = xxhash.xxh3_128_digest(view)
    if checksum != chunk.checksum:
        raise SegmentDamaged("checksum of a plane")


def _finished(work: _Assembly, n_wanted: int) -> LoadedState:
    """Cut the buffer to what is sound and check its structure once more."""
    if not work.n_done:
        return LoadedState(n_damaged=work.n_damaged, read_ms=work.times.read_ms)
    with work.times.add("assemble_ms"):
        data = work.data
        if work.n_done < n_wanted:
            data = work.layout.shorten(data, n_wanted, work.n_done)
        work.layout.check_state(data, work.n_done)
    return LoadedState(
        n_tokens=work.n_done,
        buffer=data.data,
        witness=work.witness,
        n_damaged=work.n_damaged,
        read_ms=work.times.read_ms,
        verify_ms=work.times.verify_ms,
        assemble_ms=work.times.assemble_ms,
    )
