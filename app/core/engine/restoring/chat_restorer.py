"""A chat that is opened gets its stored rows back before anybody asks it anything.

What is really wanted ends it. What goes wrong here ends the chat that it went wrong with and
nothing else, without a word to the user, who asked for nothing; a question in the same chat will
tell.

Computes and stores a chat that somebody may open; `idle_work.py` says when.

The prompts of chats as they stand, in which nobody has asked anything yet.

Threads: the engine thread only.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from app.core.engine.errors import log_background_failure
from app.core.engine.prompts.prompt import is_far_too_long
from app.core.engine.prompts.prompt_options import PromptOptions
from app.core.engine.sequences.answer import Restoring
from app.core.kvstore.records import Branch
from app.core.plain_value import PlainValue
from app.core.protocol import ChatRestored, PrefixSource

if TYPE_CHECKING:
    from collections.abc import Generator

    from app.core.engine.idle_work import IdleWork
    from app.core.engine.prompts.prompt import Prompt, PromptBuilder
    from app.core.engine.restoring.prefix_reuse import PrefixReuse
    from app.core.engine.sequences.sequence import Sequence
    from app.core.engine.sequences.sequence_pool import SequencePool
    from app.core.engine.sliced_work import SlicedWork
    from app.core.protocol import ChatKey, Pending, PrecomputeChat, RequestId, RestoreChat


class ChatPrompts:
    """Prompts that fit one context.

    Args:
        n_ctx: cells of the context.
    """

    def __init__(self, builder: PromptBuilder, n_ctx: int) -> None:
        self._builder = builder
        self.n_ctx = n_ctx

    def building(self, command: RestoreChat | PrecomputeChat) -> Generator[None, None, Prompt]:
        """Build the prompt of a chat, a slice of work at a time.

        Raises:
            TemplateFailed: the chat cannot be turned into a prompt.
            PromptTooLong: the chat does not fit the context.
        """
        return self._builder.building(
            command.messages,
            for_answer=False,
            n_ctx=self.n_ctx,
            options=PromptOptions.of(command.started_at, command.thinking, command.tools),
        )

    def is_far_too_long(self, command: RestoreChat | PrecomputeChat) -> bool:
        """Whether a chat cannot fit, so that it need not be tried."""
        n_chars = sum(len(message.text) for message in command.messages)
        return is_far_too_long(n_chars, self.n_ctx)


logger = logging.getLogger(__name__)

_RESTORING = "restoring"
_COLD = ChatRestored(0, 0, PrefixSource.NOT_STORED, restore_ms=0.0)


class ChatRestorer:
    """Restores chats that were opened, the latest one only.

    Args:
        idle_work: gives way once a chat is opened.
    """

    def __init__(
        self,
        prompts: ChatPrompts,
        sequences: SequencePool,
        reuse: PrefixReuse,
        sliced_work: SlicedWork,
        idle_work: IdleWork,
    ) -> None:
        self._prompts = prompts
        self._sequences = sequences
        self._reuse = reuse
        self._sliced_work = sliced_work
        self._idle_work = idle_work
        self._prepared: ChatKey | None = None  # whose prompt was built last, or is

    def restore(self, pending: Pending[RestoreChat]) -> None:
        """Bring the stored rows of a chat back, as far as there are any."""
        began, request = time.perf_counter(), pending.request
        self._idle_work.give_way()
        self._give_up_all_but(request.chat)
        if self._prompts.is_far_too_long(request):
            pending.answer(_COLD)
            return
        self._prepared = request.chat
        self._sliced_work.begin(
            _RESTORING,
            self._prompts.building(request),
            lambda prompt: self._restore(pending, prompt, began),
            lambda error: self._fail(pending, error),
            pending.fail,
        )

    def _restore(self, pending: Pending[RestoreChat], prompt: Prompt, began: float) -> None:
        n_prompt, request = len(prompt.token_ids), pending.request
        sequence = self._sequences.acquire(request.chat)
        if sequence is not None and isinstance(sequence.job, Restoring):
            pending.answer(request.failed())  # the restore that is under way will tell
            return
        if sequence is None or not sequence.is_idle:
            n_cached = sequence.n_cached if sequence else 0
            source = PrefixSource.LIVE if sequence else PrefixSource.NOT_STORED
            pending.answer(ChatRestored(n_prompt, n_cached, source, restore_ms=0.0))
            return
        sequence.branch = Branch(n_prompt, prompt.end_of(len(request.messages) - 1))
        sequence.want(prompt.token_ids, prompt.media)
        sequence.begin(Restoring(pending, n_prompt, began))
        self._reuse.restorer.begin(sequence, n_usable=n_prompt)
        if sequence.fetching is None:
            self.finish(sequence)

    def _fail(self, pending: Pending[RestoreChat], error: Exception) -> None:
        log_background_failure(logger, error)
        pending.answer(_COLD)
        sequence = self._sequences.find(pending.request.chat)
        if sequence is not None and isinstance(sequence.job, Restoring):
            self._give_up(sequence)

    def finish(self, sequence: Sequence) -> None:
        """Report a chat that was opened as ready, with what there is of it."""
        job = sequence.job
        assert isinstance(job, Restoring)
        seconds = time.perf_counter() - job.began
        sequence.origin.opened(seconds)
        job.pending.answer(
            ChatRestored(
                job.n_prompt,
                sequence.n_cached,
                sequence.origin.source,
                restore_ms=seconds * 1e3,
                timing=sequence.origin.timing,
                read_ms=self._reuse.stored.speed.cold_ms(
                    max(0, job.n_prompt - sequence.n_cached - 1)
                ),
            )
        )
        sequence.end_job()
        sequence.want_no_more()

    def _give_up_all_but(self, chat: ChatKey) -> None:
        """Give up restores that nobody looks at any more: another chat is opened."""
        for sequence in self._sequences:
            if isinstance(sequence.job, Restoring) and sequence.chat != chat:
                self._give_up(sequence)

    def _give_up(self, sequence: Sequence) -> None:
        sequence.end_job()
        self._sequences.release(sequence)

    def forget(self, chat: ChatKey) -> None:
        """Take note that a chat is gone for good; another one that was opened comes back still."""
        if self._prepared == chat:
            self._sliced_work.give_up(_RESTORING)


class Precomputing(PlainValue, frozen=True):
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
        self.reuse.saver.plan(sequence, prompt, n_prompt)

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
