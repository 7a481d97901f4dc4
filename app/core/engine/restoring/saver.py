"""Hands what sequences have computed to the store, segment by segment.

Of a segment goes along what the model said at its end (its witness), by which a restore is judged.
What goes wrong here ends storing for this model and nothing else.

A memory that cannot be cut is stored with snapshots, each as large as hundreds of tokens' rows. So
its states are held in RAM, where the context goes back to them, and stored once reading again what
lies behind the last snapshot would take seconds, or once the chat rests (`rest`).

Threads: the engine thread only; the store does its disk work on threads of its own.
Longer than other files: saving now, saving later and putting back share what is held of a sequence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import psutil

from app.core.engine.memory.save_plan import (
    UNKNOWN_WORTH,
    SavePlan,
    SnapshotWorth,
    save_plan,
)
from app.core.engine.memory.state_probe import witness_of
from app.core.engine.sequences.saved_rows import HeldState
from app.core.kvstore.records import Owner, SaveOutcome
from app.core.plain_value import replace

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

    from app.core.engine.batch.scheduler import Share
    from app.core.engine.batch.shared_batch import SharedBatch
    from app.core.engine.memory.stored_model import StoredModel
    from app.core.engine.prompts.prompt import Prompt
    from app.core.engine.sequences.saved_rows import SavedRows
    from app.core.engine.sequences.sequence import Sequence
    from app.core.kvstore.format.layout import KVLayout
    from app.core.kvstore.records import Witness
    from app.core.llama import Context


_MOST_HELD = 3  # states of one sequence: where its last turns begin and end
_PART_HELD = 32  # of the RAM, that they take at most
_NO_BYTES = np.zeros(0, np.uint8)
_SMALL_BYTES = 4_000_000  # of a state; a larger one is stored where reading again is noticed


def _most_held(n_bytes: int) -> int:
    """Return how many states of this size are held of a sequence; 0 where one is too much."""
    affordable = psutil.virtual_memory().total // _PART_HELD // max(1, n_bytes)
    return min(_MOST_HELD, affordable)


def known_end(saved: SavedRows) -> int:
    """Return the tokens that stored segments cover, or behind which a state is held."""
    return max(saved.end, saved.states.end)


class Saver:
    """Saves the sequences of one context, and keeps `Sequence.saved` up to date.

    Args:
        stored: the model's part of the store; without a layout nothing is saved.
        scratch: a sequence id of the context that is nobody else's, for copying rows out.
        defers: whether states may wait in RAM until a chat rests; the caller tells when it does.
    """

    def __init__(
        self, context: Context, stored: StoredModel, *, scratch: int, defers: bool
    ) -> None:
        self._context = context
        self._stored = stored
        self._scratch = scratch
        self._defers = defers

    @property
    def _cannot_be_cut(self) -> bool:
        """Whether rows are stored with states alone."""
        return self._stored.layout is not None and self._stored.layout.needs_snapshot

    @property
    def worth(self) -> SnapshotWorth:
        """What a state of this model is worth, as far as reading was measured."""
        speed = self._stored.speed
        seconds_per_token = speed.seconds_per_token or speed.decode_s
        return SnapshotWorth(seconds_per_token) if self._defers else UNKNOWN_WORTH

    def plan(self, sequence: Sequence, prompt: Prompt | None, n_prompt: int) -> None:
        """Settle where the segments of a prompt end, and where its state must be taken.

        Args:
            prompt: None where nothing is known of what is wanted but the tokens.
            n_prompt: tokens that are wanted, beyond the prompt where an answer is under way.
        """
        begin, longest = known_end(sequence.saved), self._stored.longest_segment
        layout, media = self._stored.planned_layout, sequence.media.wanted
        n_there = sequence.n_cached
        plan = save_plan(
            layout,
            begin,
            prompt.message_ends if prompt else (),
            n_prompt,
            longest,
            media,
            self.worth,
            n_there,
            prompt.attached_ends if prompt else (),
        )
        sequence.saved.plan(plan)
        sequence.saved.early.is_dropped = False
        # Of a long question the chat before it is stored while it is read.
        if self.worth.is_due(n_prompt - n_there) and self.has_to_rest(sequence):
            self.rest_in_part(sequence)

    def plan_nothing(self, sequence: Sequence) -> None:
        """Settle that no segment of a sequence ends anywhere."""
        sequence.saved.plan(SavePlan())

    def plan_growth(self, sequence: Sequence) -> None:
        """Let a segment end where a growing answer fills it, or a crash would cost too much."""
        saved, n_wanted, worth = sequence.saved, len(sequence.wanted), self.worth
        layout = self._stored.planned_layout
        has_states = layout is not None and layout.needs_snapshot and worth.seconds_per_token
        is_due = bool(has_states) and worth.is_due(n_wanted - saved.due_end)
        saved.grow(n_wanted, self._stored.longest_segment, with_snapshot=is_due)

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
        """Complete a state that waited for what the model says one token further."""
        sequence = share.sequence
        state = sequence.saved.states.awaiting
        if state is None or not share.begin <= state.end < share.end:
            return
        if share.is_medium:
            self.settle(sequence)
            return
        logits = batch.logits(sequence, state.end)
        self.witnessed(sequence, witness_of(logits, after=sequence.tokens[state.end]))

    def witnessed(self, sequence: Sequence, witness: Witness) -> None:
        """Take note of what the model said one token behind the last state; store it if due."""
        state = sequence.saved.states.awaiting
        if state is None:
            return
        waits = state.is_due and not self._stored.is_identified
        sequence.saved.states.settle(state.end, witness, is_due=waits)
        if state.is_due:
            self._store(sequence, replace(state, witness=witness))
        if not _most_held(state.n_bytes):
            sequence.saved.states.truncate(state.end - 1)

    # -- saving --

    def save(self, sequence: Sequence, *, up_to_end: bool) -> None:
        """Hand finished segments to the store; `up_to_end` makes the last token an end too.

        Costs the engine thread a copy of the new rows, nothing else. Of what is not sent
        nothing is stored but the end of the chat before it, which waits for its witness.
        Before the model is identified, what the context loses later is kept in RAM.
        """
        layout = self._stored.planned_layout
        if layout is None or sequence.is_unsent:
            return
        self.settle(sequence)
        saved, n_cached = sequence.saved, sequence.n_cached
        last = sequence.media.held.text_end(n_cached)  # nothing goes on behind a part of a medium
        is_end = n_cached in saved.planned.snapshot_ends or (up_to_end and last == n_cached)
        try:
            can_store = self._stored.is_identified and self._catch_up(sequence)
            ends = saved.segment_ends(saved.end, n_cached)
            if up_to_end and last > max([saved.end, *ends]):
                ends.append(last)
            if can_store:
                saved.tried(ends, n_cached)
            if layout.needs_snapshot and is_end:
                self._hold(sequence, layout)
                return
            if not can_store:
                self._keep_window(sequence, layout)
                return
            if layout.needs_snapshot and saved.states.end > saved.end:
                return  # rows go with a state: behind one that is not stored it never could be
            if ends and self._stored.store.accepts(Owner(sequence.chat)):
                self._save_segments(sequence, ends)
        except Exception as error:  # noqa: BLE001 - what is stored is a convenience
            self._stored.give_up(error)

    def _save_segments(self, sequence: Sequence, ends: Iterable[int]) -> bool:
        """Save the segments with these ends; False when the store did not take one."""
        return all(
            self._save_up_to(sequence, end, self._state(sequence, sequence.saved.end, end))
            for end in ends
        )

    def _save_up_to(
        self,
        sequence: Sequence,
        end: int,
        state: npt.NDArray[np.uint8],
        *,
        is_snapshot: bool = False,
        serves_others: bool = False,
    ) -> bool:
        """Save one segment; several only where the rows are more than one may have."""
        saved, longest = sequence.saved, self._stored.longest_segment
        for part in (*range(saved.end + longest, end, longest), end):
            with_snapshot = is_snapshot and part == end
            if not self._save_segment(
                sequence, part, state, with_snapshot=with_snapshot, serves_others=serves_others
            ):
                return False
        return True

    # -- before the model is identified --

    def _keep_window(self, sequence: Sequence, layout: KVLayout) -> None:
        """Keep the rows up to where other chats may begin, if a window will have moved on."""
        saved, end = sequence.saved, sequence.n_cached
        if self._stored.is_identified or not layout.window or layout.needs_snapshot:
            return
        n_bytes = (end - saved.end) * layout.bytes_per_token
        if end in saved.planned.attached_ends and _most_held(n_bytes):
            rows = self._state(sequence, saved.end, end)
            saved.early.kept = HeldState(end, _NO_BYTES, saved.end, rows)

    def _catch_up(self, sequence: Sequence) -> bool:
        """Store what was computed before the model was identified, as fast as the disk takes it.

        Returns:
            Whether all of it is stored, or is not to be.
        """
        saved, store = sequence.saved, self._stored.store
        if not saved.early.are_due:
            return True
        if store.is_writing:
            return False
        begin = saved.end
        try:
            accepts = store.accepts(Owner(sequence.chat))
            if not accepts or self._has_stored_what_waited(sequence) or saved.end == begin:
                saved.early.caught_up()
        except Exception as error:  # noqa: BLE001 - what is stored is a convenience
            self._stored.give_up(error)
        return not saved.early.are_due

    def _has_stored_what_waited(self, sequence: Sequence) -> bool:
        """Store it; False when there was too much for the disk at once."""
        saved, layout = sequence.saved, self._stored.layout
        awaiting, early = saved.states.awaiting, saved.early.kept
        for state in saved.states.all:
            if state.is_due and state is not awaiting:
                self._store(sequence, state)
                if saved.end < state.end:
                    return False
                saved.states.settle(state.end)
                saved.tried_state(state.end)
        if layout is None or layout.needs_snapshot:
            return True
        if early is not None and early.rows is not None and early.begin <= saved.end < early.end:
            self._save_up_to(sequence, early.end, early.rows)
            if saved.end < early.end:
                return False
        return self._save_segments(sequence, saved.segment_ends(saved.end, sequence.n_cached))

    # -- states that cannot be cut --

    def _hold(self, sequence: Sequence, layout: KVLayout) -> None:
        """Take the state out of the context; store it with its witness, if that cannot wait."""
        saved, end = sequence.saved, sequence.n_cached
        partial = self._context.state(sequence.seq_id, partial=bool(layout.sections))
        rows = self._state(sequence, saved.end, end) if layout.window else None
        state = HeldState(
            end, partial, saved.end, rows, serves_others=end in saved.planned.attached_ends
        )
        most, is_due = _most_held(state.n_bytes), end in saved.planned.due_ends
        is_identified = self._stored.is_identified
        if is_due or (is_identified and (self.worth.is_due(end - saved.due_end) or not most)):
            if is_identified:
                saved.tried_state(end)
            state = replace(state, is_due=self._stored.store.accepts(Owner(sequence.chat)))
        saved.states.hold(state, most=max(1, most))

    def put_back(self, sequence: Sequence, state: HeldState) -> bool:
        """Put a state into the context in place of a later one; what lies behind it is cut then."""
        layout = self._stored.planned_layout
        if layout is None:
            return False
        if not layout.sections:
            self._context.remove(sequence.seq_id, -1)
        is_partial = bool(layout.sections)
        return self._context.set_state(sequence.seq_id, state.partial, partial=is_partial)

    def settle(self, sequence: Sequence) -> None:
        """Store the state that is due without its witness, for the token after it does not come."""
        state = sequence.saved.states.awaiting
        if state is None or not state.is_due or sequence.is_unsent:
            return  # of what is not sent the chat itself has it still
        if self._stored.is_identified:
            sequence.saved.states.settle(state.end)
            self._store(sequence, state)

    def rest(self, sequence: Sequence, *, most_s: float) -> None:
        """Store where a chat ends that rests, and where its last turn begins.

        Args:
            sequence: of the chat.
            most_s: seconds to wait for the disk before each of the two.
        """
        while self.has_to_rest(sequence):
            self._stored.store.flush(most_s)
            begin = sequence.saved.end
            self.rest_in_part(sequence)
            if sequence.saved.end == begin:
                sequence.saved.early.caught_up()  # or a disk that takes nothing would be waited for

    def rest_in_part(self, sequence: Sequence) -> None:
        """Store the next one of the two; more than one at a time may be too much for the disk.

        Where the last turn begins is left out if that saves little reading; so is a large state at
        the end of a chat, such as of each short one about the same document.
        """
        saved, worth = sequence.saved, self.worth
        if saved.early.are_due:
            if self._catch_up(sequence) and not self._cannot_be_cut:
                self.save(sequence, up_to_end=True)
            return
        state = saved.states.all[-1]
        before = saved.states.up_to(state.end - 1) if worth.seconds_per_token else None
        n_saved = 0 if before is None else before.end - saved.due_end
        if before is not None and n_saved >= worth.least and before.end > saved.end:
            state = before
        elif state.n_bytes > _SMALL_BYTES and not worth.is_noticed(state.end - saved.snapshot_end):
            saved.rested(state.end)
            return
        n_before = saved.end
        if self._stored.store.accepts(Owner(sequence.chat)):
            self._store(sequence, state)
            if saved.end < n_before:  # what it was to go on from is gone: all of it, then
                n_before = saved.end
                self._store(sequence, state)
        if not n_before < saved.end < state.end:  # else its rows come first, and it is tried again
            saved.tried_state(state.end)

    def has_to_rest(self, sequence: Sequence) -> bool:
        """Whether the store lacks where a chat ends."""
        can_store = self._stored.layout is not None and not sequence.is_unsent
        is_left = sequence.saved.early.are_due or not sequence.saved.is_rested
        return can_store and sequence.proving is None and is_left

    def _store(self, sequence: Sequence, state: HeldState) -> None:
        if self._stored.layout is None:
            return
        try:
            self._store_state(sequence, state)
        except Exception as error:  # noqa: BLE001 - what is stored is a convenience
            self._stored.give_up(error)

    def _store_state(self, sequence: Sequence, state: HeldState) -> None:
        saved = sequence.saved
        if state.end <= saved.end or (state.rows is not None and state.begin > saved.end):
            return  # stored, or a window has moved on behind what the store lacks
        saved.note_witness(state.end, state.witness)
        blob = self._whole(sequence, state)
        self._save_up_to(
            sequence, state.end, blob, is_snapshot=True, serves_others=state.serves_others
        )

    def _whole(self, sequence: Sequence, state: HeldState) -> npt.NDArray[np.uint8]:
        """Return a state with its rows."""
        layout = self._stored.layout
        assert layout is not None
        if not layout.sections:
            return state.partial
        saved_end = sequence.saved.end
        rows = self._state(sequence, saved_end, state.end) if state.rows is None else state.rows
        _found, rest_at = layout.sections_of(rows)
        rows[rest_at:] = state.partial[state.partial.size - (rows.size - rest_at) :]
        return rows

    def _state(self, sequence: Sequence, begin: int, end: int) -> npt.NDArray[np.uint8]:
        """Take the rows of some tokens out of the context.

        Behind them comes what cannot be cut, as it is after all tokens of the sequence.
        """
        context, layout = self._context, self._stored.planned_layout
        if layout is None or not layout.sections:
            return context.state(sequence.seq_id)
        position = sequence.media.position
        # Cells of a picture that share a position are copied all together.
        context.copy(sequence.seq_id, self._scratch, position(begin), position(end - 1) + 1)
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
        serves_others: bool = False,
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
            serves_others=with_snapshot and serves_others,
            media=sequence.media.held,
        )
        if outcome is SaveOutcome.ORPHAN:
            # Refused or evicted meanwhile; what is missing is stored with the next segment.
            saved.truncate_chain(stored.store.n_stored(stored.namespace, saved.names))
        if outcome not in (SaveOutcome.QUEUED, SaveOutcome.ALREADY_STORED):
            return False
        saved.add(end, name, with_snapshot=with_snapshot)
        return True
