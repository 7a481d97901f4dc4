"""`/v1/chat/completions`: OpenAI's chat completions, in and out.

Pure functions, but for the names and the time of an answer.
"""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING, Any

from app.core.plain_value import PlainValue
from app.core.protocol import AnswerStats, FinishReason
from app.server.answering import Ended, Reading, SaidWords
from app.server.asked import MOST_ANSWERS, MOST_LIKELY, Asked
from app.server.dialects.openai_messages import read_messages, read_tools
from app.server.dialects.openai_options import (
    read_form,
    read_length,
    read_sampling,
    read_stops,
    read_thinking,
    read_token_biases,
)
from app.server.errors import bad_field, unsupported
from app.server.replies import event, reading_comment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.core.messages import ToolCall
    from app.core.protocol import CallPiece, InspectedToken, TokenChoice
    from app.server.answering import Piece
    from app.server.errors import ApiError
    from app.server.fields import Fields

_REASONS = {
    FinishReason.LENGTH: "length",
    FinishReason.CONTEXT_FULL: "length",
}
_LEAST_LOGPROB = -9999.0  # OpenAI's word for what is as good as impossible
DONE = b"data: [DONE]\n\n"
_NOT_YET = ("functions", "audio", "modalities")


class ChatCompletion(PlainValue, frozen=True):
    """One request, and how it wants to be answered.

    Attributes:
        has_usage: of the tokens in a last piece of a stream.
    """

    asked: Asked
    has_usage: bool = False

    @classmethod
    def read(cls, fields: Fields) -> ChatCompletion:
        """Read a request.

        Raises:
            ApiError: it cannot be answered as it is.
        """
        for name in _NOT_YET:
            if fields.raw(name) not in (None, False, [], {}, ["text"]):
                raise unsupported(name)
        options, offered = fields.inner("stream_options"), read_tools(fields)
        left_out: list[str] = []
        asked = Asked(
            model=fields.text("model"),
            messages=read_messages(fields.items("messages"), left_out),
            sampling=read_sampling(fields),
            max_tokens=read_length(fields),
            stop=read_stops(fields),
            thinking=read_thinking(fields),
            constraint=offered.form(read_form(fields)),
            n_answers=fields.count("n", 1, MOST_ANSWERS) or 1,
            is_streamed=fields.flag("stream"),
            n_likely=_read_likely(fields),
            tools=offered.tools,
            token_biases=read_token_biases(fields),
            notes=offered.notes(left_out),
        )
        return cls(asked, options is not None and options.flag("include_usage"))

    def writer(self, model: str) -> ChatWriter:
        """Return what writes the answer of a model."""
        return ChatWriter(model, has_usage=self.has_usage)


class ChatWriter:
    """Writes the answer to one request.

    Args:
        model: the name of the one that answers.
        has_usage: as in `ChatCompletion`.
    """

    def __init__(self, model: str, *, has_usage: bool) -> None:
        self._has_usage = has_usage
        self._head = {
            "id": f"chatcmpl-{secrets.token_hex(12)}",
            "created": int(time.time()),
            "model": model,
        }
        self._begun: set[int] = set()
        self._stats: list[AnswerStats] = []

    def whole(self, ended: Sequence[Ended]) -> dict[str, Any]:
        """Return the body of an answer in one piece."""
        choices = []
        for one in ended:
            message: dict[str, Any] = {
                "role": "assistant",
                "content": one.answer or (None if one.calls else ""),
                "refusal": None,
            }
            if one.thinking:
                message["reasoning_content"] = one.thinking
            if one.calls:
                message["tool_calls"] = [_call(call) for call in one.calls]
            choices.append(
                {
                    "index": one.number,
                    "message": message,
                    "finish_reason": reason_of(one),
                    "logprobs": _logprobs(one.tokens),
                }
            )
        usage = usage_of([one.stats for one in ended])
        return {**self._head, "object": "chat.completion", "choices": choices, "usage": usage}

    def events(self, piece: Piece) -> Iterator[bytes]:
        """Give what a piece of an answer is in a stream."""
        match piece:
            case SaidWords(number, thinking, answer, tokens, calls):
                yield from self._begin(number)
                delta: dict[str, Any] = {"reasoning_content": thinking} if thinking else {}
                if answer:
                    delta["content"] = answer
                if calls:
                    delta["tool_calls"] = [_call_piece(piece) for piece in calls]
                yield self._chunk(number, delta, tokens=tokens)
            case Ended(number=number, stats=stats):
                yield from self._begin(number)
                self._stats.append(stats)
                yield self._chunk(number, {}, reason_of(piece))
            case Reading():
                yield reading_comment(piece)

    def last_events(self) -> Iterator[bytes]:
        """Give what comes behind all answers in a stream."""
        if self._has_usage:
            yield event(self._with_head([]) | {"usage": usage_of(self._stats)})
        yield DONE

    def error_event(self, error: ApiError) -> bytes:
        """Return what tells a failure in the middle of a stream."""
        return event(error.for_openai()) + DONE

    def _begin(self, number: int) -> Iterator[bytes]:
        if number not in self._begun:
            self._begun.add(number)
            yield self._chunk(number, {"role": "assistant", "content": ""})

    def _chunk(
        self,
        number: int,
        delta: dict[str, Any],
        reason: str | None = None,
        tokens: Sequence[InspectedToken] = (),
    ) -> bytes:
        choice = {
            "index": number,
            "delta": delta,
            "finish_reason": reason,
            "logprobs": _logprobs(tokens),
        }
        return event(self._with_head([choice]))

    def _with_head(self, choices: list[dict[str, Any]]) -> dict[str, Any]:
        return {**self._head, "object": "chat.completion.chunk", "choices": choices}


def _read_likely(fields: Fields) -> int | None:
    if not fields.flag("logprobs"):
        if fields.has("top_logprobs"):
            raise bad_field("top_logprobs", 'needs "logprobs" to be true.')
        return None
    return fields.count("top_logprobs", 0, MOST_LIKELY) or 0


def _logprobs(tokens: Sequence[InspectedToken]) -> dict[str, Any] | None:
    if not tokens:
        return None
    content = []
    for one in tokens:
        if one.said is not None:
            likely = [logprob_of(choice) for choice in one.likeliest]
            content.append(logprob_of(one.said) | {"top_logprobs": likely})
    return {"content": content, "refusal": None}


def log_probability(choice: TokenChoice) -> float:
    """Return how likely a token was; JSON has no infinity."""
    return max(choice.log_probability, _LEAST_LOGPROB)


def logprob_of(choice: TokenChoice) -> dict[str, Any]:
    """Return how likely a token was, as OpenAI's clients know it."""
    return {
        "token": choice.text,
        "logprob": log_probability(choice),
        "bytes": list(choice.text.encode("utf-8", "replace")),
    }


def _call(call: ToolCall) -> dict[str, Any]:
    function = {"name": call.name, "arguments": call.arguments}
    return {"id": call.id, "type": "function", "function": function}


def _call_piece(piece: CallPiece) -> dict[str, Any]:
    if not piece.name:
        return {"index": piece.number, "function": {"arguments": piece.arguments}}
    function = {"name": piece.name, "arguments": piece.arguments}
    return {"index": piece.number, "id": piece.id, "type": "function", "function": function}


def reason_of(ended: Ended) -> str:
    """Return why an answer ended, as OpenAI's clients know it."""
    found = _REASONS.get(ended.reason, "stop")
    return "tool_calls" if ended.calls and found == "stop" else found


def usage_of(stats: Sequence[AnswerStats]) -> dict[str, Any]:
    """Return the tokens of some answers and their prompts, and how many of these were at hand."""
    n_prompt = sum(one.n_prompt for one in stats)
    n_said = sum(one.n_generated for one in stats)
    n_cached = sum(one.n_reused + one.n_restored for one in stats)
    return {
        "prompt_tokens": n_prompt,
        "completion_tokens": n_said,
        "total_tokens": n_prompt + n_said,
        "prompt_tokens_details": {"cached_tokens": n_cached},
    }
