"""What is done with a chat that leaves no room for an answer in the context.

Threads: values only, any thread.
"""

from __future__ import annotations

import enum

from app.core.plain_value import PlainValue

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
    """

    rule: OverflowRule = OverflowRule.ASK
    system_prompt: str = ""


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
