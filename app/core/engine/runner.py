"""A loaded model at work: chats come in, batches are computed, text goes out.

`step` is one turn of the engine's loop: rows that arrived from disk are put in place, a batch is
planned and decoded, and what it yields is handed on: proofs of restores, segments to store,
sampled tokens.

Threads: the engine thread only.
"""

from __future__ import annotations

import copy
import dataclasses
import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.engine.answers import Answers
from app.core.engine.context_meter import ContextMeter
from app.core.engine.errors import PromptTooLong, note_in_background
from app.core.engine.inbox import Work
from app.core.engine.loader import MAX_CHATS, SCRATCH_SEQUENCE
from app.core.engine.memory_report import LiveMemory
from app.core.engine.prefix_reuse import PrefixReuse
from app.core.engine.preparing import Preparing
from app.core.engine.prompt import PromptBuilder
from app.core.engine.protocol import ContextMeasured, FinishReason, ModelLoaded
from app.core.engine.scheduler import plan_batch
from app.core.engine.shared_batch import SharedBatch
from app.core.engine.slots import Slots
from app.core.engine.warming import Warming
from app.core.engine.witness import witness_of
from app.core.errors import KnownError, problem_of
from app.core.llama import DecodeOutcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.engine.answer import Answer
    from app.core.engine.chat_template import ChatTemplate
    from app.core.engine.inbox import Inbox
    from app.core.engine.loader import LoadedModel
    from app.core.engine.prompt import Prompt
    from app.core.engine.protocol import (
        ChatKey,
        Event,
        Generate,
        MeasureContext,
        OpenChat,
        RequestId,
        WarmChat,
    )
    from app.core.engine.scheduler import Share
    from app.core.engine.sequence import Sequence
    from app.core.engine.stored_model import StoredModel

logger = logging.getLogger(__name__)

_MEASURING = "measuring"


@dataclass(slots=True, eq=False)
class Waiting:
    """A command that waits for its prompt and a sequence.

    Attributes:
        prompt: None until it is built.
        n_cells: what it is known to need, 0 while unknown.
    """

    command: Generate
    began: float
    prompt: Prompt | None = None
    n_cells: int = 0


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
        self._reuse = PrefixReuse(
            loaded.model, loaded.context, self._stored, scratch=SCRATCH_SEQUENCE, wake=inbox.wake
        )
        builder = PromptBuilder(template, loaded.model, self._stored.vocabulary_id)
        self._batch = SharedBatch(loaded.context)
        self._slots = Slots(MAX_CHATS, self._reuse.clear)
        self._answers = Answers(loaded, template, builder, self._reuse, self._batch, emit=emit)
        self._emit = emit
        self._preparing = Preparing()
        self._warming = Warming(
            loaded.context.n_ctx, self._slots, builder, self._reuse, self._preparing, emit=emit
        )
        self._meter = ContextMeter(builder, loaded.model, loaded.context.n_ctx)
        self._waiting: list[Waiting] = []
        self._can_rewind = loaded.model.can_rewind
        self.info = loaded.info(resumable=self._stored.can_store)

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
            self._reuse.settle(sequence, None)
        self._preparing.close()
        for waiting in self._waiting:
            self._answers.refuse(waiting.command, FinishReason.STOPPED)
        self._waiting.clear()

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
            any(
                sequence.is_runnable or (sequence.restore and sequence.restore.loaded.done())
                for sequence in self._slots
            )
            or any(map(self._can_start, self._waiting))
            or self._preparing.has_work
            or self._warming.has_next
        )

    # -- commands --

    def open_chat(self, command: OpenChat) -> None:
        """Bring the stored rows of a chat back, as far as there are any."""
        self._warming.open(command)

    def warm_in_background(self, command: WarmChat) -> None:
        """Read a chat as soon as there is nothing else to do, and store its memory."""
        self._warming.read_ahead(command)

    def measure(self, command: MeasureContext) -> None:
        """Tell how many tokens a chat takes; who asks again meanwhile gets the newer count only."""

        def failed(error: Exception) -> None:
            note_in_background(logger, error)
            unknown()

        def unknown() -> None:
            self._emit(ContextMeasured(command.chat, request=command.request))

        key = (_MEASURING, command.chat, command.request)
        self._preparing.begin(key, self._meter.measuring(command), self._emit, failed, unknown)

    def prefetch(self, chat: ChatKey) -> None:
        """Have the stored rows of a chat read ahead, unless it is in the context already."""
        if self._slots.find(chat) is None:
            self._stored.prefetch(chat)

    def begin_storing_anew(self, chat: ChatKey) -> None:
        """Take note that what was stored of a chat is gone; in the context it stays."""
        sequence = self._slots.find(chat)
        if sequence is not None:
            sequence.chain, sequence.last_cut, sequence.unsaved = [], 0, None

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
        self._warming.stop_reading_ahead()
        waiting = Waiting(command, time.perf_counter())
        self._waiting.append(waiting)

        def built(prompt: Prompt) -> None:
            waiting.prompt = prompt

        def failed(error: Exception) -> None:
            self._withdraw(waiting)
            self._refuse(command, error)

        self._preparing.begin(waiting, self._answers.preparing(command), built, failed)
        self._start_waiting()

    def _withdraw(self, waiting: Waiting) -> None:
        self._waiting.remove(waiting)
        self._preparing.give_up(waiting)

    def _refuse(self, command: Generate, error: Exception) -> None:
        if not isinstance(error, KnownError):
            logger.error("an answer could not be begun", exc_info=error)
        is_too_long = isinstance(error, PromptTooLong)
        reason = FinishReason.TOO_LONG if is_too_long else FinishReason.FAILED
        self._answers.refuse(command, reason, problem_of(error))

    def stop(self, request: RequestId) -> None:
        """End an answer, keeping what was said."""
        for waiting in self._waiting:
            if waiting.command.request == request:
                self._withdraw(waiting)
                self._answers.refuse(waiting.command, FinishReason.STOPPED)
                return
        for sequence in self._slots:
            if sequence.answer is not None and sequence.answer.command.request == request:
                self._answers.finish(sequence, FinishReason.STOPPED)

    def forget(self, chat: ChatKey) -> None:
        """Drop a chat from the context and the store."""
        self._warming.forget(chat)
        for waiting in [entry for entry in self._waiting if entry.command.chat == chat]:
            self._withdraw(waiting)
            self._answers.refuse(waiting.command, FinishReason.STOPPED)
        sequence = self._slots.find(chat)
        if sequence is not None:
            if sequence.answer is not None:
                self._answers.finish(sequence, FinishReason.STOPPED)
            sequence.restore = sequence.check = None
            self._slots.release(sequence)
        self._stored.forget(chat)

    def release(self, chat: ChatKey) -> None:
        """Take a chat that rests out of the context; what was not stored of it never will be."""
        sequence = self._slots.find(chat)
        if sequence is not None and sequence.is_idle:
            self._slots.release(sequence)

    def _can_start(self, waiting: Waiting) -> bool:
        """Whether its prompt is built and its sequence, with the cells it needs, can be had now."""
        if waiting.prompt is None:
            return False
        chat = waiting.command.chat
        n_free = self._context.n_ctx - self._slots.n_busy_cells(without=chat)
        return self._slots.has_place_for(chat) and waiting.n_cells <= n_free

    def _start_waiting(self) -> None:
        for waiting in list(self._waiting):
            if not self._can_start(waiting):
                continue
            command, prompt = waiting.command, waiting.prompt
            sequence = self._slots.acquire(command.chat)
            assert sequence is not None
            assert prompt is not None
            self._waiting.remove(waiting)
            try:
                self._answers.begin(sequence, command, prompt, waiting.began)
            except Exception as error:  # noqa: BLE001 - a defect here costs this answer alone
                sequence.answer = None
                self._reuse.clear(sequence)
                sequence.wanted = []
                self._refuse(command, error)

    # -- one turn of the loop --

    def step(self) -> None:
        """Compute one batch and hand on what it yields, then prepare a little of what comes."""
        self._finish_restores()
        self._start_waiting()
        shares = plan_batch(self._slots, self._batch.capacity)
        if shares:
            self._compute(shares)
        self._preparing.go_on()
        if not shares and self._warming.has_next and not self._preparing.has_work:
            self._warming.begin_next()

    def _compute(self, shares: list[Share]) -> None:
        began = time.perf_counter()
        try:
            outcome = self._decode(shares)
        except KnownError as error:
            self._fail(shares, error)
            return
        except Exception as error:
            if any(share.sequence.answer is not None for share in shares):
                raise
            self._abandon(shares, error)
            return
        if outcome is None:
            return
        if outcome is DecodeOutcome.DONE:
            elapsed = time.perf_counter() - began
            for share in shares:
                self._take_over(share, elapsed)
        elif outcome is DecodeOutcome.ABORTED:
            self._roll_back(shares)
        else:
            self._make_room(shares)

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
            is_background=all(share.sequence.is_background for share in shares),
            can_rewind=self._can_rewind,
            is_one_prompt=len(shares) == 1 and shares[0].end - shares[0].begin > 1,
        )

    def _finish_restores(self) -> None:
        for sequence in self._slots:
            if sequence.restore is None or not sequence.restore.loaded.done():
                continue
            self._reuse.finish(sequence, room=self._room_for(sequence))
            if sequence.answer is not None:
                self._answers.credit(sequence)
            elif sequence.is_background:
                continue  # the rest is read, not only the proof
            elif sequence.check is None:
                self._warming.finish(sequence)
            else:  # nothing but the proof is to be computed before the user asks
                del sequence.wanted[sequence.check.pos + 1 :]

    def _room_for(self, sequence: Sequence) -> int:
        """Return the cells a restore may use, resting chats taken out where they are in the way."""
        assert sequence.restore is not None
        n_wanted = sequence.restore.loaded.result().n_tokens
        while True:
            room = self._context.n_ctx - self._slots.n_cells(without=sequence)
            if room >= n_wanted or not self._slots.release_oldest():
                return room

    def _take_over(self, share: Share, elapsed_s: float) -> None:
        """Advance a share; a defect costs the model only where somebody waits for an answer."""
        try:
            self._advance(share, elapsed_s)
        except Exception as error:
            if share.sequence.answer is not None:
                raise
            self._abandon([share], error)

    def _abandon(self, shares: list[Share], error: Exception) -> None:
        """Leave undone what nobody asked for."""
        note_in_background(logger, error)
        for share in shares:
            share.sequence.restore = share.sequence.check = None
            self._reuse.clear(share.sequence)
            self._warming.finish(share.sequence)

    def _advance(self, share: Share, elapsed_s: float) -> None:
        """Take note of a computed share."""
        sequence = share.sequence
        sequence.tokens += sequence.wanted[share.begin : share.end]
        self._take_late_witness(share)
        if sequence.check is not None and sequence.check.pos < share.end:
            if not self._prove(sequence):
                return
        elif sequence.answer is not None and not sequence.answer.generated:
            sequence.answer.n_prefilled += share.end - share.begin
            sequence.answer.prefill_s += elapsed_s
        self._take_witnesses(share)
        began = time.perf_counter()
        self._reuse.save(sequence, up_to_end=False)
        answer = sequence.answer
        if sequence.is_background and sequence.n_pending == 0:
            self._reuse.save(sequence, up_to_end=True)
            self._warming.finish(sequence)
        if answer is None:
            return
        answer.save_s += time.perf_counter() - began
        self._answers.go_on(sequence, answer)

    def _take_witnesses(self, share: Share) -> None:
        """Keep what the model said at the ends that segments may have."""
        sequence = share.sequence
        if not self._stored.can_store:
            return
        ends = {cut for cut in sequence.cuts if share.begin < cut <= share.end}
        if share.end - share.begin > 1:
            ends.add(share.end)
        for end in ends:
            sequence.witnesses[end] = witness_of(self._batch.logits(sequence, end - 1))

    def _take_late_witness(self, share: Share) -> None:
        """Complete a save that waited for what the model says one token further."""
        sequence = share.sequence
        unsaved = sequence.unsaved
        if unsaved is None or not share.begin <= unsaved.end < share.end:
            return
        logits = self._batch.logits(sequence, unsaved.end)
        token = sequence.tokens[unsaved.end]
        self._reuse.settle(sequence, witness_of(logits, after=token))

    def _prove(self, sequence: Sequence) -> bool:
        """Compare a restored sequence with its witness; False when it has to be read again."""
        assert sequence.check is not None
        is_right = self._reuse.confirm(sequence, self._batch.logits(sequence, sequence.check.pos))
        now = time.perf_counter()
        decode_ms = (now - sequence.put_at) * 1e3
        sequence.timing = dataclasses.replace(sequence.timing, decode_ms=decode_ms)
        if is_right:
            self._stored.restored(sequence.n_cached, now - sequence.restore_began)
        if sequence.is_background:
            return is_right
        if sequence.answer is None:
            self._warming.finish(sequence)
        elif not is_right:
            self._answers.credit(sequence)
        return is_right

    # -- when a batch was not computed --

    def _roll_back(self, shares: list[Share]) -> None:
        """Cut the sequences of an aborted batch back to what is known to be computed."""
        for share in shares:
            self._reuse.roll_back(share.sequence)

    def _make_room(self, shares: list[Share]) -> None:
        """Free cells: resting chats first, then the answer that began last.

        One that has not said a word waits until the others have finished; only when all have, the
        last one ends here.
        """
        if self._slots.release_oldest():
            return
        silent = [share for share in shares if not _has_spoken(share)]
        youngest = max(silent or shares, key=_age_key).sequence
        answer = youngest.answer
        if answer is None:
            youngest.check = None
            self._reuse.clear(youngest)
            self._warming.finish(youngest)
        elif answer.generated or self._slots.n_busy_cells(without=youngest.chat) == 0:
            self._answers.finish(youngest, FinishReason.CONTEXT_FULL)
        else:
            self._postpone(youngest, answer)

    def _postpone(self, sequence: Sequence, answer: Answer) -> None:
        answer.sampler.close()
        sequence.answer = sequence.restore = sequence.check = None
        self._slots.release(sequence)
        self._waiting.append(
            Waiting(answer.command, answer.began, answer.prompt, len(answer.prompt.token_ids) + 1)
        )

    def _fail(self, shares: list[Share], error: KnownError) -> None:
        """A decode failed for good: its answers end here, its sequences start anew."""
        logger.error("decode failed: %s", error.detail or error.what)
        self._batch.forget_logits()
        for share in shares:
            sequence = share.sequence
            if sequence.answer is not None:
                self._answers.finish(sequence, FinishReason.FAILED, error.problem())
            sequence.check = None
            self._reuse.clear(sequence)
            self._warming.finish(sequence)


def _has_spoken(share: Share) -> bool:
    answer = share.sequence.answer
    return answer is not None and bool(answer.generated)


def _age_key(share: Share) -> float:
    answer = share.sequence.answer
    return answer.began if answer is not None else float("inf")
