"""What an answer is asked with beside its messages, and what is told of it beside its text.

Tools that a model may call, and the calls that come.

What form an answer is bound to.

Whether and how long a model thinks before it answers; plain values.

What is done with a chat that leaves no room for an answer in the context.

Words that are made likelier or less likely, as a chat writes them down.

How likely a model held each token of an answer, and what else it could have said.

Threads: values only, any thread.
"""

from __future__ import annotations

import enum
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


LEAST_ANSWER = 16  # tokens; less is no answer
_ROOM_SHARE = 4  # a part of the context is room for an answer,
_MOST_ROOM = 2048  # but no more tokens than this


class OverflowRule(enum.StrEnum):
    """What is done when a chat outgrows the context; the value is what is stored."""

    ASK = "ask"  # refuse, and offer what helps
    LEAVE_OUT = "leave_out"  # the oldest turns
    SUMMARISE = "summarise"  # the oldest turns, and leave them out


class Overflow(PlainValue, frozen=True):
    """What is done where a chat leaves no room for an answer.

    Attributes:
        system_prompt: that stands before the messages once some are left out. The one that is
            there may have a summary behind it, which is of other messages then.
        has_all: the messages are all that ever were, also those that were left out of earlier
            requests: the same are left out again, for as long as the rest has room.
    """

    rule: OverflowRule = OverflowRule.ASK
    system_prompt: str = ""
    has_all: bool = False


class LeftOut(PlainValue, frozen=True):
    """What is left out of a prompt, in tokens.

    Attributes:
        n_messages: that are left out, from the oldest on; a system prompt is none of them.
        n_out: tokens of these.
        n_before: tokens of the prompt up to the first message that stays.
        n_after: tokens of the prompt then.
        n_again: of those, tokens of messages that the model has read before.
        n_total: tokens of the prompt as it was.
        n_ctx: of the context.
    """

    n_messages: int
    n_out: int
    n_before: int
    n_after: int
    n_again: int
    n_total: int
    n_ctx: int


def room_for_answer(n_ctx: int, max_tokens: int = 0) -> int:
    """Return how many tokens an answer should find free.

    Args:
        n_ctx: of the context.
        max_tokens: of the answer; 0 for no limit.
    """
    room = min(n_ctx // _ROOM_SHARE, _MOST_ROOM)
    return max(LEAST_ANSWER, min(room, max_tokens) if max_tokens else room)


_ON, _OFF = "on", "off"


class ThinkingChoice(PlainValue, frozen=True):
    """What a chat wants of a model that can think.

    Attributes:
        is_on: None leaves it to the model's chat template.
        effort: how much, in a word of the template's; "" leaves it to the template.
    """

    is_on: bool | None = None
    effort: str = ""

    @classmethod
    def of_word(cls, word: str) -> ThinkingChoice:
        """Return the choice that a chat keeps as a word: "on", "off", an effort, or "" for none."""
        if word in (_ON, _OFF):
            return cls(is_on=word == _ON)
        return cls(effort=word)

    @property
    def word(self) -> str:
        """The word that a chat keeps."""
        if self.is_on is None:
            return self.effort
        return _ON if self.is_on else _OFF


DEFAULT_THINKING = ThinkingChoice()
NO_THINKING = ThinkingChoice(is_on=False)


class ThinkingOptions(PlainValue, frozen=True):
    """What a model's chat template lets one choose.

    Attributes:
        can_switch: it asks whether to think.
        efforts: its words for how much, the least first; empty where it does not ask.
    """

    can_switch: bool = False
    efforts: tuple[str, ...] = ()

    def fitting(self, choice: ThinkingChoice) -> ThinkingChoice:
        """Return as much of a choice as there is to choose."""
        is_on = choice.is_on if self.can_switch else None
        return ThinkingChoice(is_on, choice.effort if choice.effort in self.efforts else "")


NO_THINKING_OPTIONS = ThinkingOptions()


class ConstraintKind(enum.StrEnum):
    """In what an answer's form is written."""

    GRAMMAR = "grammar"  # GBNF, as llama.cpp reads it
    JSON_SCHEMA = "json_schema"


class Constraint(PlainValue, frozen=True):
    """The form of an answer.

    Attributes:
        text: of the grammar or the schema.
    """

    kind: ConstraintKind
    text: str


class ToolChoice(enum.StrEnum):
    """Whether a model is to call tools."""

    AUTO = "auto"  # as it sees fit
    NONE = "none"  # it is told of them, and answers in words
    REQUIRED = "required"  # it calls at least one


class Tools(PlainValue, frozen=True):
    """The tools of a request.

    Attributes:
        described: JSON text: a list of tools as in OpenAI's chat completions.
        choice: whether they are to be called.
        only: names of the tools that may be called; none for any.
        many: whether several may be called at once.
    """

    described: str
    choice: ToolChoice = ToolChoice.AUTO
    only: tuple[str, ...] = ()
    many: bool = True


class CallPiece(PlainValue, frozen=True):
    """What has come of a call.

    Attributes:
        number: of the call in its answer, from 0.
        id: of the call; "" where it was told before, or has none.
        name: of the tool; "" where it was told before.
        arguments: more of its JSON text.
    """

    number: int
    id: str
    name: str
    arguments: str


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
