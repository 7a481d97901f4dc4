"""Jan: a folder for each chat with `thread.json` and `messages.jsonl`.

The messages are lines of JSON in the form of OpenAI's threads. The two files are joined before this
is asked: "messages" then holds the lines. Times are in seconds, or in milliseconds.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from app.core.content.loose_json import mapping, sequence
from app.core.interchange.errors import Note
from app.core.interchange.loose_chats import Head, LooseMessage, LooseNode, assembled, time_of
from app.core.interchange.sources.source import (
    TOOL_ROLES,
    Source,
    Words,
    as_json,
    name_of,
    role_of,
    string,
    without_instructions,
)
from app.core.messages import Role

if TYPE_CHECKING:
    from datetime import datetime

    from app.core.interchange.loose_chats import AssembledChat, Key

THREAD_FILE, MESSAGES_FILE = "thread.json", "messages.jsonl"


def is_thread(facts: dict[str, Any]) -> bool:
    """Whether this is what stands in a `thread.json`."""
    return facts.get("object") == "thread" or (
        isinstance(facts.get("assistants"), list) and "id" in facts
    )


def _matches(facts: dict[str, Any]) -> bool:
    return is_thread(facts) and isinstance(facts.get("messages"), list)


def _read(facts: dict[str, Any], otherwise: datetime) -> AssembledChat:
    notes: Counter[Note] = Counter()
    said = [mapping(one) for one in facts["messages"]]
    times = [time_of(one.get("created_at")) for one in said]
    if all(times):  # the lines of some versions are newest first
        said = [one for _, one in sorted(zip(times, said, strict=True), key=lambda pair: pair[0])]  # type: ignore[arg-type,return-value]
    assistant = mapping(next(iter(sequence(facts.get("assistants"))), None))
    model = string(mapping(assistant.get("model")).get("id"))
    nodes: list[LooseNode] = []
    before: Key | None = None
    for place, one in enumerate(said):
        nodes.append(LooseNode(place, before, _message(one, model, notes)))
        before = place
    nodes, instructions = without_instructions(nodes)
    metadata = mapping(facts.get("metadata"))
    head = Head(
        title=string(facts.get("title")) or string(metadata.get("title")),
        created_at=time_of(facts.get("created")) or time_of(facts.get("created_at")),
        updated_at=time_of(facts.get("updated")) or time_of(metadata.get("updated_at")),
        system_prompt=string(assistant.get("instructions")) or instructions,
        is_pinned=metadata.get("is_favorite") is True or facts.get("isFavorite") is True,
    )
    found = assembled(nodes, head, otherwise, notes=notes)
    return type(found)(found.chat, found.notes, string(facts.get("id")))


def _message(facts: dict[str, Any], model: str, notes: Counter[Note]) -> LooseMessage | None:
    words = Words(notes)
    role_name = string(facts.get("role"))
    is_tool = role_name.casefold() in TOOL_ROLES
    if is_tool:
        result = Words(notes)
        result.parts(facts.get("content"))
        words.tool("Tool result", "", result.text)
    else:
        _add_content(facts.get("content"), words)
    for attached in sequence(facts.get("attachments")):
        words.note(Note.FILE, "File", name_of(mapping(attached)))
    if words.is_empty:
        return None
    role = Role.ASSISTANT if is_tool else role_of(role_name, notes)
    return LooseMessage(
        role=role,
        text=words.text,
        thinking=words.thought,
        created_at=time_of(facts.get("created_at")),
        model=model if role is Role.ASSISTANT else "",
    )


def _add_content(content: object, words: Words) -> None:
    for part in sequence(content) or [content]:
        facts = mapping(part)
        if facts.get("type") == "tool_call":
            words.tool("Tool call", facts.get("tool_name"), as_json(facts.get("input")), "json")
            output = as_json(facts.get("output"))
            if output:
                words.tool("Tool result", facts.get("tool_name"), output, "json")
        else:
            words.parts(part)


JAN = Source("Jan", _matches, _read)
