"""What of one sequence is stored, and what is to be stored of it next.

Its own methods alone write it. `Saver` calls them; beside it `PrefixRestorer`, for the chain of
rows that came back, and who learns that stored rows are gone.

Threads: the engine thread only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.engine.memory.save_plan import SavePlan
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

    from app.core.kvstore.chain import SegmentHash
    from app.core.kvstore.records import Witness


class UnsavedState(PlainValue, frozen=True):
    """State taken out of the context at `end` that waits for its witness.

    What the model says after the token at `end` proves a snapshot of `end`, so the save is held
    until that token has been computed.
    """

    end: int
    blob: NDArray[np.uint8]


class SavedRows:
    """The stored segments of one sequence, and where the next ones end.

    All ends are counts of tokens from the first on, ascending.
    """

    def __init__(self) -> None:
        self._chain: list[tuple[int, SegmentHash]] = []  # from position 0 on
        self._segment_ends: list[int] = []
        self._plan = SavePlan()
        self._tried_end = 0  # the latest one at which saving was tried
        self._witnesses: dict[int, Witness] = {}  # at ends that segments may have
        self._unsaved: UnsavedState | None = None

    # -- what is there --

    @property
    def end(self) -> int:
        """Tokens that stored segments cover."""
        return self._chain[-1][0] if self._chain else 0

    @property
    def names(self) -> list[SegmentHash]:
        """Names of the stored segments, from position 0 on."""
        return [name for _end, name in self._chain]

    @property
    def last_name(self) -> SegmentHash | None:
        """Name of the last stored segment, None without one."""
        return self._chain[-1][1] if self._chain else None

    @property
    def unsaved(self) -> UnsavedState | None:
        """What waits for its witness."""
        return self._unsaved

    def witness(self, end: int) -> Witness | None:
        """Return what the model said at an end, if that was kept."""
        return self._witnesses.get(end)

    # -- where the next segments end --

    def segment_ends(self, begin: int, end: int) -> list[int]:
        """Return the planned segment ends in `(begin, end]`."""
        return [one for one in self._segment_ends if begin < one <= end]

    def is_snapshot_end(self, end: int) -> bool:
        """Whether a snapshot is to be taken there."""
        return end in self._plan.snapshot_ends

    def next_batch_end(self, begin: int, end: int) -> int:
        """Return where a batch that begins at `begin` must end, `end` at the latest."""
        return next((one for one in self._plan.batch_ends if begin < one < end), end)

    def room_in_segment(self, n_wanted: int, longest: int) -> int:
        """Return how many tokens may follow `n_wanted` until a segment has to end.

        Args:
            longest: tokens of a segment, as `grow` gets it.
        """
        planned = [end for end in self._segment_ends if end >= n_wanted]
        return min([*planned, self._last_end + longest]) - n_wanted

    @property
    def _last_end(self) -> int:
        """The last end of a segment that is stored, was tried or is planned."""
        return max([self.end, self._tried_end, *self._segment_ends])

    @property
    def useful_numbers(self) -> set[int]:
        """Numbers of the tokens after which it must be known what the model says."""
        numbers = {end - 1 for end in self._segment_ends}
        if self._unsaved is not None:
            numbers.add(self._unsaved.end)
        return numbers

    # -- changes --

    def plan(self, plan: SavePlan) -> None:
        """Take a plan in place of the one before."""
        self._plan = plan
        self._segment_ends = list(plan.segment_ends)

    def grow(self, n_wanted: int, longest: int) -> None:
        """Plan a segment end at `n_wanted` tokens if a segment of the longest length ends there."""
        if n_wanted - self._last_end >= longest:
            self._segment_ends.append(n_wanted)

    def tried(self, ends: Iterable[int], n_cached: int) -> None:
        """Take note that saving is tried at some ends; none up to `n_cached` is planned any more.

        What is refused now is tried again at the next end, not at the next token: a try copies.
        """
        self._tried_end = max([self._tried_end, *ends])
        self._segment_ends = [end for end in self._segment_ends if end > n_cached]

    def note_witness(self, end: int, witness: Witness | None) -> None:
        """Keep what the model said at an end; None forgets it."""
        if witness is None:
            self._witnesses.pop(end, None)
        else:
            self._witnesses[end] = witness

    def hold(self, unsaved: UnsavedState) -> None:
        """Let a state wait for its witness."""
        self._unsaved = unsaved

    def take_unsaved(self) -> UnsavedState | None:
        """Return what waits for its witness; it does not any more."""
        unsaved, self._unsaved = self._unsaved, None
        return unsaved

    def add(self, end: int, name: SegmentHash) -> None:
        """Take note that the segment up to `end` is stored."""
        self._witnesses.pop(end, None)
        self._chain.append((end, name))

    def adopt(self, chain: Iterable[tuple[int, SegmentHash]]) -> None:
        """Take the chain of a sequence that came from the store."""
        self._chain = list(chain)

    def share(self, other: SavedRows, n_tokens: int) -> None:
        """Take the chain of another sequence, as far as it is of the first `n_tokens`."""
        self._chain = [link for link in other._chain if link[0] <= n_tokens]

    def take_witnesses(self, other: SavedRows) -> None:
        """Keep what the model has said in another sequence with the same tokens."""
        self._witnesses |= other._witnesses

    def truncate_chain(self, n_segments: int) -> None:
        """Take note that the store has only so many of the segments any more."""
        del self._chain[n_segments:]

    def truncate(self, n_tokens: int) -> None:
        """Forget what lies behind `n_tokens`."""
        self._chain = [link for link in self._chain if link[0] <= n_tokens]
        self._witnesses = {end: w for end, w in self._witnesses.items() if end <= n_tokens}
        self._tried_end = min(self._tried_end, n_tokens)

    def begin_anew(self) -> None:
        """Take note that nothing is stored any more."""
        self._chain, self._tried_end, self._unsaved = [], 0, None
