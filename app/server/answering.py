"""One answer from its request to its last word, whichever way it is written to the client.

Threads: the server's event loop.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.core.answer_parts import AnswerFollower, NewWords
from app.core.protocol import (
    AnswerFinished,
    AnswerStats,
    AnswerWaiting,
    ContextMeasured,
    FinishReason,
    Generate,
    PrefillProgress,
    TextDelta,
    WaitEnded,
)
from app.server.engine_calls import EngineGone
from app.server.errors import BAD_REQUEST, FAILED, NOT_READY, ApiError, of_problem

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from app.core.answer_parts import AnswerParts
    from app.core.protocol import InspectedToken, RequestId
    from app.server.asked import Asked
    from app.server.conversations import ApiConversations, Place
    from app.server.engine_calls import EngineCalls


@dataclass(frozen=True, slots=True)
class Reading:
    """How far the prompt is read; both 0 while the answer waits."""

    n_done: int = 0
    n_total: int = 0


@dataclass(frozen=True, slots=True)
class Words:
    """New words of an answer.

    Attributes:
        number: of the answer, from 0.
        tokens: that were said, where the request asks for them; those of the thinking, too.
    """

    number: int
    thinking: str
    answer: str
    tokens: tuple[InspectedToken, ...] = ()


@dataclass(frozen=True, slots=True)
class Ended:
    """An answer is complete.

    Attributes:
        number: of the answer, from 0.
        thinking, answer: all of it.
        tokens: all of them, where the request asks for them.
    """

    number: int
    thinking: str
    answer: str
    reason: FinishReason
    stats: AnswerStats
    tokens: tuple[InspectedToken, ...] = ()


Piece = Reading | Words | Ended
# An answer that ends otherwise is none.
_WHOLE = frozenset(
    [
        FinishReason.END,
        FinishReason.STOP_STRING,
        FinishReason.LENGTH,
        FinishReason.CONTEXT_FULL,
    ]
)


class Answering:
    """Has requests answered.

    Args:
        calls: to the engine.
        conversations: find what is known of a request.
    """

    def __init__(self, calls: EngineCalls, conversations: ApiConversations) -> None:
        self._calls = calls
        self._conversations = conversations

    async def pieces(self, asked: Asked) -> AsyncIterator[Piece]:
        """Give the answers to a request, one after the other, in pieces.

        Whoever stops asking for more stops the answer.

        Raises:
            ApiError: there is no answer, or it broke off.
        """
        place = await self._conversations.place(asked.messages, is_text=asked.is_text)
        with self._conversations.hold(place) as held:
            for number in range(asked.n_answers):
                async for piece in self._answer(asked, held, number):
                    yield piece

    async def _answer(self, asked: Asked, place: Place, number: int) -> AsyncIterator[Piece]:
        sampling = asked.sampling
        if number and sampling.seed is not None:  # else all answers would be the same
            sampling = replace(sampling, seed=(sampling.seed + number) % 2**32)

        def command(request: RequestId) -> Generate:
            return Generate(
                request,
                place.chat,
                place.messages,
                sampling,
                asked.max_tokens,
                asked.stop,
                thinking=asked.thinking,
                constraint=asked.constraint,
                is_text=asked.is_text,
                n_likely=asked.n_likely,
            )

        follower = _Plain() if asked.is_text else AnswerFollower()
        thinking = answer = ""
        tokens: list[InspectedToken] = []
        try:
            with self._calls.begin(command) as call:
                while True:
                    match await call.next():
                        case PrefillProgress(n_done=n_done, n_total=n_total):
                            yield Reading(n_done, n_total)
                        case AnswerWaiting() | WaitEnded():
                            yield Reading()
                        case TextDelta(text=text, parts=parts, tokens=said):
                            new = follower.feed(text, parts)
                            thinking, answer = thinking + new.thinking, answer + new.answer
                            tokens += said
                            if any(new) or said:
                                yield Words(number, *new, said)
                        case AnswerFinished() as finished:
                            break
                        case ContextMeasured():
                            pass
        except EngineGone as error:
            raise ApiError(NOT_READY, "The engine has stopped. Start Hearth again.") from error
        _require_whole(finished)
        new = follower.finish(follower.text, finished.parts)
        thinking, answer = (thinking + new.thinking).rstrip(), answer + new.answer
        if any(new):
            yield Words(number, *new)
        await self._conversations.answered(place, answer, finished)
        reason, stats = finished.finish_reason, finished.stats
        yield Ended(number, thinking, answer, reason, stats, tuple(tokens))


class _Plain:
    """Stands in for what tells thinking apart, where words are words."""

    text = ""

    def feed(self, text: str, _parts: AnswerParts | None) -> NewWords:
        """Give what came."""
        return NewWords("", text)

    def finish(self, _text: str, _parts: AnswerParts | None) -> NewWords:
        """Nothing was held back."""
        return NewWords("", "")


def _require_whole(finished: AnswerFinished) -> None:
    """Refuse to call something an answer that broke off.

    Raises:
        ApiError: it did.
    """
    reason, problem = finished.finish_reason, finished.problem
    if reason in _WHOLE and (problem is None or finished.stats.n_generated):
        return
    if reason is FinishReason.TOO_LONG:
        told = "This is longer than the model's context." if problem is None else problem.text()
        raise ApiError(BAD_REQUEST, told, field="messages", code="context_length_exceeded")
    if problem is not None:
        raise of_problem(problem, FAILED if problem.is_bug else BAD_REQUEST)
    if reason is FinishReason.MODEL_CHANGED:
        raise ApiError(NOT_READY, "Another model was loaded while this was answered. Ask again.")
    raise ApiError(NOT_READY, "The answer was stopped. Ask again.")
