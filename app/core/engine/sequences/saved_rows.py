"""What of one sequence is stored, and what is to be stored of it next.

Its own methods alone write it. `Saver` calls them; beside it `PrefixRestorer`, for the chain of
rows that came back, and who learns that stored rows are gone.

Threads: the engine thread only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.engine.memory.save_plan import SavePlan
from app.core.plain_value import PlainValue, replace

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

    from app.core.kvstore.chain import SegmentHash
    from app.core.kvstore.records import Witness


class HeldState(PlainValue, frozen=True):
    """What cannot be cut of a memory, taken out of the context at one end.

    The context goes back to it, and it is stored as a snapshot. What the model says after the token
    at `end` proves it, so it is stored once that token has been computed.

    Attributes:
        end: tokens that it is the state of.
        partial: state bytes without the rows that can be cut; of a memory without such rows, all.
        begin: tokens before `rows`.
        rows: state bytes with the rows from `begin` on, where a window will have moved on; None
            where the context still has them when they are stored.
        witness: what the model says after the token at `end`; None until that is computed.
        is_due: it is stored as soon as it has its witness.
        serves_others: other chats may begin with it.
    """

    end: int
    partial: NDArray[np.uint8]
    begin: int = 0
    rows: NDArray[np.uint8] | None = None
    witness: Witness | None = None
    is_due: bool = False
    serves_others: bool = False

    @property
    def n_bytes(self) -> int:
        """Bytes of RAM that it takes."""
        return self.partial.nbytes + (0 if self.rows is None else self.rows.nbytes)


class HeldStates:
    """The states of one sequence in RAM, at rising ends; the latest waits for its witness."""

    def __init__(self) -> None:
        self._states: tuple[HeldState, ...] = ()

    @property
    def all(self) -> tuple[HeldState, ...]:
        """The latest last."""
        return self._states

    @property
    def end(self) -> int:
        """Tokens that the latest is the state of; 0 for none."""
        return self._states[-1].end if self._states else 0

    @property
    def awaiting(self) -> HeldState | None:
        """The state that waits for its witness."""
        last = self.up_to(self.end)
        return last if last is not None and last.witness is None else None

    def up_to(self, n_tokens: int) -> HeldState | None:
        """Return the last state of at most so many tokens."""
        return next((one for one in reversed(self._states) if one.end <= n_tokens), None)

    def hold(self, state: HeldState, *, most: int) -> None:
        """Keep a state in place of others at its end, and of all of them the latest `most`.

        One that is due stays before those that are not.
        """
        kept = [one for one in self._states if one.end < state.end]
        while len(kept) >= most:
            kept.remove(next((one for one in kept if not one.is_due), kept[0]))
        self._states = (*kept, state)

    def settle(self, end: int, witness: Witness | None = None, *, is_due: bool = False) -> None:
        """Take note of what the model said after a state; it waits for nothing any more.

        Args:
            is_due: whether it is still to be stored.
        """
        self._states = tuple(
            replace(one, witness=witness or one.witness, is_due=is_due) if one.end == end else one
            for one in self._states
        )

    def truncate(self, n_tokens: int) -> None:
        """Forget what lies behind `n_tokens`."""
        self._states = tuple(one for one in self._states if one.end <= n_tokens)

    def share(self, other: HeldStates, n_tokens: int) -> None:
        """Take the states that another sequence has of the first `n_tokens`."""
        self._states = other._states
        self.truncate(n_tokens)

    def take_witnesses(self, other: HeldStates) -> None:
        """Keep what the model has said after states of another sequence with the same tokens."""
        for one in other._states:
            if one.witness is not None:
                self.settle(one.end, one.witness)


@dataclass(slots=True)
class EarlyRows:
    """What was computed before the model was identified, and so could not be stored.

    Attributes:
        are_due: it is identified now, and they are still to be stored.
        kept: those that a window has moved on behind since.
        is_dropped: the user has deleted them; nothing is stored before the chat goes on.
    """

    are_due: bool = False
    kept: HeldState | None = None
    is_dropped: bool = False

    def caught_up(self) -> None:
        """Take note that they are stored, or are not to be."""
        self.are_due, self.kept = False, None

    def truncate(self, n_tokens: int) -> None:
        """Forget what lies behind `n_tokens`."""
        if self.kept is not None and self.kept.end > n_tokens:
            self.kept = None


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
        self._snapshot_ends: list[int] = []
        self._tried_state = 0  # the latest end at which a state was to be stored
        self._rested_end = 0  # the latest at which one was not worth storing
        self.early = EarlyRows()
        self.states = HeldStates()

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
    def snapshot_end(self) -> int:
        """The last end of which a snapshot is stored; 0 for none."""
        return max((end for end in self._snapshot_ends if end <= self.end), default=0)

    @property
    def due_end(self) -> int:
        """The last end of which a snapshot is stored, or was due and refused; 0 for none."""
        return max(self.snapshot_end, self._tried_state)

    @property
    def is_rested(self) -> bool:
        """Whether the latest state is stored, was tried to be, or need not be."""
        return self.states.end <= max(self.end, self._tried_state, self._rested_end)

    def witness(self, end: int) -> Witness | None:
        """Return what the model said at an end, if that was kept."""
        return self._witnesses.get(end)

    # -- where the next segments end --

    def segment_ends(self, begin: int, end: int) -> list[int]:
        """Return the planned segment ends in `(begin, end]`."""
        return [one for one in self._segment_ends if begin < one <= end]

    @property
    def planned(self) -> SavePlan:
        """Where the segments of the prompt end, and what is kept there."""
        return self._plan

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
        if self.states.awaiting is not None:
            numbers.add(self.states.awaiting.end)
        return numbers

    # -- changes --

    def plan(self, plan: SavePlan) -> None:
        """Take a plan in place of the one before."""
        self._plan = plan
        self._segment_ends = list(plan.segment_ends)

    def grow(self, n_wanted: int, longest: int, *, with_snapshot: bool = False) -> None:
        """Plan a segment end at `n_wanted` tokens if a segment of the longest length ends there.

        Args:
            n_wanted: tokens.
            longest: tokens of a segment.
            with_snapshot: plan one in any case, and a snapshot of it.
        """
        is_planned = n_wanted in self._segment_ends
        if not is_planned and (with_snapshot or n_wanted - self._last_end >= longest):
            self._segment_ends.append(n_wanted)
        if with_snapshot:
            self._plan = replace(self._plan, snapshot_ends=self._plan.snapshot_ends | {n_wanted})

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

    def tried_state(self, end: int) -> None:
        """Take note that a state is to be stored; what is refused is not tried again."""
        self._tried_state = end

    def rested(self, end: int) -> None:
        """Take note that a state is not worth storing until more is read behind it."""
        self._rested_end = end

    def add(self, end: int, name: SegmentHash, *, with_snapshot: bool = False) -> None:
        """Take note that the segment up to `end` is stored."""
        self._witnesses.pop(end, None)
        self._chain.append((end, name))
        if with_snapshot:
            self._snapshot_ends.append(end)

    def adopt(self, chain: Iterable[tuple[int, SegmentHash]]) -> None:
        """Take the chain of a sequence that came from the store, a snapshot at its end."""
        self._chain = list(chain)
        self._snapshot_ends = [self.end]

    def share(self, other: SavedRows, n_tokens: int) -> None:
        """Take what another sequence has of the first `n_tokens`."""
        self._chain = [link for link in other._chain if link[0] <= n_tokens]
        self._snapshot_ends = list(other._snapshot_ends)
        self.states.share(other.states, n_tokens)

    def take_witnesses(self, other: SavedRows) -> None:
        """Keep what the model has said in another sequence with the same tokens."""
        self._witnesses |= other._witnesses
        self.states.take_witnesses(other.states)

    def truncate_chain(self, n_segments: int) -> None:
        """Take note that the store has only so many of the segments any more."""
        del self._chain[n_segments:]

    def truncate(self, n_tokens: int) -> None:
        """Forget what lies behind `n_tokens`."""
        self._chain = [link for link in self._chain if link[0] <= n_tokens]
        self._witnesses = {end: w for end, w in self._witnesses.items() if end <= n_tokens}
        self.states.truncate(n_tokens)
        self.early.truncate(n_tokens)
        self._snapshot_ends = [end for end in self._snapshot_ends if end <= n_tokens]
        self._tried_end = min(self._tried_end, n_tokens)
        self._rested_end = min(self._rested_end, n_tokens)
        if self._tried_state > n_tokens:
            self._tried_state = 0  # what was held before that was not tried

    def begin_anew(self) -> None:
        """Take note that nothing is stored any more."""
        self._chain, self._snapshot_ends = [], []
        self._tried_end = self._tried_state = self._rested_end = 0
        self.states.settle(self.states.end)
