"""What a store can be told: `WriteSide`, and how one that is open does it.

The store of a second instance is open like any other, over a `Writer` that leaves all undone: what
is chosen holds until it is closed, what is doubtful is not used, and nothing reaches the disk.

Threads: every method from any thread; nobody waits for the disk but in `flush` and `close`.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, NamedTuple

from app.core.kvstore.records import SaveOutcome
from app.core.kvstore.writing.writer import nothing
from app.core.phrases import NO_WORDS, Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import ExitStack

    from app.core.kvstore.chain import SegmentKey
    from app.core.kvstore.format.layout import Blob, KVLayout
    from app.core.kvstore.pool import Pool
    from app.core.kvstore.records import ChatUse, KnownOwners, Owner, Segment, Witness
    from app.core.kvstore.retention_choices import RetentionChoices
    from app.core.kvstore.writing.quota import Quota
    from app.core.kvstore.writing.writer import SaveQueue, Work, Writer
    from app.core.protocol import Limits

_log = logging.getLogger(__name__)


class Allowance(NamedTuple):
    """What may be stored; zeros where nothing is open.

    Attributes:
        budget_bytes: of all files.
        default_budget_bytes: what that is where the user sets nothing.
        free_bytes: on the disk of the store.
        pause: why nothing may be stored now, one sentence; `NO_WORDS` when something may.
    """

    budget_bytes: int = 0
    default_budget_bytes: int = 0
    free_bytes: int = 0
    pause: Phrase = NO_WORDS


class WriteSide:
    """What a store can be told, as `KVStore` says; this is one where no store is open.

    Args:
        limits: in force; only told again.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits

    @property
    def limits(self) -> Limits:
        """The limits in force."""
        return self._limits

    def limit(self, limits: Limits) -> None:
        """Put other limits in force."""
        self._limits = limits

    def allowance(self) -> Allowance:
        """Return what may be stored.

        Raises:
            OSError: the disk cannot be asked.
            IndexFailed: the index cannot be read.
        """
        return Allowance()

    def accepts(self, owner: Owner) -> bool:
        """Tell whether anything new of `owner` would be stored now."""
        return False

    def keeps(self, owner: Owner) -> bool:
        """Tell whether the user lets anything of `owner` be stored; asks no disk."""
        return False

    @property
    def is_writing(self) -> bool:
        """Whether rows wait for the disk."""
        return False

    def save(
        self,
        segment: Segment,
        layout: KVLayout,
        blob: Blob,
        witness: Witness | None,
        *,
        with_snapshot: bool,
    ) -> SaveOutcome:
        """Copy the rows of one segment and let the writer thread store them."""
        return SaveOutcome.OFF

    def use_chain(self, owner: Owner, keys: Sequence[SegmentKey]) -> None:
        """Record that `owner` uses a chain now, unless nothing of that chat is to be stored."""

    def withdraw(self, keys: Sequence[SegmentKey]) -> None:
        """Use the files of `keys` no more from now on, and let the writer move them aside."""

    def drop_snapshots(self, keys: Sequence[SegmentKey]) -> None:
        """Let the writer move aside snapshots that cannot be used; their rows stay."""

    def with_choices(self, chats: Sequence[ChatUse]) -> tuple[ChatUse, ...]:
        """Return chats with what was chosen for them, and those that have nothing else."""
        return tuple(chats)

    def follow(self, known: KnownOwners) -> None:
        """Put these choices in force, and no others; deletes nothing."""

    def forget(self, owner: Owner) -> None:
        """Delete what only `owner` needs, and what was chosen for it."""

    def choose(self, owner: Owner, *, is_pinned: bool | None, is_off: bool | None) -> None:
        """Pin a chat or switch its storing off, or back; None leaves it as it is."""

    def post(self, work: Work, otherwise: Callable[[], None] = nothing) -> None:
        """Let the writer thread do something, or call `otherwise`; returns at once."""
        otherwise()

    def flush(self, timeout_s: float) -> bool:
        """Wait until everything asked for is done; False when it is not, in that time or ever."""
        return True

    def close(self, timeout_s: float) -> None:
        """Finish what can be finished in that time and let go of the folder."""


class OpenWriteSide(WriteSide):
    """The write side of an open store.

    Args:
        pool: told what is no longer to be used.
        choices: of the user, for single chats.
        quota: how much may be stored.
        save_queue: takes segments in.
        writer: does what is posted; one that leaves all undone in a second instance.
        resources: closed once nothing writes any more.
    """

    def __init__(
        self,
        pool: Pool,
        choices: RetentionChoices,
        quota: Quota,
        save_queue: SaveQueue,
        writer: Writer,
        resources: ExitStack,
    ) -> None:
        self._pool = pool
        self._choices = choices
        self._quota = quota
        self._save_queue = save_queue
        self._writer = writer
        self._resources = resources

    @property
    def limits(self) -> Limits:
        """The quota's."""
        return self._quota.limits

    def limit(self, limits: Limits) -> None:
        """Tell the quota; a smaller budget evicts."""
        self._quota.limit(limits)
        self.post(lambda keeper: keeper.evict_to_budget())

    def allowance(self) -> Allowance:
        """Ask the quota."""
        quota = self._quota
        pause = quota.objection()
        return Allowance(
            quota.budget_bytes,
            quota.default_budget_bytes,
            quota.free_bytes(),
            pause.what if pause else NO_WORDS,
        )

    def accepts(self, owner: Owner) -> bool:
        """Ask the disk and the index; the user is told of a pause."""
        return self._save_queue.accepts(owner)

    def keeps(self, owner: Owner) -> bool:
        """Ask the choices."""
        return self._choices.may_store(owner)

    @property
    def is_writing(self) -> bool:
        """Ask the pool."""
        return not self._pool.is_empty

    def save(
        self,
        segment: Segment,
        layout: KVLayout,
        blob: Blob,
        witness: Witness | None,
        *,
        with_snapshot: bool,
    ) -> SaveOutcome:
        """Put it into the queue, if anything of it is to be stored."""
        return self._save_queue.take(segment, layout, blob, witness, with_snapshot=with_snapshot)

    def use_chain(self, owner: Owner, keys: Sequence[SegmentKey]) -> None:
        """Keep the chain from eviction for a while."""
        if self.keeps(owner):
            self.post(lambda keeper: keeper.use_chain(owner, tuple(keys)))

    def withdraw(self, keys: Sequence[SegmentKey]) -> None:
        """Tell the pool at once, the housekeeper later."""
        self._pool.withdraw(keys)
        self.post(lambda keeper: keeper.quarantine_segments(keys))

    def drop_snapshots(self, keys: Sequence[SegmentKey]) -> None:
        """Tell the housekeeper."""
        self.post(lambda keeper: keeper.quarantine_snapshots(keys))

    def with_choices(self, chats: Sequence[ChatUse]) -> tuple[ChatUse, ...]:
        """Ask the choices."""
        return self._choices.of(chats)

    def follow(self, known: KnownOwners) -> None:
        """Tell the choices."""
        self._choices.follow(known)

    def forget(self, owner: Owner) -> None:
        """Delete on the writer thread; the choices are written only if there were any."""
        self.post(lambda keeper: keeper.forget_owner(owner))
        if self._choices.forget(owner):
            self.post(lambda keeper: keeper.write_choices())

    def choose(self, owner: Owner, *, is_pinned: bool | None, is_off: bool | None) -> None:
        """Put it in force now, make it durable on the writer thread."""
        if is_pinned is not None:
            self._choices.pin(owner, pinned=is_pinned)
        if is_off is not None:
            self._choices.set_saving(owner, on=not is_off)
        if is_off:
            self.post(lambda keeper: keeper.forget_owner(owner))
        self.post(lambda keeper: keeper.write_choices())

    def post(self, work: Work, otherwise: Callable[[], None] = nothing) -> None:
        """Hand it to the writer."""
        self._writer.post(work, otherwise)

    def flush(self, timeout_s: float) -> bool:
        """Wait for the writer."""
        return self._writer.flush(timeout_s)

    def close(self, timeout_s: float) -> None:
        """Stop the writer; it closes the resources when it has ended."""
        if not self._writer.stop(timeout_s, self._resources):
            _log.warning("the store is still writing; what waits is dropped")
