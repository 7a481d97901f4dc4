"""Computes and stores a chat that somebody may open; `idle_work.py` says when.

Threads: the engine thread only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator

    from app.core.engine.chat_prompts import ChatPrompts
    from app.core.engine.prefix_reuse import PrefixReuse
    from app.core.engine.prompt import Prompt
    from app.core.engine.sequence_pool import SequencePool
    from app.core.engine.sequences.sequence import Sequence
    from app.core.protocol import ChatKey, PrecomputeChat, RequestId


@dataclass(frozen=True, slots=True)
class Precomputing:
    """The task of precomputing one chat; what was computed when it is interrupted stays stored."""

    command: PrecomputeChat
    prompts: ChatPrompts
    sequences: SequencePool
    reuse: PrefixReuse

    @property
    def chat(self) -> ChatKey:
        """The chat that is precomputed."""
        return self.command.chat

    @property
    def request(self) -> RequestId | None:
        """Nobody waits for it."""
        return None

    @property
    def is_urgent(self) -> bool:
        """It may take minutes: others go before."""
        return False

    def is_wanted(self) -> bool:
        """Whether the chat can be stored, could fit, and is not in the context already."""
        is_live = self.sequences.find(self.chat) is not None
        is_too_long = self.prompts.is_far_too_long(self.command)
        return self.reuse.stored.can_store and not is_live and not is_too_long

    def preparing(self) -> Generator[None, None, Prompt]:
        """Build the prompt of the chat.

        Raises:
            TemplateFailed: the chat cannot be turned into a prompt.
            PromptTooLong: the chat does not fit the context.
        """
        return self.prompts.building(self.command)

    def n_cells(self, prompt: Prompt) -> int:
        """Return the tokens of the chat, and one to spare."""
        return len(prompt.token_ids) + 1

    def has_place(self) -> bool:
        """Whether a sequence is free."""
        return self.sequences.has_free

    def acquire(self) -> Sequence:
        """Return the chat's own sequence."""
        return self.sequences.acquire_free(self.chat)

    def begin(self, sequence: Sequence, prompt: Prompt) -> None:
        """Want the whole chat, restored as far as it is stored."""
        n_prompt = len(prompt.token_ids)
        sequence.want(prompt.token_ids, prompt.media)
        self.reuse.restorer.begin(sequence, n_usable=n_prompt)
        self.reuse.saver.plan(sequence, prompt.message_ends, n_prompt)

    def advance(self, sequence: Sequence) -> bool:
        """Store the rest once all is computed."""
        if sequence.n_pending:
            return False
        self.reuse.saver.save(sequence, up_to_end=True)
        return True

    def end(self, sequence: Sequence) -> bool:  # noqa: ARG002
        """Nothing was taken but the sequence, which goes."""
        return False

    def fail(self) -> None:
        """Nobody waits for it."""

    def drop(self) -> None:
        """Nobody waits for it."""
