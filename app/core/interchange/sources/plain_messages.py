"""A list of messages with who speaks: ShareGPT's form, that of OpenAI, and others like them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from app.core.content.loose_json import mapping
from app.core.interchange.loose_chats import Head, LooseMessage, LooseNode, assembled, time_of
from app.core.interchange.sources.source import (
    TOOL_ROLES,
    Source,
    Words,
    role_of,
    string,
    without_instructions,
)
from app.core.messages import Role

if TYPE_CHECKING:
    from datetime import datetime

    from app.core.interchange.errors import Note
    from app.core.interchange.loose_chats import AssembledChat, Key

_LISTS = ("conversations", "conversation", "messages", "items")


def is_message(value: object) -> bool:
    """Whether this is one message, of a list of them."""
    facts = mapping(value)
    return isinstance(facts.get("from", facts.get("role")), str) and (
        "value" in facts or "content" in facts
    )


def _said(facts: dict[str, Any]) -> list[Any]:
    for key in _LISTS:
        found = facts.get(key)
        if isinstance(found, list) and any(map(is_message, found)):
            # Those that name what they follow are a tree, in a form that nobody knows here.
            return [] if any("parent" in mapping(one) for one in found) else found
    return []


def _matches(facts: dict[str, Any]) -> bool:
    return bool(_said(facts))


def _read(facts: dict[str, Any], otherwise: datetime) -> AssembledChat:
    notes: Counter[Note] = Counter()
    nodes: list[LooseNode] = []
    before: Key | None = None
    for place, one in enumerate(map(mapping, _said(facts))):
        nodes.append(LooseNode(place, before, _message(one, notes)))
        before = place
    nodes, instructions = without_instructions(nodes)
    head = Head(
        title=string(facts.get("title")) or string(facts.get("name")),
        created_at=_first_time(facts, "create_time", "created_at", "createdAt", "created"),
        updated_at=_first_time(facts, "update_time", "updated_at", "updatedAt", "updated"),
        system_prompt=instructions
        or string(facts.get("system"))
        or string(facts.get("system_prompt")),
    )
    found = assembled(nodes, head, otherwise, notes=notes)
    source_id = facts.get("id")
    return type(found)(found.chat, found.notes, source_id if isinstance(source_id, str) else "")


def _first_time(facts: dict[str, Any], *keys: str) -> datetime | None:
    return next(filter(None, (time_of(facts.get(key)) for key in keys)), None)


def _message(facts: dict[str, Any], notes: Counter[Note]) -> LooseMessage | None:
    words = Words(notes)
    speaker = string(facts.get("from", facts.get("role")))
    is_tool = speaker.casefold() in TOOL_ROLES
    words.think(facts.get("reasoning_content"))
    if is_tool:
        result = Words(notes)
        result.parts(facts.get("value", facts.get("content")))
        words.tool("Tool", facts.get("name"), result.text)
    else:
        words.parts(facts.get("value", facts.get("content")))
    words.calls(facts.get("tool_calls"))
    if words.is_empty:
        return None
    return LooseMessage(
        role=Role.ASSISTANT if is_tool else role_of(speaker, notes),
        text=words.text,
        thinking=words.thought,
        created_at=_first_time(facts, "create_time", "created_at", "createdAt", "timestamp"),
        model=string(facts.get("model")),
    )


PLAIN_MESSAGES = Source("a list of messages", _matches, _read)
