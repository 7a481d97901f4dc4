"""A loaded model at work: chats come in, batches are computed, text goes out.

`step` is one turn of the engine's loop: rows that arrived from disk are put in place, a batch is
planned and decoded, and what it yields is handed on: proofs of restores, segments to store,
sampled tokens.
Longer than other files: it names every part that works for a loaded model.

Threads: the engine thread only.
"""

from __future__ import annotations

import copy
import logging
import time
from typing import TYPE_CHECKING, Any

from app.core.engine.answers.answer_generator import AnswerGenerator
from app.core.engine.answers.batch_results import BatchResults
from app.core.engine.answers.inspector import Inspector
from app.core.engine.answers.title_writer import TitleWriter
from app.core.engine.answers.waiting_answers import WaitingAnswers
from app.core.engine.batch.media_turns import FailedMedium, turns_of
from app.core.engine.batch.scheduler import BatchTurns, PrefillSize, plan_batch
from app.core.engine.batch.shared_batch import SharedBatch
from app.core.engine.drafting.draft import NO_DRAFT
from app.core.engine.errors import DeviceFailed
from app.core.engine.idle_work import IdleWork
from app.core.engine.inbox import BatchWork
from app.core.engine.memory.memory_report import LiveMemory
from app.core.engine.output.answer_formats import AnswerFormats
from app.core.engine.prompts.prompt import PromptBuilder
from app.core.engine.restoring.chat_restorer import ChatPrompts, ChatRestorer, Precomputing
from app.core.engine.restoring.context_measurer import ContextMeasurer, WarmthMeasurer
from app.core.engine.restoring.prefix_reuse import PrefixReuse
from app.core.engine.restoring.resting_chats import RestingChats
from app.core.engine.restoring.unsent_reader import UnsentReader
from app.core.engine.sequences.answer import Answering, DoingIdleWork, Inspecting, Restoring
from app.core.engine.sequences.sequence_pool import SequencePool
from app.core.engine.sliced_work import SlicedWork
from app.core.engine.speculation.draft_planner import DraftPlanner
from app.core.errors import KnownError, problem_of
from app.core.llama import DecodeOutcome
from app.core.plain_value import replace
from app.core.protocol import (
    CompareContinuations,
    FinishReason,
    Generate,
    InspectAnswer,
    MeasureContext,
    MeasureWarmth,
    ModelLoaded,
    RestoreChat,
    WriteTitle,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.engine.batch.media_turns import MediaPiece
    from app.core.engine.batch.scheduler import Share
    from app.core.engine.inbox import Inbox
    from app.core.engine.load.loader import LoadedModel
    from app.core.engine.media.loaded_media import LoadedMedia
    from app.core.engine.media.media_source import NoMedia
    from app.core.engine.memory.stored_model import StoredModel
    from app.core.engine.prompts.chat_template import ChatTemplate
    from app.core.engine.sequences.sequence import Sequence
    from app.core.engine.speculation.draft_source import DraftSource
    from app.core.protocol import (
        ChatKey,
        ModelInfo,
        Pending,
        PrecomputeChat,
        PrefetchChat,
        ReadUnsent,
        Request,
        RequestId,
    )

logger = logging.getLogger(__name__)

_CLOSE_S = 10.0  # for the disk to take the end of one chat when all end
_LEAVE_S = 2.0  # likewise, when it makes room for others


class Runner:
    """Serves the chats of one loaded model; `close` frees the model.

    Args:
        stored: the model's part of the store.
        template: the model's chat template.
        inbox: what waits for the engine; an arriving restore makes the loop call `step` again.
        n_roll_back: tokens at the end of a batch that can be cut off again.
        draft_model: drafts for it; closed here.
        media: what it sees and hears with; closed here.
    """

    def __init__(  # noqa: PLR0913 - all that a loaded model works with
        self,
        loaded: LoadedModel,
        stored: StoredModel,
        *,
        template: ChatTemplate,
        inbox: Inbox,
        n_roll_back: int,
        draft_model: DraftSource,
        media: LoadedMedia | NoMedia,
    ) -> None:
        self._loaded, self._inbox, self._stored = loaded, inbox, stored
        model, context, scratch = loaded.model, loaded.context, loaded.scratch_sequence
        self._reuse = PrefixReuse.of(model, context, stored, scratch=scratch, wake=inbox.wake)
        self._context = context
        batch = self._batch = SharedBatch(context)
        self._media = media
        self._media_turns = turns_of(self._media, context)
        self._draft_model = draft_model
        self._drafts = DraftPlanner(
            model, context, stored, self._draft_model, n_roll_back=n_roll_back
        )
        sequences = self._sequences = SequencePool(loaded.n_chats, self._empty)
        sliced = self._sliced_work = SlicedWork()
        self._resting = RestingChats(sequences, self._reuse.saver, stored)
        self.template = template
        self.info = self._describe(drafts=n_roll_back > 0)
        builder = PromptBuilder(template, model, stored.vocabulary_id, self._media)
        formats = self._formats = AnswerFormats.of(template, model)
        self._measurer = ContextMeasurer(builder, model, context.n_ctx, self._sliced_work)
        core = (builder, self._sequences, self._reuse, sliced)
        self._warmth = WarmthMeasurer(*core, n_ctx=context.n_ctx)
        self._prompts = ChatPrompts(builder, context.n_ctx)
        self._idle_work = IdleWork(self._sequences, self._sliced_work, loaded.n_cells)
        idle = self._idle_work
        self._chat_restorer = ChatRestorer(self._prompts, sequences, self._reuse, sliced, idle)
        self._answers = AnswerGenerator(
            loaded, builder, formats, self._measurer, self._reuse, batch
        )
        self._title_writer = TitleWriter(loaded, builder, formats.thinking, sequences, batch)
        self._unsent = UnsentReader(builder, context, batch, sequences, self._reuse, idle)
        self._waiting = WaitingAnswers(
            self._answers, self._sequences, self._sliced_work, self._unsent, loaded.n_cells
        )
        self._inspector = Inspector(loaded, *core, self._batch)
        self._turns = BatchTurns(are_apart=not self.info.n_gpu_layers)
        self._prefill = PrefillSize(self._batch.n_at_once, on_gpu=self.info.n_gpu_layers > 0)
        self._batch_results = self._new_results()
        self._handlers = self._who_answers()

    def _describe(self, *, drafts: bool) -> ModelInfo:
        return self._loaded.info(
            resumable=self._stored.can_store,
            drafts=drafts,
            draft_model=self._draft_model.name,
            thinking=self.template.thinking_options,
            senses=self._media.senses,
            takes_tools=self.template.takes_tools,
        )

    def _who_answers(self) -> dict[type[Request[Any, Any]], Callable[[Any], None]]:
        """Return what answers each kind of request to the model."""
        return {
            Generate: self._generate,
            RestoreChat: self._chat_restorer.restore,
            MeasureContext: self._measurer.measure,
            MeasureWarmth: self._warmth.measure,
            WriteTitle: self._write_title,
            InspectAnswer: self._inspect,
            CompareContinuations: self._inspect,
        }

    def _new_results(self) -> BatchResults:
        core = (self._reuse, self._batch, self._sequences, self._answers, self._waiting)
        aside = (self._chat_restorer, self._idle_work, self._inspector)
        return BatchResults(*core, *aside)

    def close(self) -> None:
        """End what runs, keeping what was said, and free everything native."""
        try:
            self._end_all()
        finally:
            self._draft_model.close()
            self._formats.close()
            self._batch.close()
            self._media.close()
            self._loaded.close()

    def _end_all(self) -> None:
        self._idle_work.close()
        self._inspector.interrupt()
        for sequence in self._sequences:
            if sequence.answer is not None:
                self._end_answer_at_close(sequence)
            self._reuse.saver.settle(sequence)
            self._reuse.saver.rest(sequence, most_s=_CLOSE_S)
        self._sliced_work.close()
        self._waiting.close()

    def _empty(self, sequence: Sequence) -> None:
        """Take what a sequence holds out of both contexts."""
        self._draft_model.drop(sequence)
        self._reuse.saver.rest(sequence, most_s=_LEAVE_S)
        self._reuse.live.clear(sequence)

    def _end_answer_at_close(self, sequence: Sequence) -> None:
        """Finish an answer; where even that fails, report it as failed."""
        answer = sequence.answer
        assert answer is not None
        try:
            self._answers.finish(sequence, FinishReason.STOPPED)
        except Exception as error:
            logger.exception("an answer could not be finished")
            self._answers.refuse(answer.pending, FinishReason.FAILED, problem_of(error))

    @property
    def has_work(self) -> bool:
        """Whether `step` would make progress now."""
        return (
            any(sequence.is_runnable or _has_arrived(sequence) for sequence in self._sequences)
            or self._waiting.can_start
            or self._sliced_work.has_work
            or (self._idle_work.can_begin and self._is_idle)
            or self._draft_model.has_work
            or self._media_turns.has_work(self._sequences)
            or self.rests_in_s == 0.0
        )

    @property
    def rests_in_s(self) -> float | None:
        """In how many seconds `step` has a chat to store if nothing is asked; None for never."""
        return self._resting.wait_s() if self._is_idle else None

    @property
    def _is_idle(self) -> bool:
        """Whether nothing is to be done but idle work, and none of that has a sequence."""
        return self._waiting.is_empty and all(one.is_at_rest for one in self._sequences)

    # -- commands --

    def precompute(self, command: PrecomputeChat) -> None:
        """Compute and store a chat as soon as there is nothing else to do."""
        if self._stored.can_store:
            task = Precomputing(command, self._prompts, self._sequences, self._reuse)
            self._idle_work.add(task)

    def read_unsent(self, command: ReadUnsent) -> None:
        """Read what is being written as soon as there is nothing else to do."""
        if not self._draft_model.needs_every_batch:
            self._unsent.read(command)

    def _write_title(self, pending: Pending[WriteTitle]) -> None:
        """Write the title of a chat as soon as there is nothing else to do."""
        self._idle_work.add(self._title_writer.task(pending))

    def _inspect(self, pending: Pending[InspectAnswer | CompareContinuations]) -> None:
        """Look into an answer, beside what else is to be done."""
        self._idle_work.give_way()
        self._context.use_threads(self._loaded.n_threads)
        self._inspector.begin(pending)

    def prefetch(self, command: PrefetchChat) -> None:
        """Have the stored rows of a chat read, unless it is in the context already."""
        if self._sequences.find(command.chat) is None:
            self._stored.prefetch(command.chat, is_opened=command.is_opened)

    def begin_storing_anew(self, chat: ChatKey, *, once_it_goes_on: bool = False) -> None:
        """Take note that what was stored of a chat is gone; in the context it stays.

        Args:
            once_it_goes_on: nothing is stored of it before.
        """
        sequence = self._sequences.find(chat)
        if sequence is not None:
            sequence.saved.begin_anew()
            if once_it_goes_on:
                sequence.saved.early.caught_up()
                sequence.saved.early.is_dropped = True
                sequence.saved.states.truncate(0)  # or they would be stored when it rests
        self._draft_model.begin_storing_anew(chat)

    def loaded(self) -> ModelLoaded:
        """Return what is told of the model once it answers."""
        return ModelLoaded(self.info, self._stored.is_identified, self._loaded.backend)

    def identified(self, identity: str) -> bool:
        """Take note of what the model is, and store what is in the context from now on.

        Returns:
            Whether anything changes by that.
        """
        is_news = self._stored.identified(identity)
        for sequence in self._sequences if is_news else ():
            sequence.saved.early.are_due = not sequence.saved.early.is_dropped
            self._draft_model.begin_storing_anew(sequence.chat)
        return is_news

    def live_memory(self) -> LiveMemory:
        """Return which chats are in the context, and how fast this model is."""
        live = self._sequences.live_chats()
        return LiveMemory(self._stored.namespace or None, live, copy.copy(self._stored.speed))

    def answer(self, pending: Pending[Any]) -> None:
        """Do what is asked of the model."""
        self._handlers[type(pending.request)](pending)

    def _generate(self, pending: Pending[Generate]) -> None:
        """Answer, now or as soon as the prompt is built and the chat and a sequence are free."""
        self._idle_work.give_way()
        self._inspector.interrupt()
        n_threads = self._loaded.n_threads  # the plug may have been pulled
        self._context.use_threads(n_threads)
        self._draft_model.use_threads(n_threads)
        self._waiting.add(pending)

    def stop(self, request: RequestId) -> None:
        """Leave what is asked undone from here on, keeping what was said."""
        self._measurer.stop(request)
        self._idle_work.stop(request)
        self._inspector.stop(request)
        if self._waiting.stop(request):
            return
        for sequence in self._sequences:
            if sequence.answer is not None and sequence.answer.pending.id == request:
                self._answers.finish(sequence, FinishReason.STOPPED)

    def stop_thinking(self, request: RequestId) -> None:
        """Let an answer begin that is being thought about."""
        for sequence in self._sequences:
            answer = sequence.answer
            if answer is not None and answer.pending.id == request:
                self._answers.stop_thinking(answer)

    def forget(self, chat: ChatKey) -> None:
        """Drop a chat from the context and the store."""
        self._idle_work.forget(chat)
        self._inspector.forget(chat)
        self._chat_restorer.forget(chat)
        self._waiting.forget(chat)
        sequence = self._sequences.find(chat)
        if sequence is not None:
            if sequence.answer is not None:
                self._answers.finish(sequence, FinishReason.STOPPED)
            sequence.end_job()
            sequence.saved.states.truncate(0)
            self._sequences.release(sequence)
        self._stored.forget(chat)

    def release(self, chat: ChatKey) -> None:
        """Take a chat that is idle out of the context; what was not stored of it never will be."""
        self._inspector.forget(chat)
        sequence = self._sequences.find(chat)
        if sequence is not None and sequence.is_idle:
            sequence.saved.states.truncate(0)
            self._sequences.release(sequence)

    # -- one turn of the loop --

    def step(self) -> None:
        """Compute one batch and hand on what it yields, then prepare a little of what comes.

        Raises:
            DeviceFailed: a batch failed that a GPU had a part in; its answers are told.
        """
        self._finish_restores()
        self._waiting.start()
        capacity, n_prefill = self._batch.capacity, self._prefill.n_tokens
        shares = self._turns.next(plan_batch(self._sequences, capacity, n_prefill), n_prefill)
        shares = self._drafts.plan(shares, capacity)
        if shares:
            self._resting.busy()
            self._compute(shares, lambda: self._decode(shares))
        piece = self._media_turns.next_piece(self._sequences)
        if piece is not None:
            self._compute_medium(piece)
        followed = (one for one in self._sequences if not one.is_unsent)
        self._draft_model.follow(one for one in followed if not one.media.wanted)
        self._sliced_work.go_on()
        if not shares and piece is None:
            self._do_side_work()

    def _do_side_work(self) -> None:
        is_idle = self._is_idle and not self._sliced_work.has_work
        if self.rests_in_s == 0.0:
            self._resting.store_next()
        elif is_idle and self._idle_work.can_begin:
            self._idle_work.begin_next()
        else:
            self._draft_model.go_on()

    def _compute_medium(self, piece: MediaPiece | FailedMedium) -> None:
        if isinstance(piece, FailedMedium):
            self._batch_results.leave_medium(piece.share, piece.error)
            return

        def decode() -> DecodeOutcome:
            self._draft_model.before([piece.share])
            self._batch.forget_logits()
            return piece.decode(self._context)

        self._compute([piece.share], decode)

    def _compute(self, shares: list[Share], decode: Callable[[], DecodeOutcome]) -> None:
        """Compute a batch and hand on what it yields.

        Args:
            decode: computes it.
        """
        began = time.perf_counter()
        try:
            outcome = self._computed(shares, decode)
        except KnownError as error:
            self._batch_results.fail(shares, error)
            if self.info.n_gpu_layers:
                raise DeviceFailed(error.detail) from error
            return
        except Exception as error:
            if any(share.sequence.answer is not None for share in shares):
                raise
            self._batch_results.abandon(shares, error)
            return
        match outcome:
            case DecodeOutcome.DONE:
                self._draft_model.after(shares)
                seconds = time.perf_counter() - began
                self._prefill.took(sum(share.end - share.begin for share in shares), seconds)
                self._batch_results.take_over(shares, seconds)
                self._drafts.took(shares, time.perf_counter() - began)
            case DecodeOutcome.ABORTED:
                self._batch_results.roll_back(shares)
            case DecodeOutcome.NO_ROOM if any(share.draft.tokens for share in shares):
                without = [replace(share, draft=NO_DRAFT) for share in shares]
                self._compute(without, lambda: self._decode(without))
            case DecodeOutcome.NO_ROOM:
                self._batch_results.make_room(shares)
            case None:
                pass

    def _computed(
        self, shares: list[Share], decode: Callable[[], DecodeOutcome]
    ) -> DecodeOutcome | None:
        """Compute a batch; None when a command waits that it would only end early for.

        Raises:
            DecodeFailure: llama.cpp failed for good.
        """
        self._context.clear_abort()
        with self._inbox.computing(self._work_of(shares), self._context.abort) as may_begin:
            return decode() if may_begin else None

    def _decode(self, shares: list[Share]) -> DecodeOutcome:
        self._draft_model.before(shares)
        self._batch.fill(shares)
        return self._batch.decode()

    def _work_of(self, shares: list[Share]) -> BatchWork:
        answers = [share.sequence.answer for share in shares]
        # A memory that cannot be cut would lose all that was read of an unsent question.
        can_rewind = self._loaded.model.can_rewind
        is_background = all(
            share.sequence.does_idle_work and (can_rewind or not share.sequence.is_unsent)
            for share in shares
        )
        served = {answer.pending.id for answer in answers if answer is not None}
        if is_background and self._idle_work.request is not None:
            served.add(self._idle_work.request)
        return BatchWork(
            requests=frozenset(served),
            is_background=is_background,
            can_rewind=can_rewind,
            is_one_prompt=len(shares) == 1 and shares[0].end - shares[0].begin > 1,
            unsent=self._unsent.words if any(one.sequence.is_unsent for one in shares) else "",
        )

    def _finish_restores(self) -> None:
        for sequence in self._sequences:
            fetching = sequence.fetching
            if fetching is None or not fetching.has_arrived:
                continue
            room = self._room_for(sequence, fetching.loaded.result().n_tokens)
            self._reuse.restorer.finish(sequence, room=room)
            match sequence.job:
                case Answering():
                    self._answers.credit(sequence)
                case Restoring():
                    self._go_on_restoring(sequence)
                case Inspecting() | DoingIdleWork() | None:
                    pass  # all of it is computed, not only the proof

    def _go_on_restoring(self, sequence: Sequence) -> None:
        """Compute nothing but the proof before the user asks."""
        if sequence.proving is None:
            self._chat_restorer.finish(sequence)
        else:
            sequence.want_at_most(sequence.proving.number + 1)

    def _room_for(self, sequence: Sequence, n_wanted: int) -> int:
        """Return the cells a restore may use, idle chats taken out where they are in the way."""
        while True:
            room = self._loaded.n_cells - self._sequences.n_cells(without=sequence)
            if room >= n_wanted or not self._sequences.release_oldest():
                return room


def _has_arrived(sequence: Sequence) -> bool:
    """Whether the rows that a sequence waits for are here."""
    return sequence.fetching is not None and sequence.fetching.has_arrived
