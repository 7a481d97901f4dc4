"""Looks into answers: how likely each token is, and how the answer could go on from another one.

It is done in the sequence of the chat itself, as far as that is computed already: the tokens of the
answer are computed again there, so that the chat is as warm afterwards as it was. What is asked for
beside it goes on; an answer that is asked for ends it.

Threads: the engine thread only.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from app.core.engine.errors import INSPECTION_FAILED, NO_ROOM_TO_INSPECT, TOKENS_OF_ANOTHER_MODEL
from app.core.engine.output.token_choices import GrowingText, inspected
from app.core.engine.prompts.prompt_options import PromptOptions
from app.core.engine.sequences.answer import Inspecting
from app.core.errors import KnownError
from app.core.kvstore.chain import common_prefix
from app.core.plain_value import PlainValue
from app.core.protocol import (
    CompareContinuations,
    ContinuationWritten,
    InspectAnswer,
    InspectionEnded,
    PrefillProgress,
    TokensInspected,
)

if TYPE_CHECKING:
    from collections.abc import Generator

    from app.core.content.media_table import MediaTable
    from app.core.engine.batch.scheduler import Share
    from app.core.engine.batch.shared_batch import SharedBatch
    from app.core.engine.load.loader import LoadedModel
    from app.core.engine.prompts.prompt import Prompt, PromptBuilder
    from app.core.engine.restoring.prefix_reuse import PrefixReuse
    from app.core.engine.sequences.sequence import Sequence
    from app.core.engine.sequences.sequence_pool import SequencePool
    from app.core.engine.sliced_work import SlicedWork
    from app.core.protocol import ChatKey, Pending, PromptMessage, RequestId

    InspectionRequest: TypeAlias = InspectAnswer | CompareContinuations

logger = logging.getLogger(__name__)

_PREPARING = "preparing an inspection"


class _Preparing(PlainValue, frozen=True):
    """The prompt is being built."""

    pending: Pending[InspectionRequest]


@dataclass(slots=True, eq=False)
class _Reading:
    """The tokens of an answer are computed.

    Attributes:
        next_pos: the token behind this position is told of next.
        words: the text before that.
    """

    pending: Pending[InspectionRequest]
    sequence: Sequence
    begin: int
    next_pos: int
    words: GrowingText


@dataclass(slots=True, eq=False)
class _Comparing:
    """An answer goes on from one choice after the other.

    Attributes:
        place: the tokens before all of them.
        media: among these.
        n_told: continuations that are done.
        written: of the one that is not.
    """

    pending: Pending[InspectionRequest]
    request: CompareContinuations
    sequence: Sequence
    place: tuple[int, ...]
    media: MediaTable
    n_told: int = 0
    written: list[int] = field(default_factory=list)

    @property
    def choice(self) -> int:
        """The token with which the one begins that is being written."""
        return self.request.choices[self.n_told]


_State: TypeAlias = _Preparing | _Reading | _Comparing | None


class Inspector:
    """Does one of these at a time, the latest that was asked for.

    Args:
        batch: holds what the model says.
    """

    def __init__(
        self,
        loaded: LoadedModel,
        builder: PromptBuilder,
        sequences: SequencePool,
        reuse: PrefixReuse,
        sliced_work: SlicedWork,
        batch: SharedBatch,
    ) -> None:
        self._model = loaded.model
        self._n_ctx = loaded.context.n_ctx
        self._builder = builder
        self._sequences = sequences
        self._reuse = reuse
        self._sliced_work = sliced_work
        self._batch = batch
        self._state: _State = None

    # -- the beginning --

    def begin(self, pending: Pending[InspectionRequest]) -> None:
        """Look into an answer; what is looked into already is left."""
        self.interrupt()
        self._state = _Preparing(pending)
        self._sliced_work.begin(
            _PREPARING,
            self._building(pending.request),
            lambda built: self._built(pending, *built),
            lambda error: self._fail(pending, error),
        )

    def _building(self, command: InspectionRequest) -> Generator[None, None, tuple[Prompt, int]]:
        """Build the prompt that ends with the answer, or at the place in it.

        Returns:
            The prompt, and how many of its tokens come before the answer.

        Raises:
            TemplateFailed: the chat cannot be turned into a prompt.
            PromptTooLong: it does not fit the context.
            KnownError: what is to be gone on from is nothing to this one.
        """

        def building(
            messages: tuple[PromptMessage, ...], said: tuple[int, ...] = ()
        ) -> Generator[None, None, Prompt]:
            return self._builder.building(
                messages,
                for_answer=True,
                n_ctx=self._n_ctx,
                options=PromptOptions.of(command.started_at, command.thinking, command.tools),
                said=said,
            )

        if isinstance(command, CompareContinuations):
            if command.vocabulary != self._builder.identity:
                raise TOKENS_OF_ANOTHER_MODEL()
            prompt = yield from building(command.messages, command.said)
            return prompt, len(prompt.token_ids) - len(command.said)
        prompt = yield from building(command.messages)
        begin = self._begin_of(prompt.token_ids, command.messages[-1].text)
        if begin is None:
            before = yield from building(command.messages[:-1])
            begin = max(1, common_prefix(before.token_ids, prompt.token_ids))
        return prompt, begin

    def _begin_of(self, token_ids: tuple[int, ...], answer: str) -> int | None:
        """Return where the tokens begin that spell the answer at the end; None for no such place.

        There is none where the model said bytes that are no text.
        """
        spelled, begin = answer.encode("utf-8", "surrogatepass"), len(token_ids)
        while begin > 1 and spelled:
            begin -= 1
            piece = self._model.piece(token_ids[begin], special=True)
            if not spelled.endswith(piece):
                return None
            spelled = spelled[: len(spelled) - len(piece)]
        return None if spelled else begin

    def _built(self, pending: Pending[InspectionRequest], prompt: Prompt, begin: int) -> None:
        request = pending.request
        sequence = self._sequences.acquire(request.chat)
        if sequence is None or not sequence.is_idle:
            raise NO_ROOM_TO_INSPECT()
        n_prompt = len(prompt.token_ids)
        if isinstance(request, InspectAnswer):
            words = GrowingText(self._model)
            self._state = _Reading(pending, sequence, begin, begin - 1, words)
            self._want(sequence, prompt.token_ids, prompt.media, n_usable=begin - 1)
        else:
            self._state = _Comparing(pending, request, sequence, prompt.token_ids, prompt.media)
            token_ids = (*prompt.token_ids, request.choices[0])
            self._want(sequence, token_ids, prompt.media, n_usable=n_prompt)
        self._reuse.saver.plan(sequence, prompt, n_prompt)

    def _want(
        self, sequence: Sequence, token_ids: tuple[int, ...], media: MediaTable, *, n_usable: int
    ) -> None:
        live, n_common = self._reuse.live, sequence.media.n_common(token_ids[:n_usable], media)
        # What is computed behind that is computed again, whatever a restore would make of it.
        live.truncate(sequence, live.truncatable(sequence, n_common))
        sequence.want(token_ids, media)
        sequence.begin(Inspecting(logits_from=n_usable))
        self._reuse.restorer.begin(sequence, n_usable=n_usable)

    # -- after a batch --

    def advance(self, share: Share) -> None:
        """Tell what a batch has shown, if it was of use here."""
        match self._state:
            case _Reading() as reading if reading.sequence is share.sequence:
                self._read_on(reading, share)
            case _Comparing() as comparing if comparing.sequence is share.sequence:
                self._compare_on(comparing)

    def _read_on(self, reading: _Reading, share: Share) -> None:
        sequence, pending = reading.sequence, reading.pending
        tokens = []
        for pos in range(max(reading.next_pos, share.begin), sequence.n_cached):
            said = sequence.wanted[pos + 1] if pos + 1 < len(sequence.wanted) else None
            logits = self._batch.logits(sequence, pos)
            tokens.append(inspected(logits, said, reading.words))
            if said is not None:
                reading.words.say(said)
            reading.next_pos = pos + 1
        if tokens:
            n_total = len(sequence.wanted) - reading.begin + 1
            told, vocabulary = tuple(tokens), self._builder.identity
            pending.tell(TokensInspected(told, n_total, vocabulary))
        else:
            pending.tell(_progress(sequence))
        if not sequence.n_pending:
            self._reuse.saver.save(sequence, up_to_end=True)
            self._end(pending)

    def _compare_on(self, comparing: _Comparing) -> None:
        sequence, pending = comparing.sequence, comparing.pending
        if sequence.n_pending:
            pending.tell(_progress(sequence))
            return
        token = int(self._batch.logits(sequence, sequence.n_cached - 1).argmax())
        is_end = self._model.is_end(token)
        if not is_end:
            comparing.written.append(token)
        is_long = len(comparing.written) + 1 >= comparing.request.n_tokens
        if not (is_end or is_long or sequence.n_cached + 1 >= self._n_ctx):
            sequence.want_also(token)
            return
        self._tell(comparing, is_end=is_end)
        if comparing.n_told == len(comparing.request.choices):
            self._reuse.live.truncate(sequence, len(comparing.place))
            self._end(pending)
        else:
            n_place = len(comparing.place)
            sequence.want((*comparing.place, comparing.choice), comparing.media)
            self._reuse.restorer.begin(sequence, n_usable=n_place)

    def _tell(self, comparing: _Comparing, *, is_end: bool) -> None:
        """Tell the continuation that is written, and go over to the next."""
        pending = comparing.pending
        words = GrowingText(self._model, comparing.request.said)
        tokens = (comparing.choice, *comparing.written)
        text = "".join(map(words.say, tokens))
        pending.tell(ContinuationWritten(tokens, text, is_end))
        comparing.n_told += 1
        comparing.written = []

    # -- the end --

    def _end(
        self,
        pending: Pending[InspectionRequest],
        problem: KnownError | None = None,
        *,
        was_interrupted: bool = False,
    ) -> None:
        """Let the chat rest with what is proved of it, and tell that it is over."""
        state, self._state = self._state, None
        self._sliced_work.give_up(_PREPARING)
        if isinstance(state, _Reading | _Comparing):
            sequence = state.sequence
            is_proved = sequence.proving is None
            sequence.end_job()
            if not is_proved:
                self._reuse.live.clear(sequence)
            sequence.want_no_more()
        told = None if problem is None else problem.problem()
        pending.answer(InspectionEnded(was_interrupted, told))

    def _fail(self, pending: Pending[InspectionRequest], error: Exception) -> None:
        if not isinstance(error, KnownError):
            logger.error("an answer could not be looked into", exc_info=error)
        self._end(
            pending, error if isinstance(error, KnownError) else INSPECTION_FAILED(str(error))
        )

    def abandon(self) -> None:
        """Leave it undone: its sequence was taken, or failed."""
        if self._state is not None:
            self._end(self._state.pending, NO_ROOM_TO_INSPECT())

    def interrupt(self) -> None:
        """Leave what is looked into; without a word if there is nothing."""
        state = self._state
        if state is None:
            return
        if isinstance(state, _Comparing) and state.sequence.proving is None:
            self._cut(state)
        self._end(state.pending, was_interrupted=True)

    def _cut(self, comparing: _Comparing) -> None:
        """Take a half continuation out of the context again."""
        sequence, n_place = comparing.sequence, len(comparing.place)
        if sequence.n_cached > n_place:
            self._reuse.live.truncate(sequence, n_place)

    def stop(self, request: RequestId) -> None:
        """Leave what nobody waits for any more."""
        if self._state is not None and self._state.pending.id == request:
            self.interrupt()

    def forget(self, chat: ChatKey) -> None:
        """Leave an answer of a chat that is to go."""
        if self._state is not None and self._state.pending.request.chat == chat:
            self.interrupt()


def _progress(sequence: Sequence) -> PrefillProgress:
    return PrefillProgress(sequence.n_cached, len(sequence.wanted))
