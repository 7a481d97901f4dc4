"""One answer from its request to its last word, whichever way it is written to the client.

Threads: the server's event loop.
"""

from __future__ import annotations

import contextlib
import itertools
from typing import TYPE_CHECKING

from app.core.messages import Role
from app.core.plain_value import PlainValue, replace
from app.core.prompts.chat_formats import find_chat_formats
from app.core.protocol import (
    AnswerFinished,
    AnswerFormatFound,
    AnswerStats,
    AnswerWaiting,
    FinishReason,
    Generate,
    MeasureContext,
    MeasureWarmth,
    Overflow,
    OverflowRule,
    PrefillProgress,
    TextDelta,
    TurnsLeftOut,
    WaitEnded,
    WarmthMeasured,
)
from app.server.conversations import said_by
from app.server.engine_calls import EngineEnded
from app.server.errors import NOT_READY, ApiError, of_refused, too_long
from app.server.fair_share import NO_PROGRAM
from app.server.followers import (
    NOTHING_NEW,
    CallFollower,
    ThinkingFollower,
    WordFollower,
)

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterator, Sequence

    from app.core.messages import ToolCall
    from app.core.protocol import AnswerNews, CallPiece, InspectedToken, PromptMessage
    from app.server.asked import Asked
    from app.server.conversations import AnswerPlace, ApiConversations, ChatKeeper
    from app.server.engine_calls import EngineCalls
    from app.server.fair_share import Program
    from app.server.followers import Follower, NewParts
    from app.server.media_intake import MediaIntake


class Reading(PlainValue, frozen=True):
    """How far the prompt is read; both 0 while the answer waits."""

    n_done: int = 0
    n_total: int = 0


class SaidWords(PlainValue, frozen=True):
    """New words of an answer.

    Attributes:
        number: of the answer, from 0.
        tokens: that were said, where the request asks for them; those of the thinking, too.
        calls: of tools.
    """

    number: int
    thinking: str
    answer: str
    tokens: tuple[InspectedToken, ...] = ()
    calls: tuple[CallPiece, ...] = ()


class Ended(PlainValue, frozen=True):
    """An answer is complete.

    Attributes:
        number: of the answer, from 0.
        thinking, answer: all of it.
        stats: of several answers to one prompt the first has the tokens of the prompt.
        tokens: all of them, where the request asks for them.
        calls: of tools.
        stopped_by: the text that ended it; "" for none.
        loose: arguments of tools that a call was not bound to as their schema says.
    """

    number: int
    thinking: str
    answer: str
    reason: FinishReason
    stats: AnswerStats
    tokens: tuple[InspectedToken, ...] = ()
    calls: tuple[ToolCall, ...] = ()
    stopped_by: str = ""
    loose: tuple[str, ...] = ()


Piece = Reading | SaidWords | Ended
# An answer that ends otherwise is none.
_WHOLE = frozenset(
    [
        FinishReason.END,
        FinishReason.STOP_STRING,
        FinishReason.LENGTH,
        FinishReason.CONTEXT_FULL,
    ]
)


class Answerer:
    """Has requests answered.

    Args:
        calls: to the engine.
        conversations: find what is known of a request.
        keeper: keeps them as chats, where the user wants that.
        media: takes in the pictures and sounds of requests.

    Attributes:
        calls: as above.
    """

    def __init__(
        self,
        calls: EngineCalls,
        conversations: ApiConversations,
        keeper: ChatKeeper,
        media: MediaIntake,
    ) -> None:
        self._keeper = keeper
        self._media = media
        self.calls = calls
        self._conversations = conversations

    async def n_tokens(self, asked: Asked) -> int:
        """Return how many tokens a request takes.

        Raises:
            ApiError: they could not be counted.
        """
        async with self._media.taken_in(asked.messages, is_computed=False) as messages:
            pass

        with told_when_gone():
            told = await self.calls.ask(
                MeasureContext(
                    self._conversations.new_key(NO_PROGRAM),
                    messages,
                    thinking=asked.thinking,
                    tools=asked.tools,
                )
            )
        if not told.n_ctx:  # no model counted
            raise ApiError(
                NOT_READY, "There was no model to count these tokens. Ask again.", retry_after_s=1
            )
        return told.n_total

    async def warmth(self, asked: Asked, program: Program) -> WarmthMeasured:
        """Return how soon the answer to a request would begin; nothing of it is computed.

        Raises:
            ApiError: it would get none.
        """
        async with self._media.taken_in(asked.messages, is_computed=False) as messages:
            place = await self._conversations.place(messages, program, is_text=asked.is_text)

        with told_when_gone():
            told = await self.calls.ask(
                MeasureWarmth(
                    place.chat,
                    place.messages,
                    thinking=asked.thinking,
                    tools=asked.tools,
                    is_text=asked.is_text,
                )
            )
        if told.problem is not None:
            raise of_refused(told.problem, asked.field)
        return told

    async def pieces(self, asked: Asked, program: Program) -> AsyncGenerator[Piece, None]:
        """Give the answers to a request of a program, one after the other, in pieces.

        Whoever stops asking for more stops the answer.

        Raises:
            ApiError: there is no answer, or it broke off.
        """
        async with self._media.taken_in(asked.messages) as messages:
            prompts = [(one,) for one in messages] if asked.is_text else [messages]
            for first, prompt in zip(itertools.count(0, asked.n_answers), prompts, strict=False):
                place = await self._conversations.place(prompt, program, is_text=asked.is_text)
                with self._conversations.hold(place) as held:
                    for again in range(asked.n_answers):
                        given = self._answer(asked, held, first + again, again)
                        async with contextlib.aclosing(given) as answer:
                            async for piece in answer:
                                yield piece

    async def _answer(
        self, asked: Asked, place: AnswerPlace, number: int, again: int
    ) -> AsyncGenerator[Piece, None]:
        """Give one answer.

        Args:
            number: of all that the request gets.
            again: how many there were to the same prompt.
        """
        sampling = asked.sampling
        if again and sampling.seed is not None:  # else all answers would be the same
            sampling = replace(sampling, seed=(sampling.seed + again) % 2**32)

        request = Generate(
            place.chat,
            place.messages,
            sampling,
            asked.max_tokens,
            asked.stop,
            thinking=asked.thinking,
            constraint=asked.constraint,
            is_text=asked.is_text,
            n_likely=asked.n_likely,
            tools=asked.tools,
            token_biases=asked.token_biases,
            overflow=_overflow(place.messages) if asked.leaves_out else Overflow(),
        )
        most = None if asked.tools is None or asked.tools.many else 1
        follower = WordFollower() if asked.is_text else ThinkingFollower(most)
        heard = _Heard(number, follower, most)
        with told_when_gone(), self.calls.begin(request) as call:
            async for news in call:
                piece = heard.piece(news)
                if piece is not None:
                    yield piece
                if heard.is_full:
                    call.stop()
            finished = heard.finish(call.answer)
        _require_whole(finished, asked.field)
        rest = heard.rest()
        if rest is not None:
            yield rest
        ended = heard.ended(finished)
        if again:  # its prompt was counted
            stats = replace(ended.stats, n_prompt=0, n_reused=0, n_restored=0)
            ended = replace(ended, stats=stats)
        said = said_by(ended.answer, ended.calls)
        await self._conversations.answered(place, said, finished)
        await self._keeper.keep(asked, said, heard.text, ended.calls, finished)
        yield ended


def _overflow(messages: Sequence[PromptMessage]) -> Overflow:
    """Return the rule that leaves out the oldest turns, behind a system prompt."""
    first = messages[0]
    system_prompt = first.text if first.role is Role.SYSTEM else ""
    return Overflow(OverflowRule.LEAVE_OUT, system_prompt, has_all=True)


@contextlib.contextmanager
def told_when_gone() -> Iterator[None]:
    """Tell the client where there is no engine any more."""
    try:
        yield
    except EngineEnded as error:
        raise ApiError(NOT_READY, str(error)) from error


class _Heard:
    """What has come of one answer."""

    def __init__(self, number: int, follower: Follower, most_calls: int | None) -> None:
        self._number = number
        self._most_calls = most_calls
        self._follower = follower
        self._thinking: list[str] = []
        self._answer: list[str] = []
        self._said: list[str] = []
        self._tokens: list[InspectedToken] = []

    def piece(self, event: AnswerNews) -> Piece | None:
        """Take news; return what is to be told of it."""
        match event:
            case PrefillProgress(n_done=n_done, n_total=n_total):
                return Reading(n_done, n_total)
            case AnswerWaiting() | WaitEnded():
                return Reading()
            case TurnsLeftOut():
                return None  # as the request wants it
            case AnswerFormatFound(described=described):
                self._follower = CallFollower(find_chat_formats(), described, self._most_calls)
                return None
            case TextDelta():
                self._tokens += event.tokens
                self._said.append(event.text)
                return self._words(self._follower.feed(event), event.tokens)

    def finish(self, event: AnswerFinished) -> AnswerFinished:
        """Return how it ended, as the client is told."""
        is_ours = self.is_full and event.finish_reason is FinishReason.STOPPED
        return replace(event, finish_reason=FinishReason.END) if is_ours else event

    @property
    def text(self) -> str:
        """All that the model said."""
        return "".join(self._said)

    @property
    def is_full(self) -> bool:
        """Whether nothing that still comes would be told."""
        return self._follower.is_full

    def rest(self) -> SaidWords | None:
        """Return what was held back until the end."""
        return self._words(self._follower.finish())

    def ended(self, finished: AnswerFinished) -> Ended:
        """Return the whole answer."""
        return Ended(
            self._number,
            "".join(self._thinking).rstrip(),
            "".join(self._answer),
            finished.finish_reason,
            finished.stats,
            tuple(self._tokens),
            self._follower.calls,
            finished.stopped_by,
            self._follower.loose,
        )

    def _words(self, new: NewParts, tokens: tuple[InspectedToken, ...] = ()) -> SaidWords | None:
        self._thinking.append(new.thinking)
        self._answer.append(new.answer)
        if new == NOTHING_NEW and not tokens:
            return None
        return SaidWords(self._number, new.thinking, new.answer, tokens, new.calls)


def _require_whole(finished: AnswerFinished, field: str) -> None:
    """Refuse to call something an answer that broke off.

    Args:
        field: of the request that the model was to read.

    Raises:
        ApiError: it did.
    """
    reason, problem = finished.finish_reason, finished.problem
    if reason in _WHOLE and (problem is None or finished.stats.n_generated):
        return
    if reason is FinishReason.TOO_LONG:
        raise too_long(problem, field)
    if problem is not None:
        raise of_refused(problem)
    if reason is FinishReason.MODEL_CHANGED:
        raise ApiError(NOT_READY, "Another model was loaded while this was answered. Ask again.")
    raise ApiError(NOT_READY, "Hearth ended this answer, as when its model is unloaded. Ask again.")
