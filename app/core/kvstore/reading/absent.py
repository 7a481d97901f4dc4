"""The read side of a store that is not open: nothing is stored.

Threads: every method from any thread; nothing is kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from app.core.kvstore.reading.read_side import StoreContents, completed_future
from app.core.kvstore.reading.verify import VerifyResult
from app.core.kvstore.records import LoadedState, ModelFacts, StoredPrefix, Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Future

    from numpy.typing import NDArray

    from app.core.content import MediaTable
    from app.core.kvstore.chain import Fingerprint, SegmentHash, SegmentKey
    from app.core.kvstore.format.layout import KVLayout, RestoreNeeds
    from app.core.kvstore.records import Owner, OwnerFilter


class AbsentReadSide:
    """The read side where no store is open: nothing is stored."""

    def longest_prefix(
        self,
        namespace: Fingerprint,
        token_ids: NDArray[np.int32],
        needs: RestoreNeeds | None,
        media: MediaTable,
        only_of: OwnerFilter | None,
    ) -> StoredPrefix:
        """Return a prefix without pieces."""
        return StoredPrefix(namespace)

    def load(self, layout: KVLayout, prefix: StoredPrefix) -> Future[LoadedState]:
        """Return an empty state: what was found is gone."""
        return completed_future(LoadedState())

    def read_ahead(self, owner: Owner, namespace: Fingerprint | None) -> None:
        """Do nothing: there are no files."""

    def let_go(self, is_gone: Callable[[Owner], bool]) -> None:
        """Do nothing: nothing was read."""

    def prepare(self) -> None:
        """Do nothing: there will be no load."""

    def prefetch(self, namespace: Fingerprint, owner: Owner) -> None:
        """Do nothing: there are no files."""

    def remembered(
        self,
        namespace: Fingerprint,
        owner: Owner,
    ) -> tuple[NDArray[np.int32], bool]:
        """Return no tokens, here or elsewhere."""
        return np.empty(0, np.int32), False

    def model(self, namespace: Fingerprint) -> ModelFacts:
        """Return a model without a name."""
        return ModelFacts(namespace, "")

    def usage(self) -> Usage:
        """Return zeros."""
        return Usage()

    def contents(self, namespace: Fingerprint | None) -> StoreContents:
        """Return nothing."""
        return StoreContents()

    def n_stored(self, namespace: Fingerprint, names: Sequence[SegmentHash]) -> int:
        """Return 0."""
        return 0

    def made_from(self, prefix: StoredPrefix) -> list[SegmentKey]:
        """Return nothing."""
        return []

    def verify(self, on_progress: Callable[[int, int], None]) -> VerifyResult:
        """Return that no file was read."""
        return VerifyResult(0, 0, (), ())

    def close(self) -> None:
        """Do nothing: nothing was begun."""
