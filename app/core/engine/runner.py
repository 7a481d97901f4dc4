"""A loaded model at work: chats come in, batches are computed, text goes out.

`step` is one turn of the engine's loop: rows that arrived from disk are put in place, a batch is
planned and decoded, and what it yields is handed on: proofs of restores, segments to store,
sampled tokens.

Threads: the engine thread only, except `interrupt`.
"""

from __future__ import annotations

import logging
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from app.core.engine.detokenizer import Detokenizer
from app.core.engine.errors import PromptTooLong
from app.core.engine.loader import MAX_CHATS, SCRATCH_SEQUENCE
from app.core.engine.prefix_reuse import PrefixReuse, witness_of
from app.core.engine.prompt import PromptBuilder
from app.core.engine.protocol import (
    AnswerFinished,
    AnswerStats,
    ChatWarmed,
    FinishReason,
    PrefillProgress,
    PrefixSource,
    TextDelta,
)
from app.core.engine.sampling import chain_params
from app.core.engine.scheduler import plan_batch
from app.core.engine.sequence import Answer, segment_cuts
from app.core.engine.slots import Slots
from app.core.errors import KnownError
from app.core.kvstore import MAX_SEGMENT_TOKENS
from app.core.llama import Batch, DecodeOutcome, SamplerChain

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.engine.chat_template import ChatTemplate
    from app.core.engine.loader import LoadedModel
    from app.core.engine.protocol import ChatKey, Event, Generate, OpenChat, RequestId
    from app.core.engine.scheduler import Share
    from app.core.engine.sequence import Sequence
    from app.core.errors import Problem
    from app.core.kvstore import KVLayout, KVStore

logger = logging.getLogger(__name__)


class Runner:
    """Serves the chats of one loaded model; `close` frees the model.

    Args:
        layout: how this model's state bytes are arranged; None when its rows cannot be stored.
        template: the model's chat template.
        emit: receives events.
        wake: makes the loop call `step` again, from any thread.
    """

    def __init__(
        self,
        loaded: LoadedModel,
        layout: KVLayout | None,
        *,
        store: KVStore,
        template: ChatTemplate,
        emit: Callable[[Event], None],
        wake: Callable[[], None],
    ) -> None:
        self._loaded = loaded
        self._model = loaded.model
        self._context = loaded.context
        self._template = template
        self._emit = emit
        self._reuse = PrefixReuse(
            loaded.model, loaded.context, store, layout, scratch=SCRATCH_SEQUENCE, wake=wake
        )
        self._builder = PromptBuilder(template, loaded.model, self._reuse.vocabulary_id)
        self._batch = Batch(loaded.context.params.n_batch)
        self._slots = Slots(MAX_CHATS, self._reuse.clear)
        self._waiting: list[tuple[Generate, float]] = []
        self._logits_at: dict[tuple[int, int], int] = {}  # (seq_id, pos) -> index in the batch
        self.info = loaded.info(resumable=self._reuse.can_store)

    def close(self) -> None:
        """End what runs, keeping what was said, and free everything native."""
        for sequence in self._slots:
            if sequence.answer is not None:
                self._finish(sequence, FinishReason.STOPPED)
        for command, _began in self._waiting:
            self._refuse(command, FinishReason.STOPPED)
        self._waiting.clear()
        self._batch.close()
        self._loaded.close()

    @property
    def has_work(self) -> bool:
        """Whether `step` would make progress now."""
        return any(
            sequence.is_runnable or (sequence.restore and sequence.restore.loaded.done())
            for sequence in self._slots
        ) or any(self._slots.has_place_for(command.chat) for command, _began in self._waiting)

    # -- commands --

    def interrupt(self) -> None:
        """Make the running decode return soon. Any thread."""
        self._context.abort()

    def resume(self) -> None:
        """Let decodes run again after an `interrupt`."""
        self._context.clear_abort()

    def open_chat(self, command: OpenChat) -> None:
        """Bring the stored rows of a chat back, as far as there are any.

        Raises:
            TemplateFailed: the chat cannot be turned into a prompt.
        """
        began = time.perf_counter()
        prompt = self._builder.build(
            command.messages, for_answer=False, today=_moment(command.started_at)
        )
        sequence = self._slots.acquire(command.chat)
        if sequence is None or not sequence.is_idle:
            n_cached = sequence.n_cached if sequence else 0
            source = PrefixSource.LIVE if sequence else PrefixSource.NOT_STORED
            self._emit(
                ChatWarmed(command.chat, len(prompt.token_ids), n_cached, source, restore_ms=0.0)
            )
            return
        sequence.wanted = list(prompt.token_ids)
        sequence.warming = (len(prompt.token_ids), began)
        self._reuse.begin(sequence, n_usable=len(sequence.wanted))
        if sequence.restore is None:
            self._end_warming(sequence)

    def generate(self, command: Generate) -> None:
        """Answer, now or as soon as the chat and a sequence are free.

        Raises:
            TemplateFailed: the chat cannot be turned into a prompt.
            PromptTooLong: the chat does not fit the context.
        """
        self._waiting.append((command, time.perf_counter()))
        self._start_waiting()

    def stop(self, request: RequestId) -> None:
        """End an answer, keeping what was said."""
        for entry in self._waiting:
            if entry[0].request == request:
                self._waiting.remove(entry)
                self._refuse(entry[0], FinishReason.STOPPED)
                return
        for sequence in self._slots:
            if sequence.answer is not None and sequence.answer.command.request == request:
                self._finish(sequence, FinishReason.STOPPED)

    def forget(self, chat: ChatKey) -> None:
        """Drop a chat from the context and the store."""
        sequence = self._slots.find(chat)
        if sequence is not None:
            if sequence.answer is not None:
                self._finish(sequence, FinishReason.STOPPED)
            sequence.restore = sequence.check = None
            self._slots.release(sequence)
        self._reuse.forget(chat)

    def _start_waiting(self) -> None:
        for entry in list(self._waiting):
            command, began = entry
            if not self._slots.has_place_for(command.chat):
                continue
            sequence = self._slots.acquire(command.chat)
            assert sequence is not None
            self._waiting.remove(entry)
            try:
                self._begin_answer(sequence, command, began)
            except KnownError as error:
                self._refuse(command, FinishReason.FAILED, error.problem())

    def _begin_answer(self, sequence: Sequence, command: Generate, began: float) -> None:
        prompt = self._builder.build(
            command.messages, for_answer=True, today=_moment(command.started_at)
        )
        n_prompt = len(prompt.token_ids)
        if n_prompt >= self._context.n_ctx or not n_prompt:
            raise PromptTooLong(n_prompt, self._context.n_ctx)
        sampler = SamplerChain(self._model, chain_params(command.sampling))
        sampler.accept(prompt.token_ids[-command.sampling.repeat_last_n :])
        stop = (*command.stop, *self._template.stop)
        sequence.wanted = list(prompt.token_ids)
        sequence.answer = Answer(command, prompt, sampler, Detokenizer(stop), began)
        self._reuse.begin(sequence, n_usable=n_prompt - 1)
        if sequence.restore is None:
            self._credit(sequence)

    def _refuse(
        self, command: Generate, reason: FinishReason, problem: Problem | None = None
    ) -> None:
        self._emit(
            AnswerFinished(
                command.request, command.chat, reason, AnswerStats(), record=None, problem=problem
            )
        )

    # -- one turn of the loop --

    def step(self) -> None:
        """Compute one batch and hand on what it yields; returns at once when there is nothing."""
        self._finish_restores()
        self._start_waiting()
        shares = plan_batch(self._slots, self._batch.capacity)
        if not shares:
            return
        self._fill(shares)
        began = time.perf_counter()
        try:
            outcome = self._context.decode(self._batch)
        except KnownError as error:
            self._fail(shares, error)
            return
        if outcome is DecodeOutcome.DONE:
            elapsed = time.perf_counter() - began
            for share in shares:
                self._advance(share, elapsed)
        elif outcome is DecodeOutcome.ABORTED:
            self._roll_back(shares)
        else:
            self._make_room(shares)

    def _finish_restores(self) -> None:
        for sequence in self._slots:
            if sequence.restore is None or not sequence.restore.loaded.done():
                continue
            room = self._context.n_ctx - self._slots.n_cells(without=sequence)
            self._reuse.finish(sequence, room=room)
            if sequence.answer is not None:
                self._credit(sequence)
            elif sequence.check is None:
                self._end_warming(sequence)
            else:  # nothing but the proof is to be computed before the user asks
                del sequence.wanted[sequence.check.pos + 1 :]

    def _fill(self, shares: list[Share]) -> None:
        self._batch.clear()
        self._logits_at.clear()
        for share in shares:
            sequence = share.sequence
            positions = {cut - 1 for cut in sequence.cuts} | {len(sequence.wanted) - 1}
            if sequence.check is not None:
                positions.add(sequence.check.pos)
            wanted = frozenset(pos for pos in positions if share.begin <= pos < share.end)
            tokens = sequence.wanted[share.begin : share.end]
            added = self._batch.add(sequence.seq_id, tokens, share.begin, wanted)
            self._logits_at |= {(sequence.seq_id, pos): index for pos, index in added.items()}

    def _advance(self, share: Share, elapsed_s: float) -> None:
        """Take note of a computed share."""
        sequence = share.sequence
        sequence.tokens += sequence.wanted[share.begin : share.end]
        if sequence.check is not None and sequence.check.pos < share.end:
            if not self._prove(sequence):
                return
        elif sequence.answer is not None and not sequence.answer.generated:
            sequence.answer.n_prefilled += share.end - share.begin
            sequence.answer.prefill_s += elapsed_s
        for cut in sequence.cuts:
            if share.begin < cut <= share.end:
                index = self._logits_at[sequence.seq_id, cut - 1]
                sequence.witnesses[cut] = witness_of(self._context.logits(index))
        self._reuse.save(sequence, up_to_end=False)
        answer = sequence.answer
        if answer is None:
            return
        if sequence.n_pending == 0:
            self._sample(sequence, answer)
        else:
            command = answer.command
            self._emit(
                PrefillProgress(
                    command.request, command.chat, sequence.n_cached, len(sequence.wanted)
                )
            )

    def _prove(self, sequence: Sequence) -> bool:
        """Compare a restored sequence with its witness; False when it has to be read again."""
        assert sequence.check is not None
        index = self._logits_at[sequence.seq_id, sequence.check.pos]
        is_right = self._reuse.confirm(sequence, self._context.logits(index))
        if sequence.answer is None:
            self._end_warming(sequence)
        elif not is_right:
            self._credit(sequence)
        return is_right

    def _sample(self, sequence: Sequence, answer: Answer) -> None:
        index = self._logits_at[sequence.seq_id, sequence.n_cached - 1]
        token = answer.sampler.sample(self._context, index)
        answer.sampled(token)
        if self._model.is_end(token):
            self._finish(sequence, FinishReason.END)
            return
        spoken = answer.detokenizer.feed(self._model.piece(token, special=False))
        self._say(answer, spoken.text)
        if spoken.stopped:
            self._finish(sequence, FinishReason.STOP_STRING)
        elif len(answer.generated) == answer.command.max_tokens:
            self._finish(sequence, FinishReason.LENGTH)
        elif sequence.n_cached + 1 >= self._context.n_ctx:
            self._finish(sequence, FinishReason.CONTEXT_FULL)
        else:
            sequence.wanted.append(token)
            last_cut = sequence.cuts[-1] if sequence.cuts else sequence.stored_end
            if len(sequence.wanted) - last_cut == MAX_SEGMENT_TOKENS:
                sequence.cuts.append(len(sequence.wanted))

    def _say(self, answer: Answer, text: str) -> None:
        if text:
            self._emit(TextDelta(answer.command.request, answer.command.chat, text))

    # -- beginnings and ends --

    def _credit(self, sequence: Sequence) -> None:
        """Note where the beginning of an answer's prompt came from, and plan its segments."""
        answer = sequence.answer
        assert answer is not None
        n_kept = sequence.n_cached + (sequence.check is not None)
        answer.n_restored = min(sequence.n_from_disk, n_kept)
        answer.n_reused = n_kept - answer.n_restored
        answer.restore_s = sequence.restore_s if answer.n_restored else 0.0
        answer.source = PrefixSource.DISK if answer.n_restored else sequence.source
        sequence.n_from_disk = 0
        prompt = answer.prompt
        sequence.cuts = segment_cuts(
            sequence.stored_end, prompt.boundaries, len(prompt.token_ids), MAX_SEGMENT_TOKENS
        )

    def _end_warming(self, sequence: Sequence) -> None:
        if sequence.warming is None:
            return
        n_prompt, began = sequence.warming
        sequence.warming = None
        sequence.wanted = list(sequence.tokens)
        sequence.restore_s = time.perf_counter() - began
        self._emit(
            ChatWarmed(
                sequence.chat,
                n_prompt,
                sequence.n_cached,
                sequence.source,
                restore_ms=sequence.restore_s * 1e3,
            )
        )

    def _finish(
        self, sequence: Sequence, reason: FinishReason, problem: Problem | None = None
    ) -> None:
        """End an answer: show what was held back, store its rows, report it."""
        answer = sequence.answer
        assert answer is not None
        self._say(answer, answer.detokenizer.finish().text)
        index = self._logits_at.get((sequence.seq_id, sequence.n_cached - 1))
        if index is not None and reason is not FinishReason.FAILED:
            sequence.witnesses[sequence.n_cached] = witness_of(self._context.logits(index))
        sequence.answer = None
        # A restore under way belonged to the answer; rows that were not proved are not kept.
        if sequence.check is not None:
            self._reuse.clear(sequence)
        sequence.restore = sequence.check = None
        sequence.wanted = list(sequence.tokens)
        if reason is not FinishReason.FAILED:
            self._reuse.save(sequence, up_to_end=True)
        sequence.cuts = []
        answer.sampler.close()
        n_said, text = answer.detokenizer.tokens_in_text()
        record = self._builder.record(
            answer.prompt.text + text, (*answer.prompt.token_ids, *answer.generated[:n_said])
        )
        command = answer.command
        self._emit(
            AnswerFinished(
                command.request,
                command.chat,
                reason,
                answer.stats(),
                record=record if n_said else None,
                problem=problem,
            )
        )

    # -- when a batch was not computed --

    def _roll_back(self, shares: list[Share]) -> None:
        """Cut the sequences of an aborted batch back to what is known to be computed."""
        for share in shares:
            if not self._context.remove(share.sequence.seq_id, share.begin):
                self._reuse.clear(share.sequence)

    def _make_room(self, shares: list[Share]) -> None:
        """Free cells: resting chats first, then the answer that began last."""
        if self._slots.release_oldest():
            return
        youngest = max(shares, key=_age_key).sequence
        if youngest.answer is not None:
            self._finish(youngest, FinishReason.CONTEXT_FULL)
        else:
            youngest.check = None
            self._reuse.clear(youngest)
            self._end_warming(youngest)

    def _fail(self, shares: list[Share], error: KnownError) -> None:
        """A decode failed for good: its answers end here, its sequences start anew."""
        logger.error("decode failed: %s", error.detail or error.what)
        for share in shares:
            sequence = share.sequence
            self._logits_at.clear()
            if sequence.answer is not None:
                self._finish(sequence, FinishReason.FAILED, error.problem())
            sequence.check = None
            self._reuse.clear(sequence)
            self._end_warming(sequence)


def _age_key(share: Share) -> float:
    answer = share.sequence.answer
    return answer.began if answer is not None else float("inf")


def _moment(timestamp: float) -> datetime | None:
    """Return a chat's own "today"; None when the caller gave none."""
    return datetime.fromtimestamp(timestamp, UTC) if timestamp else None
