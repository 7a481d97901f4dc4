"""What stays of a chat that outgrows its context: the rule, as pure functions.

A turn is a message of the user with all that follows it up to the next one. The system prompt and
the last turn always stay. Turns are left out from the oldest on as soon as an answer would not have
its room, and then as many as it takes to have half of the context free: what stays has to be read
again each time, so that must not happen at each turn.

Nothing is deleted: a chat only remembers from which message on the model reads it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.errors import KnownError, WordedError
from app.core.messages import Role
from app.core.phrases import Amount, phrase
from app.core.plain_value import PlainValue, replace
from app.core.protocol import (
    LEAST_ANSWER,
    ContextMeasured,
    LeftOut,
    OverflowRule,
    PromptMessage,
    room_for_answer,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.protocol import Generate, MeasureContext

_KEPT_SHARE = 2  # what stays is at most this part of the context
_NEARLY = 0.9  # of the context: time to say so


class CountedMessage(PlainValue, frozen=True):
    """One message that the model would read; its tokens are those of its words alone."""

    role: Role
    n_tokens: int


class CountedPrompt(PlainValue, frozen=True):
    """What an answer would be given to.

    Attributes:
        messages: in order, the last question among them.
        n_system: tokens of the system prompt, with the summary behind it.
        n_total: tokens of all, with what the chat template puts around them.
        n_summary: of the system prompt those that do not stay where a message is left out; less
            than 0 where one that stood behind documents comes in its place.
    """

    messages: Sequence[CountedMessage]
    n_system: int
    n_total: int
    n_summary: int = 0

    @classmethod
    def of(
        cls, messages: Sequence[PromptMessage], counts: Sequence[int], n_alone: int, n_total: int
    ) -> CountedPrompt:
        """Put together what was counted.

        Args:
            messages: of the prompt.
            counts: tokens of each.
            n_alone: tokens of the system prompt that stays where a message is left out.
            n_total: tokens of all of them.
        """
        n_heads = has_system(messages)
        n_system = sum(counts[:n_heads])
        counted = tuple(
            CountedMessage(message.role, n_tokens)
            for message, n_tokens in zip(messages[n_heads:], counts[n_heads:], strict=True)
        )
        return cls(counted, n_system, n_total, n_system - n_alone)

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

    def without_last(self) -> CountedPrompt:
        """Return it without what is being written."""
        n_gone = self.messages[-1].n_tokens + self.n_around
        return replace(self, messages=self.messages[:-1], n_total=self.n_total - n_gone)


class TurnTooLong(WordedError):
    """What is to be answered does not fit the context, whatever is left out before it."""

    what = phrase(
        "Your last message and the answer so far do not fit by themselves: {n_total} of {n_ctx} "
        "tokens."
    )
    effect = phrase("No messages were left out or lost.")
    remedy = phrase(
        "Shorten the message or its attachments, or open the model with a larger context."
    )

    def __init__(self, n_total: int, n_ctx: int) -> None:
        super().__init__(n_total=Amount(n_total), n_ctx=Amount(n_ctx))


class SystemPromptTooLong(WordedError):
    """No message fits the context behind the system prompt of its chat."""

    what = phrase(
        "The system prompt of this chat leaves no room for a message: {n_system} of {n_ctx} tokens."
    )
    effect = phrase("No messages were left out or lost.")
    remedy = phrase(
        "Shorten it in the settings of the chat, or open the model with a larger context."
    )

    def __init__(self, n_system: int, n_ctx: int) -> None:
        super().__init__(n_system=Amount(n_system), n_ctx=Amount(n_ctx))


# -- what a request asks for --


def leaves_room(request: Generate, n_total: int, n_ctx: int) -> bool:
    """Whether a prompt of so many tokens is answered as it is, whatever its rule."""
    is_asked = request.overflow.rule is OverflowRule.ASK
    return is_asked or not n_ctx or n_total + room_for_answer(n_ctx, request.max_tokens) <= n_ctx


def before_answer(request: Generate, prompt: CountedPrompt, n_ctx: int) -> LeftOut | None:
    """Return what is left out, or summarised, before an answer; None where all of it is read.

    Raises:
        TurnTooLong, SystemPromptTooLong: leaving out does not help.
    """
    find = leaving_out_again if request.overflow.has_all else leaving_out
    planned = find(prompt, n_ctx, room_for_answer(n_ctx, request.max_tokens))
    n_left = prompt.n_total if planned is None else planned.n_after
    if n_left + LEAST_ANSWER > n_ctx:
        raise _too_long(prompt, n_ctx)
    return planned


def shortened(request: Generate, planned: LeftOut) -> tuple[PromptMessage, ...]:
    """Return the messages of a request without those that are left out."""
    messages, alone = request.messages, request.overflow.system_prompt
    system = (PromptMessage(Role.SYSTEM, alone),) if alone else ()
    return system + messages[has_system(messages) + planned.n_messages :]


def wants_plan(request: MeasureContext, n_total: int, n_ctx: int) -> bool:
    """Whether to say what would be left out of a prompt of so many tokens."""
    if request.overflow is None or not n_ctx or not request.messages:
        return False
    return bool(request.n_left_out) or n_total + _room_wanted(request, n_total, n_ctx) > n_ctx


def measured(request: MeasureContext, prompt: CountedPrompt, n_ctx: int) -> ContextMeasured:
    """Return what would be left out, and what stays at least."""
    if request.n_left_out:
        planned: LeftOut | None = left_out(prompt, n_ctx, request.n_left_out)
    else:
        planned = leaving_out(prompt, n_ctx, _room_wanted(request, prompt.n_total, n_ctx))
    chat = prompt.without_last() if request.has_draft else prompt
    return ContextMeasured(n_ctx, prompt.n_total, n_least=n_least(chat), leaving_out=planned)


def is_nearly_full(n_total: int, n_ctx: int) -> bool:
    """Whether an answer will soon end for want of room, or has none already."""
    return bool(n_ctx) and n_total > _NEARLY * n_ctx


def has_system(messages: Sequence[PromptMessage]) -> bool:
    """Whether messages begin with a system prompt."""
    return bool(messages) and messages[0].role is Role.SYSTEM


def _room_wanted(request: MeasureContext, n_total: int, n_ctx: int) -> int:
    """Return the tokens that should be free; where nobody has chosen a rule, it is told early."""
    room = room_for_answer(n_ctx, request.max_tokens)
    assert request.overflow is not None
    is_early = request.overflow.rule is OverflowRule.ASK and is_nearly_full(n_total, n_ctx)
    return max(room, n_ctx - n_total + 1) if is_early else room


def _too_long(prompt: CountedPrompt, n_ctx: int) -> KnownError:
    """Return what does not fit, whatever is left out."""
    n_system = prompt.n_fixed - prompt.n_summary
    if n_system + LEAST_ANSWER > n_ctx:
        return SystemPromptTooLong(n_system, n_ctx)
    return TurnTooLong(n_least(prompt), n_ctx)


# -- the rule --


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


def leaving_out(prompt: CountedPrompt, n_ctx: int, room: int) -> LeftOut | None:
    """Return what is left out of a prompt, as `n_turns_out` says; None for nothing."""
    starts, sizes = _starts(prompt.messages), _sizes(prompt)
    ends = [*starts[1:], len(sizes)]
    turns = [sum(sizes[begin:end]) for begin, end in zip(starts, ends, strict=True)]
    n_out = n_turns_out(turns, prompt.n_fixed, n_ctx, room, prompt.n_summary)
    return left_out(prompt, n_ctx, starts[n_out]) if n_out else None


def leaving_out_again(prompt: CountedPrompt, n_ctx: int, room: int) -> LeftOut | None:
    """Return what is left out of a prompt that has all turns; None for nothing.

    Whoever keeps nothing goes through all that was said as it came, so that each request finds what
    the one before it has left out, and the memory of what stays.
    """
    starts, sizes = _starts(prompt.messages), _sizes(prompt)
    turn, n_left = 0, prompt.n_fixed
    for row, size in enumerate(sizes):
        n_left += size
        if n_left + room <= n_ctx:
            continue
        while n_left > n_ctx // _KEPT_SHARE and row >= next(iter(starts[turn + 1 :]), len(sizes)):
            n_left -= sum(sizes[starts[turn] : starts[turn + 1]])
            turn += 1
    return left_out(prompt, n_ctx, starts[turn]) if turn else None


def left_out(prompt: CountedPrompt, n_ctx: int, n_messages: int) -> LeftOut:
    """Return what leaving out so many messages means."""
    starts, sizes = _starts(prompt.messages), _sizes(prompt)
    new = sizes[starts[-1]]  # the question, which was not read before
    n_out, n_kept = sum(sizes[:n_messages]), sum(sizes[n_messages:])
    return LeftOut(
        n_messages=n_messages,
        n_out=n_out,
        n_before=prompt.n_fixed + n_out,
        n_after=prompt.n_fixed - prompt.n_summary + n_kept,
        n_again=max(0, n_kept - new),
        n_total=prompt.n_total,
        n_ctx=n_ctx,
    )


def n_least(prompt: CountedPrompt) -> int:
    """Return the tokens that stay whatever is left out."""
    if not prompt.messages:
        return prompt.n_total
    row = _starts(prompt.messages)[-1]
    n_gone = prompt.n_summary if row else 0
    return prompt.n_fixed - n_gone + sum(_sizes(prompt)[row:])


def _sizes(prompt: CountedPrompt) -> list[int]:
    n_around = prompt.n_around
    return [message.n_tokens + n_around for message in prompt.messages]


def _starts(messages: Sequence[CountedMessage]) -> list[int]:
    """Return the rows at which turns begin; what comes before the first question is of its turn."""
    questions = [row for row, message in enumerate(messages) if message.role is Role.USER]
    return [0, *questions[1:]]
