"""The summary that stands for the oldest turns of a chat: where it is kept, and when it holds.

It is kept with the setup of the chat, beside a digest of exactly the messages that it stands for.
It is used only where these are the ones that the model does not read: in another branch, or once
one of them is another, the digest differs and the summary is left aside, not lost. Copies of a chat
(forks, exports) have the same words, so that it holds there, too.

In the prompt it stands at the end of the system prompt, which every chat template has a place for:
one that knows no system prompt gets it before the first question (`chat_template.py`).

Pure functions.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from app.core.chats.records import SUMMARY, SUMMARY_OF
from app.core.conversations.summary_instruction import summary_instruction
from app.core.messages import Role
from app.core.plain_value import replace
from app.core.protocol import PromptMessage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from app.core.chats.records import ChatSetup, Message

_OWN = (SUMMARY, SUMMARY_OF)
# Another heading would change the prompts of summarised chats and have them read again.
_HEADING = "Summary of the earlier part of this conversation:"
_DIGEST_BYTES = 16
_LEAST_CHARS = 20  # of a message that is cut
_CUT = " …"


def digest_of(messages: Sequence[Message]) -> str:
    """Name messages by all that the model would read of them."""
    return list(_digests(messages))[-1]


def _digests(messages: Iterable[Message]) -> Iterator[str]:
    """Name each beginning of a branch, that without a message first."""
    digest = hashlib.blake2b(digest_size=_DIGEST_BYTES)
    yield digest.hexdigest()
    for message in messages:
        for part in (message.role.value, message.text):
            _feed(digest, part)
        for attachment in message.attachments:
            _feed(digest, attachment.name)
            _feed(digest, attachment.text)
        for medium in message.media:
            _feed(digest, medium.digest)
            _feed(digest, medium.name)
        digest.update(b"\n")
        yield digest.hexdigest()


def summary_of(setup: ChatSetup, left_out: Sequence[Message]) -> str:
    """Return the summary of the messages that are left out; "" where there is none of them."""
    values = dict(setup.sampling)
    text = str(values.get(SUMMARY, ""))
    if not text or not left_out or values.get(SUMMARY_OF) != digest_of(left_out):
        return ""
    return text


def has_summary(setup: ChatSetup) -> bool:
    """Whether there is a summary, of whatever messages."""
    return bool(dict(setup.sampling).get(SUMMARY))


def is_summary_in(setup: ChatSetup, path: Iterable[Message]) -> bool:
    """Whether the messages that a summary stands for are the beginning of a branch."""
    named = dict(setup.sampling).get(SUMMARY_OF)
    return has_summary(setup) and named in list(_digests(path))[1:]


def with_summary(setup: ChatSetup, text: str, left_out: Sequence[Message]) -> ChatSetup:
    """Return a setup with the summary of some messages; "" for one without a summary."""
    values = {name: value for name, value in setup.sampling if name not in _OWN}
    if text:
        values |= {SUMMARY: text, SUMMARY_OF: digest_of(left_out)}
    return replace(setup, sampling=tuple(values.items()))


def with_own_summary(old: ChatSetup, new: ChatSetup) -> ChatSetup:
    """Return `new` with the summary of `old`: who chooses a setup has nothing to say of that."""
    others = tuple(one for one in new.sampling if one[0] not in _OWN)
    return replace(new, sampling=(*others, *(one for one in old.sampling if one[0] in _OWN)))


def joined(system_prompt: str, summary: str) -> str:
    """Return a system prompt with a summary behind it."""
    told = f"{_HEADING}\n{summary}" if summary else ""
    return "\n\n".join(filter(None, (system_prompt, told)))


def request_for(
    messages: Sequence[PromptMessage], n_chars: int | None = None
) -> tuple[PromptMessage, ...]:
    """Return what a model is asked for a summary of `messages` with.

    Whole messages are the very beginning of the chat's prompt, so that nothing of them is read
    again.

    Args:
        messages: the system prompt and what is left out.
        n_chars: that fit the context; None for all.
    """
    taken = messages if n_chars is None else _shortened(messages, n_chars)
    return (*taken, PromptMessage(Role.USER, summary_instruction(messages)))


def clean_summary(said: str) -> str:
    """Return a summary without blanks around it, and with no more than one empty line in it."""
    return re.sub(r"\n{3,}", "\n\n", said).strip()


def _shortened(messages: Sequence[PromptMessage], n_chars: int) -> list[PromptMessage]:
    """Return the beginnings of messages, the long ones cut to the same length.

    Of so many that nothing would be left of each, only the last ones.
    """
    messages = messages[-max(1, n_chars // _LEAST_CHARS) :]
    while len(messages) > 1 and messages[0].role is Role.ASSISTANT:
        messages = messages[1:]
    lengths = sorted(len(message.text) for message in messages)
    left, longest = n_chars, 0
    for row, length in enumerate(lengths):
        longest = left // (len(lengths) - row)
        if length > longest:
            break
        left -= length
    else:
        return list(messages)
    most = max(_LEAST_CHARS, longest)
    return [
        message
        if len(message.text) <= most
        else PromptMessage(message.role, message.text[:most].rstrip() + _CUT)
        for message in messages
    ]


def _feed(digest: hashlib.blake2b, text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    digest.update(len(data).to_bytes(8, "little"))
    digest.update(data)
