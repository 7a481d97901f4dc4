"""Which sequences get how many tokens in the next batch.

One rule, no phases: every sequence that has tokens to catch up may compute some.
Ranking and reasons:
1. sequences one token behind (they are streaming) get theirs first, so that no stream waits;
2. the others share what is left equally, and what one does not need the others get: a restored chat
   with one token to prove does not wait for somebody's book, and a book is not kept waiting by
   short questions that keep coming; while anything streams they get at most `STREAMING_PREFILL`
   tokens together, so that a long prompt never freezes another answer;
3. idle work gets a batch of its own, and only where nothing else has tokens to catch up.

Touches nothing. Threads: a pure function.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.core.engine.sequences.sequence import Sequence

PREFILL_CHUNK = 256
STREAMING_PREFILL = 64


@dataclass(frozen=True, slots=True)
class Share:
    """Tokens `[begin, end)` of a sequence that go into the next batch."""

    sequence: Sequence
    begin: int
    end: int


def plan_batch(sequences: Iterable[Sequence], capacity: int) -> list[Share]:
    """Return the shares of the next batch, at most `capacity` tokens together."""
    runnable = [sequence for sequence in sequences if sequence.is_runnable]
    runnable = [one for one in runnable if not one.does_idle_work] or runnable
    streaming = [sequence for sequence in runnable if _is_streaming(sequence)]
    catching_up = [sequence for sequence in runnable if not _is_streaming(sequence)]
    shares = [Share(s, s.n_cached, s.n_cached + 1) for s in streaming[:capacity]]
    room = min(capacity - len(shares), STREAMING_PREFILL if shares else PREFILL_CHUNK)
    catching_up.sort(key=lambda s: _limit(s) - s.n_cached)
    for n_served, sequence in enumerate(catching_up):
        equal_share = -(-room // (len(catching_up) - n_served))  # rounded up
        end = min(_limit(sequence), sequence.n_cached + equal_share)
        if end > sequence.n_cached:
            shares.append(Share(sequence, sequence.n_cached, end))
            room -= end - sequence.n_cached
    return shares


def _is_streaming(sequence: Sequence) -> bool:
    return sequence.n_pending == 1 and sequence.answer is not None and sequence.proving is None


def _limit(sequence: Sequence) -> int:
    """Return up to where a sequence may compute.

    A restored one first proves itself alone, in the batch shape its rows were made with; one whose
    state has to be taken on the way stops there.
    """
    if sequence.proving is not None:
        return sequence.proving.pos + 1
    return sequence.saved.next_batch_end(sequence.n_cached, len(sequence.wanted))
