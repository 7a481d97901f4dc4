"""What a server says of how likely the tokens of an answer were, in either of OpenAI's two forms.

Chats have it as `content`, a list of objects; completions as lists side by side, which vLLM still
does, while llama.cpp's server has one form for both. What makes no sense is left out: an answer is
worth more than what is told about it.

Threads: pure functions, any thread.
Source: https://platform.openai.com/docs/api-reference (chat and completions, `logprobs`).
"""

from __future__ import annotations

from typing import Any, Final

from app.core.plain_value import replace
from app.core.protocol import InspectedToken, TokenChoice

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
