"""How likely a model held each token of an answer, and what else it could have said.

Threads: values only, any thread.
"""

from __future__ import annotations

import enum

from app.core.plain_value import PlainValue


class TokenKind(enum.StrEnum):
    """What a token is to the reader of an answer."""

    TEXT = "text"  # whole characters: an answer can go on from it
    END = "end"  # it ends the answer
    PART = "part"  # of a character, or a mark that is not to be seen


class TokenChoice(PlainValue, frozen=True):
    """A token that could stand somewhere.

    Attributes:
        text: what it adds to the text before it.
        log_probability: natural logarithm of its share in what the model says there, before any
            sampler; of all tokens of the vocabulary the shares add up to 1.
    """

    token: int
    text: str
    log_probability: float
    kind: TokenKind = TokenKind.TEXT


class InspectedToken(PlainValue, frozen=True):
    """A place in an answer.

    Attributes:
        said: what stands there; None behind the last token.
        likeliest: of all that could stand there, the likeliest first.
    """

    said: TokenChoice | None
    likeliest: tuple[TokenChoice, ...]
