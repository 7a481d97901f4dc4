"""What the context holds of a sequence: kept, cut, put back and emptied with its bookkeeping.

Threads: the engine thread only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.engine.sequences.sequence_pool import share
from app.core.protocol import PrefixSource

if TYPE_CHECKING:
    from app.core.engine.restoring.saver import Saver
    from app.core.engine.sequences.sequence import Sequence
    from app.core.llama import Context, Model


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
        """Return how many of the first `n_tokens` a sequence can be cut to."""
        if n_tokens == sequence.n_cached:
            return n_tokens
        if self._can_cut(sequence, n_tokens):
            return n_tokens
        state = sequence.saved.states.up_to(n_tokens)
        return 0 if state is None else state.end

    def truncate(self, sequence: Sequence, n_tokens: int) -> None:
        """Cut a sequence to its first `n_tokens`; to its last state of fewer where it cannot be."""
        if n_tokens == sequence.n_cached:
            return
        self._saver.settle(sequence)
        cut = self._cut if self._can_cut(sequence, n_tokens) else self._go_back
        if n_tokens and cut(sequence, n_tokens):
            sequence.truncate(n_tokens)
        else:
            self._fall_back(sequence, n_tokens)

    def begin_with(self, sequence: Sequence, other: Sequence, n_tokens: int) -> None:
        """Let a sequence hold the first tokens of another one, or nothing where that fails.

        Args:
            n_tokens: so many, as `truncatable` says of the other one, which keeps all that it has.
        """
        self.clear(sequence)
        is_all = n_tokens == other.n_cached
        end = -1 if is_all else other.media.position(n_tokens)
        self._context.copy(other.seq_id, sequence.seq_id, 0, end)
        share(sequence, other, n_tokens)
        # What cannot be cut was copied as it is behind all tokens of the other one.
        is_right = is_all or self._can_cut(other, n_tokens) or self._go_back(sequence, n_tokens)
        if not is_right:
            self.clear(sequence)

    def clear(self, sequence: Sequence) -> None:
        """Empty a sequence, whatever the context may hold for it."""
        self._saver.settle(sequence)
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
            self._fall_back(sequence, n_tokens)

    def drop_drafted(self, sequence: Sequence) -> None:
        """Cut off what the last batch computed behind `sequence.tokens`, all of that batch."""
        if not self._drop_behind(sequence, sequence.n_cached):
            self._fall_back(sequence, sequence.n_cached)
        elif not self._model.can_rewind:
            sequence.truncate(sequence.n_cached, went_back=True)

    def _drop_behind(self, sequence: Sequence, n_tokens: int) -> bool:
        # What is left of a window shows only when the rest is gone.
        removed = self._context.remove(sequence.seq_id, sequence.media.position(n_tokens))
        return removed and (not n_tokens or self._has_window(sequence, n_tokens))

    def _can_cut(self, sequence: Sequence, n_tokens: int) -> bool:
        # A window that has moved on cannot be rewound: llama.cpp accepts it and computes nonsense.
        return self._model.can_rewind and self._has_window(sequence, n_tokens)

    def _has_window(self, sequence: Sequence, n_tokens: int) -> bool:
        """Whether what the token at `n_tokens` looks back on is in the context."""
        n_swa = self._model.n_swa
        first = self._context.positions(sequence.seq_id)[0]
        return not n_swa or 0 <= first <= max(0, sequence.media.position(n_tokens) - n_swa + 1)

    def _fall_back(self, sequence: Sequence, n_tokens: int) -> None:
        """Put the last state of at most `n_tokens` back into the context, or empty the sequence."""
        state = sequence.saved.states.up_to(n_tokens)
        if state is not None and self._go_back(sequence, state.end):
            sequence.truncate(state.end)
        else:
            self.clear(sequence)

    def _go_back(self, sequence: Sequence, n_tokens: int) -> bool:
        """Put a state that is held back into the context."""
        state = sequence.saved.states.up_to(n_tokens)
        if state is None or state.end != n_tokens:
            return False
        return self._saver.put_back(sequence, state) and self._cut(sequence, n_tokens)

    def _cut(self, sequence: Sequence, n_tokens: int) -> bool:
        removed = self._context.remove(sequence.seq_id, sequence.media.position(n_tokens))
        last = self._context.positions(sequence.seq_id)[1]
        return removed and last == sequence.media.position(n_tokens - 1)
