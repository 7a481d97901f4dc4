"""What stands where nothing is written: no store is open, or another instance writes.

Threads: every method from any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.kvstore.records import SaveOutcome
from app.core.kvstore.writing.jobs import leave_undone
from app.core.kvstore.writing.write_side import Allowance

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import ExitStack

    from app.core.kvstore.chain import SegmentKey
    from app.core.kvstore.format.layout import Blob, KVLayout
    from app.core.kvstore.pool import PendingSegment
    from app.core.kvstore.records import ChatUse, KnownOwners, Owner, Segment, Witness
    from app.core.kvstore.writing.jobs import StoreJob
    from app.core.protocol import Limits


class NoWriter:
    """The writer of a second instance: there is none, and nothing that is posted gets done."""

    def post(self, job: StoreJob | PendingSegment) -> None:
        """Leave it undone: the other instance writes."""
        leave_undone(job)

    def flush(self, timeout_s: float) -> bool:
        """Return True: nothing is left to do."""
        return True

    def stop(self, timeout_s: float, resources: ExitStack) -> bool:
        """Close the resources at once."""
        resources.close()
        return True


class AbsentWriteSide:
    """The write side where no store is open: nothing is stored, nothing deleted.

    Args:
        limits: in force; only told again.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits

    @property
    def limits(self) -> Limits:
        """What was set last."""
        return self._limits

    def limit(self, limits: Limits) -> None:
        """Take note of them."""
        self._limits = limits

    def allowance(self) -> Allowance:
        """Return zeros."""
        return Allowance()

    def accepts(self, owner: Owner) -> bool:
        """Return False."""
        return False

    def keeps(self, owner: Owner) -> bool:
        """Return False: nothing is."""
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
        """Return that nothing is stored."""
        return SaveOutcome.OFF

    def use_chain(self, owner: Owner, keys: Sequence[SegmentKey]) -> None:
        """Do nothing: there is no chain."""

    def withdraw(self, keys: Sequence[SegmentKey]) -> None:
        """Do nothing: there are no files."""

    def drop_snapshots(self, keys: Sequence[SegmentKey]) -> None:
        """Do nothing: there are no files."""

    def with_choices(self, chats: Sequence[ChatUse]) -> tuple[ChatUse, ...]:
        """Return the chats as they are."""
        return tuple(chats)

    def follow(self, known: KnownOwners) -> None:
        """Do nothing: nothing is stored of anybody."""

    def forget(self, owner: Owner) -> None:
        """Do nothing: nothing can be deleted."""

    def choose(self, owner: Owner, *, is_pinned: bool | None, is_off: bool | None) -> None:
        """Do nothing: nothing is stored of anybody."""

    def post(self, job: StoreJob) -> None:
        """Leave it undone: nobody is there to do it."""
        leave_undone(job)

    def flush(self, timeout_s: float) -> bool:
        """Return True: nothing is left to do."""
        return True

    def close(self, timeout_s: float) -> None:
        """Do nothing: nothing is open."""
