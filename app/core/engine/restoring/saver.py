"""Hands what sequences have computed to the store, segment by segment.

Of a segment goes along what the model said at its end (its witness), by which a restore is judged.
What goes wrong here ends storing for this model and nothing else.

`LiveRows` is what the context holds of a sequence: kept, cut and emptied with its bookkeeping.

Threads: the engine thread only; the store does its disk work on threads of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.engine.memory.save_plan import SavePlan, save_plan
from app.core.engine.memory.state_probe import witness_of
from app.core.engine.sequences.saved_rows import UnsavedState
from app.core.kvstore.records import Owner, SaveOutcome
from app.core.protocol import PrefixSource

if TYPE_CHECKING:
    from collections.abc import Sequence as Series

    import numpy as np
    import numpy.typing as npt

    from app.core.engine.batch.scheduler import Share
    from app.core.engine.batch.shared_batch import SharedBatch
    from app.core.engine.memory.stored_model import StoredModel
    from app.core.engine.sequences.sequence import Sequence
    from app.core.kvstore.format.layout import KVLayout
    from app.core.kvstore.records import Witness
    from app.core.llama import Context, Model


class Saver:
    """Saves the sequences of one context, and keeps `Sequence.saved` up to date.

    Args:
        stored: the model's part of the store; without a layout nothing is saved.
        scratch: a sequence id of the context that is nobody else's, for copying rows out.
    """

    def __init__(self, context: Context, stored: StoredModel, *, scratch: int) -> None:
        self._context = context
        self._stored = stored
        self._scratch = scratch

    def plan(self, sequence: Sequence, message_ends: Series[int], n_prompt: int) -> None:
        """Settle where the segments of a prompt end, and where its state must be taken."""
        begin, longest = sequence.saved.end, self._stored.longest_segment
        media = sequence.media.wanted
        plan = save_plan(self._stored.layout, begin, message_ends, n_prompt, longest, media)
        sequence.saved.plan(plan)

    def plan_nothing(self, sequence: Sequence) -> None:
        """Settle that no segment of a sequence ends anywhere."""
        sequence.saved.plan(SavePlan())

    def plan_growth(self, sequence: Sequence) -> None:
        """Let a segment end where a growing answer has filled it."""
        sequence.saved.grow(len(sequence.wanted), self._stored.longest_segment)

    # -- what the model says at the ends of segments --

    def note_witnesses(self, share: Share, batch: SharedBatch) -> None:
        """Keep what the model said at the ends in a computed share that segments may have."""
        sequence = share.sequence
        if not self._stored.can_store or share.is_medium:
            return
        ends = set(sequence.saved.segment_ends(share.begin, sequence.n_cached))
        if share.end - share.begin > 1:
            ends.add(share.end)
        for end in ends:
            self.note_witness(sequence, end, batch)

    def note_witness(self, sequence: Sequence, end: int, batch: SharedBatch) -> None:
        """Keep what the model said after the first `end` tokens."""
        sequence.saved.note_witness(end, witness_of(batch.logits(sequence, end - 1)))

    def complete(self, share: Share, batch: SharedBatch) -> None:
        """Complete a save that waited for what the model says one token further."""
        sequence = share.sequence
        unsaved = sequence.saved.unsaved
        if unsaved is None or not share.begin <= unsaved.end < share.end:
            return
        if share.is_medium:
            self.settle(sequence, None)
            return
        logits = batch.logits(sequence, unsaved.end)
        self.settle(sequence, witness_of(logits, after=sequence.tokens[unsaved.end]))

    # -- saving --

    def save(self, sequence: Sequence, *, up_to_end: bool) -> None:
        """Hand finished segments to the store; `up_to_end` makes the last token an end too.

        Costs the engine thread a copy of the new rows, nothing else. Of what is not sent
        nothing is stored but the end of the chat before it, which waits for its witness.
        """
        if self._stored.layout is None or sequence.is_unsent:
            return
        self.settle(sequence, None)
        saved, n_cached = sequence.saved, sequence.n_cached
        ends = saved.segment_ends(saved.end, n_cached)
        last = sequence.media.held.text_end(n_cached)  # nothing goes on behind a part of a medium
        if up_to_end and last > max([saved.end, *ends]):
            ends.append(last)
        saved.tried(ends, n_cached)
        if not ends or not self._stored.store.accepts(Owner(sequence.chat)):
            return
        try:
            for end in ends:
                if not self._save_up_to(sequence, end, self._stored.layout, up_to_end=up_to_end):
                    return
        except Exception as error:  # noqa: BLE001 - what is stored is a convenience
            self._stored.give_up(error)

    def _save_up_to(
        self, sequence: Sequence, end: int, layout: KVLayout, *, up_to_end: bool
    ) -> bool:
        """Save one segment; several only when the store had no room for the ones before."""
        saved, longest = sequence.saved, self._stored.longest_segment
        for part in (*range(saved.end + longest, end, longest), end):
            at_end = part == sequence.n_cached
            is_snapshot = at_end and (up_to_end or saved.is_snapshot_end(part))
            if is_snapshot and layout.needs_snapshot:
                saved.hold(UnsavedState(part, self._state(sequence, part)))
            elif not self._save_segment(sequence, part, self._state(sequence, part)):
                return False
        return True

    def settle(self, sequence: Sequence, witness: Witness | None) -> None:
        """Hand a segment that waited for its witness to the store, with or without one."""
        unsaved = sequence.saved.take_unsaved()
        if unsaved is None or self._stored.layout is None:
            return
        if sequence.is_unsent and witness is None:  # the chat itself has it still
            return
        sequence.saved.note_witness(unsaved.end, witness)
        try:
            self._save_segment(sequence, unsaved.end, unsaved.blob, with_snapshot=True)
        except Exception as error:  # noqa: BLE001 - what is stored is a convenience
            self._stored.give_up(error)

    def _state(self, sequence: Sequence, end: int) -> npt.NDArray[np.uint8]:
        """Take the state of what is not saved yet, up to `end`, out of the context."""
        context, layout = self._context, self._stored.layout
        assert layout is not None
        if not layout.sections:
            return context.state(sequence.seq_id)
        position = sequence.media.position
        # Cells of a picture that share a position are copied all together.
        begin_pos, end_pos = position(sequence.saved.end), position(end - 1) + 1
        context.copy(sequence.seq_id, self._scratch, begin_pos, end_pos)
        try:
            state = context.state(self._scratch)
        finally:
            context.remove(self._scratch, -1)
        if sequence.is_rolled_back:
            # Its copy has the recurrent part of what was drafted, too; only its own bytes do not.
            _found, rest_at = layout.sections_of(state)
            own = context.state(sequence.seq_id, partial=True)
            state[rest_at:] = own[own.size - (state.size - rest_at) :]
        return state

    def _save_segment(
        self,
        sequence: Sequence,
        end: int,
        state: npt.NDArray[np.uint8],
        *,
        with_snapshot: bool = False,
    ) -> bool:
        stored, saved = self._stored, sequence.saved
        assert stored.layout is not None
        begin = saved.end
        outcome, name = stored.store.save(
            stored.namespace,
            stored.layout,
            owner=Owner(sequence.chat),
            parent=saved.last_name,
            begin=begin,
            token_ids=sequence.tokens[begin:end],
            blob=state.data,
            witness=saved.witness(end),
            with_snapshot=with_snapshot,
            media=sequence.media.held,
        )
        if outcome is SaveOutcome.ORPHAN:
            # Refused or evicted meanwhile; what is missing is stored with the next segment.
            saved.truncate_chain(stored.store.n_stored(stored.namespace, saved.names))
        if outcome not in (SaveOutcome.QUEUED, SaveOutcome.ALREADY_STORED):
            return False
        saved.add(end, name)
        return True


class LiveRows:
    """The rows of the sequences of one context.

    Args:
        saver: is given what waits to be saved before its rows go.
    """

    def __init__(self, model: Model, context: Context, saver: Saver) -> None:
        self._model = model
        self._context = context
        self._saver = saver

    def truncatable(self, sequence: Sequence, n_tokens: int) -> int:
        """Return how many of the first `n_tokens` a sequence can be cut to: all or none."""
        if n_tokens == sequence.n_cached:
            return n_tokens
        # A window that has moved on cannot be rewound: llama.cpp accepts it and computes nonsense.
        can_cut = self._model.can_rewind and self._has_window(sequence, n_tokens)
        return n_tokens if can_cut else 0

    def truncate(self, sequence: Sequence, n_tokens: int) -> None:
        """Cut a sequence to its first `n_tokens`, or empty it where its memory cannot be cut."""
        if n_tokens == sequence.n_cached:
            return
        self._saver.settle(sequence, None)
        if n_tokens and self._model.can_rewind and self._cut(sequence, n_tokens):
            sequence.truncate(n_tokens)
        else:
            self.clear(sequence)

    def clear(self, sequence: Sequence) -> None:
        """Empty a sequence, whatever the context may hold for it."""
        self._saver.settle(sequence, None)
        self._context.remove(sequence.seq_id, -1)
        if sequence.job is None:
            sequence.want(())  # nobody asked for what is gone
        sequence.truncate(0)
        sequence.origin.settle(PrefixSource.NOT_STORED)

    def roll_back(self, sequence: Sequence) -> None:
        """Bring the context back to `sequence.tokens` after a batch that was computed in part.

        Of a medium that shares a position no part can be kept: it is begun again.
        """
        n_tokens = sequence.media.held.whole(sequence.n_cached)
        if n_tokens < sequence.n_cached:
            sequence.truncate(n_tokens)
        # A recurrent memory that can go back does so by itself, to states that were not computed;
        # its positions do not show it.
        can_cut = self._model.can_rewind or not self._context.n_rollback or not n_tokens
        if not can_cut or not self._drop_behind(sequence, n_tokens):
            self.clear(sequence)

    def drop_drafted(self, sequence: Sequence) -> None:
        """Cut off what the last batch computed behind `sequence.tokens`, all of that batch."""
        if not self._drop_behind(sequence, sequence.n_cached):
            self.clear(sequence)
        elif not self._model.can_rewind:
            sequence.truncate(sequence.n_cached, went_back=True)

    def _drop_behind(self, sequence: Sequence, n_tokens: int) -> bool:
        # What is left of a window shows only when the rest is gone.
        removed = self._context.remove(sequence.seq_id, sequence.media.position(n_tokens))
        return removed and (not n_tokens or self._has_window(sequence, n_tokens))

    def _has_window(self, sequence: Sequence, n_tokens: int) -> bool:
        """Whether what the token at `n_tokens` looks back on is in the context."""
        n_swa = self._model.n_swa
        first = self._context.positions(sequence.seq_id)[0]
        return not n_swa or 0 <= first <= max(0, sequence.media.position(n_tokens) - n_swa + 1)

    def _cut(self, sequence: Sequence, n_tokens: int) -> bool:
        removed = self._context.remove(sequence.seq_id, sequence.media.position(n_tokens))
        last = self._context.positions(sequence.seq_id)[1]
        return removed and last == sequence.media.position(n_tokens - 1)
