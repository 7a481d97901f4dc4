"""What a store can be asked: `ReadSide`, and how one that is open answers.

Threads: every method from any thread; files are read on a thread of its own, which has a few more
for the rows of several segments, and callers wait for it in `verify` only, which reads on theirs.
"""

from __future__ import annotations

import contextlib
import logging
from concurrent.futures import Future
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from app.core.kvstore.chain import SegmentKey
from app.core.kvstore.errors import IndexFailed
from app.core.kvstore.reading.piece_workers import PieceWorkers, SpareBuffer
from app.core.kvstore.reading.prefix_reader import PrefixReader
from app.core.kvstore.reading.prefix_search import find_longest_prefix
from app.core.kvstore.reading.read_ahead import ReadAhead
from app.core.kvstore.reading.verify import VerifyResult, verify
from app.core.kvstore.records import LoadedState, ModelFacts, SharedUse, StoredPrefix, Usage
from app.core.system import file_cache
from app.core.system.lanes import Lane

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from numpy.typing import NDArray

    from app.core.content.media_table import MediaTable
    from app.core.kvstore.catalogue import Catalogue
    from app.core.kvstore.chain import Fingerprint, SegmentHash
    from app.core.kvstore.folder import SegmentFolder
    from app.core.kvstore.format.layout import KVLayout, RestoreNeeds
    from app.core.kvstore.reading.prefix_reader import DamageHandler
    from app.core.kvstore.records import ChatUse, ModelUse, Owner, OwnerFilter
    from app.core.kvstore.status import StoreStatus

_log = logging.getLogger(__name__)

_PREFETCH_BYTES = 2 << 30  # more than a chat has, less than would push everything else out


class StoreContents(NamedTuple):
    """Everything that is stored: in all, by chat (used last first), by model (most first)."""

    usage: Usage = Usage()
    chats: Sequence[ChatUse] = ()
    models: Sequence[ModelUse] = ()


def _completed_future(state: LoadedState) -> Future[LoadedState]:
    """Return a future that has ended already."""
    future: Future[LoadedState] = Future()
    future.set_result(state)
    return future


class ReadSide:
    """What a store can be asked, as `KVStore` says; this is one where no store is open."""

    def longest_prefix(
        self,
        namespace: Fingerprint,
        token_ids: NDArray[np.int32],
        needs: RestoreNeeds | None,
        media: MediaTable,
        only_of: OwnerFilter | None,
    ) -> StoredPrefix:
        """Find the longest restorable beginning of `token_ids`, int32 [n]."""
        return StoredPrefix(namespace)

    def load(self, layout: KVLayout, prefix: StoredPrefix) -> Future[LoadedState]:
        """Read, verify and assemble a sound `prefix`."""
        return _completed_future(LoadedState())

    def read_ahead(self, owner: Owner, namespace: Fingerprint | None) -> None:
        """Read the chain that `owner` used last, in `namespace` where one is given.

        Returns at once.
        """

    def is_ahead(self, owner: Owner, namespace: Fingerprint | None) -> bool:
        """Whether that is read already, or was, for a model that was not known then."""
        return False

    def let_go(self, is_gone: Callable[[Owner], bool]) -> None:
        """Let go of what was read ahead, if it is of an owner for whom `is_gone` is true."""

    def prepare(self) -> None:
        """Get memory ready for the next `load`; takes some milliseconds."""

    def prefetch(self, namespace: Fingerprint, owner: Owner) -> None:
        """Let the system read what `owner` used last; returns at once."""

    def remembered(self, namespace: Fingerprint, owner: Owner) -> tuple[NDArray[np.int32], bool]:
        """Tell what is stored of a chat."""
        return np.empty(0, np.int32), False

    def model(self, namespace: Fingerprint) -> ModelFacts:
        """Return what was told of a model before."""
        return ModelFacts(namespace, "")

    def usage(self) -> Usage:
        """Count what is stored.

        Raises:
            IndexFailed: the index cannot be read.
        """
        return Usage()

    def contents(self, namespace: Fingerprint | None) -> StoreContents:
        """Return everything that is stored; the share of `namespace` in each chat is told apart.

        Raises:
            IndexFailed: the index cannot be read.
        """
        return StoreContents()

    def share(self, owners: Collection[Owner], then: Callable[[SharedUse], None]) -> None:
        """Find out what some owners share, and call `then`, on the reader thread."""
        then(SharedUse())

    def n_stored(self, namespace: Fingerprint, names: Sequence[SegmentHash]) -> int:
        """Return how many segments of a chain are stored or waiting, from its beginning."""
        return 0

    def made_from(self, prefix: StoredPrefix) -> list[SegmentKey]:
        """Return the segments of a prefix and whatever was computed after the last of them."""
        return []

    def verify(self, on_progress: Callable[[int, int], None]) -> VerifyResult:
        """Read everything that is stored and say what is damaged, changing nothing.

        Raises:
            IndexFailed: the index cannot be read.
        """
        return VerifyResult(0, 0, (), ())

    def close(self) -> None:
        """Begin nothing more; what is being read is still finished."""


class OpenReadSide(ReadSide):
    """The read side of an open store.

    Args:
        folder: where the files lie.
        catalogue: what there is.
        damage: told what is damaged or gone.
        status: switched off when the index cannot be read or a restore fails.
        now: seconds since the epoch.
        n_set_aside: damaged or foreign files found when the store was opened.
    """

    def __init__(
        self,
        folder: SegmentFolder,
        catalogue: Catalogue,
        damage: DamageHandler,
        status: StoreStatus,
        now: Callable[[], float],
        n_set_aside: int,
    ) -> None:
        self._folder = folder
        self._catalogue = catalogue
        self._index = catalogue.index
        self._pool = catalogue.pool
        self._damage = damage
        self._status = status
        self._now = now
        self._n_set_aside = n_set_aside
        self._buffer = SpareBuffer()
        self._workers = PieceWorkers()
        self._ahead = ReadAhead(folder, catalogue, self._buffer, self._workers)
        self._lane = Lane("kvstore reader")

    def longest_prefix(
        self,
        namespace: Fingerprint,
        token_ids: NDArray[np.int32],
        needs: RestoreNeeds | None,
        media: MediaTable,
        only_of: OwnerFilter | None,
    ) -> StoredPrefix:
        """Walk the tree, waiting segments included; an index that fails switches the store off."""
        try:
            with self._catalogue.searching(namespace, only_of) as search:
                return find_longest_prefix(namespace, token_ids, search.alike, needs, media)
        except IndexFailed as error:
            self._status.turn_off(error)
            return StoredPrefix(namespace)

    def load(self, layout: KVLayout, prefix: StoredPrefix) -> Future[LoadedState]:
        """Restore on the reader thread; the files of `prefix` are pinned meanwhile.

        What was read ahead is taken, if it is this very prefix, and let go of otherwise.
        """
        if not prefix.pieces:
            return _completed_future(LoadedState())
        keys = prefix.keys()
        self._ahead.expect(layout, prefix)

        def unpin_unread(ended: Future[LoadedState]) -> None:
            if ended.cancelled():
                self._pool.unpin(keys)

        self._pool.pin(keys)
        future = self._lane.submit(self._load, layout, prefix)
        future.add_done_callback(unpin_unread)
        return future

    def read_ahead(self, owner: Owner, namespace: Fingerprint | None) -> None:
        """Read on the reader thread."""
        attempt = self._ahead.begin(owner, namespace)
        self._lane.submit(self._ahead.read, attempt)

    def is_ahead(self, owner: Owner, namespace: Fingerprint | None) -> bool:
        """Ask what reads ahead."""
        return self._ahead.is_of(owner, namespace)

    def let_go(self, is_gone: Callable[[Owner], bool]) -> None:
        """End the reading, and drop what came of it."""
        self._ahead.let_go(is_gone)

    def prepare(self) -> None:
        """Fetch the memory on the calling thread, unless some is ready."""
        self._buffer.prepare()

    def prefetch(self, namespace: Fingerprint, owner: Owner) -> None:
        """Prefetch on the reader thread."""
        self._lane.add(self._prefetch, namespace, owner)

    def remembered(self, namespace: Fingerprint, owner: Owner) -> tuple[NDArray[np.int32], bool]:
        """Ask the index; nothing where it cannot be read."""
        with contextlib.suppress(IndexFailed):
            end = self._index.tree.last_chain(namespace, owner)
            token_ids = np.empty(0, np.int32) if end is None else self._index.tree.token_ids(end)
            return token_ids, self._index.is_owner_elsewhere(namespace, owner)
        return np.empty(0, np.int32), False

    def model(self, namespace: Fingerprint) -> ModelFacts:
        """Ask the index; a model without a name where it cannot be read."""
        with contextlib.suppress(IndexFailed):
            return self._index.model(namespace)
        return ModelFacts(namespace, "")

    def usage(self) -> Usage:
        """Ask the index."""
        return self._index.usage.totals(self._now())

    def contents(self, namespace: Fingerprint | None) -> StoreContents:
        """Ask the index three times."""
        usage = self._index.usage
        return StoreContents(self.usage(), usage.chats(namespace), usage.models())

    def share(self, owners: Collection[Owner], then: Callable[[SharedUse], None]) -> None:
        """Ask the index; nothing where it cannot be read."""
        self._lane.add(lambda: then(self._shared(owners)))

    def _shared(self, owners: Collection[Owner]) -> SharedUse:
        with contextlib.suppress(IndexFailed):
            return self._index.usage.shared(owners)
        return SharedUse()

    def n_stored(self, namespace: Fingerprint, names: Sequence[SegmentHash]) -> int:
        """Ask the catalogue; 0 where the index cannot be read."""
        with contextlib.suppress(IndexFailed):
            return self._catalogue.n_held([SegmentKey(namespace, name) for name in names])
        return 0

    def made_from(self, prefix: StoredPrefix) -> list[SegmentKey]:
        """Ask the catalogue; only the prefix itself where the index cannot be read."""
        keys = prefix.keys()
        with contextlib.suppress(IndexFailed):
            keys += self._catalogue.descendants(keys[-1])
        return keys

    def verify(self, on_progress: Callable[[int, int], None]) -> VerifyResult:
        """Read on the calling thread; counts what was set aside when the store was opened too."""
        verdict = verify(self._folder, self._index, on_progress)
        return verdict._replace(n_set_aside=self._n_set_aside)

    def close(self) -> None:
        """Cancel what waits for the reader thread, and let go of the memory."""
        self._lane.close()
        self._ahead.let_go(lambda _owner: True)
        self._workers.close()
        self._buffer.close()

    def _load(self, layout: KVLayout, prefix: StoredPrefix) -> LoadedState:
        try:
            state = self._ahead.take(layout, prefix)
            if state is not None:
                return state
            reader = PrefixReader(
                self._folder, self._pool, self._damage, self._buffer, self._workers
            )
            return reader.load(layout, prefix)
        except MemoryError:
            _log.warning("no memory to restore %d tokens", prefix.n_tokens)
        except Exception as error:  # noqa: BLE001 - reported, and the thread goes on
            _log.exception("a restore failed")
            self._status.turn_off(error)
        finally:
            # Before anybody hears of the result: what is saved next may need the room.
            self._pool.unpin(prefix.keys())
        return LoadedState()

    def _prefetch(self, namespace: Fingerprint, owner: Owner) -> None:
        n_left = _PREFETCH_BYTES
        try:
            for key in self._index.owned(namespace, owner):
                if n_left <= 0:
                    break
                with contextlib.suppress(OSError):  # gone or unreadable: `load` will tell
                    n_left -= file_cache.prefetch(self._folder.path(key))
        except IndexFailed:
            _log.info("nothing is prefetched", exc_info=True)
