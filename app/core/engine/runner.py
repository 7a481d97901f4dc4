"""A loaded model at work: chats come in, batches are computed, text goes out.

`step` is one turn of the engine's loop: rows that arrived from disk are put in place, a batch is
planned and decoded, and what it yields is handed on: proofs of restores, segments to store,
sampled tokens.

Threads: the engine thread only, except `interrupt`.
"""

from __future__ import annotations

import copy
import dataclasses
import logging
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from app.core.engine.detokenizer import Detokenizer
from app.core.engine.errors import PromptTooLong
from app.core.engine.loader import MAX_CHATS, SCRATCH_SEQUENCE
from app.core.engine.memory_report import LiveMemory
from app.core.engine.prefix_reuse import PrefixReuse
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
from app.core.engine.reread import Remembered, explain, n_read_again
from app.core.engine.sampling import SamplingDefaults, chain_params
from app.core.engine.scheduler import plan_batch
from app.core.engine.sequence import Answer, common_prefix
from app.core.engine.slots import Slots
from app.core.engine.witness import witness_of
from app.core.errors import KnownError, problem_of
from app.core.llama import Batch, DecodeOutcome, SamplerChain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from app.core.engine.chat_template import ChatTemplate
    from app.core.engine.loader import LoadedModel
    from app.core.engine.protocol import (
        ChatKey,
        Event,
        Generate,
        OpenChat,
        PromptMessage,
        RequestId,
        WarmChat,
    )
    from app.core.engine.scheduler import Share
    from app.core.engine.sequence import Sequence
    from app.core.errors import Problem
    from app.core.kvstore import KVLayout, KVStore

logger = logging.getLogger(__name__)

_MOST_CHARS_PER_TOKEN = 16  # of running text, in any vocabulary


@dataclass(frozen=True, slots=True)
class Waiting:
    """A command that waits for a sequence; `n_cells` is what it needs, 0 while unknown."""

    command: Generate
    began: float
    n_cells: int = 0


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
        self._sampling_defaults = SamplingDefaults.of_model(loaded.model.metadata)
        self._emit = emit
        self._reuse = PrefixReuse(
            loaded.model, loaded.context, store, layout, scratch=SCRATCH_SEQUENCE, wake=wake
        )
        self._builder = PromptBuilder(template, loaded.model, self._reuse.vocabulary_id)
        self._batch = Batch(loaded.context.params.n_batch)
        self._slots = Slots(MAX_CHATS, self._reuse.clear)
        self._waiting: list[Waiting] = []
        self._can_rewind = loaded.model.can_rewind
        self._n_shares = 0  # of the batch being decoded
        self._is_background = False  # it only reads ahead
        self._background: list[WarmChat] = []  # to be read ahead, one after the other
        self._logits_at: dict[tuple[int, int], int] = {}  # (seq_id, pos) -> index in the batch
        self.info = loaded.info(resumable=self._reuse.can_store)

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
        for waiting in self._waiting:
            self._refuse(waiting.command, FinishReason.STOPPED)
        self._waiting.clear()

    def _end_answer_at_close(self, sequence: Sequence) -> None:
        """Finish an answer; where even that fails, report it as failed."""
        answer = sequence.answer
        assert answer is not None
        try:
            self._finish(sequence, FinishReason.STOPPED)
        except Exception as error:
            logger.exception("an answer could not be finished")
            self._refuse(answer.command, FinishReason.FAILED, problem_of(error))

    @property
    def has_work(self) -> bool:
        """Whether `step` would make progress now."""
        return (
            any(
                sequence.is_runnable or (sequence.restore and sequence.restore.loaded.done())
                for sequence in self._slots
            )
            or any(map(self._can_start, self._waiting))
            or bool(self._background)
        )

    # -- commands --

    def interrupt(self) -> None:
        """Make the running decode return soon. Any thread.

        A memory that cannot be cut would lose what other chats have in the same batch; there the
        decode is only interrupted when it serves one chat.
        """
        if self._can_rewind or self._n_shares <= 1:
            self._context.abort()

    def interrupt_background(self) -> None:
        """Make the running decode return soon if it only reads ahead. Any thread."""
        if self._is_background:
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
        self._end_background()
        self._cancel_warming(command.chat)
        if self._is_far_too_long(command.messages):
            self._emit(ChatWarmed(command.chat, 0, 0, PrefixSource.NOT_STORED, restore_ms=0.0))
            return
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

    def warm_in_background(self, command: WarmChat) -> None:
        """Read a chat as soon as there is nothing else to do, and store its memory."""
        if self._reuse.can_store:
            self._background.append(command)

    def _begin_background(self) -> None:
        """Take the next chat to read ahead; leaves chats that somebody uses alone."""
        command = self._background.pop(0)
        if self._slots.find(command.chat) is not None or self._is_far_too_long(command.messages):
            return
        prompt = self._builder.build(
            command.messages, for_answer=False, today=_moment(command.started_at)
        )
        n_prompt = len(prompt.token_ids)
        n_free = self._context.n_ctx - self._slots.n_cells()
        if not 0 < n_prompt < n_free or not self._slots.has_place_for(command.chat):
            return
        sequence = self._slots.acquire(command.chat)
        assert sequence is not None
        sequence.is_background = True
        sequence.wanted = list(prompt.token_ids)
        sequence.warming = (n_prompt, time.perf_counter())  # so that what is wanted stays
        self._reuse.begin(sequence, n_usable=n_prompt)
        self._reuse.plan_cuts(sequence, prompt.boundaries, n_prompt)

    def _is_far_too_long(self, messages: Iterable[PromptMessage]) -> bool:
        """Whether a chat cannot fit, without the seconds it takes to cut it into tokens."""
        n_chars = sum(len(message.text) for message in messages)
        return n_chars > _MOST_CHARS_PER_TOKEN * self._context.n_ctx

    def _end_background(self) -> None:
        """Somebody wants something: forget what was to be read ahead."""
        self._background.clear()
        for sequence in self._slots:
            if sequence.is_background:
                sequence.warming = sequence.restore = sequence.check = None
                self._slots.release(sequence)

    def prefetch(self, chat: ChatKey) -> None:
        """Have the stored rows of a chat read ahead, unless it is in the context already."""
        if self._slots.find(chat) is None:
            self._reuse.prefetch(chat)

    def begin_storing_anew(self, chat: ChatKey) -> None:
        """Take note that what was stored of a chat is gone; in the context it stays."""
        sequence = self._slots.find(chat)
        if sequence is not None:
            sequence.chain, sequence.last_cut, sequence.unsaved = [], 0, None

    def live_memory(self) -> LiveMemory:
        """Return which chats are in the context, and how fast this model is."""
        live = frozenset(sequence.chat for sequence in self._slots if sequence.n_cached)
        return LiveMemory(self._reuse.namespace, live, copy.copy(self._reuse.speed))

    def _cancel_warming(self, chat: ChatKey) -> None:
        """Give up restores that nobody looks at any more: another chat is opened."""
        for sequence in self._slots:
            if sequence.warming is not None and sequence.chat != chat and sequence.answer is None:
                sequence.warming = sequence.restore = sequence.check = None
                self._slots.release(sequence)

    def generate(self, command: Generate) -> None:
        """Answer, now or as soon as the chat and a sequence are free.

        Raises:
            TemplateFailed: the chat cannot be turned into a prompt.
            PromptTooLong: the chat does not fit the context.
        """
        self._end_background()
        self._waiting.append(Waiting(command, time.perf_counter()))
        self._start_waiting()

    def stop(self, request: RequestId) -> None:
        """End an answer, keeping what was said."""
        for waiting in self._waiting:
            if waiting.command.request == request:
                self._waiting.remove(waiting)
                self._refuse(waiting.command, FinishReason.STOPPED)
                return
        for sequence in self._slots:
            if sequence.answer is not None and sequence.answer.command.request == request:
                self._finish(sequence, FinishReason.STOPPED)

    def forget(self, chat: ChatKey) -> None:
        """Drop a chat from the context and the store."""
        for waiting in [entry for entry in self._waiting if entry.command.chat == chat]:
            self._waiting.remove(waiting)
            self._refuse(waiting.command, FinishReason.STOPPED)
        sequence = self._slots.find(chat)
        if sequence is not None:
            if sequence.answer is not None:
                self._finish(sequence, FinishReason.STOPPED)
            sequence.restore = sequence.check = None
            self._slots.release(sequence)
        self._reuse.forget(chat)

    def _can_start(self, waiting: Waiting) -> bool:
        """Whether a sequence, and the cells it is known to need, can be had now."""
        chat = waiting.command.chat
        n_free = self._context.n_ctx - self._slots.n_busy_cells(without=chat)
        return self._slots.has_place_for(chat) and waiting.n_cells <= n_free

    def _start_waiting(self) -> None:
        for waiting in list(self._waiting):
            if not self._can_start(waiting):
                continue
            command = waiting.command
            sequence = self._slots.acquire(command.chat)
            assert sequence is not None
            self._waiting.remove(waiting)
            try:
                self._begin_answer(sequence, command, waiting.began)
            except Exception as error:
                if not isinstance(error, KnownError):
                    logger.exception("an answer could not be begun")
                sequence.answer = None
                self._reuse.clear(sequence)
                sequence.wanted = []
                self._refuse(command, FinishReason.FAILED, problem_of(error))

    def _begin_answer(self, sequence: Sequence, command: Generate, began: float) -> None:
        prompt = self._builder.build(
            command.messages, for_answer=True, today=_moment(command.started_at)
        )
        n_prompt = len(prompt.token_ids)
        if n_prompt >= self._context.n_ctx or not n_prompt:
            raise PromptTooLong(n_prompt, self._context.n_ctx)
        params = chain_params(command.sampling, self._sampling_defaults)
        sampler = SamplerChain(self._model, params)
        sampler.accept(prompt.token_ids[max(0, n_prompt - params.repeat_last_n) :])
        stop = (*command.stop, *self._template.stop)
        sequence.wanted = list(prompt.token_ids)
        sequence.answer = Answer(command, prompt, sampler, Detokenizer(stop), began)
        sequence.answer.previous = tuple(sequence.tokens)
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
        if not shares and self._background:
            self._begin_background()
            return
        self._n_shares = len(shares)
        self._is_background = bool(shares) and all(s.sequence.is_background for s in shares)
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
            self._reuse.finish(sequence, room=self._room_for(sequence))
            if sequence.answer is not None:
                self._credit(sequence)
            elif sequence.is_background:
                continue  # the rest is read, not only the proof
            elif sequence.check is None:
                self._end_warming(sequence)
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

    def _fill(self, shares: list[Share]) -> None:
        self._batch.clear()
        self._logits_at.clear()
        for share in shares:
            sequence = share.sequence
            positions = {cut - 1 for cut in sequence.cuts} | {len(sequence.wanted) - 1}
            if sequence.check is not None:
                positions.add(sequence.check.pos)
            if sequence.unsaved is not None:
                positions.add(sequence.unsaved.end)
            if share.end - share.begin > 1:
                positions.add(share.end - 1)  # a stop may make any end of a batch a segment's end
            wanted = frozenset(pos for pos in positions if share.begin <= pos < share.end)
            tokens = sequence.wanted[share.begin : share.end]
            added = self._batch.add(sequence.seq_id, tokens, share.begin, wanted)
            self._logits_at |= {(sequence.seq_id, pos): index for pos, index in added.items()}

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
            self._end_warming(sequence)
        if answer is None:
            return
        answer.save_s += time.perf_counter() - began
        if sequence.n_pending == 0:
            self._sample(sequence, answer)
        else:
            command = answer.command
            self._emit(
                PrefillProgress(
                    command.request, command.chat, sequence.n_cached, len(sequence.wanted)
                )
            )

    def _take_witnesses(self, share: Share) -> None:
        """Keep what the model said at the ends that segments may have."""
        sequence = share.sequence
        if not self._reuse.can_store:
            return
        ends = {cut for cut in sequence.cuts if share.begin < cut <= share.end}
        if share.end - share.begin > 1:
            ends.add(share.end)
        for end in ends:
            index = self._logits_at[sequence.seq_id, end - 1]
            sequence.witnesses[end] = witness_of(self._context.logits(index))

    def _take_late_witness(self, share: Share) -> None:
        """Complete a save that waited for what the model says one token further."""
        sequence = share.sequence
        unsaved = sequence.unsaved
        if unsaved is None or not share.begin <= unsaved.end < share.end:
            return
        index = self._logits_at[sequence.seq_id, unsaved.end]
        token = sequence.tokens[unsaved.end]
        self._reuse.settle(sequence, witness_of(self._context.logits(index), after=token))

    def _prove(self, sequence: Sequence) -> bool:
        """Compare a restored sequence with its witness; False when it has to be read again."""
        assert sequence.check is not None
        index = self._logits_at[sequence.seq_id, sequence.check.pos]
        is_right = self._reuse.confirm(sequence, self._context.logits(index))
        now = time.perf_counter()
        decode_ms = (now - sequence.put_at) * 1e3
        sequence.timing = dataclasses.replace(sequence.timing, decode_ms=decode_ms)
        if is_right:
            self._reuse.restored(sequence.n_cached, now - sequence.restore_began)
        if sequence.is_background:
            return is_right
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
            last_cut = max([sequence.stored_end, sequence.last_cut, *sequence.cuts])
            if len(sequence.wanted) - last_cut >= self._reuse.longest_segment:
                sequence.cuts.append(len(sequence.wanted))

    def _say(self, answer: Answer, text: str) -> None:
        if text:
            self._emit(TextDelta(answer.command.request, answer.command.chat, text))

    # -- beginnings and ends --

    def _credit(self, sequence: Sequence) -> None:
        """Note where the beginning of an answer's prompt came from, and plan its segments."""
        answer = sequence.answer
        assert answer is not None
        n_kept = sequence.check.n_restored if sequence.check is not None else sequence.n_cached
        answer.n_restored = min(sequence.n_from_disk, n_kept)
        answer.n_reused = n_kept - answer.n_restored
        answer.restore_s = sequence.restore_s if answer.n_restored else 0.0
        answer.source = PrefixSource.DISK if answer.n_restored else sequence.source
        sequence.n_from_disk = 0
        self._explain(sequence, answer, n_kept)
        prompt = answer.prompt
        self._reuse.plan_cuts(sequence, prompt.boundaries, len(prompt.token_ids))

    def _explain(self, sequence: Sequence, answer: Answer, n_kept: int) -> None:
        """Note why tokens of earlier turns are computed again, if any are."""
        messages, prompt = answer.command.messages, answer.prompt
        answer.reread = None
        n_reread = n_read_again(messages, prompt, n_kept)
        if n_reread:
            live = answer.previous
            remembered = Remembered(live)
            if common_prefix(live, prompt.token_ids) == len(live):  # it tells nothing
                remembered = self._reuse.remembered(sequence.chat)
            answer.reread = explain(
                messages, prompt, n_reread, sequence.source, remembered, self._builder.identity
            )

    def _end_warming(self, sequence: Sequence) -> None:
        if sequence.warming is None:
            return
        n_prompt, began = sequence.warming
        sequence.warming = None
        if sequence.is_background:
            self._slots.release(sequence)
            return
        sequence.wanted = list(sequence.tokens)
        sequence.restore_s = time.perf_counter() - began
        self._emit(
            ChatWarmed(
                sequence.chat,
                n_prompt,
                sequence.n_cached,
                sequence.source,
                restore_ms=sequence.restore_s * 1e3,
                timing=sequence.timing,
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
        self._reuse.prefilled(answer.n_prefilled, answer.prefill_s)
        self._reuse.speed.decoded(answer.stats().decode_tps)
        sequence.answer = None
        # A restore under way belonged to the answer; rows that were not proved are not kept.
        if sequence.check is not None:
            self._reuse.clear(sequence)
        sequence.restore = sequence.check = None
        sequence.wanted = list(sequence.tokens)
        if reason is not FinishReason.FAILED:
            began = time.perf_counter()
            self._reuse.save(sequence, up_to_end=True)
            answer.save_s += time.perf_counter() - began
        if sequence.unsaved is not None and reason is FinishReason.END:
            sequence.wanted.append(answer.generated[-1])  # computed for its witness
        sequence.cuts = []
        sequence.stops = []
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
            self._end_warming(youngest)
        elif answer.generated or self._slots.n_busy_cells(without=youngest.chat) == 0:
            self._finish(youngest, FinishReason.CONTEXT_FULL)
        else:
            self._postpone(youngest, answer)

    def _postpone(self, sequence: Sequence, answer: Answer) -> None:
        answer.sampler.close()
        sequence.answer = sequence.restore = sequence.check = None
        self._slots.release(sequence)
        self._waiting.append(
            Waiting(answer.command, answer.began, len(answer.prompt.token_ids) + 1)
        )

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


def _has_spoken(share: Share) -> bool:
    answer = share.sequence.answer
    return answer is not None and bool(answer.generated)


def _age_key(share: Share) -> float:
    answer = share.sequence.answer
    return answer.began if answer is not None else float("inf")


def _moment(timestamp: float) -> datetime | None:
    """Return a chat's own "today"; None when the caller gave none."""
    return datetime.fromtimestamp(timestamp, UTC) if timestamp else None
