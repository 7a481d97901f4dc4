"""Which sequences get how many tokens in the next batch.

One rule, no phases: every sequence that has tokens to catch up may compute some.
Ranking and reasons:
1. sequences one token behind (they are streaming) get theirs first, so that no stream waits;
2. then those read on that have the fewest tokens left, one after the other: half of several prompts
   is answered sooner than if all of them shared, none later, and the rows of each lie side by side
   in the cache, which llama.cpp reads faster than rows that alternate. Prompts of chats in the
   window come before those of other programs. A quarter of the room is for the answer whose turn is
   first (`admission.py`), so that a book is not kept waiting by short questions that keep coming,
   nor a program by the window: its turn comes. While anything streams, all of them get at most
   `STREAMING_PREFILL` tokens together, so that a long prompt never freezes another answer, and
   `PROGRAM_PREFILL` where all that streams is for programs, which want the whole sooner;
3. on the processor streams and prompts are computed in turns, each in a batch of their own
   (`BatchTurns`): the cells of all chats lie in one cache, and attention over a batch of several
   chats looks at all of them. Seven tokens of streams and 64 of a prompt took 0.58 s together, and
   0.11 and 0.30 s apart (0.5B, 4,000 cells in use). A GPU reads the weights once for both. The last
   tokens of the prompt whose turn is first go without those of others there, for what they cost
   is time until its answer begins; only the odd tokens of another prompt, beyond its full batches,
   go along where they are few. Read apart, 13 tokens and 13 more took 161 ms beside batches of 512,
   together 114 (0.5B), and two prompts of 525 tokens 1.014 of the time;
4. idle work gets a batch of its own, and only where nothing else has tokens to catch up.
Cells of pictures and sounds go into no batch with tokens; of them `media_turns.py` decides.

Touches nothing. Threads: a pure function.

`PrefillSize` is how many tokens of prompts are read at once where nobody waits for the next word of
an answer. A batch of 512 tokens is read faster than two of 256: by 3 % on a processor, by more on a
GPU. But until it is computed no other chat has its turn and the progress stands still, so it is for
models that read that many in a moment, as the latest batch has shown here.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from app.core.engine.batch.admission import turn_of
from app.core.engine.drafting.draft import NO_DRAFT
from app.core.plain_value import PlainValue, replace
from app.core.protocol import is_of_other_program

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.core.engine.drafting.draft import DraftedTokens
    from app.core.engine.sequences.sequence import Sequence


PREFILL_CHUNK = 256  # where a larger batch takes too long, or nothing is known yet
_LEAST = 64  # tokens of a batch that tells how long others take
_LONGEST_S = 3.0
_LONGEST_ON_GPU_S = 0.5  # there a batch is not ended early, so a stop waits for it


class PrefillSize:
    """The most tokens of prompts in one batch of a loaded model.

    Args:
        capacity: tokens of the largest batch.
        on_gpu: whether a GPU has a part in it.
    """

    def __init__(self, capacity: int, *, on_gpu: bool) -> None:
        self._capacity = capacity
        self._longest_s = _LONGEST_ON_GPU_S if on_gpu else _LONGEST_S
        self._chunk = min(PREFILL_CHUNK, capacity)

    @property
    def n_tokens(self) -> int:
        """Most tokens of prompts that are read at once while nothing streams."""
        return self._chunk

    def took(self, n_tokens: int, seconds: float) -> None:
        """Take note of a batch."""
        if n_tokens < min(_LEAST, self._capacity):
            return
        is_quick = seconds / n_tokens * self._capacity <= self._longest_s
        self._chunk = self._capacity if is_quick else min(PREFILL_CHUNK, self._capacity)


STREAMING_PREFILL = 64
PROGRAM_PREFILL = 128  # beside answers that nobody watches being written
INSPECTED_AT_ONCE = 16  # tokens of an answer that is looked into: each costs its logits
INSPECTED_BESIDE_STREAMS = 4  # which have drafts, that cost theirs
OLDEST_SHARE = 4  # the answer whose turn is first gets at least one part in so many
ODD_SHARE = 16  # at its end a prompt waits for at most one token of others in so many of its own


class Share(PlainValue, frozen=True):
    """Tokens `[begin, end)` of a sequence that go into the next batch, and what may follow them."""

    sequence: Sequence
    begin: int
    end: int
    draft: DraftedTokens = NO_DRAFT

    @property
    def ends_prompt(self) -> bool:
        """Whether its answer begins behind it."""
        return self.end - self.begin == self.sequence.n_pending and self.sequence.answer is not None

    @property
    def is_medium(self) -> bool:
        """Whether it is of cells of a medium."""
        return self.sequence.wanted[self.begin] < 0


def plan_batch(sequences: Iterable[Sequence], capacity: int, n_prefill: int) -> list[Share]:
    """Return the shares of the next batch, at most `capacity` tokens together.

    Args:
        n_prefill: most tokens of prompts while nothing streams.
    """
    runnable = [sequence for sequence in sequences if sequence.is_runnable]
    runnable = [one for one in runnable if not one.does_idle_work] or runnable
    streaming = [sequence for sequence in runnable if is_streaming(sequence)]
    catching_up = [sequence for sequence in runnable if not is_streaming(sequence)]
    shares = [Share(s, s.n_cached, s.n_cached + 1) for s in streaming[:capacity]]
    if any(one.inspected_from is not None for one in catching_up):
        n_prefill = min(n_prefill, PREFILL_CHUNK)  # its logits take the place of ends of segments
    if any(one.is_unsent for one in catching_up):
        n_prefill = min(n_prefill, STREAMING_PREFILL)  # it is given up for anything, and soon
    room = min(capacity - len(shares), _most_prefill(streaming, n_prefill))
    limits = _Limits(INSPECTED_BESIDE_STREAMS if shares else INSPECTED_AT_ONCE)
    counts = _counts(catching_up, room, limits)
    shares += [Share(s, s.n_cached, s.n_cached + n) for s, n in counts if n > 0]
    return shares


def _most_prefill(streaming: list[Sequence], n_alone: int) -> int:
    """Return how many tokens of prompts go beside some streams; `n_alone` beside none."""
    if not streaming:
        return n_alone
    is_watched = not all(is_of_other_program(one.chat) for one in streaming)
    return STREAMING_PREFILL if is_watched else PROGRAM_PREFILL


class BatchTurns:
    """Lets streams and prompts take turns where they are not computed together.

    Args:
        are_apart: whether that is so.
    """

    def __init__(self, *, are_apart: bool) -> None:
        self._are_apart = are_apart
        self._is_of_streams = False

    def next(self, shares: list[Share], n_prefill: int) -> list[Share]:
        """Return those of the planned shares whose turn it is.

        Args:
            n_prefill: as `plan_batch` got it.
        """
        streams = [share for share in shares if is_streaming(share.sequence)]
        if not self._are_apart or len(streams) == len(shares):
            return shares
        self._is_of_streams = bool(streams) and not self._is_of_streams
        if self._is_of_streams:
            return streams
        prompts = [share for share in shares if not is_streaming(share.sequence)]
        ending = [share for share in prompts if share.ends_prompt]
        # The answer whose turn is first begins now, and waits for a few tokens of others at most.
        first = min(prompts, key=lambda share: _turn(share.sequence))
        if first not in ending:
            return prompts
        n_full = _most_prefill([share.sequence for share in streams], n_prefill)
        return ending + _odd_shares([one for one in prompts if one not in ending], first, n_full)


def _odd_shares(others: list[Share], first: Share, n_full: int) -> list[Share]:
    """Return what of other prompts goes along with the last tokens of one.

    Args:
        n_full: tokens of a full batch of prompts.
    """
    answer = first.sequence.answer
    room = 0 if answer is None else answer.n_prefilled // ODD_SHARE
    shares = []
    for share in others:
        n_odd = share.sequence.n_pending % n_full
        if 0 < n_odd <= min(room, share.end - share.begin):
            shares.append(replace(share, end=share.begin + n_odd))
            room -= n_odd
    return shares


def _counts(sequences: list[Sequence], room: int, limits: _Limits) -> list[tuple[Sequence, int]]:
    """Return how many tokens each of these computes, at most `room` together."""
    if not sequences:
        return []
    oldest = min(sequences, key=_turn)
    reserved = min(room // OLDEST_SHARE, limits.of(oldest) - oldest.n_cached)
    room -= reserved
    counts: list[tuple[Sequence, int]] = []
    for sequence in sorted(sequences, key=_left):
        n_own = reserved if sequence is oldest else 0
        n_more = min(room, limits.of(sequence) - sequence.n_cached - n_own)
        room -= n_more
        counts.append((sequence, n_own + n_more))
    return counts


def _turn(sequence: Sequence) -> float:
    answer = sequence.answer
    return math.inf if answer is None else turn_of(sequence.chat, answer.began)


def _left(sequence: Sequence) -> tuple[bool, bool, int, float]:
    """Return the rank of a sequence that catches up.

    A proof first, then chats in the window, then by what is left.
    """
    is_other = is_of_other_program(sequence.chat)
    return sequence.proving is None, is_other, sequence.n_pending, _turn(sequence)


def is_streaming(sequence: Sequence) -> bool:
    """Whether all that a sequence is behind is the token that its answer has said last."""
    return sequence.n_pending == 1 and sequence.answer is not None and sequence.proving is None


class _Limits(PlainValue, frozen=True):
    """Up to where sequences may compute.

    Attributes:
        n_inspected: most tokens of an answer that is looked into.
    """

    n_inspected: int

    def of(self, sequence: Sequence) -> int:
        """Return the limit of one.

        Where a restored token is computed again, it is alone, in the batch shape its rows were made
        with; a sequence whose state has to be taken on the way stops there.
        """
        proving = sequence.proving
        if proving is not None and proving.is_by_restored_token:
            return proving.number + 1
        end = sequence.saved.next_batch_end(sequence.n_cached, sequence.media.text_end)
        if sequence.inspected_from is None:
            return end
        if sequence.n_cached < sequence.inspected_from:
            return min(end, sequence.inspected_from)
        return min(end, sequence.n_cached + self.n_inspected)
