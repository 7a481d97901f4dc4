"""One batch that several sequences share, and where in it the logits of a token lie.

What the model says after a token is asked for only where somebody will use it: to sample, to prove
a restore, or to be kept beside rows that are stored: 54 MB instead of 300 with 152,000 tokens of
vocabulary. It can be read until the next `fill`.

Threads: the engine thread only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.engine.memory.save_plan import MIN_SEGMENT_TOKENS
from app.core.llama import Batch, DecodeOutcome
from app.core.llama.context import N_BATCH

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

    from app.core.engine.batch.scheduler import Share
    from app.core.engine.sequences.sequence import Sequence
    from app.core.llama import Context

# Of each sequence in a batch, besides the ends of segments: the last token that is there, the one
# that proves a restore, the one behind what is saved, the last of the share, and an end of a
# segment at either end of the share.
_OF_EACH_SEQUENCE = 6


def most_outputs(n_seq_max: int) -> int:
    """Return of how many tokens in one batch it can be asked what the model says after them.

    Where answers grow, at most `MOST_DRAFTED` tokens are drafted and few of a prompt are read, with
    so much fewer ends of segments that both together are no more. The same holds where an answer is
    looked into, of which few tokens go into a batch.
    """
    return N_BATCH // MIN_SEGMENT_TOKENS + _OF_EACH_SEQUENCE * n_seq_max


class SharedBatch:
    """The batch of one context, filled anew for every decode.

    Args:
        context: computes it.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._batch = Batch(context.n_batch)
        # Of a sequence and the number of one of its tokens: the index in the batch.
        self._logits_at: dict[tuple[int, int], int] = {}

    def close(self) -> None:
        """Free the native arrays."""
        self._batch.close()

    @property
    def capacity(self) -> int:
        """Most tokens of one decode."""
        return self._batch.capacity

    @property
    def n_at_once(self) -> int:
        """Most tokens that are computed at once; a decode of more can end between two of those."""
        return min(self.capacity, self._context.params.n_ubatch)

    def fill(self, shares: Iterable[Share]) -> None:
        """Take the tokens of these shares in place of what it held."""
        self._batch.clear()
        self._logits_at.clear()
        for share in shares:
            sequence = share.sequence
            tokens = [*sequence.wanted[share.begin : share.end], *share.draft.tokens]
            begin = sequence.media.position(share.begin)
            shift = share.begin - begin
            wanted = frozenset(number - shift for number in _useful_logits(share))
            added = self._batch.add(sequence.seq_id, tokens, begin, wanted)
            seq_id = sequence.seq_id
            self._logits_at |= {(seq_id, pos + shift): index for pos, index in added.items()}

    def decode(self) -> DecodeOutcome:
        """Compute what it holds.

        Raises:
            DecodeFailure: llama.cpp failed for good; the memory may hold a part of it.
        """
        return self._context.decode(self._batch)

    def forget_logits(self) -> None:
        """Take note that what it holds cannot be trusted to be computed."""
        self._logits_at.clear()

    def has_logits(self, sequence: Sequence, number: int) -> bool:
        """Whether it tells what the model says after the token with a number."""
        return (sequence.seq_id, number) in self._logits_at

    def pass_on(self, sequence: Sequence, other: Sequence) -> None:
        """Take note that another sequence has the cells of one now, and what is said after them."""
        number = sequence.n_cached - 1
        if self.has_logits(sequence, number):
            self._logits_at[other.seq_id, number] = self.index(sequence, number)

    def index(self, sequence: Sequence, number: int) -> int:
        """Return where the logits after the token with a number lie, for a sampler."""
        return self._logits_at[sequence.seq_id, number]

    def logits(self, sequence: Sequence, number: int) -> NDArray[np.float32]:
        """Return the logits after the token with a number, float32 [n_vocab]."""
        return self._context.logits(self.index(sequence, number))


def _useful_logits(share: Share) -> frozenset[int]:
    """Return the numbers of the tokens of a share whose logits somebody may ask for."""
    sequence = share.sequence
    end = share.end + len(share.draft.tokens)
    numbers = sequence.saved.useful_numbers | {len(sequence.wanted) - 1}
    numbers |= set(range(share.end, end))
    if sequence.proving is not None:
        numbers.add(sequence.proving.number)
    if sequence.inspected_from is not None:
        numbers |= set(range(max(share.begin, sequence.inspected_from), share.end))
    if share.end - share.begin > 1:
        numbers.add(share.end - 1)  # a stop may make any end of a batch a segment's end
    return frozenset(number for number in numbers if share.begin <= number < end)
