"""What may be stored, and its way from a caller's buffer to the writer thread.

In this order, cheapest refusal first: is anything of this chat to be stored, is the segment stored
already, does the disk admit more, is there room for the copy. Only then are rows copied.

Threads: any thread; the caller waits for the copy, never for the disk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.kvstore.catalogue import OrphanSegment
from app.core.kvstore.errors import IndexFailed, StateTooLarge, write_error
from app.core.kvstore.pool import PendingSegment
from app.core.kvstore.records import SaveOutcome, StoreState
from app.core.kvstore.writing.jobs import AddOwner

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.kvstore.catalogue import Catalogue
    from app.core.kvstore.format.layout import Blob, KVLayout
    from app.core.kvstore.records import Owner, Segment, Witness
    from app.core.kvstore.retention_choices import RetentionChoices
    from app.core.kvstore.status import StoreStatus
    from app.core.kvstore.writing.quota import Quota
    from app.core.kvstore.writing.writer import Writer


class SaveQueue:
    """Takes segments in for one open store.

    Args:
        catalogue: what is stored or waits already; its pool is where segments wait.
        choices: of which chats nothing is stored.
        quota: asked before anything is copied.
        writer: stores what waits.
        status: nothing is taken in unless it is ON.
        now: seconds since the epoch.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        choices: RetentionChoices,
        quota: Quota,
        writer: Writer,
        status: StoreStatus,
        now: Callable[[], float],
    ) -> None:
        self._catalogue = catalogue
        self._choices = choices
        self._quota = quota
        self._writer = writer
        self._status = status
        self._now = now

    def accepts(self, owner: Owner) -> bool:
        """Tell whether anything new of `owner` would be stored now; the user hears of a pause."""
        return self._is_wanted(owner) and self._admits()

    def take(
        self,
        segment: Segment,
        layout: KVLayout,
        blob: Blob,
        witness: Witness | None,
        *,
        with_snapshot: bool,
    ) -> SaveOutcome:
        """Copy the rows of a segment and hand them to the writer thread; as `KVStore.save`."""
        if not self._is_wanted(segment.owner):
            return SaveOutcome.OFF
        with_snapshot = with_snapshot and layout.needs_snapshot
        try:
            if self._catalogue.holds(segment, with_snapshot=with_snapshot):
                self._writer.post(AddOwner(segment.owner, (segment.key,)))
                return SaveOutcome.ALREADY_STORED
        except OrphanSegment:
            return SaveOutcome.ORPHAN if self._admits() else SaveOutcome.OFF
        except IndexFailed as error:
            self._status.turn_off(error)
            return SaveOutcome.OFF
        if not self._admits():
            return SaveOutcome.OFF
        return self._copy(segment, layout, blob, witness, with_snapshot=with_snapshot)

    def _copy(
        self,
        segment: Segment,
        layout: KVLayout,
        blob: Blob,
        witness: Witness | None,
        *,
        with_snapshot: bool,
    ) -> SaveOutcome:
        pool = self._catalogue.pool
        n_bytes = min(len(blob), segment.n_tokens * layout.bytes_per_token)
        if with_snapshot:
            n_bytes = len(blob)  # the most it can be: what the snapshot takes is not known yet
        if not pool.reserve(n_bytes):
            if n_bytes > pool.limit_bytes:  # nor will it fit when nothing else waits
                self._status.tell_once("size", StateTooLarge(n_bytes, pool.limit_bytes))
            return SaveOutcome.DROPPED
        try:
            packed = layout.pack(
                blob,
                segment.begin,
                segment.end,
                with_snapshot=with_snapshot,
                cells=segment.cells,
            )
        except BaseException:
            pool.release(n_bytes)
            raise
        pool.release(n_bytes - packed.n_bytes)
        item = PendingSegment(segment, layout, packed, witness, self._now())
        pool.add(item)
        self._writer.post(item)
        return SaveOutcome.QUEUED

    def _is_wanted(self, owner: Owner) -> bool:
        return self._status.state is StoreState.ON and self._choices.may_store(owner)

    def _admits(self) -> bool:
        try:
            return self._quota.admits()
        except IndexFailed as error:
            self._status.turn_off(error)
        except OSError as error:
            self._status.turn_off(write_error(self._quota.root, error))
        return False
