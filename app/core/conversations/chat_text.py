"""A branch of a chat as the engine wants it, and the title a new chat gets. Pure functions."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

from app.core.engine.protocol import PromptMessage
from app.core.messages import Role

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from app.core.chats.records import Chat, Message

_TITLE_CHARS = 60


def prompt_messages(chat: Chat, path: Sequence[Message]) -> tuple[PromptMessage, ...]:
    """Return a branch as the engine wants it; answers without a word are left out."""
    messages = [
        PromptMessage(message.role, message.text, message.record)
        for message in path
        if message.text or message.role is not Role.ASSISTANT
    ]
    if chat.system_prompt:
        messages.insert(0, PromptMessage(Role.SYSTEM, chat.system_prompt))
    return tuple(messages)


def fork_title(title: str, taken: Collection[str]) -> str:
    """Return a title for a chat that goes off another one: that of the other with a number."""
    base = re.sub(r" \(\d+\)$", "", title)
    numbered = (f"{base} ({number})" for number in itertools.count(2))
    return next(candidate for candidate in numbered if candidate not in taken)


def title_of(text: str) -> str:
    """Return a title for a chat that begins with `text`: its first line, not too long."""
    first_line = text.strip().splitlines()[0].strip()
    if len(first_line) <= _TITLE_CHARS:
        return first_line
    return first_line[: _TITLE_CHARS - 1].rstrip() + "…"
