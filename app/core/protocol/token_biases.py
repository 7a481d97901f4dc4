"""Words that are made likelier or less likely, as a chat writes them down.

Threads: pure functions, any thread.
"""

from __future__ import annotations

from typing import Final

from app.core.plain_value import PlainValue

STRONGEST: Final = 100.0  # of a logit; more changes nothing
MOST_BIASES: Final = 64
_LONGEST = 100  # characters of one


class TokenBias(PlainValue, frozen=True):
    """Words, and what is added to the logit of the token with which they begin."""

    words: str
    strength: float


class UnreadableBias(PlainValue, frozen=True):
    """A line that says none.

    Attributes:
        line: counted from 1.
        is_too_many: whatever it says, it is not read, nor is any behind it.
    """

    line: int
    is_too_many: bool = False


def token_biases(text: str) -> tuple[TokenBias | UnreadableBias, ...]:
    """Return what the lines of a text say, each "words = number"; empty ones say nothing.

    A number lies between -100 and 100. What follows the first 64 is not read, which is said of the
    first of them.
    """
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    said = tuple(_token_bias(number, line) for number, line in lines[:MOST_BIASES])
    left = lines[MOST_BIASES:][:1]
    return (*said, *(UnreadableBias(number, is_too_many=True) for number, _line in left))


def _token_bias(number: int, line: str) -> TokenBias | UnreadableBias:
    words, _sign, strength = line.rpartition("=")
    words = words.strip()
    try:
        bias = TokenBias(words, float(strength))
    except ValueError:
        return UnreadableBias(number)
    is_in_range = abs(bias.strength) <= STRONGEST  # false for what is no number, too
    return bias if words and len(words) <= _LONGEST and is_in_range else UnreadableBias(number)
