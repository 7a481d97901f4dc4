"""One stream of tokens in the context, and the answer that may be growing at its end.

There is no prefill phase and no decode phase: a sequence has tokens in the KV cache and tokens that
are wanted there, and every step lets it catch up. Sampling appends to the wanted ones.

    # [0, n_cached)         in the context
    # [0, stored_end)       of them saved as segments, linked in `chain`
    # [n_cached, n_wanted)  to compute
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.core.engine.protocol import NO_RESTORE, PrefixSource

if TYPE_CHECKING:
    from concurrent.futures import Future

    import numpy as np
    from numpy.typing import NDArray

    from app.core.engine.answer import Answer
    from app.core.engine.protocol import ChatKey, RestoreTiming
    from app.core.kvstore import LoadedState, SegmentHash, StoredPrefix, Witness


@dataclass(slots=True)
class PendingRestore:
    """Rows on their way from disk."""

    prefix: StoredPrefix
    loaded: Future[LoadedState]
    began: float
    find_ms: float


@dataclass(frozen=True, slots=True)
class PendingCheck:
    """A restore that has still to prove itself: what the model must say at `pos`.

    Attributes:
        n_restored: tokens the restore brought; of these the last is computed again, or none where
            the memory cannot be rewound and the next token serves.
    """

    pos: int
    witness: Witness | None
    prefix: StoredPrefix
    n_restored: int


@dataclass(frozen=True, slots=True)
class Unsaved:
    """State taken out of the context at `end` that waits for its witness.

    What the model says after the token at `end` proves a snapshot of `end`, so the save is held
    until that token has been computed.
    """

    end: int
    blob: NDArray[np.uint8]


@dataclass(slots=True)
class Sequence:
    """Bookkeeping of one sequence id. Threads: the engine thread only.

    Attributes:
        tokens: ids in the KV cache, position = index.
        wanted: ids that are to be there; begins with `tokens`.
        chain: (end, name) of each stored segment from position 0 on.
        cuts: ascending token counts at which the next segments end.
        stops: those of them at which a batch must end, because the state has to be taken there.
        snapshot_ends: those of them at which a snapshot is taken.
        unsaved: a segment with a snapshot that waits for its witness.
        last_cut: the latest one at which saving was tried.
        warming: length of the prompt and start of an `OpenChat` that is not answered yet.
        is_background: whether it is read only because there is nothing else to do.
        n_from_disk: tokens that a restore brought and no answer has been credited with yet.
    """

    seq_id: int
    chat: ChatKey
    tokens: list[int] = field(default_factory=list)
    wanted: list[int] = field(default_factory=list)
    chain: list[tuple[int, SegmentHash]] = field(default_factory=list)
    cuts: list[int] = field(default_factory=list)
    stops: list[int] = field(default_factory=list)
    snapshot_ends: frozenset[int] = frozenset()
    unsaved: Unsaved | None = None
    last_cut: int = 0
    answer: Answer | None = None
    restore: PendingRestore | None = None
    check: PendingCheck | None = None
    warming: tuple[int, float] | None = None
    is_background: bool = False
    n_from_disk: int = 0
    restore_s: float = 0.0
    restore_began: float = 0.0
    put_at: float = 0.0
    timing: RestoreTiming = NO_RESTORE
    source: PrefixSource = PrefixSource.NOT_STORED
    witnesses: dict[int, Witness] = field(default_factory=dict)
    last_used: float = 0.0

    @property
    def n_cached(self) -> int:
        """Tokens in the KV cache."""
        return len(self.tokens)

    @property
    def n_pending(self) -> int:
        """Tokens to compute."""
        return len(self.wanted) - len(self.tokens)

    @property
    def stored_end(self) -> int:
        """Tokens that stored segments cover."""
        return self.chain[-1][0] if self.chain else 0

    @property
    def is_idle(self) -> bool:
        """Nothing is running or waited for."""
        return self.answer is None and self.restore is None and self.check is None

    @property
    def is_runnable(self) -> bool:
        """Whether the next batch may hold tokens of this sequence."""
        return self.restore is None and self.n_pending > 0

    def truncate(self, n_tokens: int) -> None:
        """Forget what lies behind `n_tokens`; the caller has cut the context's memory."""
        del self.tokens[n_tokens:]
        self.chain = [link for link in self.chain if link[0] <= n_tokens]
        self.witnesses = {end: w for end, w in self.witnesses.items() if end <= n_tokens}
        self.n_from_disk = min(self.n_from_disk, n_tokens)
        self.last_cut = min(self.last_cut, n_tokens)
