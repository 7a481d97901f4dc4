"""The longest prefix of a prompt that need not be computed: live, stored, or none.

Saves what a sequence has computed and brings stored rows back. All decisions about identity are
token ids; the store compares them again.

Guards on a restore, in order: the store verifies every byte and assembles one state; it goes into
an emptied sequence; llama.cpp's byte count and positions are checked; then the model must say at
the last restored token (or, where a memory cannot be rewound, at the one after it) what it said
when the rows were saved, where that is on record (`PendingCheck`); finite logits are demanded
always. Nothing is shown before that.

Threads: the engine thread only; the store does its disk work on threads of its own.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

import numpy as np

from app.core.engine.protocol import PrefixSource, RestoreTiming
from app.core.engine.sequence import (
    PendingCheck,
    PendingRestore,
    Unsaved,
)
from app.core.engine.token_counts import MIN_SEGMENT_TOKENS, save_plan
from app.core.engine.witness import agrees
from app.core.kvstore import Owner, SaveOutcome, StoreState, common_prefix

if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Sequence as Series

    import numpy.typing as npt

    from app.core.engine.sequence import Sequence
    from app.core.engine.stored_model import StoredModel
    from app.core.kvstore import KVLayout, Witness
    from app.core.llama import Context, Model

logger = logging.getLogger(__name__)


class PrefixReuse:
    """Stored and live prefixes of one model and context.

    Args:
        stored: the model's part of the store; without a layout only live prefixes are reused.
        scratch: a sequence id of the context that is nobody else's, for copying rows out.
        wake: called from another thread when rows have arrived.
    """

    def __init__(
        self,
        model: Model,
        context: Context,
        stored: StoredModel,
        *,
        scratch: int,
        wake: Callable[[], None],
    ) -> None:
        self._model = model
        self._context = context
        self.stored = stored
        self._store = stored.store
        self._scratch = scratch
        self._wake = wake

    @property
    def _layout(self) -> KVLayout | None:
        """How the model's state bytes are arranged; None when, or once, nothing is stored."""
        return self.stored.layout

    # -- finding and restoring --

    def begin(self, sequence: Sequence, *, n_usable: int) -> None:
        """Settle where the first `n_usable` tokens of `sequence.wanted` come from.

        Afterwards the sequence keeps its longest live prefix, or waits for rows from disk.
        """
        n_usable = min(n_usable, self._context.n_ctx - 1)
        live = self._keepable(sequence, common_prefix(sequence.tokens, sequence.wanted[:n_usable]))
        if self._layout is None:
            sequence.source = PrefixSource.UNSUPPORTED
            self.keep(sequence, live)
            return
        if self._layout.has_rest:  # the token after a snapshot proves it
            n_usable = min(n_usable, len(sequence.wanted) - 1)
        try:
            sequence.restore = self._longest_stored(sequence.wanted[:n_usable], live, self._layout)
        except Exception as error:  # noqa: BLE001 - what is stored is a convenience
            self.stored.give_up(error)
        if sequence.restore is None:
            sequence.source = self._why_not_stored(live)
            self.keep(sequence, live)

    def _longest_stored(
        self, wanted: list[int], n_live: int, layout: KVLayout
    ) -> PendingRestore | None:
        """Have the rows fetched that `wanted` begins with; None where that is not worth it."""
        began = time.perf_counter()
        prefix = self._store.longest_prefix(self.stored.namespace, wanted, layout.needs)
        if not _is_worth_restoring(n_live, prefix.n_tokens):
            return None
        find_ms = (time.perf_counter() - began) * 1e3
        loaded = self._store.load(self.stored.namespace, layout, prefix)
        loaded.add_done_callback(lambda _future: self._wake())
        return PendingRestore(prefix, loaded, began, find_ms)

    def _why_not_stored(self, n_live: int) -> PrefixSource:
        if n_live:
            return PrefixSource.LIVE
        # A store that is off still gives back what it has; it only learns nothing new.
        is_off = self._store.state is StoreState.OFF
        return PrefixSource.OFF if is_off else PrefixSource.NOT_STORED

    def roll_back(self, sequence: Sequence) -> None:
        """Bring the context back to `sequence.tokens` after a batch that was computed in part."""
        n_tokens = sequence.n_cached
        # What is left of a window shows only when the rest is gone.
        removed = self._context.remove(sequence.seq_id, n_tokens)
        if not removed or (n_tokens and not self._has_window(sequence, n_tokens)):
            self.clear(sequence)

    def _has_window(self, sequence: Sequence, n_tokens: int) -> bool:
        """Whether what the token at `n_tokens` looks back on is in the context."""
        n_swa = self._model.n_swa
        first = self._context.positions(sequence.seq_id)[0]
        return not n_swa or 0 <= first <= max(0, n_tokens - n_swa + 1)

    def _keepable(self, sequence: Sequence, n_tokens: int) -> int:
        """Return how many of the first `n_tokens` a sequence can be cut to: all or none."""
        if n_tokens == sequence.n_cached:
            return n_tokens
        # A window that has moved on cannot be rewound: llama.cpp accepts it and computes nonsense.
        can_cut = self._model.can_rewind and self._has_window(sequence, n_tokens)
        return n_tokens if can_cut else 0

    def keep(self, sequence: Sequence, n_tokens: int) -> None:
        """Cut a sequence to its first `n_tokens`, or empty it where its memory cannot be cut."""
        if n_tokens == sequence.n_cached:
            return
        self.settle(sequence, None)
        if n_tokens and self._cut(sequence.seq_id, n_tokens):
            sequence.truncate(n_tokens)
        else:
            self.clear(sequence)

    def clear(self, sequence: Sequence) -> None:
        """Empty a sequence, whatever the context may hold for it."""
        self.settle(sequence, None)
        self._context.remove(sequence.seq_id, -1)
        if sequence.answer is None and sequence.warming is None:
            sequence.wanted = []  # nobody asked for what is gone
        sequence.truncate(0)
        sequence.source = PrefixSource.NOT_STORED

    def _cut(self, seq_id: int, n_tokens: int) -> bool:
        return (
            self._context.remove(seq_id, n_tokens)
            and self._context.positions(seq_id)[1] == n_tokens - 1
        )

    def finish(self, sequence: Sequence, *, room: int) -> None:
        """Put the rows that have arrived into the context; `sequence.restore.loaded` is done.

        A defect on the way leaves the sequence empty, to be read.

        Args:
            room: cells the sequence may use.
        """
        pending = sequence.restore
        assert pending is not None
        sequence.restore = None
        try:
            self._finish(sequence, pending, room)
        except Exception as error:  # noqa: BLE001 - what is stored is a convenience
            self.stored.give_up(error)
            sequence.check = None
            self.clear(sequence)

    def _finish(self, sequence: Sequence, pending: PendingRestore, room: int) -> None:
        state = pending.loaded.result()
        live = self._keepable(sequence, common_prefix(sequence.tokens, sequence.wanted))
        if state.n_tokens <= live or state.n_tokens > room:
            # Damage shortened it below what is here, or running chats fill the context.
            cold = PrefixSource.DAMAGED if state.n_damaged else PrefixSource.NOT_STORED
            sequence.source = PrefixSource.LIVE if live else cold
            self.keep(sequence, self._keepable(sequence, min(live, len(sequence.wanted) - 1)))
            return
        self.clear(sequence)
        rows = np.frombuffer(state.buffer, np.uint8) if state.buffer is not None else None
        began = time.perf_counter()
        if rows is None or not self._put(sequence.seq_id, rows, state.n_tokens):
            logger.warning("llama.cpp refused %d restored tokens", state.n_tokens)
            self.clear(sequence)
            self._store.distrust(self.stored.namespace, pending.prefix)
            sequence.source = PrefixSource.DAMAGED
            return
        sequence.put_at = time.perf_counter()
        sequence.timing = RestoreTiming(
            pending.find_ms,
            state.read_ms,
            state.verify_ms,
            state.assemble_ms,
            (sequence.put_at - began) * 1e3,
        )
        self._adopt(sequence, pending, state.n_tokens, state.witness)

    def _put(self, seq_id: int, rows: npt.NDArray[np.uint8], n_tokens: int) -> bool:
        context, layout = self._context, self._layout
        assert layout is not None
        if not context.set_state(seq_id, rows):
            return False
        first, last = context.positions(seq_id)
        if last != n_tokens - 1:
            return False
        if layout.has_rest:
            return True
        # The last token is computed again, so that its logits can prove the others.
        return first == n_tokens - (layout.n_window(n_tokens) or n_tokens) and (
            n_tokens == 1 or context.remove(seq_id, n_tokens - 1)
        )

    def _adopt(
        self, sequence: Sequence, pending: PendingRestore, n_tokens: int, witness: Witness | None
    ) -> None:
        assert self._layout is not None
        n_kept = n_tokens if self._layout.has_rest else n_tokens - 1
        if not n_kept:
            self._context.remove(sequence.seq_id, -1)
        sequence.tokens = sequence.wanted[:n_kept]
        sequence.chain = [
            (piece.end, piece.name)
            for piece in pending.prefix.pieces
            if piece.end <= n_tokens and piece.n_used == piece.end - piece.begin
        ]
        if self._layout.has_rest and witness and witness.after != sequence.wanted[n_kept]:
            witness = None  # says what came after another token
        sequence.check = PendingCheck(n_kept, witness, pending.prefix, n_tokens)
        sequence.n_from_disk = n_tokens
        sequence.source = PrefixSource.DISK
        sequence.restore_s = time.perf_counter() - pending.began
        sequence.restore_began = pending.began
        self._store.claim(
            self.stored.namespace, Owner(sequence.chat), [name for _end, name in sequence.chain]
        )

    def confirm(self, sequence: Sequence, logits: npt.NDArray[np.float32]) -> bool:
        """Judge a restore by the logits of its last token; a failed one is undone for good."""
        check = sequence.check
        assert check is not None
        sequence.check = None
        if agrees(logits, check.witness):
            return True
        logger.warning("a restore failed its proof; %d tokens are read again", check.n_restored)
        self._store.distrust(self.stored.namespace, check.prefix)
        self.clear(sequence)
        sequence.n_from_disk = 0
        sequence.source = PrefixSource.DAMAGED
        return False

    # -- saving --

    def plan_cuts(self, sequence: Sequence, message_ends: Series[int], n_prompt: int) -> None:
        """Settle where the segments of a prompt end, and where its state must be taken."""
        longest = self.stored.longest_segment
        plan = save_plan(self._layout, sequence.stored_end, message_ends, n_prompt, longest)
        sequence.cuts = list(plan.segment_ends)
        sequence.stops = list(plan.batch_ends)
        sequence.snapshot_ends = plan.snapshot_ends

    def save(self, sequence: Sequence, *, up_to_end: bool) -> None:
        """Hand finished segments to the store; `up_to_end` makes the last token a boundary too.

        Costs the engine thread a copy of the new rows, nothing else.
        """
        if self._layout is None:
            return
        self.settle(sequence, None)
        ends = [cut for cut in sequence.cuts if sequence.stored_end < cut <= sequence.n_cached]
        if up_to_end and sequence.n_cached > max([sequence.stored_end, *ends]):
            ends.append(sequence.n_cached)
        # What is refused now is tried again at the next cut, not at the next token: a try copies.
        sequence.last_cut = max([sequence.last_cut, *ends])
        sequence.cuts = [cut for cut in sequence.cuts if cut > sequence.n_cached]
        if not ends or not self._store.accepts(Owner(sequence.chat)):
            return
        longest = self.stored.longest_segment
        try:
            for end in ends:
                # Longer than one segment only when the store had no room for the ones before.
                for part in (*range(sequence.stored_end + longest, end, longest), end):
                    at_end = part == sequence.n_cached
                    is_snapshot = at_end and (up_to_end or part in sequence.snapshot_ends)
                    if is_snapshot and self._layout.has_rest:
                        sequence.unsaved = Unsaved(part, self._state(sequence, part))
                    elif not self._save_segment(sequence, part, self._state(sequence, part)):
                        return
        except Exception as error:  # noqa: BLE001 - what is stored is a convenience
            self.stored.give_up(error)

    def settle(self, sequence: Sequence, witness: Witness | None) -> None:
        """Hand a segment that waited for its witness to the store, with or without one."""
        unsaved, sequence.unsaved = sequence.unsaved, None
        if unsaved is None or self._layout is None:
            return
        sequence.witnesses.pop(unsaved.end, None)
        if witness is not None:
            sequence.witnesses[unsaved.end] = witness
        try:
            self._save_segment(sequence, unsaved.end, unsaved.blob, with_snapshot=True)
        except Exception as error:  # noqa: BLE001 - what is stored is a convenience
            self.stored.give_up(error)

    def _state(self, sequence: Sequence, end: int) -> npt.NDArray[np.uint8]:
        """Take the state of what is not saved yet, up to `end`, out of the context."""
        context, layout = self._context, self._layout
        assert layout is not None
        if not layout.sections:
            return context.state(sequence.seq_id)
        context.copy(sequence.seq_id, self._scratch, sequence.stored_end, end)
        try:
            return context.state(self._scratch)
        finally:
            context.remove(self._scratch, -1)

    def _save_segment(
        self,
        sequence: Sequence,
        end: int,
        state: npt.NDArray[np.uint8],
        *,
        with_snapshot: bool = False,
    ) -> bool:
        assert self._layout is not None
        begin = sequence.stored_end
        outcome, name = self._store.save(
            self.stored.namespace,
            self._layout,
            owner=Owner(sequence.chat),
            parent=sequence.chain[-1][1] if sequence.chain else None,
            begin=begin,
            token_ids=sequence.tokens[begin:end],
            blob=state.data,
            witness=sequence.witnesses.get(end),
            with_snapshot=with_snapshot,
        )
        if outcome is SaveOutcome.ORPHAN:
            # Refused or evicted meanwhile; what is missing is stored with the next segment.
            names = [name for _end, name in sequence.chain]
            del sequence.chain[self._store.n_stored(self.stored.namespace, names) :]
        if outcome not in (SaveOutcome.QUEUED, SaveOutcome.ALREADY_STORED):
            return False
        sequence.witnesses.pop(end, None)
        sequence.chain.append((end, name))
        return True


def _is_worth_restoring(n_live: int, n_stored: int) -> bool:
    """A restore reads files and replaces the whole sequence: not for a handful of tokens."""
    return n_stored - n_live >= max(MIN_SEGMENT_TOKENS, n_stored // 100)
