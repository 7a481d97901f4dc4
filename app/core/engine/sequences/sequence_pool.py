"""Which chats are in the context at once.

Attention costs grow with the highest used cell, and rows restored into an empty context lie in one
piece; so a chat that is idle and is wholly stored leaves the context once another one is wanted.
An idle chat that is not stored stays until its cells or its sequence id are needed. Idle work takes
no chat out: it gets a sequence only where one is free. What is being written has a sequence of its
own, which begins with the cells of its chat and goes before anything else does.

What a sequence has to note once the KV cache holds the tokens of another one here, too.

Threads: the engine thread only.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from app.core.engine.memory.memory_report import ReadyPart
from app.core.engine.sequences.sequence import Sequence
from app.core.kvstore.records import Branch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.core.protocol import ChatKey


def share(sequence: Sequence, other: Sequence, n_tokens: int) -> None:
    """Take note that an empty sequence holds the first tokens of another one, stored as there."""
    _hold(sequence, other, n_tokens)
    sequence.saved.share(other.saved, n_tokens)  # the next token is a witness, here as there


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


class SequencePool:
    """The sequences in use, at most `capacity`.

    Args:
        drop: removes a sequence's rows from the context.

    Attributes:
        capacity: most sequences at once.
    """

    def __init__(self, capacity: int, drop: Callable[[Sequence], None]) -> None:
        self.capacity = capacity
        self._drop = drop
        self._sequences: dict[ChatKey, Sequence] = {}
        self._last_used: dict[ChatKey, float] = {}  # seconds of time.perf_counter
        self._apart: Sequence | None = None  # what it holds is no chat
        self._unsent: Sequence | None = None
        self._n_shared = 0  # cells that it has together with its chat

    def __iter__(self) -> Iterator[Sequence]:
        return iter(self._all())

    def _all(self) -> list[Sequence]:
        beside = [one for one in (self._apart, self._unsent) if one is not None]
        return [*self._sequences.values(), *beside]

    def live_chats(self) -> dict[ChatKey, ReadyPart]:
        """Return what is in the context of the chats that have something there."""
        return {
            chat: ReadyPart(one.n_cached, one.branch or Branch(len(one.wanted), len(one.wanted)))
            for chat, one in self._sequences.items()
            if one.n_cached
        }

    def find(self, chat: ChatKey) -> Sequence | None:
        """Return the sequence of a chat, if it is in the context."""
        return self._sequences.get(chat)

    @property
    def used_last(self) -> Sequence | None:
        """The chat that somebody used last, of those in the context."""
        used = [chat for chat, one in self._sequences.items() if not one.does_idle_work]
        last = max(used, key=self._last_used.__getitem__, default=None)
        return None if last is None else self._sequences[last]

    def n_cells(self, *, without: Sequence | None = None) -> int:
        """Return how many cells of the context are used, or will be.

        What a sequence has of an earlier prompt stays until what it is to have instead is here.
        """
        used = sum(max(len(s.wanted), s.n_cached) for s in self._all() if s is not without)
        unsent = self._unsent
        return used - (min(self._n_shared, unsent.n_cached) if unsent is not None else 0)

    def acquire(self, chat: ChatKey) -> Sequence | None:
        """Return a sequence for a chat, None while all are busy."""
        self.drop_unsent()
        for sequence in list(self._sequences.values()):
            if sequence.chat != chat and sequence.is_idle and _is_stored(sequence):
                self.release(sequence)
        found = self._sequences.get(chat)
        if found is None and len(self._sequences) >= self.capacity and not self.release_oldest():
            return None
        if found is None:
            found = self._sequences[chat] = Sequence(self._free_id(), chat)
        self._last_used[chat] = time.perf_counter()
        return found

    @property
    def has_free(self) -> bool:
        """Whether a sequence can be had without taking a chat out of the context."""
        return len(self._all()) < self.capacity

    def acquire_free(self, chat: ChatKey) -> Sequence:
        """Return a sequence for a chat that is not in the context, where `has_free`."""
        found = self._sequences[chat] = Sequence(self._free_id(), chat)
        self._last_used[chat] = time.perf_counter()
        return found

    def acquire_apart(self, chat: ChatKey) -> Sequence:
        """Return a sequence for something about a chat that is not the chat, where `has_free`.

        It is not found as the chat's, and there is one at a time.
        """
        self._apart = Sequence(self._free_id(), chat)
        return self._apart

    # -- what is being written --

    @property
    def unsent(self) -> Sequence | None:
        """What is being written, as far as it was read."""
        return self._unsent

    def shares_with_unsent(self, n_tokens: int) -> None:
        """Take note that the first cells of what is being written are those of its chat."""
        self._n_shared = n_tokens

    def acquire_unsent(self, chat: ChatKey) -> Sequence:
        """Return a sequence for what is being written in a chat, where `has_free` or there is one.

        It is not found as the chat's, and there is one at a time.
        """
        if self._unsent is not None and self._unsent.chat != chat:
            self.drop_unsent()
        if self._unsent is None:
            self._unsent = Sequence(self._free_id(), chat, is_unsent=True)
            self._n_shared = 0
        return self._unsent

    def send(self, unsent: Sequence, chat: ChatKey) -> Sequence:
        """Let what was being written be a chat that is not in the context."""
        found = self._sequences[chat] = Sequence(unsent.seq_id, chat)
        self._last_used[chat] = time.perf_counter()
        take_over(found, unsent, 0)
        found.saved.share(unsent.saved, unsent.n_cached)
        found.origin = unsent.origin
        self._unsent = None
        return found

    def drop_unsent(self) -> None:
        """Take what is being written out of the context, if it is there."""
        if self._unsent is not None:
            self.release(self._unsent)

    def _free_id(self) -> int:
        taken = {sequence.seq_id for sequence in self._all()}
        return next(index for index in range(self.capacity) if index not in taken)

    def release(self, sequence: Sequence) -> None:
        """Take a sequence out of the context."""
        self._drop(sequence)
        if sequence is self._apart:
            self._apart = None
            return
        if sequence is self._unsent:
            self._unsent = None
            return
        if self._unsent is not None and self._unsent.chat == sequence.chat:
            self.drop_unsent()
        del self._sequences[sequence.chat]
        del self._last_used[sequence.chat]

    def release_oldest(self) -> bool:
        """Take out the idle chat that was used longest ago; False when none is idle."""
        idle = [s for s in self._sequences.values() if s.is_idle]
        if not idle:
            return False
        self.release(min(idle, key=lambda sequence: self._last_used[sequence.chat]))
        return True


def _is_stored(sequence: Sequence) -> bool:
    # The token that ended the last answer is computed only to prove what is stored before it.
    return sequence.saved.end >= sequence.n_cached - 1
