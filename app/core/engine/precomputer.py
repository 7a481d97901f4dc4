"""Computes and stores chats that somebody may open, while there is nothing else to do.

Never in the way: what is really wanted ends it. What goes wrong here ends the chat that it went
wrong with and nothing else, without a word to the user, who asked for nothing.

Threads: the engine thread only.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from app.core.engine.errors import log_background_failure
from app.core.engine.sequences.jobs import Precomputing

if TYPE_CHECKING:
    from app.core.engine.chat_prompts import ChatPrompts
    from app.core.engine.prefix_reuse import PrefixReuse
    from app.core.engine.prompt import Prompt
    from app.core.engine.sequence_pool import SequencePool
    from app.core.engine.sequences.sequence import Sequence
    from app.core.engine.sliced_work import SlicedWork
    from app.core.protocol import ChatKey, PrecomputeChat

logger = logging.getLogger(__name__)

_PRECOMPUTING = "precomputing"


class Precomputer:
    """Precomputes chats, one after the other."""

    def __init__(
        self,
        prompts: ChatPrompts,
        sequences: SequencePool,
        reuse: PrefixReuse,
        sliced_work: SlicedWork,
    ) -> None:
        self._prompts = prompts
        self._sequences = sequences
        self._reuse = reuse
        self._sliced_work = sliced_work
        self._waiting: list[PrecomputeChat] = []

    @property
    def has_next(self) -> bool:
        """Whether a chat is to be precomputed."""
        return bool(self._waiting)

    def precompute(self, command: PrecomputeChat) -> None:
        """Compute and store a chat as soon as there is nothing else to do."""
        if self._reuse.stored.can_store:
            self._waiting.append(command)

    def begin_next(self) -> None:
        """Take the next chat to precompute; leaves chats that somebody uses alone."""
        command = self._waiting.pop(0)
        if self._sequences.find(command.chat) is None and not self._prompts.is_far_too_long(
            command
        ):
            self._sliced_work.begin(
                _PRECOMPUTING,
                self._prompts.building(command),
                lambda prompt: self._compute(command, prompt),
                lambda error: self._fail(command, error),
            )

    def _compute(self, command: PrecomputeChat, prompt: Prompt) -> None:
        n_prompt = len(prompt.token_ids)
        n_free = self._prompts.n_ctx - self._sequences.n_cells()
        has_place = self._sequences.has_place_for(command.chat)
        if not 0 < n_prompt < n_free or not has_place or self._sequences.find(command.chat):
            return
        sequence = self._sequences.acquire(command.chat)
        assert sequence is not None
        sequence.want(prompt.token_ids)
        sequence.begin_precomputing()
        self._reuse.restorer.begin(sequence, n_usable=n_prompt)
        self._reuse.saver.plan(sequence, prompt.message_ends, n_prompt)

    def _fail(self, command: PrecomputeChat, error: Exception) -> None:
        log_background_failure(logger, error)
        sequence = self._sequences.find(command.chat)
        if sequence is not None and isinstance(sequence.job, Precomputing):
            self.finish(sequence)

    def stop(self) -> None:
        """Somebody wants something: forget what was to be precomputed."""
        self._waiting.clear()
        self._sliced_work.give_up(_PRECOMPUTING)
        for sequence in self._sequences:
            if sequence.is_precomputing:
                self.finish(sequence)

    def finish(self, sequence: Sequence) -> None:
        """Take a chat that was precomputed, or is not to be any more, out of the context."""
        sequence.end_job()
        self._sequences.release(sequence)

    def forget(self, chat: ChatKey) -> None:
        """Take note that a chat is gone for good."""
        self._waiting = [command for command in self._waiting if command.chat != chat]
        self._sliced_work.give_up(_PRECOMPUTING)
