"""How many tokens a chat takes: asked at each pause in typing, and before answers by a rule.

`WarmthMeasurer` says how soon an answer would begin: what of its prompt is at hand, and what the
rest takes. Nothing of it is computed, restored or moved: what is in the context stays, and nothing
is read from the disk but the index of the store.

Threads: the engine thread only.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from typing import TYPE_CHECKING

import xxhash

from app.core.engine.errors import NO_MODEL_LOADED, TemplateFailed, log_background_failure
from app.core.engine.prompts.prompt import is_far_too_long
from app.core.engine.prompts.prompt_options import PromptOptions
from app.core.engine.prompts.tokenising import tokens_by_piece
from app.core.errors import problem_of
from app.core.plain_value import replace
from app.core.prompts.overflow import (
    CountedPrompt,
    before_answer,
    leaves_room,
    measured,
    wants_plan,
)
from app.core.protocol import ContextMeasured, WarmthMeasured

if TYPE_CHECKING:
    from collections.abc import Generator, Hashable, Sequence

    from app.core.content.media import MediaRef
    from app.core.engine.prompts.prompt import Prompt, PromptBuilder
    from app.core.engine.prompts.tokenising import Vocabulary
    from app.core.engine.restoring.prefix_reuse import PrefixReuse
    from app.core.engine.sequences.sequence_pool import SequencePool
    from app.core.engine.sliced_work import SlicedWork
    from app.core.protocol import (
        ChatKey,
        Generate,
        LeftOut,
        MeasureContext,
        MeasureWarmth,
        Overflow,
        Pending,
        PromptMessage,
        RequestId,
    )


logger = logging.getLogger(__name__)

_CHARS_PER_TOKEN = 4  # of usual text
_MAX_KEPT = 512


class ContextMeasurer:
    """Counts for one loaded model; remembers what attached texts take.

    Args:
        n_ctx: tokens the context holds.
        sliced_work: does the work between batches.
    """

    def __init__(
        self,
        builder: PromptBuilder,
        vocabulary: Vocabulary,
        n_ctx: int,
        sliced_work: SlicedWork,
    ) -> None:
        self._builder = builder
        self._vocabulary = vocabulary
        self._n_ctx = n_ctx
        self._sliced_work = sliced_work
        self._counts: OrderedDict[bytes, int] = OrderedDict()

    def measure(self, pending: Pending[MeasureContext]) -> None:
        """Count how many tokens a chat takes."""

        def failed(error: Exception) -> None:
            log_background_failure(logger, error)
            pending.fail()

        slices = self._measuring(pending.request)
        self._sliced_work.begin(_key(pending.id), slices, pending.answer, failed, pending.fail)

    def stop(self, request: RequestId) -> None:
        """Leave out a count that nobody waits for any more."""
        self._sliced_work.give_up(_key(request))

    def _measuring(self, command: MeasureContext) -> Generator[None, None, ContextMeasured]:
        """Count what a chat takes, a slice of work at a time."""
        counts: tuple[int, ...] = ()
        for row, text in enumerate(command.texts):
            n_tokens = yield from self._counting(text)
            if row < len(command.media):
                n_tokens += yield from self._counting_media(command.media[row])
            counts = (*counts, n_tokens)
        n_total = yield from self._counting_all(command)
        if command.overflow is None or not wants_plan(command, n_total, self._n_ctx):
            return ContextMeasured(self._n_ctx, n_total, counts)
        prompt = yield from self._counting_each(command.messages, command.overflow, n_total)
        return replace(measured(command, prompt, self._n_ctx), counts=counts)

    def leaving_out(self, command: Generate) -> Generator[None, None, LeftOut | None]:
        """Find what is left out, or summarised, before an answer; None for nothing.

        Raises:
            KnownError: leaving out does not help.
        """
        n_total = yield from self._counting_all(command)
        if leaves_room(command, n_total, self._n_ctx):
            return None
        prompt = yield from self._counting_each(command.messages, command.overflow, n_total)
        return before_answer(command, prompt, self._n_ctx)

    def _counting_each(
        self, messages: Sequence[PromptMessage], overflow: Overflow, n_total: int
    ) -> Generator[None, None, CountedPrompt]:
        """Count each message by itself."""
        counts = []
        for message in messages:
            n_tokens = yield from self._counting(message.text)
            media = [placed.medium for placed in message.media]
            counts.append(n_tokens + (yield from self._counting_media(media)))
        n_alone = yield from self._counting(overflow.system_prompt)
        return CountedPrompt.of(messages, counts, n_alone, n_total)

    def _counting_all(self, command: MeasureContext | Generate) -> Generator[None, None, int]:
        if not command.messages:
            return 0
        n_chars = sum(len(message.text) for message in command.messages)
        if is_far_too_long(n_chars, self._n_ctx):
            return n_chars // _CHARS_PER_TOKEN
        options = PromptOptions.of(command.started_at, command.thinking, command.tools)
        try:
            return (yield from self._builder.counting(command.messages, options=options))
        except TemplateFailed:  # told when the chat is sent; the words can be counted all the same
            n_tokens = 0
            for message in command.messages:
                n_tokens += yield from self._counting(message.text)
            return n_tokens

    def _counting_media(self, media: Sequence[MediaRef]) -> Generator[None, None, int]:
        if not media:
            return 0
        found = yield from self._builder.media.finding(media)
        return sum(len(found.cuts[found.names[medium]].token_ids()) for medium in media)

    def _counting(self, text: str) -> Generator[None, None, int]:
        if not text:
            return 0
        if is_far_too_long(len(text), self._n_ctx):
            return len(text) // _CHARS_PER_TOKEN
        key = xxhash.xxh3_128_digest(text.encode("utf-8", "surrogatepass"))
        if key not in self._counts:
            n_tokens = 0
            for piece, ids in tokens_by_piece(self._vocabulary, text):
                n_tokens += len(ids)
                if len(piece) < len(text):
                    yield
            self._counts[key] = n_tokens
        self._counts.move_to_end(key)
        while len(self._counts) > _MAX_KEPT:
            self._counts.popitem(last=False)
        return self._counts[key]


def _key(request: RequestId) -> Hashable:
    return "measuring", request


class WarmthMeasurer:
    """Measures for one loaded model.

    Args:
        n_ctx: tokens the context holds.
    """

    def __init__(
        self,
        builder: PromptBuilder,
        sequences: SequencePool,
        reuse: PrefixReuse,
        sliced_work: SlicedWork,
        *,
        n_ctx: int,
    ) -> None:
        self._builder = builder
        self._sequences = sequences
        self._reuse = reuse
        self._sliced_work = sliced_work
        self._n_ctx = n_ctx

    def measure(self, pending: Pending[MeasureWarmth]) -> None:
        """Tell how soon an answer would begin, once its prompt is built."""
        request = pending.request

        def refuse(error: Exception) -> None:
            pending.answer(WarmthMeasured(self._n_ctx, problem=problem_of(error)))

        def failed(error: Exception) -> None:
            log_background_failure(logger, error)
            refuse(error)

        self._sliced_work.begin(
            ("warmth", pending.id),
            self._building(request),
            lambda prompt: pending.answer(self._measured(request.chat, prompt)),
            failed,
            lambda: refuse(NO_MODEL_LOADED()),
        )

    def _building(self, command: MeasureWarmth) -> Generator[None, None, Prompt]:
        if command.is_text:
            return self._builder.continuing(command.messages[-1], self._n_ctx)
        return self._builder.building(
            command.messages,
            for_answer=True,
            n_ctx=self._n_ctx,
            options=PromptOptions.of(command.started_at, command.thinking, command.tools),
        )

    def _measured(self, chat: ChatKey, prompt: Prompt) -> WarmthMeasured:
        wanted = prompt.token_ids
        sequence = self._sequences.find(chat)
        at_hand = self._reuse.restorer.at_hand(chat, sequence, prompt)
        n_warm = at_hand.n_live + at_hand.n_behind
        expected_ms = self._reuse.stored.expected_ms(at_hand.n_stored, len(wanted) - n_warm)
        n_cells = sum(one < 0 for one in wanted[n_warm:])  # of media, which are encoded first
        if n_cells:
            encoding_ms = 1000 * n_cells * self._builder.media.seconds_per_cell
            expected_ms = expected_ms + encoding_ms if expected_ms and encoding_ms else 0.0
        return WarmthMeasured(
            self._n_ctx,
            len(wanted),
            at_hand.n_live,
            at_hand.n_behind,
            expected_ms,
        )
