"""Reading one chat before anybody asks for it: what a start needs, while the model is loading.

The ordinary search finds the chain that its owner used last, the ordinary reader reads, verifies
and assembles it. Here is only decided whether what came of it is what is asked for afterwards.
Reading ahead changes nothing in the store: whatever is wrong ends it, and the restore itself, which
then reads for itself, sees to it.

Threads: `begin`, `expect` and `let_go` on any thread, `read` and `take` on the reader thread, one
after the other, so that who takes never waits for who reads; one lock, held for moments.
"""

from __future__ import annotations

import dataclasses
import logging
import threading
import time
from typing import TYPE_CHECKING

import psutil

from app.core.content.media_table import MediaTable, TableMismatch
from app.core.kvstore.errors import IndexFailed
from app.core.kvstore.format.kv_section import LayoutMismatch
from app.core.kvstore.format.layout_detection import MAX_LAYOUT_BYTES, decode_layout
from app.core.kvstore.format.segment_file import SegmentDamaged, read_header
from app.core.kvstore.reading.prefix_reader import PrefixReader
from app.core.kvstore.reading.prefix_search import find_longest_prefix
from app.core.plain_value import PlainValue, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.core.kvstore.catalogue import Catalogue
    from app.core.kvstore.chain import Fingerprint, SegmentKey
    from app.core.kvstore.folder import SegmentFolder
    from app.core.kvstore.format.layout import KVLayout
    from app.core.kvstore.reading.piece_workers import PieceWorkers, SpareBuffer
    from app.core.kvstore.records import LoadedState, Owner, StoredPrefix

_log = logging.getLogger(__name__)

_MEMORY_SHARE = 8  # one part in so many of the free memory, for the model needs the most of it


class _GivenUp(Exception):
    """Nobody wants what is being read, or it cannot be read as it stands."""


class _Wanted(PlainValue, frozen=True):
    """What a restore needs: a prefix, and how its rows are arranged."""

    layout: KVLayout
    prefix: StoredPrefix


@dataclasses.dataclass(slots=True, eq=False)
class Attempt:
    """One chat that is read ahead; belongs to `ReadAhead`.

    Attributes:
        namespace: of whose chains it reads one; None for whichever was used last.
        found: what it reads, once that is known.
        expected: what a restore wants; None while there is none.
        state: what came of it.
    """

    owner: Owner
    namespace: Fingerprint | None = None
    found: _Wanted | None = None
    expected: _Wanted | None = None
    state: LoadedState | None = None


class ReadAhead:
    """What is read ahead of one store: one chat at most.

    Args:
        folder: where the files lie.
        catalogue: what there is.
        buffer: where states are put together.
        workers: read the segments.
        free_bytes: of the memory.
    """

    def __init__(
        self,
        folder: SegmentFolder,
        catalogue: Catalogue,
        buffer: SpareBuffer,
        workers: PieceWorkers,
        free_bytes: Callable[[], int] = lambda: psutil.virtual_memory().available,
    ) -> None:
        self._folder = folder
        self._catalogue = catalogue
        self._buffer = buffer
        self._workers = workers
        self._free_bytes = free_bytes
        self._lock = threading.Lock()
        self._current: Attempt | None = None

    # -- any thread --

    def begin(self, owner: Owner, namespace: Fingerprint | None = None) -> Attempt:
        """Return what `read` is to be called with, in place of what was read before."""
        attempt = Attempt(owner, namespace)
        with self._lock:
            self._current = attempt
        return attempt

    def is_of(self, owner: Owner, namespace: Fingerprint | None) -> bool:
        """Whether it reads this chat for the model that was being loaded, and that is this one."""
        with self._lock:
            current = self._current
            if current is None or current.owner != owner or current.namespace is not None:
                return False
            return current.found is None or current.found.prefix.namespace == namespace

    def expect(self, layout: KVLayout, prefix: StoredPrefix) -> None:
        """Take note of what a restore wants; the reading ends if it is something else."""
        expected = _Wanted(layout, prefix)
        with self._lock:
            attempt = self._current
            if attempt is None:
                return
            attempt.expected = expected
            if attempt.found not in (None, expected):
                self._current = None

    def let_go(self, is_gone: Callable[[Owner], bool]) -> None:
        """End the reading and drop what came of it, if `is_gone` says so of its owner."""
        with self._lock:
            if self._current is not None and is_gone(self._current.owner):
                self._current = None

    # -- the reader thread --

    def read(self, attempt: Attempt) -> None:
        """Read the chain that the owner used last; whatever goes wrong only ends it."""
        began = time.perf_counter()
        try:
            state = self._read(attempt)
        except _GivenUp as error:
            _log.info("a chat is not read ahead: %s", error)
        except MemoryError:
            _log.info("no memory to read a chat ahead")
        except IndexFailed:
            _log.info("a chat is not read ahead", exc_info=True)
        except Exception:  # noqa: BLE001 - the restore goes its ordinary way, and the thread on
            _log.exception("reading ahead failed")
        else:
            ahead_ms = 1e3 * (time.perf_counter() - began)
            _log.info("%d tokens of a chat read ahead in %.0f ms", state.n_tokens, ahead_ms)
            # Taken by who waits for nothing of it.
            attempt.state = replace(
                state, read_ms=0.0, verify_ms=0.0, assemble_ms=0.0, ahead_ms=ahead_ms
            )
            return
        self._drop(attempt)

    def take(self, layout: KVLayout, prefix: StoredPrefix) -> LoadedState | None:
        """Hand out what was read, if it is exactly this; whatever it is, it is kept no longer."""
        with self._lock:
            attempt, self._current = self._current, None
        if attempt is None or attempt.found != _Wanted(layout, prefix):
            return None
        return attempt.state

    def _read(self, attempt: Attempt) -> LoadedState:
        """Read what the owner used last.

        Raises:
            _GivenUp: there is nothing to read, or nobody wants it any more.
        """
        layout, prefix = self._find(attempt)
        self._settle(attempt, _Wanted(layout, prefix))
        keys = prefix.keys()
        pool = self._catalogue.pool
        reader = PrefixReader(
            self._folder,
            pool,
            _NoVerdict(),
            self._buffer,
            self._workers,
            lambda: self._go_on(attempt),
        )
        pool.pin(keys)
        try:
            state = reader.load(layout, prefix)
        finally:
            pool.unpin(keys)
        if state.n_tokens != prefix.n_tokens:
            raise _GivenUp("a file cannot be opened now")
        return state

    def _find(self, attempt: Attempt) -> tuple[KVLayout, StoredPrefix]:
        """Find the longest restorable part of the chain that the owner used last.

        Raises:
            _GivenUp: there is none, or it is too large.
        """
        tree = self._catalogue.index.tree
        namespace = attempt.namespace or tree.last_namespace(attempt.owner)
        end = None if namespace is None else tree.last_chain(namespace, attempt.owner)
        if namespace is None or end is None:
            raise _GivenUp("nothing is stored of it")
        layout = self._layout(namespace)
        token_ids = tree.token_ids(end)
        with self._catalogue.searching(namespace) as search:
            prefix = find_longest_prefix(namespace, token_ids, search.alike, layout.needs)
            if (token_ids[: prefix.n_tokens] < 0).any():
                media, token_ids = self._media_of(prefix), token_ids[: prefix.n_tokens]
                prefix = find_longest_prefix(
                    namespace, token_ids, search.alike, layout.needs, media
                )
        if not prefix.pieces:
            raise _GivenUp("nothing of it can be restored")
        n_bytes = self._n_bytes(layout, prefix)
        if n_bytes > self._free_bytes() // _MEMORY_SHARE:
            raise _GivenUp(f"{n_bytes:,} bytes are too many for the free memory")
        return layout, prefix

    def _media_of(self, prefix: StoredPrefix) -> MediaTable:
        """Read which media the tokens of a prefix belong to: only the files say it.

        Raises:
            _GivenUp: they cannot be read, or contradict each other.
        """
        chunks = []
        try:
            for piece, key in zip(prefix.pieces, prefix.keys(), strict=True):
                waiting = self._catalogue.pool.get(key)
                if waiting is not None:
                    segment = waiting.segment
                else:
                    with self._folder.path(key).open("rb") as file:
                        segment = read_header(file).segment
                chunks += [
                    replace(chunk, first=piece.begin + chunk.first)
                    for chunk in segment.media.part(0, piece.n_used).chunks
                    if chunk.first >= 0  # else it is the rest of one that begins further up
                ]
            return MediaTable(tuple(chunks))
        except (OSError, SegmentDamaged, TableMismatch) as error:
            raise _GivenUp("its media are not known") from error

    def _layout(self, namespace: Fingerprint) -> KVLayout:
        try:
            with self._folder.layout_path(namespace).open("rb") as file:
                return decode_layout(file.read(MAX_LAYOUT_BYTES + 1), namespace)
        except (OSError, LayoutMismatch) as error:
            raise _GivenUp("its layout is not known") from error

    def _n_bytes(self, layout: KVLayout, prefix: StoredPrefix) -> int:
        """Return what the state takes, and a little more."""
        n_bytes = layout.bytes_per_token * prefix.n_tokens
        if layout.needs_snapshot:
            try:
                n_bytes += 2 * self._folder.snapshot_path(prefix.keys()[-1]).stat().st_size
            except OSError as error:
                raise _GivenUp("its snapshot is gone") from error
        return n_bytes

    def _settle(self, attempt: Attempt, found: _Wanted) -> None:
        """Take note of what is going to be read.

        Raises:
            _GivenUp: a restore wants something else.
        """
        with self._lock:
            attempt.found = found
        if attempt.expected not in (None, found):
            raise _GivenUp("another one is wanted")
        self._go_on(attempt)

    def _go_on(self, attempt: Attempt) -> None:
        """Go on reading.

        Raises:
            _GivenUp: nobody wants it any more.
        """
        if self._current is not attempt:
            raise _GivenUp("nobody wants it any more")

    def _drop(self, attempt: Attempt) -> None:
        with self._lock:
            if self._current is attempt:
                self._current = None


class _NoVerdict:
    """Ends the reading where something is damaged or gone; the restore will see to it."""

    def withdraw(self, keys: Sequence[SegmentKey]) -> None:
        """Give up."""
        raise _GivenUp(f"a segment cannot be used: {keys[0].name.hex()}")

    def drop_snapshots(self, keys: Sequence[SegmentKey]) -> None:
        """Give up."""
        raise _GivenUp(f"a snapshot cannot be used: {keys[0].name.hex()}")
