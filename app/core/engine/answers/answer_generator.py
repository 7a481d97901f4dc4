"""The answers of one loaded model: begun from a command, sampled token by token, and reported.

Only what is said and what is told of it is decided here: not when an answer may begin
(`waiting_answers.py`), when it gets its share of a batch (`scheduler.py`) and what happens when the
context is full (`batch_results.py`).

Threads: the engine thread only.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from app.core.content.answer_parts import AnswerCutter, AnswerPiece
from app.core.engine.drafting.draft import NO_DRAFT
from app.core.engine.drafting.drafter import Drafter, ModelDrafter
from app.core.engine.drafting.experience import Experience
from app.core.engine.errors import TemplateFailed
from app.core.engine.memory.reread import ComputedBefore, explain, n_read_again
from app.core.engine.output.constraints import Constraints
from app.core.engine.output.detokenizer import Detokenizer
from app.core.engine.output.sampling import SamplingDefaults, chain_params
from app.core.engine.output.token_choices import told_tokens
from app.core.engine.prompts.prompt_options import PromptOptions
from app.core.engine.sequences.answer import Answer, Answering
from app.core.kvstore.chain import common_prefix
from app.core.llama import SamplerChain
from app.core.messages import Role, TextKind
from app.core.plain_value import replace
from app.core.prompts.overflow import shortened
from app.core.protocol import (
    AnswerFinished,
    AnswerFormatFound,
    AnswerStats,
    FinishReason,
    OverflowRule,
    PrefillProgress,
    TextDelta,
    TurnsLeftOut,
)

if TYPE_CHECKING:
    from collections.abc import Generator

    from app.core.engine.batch.shared_batch import SharedBatch
    from app.core.engine.drafting.draft import DraftedTokens
    from app.core.engine.load.loader import LoadedModel
    from app.core.engine.output.answer_formats import AnswerFormats
    from app.core.engine.prompts.prompt import Prompt, PromptBuilder
    from app.core.engine.restoring.context_measurer import ContextMeasurer
    from app.core.engine.restoring.prefix_reuse import PrefixReuse
    from app.core.engine.sequences.sequence import Sequence
    from app.core.errors import Problem
    from app.core.prompts.chat_formats import ChatFormat
    from app.core.protocol import Generate, LeftOut, Pending


class AnswerGenerator:
    """Begins, continues and ends the answer of a sequence.

    Args:
        builder: its template has stop strings that end an answer, too.
        formats: how the model writes its answers.
        measurer: finds what is left out of a chat that is too long.
        batch: holds the logits that tokens are sampled from.
    """

    def __init__(
        self,
        loaded: LoadedModel,
        builder: PromptBuilder,
        formats: AnswerFormats,
        measurer: ContextMeasurer,
        reuse: PrefixReuse,
        batch: SharedBatch,
    ) -> None:
        self._model = loaded.model
        self._context = loaded.context
        self._constraints = Constraints(loaded.model)
        self._sampling_defaults = SamplingDefaults.of_model(loaded.model.metadata)
        self._builder = builder
        self._formats = formats.thinking
        self._tools = formats.tools
        self._measurer = measurer
        self._reuse = reuse
        self._stored = reuse.stored
        self._batch = batch
        self._experience = Experience()

    def preparing(self, pending: Pending[Generate]) -> Generator[None, None, Prompt | LeftOut]:
        """Build the prompt of an answer, a slice of work at a time.

        Where a summary has to come first, say of what.

        Raises:
            TemplateFailed: the chat cannot be turned into a prompt.
            PromptTooLong: the chat does not fit the context.
            KnownError: what the answer is bound to is no form.
        """
        command = pending.request
        is_known = command.vocabulary == self._builder.identity
        options = PromptOptions.of(command.started_at, command.thinking, command.tools)
        call_formats: tuple[ChatFormat, ...] = ()
        if command.callable_tools is not None:
            found = self._tools.finding(command.callable_tools, command.constraint)
            call_formats = yield from found
        yield from self._constraints.preparing(command.constraint, call_formats)
        messages = command.messages
        if command.overflow.rule is not OverflowRule.ASK:
            planned = yield from self._measurer.leaving_out(command)
            if planned is not None and command.overflow.rule is OverflowRule.SUMMARISE:
                return planned
            if planned is not None:
                pending.tell(TurnsLeftOut(planned.n_messages))
                messages = shortened(command, planned)
        if command.is_text:
            prompt = yield from self._builder.continuing(command.messages[-1], self._context.n_ctx)
        else:
            prompt = yield from self._builder.building(
                messages,
                for_answer=True,
                n_ctx=self._context.n_ctx,
                options=options,
                said=command.said if is_known else (),
            )
        yield from self._formats.waiting()
        if not prompt.token_ids:
            raise TemplateFailed("what it made of the chat has no tokens")
        if prompt.token_ids[-1] < 0:
            raise TemplateFailed("what it made of the chat ends with a picture or a sound")
        return replace(prompt, call_formats=call_formats)

    def begin(
        self, sequence: Sequence, pending: Pending[Generate], prompt: Prompt, began: float
    ) -> None:
        """Let a sequence want the prompt of an answer.

        Args:
            prompt: as `preparing` built it.
            began: when it was asked for, in `time.perf_counter` seconds.

        Raises:
            KnownError: it cannot be kept to its form.
        """
        command = pending.request
        last = command.messages[-1]
        said = last.text if last.role is Role.ASSISTANT else ""
        reader = self._formats.reader(prompt.text, said)
        before, end_mark = prompt.text.removesuffix(said), reader.end_mark
        wanted = command.callable_tools
        tools = None if wanted is None else self._tools.format_for(wanted, prompt)
        if tools is not None:
            form = self._constraints.begin_calls(tools.chat_format, command.constraint)
        else:
            form = self._constraints.begin(command.constraint, before, said, end_mark)
        n_prompt = len(prompt.token_ids)
        params = chain_params(command.sampling, self._sampling_defaults)
        params = replace(params, token_biases=command.token_biases)
        sampler = SamplerChain(self._model, params)
        looked_back = prompt.token_ids[max(0, n_prompt - params.n_looked_back) :]
        sampler.accept([token for token in looked_back if token >= 0])
        stop = command.stop if command.is_text else (*command.stop, *self._builder.template.stop)
        detokenizer = Detokenizer(stop, "" if command.is_text else said)
        answer = Answer(pending, prompt, sampler, detokenizer, reader, form, began)
        answer.previous = tuple(sequence.tokens)
        n_common = common_prefix(answer.previous, prompt.token_ids)
        answer.drafter = Drafter(answer.previous[n_common:])
        answer.model_drafter = ModelDrafter(self._experience, n_prompt)
        answer.told = told_tokens(self._model, command.n_likely)
        if tools is not None:
            answer.marks = tools.marks
            pending.tell(AnswerFormatFound(tools.described()))
        elif not command.is_text:
            answer.cutter = AnswerCutter(said, reader.parts)
        self.resume(sequence, answer)

    def resume(self, sequence: Sequence, answer: Answer) -> None:
        """Let a sequence want all that an answer has, to go on where it was."""
        token_ids = answer.token_ids
        sequence.want(token_ids, answer.prompt.media)
        sequence.begin(Answering(answer))
        n_usable = len(token_ids)
        is_there = list(sequence.tokens) == list(token_ids)
        if not (is_there and self._batch.has_logits(sequence, n_usable - 1)):
            n_usable -= 1  # the last token is computed again, for what the model says after it
        self._reuse.restorer.begin(sequence, n_usable=n_usable)
        if sequence.fetching is None:
            self.credit(sequence)
            if not sequence.n_pending:
                self._say_next(sequence, answer)

    def _say_next(self, sequence: Sequence, answer: Answer) -> None:
        """Say the next token of an answer of which nothing is left to compute."""
        reason = self.speak(sequence, answer, NO_DRAFT)
        if reason is not None:
            self.finish(sequence, reason)
        else:
            self.go_on(sequence, answer)

    def refuse(
        self,
        pending: Pending[Generate],
        finish_reason: FinishReason,
        problem: Problem | None = None,
        leaving_out: LeftOut | None = None,
    ) -> None:
        """Report an answer that ends without a word."""
        stats = AnswerStats()
        pending.answer(AnswerFinished(finish_reason, stats, None, problem, leaving_out=leaving_out))

    def credit(self, sequence: Sequence) -> None:
        """Note where the beginning of an answer's prompt came from, and plan its segments.

        Of one that was parked, what it owed at its beginning stands.
        """
        answer = sequence.answer
        assert answer is not None
        proving = sequence.proving
        n_kept = proving.n_restored if proving is not None else sequence.n_cached
        credit = sequence.origin.take_credit(n_kept)
        if not answer.has_begun:
            answer.credited(credit, n_kept)
            self._explain(sequence, answer, n_kept)
        self._reuse.saver.plan(sequence, answer.prompt, len(sequence.wanted))

    def _explain(self, sequence: Sequence, answer: Answer, n_kept: int) -> None:
        """Note why tokens of earlier turns are computed again, if any are."""
        prompt = answer.prompt
        messages = prompt.messages
        n_reread = n_read_again(messages, prompt, n_kept)
        if not n_reread:
            answer.explained(None)
            return
        remembered = ComputedBefore(live := answer.previous)
        if common_prefix(live, prompt.token_ids) == len(live):  # it tells nothing
            remembered = self._stored.remembered(sequence.chat)
        source, vocabulary = sequence.origin.source, self._builder.identity
        answer.explained(explain(messages, prompt, n_reread, source, remembered, vocabulary))

    def speak(
        self, sequence: Sequence, answer: Answer, draft: DraftedTokens
    ) -> FinishReason | None:
        """Sample and say the next token once all before it is computed; tell how far it is before.

        Args:
            draft: what was computed behind it. As far as it is said, more tokens are; the rest of
                it is not in the context any more afterwards.

        Returns:
            Why the answer ends with it; None where it goes on. `go_on` or `finish` comes next.
        """
        if sequence.n_pending or not answer.generated:  # also the end of the prompt, once
            answer.pending.tell(PrefillProgress(sequence.n_cached, len(sequence.wanted)))
        return None if sequence.n_pending else self._sample_along(sequence, answer, draft)

    def _sample_along(
        self, sequence: Sequence, answer: Answer, draft: DraftedTokens
    ) -> FinishReason | None:
        """Sample a token, and the next one for as long as it is the one that was drafted."""
        n_accepted = 0
        reason = self._sample(sequence, answer)
        for drafted in draft.tokens:
            if reason is not None or answer.generated[-1] != drafted:
                break
            self.go_on(sequence, answer)
            sequence.computed_up_to(sequence.n_cached + 1)
            n_accepted += 1
            reason = self._sample(sequence, answer)
        if draft.tokens:
            answer.judged(draft, n_accepted)
        if n_accepted < len(draft.tokens):
            self._reuse.live.drop_drafted(sequence)
        return reason

    def _sample(self, sequence: Sequence, answer: Answer) -> FinishReason | None:
        token = self._next_token(sequence, answer)
        if token is None:
            return FinishReason.FAILED
        answer.sampled(token)
        if self._model.is_end(token):
            return FinishReason.END
        answer.told.say(token, lambda: self._batch.logits(sequence, sequence.n_cached - 1))
        is_thinking = not answer.reader.has_answered
        is_mark = token in answer.marks or (is_thinking and self._formats.is_spelled_out(token))
        spoken = answer.detokenizer.feed(self._model.piece(token, special=is_mark))
        self._say(answer, spoken.text)
        if not answer.form.follows(answer.detokenizer.text):
            return FinishReason.FAILED
        if spoken.stopped:
            return FinishReason.STOP_STRING
        if len(answer.generated) == answer.request.max_tokens:
            return FinishReason.LENGTH
        if sequence.n_cached + 1 >= self._context.n_ctx:
            return FinishReason.CONTEXT_FULL
        return None

    def _next_token(self, sequence: Sequence, answer: Answer) -> int | None:
        """Return what is said next; None where nothing fits the form of the answer."""
        if answer.forced:
            token = answer.forced.pop(0)
            answer.sampler.accept([token])
            answer.form.take(token)
            return token
        index = self._batch.index(sequence, sequence.n_cached - 1)
        return answer.form.sample(answer.sampler, self._context, index)

    def stop_thinking(self, answer: Answer) -> None:
        """End the thinking of an answer with its mark; nothing where it has answered, or cannot."""
        mark = answer.reader.end_mark
        if answer.reader.is_thinking and mark and not answer.forced:
            answer.forced = self._model.tokenize("\n" + mark.lstrip("\n"))

    def go_on(self, sequence: Sequence, answer: Answer) -> None:
        """Want the token that was said to be computed; nothing where there is none yet."""
        if len(sequence.wanted) < answer.n_tokens:
            sequence.want_also(answer.generated[-1])
            self._reuse.saver.plan_growth(sequence)

    def _say(self, answer: Answer, text: str) -> None:
        if not text:
            return
        parts = answer.reader.feed(text)
        if answer.cutter is not None:
            self._tell(answer, answer.cutter.feed(text, parts))
        else:
            self._tell(answer, [AnswerPiece(text, TextKind.ANSWER)])

    def _tell(self, answer: Answer, pieces: list[AnswerPiece]) -> None:
        for piece in pieces:
            answer.pending.tell(TextDelta(piece.text, piece.kind, tokens=answer.told.take()))

    def finish(
        self, sequence: Sequence, finish_reason: FinishReason, problem: Problem | None = None
    ) -> None:
        """End an answer: show what was held back, store its rows, report it."""
        answer = sequence.answer
        assert answer is not None
        self._leave(sequence, answer, is_sound=finish_reason is not FinishReason.FAILED)
        if sequence.saved.states.awaiting is not None and finish_reason is FinishReason.END:
            sequence.want_also(answer.generated[-1])  # computed for its witness
        self._reuse.saver.plan_nothing(sequence)
        self.end(answer, finish_reason, problem)

    def park(self, sequence: Sequence) -> Answer:
        """Take an answer off its sequence and store its rows; `resume` lets it go on."""
        answer = sequence.answer
        assert answer is not None
        self._leave(sequence, answer, is_sound=True)
        answer.parked()
        return answer

    def _leave(self, sequence: Sequence, answer: Answer, *, is_sound: bool) -> None:
        """Let a sequence be used for its answer no more.

        Args:
            is_sound: store what was computed.
        """
        last = sequence.n_cached - 1
        if is_sound and self._batch.has_logits(sequence, last):
            self._reuse.saver.note_witness(sequence, sequence.n_cached, self._batch)
        # A restore under way belonged to the answer; rows that were not proved are not kept.
        is_proved = sequence.proving is None
        sequence.end_job()
        if not is_proved:
            self._reuse.live.clear(sequence)
        sequence.want_no_more()
        if is_sound:
            began = time.perf_counter()
            self._reuse.saver.save(sequence, up_to_end=True)
            answer.saved(time.perf_counter() - began)

    def end(
        self, answer: Answer, finish_reason: FinishReason, problem: Problem | None = None
    ) -> None:
        """End an answer that has no sequence: show what was held back, report it."""
        self._say(answer, answer.detokenizer.finish().text)
        if answer.cutter is not None:
            self._tell(answer, answer.cutter.finish(answer.reader.finish()))
        problem = problem or answer.form.problem_at(finish_reason, answer.detokenizer.text)
        self._stored.prefilled(answer.n_prefilled, answer.prefill_s)
        self._stored.speed.decoded(answer.batches_per_s)
        answer.sampler.close()
        self._report(answer, finish_reason, problem)

    def _report(self, answer: Answer, finish_reason: FinishReason, problem: Problem | None) -> None:
        n_said, text = answer.detokenizer.tokens_in_text()
        record = self._builder.record_of_answer(answer.prompt, text, answer.generated[:n_said])
        answer.pending.answer(
            AnswerFinished(
                finish_reason,
                answer.stats(),
                record=record if n_said else None,
                problem=problem,
                parts=answer.reader.finish(),
                n_taken_back=answer.detokenizer.n_taken_back,
                stopped_by=answer.detokenizer.stopped_by,
            )
        )
