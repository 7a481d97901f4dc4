"""What stays of a chat that outgrows its context: the rule, as pure functions.

A turn is a message of the user with all that follows it up to the next one. The system prompt and
the last turn always stay. Turns are left out from the oldest on as soon as an answer would not have
its room, and then as many as it takes to have half of the context free: what stays has to be read
again each time, so that must not happen at each turn.

Nothing is deleted: a chat only remembers from which message on the model reads it.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.conversations.events import LEAST_ANSWER, LeavingOut
from app.core.messages import Role
from app.core.plain_value import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from app.core.chats.records import ChatSetup, Message, MessageId

OVERFLOW = "overflow"  # of `ChatSetup.sampling`
_ROOM_SHARE = 4  # a part of the context is room for an answer,
_MOST_ROOM = 2048  # but no more tokens than this
_KEPT_SHARE = 2  # what stays is at most this part of the context
_LEAST_MEASURED = 32  # tokens of a prompt; fewer say little of the speed


class OverflowRule(enum.StrEnum):
    """What is done when a chat outgrows the context; the value is what is stored."""

    ASK = "ask"  # refuse, and offer what helps
    LEAVE_OUT = "leave_out"  # the oldest turns
    SUMMARISE = "summarise"  # the oldest turns, and leave them out


@dataclass(frozen=True, slots=True)
class CountedMessage:
    """One message that the model would read.

    Attributes:
        message_id: None for what is being written.
        n_tokens: of it alone.
    """

    message_id: MessageId | None
    role: Role
    n_tokens: int


@dataclass(frozen=True, slots=True)
class CountedPrompt:
    """What an answer would be given to.

    Attributes:
        messages: in order, the last question among them.
        n_system: tokens of the system prompt, with the summary behind it.
        n_total: tokens of all, with what the chat template puts around them.
        n_summary: of the system prompt those of the summary, which another takes the place of.
    """

    messages: Sequence[CountedMessage]
    n_system: int
    n_total: int
    n_summary: int = 0

    @property
    def n_around(self) -> int:
        """Tokens that the template puts around each message, rounded up."""
        n_messages = len(self.messages) + bool(self.n_system)
        n_words = self.n_system + sum(message.n_tokens for message in self.messages)
        return max(0, -((n_words - self.n_total) // max(1, n_messages)))

    @property
    def n_fixed(self) -> int:
        """Tokens that are no message's."""
        return self.n_system + self.n_around if self.n_system else 0


def rule_of(setup: ChatSetup) -> OverflowRule:
    """Return the rule of a chat; what is not known counts as none."""
    try:
        return OverflowRule(str(dict(setup.sampling).get(OVERFLOW, "")))
    except ValueError:
        return OverflowRule.ASK


def with_rule(setup: ChatSetup, rule: OverflowRule) -> ChatSetup:
    """Return a setup with another rule; what all chats do is not written down."""
    values = {name: value for name, value in setup.sampling if name != OVERFLOW}
    if rule is not OverflowRule.ASK:
        values[OVERFLOW] = rule.value
    return replace(setup, sampling=tuple(values.items()))


def room_for_answer(n_ctx: int, max_tokens: int = 0) -> int:
    """Return how many tokens an answer should find free.

    Args:
        n_ctx: of the context.
        max_tokens: of the answer; 0 for no limit.
    """
    room = min(n_ctx // _ROOM_SHARE, _MOST_ROOM)
    return max(LEAST_ANSWER, min(room, max_tokens) if max_tokens else room)


def n_turns_out(
    turns: Sequence[int], n_fixed: int, n_ctx: int, room: int, n_summary: int = 0
) -> int | None:
    """Return how many turns are left out, from the oldest on.

    Args:
        turns: their tokens, the last one is to be answered.
        n_fixed: tokens that are no turn's.
        n_ctx: of the context.
        room: tokens that should be free for the answer.
        n_summary: of those that are no turn's, they do not stay where a turn is left out.

    Returns:
        0 where nothing need be left out, or nothing can be and the answer has a little room; None
        where the last turn does not fit by itself.
    """
    n_left = n_fixed + sum(turns)
    if n_left + room <= n_ctx:
        return 0
    if len(turns) > 1:
        n_fixed, n_left = n_fixed - n_summary, n_left - n_summary
    if not turns or n_fixed + turns[-1] + LEAST_ANSWER > n_ctx:
        return None
    for n_out, n_tokens in enumerate(turns[:-1]):
        if n_out and n_left <= n_ctx // _KEPT_SHARE:
            return n_out
        n_left -= n_tokens
    return len(turns) - 1


def leaving_out(prompt: CountedPrompt, n_ctx: int, room: int) -> LeavingOut | None:
    """Return what is left out of a prompt, as `n_turns_out` says; None for nothing."""
    starts = _starts(prompt.messages)
    sizes = [message.n_tokens + prompt.n_around for message in prompt.messages]
    ends = [*starts[1:], len(sizes)]
    turns = [sum(sizes[begin:end]) for begin, end in zip(starts, ends, strict=True)]
    n_out = n_turns_out(turns, prompt.n_fixed, n_ctx, room, prompt.n_summary)
    if not n_out:
        return None
    row = starts[n_out]
    new = sizes[starts[-1]]  # the question, which was not read before
    return LeavingOut(
        first=prompt.messages[row].message_id,
        n_messages=row,
        n_out=sum(sizes[:row]),
        n_after=prompt.n_fixed - prompt.n_summary + sum(sizes[row:]),
        n_again=max(0, sum(sizes[row:]) - new),
    )


def n_least(prompt: CountedPrompt) -> int:
    """Return the tokens that stay whatever is left out."""
    if not prompt.messages:
        return prompt.n_total
    row = _starts(prompt.messages)[-1]
    last, n_gone = prompt.messages[row:], prompt.n_summary if row else 0
    return prompt.n_fixed - n_gone + sum(message.n_tokens + prompt.n_around for message in last)


def tokens_per_second(path: Iterable[Message], model: str) -> float:
    """Return how fast a model has read a chat, by the answers of it; 0 when that is not known."""
    n_tokens, seconds = 0.0, 0.0
    for message in path:
        stats = dict(message.stats)
        n_prompt, n_reused, n_restored, speed = (
            _number(stats.get(name))
            for name in ("n_prompt", "n_reused", "n_restored", "prefill_tps")
        )
        n_read = n_prompt - n_reused - n_restored
        if message.model == model and n_read >= _LEAST_MEASURED and speed > 0:
            n_tokens += n_read
            seconds += n_read / speed
    return n_tokens / seconds if seconds else 0.0


def _starts(messages: Sequence[CountedMessage]) -> list[int]:
    """Return the rows at which turns begin; what comes before the first question is of its turn."""
    questions = [row for row, message in enumerate(messages) if message.role is Role.USER]
    return [0, *questions[1:]]


def _number(said: float | str | None) -> float:
    return said if isinstance(said, int | float) and 0 <= said < 1e12 else 0.0
