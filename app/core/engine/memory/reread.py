"""Why a chat is read again: the first token that differs from what was computed, and its cause.

A pure comparison of three series of tokens: what the prompt wants, what of it was at hand, and what
is remembered of the chat (live, or as the chain it used last on disk).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.engine.memory.save_plan import MIN_SEGMENT_TOKENS
from app.core.kvstore.chain import common_prefix
from app.core.messages import Role
from app.core.plain_value import PlainValue
from app.core.protocol import PrefixSource, RereadCause

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.engine.prompts.prompt import Prompt
    from app.core.protocol import PromptMessage

# A message end closer than this to the one before is no segment's end, so its tokens may be read
# again without anything having gone wrong.
_SLACK = 2 * MIN_SEGMENT_TOKENS

_BY_SOURCE = {
    PrefixSource.DAMAGED: RereadCause.DAMAGED,
    PrefixSource.UNSUPPORTED: RereadCause.UNSUPPORTED,
    PrefixSource.OFF: RereadCause.OFF,
}


class ComputedBefore(PlainValue, frozen=True):
    """What is known of the computation for a chat.

    Attributes:
        token_ids: the tokens it was done for last, live or stored; empty for none.
        elsewhere: whether the chat has stored rows of other models or settings.
    """

    token_ids: Sequence[int] = ()
    elsewhere: bool = False


class Reread(PlainValue, frozen=True):
    """`n_tokens` of earlier turns are computed again; `message` as in `AnswerStats`."""

    n_tokens: int
    cause: RereadCause
    message: int = -1


def n_read_again(messages: Sequence[PromptMessage], prompt: Prompt, n_kept: int) -> int:
    """Return how many tokens of earlier turns a prompt needs computed although they once were.

    Args:
        n_kept: tokens that need not be computed.
    """
    answered = [
        index for index, message in enumerate(messages[:-1]) if message.role is Role.ASSISTANT
    ]
    if not answered:
        return 0
    missing = prompt.end_of(answered[-1] + 1) - n_kept
    return missing if missing > _SLACK else 0


def explain(
    messages: Sequence[PromptMessage],
    prompt: Prompt,
    n_reread: int,
    source: PrefixSource,
    remembered: ComputedBefore,
    vocabulary: str,
) -> Reread:
    """Return why `n_reread` tokens are computed again.

    Args:
        source: what became of the search for stored rows.
        vocabulary: names the loaded model's tokenizer in the messages' records.
    """
    if (cause := _BY_SOURCE.get(source)) is not None:
        return Reread(n_reread, cause)
    at = common_prefix(remembered.token_ids, prompt.token_ids)
    if not _reaches_an_answer(messages, prompt, len(remembered.token_ids)):
        # What several chats begin with tells nothing of this one.
        return Reread(n_reread, _why_nothing(messages, remembered, vocabulary))
    if at >= len(remembered.token_ids) - 1:  # it is the beginning; the rest was never stored
        return Reread(n_reread, RereadCause.REMOVED)
    index = prompt.message_at(at)
    return Reread(n_reread, _why_different(messages, index), index)


def _reaches_an_answer(messages: Sequence[PromptMessage], prompt: Prompt, n_tokens: int) -> bool:
    """Whether so many tokens hold more than what stands before the first answer."""
    first = next(i for i, message in enumerate(messages) if message.role is Role.ASSISTANT)
    return n_tokens > max(prompt.end_of(first), 1)


def _why_nothing(
    messages: Sequence[PromptMessage], remembered: ComputedBefore, vocabulary: str
) -> RereadCause:
    records = [message.record for message in messages if message.record is not None]
    if records and records[-1].vocabulary != vocabulary:
        return RereadCause.OTHER_MODEL
    if remembered.elsewhere:
        return RereadCause.OTHER_SETTING if records else RereadCause.OTHER_MODEL
    # What this model has read here has left the exact tokens of its answers.
    return RereadCause.REMOVED if records else RereadCause.FIRST_TIME


def _why_different(messages: Sequence[PromptMessage], index: int) -> RereadCause:
    if index >= len(messages):
        return RereadCause.TEMPLATE
    match messages[index]:
        case message if message.role is Role.SYSTEM:
            return RereadCause.SYSTEM_PROMPT
        case message if message.record is not None:
            # Its text is what the model said, so it is the template that shows it otherwise.
            return RereadCause.TEMPLATE
        case _:
            return RereadCause.EDITED
