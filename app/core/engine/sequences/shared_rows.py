"""What a sequence has to note once the KV cache holds the tokens of another one here, too.

Threads: the engine thread only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.engine.sequences.sequence import Sequence


def share(sequence: Sequence, other: Sequence, n_tokens: int) -> None:
    """Take note that an empty sequence holds the first tokens of another one, stored as there."""
    _hold(sequence, other, n_tokens)
    sequence.saved.share(other.saved, n_tokens)
    unsaved = other.saved.unsaved
    if unsaved is not None and unsaved.end <= n_tokens:
        sequence.saved.hold(unsaved)  # the next token is its witness, here as there


def take_over(sequence: Sequence, unsent: Sequence, n_common: int) -> None:
    """Take note that a sequence holds what an unsent one does, and nothing else.

    Args:
        n_common: tokens that are the same in both.
    """
    sequence.truncate(n_common)
    _hold(sequence, unsent, unsent.n_cached)
    sequence.saved.take_witnesses(unsent.saved)


def _hold(sequence: Sequence, other: Sequence, n_tokens: int) -> None:
    sequence.want(other.tokens[:n_tokens], other.media.held.part(0, n_tokens))
    sequence.restored_up_to(n_tokens)
