"""`/v1/completions`: a text that goes on without a chat template, in and out.

Pure functions, but for the names and the time of an answer.
"""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING, Any, Final

from app.core.messages import Role
from app.core.plain_value import PlainValue
from app.core.protocol import NO_THINKING, AnswerStats
from app.server.answering import Ended, Reading, SaidWords
from app.server.asked import MOST_ANSWERS, MOST_LIKELY, Asked, AskedMessage
from app.server.dialects.openai_chat import DONE, log_probability, reason_of, usage_of
from app.server.dialects.openai_options import (
    read_form,
    read_length,
    read_sampling,
    read_stops,
    read_token_biases,
)
from app.server.errors import bad_field, unsupported
from app.server.replies import event, reading_comment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.core.protocol import InspectedToken
    from app.server.answering import Piece
    from app.server.errors import ApiError
    from app.server.fields import Fields

_DEFAULT_TOKENS: Final = 16  # as OpenAI has it
_MOST_PROMPTS: Final = 2048  # as OpenAI has it
_NOT_DONE: Final = ("suffix", "echo")


class TextCompletion(PlainValue, frozen=True):
    """One request, and how it wants to be answered.

    Attributes:
        has_usage: of the tokens in a last piece of a stream.
    """

    asked: Asked
    has_usage: bool = False

    @classmethod
    def read(cls, fields: Fields) -> TextCompletion:
        """Read a request.

        Raises:
            ApiError: it cannot be answered as it is.
        """
        for name in _NOT_DONE:
            if fields.raw(name) not in (None, False, ""):
                raise unsupported(name)
        n_answers = fields.count("n", 1, MOST_ANSWERS) or 1
        if (fields.count("best_of", 1, 1000) or 1) > n_answers:
            raise unsupported("best_of", 'Ask for several with "n".')
        options = fields.inner("stream_options")
        has_length = any(map(fields.has, ("max_tokens", "max_completion_tokens", "n_predict")))
        asked = Asked(
            model=fields.text("model"),
            messages=tuple(AskedMessage(Role.USER, text) for text in _prompts(fields)),
            sampling=read_sampling(fields),
            max_tokens=read_length(fields) if has_length else _DEFAULT_TOKENS,
            stop=read_stops(fields),
            thinking=NO_THINKING,
            constraint=read_form(fields),
            n_answers=n_answers,
            is_streamed=fields.flag("stream"),
            is_text=True,
            n_likely=fields.count("logprobs", 0, MOST_LIKELY),
            token_biases=read_token_biases(fields),
            field="prompt",
        )
        return cls(asked, options is not None and options.flag("include_usage"))

    def writer(self, model: str) -> CompletionWriter:
        """Return what writes the answer of a model."""
        return CompletionWriter(model, has_usage=self.has_usage)


def _prompts(fields: Fields) -> tuple[str, ...]:
    value = fields.raw("prompt")
    if isinstance(value, list) and value and all(isinstance(one, int | list) for one in value):
        raise unsupported("prompt", "It takes text, and no numbers of tokens.")
    prompts = fields.texts("prompt", _MOST_PROMPTS)
    if not prompts or not all(prompts):
        raise bad_field("prompt", "must be text, or a list of texts, and not empty.")
    return prompts


class CompletionWriter:
    """Writes the answer to one request.

    Args:
        model: the name of the one that answers.
        has_usage: as in `TextCompletion`.
    """

    def __init__(self, model: str, *, has_usage: bool) -> None:
        self._has_usage = has_usage
        self._head = {
            "id": f"cmpl-{secrets.token_hex(12)}",
            "object": "text_completion",
            "created": int(time.time()),
            "model": model,
        }
        self._stats: list[AnswerStats] = []
        self._n_chars: dict[int, int] = {}  # told of each answer

    def whole(self, ended: Sequence[Ended]) -> dict[str, Any]:
        """Return the body of an answer in one piece."""
        choices = [
            _choice(one.number, one.answer, reason_of(one), _logprobs(one.tokens, 0))
            for one in ended
        ]
        return {**self._head, "choices": choices, "usage": usage_of([one.stats for one in ended])}

    def events(self, piece: Piece) -> Iterator[bytes]:
        """Give what a piece of an answer is in a stream."""
        match piece:
            case SaidWords(number=number, answer=answer, tokens=tokens):
                before = self._n_chars.get(number, 0)
                self._n_chars[number] = before + len(answer)
                yield self._chunk(_choice(number, answer, None, _logprobs(tokens, before)))
            case Ended(number=number, stats=stats):
                self._stats.append(stats)
                yield self._chunk(_choice(number, "", reason_of(piece), None))
            case Reading():
                yield reading_comment(piece)

    def last_events(self) -> Iterator[bytes]:
        """Give what comes behind all answers in a stream."""
        if self._has_usage:
            yield event({**self._head, "choices": [], "usage": usage_of(self._stats)})
        yield DONE

    def error_event(self, error: ApiError) -> bytes:
        """Return what tells a failure in the middle of a stream."""
        return event(error.for_openai()) + DONE

    def _chunk(self, choice: dict[str, Any]) -> bytes:
        return event({**self._head, "choices": [choice]})


def _choice(
    number: int, text: str, reason: str | None, logprobs: dict[str, Any] | None
) -> dict[str, Any]:
    return {"index": number, "text": text, "finish_reason": reason, "logprobs": logprobs}


def _logprobs(tokens: Sequence[InspectedToken], n_chars: int) -> dict[str, Any] | None:
    """Return the likelihoods of tokens as OpenAI's completions have them.

    Args:
        tokens: those of a piece of the answer.
        n_chars: of the answer before them.
    """
    if not tokens:
        return None
    texts: list[str] = []
    offsets: list[int] = []
    shares: list[float] = []
    likeliest: list[dict[str, float]] = []
    for one in tokens:
        if one.said is None:
            continue
        texts.append(one.said.text)
        offsets.append(n_chars)
        n_chars += len(one.said.text)
        shares.append(log_probability(one.said))
        likeliest.append({choice.text: log_probability(choice) for choice in one.likeliest})
    return {
        "tokens": texts,
        "token_logprobs": shares,
        "top_logprobs": likeliest,
        "text_offset": offsets,
    }
