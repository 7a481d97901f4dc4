"""What a server says of an answer, piece by piece: OpenAI's chunks, and what others make of them.

Where a server tells thinking apart (`reasoning_content` of llama.cpp, vLLM, SGLang and DeepSeek,
`reasoning` of OpenRouter and Ollama, a part of kind `thinking` of Mistral), it is put between the
commonest marks, so that an answer is kept as if the model had said it here.

Threads: one.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from app.core.content.answer_parts import COMMONEST, AnswerCutter, AnswerParts, MarksReader
from app.core.plain_value import PlainValue, replace
from app.core.protocol import CallPiece, FinishReason, InspectedToken, TokenChoice

if TYPE_CHECKING:
    from app.core.content.answer_parts import AnswerPiece


MOST_CALLS: Final = 256  # of one answer; more are left out


class CallReader:
    """Takes the pieces of one answer."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}  # of each call, from 0, by the number of the server
        self._ids: dict[int, str] = {}  # of each call, by the number of the server
        self._n_calls = 0

    def take(self, said: dict[str, Any]) -> tuple[CallPiece, ...]:
        """Return what a delta or a message has of calls."""
        given = said.get("tool_calls")
        if not isinstance(given, list):
            return ()
        return tuple(filter(None, map(self._piece, given)))

    def _piece(self, given: Any) -> CallPiece | None:
        function = given.get("function") if isinstance(given, dict) else None
        if not isinstance(function, dict):
            return None
        name, call_id = _text(function.get("name")), _text(given.get("id"))
        number = self._number(given.get("index"), call_id if name else None)
        if number is None:
            return None
        is_new = number == self._n_calls
        if is_new:
            self._n_calls += 1
        arguments = _arguments(function.get("arguments"))
        return CallPiece(number, call_id if is_new else "", name if is_new else "", arguments)

    def _number(self, told: Any, new_id: str | None) -> int | None:
        """Return the number of a call; None for what belongs to none, or to one too many.

        Args:
            new_id: of a call that may begin; None for what goes on with one.
        """
        begins = new_id is not None
        if not isinstance(told, int) or isinstance(told, bool):
            told = self._n_calls if begins else self._n_calls - 1
        number = self._numbers.get(told)
        if begins and (number is None or (new_id and new_id != self._ids[told])):
            if self._n_calls == MOST_CALLS:
                return None
            number = self._n_calls
            self._numbers[told], self._ids[told] = number, new_id or ""
        return number


def _text(given: Any) -> str:
    return given if isinstance(given, str) else ""


def _arguments(given: Any) -> str:
    """Return arguments as JSON text; some servers send them as what that text says."""
    return json.dumps(given) if isinstance(given, dict) else _text(given)


_UNKNOWN: Final = -1  # a server names its tokens by their text
_MOST_TOKENS: Final = 10_000  # of one event
_MOST_LIKELY: Final = 100
_LARGEST: Final = 1e30


def read_likelihoods(said: Any) -> tuple[InspectedToken, ...]:
    """Return what the `logprobs` of a choice say; nothing for None, or for what is none."""
    if not isinstance(said, dict):
        return ()
    content = said.get("content")
    if isinstance(content, list):
        places = [_place(one, one.get("top_logprobs")) for one in _objects(content)]
    else:
        places = _side_by_side(said)
    return tuple(place for place in places if place is not None)


def _side_by_side(said: dict[str, Any]) -> list[InspectedToken | None]:
    texts, numbers, tops = (
        said.get(name) or [] for name in ("tokens", "token_logprobs", "top_logprobs")
    )
    if not isinstance(texts, list) or not isinstance(numbers, list):
        return []
    tops = tops if isinstance(tops, list) else []
    places = []
    for at, (text, number) in enumerate(zip(texts[:_MOST_TOKENS], numbers, strict=False)):
        top = tops[at] if at < len(tops) and isinstance(tops[at], dict) else {}
        likeliest = [{"token": token, "logprob": value} for token, value in top.items()]
        place = _place({"token": text, "logprob": number}, likeliest)
        places.append(place and _in_order(place))
    return places


def _in_order(place: InspectedToken) -> InspectedToken:
    """Return a place with what is likeliest first; a JSON object has no order."""
    ordered = sorted(place.likeliest, key=lambda one: -one.log_probability)
    return replace(place, likeliest=tuple(ordered))


def _place(said: dict[str, Any], likeliest: Any) -> InspectedToken | None:
    choice = _choice(said)
    if choice is None:
        return None
    others = _objects(likeliest)[:_MOST_LIKELY] if isinstance(likeliest, list) else []
    found = (_choice(one) for one in others)
    return InspectedToken(choice, tuple(one for one in found if one is not None))


def _choice(said: dict[str, Any]) -> TokenChoice | None:
    text, number = said.get("token"), _number(said.get("logprob"))
    if not isinstance(text, str) or number is None:
        return None
    return TokenChoice(_UNKNOWN, text, number)


def _number(said: Any) -> float | None:
    is_number = isinstance(said, int | float) and not isinstance(said, bool)
    # JSON has integers that no float holds, and Python's reader knows NaN.
    return float(said) if is_number and abs(said) <= _LARGEST else None


def _objects(items: list[Any]) -> list[dict[str, Any]]:
    return [one for one in items[:_MOST_TOKENS] if isinstance(one, dict)]


_THINKING_FIELDS: Final = ("reasoning_content", "reasoning", "reasoning_text")
_REASONS: Final = {
    "stop": FinishReason.END,
    "end_turn": FinishReason.END,
    "eos": FinishReason.END,
    "tool_calls": FinishReason.END,
    "function_call": FinishReason.END,
    "length": FinishReason.LENGTH,
    "max_tokens": FinishReason.LENGTH,
}
WITHHELD: Final = ("content_filter", "refusal")


class NotAnAnswer(Exception):
    """What a server says is no part of an answer."""


class SaidError(Exception):
    """A server tells of an error in place of an answer, or in the middle of one.

    Attributes:
        words: its own; "" for none.
        status: as HTTP has it, where it says one; else 0.
        code: its word for the error.
    """

    def __init__(self, words: str, status: int = 0, code: str = "") -> None:
        super().__init__(words)
        self.words = words
        self.status = status
        self.code = code


class TokenUsage(PlainValue, frozen=True):
    """Tokens, as a server counts them.

    Attributes:
        n_prompt: of the prompt.
        n_cached: of them at hand before.
        n_answer: of the answer, thinking included.
    """

    n_prompt: int = 0
    n_cached: int = 0
    n_answer: int = 0


class NewText(PlainValue, frozen=True):
    """Text that has come.

    Attributes:
        pieces: with marks around thinking; none while they may still become a mark.
        is_guessed: the server tells no thinking apart; the commonest marks have told it.
        calls: of tools.
        tokens: how likely those were that have come, where that was asked for.
    """

    pieces: tuple[AnswerPiece, ...]
    is_guessed: bool
    calls: tuple[CallPiece, ...] = ()
    tokens: tuple[InspectedToken, ...] = ()


class ReplyReader:
    """Takes the pieces of one answer.

    Attributes:
        usage: as far as it was told.
        reason: why the answer has ended; None while that was not told.
        is_withheld: the server has ended it for what is in it.
        n_chars: that came, marks included.
    """

    def __init__(self) -> None:
        self.usage = TokenUsage()
        self.reason: FinishReason | None = None
        self.is_withheld = False
        self.n_chars = 0
        self._cutter = AnswerCutter(late_end=COMMONEST[1])
        self._marks = MarksReader(marks=(COMMONEST,))
        self._thinking_begin = -1
        self._thinking_end = -1
        self._calls = CallReader()

    def feed(self, data: str) -> NewText | None:
        """Take the data of one event; return what is new in it, None where there is nothing.

        Raises:
            SaidError: the server tells of one.
            NotAnAnswer: this is something else.
        """
        try:
            chunk = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise NotAnAnswer(data[:300]) from error
        return self.feed_value(chunk)

    def feed_value(self, chunk: Any) -> NewText | None:
        """Take one chunk, or the whole answer of a server that does not stream."""
        if not isinstance(chunk, dict):
            raise NotAnAnswer(str(chunk)[:300])
        if chunk.get("error"):
            raise error_in(chunk)
        self._take_usage(chunk.get("usage"))
        choices = chunk.get("choices")
        if choices is None and "usage" not in chunk:
            raise NotAnAnswer(str(chunk)[:300])
        choice = choices[0] if isinstance(choices, list) and choices else None
        if not isinstance(choice, dict):
            return None
        said = choice.get("delta") or choice.get("message") or {"content": choice.get("text")}
        if not isinstance(said, dict):
            raise NotAnAnswer(str(chunk)[:300])
        thinking, words = _taken_apart(said)
        self._take_reason(choice.get("finish_reason"))
        new = self._append(thinking, words)
        calls, tokens = self._calls.take(said), read_likelihoods(choice.get("logprobs"))
        if not (new or calls or tokens):
            return None
        pieces = self._cutter.feed(new, self.parts or self._marks.feed(new))
        return NewText(tuple(pieces), self.parts is None, calls, tokens)

    def finish(self) -> NewText:
        """Return what was held back; nothing comes any more."""
        pieces = self._cutter.finish(self.parts or self._marks.finish())
        return NewText(tuple(pieces), self.parts is None)

    @property
    def parts(self) -> AnswerParts | None:
        """Where the thinking lies; None where the server tells none apart."""
        if self._thinking_begin < 0:
            return None
        if self._thinking_end < 0:
            return AnswerParts(self._thinking_begin, self.n_chars, self.n_chars)
        answer = self._thinking_end + len(_BEHIND)
        return AnswerParts(self._thinking_begin, self._thinking_end, answer)

    def _append(self, thinking: str, words: str) -> str:
        """Take what is new; return it with marks around thinking."""
        new = ""
        if thinking and self._thinking_begin < 0 and not self.n_chars:
            new += _BEFORE
            self._thinking_begin = len(new)
        if thinking and self._is_thinking:
            new += thinking
        # Thinking between words of the answer, as some models have it, has no place in the text.
        if words and self._is_thinking:
            self._thinking_end = self.n_chars + len(new)
            new += _BEHIND
        new += words
        self.n_chars += len(new)
        return new

    @property
    def _is_thinking(self) -> bool:
        return self._thinking_begin >= 0 > self._thinking_end

    def _take_usage(self, said: Any) -> None:
        if not isinstance(said, dict):
            return
        details = said.get("prompt_tokens_details")
        cached = details.get("cached_tokens") if isinstance(details, dict) else 0
        self.usage = TokenUsage(
            _count(said.get("prompt_tokens")), _count(cached), _count(said.get("completion_tokens"))
        )

    def _take_reason(self, said: Any) -> None:
        if isinstance(said, str) and said:
            self.is_withheld = said in WITHHELD
            self.reason = _REASONS.get(said, FinishReason.END)


_BEFORE: Final = f"{COMMONEST[0]}\n"
_BEHIND: Final = f"\n{COMMONEST[1]}\n\n"


def error_in(said: Any, status: int = 0) -> SaidError:
    """Return the error that a server tells of, whatever its form."""
    error = said.get("error", said) if isinstance(said, dict) else said
    if isinstance(error, dict):
        found = error.get("message") or error.get("detail") or error.get("error") or ""
        code = error.get("code")
        told = code if isinstance(code, int) and not isinstance(code, bool) else 0
        word = str(code or error.get("type") or "")
        words = found if isinstance(found, str) else json.dumps(found)
        return SaidError(words, status or (told if 400 <= told < 600 else 0), word)
    return SaidError(error if isinstance(error, str) else "", status)


def _taken_apart(said: dict[str, Any]) -> tuple[str, str]:
    """Return what is thought and what is said in a delta or a message."""
    thinking = next(
        (said[name] for name in _THINKING_FIELDS if isinstance(said.get(name), str)), ""
    )
    content = said.get("content")
    if isinstance(content, str):
        return thinking, content
    words = ""
    for part in content if isinstance(content, list) else ():
        if isinstance(part, dict) and isinstance(part.get("text"), str):
            words += part["text"]
        elif isinstance(part, dict) and part.get("type") == "thinking":
            thinking += _thought(part.get("thinking"))
    return thinking, words


def _thought(given: Any) -> str:
    if isinstance(given, str):
        return given
    parts = given if isinstance(given, list) else []
    return "".join(str(part.get("text", "")) for part in parts if isinstance(part, dict))


def _count(given: Any) -> int:
    is_number = isinstance(given, int) and not isinstance(given, bool)
    return given if is_number and 0 <= given < 2**40 else 0
