"""A loaded model at work: chats come in, batches are computed, text goes out.

`step` is one turn of the engine's loop: rows that arrived from disk are put in place, a batch is
planned and decoded, and what it yields is handed on: proofs of restores, segments to store,
sampled tokens.

Threads: the engine thread only.
"""

from __future__ import annotations

import copy
import logging
import time
from typing import TYPE_CHECKING

from app.core.engine.answers import Answers
from app.core.engine.background import Background
from app.core.engine.chat_prompts import ChatPrompts
from app.core.engine.context_meter import ContextMeter
from app.core.engine.inbox import Work
from app.core.engine.jobs import Answering, ReadingAhead, Restoring
from app.core.engine.loader import MAX_CHATS, SCRATCH_SEQUENCE
from app.core.engine.memory_report import LiveMemory
from app.core.engine.opening import ChatOpener
from app.core.engine.prefix_reuse import PrefixReuse
from app.core.engine.preparing import Preparing
from app.core.engine.prompt import PromptBuilder
from app.core.engine.protocol import FinishReason, ModelLoaded
from app.core.engine.reading_ahead import AheadReader
from app.core.engine.scheduler import plan_batch
from app.core.engine.shared_batch import SharedBatch
from app.core.engine.shares import Shares
from app.core.engine.slots import Slots
from app.core.engine.waiting_answers import WaitingAnswers
from app.core.errors import KnownError, problem_of
from app.core.llama import DecodeOutcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.engine.chat_template import ChatTemplate
    from app.core.engine.inbox import Inbox
    from app.core.engine.loader import LoadedModel
    from app.core.engine.protocol import (
        ChatKey,
        Event,
        Generate,
        RequestId,
    )
    from app.core.engine.scheduler import Share
    from app.core.engine.sequence import Sequence
    from app.core.engine.stored_model import StoredModel

logger = logging.getLogger(__name__)

_MEASURING = "measuring"


class Runner:
    """Serves the chats of one loaded model; `close` frees the model.

    Args:
        stored: the model's part of the store.
        template: the model's chat template.
        emit: receives events.
        inbox: what waits for the engine; an arriving restore makes the loop call `step` again.
    """

    def __init__(
        self,
        loaded: LoadedModel,
        stored: StoredModel,
        *,
        template: ChatTemplate,
        emit: Callable[[Event], None],
        inbox: Inbox,
    ) -> None:
        self._loaded = loaded
        self._inbox = inbox
        self._context = loaded.context
        self._stored = stored
        self._reuse = PrefixReuse.of(
            loaded.model, loaded.context, stored, scratch=SCRATCH_SEQUENCE, wake=inbox.wake
        )
        self._batch = SharedBatch(loaded.context)
        self._slots = Slots(MAX_CHATS, self._reuse.live.clear)
        self._preparing = Preparing()
        self._can_rewind = loaded.model.can_rewind
        self.info = loaded.info(resumable=stored.can_store)
        builder = PromptBuilder(template, loaded.model, stored.vocabulary_id)
        n_ctx = loaded.context.n_ctx
        self.meter = ContextMeter(builder, loaded.model, n_ctx, self._preparing, emit=emit)
        prompts = ChatPrompts(builder, n_ctx)
        self.reader = AheadReader(prompts, self._slots, self._reuse, self._preparing)
        self.opener = ChatOpener(
            prompts, self._slots, self._reuse, self._preparing, self.reader, emit=emit
        )
        self._background = Background(self.opener, self.reader)
        self._answers = Answers(loaded, template, builder, self._reuse, self._batch, emit=emit)
        self._waiting = WaitingAnswers(
            self._answers, self._slots, self._reuse.live, self._preparing, n_ctx
        )
        self._shares = Shares(
            self._reuse, self._batch, self._slots, self._answers, self._waiting, self._background
        )

    def close(self) -> None:
        """End what runs, keeping what was said, and free everything native."""
        try:
            self._end_all()
        finally:
            self._batch.close()
            self._loaded.close()

    def _end_all(self) -> None:
        for sequence in self._slots:
            if sequence.answer is not None:
                self._end_answer_at_close(sequence)
            self._reuse.saver.settle(sequence, None)
        self._preparing.close()
        self._waiting.close()

    def _end_answer_at_close(self, sequence: Sequence) -> None:
        """Finish an answer; where even that fails, report it as failed."""
        answer = sequence.answer
        assert answer is not None
        try:
            self._answers.finish(sequence, FinishReason.STOPPED)
        except Exception as error:
            logger.exception("an answer could not be finished")
            self._answers.refuse(answer.command, FinishReason.FAILED, problem_of(error))

    @property
    def has_work(self) -> bool:
        """Whether `step` would make progress now."""
        return (
            any(sequence.is_runnable or _has_arrived(sequence) for sequence in self._slots)
            or self._waiting.can_start
            or self._preparing.has_work
            or self.reader.has_next
        )

    # -- commands --

    def prefetch(self, chat: ChatKey) -> None:
        """Have the system read the stored rows of a chat, unless it is in the context already."""
        if self._slots.find(chat) is None:
            self._stored.prefetch(chat)

    def begin_storing_anew(self, chat: ChatKey) -> None:
        """Take note that what was stored of a chat is gone; in the context it stays."""
        sequence = self._slots.find(chat)
        if sequence is not None:
            sequence.saved.begin_anew()

    def loaded(self) -> ModelLoaded:
        """Return what is told of the model once it answers."""
        return ModelLoaded(self.info, self._stored.is_identified)

    def identified(self, identity: str) -> bool:
        """Take note of what the model is, and store what is in the context from now on.

        Returns:
            Whether anything changes by that.
        """
        is_news = self._stored.identified(identity)
        for sequence in self._slots if is_news else ():
            self.begin_storing_anew(sequence.chat)
        return is_news

    def live_memory(self) -> LiveMemory:
        """Return which chats are in the context, and how fast this model is."""
        live = frozenset(sequence.chat for sequence in self._slots if sequence.n_cached)
        return LiveMemory(self._stored.namespace or None, live, copy.copy(self._stored.speed))

    def generate(self, command: Generate) -> None:
        """Answer, now or as soon as the prompt is built and the chat and a sequence are free."""
        self.reader.stop()
        self._waiting.add(command)

    def stop(self, request: RequestId) -> None:
        """End an answer, keeping what was said."""
        if self._waiting.stop(request):
            return
        for sequence in self._slots:
            if sequence.answer is not None and sequence.answer.command.request == request:
                self._answers.finish(sequence, FinishReason.STOPPED)

    def forget(self, chat: ChatKey) -> None:
        """Drop a chat from the context and the store."""
        self._background.forget(chat)
        self._waiting.forget(chat)
        sequence = self._slots.find(chat)
        if sequence is not None:
            if sequence.answer is not None:
                self._answers.finish(sequence, FinishReason.STOPPED)
            sequence.end_job()
            self._slots.release(sequence)
        self._stored.forget(chat)

    def release(self, chat: ChatKey) -> None:
        """Take a chat that rests out of the context; what was not stored of it never will be."""
        sequence = self._slots.find(chat)
        if sequence is not None and sequence.is_idle:
            self._slots.release(sequence)

    # -- one turn of the loop --

    def step(self) -> None:
        """Compute one batch and hand on what it yields, then prepare a little of what comes."""
        self._finish_restores()
        self._waiting.start()
        shares = plan_batch(self._slots, self._batch.capacity)
        if shares:
            self._compute(shares)
        self._preparing.go_on()
        if not shares and self.reader.has_next and not self._preparing.has_work:
            self.reader.begin_next()

    def _compute(self, shares: list[Share]) -> None:
        began = time.perf_counter()
        try:
            outcome = self._decode(shares)
        except KnownError as error:
            self._shares.fail(shares, error)
            return
        except Exception as error:
            if any(share.sequence.answer is not None for share in shares):
                raise
            self._shares.abandon(shares, error)
            return
        match outcome:
            case DecodeOutcome.DONE:
                self._shares.take_over(shares, time.perf_counter() - began)
            case DecodeOutcome.ABORTED:
                self._shares.roll_back(shares)
            case DecodeOutcome.NO_ROOM:
                self._shares.make_room(shares)
            case None:
                pass

    def _decode(self, shares: list[Share]) -> DecodeOutcome | None:
        """Compute a batch; None when a command waits that it would only end early for.

        Raises:
            DecodeFailure: llama.cpp failed for good.
        """
        self._context.clear_abort()
        with self._inbox.computing(self._work_of(shares), self._context.abort) as may_begin:
            if not may_begin:
                return None
            self._batch.fill(shares)
            return self._batch.decode()

    def _work_of(self, shares: list[Share]) -> Work:
        answers = [share.sequence.answer for share in shares]
        return Work(
            requests=frozenset(answer.command.request for answer in answers if answer is not None),
            is_background=all(share.sequence.is_reading_ahead for share in shares),
            can_rewind=self._can_rewind,
            is_one_prompt=len(shares) == 1 and shares[0].end - shares[0].begin > 1,
        )

    def _finish_restores(self) -> None:
        for sequence in self._slots:
            fetching = sequence.fetching
            if fetching is None or not fetching.has_arrived:
                continue
            room = self._room_for(sequence, fetching.loaded.result().n_tokens)
            self._reuse.restorer.finish(sequence, room=room)
            match sequence.job:
                case Answering():
                    self._answers.credit(sequence)
                case Restoring():
                    self._go_on_opening(sequence)
                case ReadingAhead() | None:
                    pass  # the rest is read, not only the proof

    def _go_on_opening(self, sequence: Sequence) -> None:
        """Compute nothing but the proof before the user asks."""
        if sequence.proving is None:
            self.opener.finish(sequence)
        else:
            sequence.want_at_most(sequence.proving.pos + 1)

    def _room_for(self, sequence: Sequence, n_wanted: int) -> int:
        """Return the cells a restore may use, resting chats taken out where they are in the way."""
        while True:
            room = self._context.n_ctx - self._slots.n_cells(without=sequence)
            if room >= n_wanted or not self._slots.release_oldest():
                return room


def _has_arrived(sequence: Sequence) -> bool:
    """Whether the rows that a sequence waits for are here."""
    return sequence.fetching is not None and sequence.fetching.has_arrived
